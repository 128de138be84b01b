/* The behaviors that learning would make of the present labels, with the lines that the last
 * change changed. */

import { el, fill, setText } from "./dom.js";
import { pluralize } from "./text.js";

const WARNINGS = 100;

export class Preview {
    constructor(labels) {
        this.labels = labels;
        this.before = new Map(); /* by goal: its text before the last change */
        this.changed = new Set();
        this.status = el("p", { id: "preview-count", className: "muted",
            attrs: { role: "status" } });
        this.picker = el("select", { id: "preview-pick", aria: { label: "Behavior" },
            on: { change: () => this.choose(Number(this.picker.value)) } });
        this.text = el("pre", { id: "preview", className: "brl", tabIndex: 0,
            aria: { label: "The behavior's text" }, attrs: { role: "region" } });
        this.notes = el("div", { className: "preview-notes" });
        this.element = el("section", { className: "card label-panel label-preview",
            aria: { label: "Behaviors" } },
            el("div", { className: "label-panel-head" }, el("h2", {}, "Behaviors"), this.status),
            this.notes, this.picker, this.text);
        labels.on("opened", () => {
            this.before.clear();
            this.list = null;
        });
        labels.on("study", () => this.update());
        labels.on("selected", () => this.follow());
        labels.on("changed", () => setText(this.status, "learning ..."));
    }

    update() {
        const { study } = this.labels, first = !this.list;
        this.list = study.behaviors;
        this.marks = new Map();
        this.changed.clear();
        const now = new Map();
        for (const behavior of this.list) {
            const key = keyOf(behavior), was = this.before.get(key);
            now.set(key, behavior.text);
            if (!first && was !== behavior.text) {
                this.changed.add(behavior);
                this.marks.set(behavior, changedLines(was ?? "", behavior.text));
            }
        }
        this.before = now;
        const { changed } = this;
        setText(this.status, study.unlearned ? "no behaviors" :
            `${pluralize(study.learned, "behavior")}, ${pluralize(study.cases, "case")}` +
            (changed.size ? `; ${changed.size} changed` : ""));
        const { info } = this.labels;
        fill(this.notes, study.unlearned ? el("p", { className: "error" }, study.unlearned) : null,
            study.unlabeled ? el("p", { className: "warning" },
                `${pluralize(study.unlabeled, "order")} without a goal: left out`) : null,
            study.withheld ? el("p", { id: "preview-withheld", className: "warning" },
                `${pluralize(study.withheld, "suggestion")}: left out until accepted`) : null,
            info.seats[info.seat].game === "lost" ? el("p", { id: "preview-lost",
                className: "warning" }, "This seat lost the game: learn leaves it out unless " +
                `--seat ${info.seat} asks for it`) : null,
            study.warnings.length ? this.warnings(study.warnings) : null);
        this.layPicker();
        this.follow(true);
    }

    warnings(list) {
        const shown = list.slice(0, WARNINGS).map(({ text }) => el("li", {}, text));
        if (list.length > WARNINGS)
            shown.push(el("li", {}, `${list.length - WARNINGS} more`));
        return el("details", { id: "preview-warnings" }, el("summary", { className: "warning" },
            `${pluralize(list.length, "warning")} from learning`),
        el("ul", { tabIndex: 0, aria: { label: "Warnings of learning" } }, ...shown));
    }

    layPicker() {
        fill(this.picker, ...this.list.map((behavior, i) => el("option", { value: String(i) },
            (this.changed.has(behavior) ? "\u25cf " : "") + behavior.goal)));
        this.picker.disabled = this.list.length === 0;
    }

    /* Shows the behavior of the chosen goal, else a changed one, else the one shown before. */
    follow(anew = false) {
        if (!this.list)
            return;
        let at = this.list.findIndex(({ instance }) => instance === this.labels.goal);
        if (at < 0 && anew)
            at = this.list.findIndex(behavior => this.changed.has(behavior));
        if (at < 0)
            at = this.list.findIndex(behavior => keyOf(behavior) === this.shown);
        const next = Math.max(0, at);
        if (anew || this.list[next] !== this.drawn)
            this.choose(next);
    }

    choose(i) {
        const behavior = this.list[i];
        this.drawn = behavior;
        if (!behavior) {
            fill(this.text);
            return;
        }
        this.picker.value = String(i);
        this.shown = keyOf(behavior);
        const marks = this.marks.get(behavior);
        const lines = behavior.text.replace(/\n$/, "").split("\n").map((line, k) =>
            el("div", { className: "brl-line", data: { changed: String(Boolean(marks?.has(k))) } },
                ...brlLine(line)));
        fill(this.text, ...lines);
        this.text.querySelector("[data-changed=true]")?.scrollIntoView({ block: "nearest" });
    }
}

/* The goal that the behavior was learned from; its name depends on its text. */
function keyOf(behavior) {
    return behavior.instance || behavior.name;
}

/* Indexes of lines that the earlier text does not have, wherever it has them. */
function changedLines(was, now) {
    const left = new Map(), marks = new Set();
    for (const line of was.split("\n"))
        left.set(line, (left.get(line) ?? 0) + 1);
    now.replace(/\n$/, "").split("\n").forEach((line, i) => {
        const many = left.get(line) ?? 0;
        if (many > 0)
            left.set(line, many - 1);
        else if (i > 0 || was === "") /* the first line holds the name, which always differs */
            marks.add(i);
    });
    return marks;
}

/* ---- syntax highlighting */

const STATEMENTS = "behavior achieves slot when while do order sequence parallel tree before " +
    "goal act query if then else and or not entity group cell of seat in";
const KINDS = "achieve increase maintain self enemy neutral";
const WORDS = new Map([...STATEMENTS.split(" ").map(word => [word, "statement"]),
    ...KINDS.split(" ").map(word => [word, "kind"])]);
const TOKEN = /"(?:[^"\\]|\\.)*"|#.*$|[A-Za-z_][\w-]*|-?\d+(?:\.\d+)?|./g;

function brlLine(line) {
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
