/* Labels while playing: nine slots with prepared goals, the goals that are open and those that are
 * closed, and how many orders no goal holds. */

import { el, fill } from "./dom.js";
import { GoalForm } from "./goalform.js";
import { GoalList, count } from "./goallist.js";
import { SlotRow } from "./slotrow.js";
import { SLOTS, keepSlots, loadSlots } from "./presets.js";

export class Palette {
    constructor(play) {
        this.play = play;
        this.goals = [];
        this.orders = 0;
        this.opened = new Map(); /* slot: id of the goal that it opened */
        this.ends = new Map(); /* id of an open goal: the order before which it will be closed */
        this.slots = [];
        this.form = new GoalForm(this);
        this.rows = Array.from({ length: SLOTS }, (_, i) => new SlotRow(this, i + 1));
        this.list = new GoalList(this);
        this.count = el("p", { id: "label-count", attrs: { role: "status" } });
        this.element = el("aside", { id: "palette", className: "palette", tabIndex: 0,
            aria: { label: "Goals" } }, el("h2", {}, "Goals"), this.count,
        el("h3", {}, "Open"), this.list.open, el("h3", {}, "Slots"),
        el("ol", { id: "slots", className: "slots" }, ...this.rows.map(row => row.element)),
        this.form.element, el("h3", {}, "Closed"), this.list.closed);
        play.game.on("goals", message => this.heard(message));
    }

    /* The game was joined: its domain and factions are known, its goals are still to be told. */
    lay() {
        const { game } = this.play;
        this.slots = loadSlots(game.ontology, game.faction(game.seat), game.faction(game.enemy));
        this.opened.clear();
        this.joined = true;
        this.showSlots();
    }

    /* What the slot held before, and opened, is its own no longer. */
    setSlot(slot, preset) {
        const { game } = this.play;
        if (JSON.stringify(preset) !== JSON.stringify(this.slots[slot - 1]))
            this.opened.delete(slot);
        this.slots[slot - 1] = preset;
        keepSlots(game.ontology, game.faction(game.seat), this.slots);
        this.showSlots();
    }

    showSlots() {
        this.rows.forEach((row, i) => {
            row.show(this.slots[i] ?? null);
            row.press(Boolean(this.goalOf(i + 1)));
        });
    }

    /* It is what the game is about, not a part that somebody took over for. */
    isWhole(id) {
        const goal = this.goals.find(other => other.id === id);
        return this.play.game.ontology.isTop(goal.goal);
    }

    /* The open goal that a slot stands for. */
    goalOf(slot) {
        const id = this.opened.get(slot);
        return this.goals.find(goal => goal.id === id && goal.open) ?? null;
    }

    /* Goals that were open before this page joined belong to the slots that would open them. */
    adopt() {
        this.slots.forEach((preset, i) => {
            const taken = [...this.opened.values()];
            const goal = this.goals.find(({ id, ...about }) => about.open && id !== this.top &&
                !taken.includes(id) && equals(about, preset, this.play.game.seat));
            if (goal)
                this.opened.set(i + 1, goal.id);
        });
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
            if (this.slots[slot - 1] === preset)
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

    /* ---- edges */

    find(id) {
        return this.goals.find(goal => goal.id === id && goal.open);
    }

    /* How many of the last orders an open goal will not hold once it is closed. */
    endsBefore({ id, orders }) {
        return this.ends.has(id) ? Math.min(orders, this.orders - this.ends.get(id)) : 0;
    }

    /* Orders that are given from now on don't change which these are. */
    endBefore(id, orders) {
        if (orders)
            this.ends.set(id, this.orders - orders);
        else
            this.ends.delete(id);
        this.list.show();
    }

    close(id) {
        const goal = this.find(id);
        if (goal)
            this.ask("goal.close", { id, back: this.endsBefore(goal) });
    }

    /* The goal opened last, but for the whole game's. */
    last() {
        const open = this.goals.filter(goal => goal.open && goal.id !== this.top);
        if (open.length === 0)
            this.play.message("No goal is open", true);
        return open.reduce((a, b) => (!a || b.id > a.id ? b : a), null);
    }

    /* The goal opened last begins one order earlier. */
    back() {
        const last = this.last();
        if (last && last.orders >= this.orders)
            this.play.message("It holds all orders already", true);
        else if (last)
            this.ask("goal.back", { id: last.id, orders: last.orders + 1 });
        return true;
    }

    /* The slot's goal, or the one opened last, will end one order earlier. */
    earlier(goal, how) {
        if (!goal)
            return true;
        const orders = this.endsBefore(goal) + 1;
        if (orders > goal.orders) {
            this.play.message("It would hold no order", true);
            return true;
        }
        this.endBefore(goal.id, orders);
        this.play.message(`${goal.goal} ends before the last ${count(orders)}; ${how} closes it`);
        return true;
    }

    earlierOf(slot) {
        const goal = this.goalOf(slot);
        if (!goal)
            this.play.message(`The goal of slot ${slot} is not open`, true);
        return this.earlier(goal, String(slot));
    }

    closeLast(earlier) {
        const last = this.last();
        if (earlier)
            return this.earlier(last, "Backspace");
        if (last)
            this.close(last.id);
        return true;
    }

    /* Raises or lowers the number of the slot that has the focus. */
    step(target, by) {
        const row = this.rows.find(({ element }) => element.contains(target));
        row?.step(target.closest("[data-param]")?.dataset.param ?? null, by);
        return Boolean(row);
    }

    /* ---- what is told */

    heard(message) {
        this.top = message.top;
        this.orders = message.orders;
        this.goals = message.goals;
        for (const [slot, id] of this.opened)
            if (!this.find(id))
                this.opened.delete(slot);
        for (const id of this.ends.keys())
            if (!this.find(id))
                this.ends.delete(id);
        if (this.joined)
            this.adopt();
        this.joined = false;
        this.showCount(message);
        this.list.show();
        this.showSlots();
    }

    /* Who took over for a goal gives each order for it. */
    showCount({ orders, saved, ...message }) {
        const unlabeled = this.isWhole(this.top) ? message.unlabeled : 0;
        const key = `${orders}.${unlabeled}.${saved}`;
        if (key === this.counted)
            return;
        this.counted = key;
        fill(this.count, `${count(orders)}, `,
            el("b", { id: "unlabeled", className: unlabeled ? "problem" : "",
                data: { unlabeled: String(unlabeled) } }, `${unlabeled} without a goal`),
            el("span", { className: "soft" }, saved ? ", saved" : ", not recorded"));
    }
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
