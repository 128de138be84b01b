/* Page Compare: the choice of a file, one library, or two libraries side by side.
 * #compare=library:FILE, #compare=library:FILE|FILE, #compare=experiment:FILE (experiment.js). */

import { behaviorView, changeView } from "./behaviorview.js";
import { button, el, field, fill, select } from "./dom.js";
import { openExperiment } from "./experiment.js";
import { LibraryList } from "./librarylist.js";
import { storyView } from "./storyview.js";
import { compareLink, experimentName, problemText } from "./text.js";

const KINDS = { library: openLibraries, experiment: openExperiment };

export async function open(root, params, studio) {
    const [, kind, rest] = /^([a-z]+):(.*)$/s.exec(params) ?? [];
    const home = await studio.connection.request("home");
    if (KINDS[kind])
        return KINDS[kind](root, rest.split("|"), home, studio);
    fill(root, chooser(home));
    return { close: () => {} };
}

function chooser(home) {
    return el("div", { className: "compare-choose" },
        fileList("choose-library", "Libraries",
            "The behaviors of a library, or the differences of two.",
            home.libraries, "library"),
        fileList("choose-experiment", "Experiments",
            "The progress and the results of an experiment.",
            home.experiments, "experiment"));
}

function fileList(id, title, about, files, kind) {
    const rows = files.map(({ file }) => el("li", {},
        el("a", { className: "grow", href: compareLink(kind, file) },
            kind === "experiment" ? experimentName(file) : file)));
    return el("section", { className: "card", id, aria: { labelledby: `${id}-title` } },
        el("h2", { id: `${id}-title` }, title), el("p", { className: "muted" }, about),
        rows.length ? el("ul", { className: "rows" }, ...rows)
            : el("p", { className: "muted" }, "There are none in the folders."));
}

function openLibraries(root, [first, second], home, studio) {
    const page = new Libraries(first, second, home, studio);
    fill(root, page.element);
    page.load();
    return { close: () => page.close() };
}

const SIGNS = { first: "-", second: "+", both: "~", same: "" };
const NOTES = 100; /* notes that are shown */

class Libraries {
    constructor(first, second, home, studio) {
        this.files = [first, second].filter(Boolean);
        this.off = studio.connection.on("open", () => this.failed && this.load());
        this.studio = studio;
        this.list = new LibraryList(row => this.show(row), Boolean(second));
        this.detail = el("section", { id: "behavior", className: "behavior", tabIndex: 0,
            aria: { label: "Behavior" } });
        this.summary = el("p", { id: "library-summary", className: "muted",
            attrs: { role: "status" } },
            "Loading");
        this.element = el("div", { className: "libraries" },
            this.bar(first, second ?? "", home), this.list.element, this.detail);
    }

    close() {
        this.closed = true;
        this.off();
    }

    bar(first, second, home) {
        const files = [...new Set([...home.libraries.map(({ file }) => file), ...this.files])];
        const options = files.map(file => ({ value: file, text: file }));
        const one = select(options, first);
        const two = select([{ value: "", text: "(none)" }, ...options], second);
        const swap = button("library-swap", "Swap",
            () => this.studio.go(compareLink("library", two.value, one.value)),
            { disabled: !second });
        this.notes = el("details", { id: "library-notes", hidden: true });
        this.story = el("details", { id: "library-story", hidden: true });
        const go = event => {
            event.preventDefault();
            this.studio.go(compareLink("library", one.value, two.value));
        };
        return el("form", { className: "library-bar", on: { submit: go } },
            field("library-first", "Library", one),
            field("library-second", "Compare with (the later library)", two),
            button("library-show", "Show", () => {}, { type: "submit" }), swap, this.summary,
            this.notes, this.story);
    }

    async load() {
        this.failed = false;
        try {
            this.tell();
            const [a, b] = await Promise.all(this.files.map(file =>
                this.studio.connection.request("library.list", { file })));
            const diff = b ? await this.studio.connection.request("library.diff",
                { a: this.files[0], b: this.files[1] }) : null;
            if (!this.closed)
                this.offer(a, b, diff);
        } catch (error) {
            this.failed = true;
            fill(this.detail, el("p", { className: "error", attrs: { role: "alert" } },
                problemText(error)));
            this.summary.textContent = "";
        }
    }

