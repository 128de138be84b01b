/* A squad's work, as a text and as a line of a page. */

import { el, icon } from "./dom.js";
import { humanize, pluralize } from "./text.js";

const STATES = { forming: "waiting", marching: "started", fighting: "started", home: "stopped" };
const ICONS = { forming: "waiting", marching: "running", fighting: "running", home: "stopped" };

function isOut(squad) {
    return squad.phase === "marching" || squad.phase === "fighting";
}

/* "marching, 7 units, human barracks 23 at 73, 76" */
export function squadText(squad) {
    const parts = [squad.phase, pluralize(squad.units, isOut(squad) ? "unit" : "fighter")];
    const place = squad.x === undefined ? "" : `${squad.x}, ${squad.y}`;
    if (squad.target)
        parts.push(`${humanize(squad.what)} ${squad.target}${place ? ` at ${place}` : ""}`.trim());
    else if (place)
        parts.push(`cell ${place}`);
    return parts.join(", ");
}

/* The reason, the step that waits, and the strengths that the squad compares. */
export function squadReason(squad) {
    const parts = squad.why ? [squad.why] : [];
    if (squad.step)
        parts.push(isOut(squad) ? `for step ${squad.step}` : `step ${squad.step} waits for it`);
    parts.push(`strength ${squad.ours} against ${squad.theirs}` +
        (squad.needs ? ` (needs ${squad.needs}%)` : ""));
    return parts.join("; ");
}

/* A line of the squad; a click on its place shows it on the map. */
export function squadLine(squad, { name = "Squad", go, center } = {}) {
    const line = el("div", { className: "squad", data: { phase: squad.phase,
        state: STATES[squad.phase], units: squad.units, why: squad.why } },
    el("span", { className: "plan-icon" }, icon(ICONS[squad.phase])), " ", el("b", {}, name), " ");
    const text = el("span", { className: "squad-text" }, squadText(squad));
    if (center && squad.x !== undefined)
        line.append(el("button", { type: "button", className: "link", title: "Show it on the map",
            on: { click: () => center(squad.x, squad.y) } }, text));
    else
        line.append(text);
    line.append(el("small", { className: "muted" }, ` ${squadReason(squad)}`));
    if (go)
        line.append(el("small", { className: "muted" }, ", since "), el("button", { type: "button",
            className: "link squad-since", on: { click: () => go(squad.since) } },
        `cycle ${squad.since}`));
    return line;
}
