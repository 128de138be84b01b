/* The form of a goal on page Label: goal type, kind and arguments. For an existing goal, it adds
 * parent, end, findings and actions. */

import { button, el, field, fill, select } from "./dom.js";
import { end, first, orderCount } from "./labels.js";
import { shortText } from "./lanenames.js";
import { humanize, pluralize, seatName } from "./text.js";

const KINDS = ["achieve", "increase", "maintain"];

export class LabelForm {
    constructor(labels, actions) {
        this.labels = labels;
        this.actions = actions;
        this.adding = null; /* orders [first, end) of a new goal */
        this.element = el("section", { id: "label-goal", className: "label-goal card",
            aria: { label: "Goal" } });
        this.found = el("div", {});
        this.ending = el("span", {});
        labels.on("opened", () => this.cancel());
        labels.on("changed", () => this.layOut());
        labels.on("study", () => this.layOut());
        labels.on("selected", () => this.follow());
    }

    follow() {
        const { labels } = this;
        if (this.adding && labels.goal)
            this.adding = null;
        else if (this.adding)
            this.adding = labels.range;
        this.layOut();
    }

    /* Starts a new goal for the chosen orders. */
    add() {
        const { labels } = this, { goals } = labels.domain;
        if (labels.readOnly || !labels.orders.length)
            return;
        labels.choose(0, labels.order, true);
        this.adding = labels.range;
        const last = goals.find(goal => goal.name === this.last);
        this.start(last ?? goals[0], null);
        this.layOut();
        this.element.querySelector("select")?.focus();
    }

    cancel() {
        this.adding = null;
        this.shown = "";
        this.layOut();
    }

    start(goal, instance) {
        this.goal = goal;
        this.kind = instance?.kind ?? goal.kind;
        this.args = instance ? { ...instance.args } : firstArgs(this.labels, goal);
    }

    /* Lays out the form if its content changed; what a person is typing stays, whatever findings
     * arrive. */
    layOut() {
        const { labels } = this, { chosen } = labels;
        const shown = JSON.stringify([this.adding, chosen, labels.readOnly,
            this.adding || chosen ? null : [labels.range, this.hasWhole()]]);
        if (!labels.info)
            return;
        if (shown === this.shown) {
            this.layOutFound(chosen);
            return;
        }
        this.shown = shown;
        if (this.adding)
            this.layOutForm(null);
        else if (chosen)
            this.layOutChosen(chosen);
        else
            this.layOutNothing();
        this.layOutFound(chosen);
    }

    hasWhole() {
        return this.labels.rows.some(({ goal }) => this.labels.isWhole(goal));
    }

    layOutNothing() {
        const { labels } = this, [from, to] = labels.range, whole = this.hasWhole();
        fill(this.element, el("h2", {}, "Orders"),
            el("p", {}, !labels.orders.length ? "This seat gave no orders." : to - from === 1 ?
                `Order ${labels.orders[from].id} is chosen.` : `${to - from} orders are chosen.`),
            labels.readOnly || !labels.orders.length ? null :
                el("div", { className: "row" },
                    button("goal-add", "Add a goal for these orders (A)", () => this.add(),
                        { className: "primary" }),
                    whole ? null : button("goal-top", "Add the game's own goal",
                        () => this.addTop())));
    }

    /* Adds the goal of the highest rank over all orders. */
    addTop() {
        const { labels } = this;
        const goal = labels.domain.goals.reduce((a, b) => (b.rank > a.rank ? b : a));
        labels.edit("add", { goal: goal.name, args: firstArgs(labels, goal), first: 0,
            end: labels.orders.length });
    }

    layOutChosen(goal) {
        const { labels } = this;
        this.start(labels.domain.goal(goal.goal), goal);
        if (labels.readOnly) {
            fill(this.element, el("h2", {}, shortText(goal, labels.info.seat)), this.facts(goal));
            return;
        }
        this.layOutForm(goal);
    }

