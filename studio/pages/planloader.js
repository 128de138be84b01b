/* Requests the plan of the shown cycle: at intervals while the cycle changes, and at once when
 * it rests. One request is open at a time. */

const INTERVAL = 100; /* milliseconds */

export class PlanLoader {
    constructor(recording, show) {
        this.recording = recording;
        this.show = show;
        this.requested = null;
        this.shown = "";
        this.loading = false;
        this.last = 0;
        this.unfold = new Map(); /* by seat: numbers of unfolded nodes */
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

    /* seats: a list. resting: request at once. */
    request(cycle, seats, resting) {
        const lists = seats.map(seat => [...this.unfolded(seat)].slice(-60));
        const key = JSON.stringify([cycle, seats, lists]);
        if (key === this.requested?.key)
            return;
        this.requested = { key, cycle, seats, lists };
        clearTimeout(this.timer);
        this.next(resting);
    }

    next(now) {
        if (this.loading || this.closed || !this.requested || this.requested.key === this.shown)
            return;
        const wait = this.last + INTERVAL - performance.now();
        if (!now && wait > 0) {
            this.timer = setTimeout(() => this.next(true), wait);
            return;
        }
        this.load(this.requested);
    }

    async load(requested) {
        this.loading = true;
        this.last = performance.now();
        try {
            const plans = await Promise.all(requested.seats.map((seat, i) =>
                this.recording.plan(requested.cycle, seat, requested.lists[i])));
            this.shown = requested.key;
            if (!this.closed)
                this.show(plans, requested.cycle);
        } catch {
            this.shown = ""; /* lost connection: requested again at the next change */
            this.requested = null;
        }
        this.loading = false;
        if (this.requested && this.requested.key !== this.shown)
            this.next(false);
    }

    /* The recording was opened again. */
    restart() {
        this.shown = "";
        this.requested = null;
        this.unfold.clear();
    }
}
