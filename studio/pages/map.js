/* The map: terrain, entities, their activity, fog, and `overlays` on top. It draws in every
 * animation frame. */

import { Camera } from "./camera.js";
import { Motion } from "./motion.js";
import { Sprites } from "./sprites.js";
import { Fog, Terrain } from "./terrain.js";
import { EXPLORED, INSIDE, UNFINISHED } from "./world.js";

const LONGEST = 0.1; /* longest frame in seconds: after a pause nothing jumps */

export class MapView {
    constructor(canvas, { domain, world, seat, fog }) {
        this.canvas = canvas;
        this.ctx = canvas.getContext("2d", { alpha: false });
        this.domain = domain;
        this.seat = seat;
        this.camera = new Camera(world.width, world.height);
        this.sprites = new Sprites(domain);
        this.terrain = new Terrain(domain.data, world.width, world.height);
        this.motion = new Motion(domain);
        this.fog = fog ? new Fog(world.width, world.height, seat) : null;
        this.overlays = []; /* functions of (ctx, map) */
        this.drawOrder = []; /* units from back to front */
        this.selected = new Set();
        this.pace = 0;
        this.frames = { count: 0, last: 0, slowest: 0 };
        this.running = true;
        this.before = 0;
        this.setWorld(world);
        this.watchSize();
        this.camera.fit(this.canvas.clientWidth);
        this.frame = time => this.draw(time);
        requestAnimationFrame(this.frame);
    }

    setWorld(world) {
        this.world = world;
        this.motion.restart();
        this.update();
    }

    /* The world has changed. */
    update() {
        this.terrain.update(this.world);
        this.motion.update(this.world);
        this.fog?.update(this.world);
        this.sort();
    }

    close() {
        this.running = false;
        this.sizes.disconnect();
    }

    watchSize() {
        const resize = () => {
            const ratio = Math.min(2, devicePixelRatio || 1);
            const width = Math.max(1, Math.round(this.canvas.clientWidth * ratio));
            const height = Math.max(1, Math.round(this.canvas.clientHeight * ratio));
            if (width === this.canvas.width && height === this.canvas.height)
                return;
            this.canvas.width = width;
            this.canvas.height = height;
            this.camera.resize(width, height, ratio);
        };
        this.sizes = new ResizeObserver(resize);
        this.sizes.observe(this.canvas);
        resize();
    }

    /* ---- coordinates: cells and pixels of the page */

    cellAt(clientX, clientY) {
        const box = this.canvas.getBoundingClientRect(), { camera } = this;
        return { x: Math.floor(camera.left + (clientX - box.left) * camera.ratio / camera.cell),
            y: Math.floor(camera.top + (clientY - box.top) * camera.ratio / camera.cell) };
    }

    /* The center of a cell, in pixels of the page. */
    cellToScreen(x, y) {
        const box = this.canvas.getBoundingClientRect(), { camera } = this;
        return { x: box.left + camera.toX(x + 0.5) / camera.ratio,
            y: box.top + camera.toY(y + 0.5) / camera.ratio };
    }

    inside(x, y) {
        return x >= 0 && y >= 0 && x < this.world.width && y < this.world.height;
    }

    /* Whether the entity is off the map or not known to be there. Things on the floor have that
     * flag, too. */
    hidden(e) {
        return (e.flags & INSIDE) !== 0 && this.sprites.isUnit(e.type);
    }

    /* The entity that covers the cell: a unit before a building before a thing. With `place` (in
     * cells, with a fraction), a unit that is drawn there comes first, wherever its cell is. */
    entityAt(x, y, place) {
        let best = place ? this.drawnAt(place) : null, bestRank = best ? 3 : 0;
        for (const e of this.world.entities) {
            const type = this.domain.types[e.type];
            if (x < e.x || y < e.y || x >= e.x + type.width || y >= e.y + type.height ||
                this.hidden(e))
                continue;
            const rank = this.sprites.isUnit(e.type) ? 3 : type.kind === "building" ? 2 : 1;
            if (rank > bestRank) {
                best = e;
                bestRank = rank;
            }
        }
        return best;
    }

    drawnAt({ x, y }) {
        let best = null, nearest = 0.5;
        for (const e of this.drawOrder) {
            const record = this.motion.records.get(e.id);
            const far = Math.max(Math.abs(this.motion.placeX(record, e.type) + 0.5 - x),
                Math.abs(this.motion.placeY(record, e.type) + 0.45 - y));
            if (far < nearest) {
                nearest = far;
                best = e;
            }
        }
        return best;
    }

    /* ---- drawing */

    /* Sorts units by row. They are nearly sorted already, so insertion sort is fast. */
    sort() {
        const { drawOrder: order } = this;
        order.length = 0;
        for (const e of this.world.entities)
            if (this.sprites.isUnit(e.type) && !(e.flags & INSIDE))
                order.push(e);
        for (let i = 1; i < order.length; i++) {
            const e = order[i];
            let j = i - 1;
            while (j >= 0 && order[j].y > e.y) {
                order[j + 1] = order[j];
                j--;
            }
            order[j + 1] = e;
        }
    }

