/* The plan of the cycle that is shown, asked for as it changes: now and then while it moves, and
 * for the very cycle once it rests. One question goes at a time. */

const EVERY = 100; /* milliseconds */

export class PlanFeed {
    constructor(recording, show) {
        this.recording = recording;
        this.show = show;
        this.wanted = null;
        this.shown = "";
        this.asking = false;
        this.last = 0;
        this.unfold = new Map(); /* by seat: numbers of nodes */
    }

    close() {
        clearTimeout(this.timer);
        this.closed = true;
    }

    unfolded(seat) {
        if (!this.unfold.has(seat))
            this.unfold.set(seat, new Set());
        return this.unfold.get(seat);
    }

    /* seats: a list. resting: at once. */
    want(cycle, seats, resting) {
        const lists = seats.map(seat => [...this.unfolded(seat)].slice(-60));
        const key = JSON.stringify([cycle, seats, lists]);
        if (key === this.wanted?.key)
            return;
        this.wanted = { key, cycle, seats, lists };
        clearTimeout(this.timer);
        this.go(resting);
    }

    go(now) {
        if (this.asking || this.closed || !this.wanted || this.wanted.key === this.shown)
            return;
        const wait = this.last + EVERY - performance.now();
        if (!now && wait > 0) {
            this.timer = setTimeout(() => this.go(true), wait);
            return;
        }
        this.ask(this.wanted);
    }

    async ask(wanted) {
        this.asking = true;
        this.last = performance.now();
        try {
            const plans = await Promise.all(wanted.seats.map((seat, i) =>
                this.recording.plan(wanted.cycle, seat, wanted.lists[i])));
            this.shown = wanted.key;
            if (!this.closed)
                this.show(plans, wanted.cycle);
        } catch {
            this.shown = ""; /* the connection was lost: it is asked again when something changes */
            this.wanted = null;
        }
        this.asking = false;
        if (this.wanted && this.wanted.key !== this.shown)
            this.go(false);
    }

    /* The recording was opened again. */
    restart() {
        this.shown = "";
        this.wanted = null;
        this.unfold.clear();
    }
}
