/* All states of a recorded game, as they were sent, and a world that goes to any of them: from
 * the snapshot before it, state by state. Going on to a later cycle takes no snapshot. */

import { World } from "./world.js";
import { firstPlace } from "./sorted.js";

const APART = 256; /* states between snapshots: decoding so many takes about a millisecond */

export class Film {
    constructor(domain, width, height, seats) {
        this.reader = new World(domain, width, height, seats);
        this.world = new World(domain, width, height, seats);
        this.bytes = new Uint8Array(1 << 16);
        this.length = 0;
        this.cycle = []; /* of each state */
        this.offset = []; /* where it begins */
        this.marks = []; /* a snapshot before each APART-th state */
        this.at = -1; /* the state that world is; -1: nothing yet */
    }

    /* More states, as a message holds them. */
    add(bytes) {
        this.keep(bytes);
        let at = 0;
        while (at < bytes.length) {
            if (this.cycle.length % APART === 0)
                this.mark();
            this.offset.push(this.length + at);
            at = this.reader.apply(bytes, at);
            this.cycle.push(this.reader.now);
            this.onState?.(this.reader);
        }
        this.length += bytes.length;
    }

    keep(bytes) {
        if (this.length + bytes.length > this.bytes.length) {
            const grown = new Uint8Array(Math.max(this.bytes.length * 2,
                this.length + bytes.length));
            grown.set(this.bytes.subarray(0, this.length));
            this.bytes = grown;
        }
        this.bytes.set(bytes, this.length);
    }

    mark() {
        this.marks.push(this.reader.snapshot(this.marks[this.marks.length - 1]));
    }

    get last() {
        return this.cycle.length ? this.cycle[this.cycle.length - 1] : 0;
    }

    /* The last state that is not after the cycle; -1: none. */
    indexAt(cycle) {
        return firstPlace(this.cycle.length, place => this.cycle[place] > cycle) - 1;
    }

    /* Makes world what it was at the cycle; returns world. */
    seek(cycle) {
        const index = Math.max(0, this.indexAt(cycle));
        if (this.cycle.length === 0 || index === this.at)
            return this.world;
        const mark = Math.floor(index / APART);
        if (this.at < 0 || index < this.at || mark * APART > this.at + 1) {
            this.world.restore(this.marks[mark]);
            this.at = mark * APART - 1;
        }
        while (this.at < index) {
            this.at++;
            this.world.apply(this.bytes, this.offset[this.at]);
        }
        return this.world;
    }
}
