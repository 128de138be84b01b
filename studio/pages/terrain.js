/* The terrain, painted into square chunks: those in view first, as many per frame as time
 * allows; later only around changed cells. Fog lies over it. */

import { groundStyle, paint, styleColor, terrainStyles, TextureCache } from "./paint.js";
import { canvas, TILE } from "./textures.js";
import { EXPLORED, SEEN, TERRAIN } from "./world.js";

const CHUNK = 8;
const FRAME_TIME = 7; /* milliseconds per frame for new chunks */
const AROUND = 2; /* cells around a changed one that need painting: shores, crowns of trees */

export class Terrain {
    constructor(data, width, height) {
        this.width = width;
        this.height = height;
        this.styles = terrainStyles(data);
        this.textures = new TextureCache(this.styles, groundStyle(this.styles));
        this.across = Math.ceil(width / CHUNK);
        this.down = Math.ceil(height / CHUNK);
        this.chunks = new Array(this.across * this.down).fill(null);
        this.missing = this.chunks.length;
        this.cells = null;
    }

    /* Takes the changed cells of the world. */
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

    styleAt(x, y) {
        const column = Math.min(this.width - 1, Math.max(0, x));
        const row = Math.min(this.height - 1, Math.max(0, y));
        return this.styles[this.cells[row * this.width + column]]?.style;
    }

    /* Repaints each chunk once, around all its changed cells. */
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
            const [column, row] = key.split(",").map(Number), chunk = this.chunkAt(column, row);
            if (chunk)
                this.paintInto(chunk, column, row, { x: box.x0 - AROUND, y: box.y0 - AROUND,
                    width: box.x1 - box.x0 + AROUND * 2 + 1,
                    height: box.y1 - box.y0 + AROUND * 2 + 1 });
        }
    }

    chunkAt(column, row) {
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
        paint(ctx, this.textures, (x, y) => this.styleAt(x, y), box);
        ctx.restore();
    }

    /* Draws the chunks in view, and paints missing ones while there is time. */
    draw(ctx, camera) {
        const { cell, left, top } = camera, end = performance.now() + FRAME_TIME;
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

    /* A chunk that is not painted yet. */
    drawPlain(ctx, x, y, width, height) {
        ctx.fillStyle = styleColor(this.textures.ground);
        ctx.fillRect(x, y, width, height);
    }

    /* Paints chunks out of view while there is time. */
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

/* ---- scrubbing */

/* The terrain of a game that is scrubbed: a jump may change thousands of cells. It paints
 * changed cells in view for a few milliseconds per frame until all are up to date; cells that
 * change back in between are not painted. */
const PENDING_TIME = 5; /* milliseconds per frame */

export class IncrementalTerrain extends Terrain {
    update(world) {
        this.cells = world.planes[0];
        const dirty = world.takeDirty();
        if (!dirty || !this.painted) {
            this.chunks.fill(null);
            this.painted = this.cells.slice();
            this.pending = new Set();
        }
        for (const cell of dirty ?? [])
            if (this.painted[cell] === this.cells[cell])
                this.pending.delete(cell);
            else
                this.pending.add(cell);
    }

    draw(ctx, camera) {
        if (this.pending?.size)
            this.paintPending(camera);
        super.draw(ctx, camera);
    }

    /* Paints chunk by chunk, each once per frame. */
    paintPending(camera) {
        const squares = new Map(), end = performance.now() + PENDING_TIME;
        for (const cell of this.pending) {
            const x = cell % this.width, y = Math.floor(cell / this.width);
            if (!camera.overlaps(x, y, 1, 1))
                continue;
            const square = Math.floor(y / CHUNK) * this.across + Math.floor(x / CHUNK);
            if (!squares.has(square))
                squares.set(square, []);
            squares.get(square).push(cell);
        }
        for (const cells of squares.values()) {
            for (const cell of cells) {
                this.pending.delete(cell);
                this.painted[cell] = this.cells[cell];
            }
            this.repaint(cells);
            if (performance.now() > end)
                return;
        }
    }
}

/* ---- fog */

/* Fog of war: what the seat does not see now is dark, what it never saw is black. One pixel per
 * cell, drawn smooth for soft edges. */
export class Fog {
    constructor(width, height, seat) {
        this.width = width;
        this.height = height;
        this.bit = 1 << seat;
        this.picture = canvas(width, height);
        this.image = this.picture.getContext("2d").createImageData(width, height);
        this.seenAt = this.exploredAt = -1;
    }

    update(world) {
        const seenAt = world.changes[SEEN], exploredAt = world.changes[EXPLORED];
        if (seenAt === this.seenAt && exploredAt === this.exploredAt)
            return;
        this.seenAt = seenAt;
        this.exploredAt = exploredAt;
        const seen = world.planes[SEEN], explored = world.planes[EXPLORED], { data } = this.image;
        for (let cell = 0, at = 3; cell < seen.length; cell++, at += 4)
            data[at] = seen[cell] & this.bit ? 0 : explored[cell] & this.bit ? 128 : 255;
        this.picture.getContext("2d").putImageData(this.image, 0, 0);
    }

    draw(ctx, camera) {
        ctx.imageSmoothingEnabled = true;
        ctx.drawImage(this.picture, camera.toX(0), camera.toY(0), this.width * camera.cell,
            this.height * camera.cell);
    }
}
