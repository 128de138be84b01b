/* The plan of a cycle as a tree: goals, behaviors tried for them, steps, and the state of each.
 * Below it stand the details of the selected node; the map marks its units. */

import { el, fill, icon } from "./dom.js";
import { squadLine } from "./squad.js";
import { humanize, seatName } from "./text.js";
import { VirtualList } from "./virtuallist.js";

/* Icon and word of a node's state. */
const STATES = {
    ready: ["open", "open"], started: ["running", "running"], retrieved: ["running", "running"],
    waiting: ["waiting", "waiting"], held: ["held", "held"], succeeded: ["done", "done"],
    failed: ["failed", "failed"], stopped: ["stopped", "stopped"], gone: ["left", "abandoned"],
};
const KINDS = { goal: "Goal", behavior: "Behavior", step: "Step" };

function stateOf(node) {
    return node.over && !["succeeded", "failed", "stopped"].includes(node.state) ? "gone" :
        node.state;
}

export class PlanTree {
    constructor(watch) {
        this.watch = watch;
        this.items = []; /* { plan, node } by row; a row without a node is the heading of a seat */
        this.selected = null; /* { seat, n } */
        this.rows = new VirtualList({ id: "plan-tree", label: "Plan", height: 26, role: "tree",
            rowRole: "treeitem", draw: index => this.draw(index),
            choose: index => this.choose(index), key: (event, index) => this.key(event, index),
            emptyText: "There is no plan at this cycle." });
        this.note = el("p", { className: "muted plan-note", id: "plan-note" });
        this.detail = el("section", { id: "plan-detail", className: "plan-detail", tabIndex: 0,
            aria: { label: "The selected node" } });
        this.squads = el("div", { id: "plan-squads", className: "squads", hidden: true });
        this.element = el("div", { className: "plan" }, this.squads, this.rows.box, this.note,
            this.detail);
        this.layOut();
    }

    close() {
        this.rows.close();
    }

    show(plans, cycle) {
        this.cycle = cycle;
        this.items = [];
        let left = 0, count = 0;
        for (const plan of plans) {
            if (plans.length > 1)
                this.items.push({ plan, node: null });
            plan.nodes.forEach(node => this.items.push({ plan, node }));
            left += plan.left_out;
            count += plan.open;
        }
        this.note.textContent = `Cycle ${cycle}: ${count} open` +
            (left ? `, ${left} that ended earlier are left out` : "");
        this.showSquads(plans);
        this.rows.active = this.find();
        this.rows.set(this.items.length);
        this.layOut();
    }

    /* A line for each squad, above the plan. */
    showSquads(plans) {
        const { watch } = this, shown = plans.filter(plan => plan.squad);
        this.squads.hidden = shown.length === 0;
        fill(this.squads, ...shown.map(({ seat, squad }) => squadLine(squad, {
            name: plans.length > 1 ? `Squad of seat ${seat + 1}` : "Squad",
            go: cycle => watch.go(cycle), center: (x, y) => watch.map.camera.center(x, y) })));
    }

    find() {
        const { selected } = this;
        return selected ? this.items.findIndex(({ plan, node }) => node &&
            plan.seat === selected.seat && node.n === selected.n) : -1;
    }

    /* Selects the node, now or when it is shown, and scrolls to it. */
    select(seat, n) {
        this.selected = { seat, n };
        const index = this.find();
        if (index >= 0)
            this.rows.go(index);
    }

    get chosen() {
        const index = this.find();
        return index < 0 ? null : this.items[index];
    }

