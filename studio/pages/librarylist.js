/* The list of behaviors, filtered by goal or name and by state. Arrow keys move in it. */

import { button, el, field, fill, select } from "./dom.js";
import { pluralize } from "./text.js";

const STATES = [
    { value: "all", text: "All" },
    { value: "changed", text: "Changed" },
    { value: "repaired", text: "Repaired" },
    { value: "first", text: "Only in the first" },
    { value: "second", text: "Only in the second" },
    { value: "both", text: "In both, with differences" },
];
const SHOWN = 400; /* rows that are shown */

export class LibraryList {
    constructor(choose, two) {
        this.choose = choose;
        this.rows = [];
        this.goal = el("input", { type: "search", placeholder: "BuildUnits",
            autocomplete: "off",
            on: { input: () => this.layOut() } });
        this.state = select(two ? STATES : [STATES[0], { value: "tried", text: "Tried" },
            STATES[2]], two ? "changed" : "all");
        this.state.addEventListener("change", () => this.layOut());
        this.count = el("p", { className: "muted", id: "library-count",
            attrs: { role: "status" } });
        this.items = el("ul", { id: "behaviors", className: "behaviors",
            aria: { label: "Behaviors" }, on: { keydown: event => this.press(event) } });
        this.element = el("section", { className: "library-list", aria: { label: "List" } },
            el("div", { className: "filters" }, field("filter-goal", "Goal or name", this.goal),
                field("filter-state", "Show", this.state)), this.count, this.items);
    }

    offer(rows) {
        this.rows = rows;
        if (!rows.some(row => this.fits(row)))
            this.state.value = "all";
        this.layOut();
        const first = this.items.querySelector("button");
        first?.click();
        if (document.activeElement === document.body)
            first?.focus();
    }

    fits(row) {
        const state = this.state.value, wanted = this.goal.value.trim().toLowerCase();
        if (wanted && !`${row.goal} ${row.name} ${row.classes}`.toLowerCase().includes(wanted))
            return false;
        return state === "all" || row.in === state ||
            (state === "changed" && row.in && row.in !== "same") ||
            (state === "repaired" && /^from /.test(row.origin)) ||
            (state === "tried" && row.tries > 0);
    }

    layOut() {
        const rows = this.rows.filter(row => this.fits(row)), shown = rows.slice(0, SHOWN);
        this.count.textContent = rows.length > SHOWN ? `The first ${SHOWN} of ${rows.length}`
            : `${rows.length} of ${this.rows.length}`;
        fill(this.items, ...shown.map(row => this.item(row)));
        this.mark();
    }

    item(row) {
        const tries = row.tries ? `${row.successes} of ${row.tries} tries succeeded`
            : "never tried";
        const entry = button(`behavior-${row.hash}`, "", () => this.pick(row), {
            className: "behavior-row", data: { hash: row.hash, state: stateOf(row) },
            aria: { current: String(row.hash === this.picked) }, tabIndex: -1 });
        entry.append(
            el("span", { className: "sign", aria: { hidden: "true" } }, row.sign),
            el("span", { className: "grow" }, el("span", { className: "visually-hidden" },
                stateText(row)), row.name, el("small", {},
                `${pluralize(row.cases, "case")}, ${tries}`)));
        return el("li", {}, entry);
    }

    pick(row) {
        this.picked = row.hash;
        this.mark();
        this.choose(row);
    }

    /* Only the picked row is in the order of the Tab key. */
    mark() {
        const entries = [...this.items.querySelectorAll("button")];
        const picked = entries.find(entry => entry.dataset.hash === this.picked) ?? entries[0];
        for (const entry of entries) {
            entry.setAttribute("aria-current", String(entry.dataset.hash === this.picked));
            entry.tabIndex = entry === picked ? 0 : -1;
        }
    }

    press(event) {
        const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
        if (!step)
            return;
        const entries = [...this.items.querySelectorAll("button")];
        const at = entries.indexOf(document.activeElement);
        const next = entries[Math.max(0, Math.min(entries.length - 1, at + step))];
        next?.focus();
        next?.click();
        event.preventDefault();
    }
}

function stateOf(row) {
    return row.change?.reasons ? "repaired" : row.in ?? "same";
}

function stateText(row) {
    return { repaired: "Repaired: ", first: "Only in the first: ",
        second: "Only in the second: ", both: "In both, with differences: " }[stateOf(row)] ?? "";
}
