/* The lists of open goals, whose edges can be moved, and of closed goals. Unchanged goals keep
 * their elements, and thus their focus. */

import { button, el, setText } from "./dom.js";
import { goalText, pluralize } from "./text.js";

export class GoalList {
    constructor(panel) {
        this.panel = panel;
        this.items = new Map(); /* by id and state */
        this.open = el("ul", { id: "goals-open", className: "goals" });
        this.closed = el("ul", { id: "goals-closed", className: "goals" });
    }

    show() {
        const { goals } = this.panel, depth = depthsOf(goals), used = new Map();
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

    /* If the focused element was removed, the map gets the focus. */
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
            this.panel.play.canvas.focus({ preventScroll: true });
    }

    text(goal) {
        return goalText(this.panel.play.game, goal);
    }

    drop(goal) {
        return button(`goal-drop-${goal.id}`, "Drop",
            () => this.panel.request("goal.drop", { id: goal.id }),
            { className: "small",
                aria: { label: `Drop ${goal.goal}: it was opened by mistake` } });
    }

    openItem(goal) {
        const { panel } = this, whole = goal.id === panel.top;
        const text = el("span", { className: "goal-text" });
        const orders = el("span", { className: "goal-orders" });
        const edges = whole ? null : this.edges(goal);
        const element = el("li", { data: { goal: goal.id, open: "true" } }, text, orders,
            edges?.element);
        return { element, show: (now, depth) => {
            const late = panel.endsBefore(now);
            setText(text, this.text(now));
            setText(orders, ordersText(now.orders) + (now.achieved ? ", reached" : "") +
                (!whole ? "" : panel.isWhole(now.id) ? ", the whole game" :
                    ", all your orders"));
            Object.assign(element.dataset, { orders: now.orders, ends: late,
                achieved: String(Boolean(now.achieved)) });
            element.style.marginLeft = `${Math.min(4, depth) * 10}px`;
            edges?.show(now, late);
        } };
    }

    /* Fields for the edges of a goal, in orders counted back from the last one. */
    edges({ id, ...goal }) {
        const { panel } = this;
        const from = new NumberInput(`goal-back-${id}`,
            "Number of the last orders that the goal holds",
            orders => panel.request("goal.back", { id, orders }));
        const to = new NumberInput(`goal-end-${id}`,
            "Number of these orders that come after its end",
            orders => panel.endBefore(id, orders));
        const close = button(`goal-close-${id}`, "Close", () => panel.close(id),
            { className: "small" });
        const element = el("div", { className: "row" }, close, el("label",
            { className: "small-label", htmlFor: from.input.id }, "last"), from.input,
        el("label", { className: "small-label", htmlFor: to.input.id }, "except"), to.input,
        this.drop({ id, ...goal }));
        return { element, show: (now, late) => {
            from.show(now.orders, panel.orders);
            to.show(late, now.orders);
            close.title = late ? `Close it before the last ${ordersText(late)}` : "Close it now";
        } };
    }

    closedItem(goal) {
        const text = el("span", { className: "goal-text" });
        const summary = el("span", { className: "goal-orders" });
        const element = el("li", { data: { goal: goal.id, open: "false" } }, text, summary,
            this.drop(goal));
        return { element, show: now => {
            setText(text, this.text(now));
            setText(summary,
                `${ordersText(now.orders)}, ${now.achieved ? "reached" : "not reached"}, ` +
                `cycles ${now.opened} to ${now.closed}`);
            Object.assign(element.dataset, { orders: now.orders,
                achieved: String(Boolean(now.achieved)) });
        } };
    }
}

export function ordersText(orders) {
    return pluralize(orders, "order");
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

/* A number field that acts on Enter or when it loses the focus. While it has the focus, updates
 * do not change its text. Escape restores it. */
class NumberInput {
    constructor(id, label, act) {
        this.act = act;
        this.known = this.committed = "";
        this.input = el("input", { type: "number", min: "0", id, title: label, aria: { label },
            on: { keydown: event => this.press(event), blur: () => this.commit().then(() =>
                this.refresh()) } });
    }

    press(event) {
        if (event.key === "Enter")
            this.commit();
        else if (event.key === "Escape")
            this.input.value = this.committed;
    }

    async commit() {
        const { value, max } = this.input, number = Number(value);
        if (value === this.committed)
            return;
        if (value === "" || !Number.isInteger(number) || number < 0 || number > Number(max)) {
            this.input.value = this.committed;
            return;
        }
        this.committed = value;
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
        this.committed = this.known;
        if (this.input.value !== this.known)
            this.input.value = this.known;
    }
}
