/* The names of the lanes, as a tree with only the rows in view in the document. It has the
 * keyboard focus; the chosen lane is its active item, which a screen reader reads. */

import { el, fill } from "./dom.js";
import { end, first, orderCount } from "./labels.js";
import { goalColor, ROW } from "./lanes.js";
import { pluralize } from "./text.js";

export class LaneNames {
    constructor(lanes) {
        this.lanes = lanes;
        this.labels = lanes.labels;
        this.head = el("div", { className: "lane-name lane-orders", id: "lane-orders",
            on: { click: () => this.choose(0) } });
        this.rows = el("div", { className: "lane-rows", attrs: { role: "presentation" } });
        this.element = el("div", { className: "lane-names", id: "lane-tree", tabIndex: 0,
            attrs: { role: "tree" }, aria: { label: "Nested goals. Arrow keys move among goals " +
                "and orders, the question mark lists all keys" } }, this.rows);
        this.made = new Map(); /* by id: { element, key } */
    }

    choose(id) {
        this.labels.choose(id);
        this.element.focus();
    }

    draw() {
        const { labels, lanes } = this, { rows, goal } = labels;
        this.drawHead();
        const from = Math.max(0, Math.floor(lanes.scroll.scrollTop / ROW) - 4);
        const to = Math.min(rows.length,
            Math.ceil((lanes.scroll.scrollTop + lanes.height) / ROW) + 4);
        const shown = new Set();
        for (let i = from; i < to; i++)
            shown.add(i);
        if (goal)
            shown.add(labels.place.get(goal));
        const made = new Map();
        for (const i of [...shown].sort((a, b) => a - b))
            made.set(rows[i].goal.id, this.row(rows[i], i));
        for (const [id, { element }] of this.made)
            if (!made.has(id))
                element.remove();
        this.made = made;
        if (goal)
            this.element.setAttribute("aria-activedescendant", `lane-${goal}`);
        else
            this.element.removeAttribute("aria-activedescendant");
    }

    drawHead() {
        const { labels } = this, { length } = labels.orders;
        const text = pluralize(length, "order");
        this.head.dataset.chosen = String(!labels.goal);
        const key = `${text} ${labels.unlabeled}`;
        if (this.head.dataset.key === key)
            return;
        this.head.dataset.key = key;
        fill(this.head, el("b", {}, text), el("span", { id: "unlabeled-orders",
            className: labels.unlabeled ? "error" : "muted",
            data: { unlabeled: String(labels.unlabeled) } },
        labels.unlabeled ? `${labels.unlabeled} without a goal: N` : "each has a goal"));
    }

    row({ goal, depth }, i) {
        const findings = this.labels.findings.get(goal.id) ?? [];
        const errors = findings.filter(finding => finding.kind === "error").length;
        const chosen = goal.id === this.labels.goal;
        const key = JSON.stringify([goal, depth, findings.length, errors, chosen, i]);
        const known = this.made.get(goal.id);
        if (known?.key === key)
            return known;
        const element = known?.element ?? el("div", { id: `lane-${goal.id}`, className: "lane-name",
            data: { goal: String(goal.id) }, attrs: { role: "treeitem" },
            on: { click: () => this.choose(goal.id), dblclick: () => this.lanes.onEdit?.() } });
        this.fillRow(element, goal, findings, errors);
        element.setAttribute("aria-level", String(depth + 1));
        element.setAttribute("aria-selected", String(chosen));
        element.dataset.suggested = String(goal.suggested);
        element.style.top = `${i * ROW}px`;
        element.style.paddingLeft = `${8 + Math.min(8, depth) * 12}px`;
        if (!known)
            this.rows.append(element);
        return { element, key };
    }

    fillRow(element, goal, findings, errors) {
        const mark = el("span", { className: "lane-mark", aria: { hidden: "true" } });
        mark.style.background = goalColor(goal.goal);
        fill(element, mark,
            el("span", { className: "lane-text" }, shortText(goal, this.labels.info.seat)),
            goal.suggested ? el("span", { className: "lane-tag" }, "suggested") : null,
            findings.length ? el("span", { className: errors ? "lane-flag bad" : "lane-flag",
                title: findings.map(finding => finding.text).join("\n") },
            errors ? "\u2716" : "\u26a0", el("span", { className: "visually-hidden" },
                ` ${pluralize(findings.length, "finding")}`)) : null,
            el("span", { className: "visually-hidden" },
                `, ${pluralize(orderCount(goal), "order")}, ` +
                `numbers ${first(goal) + 1} to ${end(goal)}, ` +
                (goal.closed < 0 ? "end unknown" : goal.achieved ? "reached" : "not reached")));
        element.title = goal.text + (goal.why ? `\n${goal.why}` : "");
    }
}

/* The text of a goal without its own seat and without obvious argument names. */
export function shortText(goal, seat) {
    return goal.text.replace(new RegExp(`player: ${seat}(, )?`), "").replace("()", "")
        .replace(/\b(type|number): /g, "").replace(/"/g, "");
}
