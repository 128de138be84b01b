/* The results of an experiment: notes, effects with their intervals drawn, verdicts, other
 * tables. */

import { el } from "./dom.js";

const MARKS = { better: "▲", worse: "▼", equivalent: "=", inconclusive: "?", same: "≡" };
const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 240, HEIGHT = 18;

/* opened: ids of tables that start open. */
export function comparisonView(comparison, opened) {
    if (!comparison)
        return [];
    if (comparison.error)
        return [el("section", { className: "card", id: "comparison-none" },
            el("h2", {}, "Results"), el("p", { className: "muted" }, comparison.error))];
    const tables = Object.entries(comparison).filter(([name, sheet]) =>
        sheet?.rows && name !== "effects").map(([name, sheet]) => tableOf(name, sheet, opened));
    return [el("section", { className: "card", id: "verdicts",
        aria: { labelledby: "verdicts-title" } },
        el("h2", { id: "verdicts-title" }, "Results"), ...warnings(comparison),
        effects(comparison), verdicts(comparison)),
    el("section", { className: "card", id: "tables", aria: { labelledby: "tables-title" } },
        el("h2", { id: "tables-title" }, "Tables"), ...tables,
        comparison.left_out.length ? el("p", { className: "muted" },
            `Too long for this page: ${comparison.left_out.join(", ")}. "understudy experiment ` +
            `compare" prints them.`) : null)];
}

function warnings({ refused, notes }) {
    const all = [refused ? `Compared in spite of this: ${refused}.` : null,
        ...notes].filter(Boolean);
    if (!all.length)
        return [];
    return [el("div", { className: "warnings", id: "warnings", attrs: { role: "note" },
        aria: { label: "Notes" } }, el("ul", {}, ...all.map(text =>
        el("li", {}, el("span", { className: "sign", aria: { hidden: "true" } }, "!"), text))))];
}

function verdicts({ verdicts: list }) {
    return el("details", { id: "verdict-texts" }, el("summary", {}, "Verdicts in words"),
        el("ul", { className: "verdict-list" }, ...list.map(({ verdict, text }) =>
            el("li", { data: { verdict } },
                el("span", { className: "sign", aria: { hidden: "true" } }, MARKS[verdict] ?? ""),
                text))));
}

/* ---- effects */

function signed(number, decimals = 3) {
    if (number === null || number === undefined)
        return "-";
    return (number > 0 ? "+" : number < 0 ? "−" : "") + Math.abs(number).toFixed(decimals);
}

function shape(tag, attrs) {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attrs))
        element.setAttribute(name, value);
    return element;
}

/* An effect and its interval on an axis from -1 to 1, with a line at 0. */
function effectBar({ effect, low, high }, verdict) {
    const x = value => ((Math.max(-1, Math.min(1, value)) + 1) / 2) * (WIDTH - 12) + 6;
    const middle = HEIGHT / 2;
    const svg = shape("svg", { width: WIDTH, height: HEIGHT, viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        role: "img", class: "effect-bar", "data-verdict": verdict,
        "aria-label": `${signed(effect)}, from ${signed(low)} to ${signed(high)}` });
    svg.append(shape("line", { class: "axis", x1: x(-1), x2: x(1), y1: middle, y2: middle }),
        shape("line", { class: "zero", x1: x(0), x2: x(0), y1: 0, y2: HEIGHT }));
    if (low !== null && high !== null)
        svg.append(shape("line", { class: "range", x1: x(low), x2: x(high), y1: middle,
            y2: middle }),
            ...[low, high].map(end => shape("line", { class: "range", x1: x(end), x2: x(end),
                y1: middle - 4, y2: middle + 4 })));
    if (effect !== null)
        svg.append(shape("circle", { class: "point", cx: x(effect), cy: middle, r: 4.5 }));
    return svg;
}

function effects({ effects: sheet, verdicts: list }) {
    if (!sheet?.rows.length)
        return el("p", { className: "muted" },
            list.length ? "" : "There is no other player to compare with.");
    const columns = ["Player", "Against", "Effect", "From", "To", "−1 to +1 of a game", "Scope",
        "Pairs", "Verdict"];
    return el("div", { className: "scroll", tabIndex: 0, attrs: { role: "group" },
        aria: { label: "Effects" } },
    el("table", { className: "sheet", id: "effects" },
        el("caption", { className: "visually-hidden" }, sheet.title),
        el("thead", {}, el("tr", {}, ...columns.map((text, i) => el("th", { scope: "col",
            className: (i > 1 && i < 5) || i === 7 ? "number" : "" }, text)))),
        el("tbody", {}, ...sheet.rows.map(effectRow))));
}

/* Same words as us_map_scope_print. */
function scopeOf({ scope, maps }) {
    if (maps === 1)
        return "this map alone";
    return scope === "maps" ? `maps like these (${maps})` : `these ${maps} maps alone`;
}

function effectRow(row) {
    const number = text => el("td", { className: "number" }, text);
    return el("tr", {}, el("th", { scope: "row" }, row.player), el("td", {}, row.baseline),
        number(signed(row.effect)), number(signed(row.low)), number(signed(row.high)),
        el("td", {}, effectBar(row, row.verdict)), el("td", { className: "scope" }, scopeOf(row)),
        number(String(row.pairs)),
        el("td", { className: "verdict", data: { verdict: row.verdict } },
            el("span", { className: "sign", aria: { hidden: "true" } }, MARKS[row.verdict] ?? ""),
            row.verdict + (row.note ? `, ${row.note}` : "")));
}

/* ---- other tables */

function cellText(value) {
    if (value === null)
        return "-";
    return typeof value === "number" && !Number.isInteger(value) ? String(value) : String(value);
}

function tableOf(name, { title, former = {}, rows }, opened) {
    const columns = Object.keys(rows[0] ?? {}).filter(column => !(column in former));
    const id = `table-${name}`;
    const drawn = ["effect", "low", "high"].every(column => columns.includes(column));
    const details = el("details", { id, open: opened.has(id) },
        el("summary", {}, `${title} (${rows.length})`));
    const build = () => {
        if (details.open && details.children.length === 1)
            details.append(sheetTable(title, columns, rows, drawn));
    };
    details.addEventListener("toggle", build);
    build();
    return details;
}

function sheetTable(title, columns, rows, drawn) {
    const numeric = column => rows.every(row => typeof row[column] !== "string");
    const numbers = new Set(columns.filter(numeric));
    return el("div", { className: "scroll", tabIndex: 0, attrs: { role: "group" },
        aria: { label: title } },
    el("table", { className: "sheet" },
        el("thead", {}, el("tr", {}, ...columns.map(column => el("th", { scope: "col",
            className: numbers.has(column) ? "number" : "" }, column.replace(/_/g, " "))),
        drawn ? el("th", { scope: "col" }, "−1 to +1 of a game") : null)),
        el("tbody", {}, ...rows.map(row => el("tr", {}, ...columns.map(column =>
            el("td", { className: numbers.has(column) ? "number" : "" }, cellText(row[column]))),
        drawn ? el("td", {}, effectBar(row, row.low > 0 ? "better" : row.high < 0 ? "worse"
            : "inconclusive")) : null)))));
}
