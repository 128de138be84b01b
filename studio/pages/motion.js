/* Between two states: the shown time runs on at the game's pace, and who changed its cell is on
 * its way for as long as its kind's steps have lasted so far. Records are kept by entity and
 * reused; nothing is made per frame. */

import { INSIDE } from "./world.js";

const FIRST_SPAN = 16; /* cycles of a step, until some were seen */
const FAR = 3; /* cells: farther is no walk */
const FLASH = 14; /* cycles that a blow shows */

export class Motion {
    constructor(ontology) {
        this.ontology = ontology;
        this.records = new Map();
        this.span = ontology.types.map(() => FIRST_SPAN);
        this.shown = 0;
        this.now = 0;
        this.still = matchMedia("(prefers-reduced-motion: reduce)");
    }

    restart() {
        this.records.clear();
        this.shown = this.now = 0;
    }

    /* The world was changed: who moved sets out from where it is drawn. */
    update(world) {
        const jumped = world.now < this.now || world.now > this.now + 600;
        this.now = world.now;
        if (jumped)
            this.restartAt(world.now);
        const hit = this.ontology.hit;
        for (const e of world.entities) {
            let record = this.records.get(e.id);
            if (!record) {
                record = { fx: e.x, fy: e.y, x: e.x, y: e.y, at: -1000, flip: false, turned: 0,
                    life: e.attribute[hit] ?? 0, hurt: -1000, seen: 0 };
                this.records.set(e.id, record);
            } else if (record.x !== e.x || record.y !== e.y) {
                this.moved(record, e, world.now);
            }
            const life = e.attribute[hit] ?? 0;
            if (life < record.life)
                record.hurt = world.now;
            record.life = life;
            record.seen = world.now;
        }
        if (this.records.size > world.entities.length * 2 + 64)
            this.forget(world.now);
    }

    restartAt(now) {
        this.records.clear();
        this.shown = now;
    }

    moved(record, e, now) {
        const cells = Math.max(Math.abs(e.x - record.x), Math.abs(e.y - record.y));
        const took = now - record.at;
        if (cells === 1 && took >= 3 && took < this.span[e.type] * 1.7)
            this.span[e.type] += (took - this.span[e.type]) * 0.25;
        const hidden = e.flags & INSIDE;
        const away = cells > FAR || hidden ? 1 : this.part(record, e.type);
        record.fx = away === 1 ? record.x : record.fx + (record.x - record.fx) * away;
        record.fy = away === 1 ? record.y : record.fy + (record.y - record.fy) * away;
        if (cells > FAR || hidden) {
            record.fx = e.x;
            record.fy = e.y;
        }
        if (e.x !== record.x)
            record.flip = e.x < record.x;
        record.x = e.x;
        record.y = e.y;
        record.at = now;
    }

    /* How much of its step it has gone, 0 .. 1. */
    part(record, type) {
        const part = (this.shown - record.at) / this.span[type];
        return part < 0 ? 0 : part > 1 ? 1 : part;
    }

    forget(now) {
        for (const [id, record] of this.records)
            if (record.seen !== now)
                this.records.delete(id);
    }

    /* A frame: `pace` cycles a second go by; 0: the shown time is the newest state's. */
    advance(seconds, pace) {
        if (pace === 0) {
            this.shown = this.now;
            return;
        }
        this.shown += seconds * pace;
        const behind = this.now - this.shown, room = Math.max(6, pace * 0.3);
        if (behind > room || behind < -room)
            this.shown = this.now;
        else
            this.shown += behind * Math.min(1, seconds * 4);
    }

    /* Where it is drawn, in cells. */
    placeX(record, type) {
        return record.fx + (record.x - record.fx) * this.part(record, type);
    }

    placeY(record, type) {
        return record.fy + (record.y - record.fy) * this.part(record, type);
    }

    walks(record, type) {
        return this.shown - record.at < this.span[type];
    }

    /* 1 right after a blow, down to 0. */
    flash(record) {
        const since = this.shown - record.hurt;
        return since < 0 || since >= FLASH ? 0 : 1 - since / FLASH;
    }
}
