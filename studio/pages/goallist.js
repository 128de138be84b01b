/* The goals that are open, which can be moved at both edges and closed, and those that are closed.
 * What did not change stays the element that it is. */

import { button, el, many, setText } from "./dom.js";
import { goalText } from "./goaltext.js";

export class GoalList {
    constructor(palette) {
        this.palette = palette;
        this.items = new Map(); /* by id, and whether it is open */
        this.open = el("ul", { id: "goals-open", className: "goals" });
        this.closed = el("ul", { id: "goals-closed", className: "goals" });
    }

    show() {
        const { goals } = this.palette, depth = depthsOf(goals), used = new Map();
        const item = goal => {
            const key = `${goal.id}.${goal.open}`;
            const made = this.items.get(key) ?? (goal.open ? this.openItem(goal) :
                this.closedItem(goal));
            used.set(key, made);
            made.show(goal, depth.get(goal.id));
            return made.element;
        };
        const open = goals.filter(goal => goal.open).map(item);
        const closed = goals.filter(goal => !goal.open).reverse().map(item);
        this.items = used;
        this.put(this.open, open);
        this.put(this.closed, closed);
    }

    /* Who was about to press on what is gone is on the map again. */
    put(list, elements) {
        const focused = list.contains(document.activeElement);
        for (const old of [...list.children])
            if (!elements.includes(old))
                old.remove();
        elements.forEach((element, i) => {
            if (list.children[i] !== element)
                list.insertBefore(element, list.children[i] ?? null);
        });
        if (focused && document.activeElement === document.body)
            this.palette.play.canvas.focus({ preventScroll: true });
    }

    text(goal) {
        return goalText(this.palette.play.game, goal);
    }

    drop(goal) {
        return button(`goal-drop-${goal.id}`, "Drop",
            () => this.palette.ask("goal.drop", { id: goal.id }),
            { className: "small", aria: { label: `Drop ${goal.goal}: it was never meant` } });
    }

    openItem(goal) {
        const { palette } = this, whole = goal.id === palette.top;
        const text = el("span", { className: "goal-text" });
        const orders = el("span", { className: "goal-orders" });
        const edges = whole ? null : this.edges(goal);
        const element = el("li", { data: { goal: goal.id, open: "true" } }, text, orders,
            edges?.element);
        return { element, show: (now, depth) => {
            const late = palette.endsBefore(now);
            setText(text, this.text(now));
            setText(orders, count(now.orders) + (now.achieved ? ", reached" : "") +
                (!whole ? "" : palette.isWhole(now.id) ? ", the whole game" :
                    ", all that you do"));
            Object.assign(element.dataset, { orders: now.orders, ends: late,
                achieved: String(Boolean(now.achieved)) });
            element.style.marginLeft = `${Math.min(4, depth) * 10}px`;
            edges?.show(now, late);
        } };
    }

    /* Where it begins and ends, in orders that were given since. */
    edges({ id, ...goal }) {
        const { palette } = this;
        const from = new Settled(`goal-back-${id}`, "Orders that it holds",
            orders => palette.ask("goal.back", { id, orders }));
        const to = new Settled(`goal-end-${id}`, "Of these after its end",
            orders => palette.endBefore(id, orders));
        const close = button(`goal-close-${id}`, "Close", () => palette.close(id),
            { className: "small" });
        const element = el("div", { className: "row" }, close, el("label",
            { className: "small-label", htmlFor: from.input.id }, "last"), from.input,
        el("label", { className: "small-label", htmlFor: to.input.id }, "but"), to.input,
        this.drop({ id, ...goal }));
        return { element, show: (now, late) => {
            from.show(now.orders, palette.orders);
            to.show(late, now.orders);
            close.title = late ? `Close it before the last ${count(late)}` : "Close it now";
        } };
    }

    closedItem(goal) {
        const text = el("span", { className: "goal-text" });
        const told = el("span", { className: "goal-orders" });
        const element = el("li", { data: { goal: goal.id, open: "false" } }, text, told,
            this.drop(goal));
        return { element, show: now => {
            setText(text, this.text(now));
            setText(told, `${count(now.orders)}, ${now.achieved ? "reached" : "not reached"}, ` +
                `cycles ${now.opened} to ${now.closed}`);
            Object.assign(element.dataset, { orders: now.orders,
                achieved: String(Boolean(now.achieved)) });
        } };
    }
}

export function count(orders) {
    return many(orders, "order");
}

function depthsOf(goals) {
    const byId = new Map(goals.map(goal => [goal.id, goal])), depth = new Map();
    const of = goal => {
        if (!depth.has(goal.id)) {
            const parent = byId.get(goal.parent);
            depth.set(goal.id, parent ? of(parent) + 1 : 0);
        }
        return depth.get(goal.id);
    };
    goals.forEach(of);
    return depth;
}

/* A number that is heeded when it is settled: Enter, or the focus goes elsewhere. While it has the
 * focus nothing else writes it. Escape: as it was. */
class Settled {
    constructor(id, label, act) {
        this.act = act;
        this.known = this.settled = "";
        this.input = el("input", { type: "number", min: "0", id, title: label, aria: { label },
            on: { keydown: event => this.press(event), blur: () => this.settle().then(() =>
                this.refresh()) } });
    }

    press(event) {
        if (event.key === "Enter")
            this.settle();
        else if (event.key === "Escape")
            this.input.value = this.settled;
    }

    async settle() {
        const { value, max } = this.input, number = Number(value);
        if (value === this.settled)
            return;
        if (value === "" || !Number.isInteger(number) || number < 0 || number > Number(max)) {
            this.input.value = this.settled;
            return;
        }
        this.settled = value;
        await this.act(number);
    }

    show(value, max) {
        this.known = String(value);
        this.input.max = String(max);
        this.refresh();
    }

    refresh() {
        if (document.activeElement === this.input)
            return;
        this.settled = this.known;
        if (this.input.value !== this.known)
            this.input.value = this.known;
    }
}
