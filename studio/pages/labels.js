/* The labels of a recorded game, as the server holds them: each change is a request, and the
 * page shows its answer. Orders are named by their index among the seat's orders. Emits
 * "changed" (goals), "selected", "study" (findings and behaviors), "opened", "message" (text;
 * true: an error). */

import { Emitter } from "./connection.js";
import { loadDomain } from "./domain.js";
import { partitionPoint } from "./film.js";
import { orderText, pluralize } from "./text.js";

const STUDY_AFTER = 300; /* milliseconds without a change */

export class Labels extends Emitter {
    constructor(connection) {
        super();
        this.connection = connection;
        this.goals = new Map();
        this.rows = []; /* goals in the order of lanes: { goal, depth } */
        this.place = new Map(); /* by id: index in rows */
        this.orders = [];
        this.order = 0; /* the chosen order */
        this.anchor = 0; /* the other end of the chosen range */
        this.goal = 0; /* the chosen goal; 0: the lane of orders */
        this.study = null;
        this.findings = new Map(); /* by goal */
        this.off = [connection.on("study", message => this.receiveStudy(message)),
            connection.on("suggested", message => this.receiveSuggestions(message)),
            connection.on("open", () => this.reopen())];
    }

    close() {
        this.off.forEach(off => off());
        clearTimeout(this.timer);
        if (this.connection.ready)
            this.connection.request("label.leave").catch(() => {});
    }

    /* ---- opening */

    async open(file, seat = -1) {
        const info = await this.connection.request("label.open", { file, seat });
        this.domain = await loadDomain(this.connection, info.domain);
        this.file = file;
        this.info = info;
        this.readOnly = info.fixed;
        this.orders = info.orders;
        this.goals.clear();
        this.study = null;
        this.findings.clear();
        this.order = this.anchor = this.goal = 0;
        this.apply(info);
        this.emit("opened");
        this.emit("selected");
    }

    /* Opens again after a lost connection; the undo history is lost. */
    async reopen() {
        if (!this.info)
            return;
        const { order, goal, state } = this;
        try {
            await this.open(this.file, this.info.seat);
            this.choose(goal, Math.min(order, this.orders.length - 1));
            if (!state.saved)
                this.emit("message", "The connection was lost: unsaved changes may be missing",
                    true);
        } catch (error) {
            this.emit("message", error.message, true);
        }
    }

    /* ---- reports */

