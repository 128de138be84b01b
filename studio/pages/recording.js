/* A recorded game that a page watches: opened over the socket, its film as it comes, its orders,
 * its failures, its plans. When the connection was lost it is opened again. Listeners hear "opened",
 * "states" (the film is longer), "film" (it is whole), "orders", "failures", "trouble". */

import { Film } from "./film.js";
import { labelPlan } from "./labelplan.js";
import { loadOntology } from "./ontology.js";
import { Samples } from "./samples.js";
import { Teller } from "./teller.js";
import { firstPlace } from "./sorted.js";

const STATES = 1; /* binary kind */

export class Recording extends Teller {
    constructor(link, file) {
        super();
        this.link = link;
        this.file = file;
        this.info = null;
        this.film = null; /* what can be looked at; on a new connection the old one until then */
        this.comes = null; /* the film that what is sent belongs to */
        this.whole = false;
        this.off = [];
    }

    async open() {
        if (this.off.length === 0)
            this.listen();
        this.comes = this.waiting = null;
        const asked = this.link.ask("watch.open", { file: this.file });
        asked.then(() => {
            this.waiting = []; /* what comes from here on is this film's */
        }, () => {});
        const info = await asked;
        this.ontology = await loadOntology(this.link, info.domain);
        if (this.closed)
            return;
        this.begin(info);
        this.load().catch(error => this.tell("trouble", error));
    }

    listen() {
        const { link } = this;
        this.off.push(link.on(STATES, bytes => this.states(bytes)));
        this.off.push(link.on("film", message => this.ended(message)));
        this.off.push(link.on("open", () => this.again()));
    }

    begin(info) {
        const { ontology } = this;
        this.info = info;
        this.whole = false;
        this.orders = [];
        this.goals = []; /* as labeled */
        this.labels = new Map(); /* their texts */
        this.failures = info.plans.map(() => []);
        this.film = this.comes = new Film(ontology.domain, info.width, info.height, info.seats);
        this.samples = new Samples(ontology, info.seats);
        this.film.onState = world => this.samples.add(world);
        const waiting = this.waiting ?? [];
        this.waiting = null;
        waiting.forEach(part => (part.bytes ? this.film.add(part.bytes) : this.ended(part)));
        this.tell("opened");
        this.tell("states");
    }

    states(bytes) {
        if (this.comes) {
            this.comes.add(bytes);
            this.tell("states");
        } else {
            this.waiting?.push({ bytes });
        }
    }

    ended(message) {
        if (!this.comes) {
            this.waiting?.push(message);
            return;
        }
        this.whole = true;
        Object.assign(this.info, { faults: message.faults, fault_count: message.fault_count,
            checked: message.checked });
        this.tell("film");
    }

    /* What the lists show. */
    async load() {
        const { info } = this;
        for (let seat = 0; seat < info.seats; seat++)
            if (info.plans[seat] > 0)
                this.failures[seat] = (await this.link.ask("watch.failures", { seat })).failures
                    .map(failure => ({ ...failure, seat }));
        this.tell("failures");
        this.goals = (await this.link.ask("watch.labels")).labels;
        for (const label of this.goals)
            this.labels.set(`${label.seat}.${label.id}`, label.text);
        this.tell("labels");
        for (let total = 1; this.orders.length < total;) {
            const part = await this.link.ask("watch.orders", { from: this.orders.length });
            total = part.orders.length ? part.total : 0;
            this.orders.push(...part.orders);
        }
        this.tell("orders");
    }

    /* Of one seat, or (-1) of all, in order. */
    failuresOf(seat) {
        return seat >= 0 ? this.failures[seat] :
            this.failures.flat().sort((a, b) => a.cycle - b.cycle || a.seat - b.seat);
    }

    /* The first order at that cycle or later. */
    orderAt(cycle) {
        return firstPlace(this.orders.length, place => this.orders[place].cycle >= cycle);
    }

    /* What is pursued by those seats is known. */
    planned() {
        return this.info.plans.map((count, seat) => (count > 0 ||
            this.goals.some(label => label.seat === seat) ? seat : -1)).filter(seat => seat >= 0);
    }

    async plan(cycle, seat, unfold) {
        if (this.info.plans[seat] === 0)
            return labelPlan(this.goals, cycle, seat);
        return this.link.ask("watch.plan", { cycle, seat, unfold });
    }

    /* The connection is there again. */
    async again() {
        if (!this.info)
            return;
        try {
            await this.open();
        } catch (error) {
            this.tell("trouble", error);
        }
    }

    /* The last cycle that the film will have. */
    get cycles() {
        return this.whole ? this.film.last : Math.max(this.info.cycles, this.film.last);
    }

    close() {
        this.closed = true;
        this.off.forEach(off => off());
        if (this.info && this.link.ready)
            this.link.ask("watch.leave").catch(() => {});
    }
}
