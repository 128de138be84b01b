/* The panel of goals while playing: nine slots with presets, open goals, closed goals, and the
 * number of orders without a goal. */

import { el, fill } from "./dom.js";
import { GoalList, ordersText } from "./goallist.js";
import { PresetForm } from "./presetform.js";
import { loadSlots, saveSlots, SLOTS } from "./presets.js";
import { SlotRow } from "./slotrow.js";

export class GoalPanel {
    constructor(play) {
        this.play = play;
        this.goals = [];
        this.orders = 0;
        this.opened = new Map(); /* by slot: id of the goal that it opened */
        this.ends = new Map(); /* by id of an open goal: index of the order before its end */
        this.slots = [];
        this.form = new PresetForm(this);
        this.rows = Array.from({ length: SLOTS }, (_, i) => new SlotRow(this, i + 1));
        this.list = new GoalList(this);
        this.count = el("p", { id: "label-count", attrs: { role: "status" } });
        this.element = el("aside", { id: "goal-panel", className: "goal-panel", tabIndex: 0,
            aria: { label: "Goals" } }, el("h2", {}, "Goals"), this.count,
        el("h3", {}, "Open"), this.list.open, el("h3", {}, "Slots"),
        el("ol", { id: "slots", className: "slots" }, ...this.rows.map(row => row.element)),
        this.form.element, el("h3", {}, "Closed"), this.list.closed);
        play.game.on("goals", message => this.receive(message));
    }

    /* Called when the game was joined: domain and factions are known, goals arrive later. */
    layOut() {
        const { game } = this.play;
        this.slots = loadSlots(game.domain, game.faction(game.seat), game.faction(game.enemy));
        this.opened.clear();
        this.joined = true;
        this.showSlots();
    }

    /* Sets the preset of a slot. A goal opened from another preset no longer belongs to the
     * slot. */
    setSlot(slot, preset) {
        const { game } = this.play;
        if (JSON.stringify(preset) !== JSON.stringify(this.slots[slot - 1]))
            this.opened.delete(slot);
        this.slots[slot - 1] = preset;
        saveSlots(game.domain, game.faction(game.seat), this.slots);
        this.showSlots();
    }

    showSlots() {
        this.rows.forEach((row, i) => {
            row.show(this.slots[i] ?? null);
            row.press(Boolean(this.goalOf(i + 1)));
        });
    }

    /* Whether the goal is the game's own; false if a person took over for another goal. */
    isWhole(id) {
        const goal = this.goals.find(other => other.id === id);
        return this.play.game.domain.isTop(goal.goal);
    }

    /* The open goal that a slot opened, or null. */
    goalOf(slot) {
        const id = this.opened.get(slot);
        return this.goals.find(goal => goal.id === id && goal.open) ?? null;
    }

    /* Assigns goals that were open before this page joined to the slots with an equal preset. */
    adopt() {
        this.slots.forEach((preset, i) => {
            const taken = [...this.opened.values()];
            const goal = this.goals.find(({ id, ...about }) => about.open && id !== this.top &&
                !taken.includes(id) && equals(about, preset, this.play.game.seat));
            if (goal)
                this.opened.set(i + 1, goal.id);
        });
    }

    /* Opens the goal of a slot, or closes it. */
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
        const goal = this.play.game.domain.goal(preset.goal);
        const picked = goal.params.find(param => preset.args[param.name] === "chosen");
        if (!picked) {
            this.send(slot, preset, preset.args);
            return;
        }
        const finish = value => this.send(slot, preset, { ...preset.args, [picked.name]: value });
        const [selected] = this.play.selection.entities();
        if (picked.kind === "entity" && selected && selected.owner !== this.play.game.seat) {
            finish(selected.id);
            return;
        }
        const target = picked.kind === "cell" ? "a cell" : "a unit";
        this.play.message(`${preset.goal}: choose ${target} on the map, or press Escape to cancel`);
        this.play.picking = (x, y, place) => {
            const entity = this.play.map.entityAt(x, y, place);
            if (picked.kind === "cell")
                finish({ x, y });
            else if (entity)
                finish(entity.id);
            else
                this.play.message("There is no unit at this place", true);
        };
    }

    async send(slot, preset, args) {
        const flat = {};
        const { params } = this.play.game.domain.goal(preset.goal);
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
            const { id } = await this.play.game.request("goal.open",
                { goal: preset.goal, args: flat,
                ...(preset.kind ? { kind: preset.kind } : {}) });
            if (this.slots[slot - 1] === preset)
                this.opened.set(slot, id);
            this.showSlots();
        } catch (error) {
            this.play.message(`${preset.goal}: ${error.message}`, true);
        }
    }

    request(verb, members) {
        return this.play.game.request(verb, members)
            .catch(error => this.play.message(error.message, true));
    }

    /* ---- edges */

    find(id) {
        return this.goals.find(goal => goal.id === id && goal.open);
    }

    /* The number of the last orders that an open goal will not hold once it is closed. */
    endsBefore({ id, orders }) {
        return this.ends.has(id) ? Math.min(orders, this.orders - this.ends.get(id)) : 0;
    }

    /* Sets that number. Later orders do not change which orders these are. */
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
            this.request("goal.close", { id, back: this.endsBefore(goal) });
    }

    /* The goal opened last, except the game's own. */
    last() {
        const open = this.goals.filter(goal => goal.open && goal.id !== this.top);
        if (open.length === 0)
            this.play.message("No goal is open", true);
        return open.reduce((a, b) => (!a || b.id > a.id ? b : a), null);
    }

    /* Lets the goal opened last begin one order earlier. */
    back() {
        const last = this.last();
        if (last && last.orders >= this.orders)
            this.play.message("The goal holds all orders already", true);
        else if (last)
            this.request("goal.back", { id: last.id, orders: last.orders + 1 });
        return true;
    }

    /* Lets a goal end one order earlier. */
    earlier(goal, how) {
        if (!goal)
            return true;
        const orders = this.endsBefore(goal) + 1;
        if (orders > goal.orders) {
            this.play.message("The goal would hold no orders", true);
            return true;
        }
        this.endBefore(goal.id, orders);
        this.play.message(`${goal.goal} ends before the last ${ordersText(orders)}; ` +
            `${how} closes it`);
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

    /* Changes the number of the slot that has the focus. */
    step(target, by) {
        const row = this.rows.find(({ element }) => element.contains(target));
        row?.step(target.closest("[data-param]")?.dataset.param ?? null, by);
        return Boolean(row);
    }

    /* ---- reports */

    receive(message) {
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

    /* If a person took over for a goal, that goal holds each order, so none is unlabeled. */
    showCount({ orders, recorded, saved, ...message }) {
        const unlabeled = this.isWhole(this.top) ? message.unlabeled : 0;
        const key = `${orders}.${unlabeled}.${recorded}.${saved}`;
        if (key === this.counted)
            return;
        this.counted = key;
        fill(this.count, `${ordersText(orders)}, `,
            el("b", { id: "unlabeled", className: unlabeled ? "error" : "",
                data: { unlabeled: String(unlabeled) } }, `${unlabeled} without a goal`),
            el("span", { className: "muted" }, !recorded ? ", not recorded"
                : saved ? ", saved" : ", not saved yet"));
    }
}

/* Whether an open goal is the one that the preset would open, as far as its arguments are known. */
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
