/* Two trees side by side, a row for each line; a changed line stands beside its replacement.
 * Signs repeat what colors show. Long equal sections are folded. */

import { button, el } from "./dom.js";
import { pluralize } from "./text.js";

const CONTEXT = 3; /* unchanged lines shown around a change */
const WORDS = { "|": "changed", "-": "removed", "+": "added", "": "" };

/* Returns { sign, left, right } for each row; null is a side without a line. */
function pairLines(trees, before, after) {
    const left = lines(before), right = lines(after), rows = [];
    let removed = [], added = [], i = 0, k = 0;
    const flush = () => {
        for (let n = 0; n < Math.max(removed.length, added.length); n++) {
            const x = removed[n] ?? null, y = added[n] ?? null;
            rows.push({ sign: x !== null && y !== null ? "|" : x !== null ? "-" : "+",
                left: x, right: y });
        }
        removed = [];
        added = [];
    };
    for (const line of lines(trees)) {
        if (line[0] === "-") {
            if (added.length)
                flush();
            removed.push(left[i++]);
        } else if (line[0] === "+") {
            added.push(right[k++]);
        } else {
            flush();
            rows.push({ sign: "", left: left[i++], right: right[k++] });
        }
    }
    flush();
    return rows;
}

function lines(text) {
    return text.replace(/\n$/, "").split("\n");
}

function cell(line, side, sign) {
    const changed = sign === "|" || sign === (side === "left" ? "-" : "+");
    const place = el("td", { className: "line", data: changed ? { changed: side } : {} });
    if (line === null)
        return place;
    const text = line.trimStart();
    place.style.setProperty("--in", `${(line.length - text.length) / 2}ch`);
    place.append(text);
    return place;
}

function row({ sign, left, right }) {
    return el("tr", { data: { sign } }, cell(left, "left", sign),
        el("td", { className: "sign" }, el("span", { aria: { hidden: "true" } }, sign),
            el("span", { className: "visually-hidden" }, WORDS[sign])), cell(right, "right", sign));
}

/* Splits rows into sections near a change and sections to fold. */
function sections(rows) {
    const near = rows.map((_, at) => at === 0 || rows.slice(Math.max(0, at - CONTEXT),
        at + CONTEXT + 1).some(({ sign }) => sign));
    const parts = [];
    rows.forEach((line, at) => {
        const last = parts.at(-1);
        if (last && last.near === near[at])
            last.rows.push(line);
        else
            parts.push({ near: near[at], rows: [line] });
    });
    return parts;
}

function foldedSection(part) {
    const number = part.rows.length;
    const line = el("tr", { className: "fold" });
    const open = button("", `${pluralize(number, "line")} equal`, () => {
        line.replaceWith(...part.rows.map(row));
    });
    line.append(el("td", { colSpan: 3 }, open));
    return line;
}

export function diffView(trees, before, after) {
    const rows = pairLines(trees, before, after);
    const body = el("tbody");
    for (const part of sections(rows))
        if (part.near || part.rows.length < 3)
            body.append(...part.rows.map(row));
        else
            body.append(foldedSection(part));
    return el("div", { className: "diff-box", tabIndex: 0, attrs: { role: "group" },
        aria: { label: "Trees before and after" } },
    el("table", { className: "diff", id: "diff" },
        el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Before"),
            el("th", { scope: "col" }, el("span", { className: "visually-hidden" }, "Change")),
            el("th", { scope: "col" }, "After"))), body));
}
