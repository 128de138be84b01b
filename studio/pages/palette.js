/* Labels while playing: nine slots with prepared goals, the goals that are open and those that are
 * closed, and how many orders no goal holds. */

import { button, el, fill } from "./dom.js";
import { GoalForm } from "./goalform.js";
import { keepSlots, loadSlots } from "./presets.js";

export class Palette {
    constructor(play) {
        this.play = play;
        this.goals = [];
        this.opened = new Map(); /* slot: id of the goal that it opened */
        this.slots = [];
        this.form = new GoalForm(this);
        this.slotList = el("ol", { id: "slots", className: "slots" });
        this.count = el("p", { id: "label-count", attrs: { role: "status" } });
        this.openList = el("ul", { id: "goals-open", className: "goals" });
        this.closedList = el("ul", { id: "goals-closed", className: "goals" });
        this.element = el("aside", { id: "palette", className: "palette", tabIndex: 0,
            aria: { label: "Goals" } }, el("h2", {}, "Goals"), this.count,
        el("h3", {}, "Open"), this.openList, el("h3", {}, "Slots"), this.slotList,
        this.form.element, el("h3", {}, "Closed"), this.closedList);
        play.game.on("goals", message => this.heard(message));
    }

    /* The domain is known. */
    lay() {
        const { game } = this.play;
        this.slots = loadSlots(game.ontology, game.world.faction[game.seat] ?? -1);
        this.laySlots();
    }

    setSlot(slot, preset) {
        this.slots[slot - 1] = preset;
        this.opened.delete(slot);
        keepSlots(this.play.game.ontology, this.slots);
        this.laySlots();
    }

    laySlots() {
        fill(this.slotList, ...this.slots.map((preset, i) => this.slot(i + 1, preset)));
        this.showSlots();
    }

    showSlots() {
        for (const item of this.slotList.children) {
            const open = String(Boolean(this.goalOf(Number(item.dataset.slot))));
            item.dataset.open = open;
            item.firstChild.setAttribute("aria-pressed", open);
        }
    }

    slot(slot, preset) {
        const text = preset ? presetText(preset) : "empty";
        const control = button(`slot-${slot}`, "", () => this.toggle(slot),
            { className: "slot", aria: { pressed: "false", keyshortcuts: String(slot) } });
        control.append(el("kbd", {}, String(slot)), el("span", {}, text));
        return el("li", { data: { slot } }, control,
            button(`slot-edit-${slot}`, "Edit", () => this.form.open(slot, preset),
                { className: "small", aria: { label: `Edit slot ${slot}` } }));
    }

    /* The open goal that a slot stands for. */
    goalOf(slot) {
        const id = this.opened.get(slot);
        const known = this.goals.find(goal => goal.id === id && goal.open);
        if (known)
            return known;
        const preset = this.slots[slot - 1];
        return this.goals.find(goal => goal.open && goal.id !== this.top &&
            ![...this.opened].some(([other, taken]) => taken === goal.id && other !== slot) &&
            equals(goal, preset, this.play.game.seat)) ?? null;
    }

    /* A digit, or the slot's button: opens its goal, or closes it. */
    toggle(slot) {
        const preset = this.slots[slot - 1];
        if (!preset) {
            this.form.open(slot, null);
            return true;
        }
        const open = this.goalOf(slot);
        if (open)
            this.close(open.id);
        else
            this.open(slot, preset);
        return true;
    }

    open(slot, preset) {
        const goal = this.play.game.ontology.goal(preset.goal);
        const asked = goal.params.find(param => preset.args[param.name] === "chosen");
        if (!asked) {
            this.send(slot, preset, preset.args);
            return;
        }
        const settle = value => this.send(slot, preset, { ...preset.args, [asked.name]: value });
        const [selected] = this.play.selection.entities();
        if (asked.kind === "entity" && selected && selected.owner !== this.play.game.seat) {
            settle(selected.id);
            return;
        }
        this.play.message(`${preset.goal}: choose ${asked.kind === "cell" ? "a cell" : "somebody"} ` +
            "on the map, Escape: not");
        this.play.picking = (x, y, place) => {
            const entity = this.play.map.entityAt(x, y, place);
            if (asked.kind === "cell")
                settle({ x, y });
            else if (entity)
                settle(entity.id);
            else
                this.play.message("Nobody is there", true);
        };
    }

    async send(slot, preset, args) {
        const flat = {};
        const { params } = this.play.game.ontology.goal(preset.goal);
        for (const param of params) {
            const value = args[param.name];
            if (value === undefined)
                continue;
            if (param.kind === "cell")
                Object.assign(flat, value);
            else
                flat[param.name] = value;
        }
        try {
            const { id } = await this.play.game.ask("goal.open", { goal: preset.goal, args: flat,
                ...(preset.kind ? { kind: preset.kind } : {}) });
            this.opened.set(slot, id);
            this.showSlots();
        } catch (error) {
            this.play.message(`${preset.goal}: ${error.message}`, true);
        }
    }

    ask(verb, members) {
        return this.play.game.ask(verb, members)
            .catch(error => this.play.message(error.message, true));
    }

    close(id) {
        this.ask("goal.close", { id });
    }

