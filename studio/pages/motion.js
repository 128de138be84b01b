/* Interpolates movement between two states. The shown time runs at the game's pace; a unit that
 * changed its cell moves for the measured duration of its type's steps. Records are kept by
 * entity and reused. */

import { INSIDE } from "./world.js";

const FIRST_SPAN = 16; /* cycles of a step, until steps were measured */
const FAR = 3; /* cells; a longer move is a jump */
const FLASH = 14; /* cycles that a hit shows */

export class Motion {
    constructor(domain) {
        this.domain = domain;
        this.records = new Map();
        this.span = domain.types.map(() => FIRST_SPAN);
        this.shown = 0;
        this.now = 0;
        this.reduced = matchMedia("(prefers-reduced-motion: reduce)");
    }

    restart() {
        this.records.clear();
        this.shown = this.now = 0;
    }

    /* Takes a changed world: a unit that moved starts from where it is drawn. */
    update(world) {
        const jumped = world.now < this.now || world.now > this.now + 600;
        this.now = world.now;
        if (jumped)
            this.restartAt(world.now);
        const hit = this.domain.hit;
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

    /* The part of its step that a unit has moved, from 0 to 1. */
    part(record, type) {
        const part = (this.shown - record.at) / this.span[type];
        return part < 0 ? 0 : part > 1 ? 1 : part;
    }

    forget(now) {
        for (const [id, record] of this.records)
            if (record.seen !== now)
                this.records.delete(id);
    }

    /* Advances the shown time by a frame; with pace 0 it is the newest state's. */
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

    /* Where the unit is drawn, in cells. */
    placeX(record, type) {
        return record.fx + (record.x - record.fx) * this.part(record, type);
    }

    placeY(record, type) {
        return record.fy + (record.y - record.fy) * this.part(record, type);
    }

    isWalking(record, type) {
        return this.shown - record.at < this.span[type];
    }

    /* From 1 right after a hit down to 0. */
    flash(record) {
        const since = this.shown - record.hurt;
        return since < 0 || since >= FLASH ? 0 : 1 - since / FLASH;
    }
}