    draw(index) {
        const { plan, node } = this.items[index];
        if (!node)
            return el("div", { className: "plan-seat", aria: { level: "1" } },
                seatName(plan.seat, this.watch.recording.info.players[plan.seat]));
        const state = stateOf(node), [picture, word] = STATES[state];
        const unfolded = this.watch.plans.unfolded(plan.seat).has(node.n);
        const why = node.why || (node.over ? "" : this.waitsFor(node));
        const row = el("div", { className: "plan-row", data: { state, node: node.n, seat: plan.seat,
            of: node.of }, aria: { level: String(node.depth + 1) } },
        el("span", { className: "plan-icon" }, icon(picture)),
        el("span", { className: "plan-text" }, node.text || node.what),
        el("span", { className: "plan-state" }, word),
        why ? el("span", { className: "plan-why" }, why) : null,
        node.left_out || unfolded ? el("span", { className: "plan-more",
            data: { fold: "1" } }, unfolded ? "fold" : `+${node.left_out}`) : null);
        row.style.paddingLeft = `${6 + Math.min(node.depth, 14) * 13}px`;
        if (node.left_out || unfolded)
            row.setAttribute("aria-expanded", String(unfolded));
        row.title = `${KINDS[node.of]}: ${node.text || node.what}`;
        row.querySelector("[data-fold]")?.addEventListener("click", event => {
            event.stopPropagation();
            this.fold(index);
        });
        return row;
    }

    waitsFor(node) {
        return node.lacks ? `lacks ${humanize(node.item || node.lacks)}` : "";
    }

    choose(index) {
        const { plan, node } = this.items[index];
        this.selected = node ? { seat: plan.seat, n: node.n } : null;
        this.layOut();
        this.watch.marksChanged();
    }

    fold(index) {
        const { plan, node } = this.items[index], set = this.watch.plans.unfolded(plan.seat);
        if (set.has(node.n))
            set.delete(node.n);
        else
            set.add(node.n);
        this.watch.requestPlan(true);
    }

    /* Right unfolds the nodes that are left out below; left folds them or goes to the parent. */
    key(event, index) {
        const item = this.items[index];
        if (!item?.node)
            return false;
        const unfolded = this.watch.plans.unfolded(item.plan.seat).has(item.node.n);
        if (event.key === "ArrowRight" && item.node.left_out && !unfolded)
            this.fold(index);
        else if (event.key === "ArrowLeft" && unfolded)
            this.fold(index);
        else if (event.key === "ArrowLeft")
            this.rows.go(this.items.findIndex(({ plan, node }) => plan === item.plan &&
                node?.n === item.node.above));
        else if (event.key === "ArrowRight")
            this.rows.go(index + 1);
        else
            return false;
        return true;
    }

    /* ---- details */

    layOut() {
        const item = this.chosen, key = item ? JSON.stringify([item.plan.seat, item.node]) : "";
        if (key === this.shownKey)
            return;
        this.shownKey = key;
        if (!item) {
            fill(this.detail, el("p", { className: "muted" }, this.selected ?
                "The selected node is not in the plan of this cycle." :
                "Select a node to see its retrieved case and its slots."));
            return;
        }
        const { node, plan } = item, [picture, word] = STATES[stateOf(node)];
        fill(this.detail, el("h3", {}, `${KINDS[node.of]} ${node.n}`, node.label ?
            ` (step ${node.label})` : ""),
        el("p", { className: "plan-full" }, node.text || node.what),
        el("p", { data: { state: stateOf(node) }, className: "plan-status" },
            icon(picture), ` ${word}`, node.why ? `: ${node.why}` : "", this.lacks(node)),
        el("p", { className: "muted" }, ...this.times(node)),
        this.retrievalFacts(node, plan), this.slots(node));
    }

    lacks(node) {
        return node.lacks ? el("span", { className: "muted" }, ` (lacks ${humanize(node.lacks)}` +
            `${node.item ? ` ${humanize(node.item)}` : ""}${node.amount ? ` ${node.amount}` : ""})`) :
            null;
    }

    times(node) {
        const jump = (word, cycle) => [`${word} at `, el("button", { type: "button",
            className: "link", on: { click: () => this.watch.go(cycle) } }, `cycle ${cycle}`)];
        return [...jump("began", node.opened), ...(node.since > node.opened ?
            [", ", ...jump(STATES[node.state][1], node.since)] : []),
        ...(node.closed >= 0 && node.closed !== node.since ? [", ", ...jump("over", node.closed)] :
            [])];
    }