    /* The goal opened last begins one order earlier. */
    back() {
        const open = this.goals.filter(goal => goal.open && goal.id !== this.top);
        const last = open.reduce((a, b) => (!a || b.id > a.id ? b : a), null);
        if (!last)
            this.play.message("No goal is open", true);
        else if (last.orders >= this.orders)
            this.play.message("It holds all orders already", true);
        else
            this.ask("goal.back", { id: last.id, orders: last.orders + 1 });
        return true;
    }

    heard(message) {
        this.top = message.top;
        this.orders = message.orders;
        this.goals = message.goals;
        for (const [slot, id] of this.opened)
            if (!this.goals.some(goal => goal.id === id && goal.open))
                this.opened.delete(slot);
        this.showCount(message);
        const depth = this.depths();
        const open = this.goals.filter(goal => goal.open);
        const closed = this.goals.filter(goal => !goal.open).reverse();
        fill(this.openList, ...open.map(goal => this.openGoal(goal, depth.get(goal.id))));
        fill(this.closedList, ...closed.map(goal => this.closedGoal(goal)));
        this.showSlots();
    }

    showCount({ orders, unlabeled, saved }) {
        fill(this.count, `${orders} order${orders === 1 ? "" : "s"}, `,
            el("b", { id: "unlabeled", className: unlabeled ? "problem" : "",
                data: { unlabeled: String(unlabeled) } }, `${unlabeled} without a goal`),
            el("span", { className: "soft" }, saved ? ", saved" : ", not recorded"));
    }

    depths() {
        const byId = new Map(this.goals.map(goal => [goal.id, goal])), depth = new Map();
        const of = goal => {
            if (!depth.has(goal.id)) {
                const parent = byId.get(goal.parent);
                depth.set(goal.id, parent ? of(parent) + 1 : 0);
            }
            return depth.get(goal.id);
        };
        this.goals.forEach(of);
        return depth;
    }

    text(goal) {
        return (goal.text ?? goal.goal).replace(/player: \d+(, )?/, "");
    }

    openGoal(goal, depth) {
        const whole = goal.id === this.top;
        const item = el("li", { data: { goal: goal.id, orders: goal.orders, open: "true",
            achieved: String(Boolean(goal.achieved)) } },
        el("span", { className: "goal-text" }, this.text(goal)),
        el("span", { className: "goal-orders" }, `${goal.orders} order${goal.orders === 1 ? "" : "s"}` +
            (goal.achieved ? ", reached" : "") + (whole ? ", the whole game" : "")),
        whole ? null : this.controls(goal));
        item.style.marginLeft = `${Math.min(4, depth) * 10}px`;
        return item;
    }

    controls(goal) {
        const many = el("input", { type: "number", min: "0", max: String(this.orders),
            value: String(goal.orders), id: `goal-back-${goal.id}`,
            aria: { label: "Orders that it holds" } });
        many.addEventListener("change", () => this.ask("goal.back",
            { id: goal.id, orders: Math.max(0, Math.min(this.orders, Number(many.value) || 0)) }));
        return el("div", { className: "row" },
            button(`goal-close-${goal.id}`, "Close", () => this.close(goal.id), { className: "small" }),
            el("label", { className: "small-label", htmlFor: many.id }, "last"), many,
            el("span", { className: "soft" }, "orders"),
            button(`goal-drop-${goal.id}`, "Drop", () => this.ask("goal.drop", { id: goal.id }),
                { className: "small", aria: { label: `Drop ${goal.goal}: it was never meant` } }));
    }

    closedGoal(goal) {
        return el("li", { data: { goal: goal.id, orders: goal.orders, open: "false",
            achieved: String(Boolean(goal.achieved)) } },
        el("span", { className: "goal-text" }, this.text(goal)),
        el("span", { className: "goal-orders" },
            `${goal.orders} order${goal.orders === 1 ? "" : "s"}, ` +
            `${goal.achieved ? "reached" : "not reached"}, cycles ${goal.opened} to ${goal.closed}`),
        button(`goal-drop-${goal.id}`, "Drop", () => this.ask("goal.drop", { id: goal.id }),
            { className: "small", aria: { label: `Drop ${goal.goal}: it was never meant` } }));
    }
}

export function presetText(preset) {
    const args = Object.entries(preset.args).filter(([name, value]) =>
        !(name === "player" && value === "self")).map(([name, value]) => {
        if (value === "chosen")
            return `${name}: ?`;
        return typeof value === "object" ? `${name}: ${value.x}, ${value.y}` :
            typeof value === "number" ? `${name}: ${value}` : String(value);
    });
    return `${preset.kind ? `${preset.kind} ` : ""}${preset.goal}(${args.join(", ")})`;
}

/* An open goal is what the slot would open, as far as that is known before. */
function equals(goal, preset, seat) {
    if (!preset || goal.goal !== preset.goal)
        return false;
    return Object.entries(preset.args).every(([name, value]) => {
        if (value === "chosen")
            return true;
        if (typeof value === "object")
            return goal.args.x === value.x && goal.args.y === value.y;
        const held = goal.args[name];
        if (value === "self" || value === "enemy")
            return held === value || (held === seat) === (value === "self");
        return held === value;
    });
}

