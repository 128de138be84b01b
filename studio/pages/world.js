/* A world, and the bytes that change it: see traces/states_format.h. An empty world is at cycle
 * 0. Entities are plain records, sorted by id and also found by id; planes are bytes by cell.
 * `changes` counts the changes of each plane; `dirty` lists the changed cells of the terrain. */

export const INSIDE = 1, UNFINISHED = 2;
const PLANES = ["terrain", "amount", "taken", "seen", "explored"];
export const TERRAIN = 0, AMOUNT = 1, SEEN = 3, EXPLORED = 4;

const PART_TALLIES = 1 << 5, PART_ENTITIES = 1 << 6, PART_SEATS = 1 << 7;
const PLACE = 1, UNTIL = 2, STATUS = 4, TARGET = 8, ACTION = 16, ATTRIBUTES = 32, FLAGS = 64;
const PRODUCT = 128, TYPE = 256, OWNER = 512, NEW = 1024;
const STRIDE = 11; /* numbers of an entity in a snapshot, before its attributes */

class BadStates extends Error {}

class Cursor {
    constructor(bytes, at = 0) {
        this.bytes = bytes;
        this.at = at;
    }

    byte() {
        if (this.at >= this.bytes.length)
            throw new BadStates("the states end too early");
        return this.bytes[this.at++];
    }

    /* Exact up to 2^53, more than any member needs. */
    number() {
        const first = this.byte();
        if (first < 128)
            return first;
        let value = first & 127, scale = 128;
        for (;;) {
            const byte = this.byte();
            value += (byte & 127) * scale;
            if (byte < 128)
                return value;
            scale *= 128;
            if (scale > 2 ** 49)
                throw new BadStates("a number is too large");
        }
    }

    signed() {
        const value = this.number();
        return value % 2 ? -(value + 1) / 2 | 0 : value / 2 | 0;
    }
}

export class World {
    constructor(data, width, height, seats) {
        this.width = width;
        this.height = height;
        this.seats = seats;
        this.tallies = data.tallies.length;
        this.attributes = data.attributes.length;
        this.restart();
    }

    restart() {
        const cells = this.width * this.height;
        this.now = 0;
        this.entities = [];
        this.byId = new Map();
        this.planes = PLANES.map(() => new Uint8Array(cells));
        this.changes = PLANES.map((_, p) => (this.changes ? this.changes[p] + 1 : 0));
        this.dirty = null; /* all cells */
        this.tally = new Int32Array(this.seats * this.tallies);
        this.faction = new Int8Array(this.seats).fill(-1);
        this.alive = new Uint8Array(this.seats);
    }

    /* Returns the changed cells of the terrain and clears the list; null: all cells. */
    takeDirty() {
        const dirty = this.dirty;
        this.dirty = [];
        return dirty;
    }

    find(id) {
        return this.byId.get(id);
    }

    tallyOf(seat, index) {
        return this.tally[seat * this.tallies + index];
    }

    /* Applies all states of a message. Returns their number. */
    applyAll(bytes) {
        let at = 0, count = 0;
        while (at < bytes.length) {
            at = this.apply(bytes, at);
            count++;
        }
        return count;
    }

    /* Applies the state at a byte and returns its end. After BadStates the world must be
     * restarted. */
    apply(bytes, at = 0) {
        const c = new Cursor(bytes, at);
        this.now += c.number();
        const parts = c.byte();
        if (parts & PART_SEATS)
            this.readSeats(c);
        if (parts & PART_TALLIES)
            this.readTallies(c);
        if (parts & PART_ENTITIES)
            this.readEntities(c);
        for (let p = 0; p < PLANES.length; p++)
            if (parts >> p & 1)
                this.readPlane(c, p);
        return c.at;
    }

    readSeats(c) {
        for (let seat = 0; seat < this.seats; seat++) {
            this.faction[seat] = c.byte() - 1;
            this.alive[seat] = c.byte();
        }
    }

    readTallies(c) {
        let at = 0;
        for (let changes = c.number(); changes > 0; changes--, at++) {
            at += c.number();
            if (at >= this.tally.length)
                throw new BadStates("there is no such tally");
            this.tally[at] += c.signed();
        }
    }

    readPlane(c, p) {
        const plane = this.planes[p];
        let at = 0;
        for (let runs = c.number(); runs > 0; runs--) {
            at += c.number();
            const length = c.number();
            if (at + length > plane.length || length > c.bytes.length - c.at)
                throw new BadStates("a plane has no such cells");
            for (let i = 0; i < length; i++, at++) {
                const byte = c.bytes[c.at++];
                plane[at] = p === TERRAIN ? byte : plane[at] ^ byte;
                if (p === TERRAIN && this.dirty)
                    this.dirty.push(at);
            }
        }
        this.changes[p]++;
    }

