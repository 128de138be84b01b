/* All states of a recorded game as the server sent them, and a world that seeks to any of them:
 * from the snapshot before, state by state. Seeking forward restores no snapshot. */

import { World } from "./world.js";

const INTERVAL = 256; /* states between snapshots; decoding so many takes about a millisecond */

export class Film {
    constructor(data, width, height, seats) {
        this.reader = new World(data, width, height, seats);
        this.world = new World(data, width, height, seats);
        this.bytes = new Uint8Array(1 << 16);
        this.length = 0;
        this.cycle = []; /* cycle of each state */
        this.offset = []; /* byte at which each state begins */
        this.snapshots = []; /* before every INTERVAL-th state */
        this.index = -1; /* index of the state that `world` holds; -1: none yet */
    }

    /* Adds the states of a message. */
    add(bytes) {
        this.append(bytes);
        let at = 0;
        while (at < bytes.length) {
            if (this.cycle.length % INTERVAL === 0)
                this.addSnapshot();
            this.offset.push(this.length + at);
            at = this.reader.apply(bytes, at);
            this.cycle.push(this.reader.now);
            this.onState?.(this.reader);
        }
        this.length += bytes.length;
    }

    append(bytes) {
        if (this.length + bytes.length > this.bytes.length) {
            const grown = new Uint8Array(Math.max(this.bytes.length * 2,
                this.length + bytes.length));
            grown.set(this.bytes.subarray(0, this.length));
            this.bytes = grown;
        }
        this.bytes.set(bytes, this.length);
    }

    addSnapshot() {
        this.snapshots.push(this.reader.snapshot(this.snapshots[this.snapshots.length - 1]));
    }

    get lastCycle() {
        return this.cycle.length ? this.cycle[this.cycle.length - 1] : 0;
    }

    /* The index of the last state at or before the cycle; -1: none. */
    indexAt(cycle) {
        return partitionPoint(this.cycle.length, place => this.cycle[place] > cycle) - 1;
    }

    /* Sets `world` to the state at the cycle, and returns it. */
    seek(cycle) {
        const index = Math.max(0, this.indexAt(cycle));
        if (this.cycle.length === 0 || index === this.index)
            return this.world;
        const mark = Math.floor(index / INTERVAL);
        if (this.index < 0 || index < this.index || mark * INTERVAL > this.index + 1) {
            this.world.restore(this.snapshots[mark]);
            this.index = mark * INTERVAL - 1;
        }
        while (this.index < index) {
            this.index++;
            this.world.apply(this.bytes, this.offset[this.index]);
        }
        return this.world;
    }
}

/* Returns the first index below count for which `holds` is true; it must be true for all that
 * follow. Returns count if there is none. */
export function partitionPoint(count, holds) {
    let low = 0, high = count;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (holds(middle))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}
