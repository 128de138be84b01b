/* The ground of a game that is scrubbed through: a jump may change thousands of cells, and painting
 * them all would hold up the frame. What is in sight is painted for a few milliseconds a frame,
 * until it is what the world says; what changes back meanwhile is not painted at all. */

import { CHUNK, Terrain } from "./terrain.js";

const SHARE = 5; /* milliseconds of a frame */

export class PatientTerrain extends Terrain {
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
            this.catchUp(camera);
        super.draw(ctx, camera);
    }

    /* A square after the other: each once a frame, however much of it changed. */
    catchUp(camera) {
        const squares = new Map(), end = performance.now() + SHARE;
        for (const cell of this.pending) {
            const x = cell % this.width, y = Math.floor(cell / this.width);
            if (!camera.sees(x, y, 1, 1))
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
