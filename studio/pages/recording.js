/* A recorded game on page Watch: film, orders, failures and plans. It is opened again after a
 * lost connection. Emits "opened", "states" (the film grew), "film" (it is complete),
 * "failures", "labels", "orders", "trouble" (an error). */

import { Emitter } from "./connection.js";
import { loadDomain } from "./domain.js";
import { Film, partitionPoint } from "./film.js";
import { Samples } from "./samples.js";

const STATES = 1; /* kind of binary message */

export class Recording extends Emitter {
    constructor(connection, file) {
        super();
        this.connection = connection;
        this.file = file;
        this.info = null;
        this.film = null; /* the film that is shown, also while it is opened again */
        this.incoming = null; /* the film that arriving states belong to */
        this.whole = false;
        this.off = [];
    }

    async open() {
        if (this.off.length === 0)
            this.listen();
        this.incoming = this.early = null;
        const request = this.connection.request("watch.open", { file: this.file });
        request.then(() => {
            this.early = []; /* states from here on belong to this film */
        }, () => {});
        const info = await request;
        this.domain = await loadDomain(this.connection, info.domain);
        if (this.closed)
            return;
        this.begin(info);
        this.load().catch(error => this.emit("trouble", error));
    }

    listen() {
        const { connection } = this;
        this.off.push(connection.on(STATES, bytes => this.receiveStates(bytes)));
        this.off.push(connection.on("film", message => this.receiveEnd(message)));
        this.off.push(connection.on("open", () => this.reopen()));
    }

    begin(info) {
        const { domain } = this;
        this.info = info;
        this.whole = false;
        this.orders = [];
        this.goals = []; /* labels */
        this.labels = new Map(); /* texts of the labels */
        this.failures = info.plans.map(() => []);
        this.film = this.incoming = new Film(domain.data, info.width, info.height, info.seats);
        this.samples = new Samples(domain, info.seats);
        this.film.onState = world => this.samples.add(world);
        const early = this.early ?? [];
        this.early = null;
        early.forEach(part => (part.bytes ? this.film.add(part.bytes) : this.receiveEnd(part)));
        this.emit("opened");
        this.emit("states");
    }

    receiveStates(bytes) {
        if (this.incoming) {
            this.incoming.add(bytes);
            this.emit("states");
        } else {
            this.early?.push({ bytes });
        }
    }

    receiveEnd(message) {
        if (!this.incoming) {
            this.early?.push(message);
            return;
        }
        this.whole = true;
        Object.assign(this.info, { faults: message.faults, fault_count: message.fault_count,
            checked: message.checked });
        this.emit("film");
    }

    /* Loads failures, labels and orders. */
    async load() {
        const { info } = this;
        for (let seat = 0; seat < info.seats; seat++)
            if (info.plans[seat] > 0)
                this.failures[seat] = (await this.connection.request("watch.failures",
                    { seat })).failures
                    .map(failure => ({ ...failure, seat }));
        this.emit("failures");
        this.goals = (await this.connection.request("watch.labels")).labels;
        for (const label of this.goals)
            this.labels.set(`${label.seat}.${label.id}`, label.text);
        this.emit("labels");
        for (let total = 1; this.orders.length < total;) {
            const part = await this.connection.request("watch.orders",
                { from: this.orders.length });
            total = part.orders.length ? part.total : 0;
            this.orders.push(...part.orders);
        }
        this.emit("orders");
    }

    /* The failures of a seat, or of all seats (-1), by cycle. */
    failuresOf(seat) {
        return seat >= 0 ? this.failures[seat] :
            this.failures.flat().sort((a, b) => a.cycle - b.cycle || a.seat - b.seat);
    }

    /* The index of the first order at or after the cycle. */
    orderAt(cycle) {
        return partitionPoint(this.orders.length, place => this.orders[place].cycle >= cycle);
    }

    /* Seats with a plan or labels. */
    plannedSeats() {
        return this.info.plans.map((count, seat) => (count > 0 ||
            this.goals.some(label => label.seat === seat) ? seat : -1)).filter(seat => seat >= 0);
    }

    async plan(cycle, seat, unfold) {
        if (this.info.plans[seat] === 0)
            return labelPlan(this.goals, cycle, seat);
        return this.connection.request("watch.plan", { cycle, seat, unfold });
    }

    /* Opens again after a lost connection. */
    async reopen() {
        if (!this.info)
            return;
        try {
            await this.open();
        } catch (error) {
            this.emit("trouble", error);
        }
    }

    /* The last cycle of the complete film. */
    get cycles() {
        return this.whole ? this.film.lastCycle : Math.max(this.info.cycles, this.film.lastCycle);
    }

    close() {
        this.closed = true;
        this.off.forEach(off => off());
        if (this.info && this.connection.ready)
            this.connection.request("watch.leave").catch(() => {});
    }
}

/* ---- labels as a plan */

/* For a seat without a plan but with labels: the labeled goals in the form of a plan. */
const RECENT = 150; /* cycles that a goal is shown after its end */

function labelPlan(labels, cycle, seat) {
    const shown = labels.filter(label => label.seat === seat && label.opened <= cycle &&
        (label.closed < 0 || label.closed >= cycle - RECENT));
    const ids = new Set(shown.map(label => label.id)), nodes = [];
    const walk = (parent, depth) => {
        for (const label of shown)
            if (label.parent === parent || (parent === 0 && !ids.has(label.parent))) {
                nodes.push(nodeOf(label, cycle, depth));
                if (depth < 40)
                    walk(label.id, depth + 1);
            }
    };
    walk(0, 0);
    return { cycle, seat, nodes, count: nodes.length, left_out: 0,
        open: nodes.filter(node => !node.over).length };
}

function nodeOf(label, cycle, depth) {
    const over = label.closed >= 0 && label.closed <= cycle;
    return { n: label.id, of: "goal", above: label.parent, depth, over, text: label.text,
        state: !over ? "started" : label.reached === 1 ? "succeeded" : "stopped", what: "",
        label: "", why: over ? "" : "from labels", lacks: "", item: "", amount: 0,
        opened: label.opened, since: over ? label.closed : label.opened,
        closed: over ? label.closed : -1, left_out: 0, slots: [], pursue: over ? null :
            label.pursue };
}
