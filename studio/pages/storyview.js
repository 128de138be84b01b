/* The stories of a library's adaptations: causes, repairs and what games say about them. The first
 * entries are shown, the rest is folded. The server sends the parts in order (US_TOLD_* of
 * adapt/story.h); texts are never read as HTML. */

import { el } from "./dom.js";

const TAGS = { title: "h3", note: "p", heading: "h4", line: "p", diff: "pre" };
const INNER = ["entry", "line", "diff"];

/* Returns the elements of all parts. */
export function storyView({ told, all_told: all }) {
    const top = [];
    let rest = null, entry = null;
    told.forEach((part, at) => {
        if (part.kind === "entry") {
            if (part.rest && !rest)
                top.push(rest = foldedRest(told, at));
            entry = entryOf(part, told[at + 1]);
            if (part.rest)
                rest.append(entry);
            else
                top.push(entry);
        } else if (part.kind === "line" || part.kind === "diff") {
            entry.append(el(TAGS[part.kind], {}, part.text));
        } else {
            rest = null;
            top.push(el(TAGS[part.kind], {}, part.text));
        }
    });
    if (all > told.length)
        top.push(el("p", { className: "muted" },
            "Too long for this page: \"understudy library story\" prints all."));
    return top;
}

/* An entry of the rest opens by a click, if it has more than a line. */
function entryOf(part, next) {
    if (part.rest && (next?.kind === "line" || next?.kind === "diff"))
        return el("details", { className: "entry" }, el("summary", {}, part.text));
    return el("div", { className: "entry" }, el(part.rest ? "p" : "h5", {}, part.text));
}

function foldedRest(told, from) {
    let count = 0;
    for (let at = from; at < told.length && INNER.includes(told[at].kind); at++)
        count += told[at].kind === "entry";
    const first = told[from - 1]?.kind === "heading";
    return el("details", { className: "rest" },
        el("summary", {}, `${count} ${first ? "in all" : "more"}`));
}
