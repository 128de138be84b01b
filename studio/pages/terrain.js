/* The ground, drawn beforehand in squares of CHUNK cells: as many in a frame as there is time for,
 * those in sight first; later only around cells that changed. */

import { TERRAIN } from "./world.js";
import { colorOf, groundOf, looksOf } from "./looks.js";
import { paint, Palette } from "./paint.js";
import { TILE, canvas } from "./textures.js";

export const CHUNK = 8;
const TIME = 7; /* milliseconds of a frame for new squares */
const AROUND = 2; /* cells that a changed one reaches: shores, crowns of trees */

export class Terrain {
    constructor(domain, width, height) {
        this.width = width;
        this.height = height;
        this.looks = looksOf(domain);
        this.palette = new Palette(this.looks, groundOf(this.looks));
        this.across = Math.ceil(width / CHUNK);
        this.down = Math.ceil(height / CHUNK);
        this.chunks = new Array(this.across * this.down).fill(null);
        this.missing = this.chunks.length;
        this.cells = null;
    }

    /* Takes what changed. */
    update(world) {
        this.cells = world.planes[TERRAIN];
        const dirty = world.takeDirty();
        if (dirty && dirty.length === 0)
            return;
        if (!dirty) {
            this.chunks.fill(null);
            this.missing = this.chunks.length;
            return;
        }
        this.repaint(dirty);
    }

    lookAt(x, y) {
        const column = Math.min(this.width - 1, Math.max(0, x));
        const row = Math.min(this.height - 1, Math.max(0, y));
        return this.looks[this.cells[row * this.width + column]]?.look;
    }

    /* Once a square, what lies around all its cells that changed. */
    repaint(dirty) {
        const boxes = new Map();
        for (const cell of dirty) {
            const x = cell % this.width, y = Math.floor(cell / this.width);
            for (let row = Math.floor((y - AROUND) / CHUNK); row <= (y + AROUND) / CHUNK; row++)
                for (let column = Math.floor((x - AROUND) / CHUNK); column <= (x + AROUND) / CHUNK;
                    column++)
                    widen(boxes, `${column},${row}`, x, y);
        }
        for (const [key, box] of boxes) {
            const [column, row] = key.split(",").map(Number), chunk = this.existing(column, row);
            if (chunk)
                this.paintInto(chunk, column, row, { x: box.x0 - AROUND, y: box.y0 - AROUND,
                    width: box.x1 - box.x0 + AROUND * 2 + 1,
                    height: box.y1 - box.y0 + AROUND * 2 + 1 });
        }
    }

    existing(column, row) {
        return column >= 0 && column < this.across && row >= 0 ?
            this.chunks[row * this.across + column] ?? null : null;
    }

    make(at) {
        const column = at % this.across, row = Math.floor(at / this.across);
        this.chunks[at] = canvas(CHUNK * TILE, CHUNK * TILE);
        this.paintInto(this.chunks[at], column, row, { x: column * CHUNK, y: row * CHUNK,
            width: CHUNK, height: CHUNK });
        this.missing--;
    }

    paintInto(chunk, column, row, box) {
        const ctx = chunk.getContext("2d");
        ctx.save();
        ctx.translate(-column * CHUNK * TILE, -row * CHUNK * TILE);
        ctx.beginPath();
        ctx.rect(box.x * TILE, box.y * TILE, box.width * TILE, box.height * TILE);
        ctx.clip();
        paint(ctx, this.palette, (x, y) => this.lookAt(x, y), box);
        ctx.restore();
    }

    /* Cells from left, top on, `cell` pixels each, with the cell (left, top) at 0, 0. */
    draw(ctx, camera) {
        const { cell, left, top } = camera, end = performance.now() + TIME;
        const last = Math.min(this.across - 1, Math.floor((left + camera.columns) / CHUNK));
        const low = Math.min(this.down - 1, Math.floor((top + camera.rows) / CHUNK));
        for (let row = Math.max(0, Math.floor(top / CHUNK)); row <= low; row++)
            for (let column = Math.max(0, Math.floor(left / CHUNK)); column <= last; column++) {
                const at = row * this.across + column;
                const x = Math.round((column * CHUNK - left) * cell);
                const y = Math.round((row * CHUNK - top) * cell);
                const across = Math.min(CHUNK, this.width - column * CHUNK);
                const down = Math.min(CHUNK, this.height - row * CHUNK);
                const width = Math.round((column * CHUNK + across - left) * cell) - x;
                const height = Math.round((row * CHUNK + down - top) * cell) - y;
                if (!this.chunks[at] && performance.now() < end)
                    this.make(at);
                if (this.chunks[at])
                    ctx.drawImage(this.chunks[at], 0, 0, across * TILE, down * TILE, x, y, width,
                        height);
                else
                    this.drawPlain(ctx, x, y, width, height);
            }
        this.prepare(end);
    }

    /* What is not painted yet. */
    drawPlain(ctx, x, y, width, height) {
        ctx.fillStyle = colorOf(this.palette.ground);
        ctx.fillRect(x, y, width, height);
    }

    /* What will be seen later, while there is time. */
    prepare(end) {
        while (this.missing > 0 && performance.now() < end) {
            const at = this.chunks.indexOf(null);
            this.make(at);
        }
    }
}

function widen(boxes, key, x, y) {
    const box = boxes.get(key);
    if (!box) {
        boxes.set(key, { x0: x, y0: y, x1: x, y1: y });
        return;
    }
    box.x0 = Math.min(box.x0, x);
    box.y0 = Math.min(box.y0, y);
    box.x1 = Math.max(box.x1, x);
    box.y1 = Math.max(box.y1, y);
}