    draw(time) {
        if (!this.running)
            return;
        requestAnimationFrame(this.frame);
        const seconds = Math.min(LONGEST, (time - this.before) / 1000);
        this.before = time;
        const began = performance.now();
        this.motion.advance(seconds, this.pace);
        const { ctx, camera } = this;
        this.sprites.resize(camera.cell);
        ctx.fillStyle = "#0c1015";
        ctx.fillRect(0, 0, this.canvas.width, this.canvas.height);
        this.terrain.draw(ctx, camera);
        this.drawStatic();
        this.drawUnits();
        this.drawHits();
        if (this.fog)
            this.drawFog();
        for (const overlay of this.overlays)
            overlay(ctx, this, time);
        const took = performance.now() - began;
        this.frames.count++;
        this.frames.last = took;
        this.frames.slowest = Math.max(took, this.frames.slowest * 0.995);
    }

    /* Draws fog. Resources in unexplored places show through. */
    drawFog() {
        const { camera, ctx, fog, domain, world } = this, explored = world.planes[EXPLORED];
        fog.draw(ctx, camera);
        ctx.globalAlpha = 0.5;
        for (const e of world.entities)
            if (domain.types[e.type].kind === "resource" &&
                !(explored[e.y * world.width + e.x] & fog.bit))
                this.sprites.draw(ctx, e, camera.toX(e.x), camera.toY(e.y), false, 0);
        ctx.globalAlpha = 1;
    }

    /* Draws things, then buildings. */
    drawStatic() {
        const { camera, ctx, domain, sprites } = this;
        for (let pass = 0; pass < 2; pass++)
            for (const e of this.world.entities) {
                const type = domain.types[e.type];
                if (sprites.isUnit(e.type) || (type.kind === "building") !== (pass === 1) ||
                    !camera.overlaps(e.x, e.y, type.width, type.height))
                    continue;
                const x = camera.toX(e.x), y = camera.toY(e.y);
                if (this.selected.has(e.id))
                    this.ring(x, y, type.width, type.height, e.owner);
                sprites.draw(ctx, e, x, y, false, 0);
                this.damage(e, x, y, type.width, type.height);
                this.bars(e, x, y, type.width, type.height);
            }
    }

    drawUnits() {
        const { camera, ctx, motion, sprites } = this;
        for (const e of this.drawOrder) {
            const record = motion.records.get(e.id);
            const cellX = motion.placeX(record, e.type), cellY = motion.placeY(record, e.type);
            if (!camera.overlaps(cellX, cellY, 1, 1))
                continue;
            const bob = motion.isWalking(record, e.type) && !motion.reduced.matches ?
                Math.abs(Math.sin(motion.shown * 0.45 + e.id)) * 0.06 : 0;
            const x = camera.toX(cellX), y = camera.toY(cellY);
            if (this.selected.has(e.id))
                this.ring(x, y, 1, 1, e.owner);
            const lunge = this.lunge(e, record);
            sprites.draw(ctx, e, x + lunge * camera.cell, y - bob * camera.cell,
                this.facesLeft(e, record), this.loadOf(e));
            this.bars(e, x, y, 1, 1);
        }
    }

    /* The load of a unit, as sprites count it: 0: nothing; else a resource + 1. */
    loadOf(e) {
        const { carried, carries } = this.domain;
        if (carried < 0 || e.attribute[carried] <= 0)
            return 0;
        return 1 + (carries < 0 ? 0 : Math.max(0, e.attribute[carries]));
    }

    facesLeft(e, record) {
        const { facing } = this.domain;
        if (facing >= 0)
            return e.attribute[facing] > 4;
        const target = e.target && !this.motion.isWalking(record, e.type) ?
            this.world.find(e.target) : null;
        return target && target.x !== e.x ? target.x < e.x : record.flip;
    }

    /* A unit that attacks leans toward its target and back. */
    lunge(e, record) {
        if (this.domain.status(e.status) !== "attacking" ||
            this.motion.isWalking(record, e.type) ||
            this.motion.reduced.matches)
            return 0;
        const swing = Math.max(0, Math.sin(this.motion.shown * 0.25 + e.id));
        return (this.facesLeft(e, record) ? -1 : 1) * swing * swing * 0.12;
    }

    ring(x, y, width, height, owner) {
        const { ctx, camera } = this, { cell } = camera;
        const mine = owner === this.seat || this.seat < 0;
        ctx.lineWidth = Math.max(1.5, cell * 0.07);
        ctx.strokeStyle = mine ? "#7dff9b" : owner < 0 ? "#ffe27a" : "#ff8a75";
        ctx.fillStyle = mine ? "rgba(125, 255, 155, 0.16)" : "rgba(255, 220, 120, 0.14)";
        ctx.beginPath();
        if (width === 1)
            ctx.ellipse(x + cell / 2, y + cell * 0.86, cell * 0.46, cell * 0.24, 0, 0, 7);
        else
            ctx.roundRect(x + cell * 0.02, y + cell * 0.02, width * cell - cell * 0.04,
                height * cell - cell * 0.04, cell * 0.3);
        ctx.fill();
        ctx.stroke();
    }