    facts(goal) {
        return el("div", {},
            el("p", { className: "muted" },
                `${pluralize(orderCount(goal), "order")}, numbers ` +
                `${first(goal) + 1} to ${end(goal)}, from cycle ${goal.opened}, by ${goal.by}`),
            goal.suggested ? el("p", { className: "suggestion-reason" }, `Suggested: ${goal.why}`)
                : null,
            this.found);
    }

    /* Findings of the goal, and a button to set its end if the game decides it and no person
     * did. */
    layOutFound(goal) {
        const { labels } = this, known = goal &&
            labels.study?.endings.find(ending => ending.id === goal.id);
        fill(this.found, ...(goal ? labels.findings.get(goal.id) ?? [] : []).map(finding =>
            el("p", { className: finding.kind === "error" ? "error" : "warning" }, finding.text)));
        fill(this.ending, known ? button("goal-note",
            `${known.achieved ? "Reached" : "Not reached"} by cycle ${known.closed}: set the end`,
            () => labels.request("label.note", { endings: [known] })) : null);
    }

    layOutForm(goal) {
        const { labels } = this, names = select(labels.domain.goals.map(({ name }) =>
            ({ value: name, text: name })), this.goal.name);
        names.addEventListener("change", () => {
            this.start(labels.domain.goal(names.value), null);
            this.layOutForm(goal);
            document.getElementById("label-name").focus();
        });
        const kinds = select(KINDS.map(kind => ({ value: kind, text: kind })), this.kind);
        kinds.addEventListener("change", () => {
            this.kind = kinds.value;
        });
        const form = el("form", { className: "label-form", on: { submit: event => {
            event.preventDefault();
            this.send(goal);
        } } },
        el("div", { className: "pair" }, field("label-name", "Goal", names),
            field("label-kind", "Kind", kinds)),
        el("div", { className: "pair" }, ...this.goal.params.map(param => this.param(param))),
        el("div", { className: "row" }, el("button", { type: "submit", className: "primary",
            id: "label-apply" }, goal ? "Apply" : "Add"),
        goal ? null : button("label-cancel", "Cancel", () => this.cancel())));
        fill(this.element, el("h2", {}, goal ? shortText(goal, labels.info.seat) :
            `New goal for ${pluralize(this.adding[1] - this.adding[0], "order")}`),
        goal ? this.facts(goal) : null, goal ? this.actionRow(goal) : null,
        form, goal ? this.position(goal) : null);
    }

    /* ---- arguments; a cell is two numbers */

    param(param) {
        const label = humanize(param.name) + (param.optional ? " (optional)" : "");
        if (param.kind === "cell")
            return el("div", { className: "pair" }, this.number("x", `${label}: x`),
                this.number("y", `${label}: y`));
        if (param.kind === "number" || param.kind === "entity")
            return this.number(param.name, param.kind === "entity" ? `${label}: id` : label);
        const options = { seat: () => this.labels.info.seats.map((seat, i) => ({ value: String(i),
            text: seatName(i, seat.player) })),
        type: () => this.labels.domain.types.map(type => ({ value: type.name,
            text: humanize(type.name) + (type.abstract ? " (any)" : "") })),
        resource: () => this.labels.domain.resources.map(name => ({ value: name, text: name })) };
        const list = options[param.kind]?.() ?? [];
        if (param.optional)
            list.unshift({ value: "", text: "any" });
        const control = select(list, String(this.args[param.name] ?? ""));
        control.addEventListener("change", () => this.put(param.name, control.value === "" ? null :
            param.kind === "seat" ? Number(control.value) : control.value));
        return field(`label-arg-${param.name}`, label, control);
    }

    number(name, label) {
        const control = el("input", { type: "number", step: "1",
            value: this.args[name] === undefined ? "" : String(this.args[name]) });
        control.addEventListener("input", () =>
            this.put(name, control.value === "" ? null : Math.round(Number(control.value))));
        return field(`label-arg-${name}`, label, control);
    }