    /* Changes entities in place while none appears or goes, else in a new list. */
    readEntities(c) {
        const from = this.entities;
        let to = from, read = 0, written = 0;
        const part = () => {
            if (to === from)
                to = from.slice(0, written);
        };
        for (let changes = c.number(); changes > 0; changes--) {
            const many = c.number(), mask = c.number();
            if (many > from.length - read || mask >= NEW * 2)
                throw new BadStates("there is no such entity");
            for (let i = 0; i < many; i++)
                to[written++] = from[read++];
            if (mask & NEW) {
                part();
                const last = Math.max(written ? to[written - 1].id : 0,
                    read ? from[read - 1].id : 0);
                const entity = this.addEntity(last + c.number());
                this.readFields(c, mask, entity);
                to[written++] = entity;
            } else {
                if (read >= from.length)
                    throw new BadStates("there is no such entity");
                if (mask) {
                    this.readFields(c, mask, from[read]);
                    to[written++] = from[read++];
                } else {
                    part();
                    this.byId.delete(from[read++].id);
                }
            }
        }
        while (to !== from && read < from.length)
            to[written++] = from[read++];
        this.entities = to;
    }

    addEntity(id) {
        const entity = { id, type: 0, owner: 0, status: 0, x: 0, y: 0, target: 0, product: -1,
            flags: 0, action: -1, until: 0, attribute: new Int32Array(this.attributes) };
        this.byId.set(id, entity);
        return entity;
    }

    readFields(c, mask, e) {
        if (mask & PLACE) {
            e.x += c.signed();
            e.y += c.signed();
        }
        if (mask & UNTIL) {
            const until = c.number();
            e.until = until === 0 ? 0 : this.now + unzigzag(until - 1);
        }
        if (mask & STATUS)
            e.status = c.byte();
        if (mask & TARGET)
            e.target = c.number();
        if (mask & ACTION)
            e.action = c.byte() - 1;
        if (mask & ATTRIBUTES) {
            const which = c.number();
            for (let i = 0; i < this.attributes; i++)
                if (which >> i & 1)
                    e.attribute[i] += c.signed();
        }
        if (mask & FLAGS)
            e.flags = c.byte();
        if (mask & PRODUCT)
            e.product = c.number() - 1;
        if (mask & TYPE)
            e.type = c.number();
        if (mask & OWNER)
            e.owner = c.byte() - 1;
    }

    /* Returns a copy of the world; unchanged planes are shared with the snapshot before. */
    snapshot(before) {
        const stride = STRIDE + this.attributes;
        const entities = new Int32Array(this.entities.length * stride);
        this.entities.forEach((e, i) => {
            const at = i * stride;
            entities.set([e.id, e.type, e.owner, e.status, e.x, e.y, e.target, e.product, e.flags,
                e.action, e.until], at);
            entities.set(e.attribute, at + STRIDE);
        });
        const planes = this.planes.map((plane, p) =>
            before && before.changes[p] === this.changes[p] ? before.planes[p] : plane.slice());
        return { now: this.now, entities, planes, changes: this.changes.slice(),
            tally: this.tally.slice(), faction: this.faction.slice(), alive: this.alive.slice() };
    }

    restore(snapshot) {
        const stride = STRIDE + this.attributes, n = snapshot.entities;
        this.now = snapshot.now;
        this.entities = [];
        this.byId.clear();
        for (let at = 0; at < n.length; at += stride) {
            const entity = { id: n[at] >>> 0, type: n[at + 1], owner: n[at + 2], status: n[at + 3],
                x: n[at + 4], y: n[at + 5], target: n[at + 6] >>> 0, product: n[at + 7],
                flags: n[at + 8], action: n[at + 9], until: n[at + 10],
                attribute: n.slice(at + STRIDE, at + stride) };
            this.entities.push(entity);
            this.byId.set(entity.id, entity);
        }
        snapshot.planes.forEach((plane, p) => this.restorePlane(p, plane));
        this.tally.set(snapshot.tally);
        this.faction.set(snapshot.faction);
        this.alive.set(snapshot.alive);
    }

    restorePlane(p, plane) {
        const mine = this.planes[p];
        let differs = false;
        for (let at = 0; at < plane.length; at++)
            if (mine[at] !== plane[at]) {
                mine[at] = plane[at];
                differs = true;
                if (p === TERRAIN && this.dirty)
                    this.dirty.push(at);
            }
        if (differs)
            this.changes[p]++;
    }
}

function unzigzag(value) {
    return value % 2 ? -(value + 1) / 2 : value / 2;
}
