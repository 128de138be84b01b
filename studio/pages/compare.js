/* What libraries hold and differ in, and how experiments stand: #compare=library:FILE, two with a
 * bar between them (library:FILE|FILE), #compare=experiment:FILE. */

import { el, fill } from "./dom.js";
import { openExperiment } from "./experiment.js";
import { openLibraries } from "./libraries.js";
import { compareLink, experimentName } from "./places.js";

const KINDS = { library: openLibraries, experiment: openExperiment };

export async function open(root, params, studio) {
    const [, kind, rest] = /^([a-z]+):(.*)$/s.exec(params) ?? [];
    const home = await studio.link.ask("home");
    if (KINDS[kind])
        return KINDS[kind](root, rest.split("|"), home, studio);
    fill(root, chooser(home));
    return { close: () => {} };
}

function chooser(home) {
    return el("div", { className: "compare-choose" },
        list("choose-library", "Libraries", "What a library holds, and what two differ in.",
            home.libraries, "library"),
        list("choose-experiment", "Experiments", "How far an experiment is, and what it found.",
            home.experiments, "experiment"));
}

function list(id, title, about, files, kind) {
    const rows = files.map(({ file }) => el("li", {},
        el("a", { className: "grow", href: compareLink(kind, file) },
            kind === "experiment" ? experimentName(file) : file)));
    return el("section", { className: "card", id, aria: { labelledby: `${id}-title` } },
        el("h2", { id: `${id}-title` }, title), el("p", { className: "soft" }, about),
        rows.length ? el("ul", { className: "rows" }, ...rows)
            : el("p", { className: "soft" }, "There are none in the folders."));
}