    put(name, value) {
        if (value === null)
            delete this.args[name];
        else
            this.args[name] = value;
    }

    async send(goal) {
        const { labels } = this, members = { goal: this.goal.name, args: this.args };
        if (this.kind !== this.goal.kind)
            members.kind = this.kind;
        this.last = this.goal.name;
        if (goal) {
            await labels.edit("goal", { id: goal.id, ...members });
        } else {
            const [from, to] = this.adding;
            if (await labels.edit("add", { first: from, end: to, ...members }))
                this.adding = null;
        }
        this.layOut();
        document.getElementById("lane-tree").focus();
    }

    /* ---- actions */

    actionRow(goal) {
        const { actions } = this;
        if (goal.suggested)
            return el("div", { className: "row" },
                button("goal-accept", "Accept (Enter)", actions.accept, { className: "primary" }),
                button("goal-reject", "Reject (Delete)", actions.remove));
        return el("div", { className: "row" }, button("goal-split", "Split (S)", actions.split),
            button("goal-merge", "Merge (M)", actions.merge),
            button("goal-exclude", "Exclude (X)", actions.exclude),
            button("goal-include", "Include (I)", actions.include),
            button("goal-delete", "Delete", actions.remove));
    }

    position(goal) {
        const { labels } = this;
        const parents = labels.rows.filter(row => row.goal.id !== goal.id &&
            first(row.goal) <= first(goal) && end(row.goal) >= end(goal));
        const parent = select([{ value: 0, text: "none" }, ...parents.map(row => ({
            value: row.goal.id,
                text: `${row.goal.id} ${shortText(row.goal, labels.info.seat)}` }))],
        goal.parent);
        parent.addEventListener("change", () =>
            labels.edit("parent", { id: goal.id, other: Number(parent.value) }));
        const closed = el("input", { type: "number", min: "0", max: String(labels.info.cycles),
            value: goal.closed < 0 ? "" : String(goal.closed) });
        const achieved = el("input", { type: "checkbox", id: "label-achieved",
            checked: goal.achieved });
        const note = () => labels.edit("close", { id: goal.id,
            closed: closed.value === "" ? -1 : Math.round(Number(closed.value)),
            achieved: closed.value !== "" && achieved.checked });
        closed.addEventListener("change", note);
        achieved.addEventListener("change", note);
        return el("div", { className: "goal-position" },
            el("div", { className: "pair" }, field("label-parent", "Parent", parent),
                field("label-closed", "Ended at cycle", closed)),
            el("div", { className: "row" }, el("label", { className: "check" }, achieved,
                "Reached"),
                this.ending));
    }
}

/* Required arguments of a goal, from the chosen orders, else from the first order that names
 * them. */
function firstArgs(labels, goal) {
    const args = {}, { domain, info } = labels, [from, to] = labels.range;
    const named = name => [...labels.orders.slice(from, to), ...labels.orders]
        .find(order => order.args?.[name] !== undefined)?.args[name];
    for (const param of goal.params) {
        if (param.optional)
            continue;
        if (param.kind === "seat")
            args[param.name] = /enem/.test(param.name) || /^Defeat|^Kill/.test(goal.name) &&
                param.name === "player" && info.seats.length === 2 &&
                goal.params.every(other => other.name !== "enemy") &&
                goal.params.length === 1 ? 1 - info.seat : info.seat;
        else if (param.kind === "type")
            args[param.name] = named("type") ?? domain.types.find(type => !type.abstract).name;
        else if (param.kind === "resource")
            args[param.name] = domain.resources[0];
        else if (param.kind === "cell")
            Object.assign(args, { x: named("x") ?? 0, y: named("y") ?? 0 });
        else
            args[param.name] = (param.kind === "entity" ? named("target") : null) ?? 1;
    }
    return args;
}
