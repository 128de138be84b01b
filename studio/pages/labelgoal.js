/* The form of a goal: what is pursued, with its arguments, and of one that is there already where
 * it stands, when it ended, and what can be done with it. */

import { button, el, field, fill, many, select, words } from "./dom.js";
import { count, end, first } from "./labels.js";
import { shortText } from "./lanenames.js";
import { seatName } from "./places.js";

const KINDS = ["achieve", "increase", "maintain"];

export class LabelGoal {
    constructor(labels, actions) {
        this.labels = labels;
        this.actions = actions;
        this.adding = null; /* [first, end) of a goal to be added */
        this.element = el("section", { id: "label-goal", className: "label-goal card",
            aria: { label: "Goal" } });
        this.found = el("div", {});
        this.ending = el("span", {});
        labels.on("opened", () => this.cancel());
        labels.on("changed", () => this.lay());
        labels.on("study", () => this.lay());
        labels.on("selected", () => this.follow());
    }

    follow() {
        const { labels } = this;
        if (this.adding && labels.goal)
            this.adding = null;
        else if (this.adding)
            this.adding = labels.range;
        this.lay();
    }

    /* A goal over the chosen orders. */
    add() {
        const { labels } = this, { goals } = labels.ontology;
        if (labels.fixed || !labels.orders.length)
            return;
        labels.choose(0, labels.order, true);
        this.adding = labels.range;
        const last = goals.find(goal => goal.name === this.last);
        this.start(last ?? goals[0], null);
        this.lay();
        this.element.querySelector("select")?.focus();
    }

    cancel() {
        this.adding = null;
        this.shown = "";
        this.lay();
    }

    start(goal, instance) {
        this.goal = goal;
        this.kind = instance?.kind ?? goal.kind;
        this.args = instance ? { ...instance.args } : firstArgs(this.labels, goal);
    }

    /* Laid anew only where what it shows differs: what is being written stays, whatever is found out
     * about the goal meanwhile. */
    lay() {
        const { labels } = this, { chosen } = labels;
        const shown = JSON.stringify([this.adding, chosen, labels.fixed,
            this.adding || chosen ? null : [labels.range, this.hasWhole()]]);
        if (!labels.info)
            return;
        if (shown === this.shown) {
            this.layFound(chosen);
            return;
        }
        this.shown = shown;
        if (this.adding)
            this.layForm(null);
        else if (chosen)
            this.layChosen(chosen);
        else
            this.layNothing();
        this.layFound(chosen);
    }

    hasWhole() {
        return this.labels.rows.some(({ goal }) => this.labels.isWhole(goal));
    }

    layNothing() {
        const { labels } = this, [from, to] = labels.range, whole = this.hasWhole();
        fill(this.element, el("h2", {}, "Orders"),
            el("p", {}, !labels.orders.length ? "This seat gave no orders." : to - from === 1 ?
                `Order ${labels.orders[from].id} is chosen.` : `${to - from} orders are chosen.`),
            labels.fixed || !labels.orders.length ? null :
                el("div", { className: "row" },
                    button("goal-add", "Add a goal for them (A)", () => this.add(),
                        { className: "main" }),
                    whole ? null : button("goal-top", "Add the goal of the whole game",
                        () => this.addTop())));
    }

    /* That of the highest rank, over all orders. */
    addTop() {
        const { labels } = this;
        const goal = labels.ontology.goals.reduce((a, b) => (b.rank > a.rank ? b : a));
        labels.edit("add", { goal: goal.name, args: firstArgs(labels, goal), first: 0,
            end: labels.orders.length });
    }

    layChosen(goal) {
        const { labels } = this;
        this.start(labels.ontology.goal(goal.goal), goal);
        if (labels.fixed) {
            fill(this.element, el("h2", {}, shortText(goal, labels.info.seat)), this.facts(goal));
            return;
        }
        this.layForm(goal);
    }

    facts(goal) {
        return el("div", {},
            el("p", { className: "soft" }, `${many(count(goal), "order")} between places ` +
                `${first(goal) + 1} and ${end(goal)}, from cycle ${goal.opened}, by ${goal.by}`),
            goal.suggested ? el("p", { className: "why" }, `Suggested: ${goal.why}`) : null,
            this.found);
    }

