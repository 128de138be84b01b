/* The view of a behavior: goal, results, origins and tree. For a behavior that a repair made
 * from another one, it adds the reasons and both trees. */

import { BehaviorTree } from "./behaviortree.js";
import { diffView } from "./diffview.js";
import { el } from "./dom.js";

const LISTED = 30; /* origins that are listed */

function watchLink(file, cycle) {
    const place = cycle > 0 ? `${file}@${cycle}` : file;
    return el("a", { href: `#watch=${encodeURIComponent(place)}` },
        cycle > 0 ? `${file} at cycle ${cycle}` : file);
}

function outcomes(title, tries, successes) {
    const share = tries ? Math.round((100 * successes) / tries) : 0;
    return el("div", { className: "outcome" }, el("dt", {}, title),
        el("dd", {}, tries
            ? el("meter", { min: 0, max: tries, value: successes, aria: { label: title } }) : null,
        tries ? `${successes} of ${tries} (${share} percent)` : "no tries"));
}

function headerOf(row, behavior) {
    return el("header", {}, el("h2", { id: "behavior-name" }, behavior.name),
        el("p", { className: "muted" }, behavior.goal
            ? `${behavior.kind} for ${behavior.goal}` : behavior.kind,
        ` (${behavior.hash})`));
}

/* ---- repaired behaviors */

export function changeView(row, behavior) {
    const { change } = row;
    const made = el("dl", { className: "outcomes" }, el("div", { className: "outcome" },
        el("dt", {}, "Made from"), el("dd", {}, row.made?.name ?? change.parent)),
    row.made ? outcomes("The earlier behavior succeeded in", row.made.tries, row.made.successes)
        : null,
    outcomes("This behavior succeeded in", behavior.tries, behavior.successes));
    return [headerOf(row, behavior), made, reasons(change.reasons), games(behavior.origin_list),
        el("h3", {}, change.before ? "Before and after"
            : "The earlier behavior is in neither library"),
        change.before ? diffView(change.trees, change.before, change.after)
            : new BehaviorTree(behavior.tree).element,
        details(behavior)];
}

function reasons(list) {
    if (!list.length)
        return null;
    return el("section", { aria: { label: "Reasons" } }, el("h3", {}, "Why"),
        el("ol", { className: "reasons" }, ...list.map(reason => el("li", {},
            el("p", {}, el("b", {}, reason.pattern || "repaired"),
                reason.about ? `: ${reason.about}` : ""),
            reason.failure ? el("p", { className: "muted" }, timesText(reason)) : null,
            reason.modop ? el("p", { className: "done" },
                el("span", { className: "tag" }, "done"), ` ${reason.modop}`) : null))));
}

function timesText({ failure, pattern }) {
    const times = failure.startsWith(`${pattern}:`) ? failure.slice(pattern.length + 1).trim()
        : failure;
    return `Found ${times}.`;
}

/* Each game once, even if several origins name it. */
function games(origins) {
    const known = new Map();
    for (const game of origins.flatMap(origin => origin.games ?? []))
        known.set(`${game.map} ${game.seed}`, game);
    if (!known.size)
        return null;
    const found = [...known.values()].filter(game => game.files.length);
    const lost = known.size - found.length;
    return el("section", { className: "game-links", aria: { label: "Games" } },
        el("h3", {}, "Games that led to the repair"),
        found.length ? el("ul", { className: "games", id: "behavior-games" },
            ...found.map(game => el("li", {}, ...game.files.flatMap((file, i) =>
                [i ? ", or " : "", watchLink(file, 0)]), ` (seed ${game.seed})`))) : null,
        lost ? el("p", { className: "muted" },
            `${lost} ${lost === 1 ? "game is" : "games are"} not in the folders.`) : null);
}

/* ---- any behavior */

export function behaviorView(row, behavior, two) {
    const parts = [headerOf(row, behavior)];
    if (two)
        parts.push(el("p", { className: "differences" }, differences(row)));
    parts.push(el("dl", { className: "outcomes" },
        outcomes(row.in === "both" ? "In the first" : "Succeeded in", behavior.tries,
            behavior.successes),
        row.in === "both" ? outcomes("In the second", row.change.tries[1], row.change.successes[1])
            : null));
    parts.push(reasons(behavior.reasons), games(behavior.origin_list), el("h3", {}, "Tree"),
        behavior.tree ? new BehaviorTree(behavior.tree).element : null, details(behavior));
    return parts.filter(Boolean);
}

function differences(row) {
    if (row.child)
        return el("span", {}, "Only in the first. The second has a behavior made from it: ",
            el("b", {}, row.child.name));
    if (row.in === "both") {
        const { cases, origins, games: played } = row.change;
        const parts = [["cases", cases], ["origins", origins], ["games", played]]
            .filter(([, [x, y]]) => x || y)
            .map(([what, [x, y]]) => `${what} only in the first: ${x}, only in the second: ${y}`);
        return ["In both, with differences.", ...parts].join(" ");
    }
    return { first: "Only in the first.", second: "Only in the second.",
        same: "Equal in both." }[row.in];
}

function details(behavior) {
    return el("div", { className: "more" },
        el("details", { id: "behavior-origins" },
            el("summary", {}, `Origins (${behavior.all_origins})`),
            el("ul", { className: "origins" },
                ...behavior.origin_list.slice(0, LISTED).map(origin =>
                el("li", {}, origin.text, origin.file ? " " : null,
                    origin.file ? watchLink(origin.file, origin.cycle) : null)),
            behavior.all_origins > LISTED
                ? el("li", { className: "muted" }, `and ${behavior.all_origins - LISTED} more`)
                    : null)),
        el("details", { id: "behavior-cases" },
            el("summary", {}, `Cases (${behavior.all_cases})`),
            el("ul", { className: "origins" }, ...behavior.cases.slice(0, LISTED).map(caseText),
                behavior.all_cases > LISTED
                    ? el("li", { className: "muted" }, `and ${behavior.all_cases - LISTED} more`)
                        : null)),
        el("details", { id: "behavior-text" }, el("summary", {}, "As text"),
            el("pre", { tabIndex: 0, aria: { label: "Text of the behavior" } }, behavior.text)));
}

function caseText({ cycle, map, done }) {
    const place = cycle >= 0 ? `at ${cycle}${map ? ` in ${map}` : ""}` : "at an unknown place";
    return el("li", {}, `${place}, ${done.length ? `after ${done.join(", ")}` : "at its start"}`);
}