    /* The retrieved case of a node; for a goal that of its newest behavior. */
    retrievalFacts(node, plan) {
        const found = node.of === "goal" ? plan.nodes.filter(child => child.above === node.n &&
            child.attempt).pop() : node;
        if (!found?.attempt)
            return null;
        const percent = part => `${(part * 100).toFixed(2)}%`;
        return el("dl", { className: "facts" },
            ...(node === found ? [] : [el("dt", {}, "Retrieved"), el("dd", {}, found.text)]),
            el("dt", {}, "Case"), el("dd", {}, found.case ? String(found.case) : "no case"),
            el("dt", {}, "Attempt"), el("dd", {}, String(found.attempt)),
            el("dt", {}, "Similarity"), el("dd", {}, percent(found.similarity)),
            el("dt", {}, "Margin"), el("dd", {}, found.other ? percent(found.margin) : "none"),
            el("dt", {}, "Runner-up"), el("dd", {}, found.other || "none"));
    }

    slots(node) {
        if (!node.slots.length)
            return null;
        return el("dl", { className: "facts", id: "plan-slots" }, ...node.slots.flatMap(slot => [
            el("dt", {}, `Slot ${slot.name}`), el("dd", {}, ...this.slotValue(slot))]));
    }

    slotValue(slot) {
        const since = el("span", { className: "muted" }, `, bound at cycle ${slot.cycle}`);
        if (slot.cell)
            return [this.place(`cell ${slot.cell[0]}, ${slot.cell[1]}`, ...slot.cell), since];
        if (slot.units.length === 0)
            return ["nothing", since];
        return [...slot.units.slice(0, 24).map(id => this.unit(id)),
            slot.units.length > 24 ? ` and ${slot.units.length - 24} more` : null, since]
            .filter(Boolean);
    }

    unit(id) {
        const { recording: { film, domain } } = this.watch, e = film.world.find(id);
        return e ? this.place(`${domain.title(e.type)} ${id}`, e.x, e.y) :
            el("span", { className: "unit gone" }, `${id} (gone)`);
    }

    place(text, x, y) {
        return el("button", { type: "button", className: "unit", title: "Show it on the map",
            on: { click: () => this.watch.map.camera.center(x, y) } }, text);
    }

    /* Ids and cells in the selected node's slots; for a goal or behavior, those of all nodes
     * below it. */
    marks() {
        const item = this.chosen, marks = { ids: new Map(), cells: [] };
        if (!item)
            return marks;
        const add = node => node.slots.forEach(slot => {
            slot.units.forEach(id => marks.ids.set(id, slot.name));
            if (slot.cell)
                marks.cells.push({ x: slot.cell[0], y: slot.cell[1], name: slot.name });
        });
        add(item.node);
        const from = this.items.indexOf(item);
        for (let i = from + 1; !item.node.slots.length && i < this.items.length; i++) {
            const { node } = this.items[i];
            if (!node || node.depth <= item.node.depth)
                break;
            if (!node.over)
                add(node);
        }
        return marks;
    }
}

/* The list of failures with their reasons. A click goes to the failure. */
export class FailureList {
    constructor(watch) {
        this.watch = watch;
        this.items = [];
        this.rows = new VirtualList({ id: "failures", label: "Failures", height: 44,
            draw: index => this.draw(index), act: index => this.act(index),
            emptyText: "No node of a plan failed in this game." });
        this.element = el("div", { className: "list-box" }, this.rows.box);
    }

    close() {
        this.rows.close();
    }

    show(seat) {
        this.items = this.watch.recording.failuresOf(seat);
        this.rows.set(this.items.length);
    }

    draw(index) {
        const failure = this.items[index];
        return el("div", { className: "failure", data: { cycle: failure.cycle,
            node: failure.node } },
        el("span", { className: "failure-cycle" }, String(failure.cycle)),
        el("span", { className: "failure-text" },
            el("b", {}, icon("failed"), ` ${KINDS[failure.of]} ${failure.text || failure.what}`),
            el("small", {}, failure.why + (failure.goal && failure.of !== "goal" ?
                `; for ${failure.goal}` : ""))));
    }

    act(index) {
        const { cycle, node, seat } = this.items[index];
        this.watch.go(cycle, { seat, n: node });
    }

    /* Goes to the previous or next failure from a cycle. */
    step(direction, cycle) {
        const { items } = this;
        const index = direction > 0 ? items.findIndex(failure => failure.cycle > cycle) :
            items.findLastIndex(failure => failure.cycle < cycle);
        if (index < 0)
            return;
        this.rows.go(index, true);
        this.act(index);
    }
}

