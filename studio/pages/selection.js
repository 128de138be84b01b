/* The selected entities. Lost entities leave the selection. Groups are saved by digit. */

import { UNFINISHED } from "./world.js";

const MOST = 200; /* most ids in a selection */

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

    /* Selected entities of the person's seat. */
    own() {
        return this.entities().filter(e => e.owner === this.game.seat);
    }

    set(ids) {
        const next = [...new Set(ids)].filter(id => this.world.find(id)).slice(0, MOST);
        if (next.length === this.ids.length && next.every((id, i) => id === this.ids[i]))
            return;
        this.ids = next;
        this.notify();
    }

    notify() {
        this.map.selected = new Set(this.ids);
        this.game.request("play.select", { units: this.own().map(e => e.id) }).catch(() => {});
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
            this.notify();
        }
    }

    /* Selects the entity at a cell. add: toggles it in the selection. */
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

    /* Selects all entities of the same type and owner in view. */
    pickSameType(x, y, add, place) {
        const like = this.map.entityAt(x, y, place);
        if (!like)
            return;
        const same = this.world.entities.filter(e => e.type === like.type &&
            e.owner === like.owner && !this.map.hidden(e) &&
                this.map.camera.overlaps(e.x, e.y, 1, 1));
        this.set([...(add ? this.ids : []), ...same.map(e => e.id)]);
    }

    /* Selects in the box of cells x0, y0 to x1, y1: own units, else own buildings, else one
     * entity of another seat. */
    pickBox(x0, y0, x1, y1, add) {
        const { domain } = this.game;
        const inside = this.world.entities.filter(e => e.x <= x1 && e.y <= y1 &&
            e.x + domain.width(e) > x0 && e.y + domain.height(e) > y0 && !this.map.hidden(e));
        const own = inside.filter(e => e.owner === this.game.seat || this.game.seat < 0);
        const units = own.filter(e => domain.moves(e.type));
        const chosen = units.length ? units : own.length ? own : inside.slice(0, 1);
        this.set([...(add ? this.ids : []), ...chosen.map(e => e.id)]);
    }

    saveGroup(digit) {
        this.groups.set(digit, [...this.ids]);
    }

    recallGroup(digit) {
        const ids = (this.groups.get(digit) ?? []).filter(id => this.world.find(id));
        this.set(ids);
        return ids.length;
    }

    /* Selects own entities on the map that pass the test; if there are none, keeps the
     * selection. */
    pickOwn(test) {
        const found = this.world.entities.filter(e => e.owner === this.game.seat &&
            !this.map.hidden(e) && test(e));
        if (found.length)
            this.set(found.map(e => e.id));
        return found.length;
    }

    isIdle(e) {
        return this.game.domain.status(e.status) === "idle";
    }

    pickFighters() {
        const { domain } = this.game;
        return this.pickOwn(e => domain.moves(e.type) && domain.has(e.type, "attacker") &&
            !domain.has(e.type, "worker"));
    }

    pickIdle() {
        return this.pickOwn(e => this.game.domain.moves(e.type) && this.isIdle(e));
    }

    /* Selects the next idle building that could produce. */
    nextIdleProducer() {
        const { domain, seat } = this.game, queue = domain.attribute("queue");
        return this.next(this.world.entities.filter(e => e.owner === seat &&
            !domain.moves(e.type) && !(e.flags & UNFINISHED) && this.isIdle(e) &&
            e.product < 0 && (queue < 0 || e.attribute[queue] === 0) &&
            domain.types[e.type].makes.length > 0));
    }

    /* Selects the next idle worker, or idle unit. */
    nextIdle() {
        const { domain, seat } = this.game;
        const idle = this.world.entities.filter(e => e.owner === seat &&
            domain.moves(e.type) && this.isIdle(e));
        const workers = idle.filter(e => domain.has(e.type, "worker"));
        return this.next(workers.length ? workers : idle);
    }

    /* Selects the entity of the list that follows the selected one. */
    next(list) {
        const next = list.find(e => e.id > (this.ids[0] ?? 0)) ?? list[0];
        if (next) {
            this.set([next.id]);
            this.map.camera.reveal(next.x, next.y);
        }
        return next ?? null;
    }
}