    offer(a, b, diff) {
        const rows = b ? joined(a, b, diff) : a.behaviors.map(row => ({ ...row, sign: "" }));
        this.summary.textContent = b ? summary(rows, diff)
            : `${rows.length} behaviors of domain ${a.domain}`;
        this.note(diff?.features ?? []);
        this.list.offer(rows);
        if (!rows.length)
            fill(this.detail, el("p", { className: "muted" }, "The library has no behaviors."));
    }

    /* The stories of the later library's adaptations. */
    async tell() {
        const file = this.files.at(-1);
        try {
            const stories = await this.studio.connection.request("library.stories", { file });
            this.story.hidden = !stories.told.length;
            fill(this.story, el("summary", {}, `What adaptations found and changed in ${file}`),
                el("div", { className: "story", tabIndex: 0, attrs: { role: "group" },
                    aria: { label: "Stories" } }, ...storyView(stories)));
        } catch (error) {
            this.story.hidden = false;
            fill(this.story, el("summary", {}, problemText(error)));
        }
    }

    /* Differences other than behaviors: features, slots, games seen. */
    note(texts) {
        this.notes.hidden = !texts.length;
        fill(this.notes, el("summary", {}, `Other differences (${texts.length})`),
            el("ul", {}, ...texts.slice(0, NOTES).map(text => el("li", {}, text)),
                texts.length > NOTES ? el("li", {}, `and ${texts.length - NOTES} more`) : null));
    }

    async show(row) {
        const turn = this.turn = (this.turn ?? 0) + 1;
        const file = this.files[row.in === "second" ? 1 : 0];
        try {
            const behavior = await this.studio.connection.request("library.behavior",
                { file, hash: row.hash });
            if (turn !== this.turn || this.closed)
                return;
            fill(this.detail, ...(row.change?.reasons ? changeView(row, behavior)
                : behaviorView(row, behavior, this.files.length > 1)));
            this.detail.scrollTop = 0;
        } catch (error) {
            fill(this.detail, el("p", { className: "error", attrs: { role: "alert" } },
                problemText(error)));
        }
    }
}

/* The behaviors of both libraries; a repaired behavior takes the place of the one it was made
 * from. */
function joined(a, b, diff) {
    const changes = new Map(diff.behaviors.map(change => [change.hash, change]));
    const rows = new Map();
    for (const [list, side] of [[a, "first"], [b, "second"]])
        for (const row of list.behaviors) {
            const change = changes.get(row.hash), where = change?.in ?? "same";
            if (!rows.has(row.hash))
                rows.set(row.hash, { ...row, in: where === "same" ? "same" : where || side, change,
                    sign: SIGNS[where], other: null });
            else
                rows.get(row.hash).other = row;
        }
    for (const row of rows.values())
        if (row.change?.parent && rows.get(row.change.parent)?.in === "first")
            row.made = rows.get(row.change.parent);
    for (const row of rows.values())
        if (row.made)
            row.made.child = row;
    return [...rows.values()].sort((x, y) => rank(x) - rank(y));
}

function rank(row) {
    if (row.change?.reasons)
        return 0;
    return { second: 1, both: 2, first: 3, same: 4 }[row.in];
}

function count(rows, test, one, many) {
    const number = rows.filter(test).length;
    return number ? `${number} ${number === 1 ? one : many}` : null;
}

function summary(rows, diff) {
    if (diff.equal)
        return "Both libraries are equal.";
    return [count(rows, row => row.change?.reasons, "repaired", "repaired"),
        count(rows, row => row.in === "second" && !row.change?.reasons, "new", "new"),
        count(rows, row => row.in === "first", "removed", "removed"),
        count(rows, row => row.in === "both", "with other cases or outcomes",
            "with other cases or outcomes"),
        count(rows, row => row.in === "same", "equal", "equal")]
        .filter(Boolean).join(", ");
}