    /* Draws smoke on a damaged building, and fire below 40% of its hit points. */
    damage(e, x, y, width, height) {
        if (e.flags & UNFINISHED || this.domain.types[e.type].kind !== "building")
            return;
        const health = this.domain.health(e);
        if (health > 0.66)
            return;
        const { ctx, camera: { cell } } = this;
        const flicker = this.motion.reduced.matches ? 0
            : Math.sin(this.motion.shown * 0.3 + e.id) * 0.08;
        for (let i = 0; i < width; i++) {
            const cx = x + (i + 0.5) * cell, cy = y + height * cell * (0.35 + (i & 1) * 0.2);
            ctx.fillStyle = "rgba(40, 40, 42, 0.5)";
            ctx.beginPath();
            ctx.arc(cx, cy - cell * 0.4, cell * (0.3 + flicker), 0, 7);
            ctx.fill();
            if (health > 0.4)
                continue;
            ctx.fillStyle = "#f08a35";
            ctx.beginPath();
            ctx.arc(cx, cy, cell * (0.22 + flicker), 0, 7);
            ctx.fill();
            ctx.fillStyle = "#ffd873";
            ctx.beginPath();
            ctx.arc(cx, cy + cell * 0.05, cell * 0.11, 0, 7);
            ctx.fill();
        }
    }

    /* Draws the hit points of entities that are damaged or selected. */
    bars(e, x, y, width) {
        const health = this.domain.health(e), chosen = this.selected.has(e.id);
        if (!chosen && (health >= 1 || this.domain.types[e.type].kind === "resource"))
            return;
        const { ctx, camera: { cell } } = this;
        const thick = Math.max(3, Math.round(cell * 0.11)), long = width * cell * 0.8;
        const left = Math.round(x + (width * cell - long) / 2), top = Math.round(y - thick * 0.5);
        ctx.fillStyle = "rgba(8, 11, 14, 0.85)";
        ctx.fillRect(left - 1, top - 1, long + 2, thick + 2);
        ctx.fillStyle = health > 0.6 ? "#69d17a" : health > 0.3 ? "#f0c04a" : "#f0604a";
        ctx.fillRect(left, top, Math.max(1, long * health), thick);
    }

    /* Draws sparks where an entity was hit, and the flight of a shot. */
    drawHits() {
        const { ctx, camera, motion, world, domain } = this, { cell } = camera;
        for (const e of world.entities) {
            const record = motion.records.get(e.id), flash = motion.flash(record);
            if (flash === 0 || !camera.overlaps(e.x, e.y, domain.width(e), domain.height(e)))
                continue;
            const x = camera.toX(motion.placeX(record, e.type) + domain.width(e) / 2);
            const y = camera.toY(motion.placeY(record, e.type) + domain.height(e) / 2);
            ctx.globalAlpha = flash;
            ctx.strokeStyle = "#fff2c2";
            ctx.lineWidth = Math.max(1.5, cell * 0.07);
            ctx.beginPath();
            for (let i = 0; i < 6; i++) {
                const angle = i * 1.05 + e.id, near = cell * 0.12,
                    far = cell * (0.2 + 0.25 * (1 - flash));
                ctx.moveTo(x + Math.cos(angle) * near, y + Math.sin(angle) * near);
                ctx.lineTo(x + Math.cos(angle) * far, y + Math.sin(angle) * far);
            }
            ctx.stroke();
            ctx.globalAlpha = 1;
        }
        for (const e of this.drawOrder)
            if (e.target && domain.status(e.status) === "attacking" &&
                domain.has(e.type, "attacker"))
                this.shot(e);
    }

    shot(e) {
        const { ctx, camera, motion, world } = this, target = world.find(e.target);
        if (!target)
            return;
        const flash = motion.flash(motion.records.get(target.id));
        const far = Math.max(Math.abs(target.x - e.x), Math.abs(target.y - e.y));
        if (flash < 0.35 || far < 2 || far > 24)
            return;
        const half = camera.cell / 2, at = Math.min(1, (1 - flash) * 1.6);
        const x0 = camera.toX(e.x) + half, y0 = camera.toY(e.y) + half;
        const dx = camera.toX(target.x) + half * this.domain.width(target) - x0;
        const dy = camera.toY(target.y) + half * this.domain.height(target) - y0;
        const tail = Math.max(0, at - camera.cell * 0.6 / Math.hypot(dx, dy));
        ctx.strokeStyle = "rgba(255, 240, 200, 0.9)";
        ctx.lineWidth = Math.max(1.5, camera.cell * 0.07);
        ctx.beginPath();
        ctx.moveTo(x0 + dx * tail, y0 + dy * tail);
        ctx.lineTo(x0 + dx * at, y0 + dy * at);
        ctx.stroke();
    }
}
