/* The labels of a recorded game, as the program holds them: each change is asked of it, and what it
 * answers is drawn. Orders are named by their place among the seat's, from 0 on. Listeners hear
 * "changed" (goals), "selected", "study" (what is made of the labels), "opened", "told" (a text for
 * the person; true: it is bad). */

import { many } from "./dom.js";
import { loadOntology } from "./ontology.js";
import { orderText } from "./ordertext.js";
import { Teller } from "./teller.js";
import { firstPlace } from "./sorted.js";

const STUDY_AFTER = 300; /* milliseconds without a change */

export class Labels extends Teller {
    constructor(link) {
        super();
        this.link = link;
        this.goals = new Map();
        this.rows = []; /* goals as lanes: {goal, depth} */
        this.place = new Map(); /* id: its row */
        this.orders = [];
        this.order = 0; /* the chosen order */
        this.anchor = 0; /* the other end of the chosen range */
        this.goal = 0; /* the chosen goal; 0: the lane of orders */
        this.study = null;
        this.findings = new Map(); /* by goal, of the study */
        this.off = [link.on("study", message => this.studied(message)),
            link.on("suggested", message => this.suggested(message)),
            link.on("open", () => this.again())];
    }

    close() {
        this.off.forEach(off => off());
        clearTimeout(this.timer);
        if (this.link.ready)
            this.link.ask("label.leave").catch(() => {});
    }

    /* ---- opening */

    async open(file, seat = -1) {
        const info = await this.link.ask("label.open", { file, seat });
        this.ontology = await loadOntology(this.link, info.domain);
        this.file = file;
        this.info = info;
        this.fixed = info.fixed;
        this.orders = info.orders;
        this.goals.clear();
        this.study = null;
        this.findings.clear();
        this.order = this.anchor = this.goal = 0;
        this.take(info);
        this.tell("opened");
        this.tell("selected");
    }

    /* The connection is there again; what could be undone before it was lost cannot any more. */
    async again() {
        if (!this.info)
            return;
        const { order, goal, state } = this;
        try {
            await this.open(this.file, this.info.seat);
            this.choose(goal, Math.min(order, this.orders.length - 1));
            if (!state.saved)
                this.tell("told", "The connection was lost: what was not saved by then may be missing", true);
        } catch (error) {
            this.tell("told", error.message, true);
        }
    }

    /* ---- what the program says */

    take(state) {
        this.state = state;
        for (const id of state.gone)
            this.goals.delete(id);
        for (const goal of state.goals)
            this.goals.set(goal.id, goal);
        this.arrange();
        if (this.goal && !this.goals.has(this.goal))
            this.goal = 0;
        this.tell("changed");
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.link.ask("label.study").catch(() => {}), STUDY_AFTER);
    }

    studied(message) {
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
        this.tell("study");
    }

    suggested(message) {
        this.take(message);
        if (message.error)
            this.tell("told", message.error, true);
        else
            this.tell("told", message.added ? `${many(message.added, "suggestion")}: nothing is ` +
                "learned from them until they are accepted" : "There is nothing new to suggest",
            false);
    }

    /* Lanes from the top down: below each goal those that stand below it, by their start. */
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
        [...this.goals.values()].forEach(goal => add(goal, 0)); /* circles */
        this.place = new Map(this.rows.map((row, i) => [row.goal.id, i]));
        this.cover();
    }

    parentOf(goal) {
        return goal.parent ? this.goals.get(goal.parent) : undefined;
    }

    /* What says nothing of an order: the game's own goal over all of them, below no other. */
    isWhole(goal) {
        return this.ontology.isTop(goal.goal) && !this.parentOf(goal) && goal.spans.length === 1 && goal.spans[0][0] === 0 &&
            goal.spans[0][1] === this.orders.length;
    }

    cover() {
        const count = this.orders.length, change = new Int32Array(count + 1);
        for (const goal of this.goals.values())
            if (!this.isWhole(goal))
                for (const [from, to] of goal.spans) {
                    change[from]++;
                    change[to]--;
                }
        this.bare = new Uint8Array(count);
        this.unlabeled = 0;
        for (let i = 0, held = 0; i < count; i++) {
            held += change[i];
            this.bare[i] = held === 0 ? 1 : 0;
            this.unlabeled += this.bare[i];
        }
    }

    goalsOf(order) {
        return this.rows.filter(({ goal }) => holds(goal, order)).map(({ goal }) => goal);
    }

    /* ---- choosing */

    get chosen() {
        return this.goal ? this.goals.get(this.goal) : null;
    }

    /* [first, end) of the chosen orders. */
    get range() {
        return [Math.min(this.order, this.anchor), Math.max(this.order, this.anchor) + 1];
    }

    choose(goal, order = this.order, extend = false) {
        this.goal = goal && this.goals.has(goal) ? goal : 0;
        this.order = Math.max(0, Math.min(this.orders.length - 1, order));
        if (!extend)
            this.anchor = this.order;
        this.tell("selected");
    }

    /* The next order that no goal holds, from the chosen one on; round about. */
    nextBare(step) {
        const count = this.orders.length;
        for (let i = 1; i <= count; i++) {
            const at = (this.order + step * i + count * 2) % count;
            if (this.bare[at]) {
                this.choose(0, at);
                return true;
            }
        }
        this.tell("told", "Each order has a goal", false);
        return false;
    }

    /* ---- changing */

    /* On a new connection nothing is open yet, so nothing waits for one. */
    send(verb, members) {
        return this.link.ready ? this.link.ask(verb, members) :
            Promise.reject(new Error("The connection is lost: nothing was changed"));
    }

    async ask(verb, members) {
        try {
            const answer = await this.send(verb, members);
            this.take(answer);
            return answer;
        } catch (error) {
            this.tell("told", error.message, true);
            return null;
        }
    }

    async edit(change, members = {}) {
        const answer = await this.ask("label.edit", { change, ...members });
        if (answer?.id && this.goals.has(answer.id))
            this.choose(answer.id);
        else if (answer)
            this.tell("selected");
        return answer;
    }

    undo() {
        return this.ask("label.undo").then(() => this.tell("selected"));
    }

    redo() {
        return this.ask("label.redo").then(() => this.tell("selected"));
    }

    suggest() {
        return this.send("label.suggest").catch(error => this.tell("told", error.message, true));
    }

    get suggestions() {
        return this.rows.filter(({ goal }) => goal.suggested).length;
    }

    /* The other pursuit of the same goal that is merged with it: the next one, else the one before. */
    mergeable(goal) {
        const same = this.rows.map(row => row.goal)
            .filter(other => other.id !== goal.id && other.text === goal.text)
            .sort((a, b) => first(a) - first(b) || a.id - b.id);
        return same.find(other => first(other) >= first(goal)) ?? same[same.length - 1] ?? null;
    }

    /* What a person reads of an order. */
    orderText(place) {
        const order = this.orders[place];
        return order ? orderText(order) : "";
    }
}

export function holds(goal, order) {
    const span = goal.spans[firstPlace(goal.spans.length, place => goal.spans[place][1] > order)];
    return Boolean(span) && span[0] <= order;
}

export function first(goal) {
    return goal.spans.length ? goal.spans[0][0] : 0;
}

export function end(goal) {
    return goal.spans.length ? goal.spans[goal.spans.length - 1][1] : 0;
}

export function count(goal) {
    return goal.spans.reduce((sum, [from, to]) => sum + to - from, 0);
}
