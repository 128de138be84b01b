/* Who is selected. Those that are gone drop out by themselves. Groups are remembered by digit. */

import { UNFINISHED } from "./world.js";

const MOST = 200; /* ids in a selection */

export class Selection {
    constructor(game, map) {
        this.game = game;
        this.map = map;
        this.ids = [];
        this.groups = new Map();
        this.listeners = new Set();
        game.on("state", () => this.prune());
    }

    on(listener) {
        this.listeners.add(listener);
    }

    get world() {
        return this.game.world;
    }

    entities() {
        return this.ids.map(id => this.world.find(id)).filter(Boolean);
    }

    /* Those that the person may order about. */
    own() {
        return this.entities().filter(e => e.owner === this.game.seat);
    }

    set(ids) {
        const next = [...new Set(ids)].filter(id => this.world.find(id)).slice(0, MOST);
        if (next.length === this.ids.length && next.every((id, i) => id === this.ids[i]))
            return;
        this.ids = next;
        this.tell();
    }

    tell() {
        this.map.selected = new Set(this.ids);
        this.game.ask("play.select", { units: this.own().map(e => e.id) }).catch(() => {});
        this.listeners.forEach(listener => listener());
    }

    toggle(id) {
        this.set(this.ids.includes(id) ? this.ids.filter(other => other !== id) :
            [...this.ids, id]);
    }

    prune() {
        const kept = this.ids.filter(id => this.world?.find(id));
        if (kept.length !== this.ids.length) {
            this.ids = kept;
            this.tell();
        }
    }

    /* A press on a cell. add: beside what is selected. */
    pick(x, y, add, place) {
        const entity = this.map.entityAt(x, y, place);
        if (!entity) {
            if (!add)
                this.set([]);
        } else if (add) {
            this.toggle(entity.id);
        } else {
            this.set([entity.id]);
        }
    }

    /* All of the same type and owner that are in sight. */
    pickAlike(x, y, add, place) {
        const like = this.map.entityAt(x, y, place);
        if (!like)
            return;
        const alike = this.world.entities.filter(e => e.type === like.type &&
            e.owner === like.owner && !this.map.hidden(e) && this.map.camera.sees(e.x, e.y, 1, 1));
        this.set([...(add ? this.ids : []), ...alike.map(e => e.id)]);
    }

    /* Cells from x0, y0 to x1, y1: the own units among who is there; where there are none, the
     * own buildings; else one of anybody's. */
    pickBox(x0, y0, x1, y1, add) {
        const { ontology } = this.game;
        const inside = this.world.entities.filter(e => e.x <= x1 && e.y <= y1 &&
            e.x + ontology.width(e) > x0 && e.y + ontology.height(e) > y0 && !this.map.hidden(e));
        const own = inside.filter(e => e.owner === this.game.seat || this.game.seat < 0);
        const units = own.filter(e => ontology.moves(e.type));
        const chosen = units.length ? units : own.length ? own : inside.slice(0, 1);
        this.set([...(add ? this.ids : []), ...chosen.map(e => e.id)]);
    }

    keepGroup(digit) {
        this.groups.set(digit, [...this.ids]);
    }

    recallGroup(digit) {
        const ids = (this.groups.get(digit) ?? []).filter(id => this.world.find(id));
        this.set(ids);
        return ids.length;
    }

    /* Own ones that are on the map and for which that is true; nobody: what is selected stays. */
    pickOwn(test) {
        const found = this.world.entities.filter(e => e.owner === this.game.seat &&
            !this.map.hidden(e) && test(e));
        if (found.length)
            this.set(found.map(e => e.id));
        return found.length;
    }

    isIdle(e) {
        return this.game.ontology.status(e.status) === "idle";
    }

    pickFighters() {
        const { ontology } = this.game;
        return this.pickOwn(e => ontology.moves(e.type) && ontology.has(e.type, "attacker") &&
            !ontology.has(e.type, "worker"));
    }

    pickIdle() {
        return this.pickOwn(e => this.game.ontology.moves(e.type) && this.isIdle(e));
    }

    /* The next own building that could make something, and makes nothing. */
    nextIdleMaker() {
        const { ontology, seat } = this.game, queue = ontology.attribute("queue");
        return this.next(this.world.entities.filter(e => e.owner === seat &&
            !ontology.moves(e.type) && !(e.flags & UNFINISHED) && this.isIdle(e) &&
            e.product < 0 && (queue < 0 || e.attribute[queue] === 0) &&
            ontology.types[e.type].makes.length > 0));
    }

    /* The next own worker with nothing to do. */
    nextIdle() {
        const { ontology, seat } = this.game;
        const idle = this.world.entities.filter(e => e.owner === seat &&
            ontology.moves(e.type) && this.isIdle(e));
        const workers = idle.filter(e => ontology.has(e.type, "worker"));
        return this.next(workers.length ? workers : idle);
    }

    /* Of these the one behind who is selected. */
    next(list) {
        const next = list.find(e => e.id > (this.ids[0] ?? 0)) ?? list[0];
        if (next) {
            this.set([next.id]);
            this.map.camera.reveal(next.x, next.y);
        }
        return next ?? null;
    }
}