    apply(state) {
        this.state = state;
        for (const id of state.gone)
            this.goals.delete(id);
        for (const goal of state.goals)
            this.goals.set(goal.id, goal);
        this.arrange();
        if (this.goal && !this.goals.has(this.goal))
            this.goal = 0;
        this.emit("changed");
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.connection.request("label.study").catch(() => {}),
            STUDY_AFTER);
    }

    receiveStudy(message) {
        if (!this.state || message.version !== this.state.version)
            return;
        this.study = message;
        this.findings.clear();
        for (const finding of message.findings)
            if (finding.goal !== undefined && finding.seat === this.info.seat) {
                const list = this.findings.get(finding.goal) ?? [];
                list.push(finding);
                this.findings.set(finding.goal, list);
            }
        this.emit("study");
    }

    receiveSuggestions(message) {
        this.apply(message);
        if (message.error)
            this.emit("message", message.error, true);
        else
            this.emit("message", message.added
                ? `${pluralize(message.added, "suggestion")}: learning ` +
                "leaves them out until they are accepted" : "There are no new suggestions",
            false);
    }

    /* Sorts goals into lanes: children below their parent, by their start. */
    arrange() {
        const below = new Map(), start = goal => goal.spans[0]?.[0] ?? 0;
        for (const goal of this.goals.values()) {
            const parent = this.parentOf(goal)?.id ?? 0;
            if (!below.has(parent))
                below.set(parent, []);
            below.get(parent).push(goal);
        }
        this.rows = [];
        const seen = new Set();
        const add = (goal, depth) => {
            if (seen.has(goal.id))
                return;
            seen.add(goal.id);
            this.rows.push({ goal, depth });
            for (const child of below.get(goal.id) ?? [])
                add(child, depth + 1);
        };
        for (const list of below.values())
            list.sort((a, b) => start(a) - start(b) || a.id - b.id);
        (below.get(0) ?? []).forEach(goal => add(goal, 0));
        [...this.goals.values()].forEach(goal =>
            add(goal, 0)); /* goals whose parents form a cycle */
        this.place = new Map(this.rows.map((row, i) => [row.goal.id, i]));
        this.countUnlabeled();
    }

    parentOf(goal) {
        return goal.parent ? this.goals.get(goal.parent) : undefined;
    }

    /* Whether the goal is the game's own, over all orders and without a parent: it says nothing
     * about any single order. */
    isWhole(goal) {
        return this.domain.isTop(goal.goal) && !this.parentOf(goal) && goal.spans.length === 1 &&
            goal.spans[0][0] === 0 &&
            goal.spans[0][1] === this.orders.length;
    }

    countUnlabeled() {
        const count = this.orders.length, change = new Int32Array(count + 1);
        for (const goal of this.goals.values())
            if (!this.isWhole(goal))
                for (const [from, to] of goal.spans) {
                    change[from]++;
                    change[to]--;
                }
        this.isUnlabeled = new Uint8Array(count);
        this.unlabeled = 0;
        for (let i = 0, held = 0; i < count; i++) {
            held += change[i];
            this.isUnlabeled[i] = held === 0 ? 1 : 0;
            this.unlabeled += this.isUnlabeled[i];
        }
    }

    goalsOf(order) {
        return this.rows.filter(({ goal }) => holds(goal, order)).map(({ goal }) => goal);
    }

    /* ---- choosing */

    get chosen() {
        return this.goal ? this.goals.get(this.goal) : null;
    }

    /* The chosen orders: [first, end). */
    get range() {
        return [Math.min(this.order, this.anchor), Math.max(this.order, this.anchor) + 1];
    }

    choose(goal, order = this.order, extend = false) {
        this.goal = goal && this.goals.has(goal) ? goal : 0;
        this.order = Math.max(0, Math.min(this.orders.length - 1, order));
        if (!extend)
            this.anchor = this.order;
        this.emit("selected");
    }

    /* Chooses the next order without a goal, and continues from the other end. */
    nextUnlabeled(step) {
        const count = this.orders.length;
        for (let i = 1; i <= count; i++) {
            const at = (this.order + step * i + count * 2) % count;
            if (this.isUnlabeled[at]) {
                this.choose(0, at);
                return true;
            }
        }
        this.emit("message", "Each order has a goal", false);
        return false;
    }

    /* ---- changing */

    /* Rejects requests while the connection is lost: the file is not open on a new one. */
    send(verb, members) {
        return this.connection.ready ? this.connection.request(verb, members) :
            Promise.reject(new Error("The connection is lost: nothing was changed"));
    }

    async request(verb, members) {
        try {
            const answer = await this.send(verb, members);
            this.apply(answer);
            return answer;
        } catch (error) {
            this.emit("message", error.message, true);
            return null;
        }
    }

    async edit(change, members = {}) {
        const answer = await this.request("label.edit", { change, ...members });
        if (answer?.id && this.goals.has(answer.id))
            this.choose(answer.id);
        else if (answer)
            this.emit("selected");
        return answer;
    }

    undo() {
        return this.request("label.undo").then(() => this.emit("selected"));
    }

    redo() {
        return this.request("label.redo").then(() => this.emit("selected"));
    }

    suggest() {
        return this.send("label.suggest").catch(error => this.emit("message", error.message, true));
    }

    get suggestions() {
        return this.rows.filter(({ goal }) => goal.suggested).length;
    }

    /* The other instance of the same goal to merge with: the next one, else the previous one. */
    mergeable(goal) {
        const same = this.rows.map(row => row.goal)
            .filter(other => other.id !== goal.id && other.text === goal.text)
            .sort((a, b) => first(a) - first(b) || a.id - b.id);
        return same.find(other => first(other) >= first(goal)) ?? same[same.length - 1] ?? null;
    }

    /* The text of an order. */
    orderText(place) {
        const order = this.orders[place];
        return order ? orderText(order) : "";
    }
}

export function holds(goal, order) {
    const span = goal.spans[partitionPoint(goal.spans.length,
        place => goal.spans[place][1] > order)];
    return Boolean(span) && span[0] <= order;
}

export function first(goal) {
    return goal.spans.length ? goal.spans[0][0] : 0;
}

export function end(goal) {
    return goal.spans.length ? goal.spans[goal.spans.length - 1][1] : 0;
}

export function orderCount(goal) {
    return goal.spans.reduce((sum, [from, to]) => sum + to - from, 0);
}
