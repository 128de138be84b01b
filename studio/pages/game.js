/* The game that this page holds: joined over the socket, kept as a world, joined again when the
 * connection was lost. Listeners hear "state" (the world changed), "joined", and what is said of
 * the game: "pace", "order", "menu", "events", "goals", "over", "taken", "trouble". */

import { World } from "./world.js";
import { loadOntology } from "./ontology.js";
import { Teller } from "./teller.js";

const SAID = ["order", "menu", "events", "goals", "over", "taken", "trouble"];
const STATES = 1; /* binary kind */

export class Game extends Teller {
    constructor(link) {
        super();
        this.link = link;
        this.off = [];
        this.info = null;
        this.world = null;
        this.live = false; /* states are of this world: not while a game is being joined */
        this.waiting = null; /* states that came before the domain was known */
        this.pace = 0;
        this.behind = false;
        this.latest = {}; /* of each word, what was said last: for who begins to listen later */
    }

    async join(session, take = false) {
        this.session = session;
        if (this.off.length === 0)
            this.listen();
        this.live = false;
        this.waiting = null;
        const info = await this.link.ask("play.join", { session, take });
        this.waiting = [];
        this.said = [];
        this.latest = {};
        await this.begin(info);
    }

    listen() {
        const { link } = this;
        this.off.push(link.on(STATES, bytes => this.states(bytes)));
        this.off.push(link.on("state", message => this.paced(message)));
        for (const word of SAID)
            this.off.push(link.on(word, message => this.heard(word, message)));
        this.off.push(link.on("open", () => this.rejoin()));
    }

    async begin(info) {
        const ontology = await loadOntology(this.link, info.domain);
        this.info = info;
        this.ontology = ontology;
        this.seat = info.seat;
        this.pace = info.pace;
        this.world = new World(ontology.domain, info.width, info.height, info.seats);
        const waiting = this.waiting;
        this.waiting = null;
        this.live = true;
        waiting.forEach(bytes => this.world.applyAll(bytes));
        this.tell("joined", info);
        this.tell("pace");
        this.tell("state");
        const said = this.said;
        this.said = null;
        said.forEach(([word, message]) => this.tell(word, message));
    }

    heard(word, message) {
        this.latest[word] = message;
        if (this.said)
            this.said.push([word, message]);
        else if (this.live || word === "taken")
            this.tell(word, message);
    }

    states(bytes) {
        if (this.waiting) {
            this.waiting.push(bytes);
            return;
        }
        if (!this.live)
            return;
        try {
            this.world.applyAll(bytes);
        } catch (error) {
            this.live = false;
            this.tell("refused", error);
        }
        this.tell("state");
    }

    paced(message) {
        this.pace = message.pace;
        this.behind = message.behind;
        this.tell("pace");
    }

    /* The connection is there again: what was shown is shown again from an empty world. */
    async rejoin() {
        if (!this.info)
            return;
        try {
            await this.join(this.session);
        } catch (error) {
            this.tell("refused", error);
        }
    }

    ask(verb, members) {
        return this.link.ask(verb, members);
    }

    /* Its index; -1: the page can't know it. */
    faction(seat) {
        const name = this.info.factions[seat];
        return this.ontology.domain.factions.findIndex(faction => faction.name === name);
    }

    /* The first of the others. */
    get enemy() {
        return this.seat === 0 ? 1 : 0;
    }

    get over() {
        return Boolean(this.latest.over);
    }

    get fog() {
        return Boolean(this.info.fog) && this.seat >= 0;
    }

    /* Leaves the page's hold on it. The game stays, paused. */
    close() {
        this.off.forEach(off => off());
        this.off = [];
        if (this.info && this.link.ready)
            this.link.ask("play.leave").catch(() => {});
    }
}
