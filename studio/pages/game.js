/* The game that this page plays or watches live: joined over the connection, kept as a world,
 * and joined again after a lost connection. Emits "state" (the world changed), "joined",
 * "failed" (an error), and the reports of the server: "pace", "order", "menu", "events",
 * "goals", "over", "squads", "edited", "taken", "trouble". */

import { Emitter } from "./connection.js";
import { loadDomain } from "./domain.js";
import { World } from "./world.js";

const FORWARDED = ["edited", "order", "menu", "events", "goals", "over", "squads", "taken",
    "trouble"];
const STATES = 1; /* kind of binary message */

export class Game extends Emitter {
    constructor(connection) {
        super();
        this.connection = connection;
        this.off = [];
        this.info = null;
        this.world = null;
        this.live = false; /* false while the game is being joined */
        this.earlyStates = null; /* states that arrived before the domain did */
        this.pace = 0;
        this.behind = false;
        this.latest = {}; /* the last message of each report, for listeners that are added later */
    }

    async join(session, take = false) {
        this.session = session;
        if (this.off.length === 0)
            this.listen();
        this.live = false;
        this.earlyStates = null;
        const info = await this.connection.request("play.join", { session, take });
        this.earlyStates = [];
        this.early = [];
        this.latest = {};
        await this.begin(info);
    }

    listen() {
        const { connection } = this;
        this.off.push(connection.on(STATES, bytes => this.receiveStates(bytes)));
        this.off.push(connection.on("state", message => this.receivePace(message)));
        for (const name of FORWARDED)
            this.off.push(connection.on(name, message => this.receive(name, message)));
        this.off.push(connection.on("open", () => this.rejoin()));
    }

    async begin(info) {
        const domain = await loadDomain(this.connection, info.domain);
        this.info = info;
        this.domain = domain;
        this.seat = info.seat;
        this.pace = info.pace;
        this.world = new World(domain.data, info.width, info.height, info.seats);
        const earlyStates = this.earlyStates;
        this.earlyStates = null;
        this.live = true;
        earlyStates.forEach(bytes => this.world.applyAll(bytes));
        this.emit("joined", info);
        this.emit("pace");
        this.emit("state");
        const early = this.early;
        this.early = null;
        early.forEach(([name, message]) => this.emit(name, message));
    }

    receive(name, message) {
        this.latest[name] = message;
        if (this.early)
            this.early.push([name, message]);
        else if (this.live || name === "taken")
            this.emit(name, message);
    }

    receiveStates(bytes) {
        if (this.earlyStates) {
            this.earlyStates.push(bytes);
            return;
        }
        if (!this.live)
            return;
        try {
            this.world.applyAll(bytes);
        } catch (error) {
            this.live = false;
            this.emit("failed", error);
        }
        this.emit("state");
    }

    receivePace(message) {
        this.pace = message.pace;
        this.behind = message.behind;
        this.emit("pace");
    }

    /* Joins again after a lost connection, from an empty world. */
    async rejoin() {
        if (!this.info)
            return;
        try {
            await this.join(this.session);
        } catch (error) {
            this.emit("failed", error);
        }
    }

    request(verb, members) {
        return this.connection.request(verb, members);
    }

    /* The index of a seat's faction; -1 if the page does not know it. */
    faction(seat) {
        const name = this.info.factions[seat];
        return this.domain.data.factions.findIndex(faction => faction.name === name);
    }

    /* The first other seat. */
    get enemy() {
        return this.seat === 0 ? 1 : 0;
    }

    get over() {
        return Boolean(this.latest.over);
    }

    get fog() {
        return Boolean(this.info.fog) && this.seat >= 0;
    }

    /* The server has closed the game: stops listening. */
    end() {
        this.off.forEach(off => off());
        this.off = [];
        this.info = null;
    }

    /* Leaves the game, which stays on the server, paused. */
    close() {
        this.off.forEach(off => off());
        this.off = [];
        if (this.info && this.connection.ready)
            this.connection.request("play.leave").catch(() => {});
    }
}
