/* Two trees side by side, a row for each line: what went stands beside what came in its place.
 * Signs say what colors say. Long stretches that both have are folded. */

import { button, el, many } from "./dom.js";

const CONTEXT = 3; /* lines around a change that are shown */
const WORDS = { "|": "changed", "-": "gone", "+": "new", "": "" };

/* {sign, left, right} for each row; a side without a line is null. */
function pairLines(trees, before, after) {
    const left = lines(before), right = lines(after), rows = [];
    let gone = [], came = [], i = 0, k = 0;
    const settle = () => {
        for (let n = 0; n < Math.max(gone.length, came.length); n++) {
            const x = gone[n] ?? null, y = came[n] ?? null;
            rows.push({ sign: x !== null && y !== null ? "|" : x !== null ? "-" : "+",
                left: x, right: y });
        }
        gone = [];
        came = [];
    };
    for (const line of lines(trees)) {
        if (line[0] === "-") {
            if (came.length)
                settle();
            gone.push(left[i++]);
        } else if (line[0] === "+") {
            came.push(right[k++]);
        } else {
            settle();
            rows.push({ sign: "", left: left[i++], right: right[k++] });
        }
    }
    settle();
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
            el("span", { className: "unseen" }, WORDS[sign])), cell(right, "right", sign));
}

/* Rows to show as they are, and stretches to fold. */
function stretches(rows) {
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

function folded(part) {
    const number = part.rows.length;
    const line = el("tr", { className: "fold" });
    const open = button("", `${many(number, "line")} that both have`, () => {
        line.replaceWith(...part.rows.map(row));
    });
    line.append(el("td", { colSpan: 3 }, open));
    return line;
}

export function diffView(trees, before, after) {
    const rows = pairLines(trees, before, after);
    const body = el("tbody");
    for (const part of stretches(rows))
        if (part.near || part.rows.length < 3)
            body.append(...part.rows.map(row));
        else
            body.append(folded(part));
    return el("div", { className: "diff-box", tabIndex: 0, attrs: { role: "group" },
        aria: { label: "Trees before and after" } },
    el("table", { className: "diff", id: "diff" },
        el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Before"),
            el("th", { scope: "col" }, el("span", { className: "unseen" }, "Change")),
            el("th", { scope: "col" }, "After"))), body));
}
