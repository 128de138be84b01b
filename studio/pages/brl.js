/* Colors for a line of BRL: strings, numbers, what opens a statement, kinds of goals. */

import { el } from "./dom.js";

const STATEMENTS = "behavior achieves slot when while do order sequence parallel tree before goal " +
    "act query if then else and or not entity group cell of seat in";
const KINDS = "achieve increase maintain self enemy neutral";
const WORDS = new Map([...STATEMENTS.split(" ").map(word => [word, "statement"]),
    ...KINDS.split(" ").map(word => [word, "kind"])]);
const TOKEN = /"(?:[^"\\]|\\.)*"|#.*$|[A-Za-z_][\w-]*|-?\d+(?:\.\d+)?|./g;

export function brlLine(line) {
    const parts = [];
    let plain = "";
    const flush = () => {
        if (plain)
            parts.push(plain);
        plain = "";
    };
    for (const [token] of line.matchAll(TOKEN)) {
        const what = kindOf(token);
        if (!what) {
            plain += token;
            continue;
        }
        flush();
        parts.push(el("span", { className: `brl-${what}` }, token));
    }
    flush();
    return parts.length ? parts : [" "];
}

function kindOf(token) {
    if (token[0] === "\"")
        return "string";
    if (token[0] === "#" && token.length > 1)
        return "comment";
    if (/^-?\d/.test(token))
        return "number";
    if (/^[A-Z]/.test(token))
        return "name";
    return WORDS.get(token) ?? "";
}
