/* The ground, drawn beforehand in squares of CHUNK cells: a square when it is first seen, later
 * only around cells that changed. */

import { TERRAIN } from "./world.js";
import { groundOf, looksOf } from "./looks.js";
import { paint, Palette } from "./paint.js";
import { TILE, canvas } from "./textures.js";

export const CHUNK = 16;
const AROUND = 2; /* cells that a changed one reaches: shores, crowns of trees */

export class Terrain {
    constructor(domain, width, height) {
        this.width = width;
        this.height = height;
        this.looks = looksOf(domain);
        this.palette = new Palette(this.looks, groundOf(this.looks));
        this.across = Math.ceil(width / CHUNK);
        this.chunks = new Array(this.across * Math.ceil(height / CHUNK)).fill(null);
        this.cells = null;
        this.version = 0;
    }

    /* Takes what changed. */
    update(world) {
        this.cells = world.planes[TERRAIN];
        const dirty = world.takeDirty();
        if (dirty && dirty.length === 0)
            return;
        this.version++;
        if (!dirty || dirty.length > this.width) {
            this.chunks.fill(null);
            return;
        }
        for (const cell of dirty)
            this.repaint(cell % this.width, Math.floor(cell / this.width));
    }

    lookAt(x, y) {
        const column = Math.min(this.width - 1, Math.max(0, x));
        const row = Math.min(this.height - 1, Math.max(0, y));
        return this.looks[this.cells[row * this.width + column]]?.look;
    }

    repaint(x, y) {
        const left = Math.floor((x - AROUND) / CHUNK), right = Math.floor((x + AROUND) / CHUNK);
        const top = Math.floor((y - AROUND) / CHUNK), low = Math.floor((y + AROUND) / CHUNK);
        for (let row = top; row <= low; row++)
            for (let column = left; column <= right; column++) {
                const chunk = this.existing(column, row);
                if (chunk)
                    this.paintInto(chunk, column, row, { x: x - AROUND, y: y - AROUND,
                        width: AROUND * 2 + 1, height: AROUND * 2 + 1 });
            }
    }

    existing(column, row) {
        return column >= 0 && column < this.across && row >= 0 ?
            this.chunks[row * this.across + column] ?? null : null;
    }

    chunk(column, row) {
        const at = row * this.across + column;
        if (!this.chunks[at]) {
            this.chunks[at] = canvas(CHUNK * TILE, CHUNK * TILE);
            this.paintInto(this.chunks[at], column, row, { x: column * CHUNK, y: row * CHUNK,
                width: CHUNK, height: CHUNK });
        }
        return this.chunks[at];
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
        const { cell, left, top } = camera;
        const size = CHUNK * cell;
        const first = Math.max(0, Math.floor(left / CHUNK));
        const last = Math.min(this.across - 1, Math.floor((left + camera.columns) / CHUNK));
        const rows = Math.ceil(this.height / CHUNK);
        const end = Math.min(rows - 1, Math.floor((top + camera.rows) / CHUNK));
        for (let row = Math.max(0, Math.floor(top / CHUNK)); row <= end; row++)
            for (let column = first; column <= last; column++) {
                const x = Math.round((column * CHUNK - left) * cell);
                const y = Math.round((row * CHUNK - top) * cell);
                ctx.drawImage(this.chunk(column, row), x, y,
                    Math.round((column * CHUNK + CHUNK - left) * cell) - x,
                    Math.round((row * CHUNK + CHUNK - top) * cell) - y || size);
            }
    }
}