    /* What is wrong with it, and what the game says of its end, where nobody has. */
    layFound(goal) {
        const { labels } = this, known = goal &&
            labels.study?.endings.find(ending => ending.id === goal.id);
        fill(this.found, ...(goal ? labels.findings.get(goal.id) ?? [] : []).map(finding =>
            el("p", { className: finding.kind === "error" ? "problem" : "caution" }, finding.text)));
        fill(this.ending, known ? button("goal-note",
            `${known.achieved ? "Reached" : "Not reached"} by cycle ${known.closed}: note it`,
            () => labels.ask("label.note", { endings: [known] })) : null);
    }

    layForm(goal) {
        const { labels } = this, names = select(labels.ontology.goals.map(({ name }) =>
            ({ value: name, text: name })), this.goal.name);
        names.addEventListener("change", () => {
            this.start(labels.ontology.goal(names.value), null);
            this.layForm(goal);
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
        el("div", { className: "row" }, el("button", { type: "submit", className: "main",
            id: "label-apply" }, goal ? "Change" : "Add"),
        goal ? null : button("label-cancel", "Cancel", () => this.cancel())));
        fill(this.element, el("h2", {}, goal ? shortText(goal, labels.info.seat) :
            `New goal for ${many(this.adding[1] - this.adding[0], "order")}`),
        goal ? this.facts(goal) : null, goal ? this.doings(goal) : null,
        form, goal ? this.standing(goal) : null);
    }

    /* ---- arguments, each by what it is; a cell is two numbers */

    param(param) {
        const label = words(param.name) + (param.optional ? " (optional)" : "");
        if (param.kind === "cell")
            return el("div", { className: "pair" }, this.number("x", `${label}: x`),
                this.number("y", `${label}: y`));
        if (param.kind === "number" || param.kind === "entity")
            return this.number(param.name, param.kind === "entity" ? `${label}: its number` : label);
        const options = { seat: () => this.labels.info.seats.map((seat, i) => ({ value: String(i),
            text: seatName(i, seat.player) })),
        type: () => this.labels.ontology.types.map(type => ({ value: type.name,
            text: words(type.name) + (type.abstract ? " (any)" : "") })),
        resource: () => this.labels.ontology.resources.map(name => ({ value: name, text: name })) };
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
        this.lay();
        document.getElementById("lane-tree").focus();
    }

    /* ---- what can be done with it */

    doings(goal) {
        const { actions } = this;
        if (goal.suggested)
            return el("div", { className: "row" },
                button("goal-accept", "Accept (Enter)", actions.accept, { className: "main" }),
                button("goal-reject", "Reject (Delete)", actions.remove));
        return el("div", { className: "row" }, button("goal-split", "Split (S)", actions.split),
            button("goal-merge", "Merge (M)", actions.merge),
            button("goal-exclude", "Exclude (X)", actions.exclude),
            button("goal-include", "Include (I)", actions.include),
            button("goal-delete", "Delete", actions.remove));
    }

    standing(goal) {
        const { labels } = this;
        const parents = labels.rows.filter(row => row.goal.id !== goal.id &&
            first(row.goal) <= first(goal) && end(row.goal) >= end(goal));
        const parent = select([{ value: 0, text: "none" }, ...parents.map(row => ({
            value: row.goal.id, text: `${row.goal.id} ${shortText(row.goal, labels.info.seat)}` }))],
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
        return el("div", { className: "standing" },
            el("div", { className: "pair" }, field("label-parent", "Below", parent),
                field("label-closed", "Ended at cycle", closed)),
            el("div", { className: "row" }, el("label", { className: "check" }, achieved, "It was reached"),
                this.ending));
    }
}

/* What it must be told, as far as orders tell it: those that are chosen, else the seat's first. */
function firstArgs(labels, goal) {
    const args = {}, { ontology, info } = labels, [from, to] = labels.range;
    const told = name => [...labels.orders.slice(from, to), ...labels.orders]
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
            args[param.name] = told("type") ?? ontology.types.find(type => !type.abstract).name;
        else if (param.kind === "resource")
            args[param.name] = ontology.resources[0];
        else if (param.kind === "cell")
            Object.assign(args, { x: told("x") ?? 0, y: told("y") ?? 0 });
        else
            args[param.name] = (param.kind === "entity" ? told("target") : null) ?? 1;
    }
    return args;
}
