/* Line charts of each measure over the whole game, with its name, maximum and present value. A
 * click goes to that cycle. A table has the same values. */

import { button, el, fill, setText } from "./dom.js";
import { seatColor } from "./sprites.js";

const DASHES = [[], [5, 3], [2, 2], [8, 3, 2, 3]]; /* seats differ by more than color */
const TABLE_ROWS = 24; /* rows of the table */

export class Curves {
    constructor(recording, go) {
        this.recording = recording;
        this.go = go;
        this.cycle = 0;
        this.drawn = -1;
        this.list = el("div", { className: "curves-list", tabIndex: 0,
            attrs: { role: "region" }, aria: { label: "Curves" } });
        this.dialog = el("dialog", { id: "curves-table", aria: { labelledby: "curves-title" } });
        this.element = el("div", { className: "curves" },
            el("div", { className: "row curves-head" },
                this.legend = el("p", { className: "muted" }),
                button("curves-as-table", "As a table", () => this.openTable())),
            this.list, this.dialog);
        this.sizes = new ResizeObserver(() => this.draw(true));
        this.sizes.observe(this.list);
    }

    close() {
        this.sizes.disconnect();
    }

    layOut() {
        const { samples, info } = this.recording;
        this.parts = samples.measures.map(measure => this.part(measure));
        fill(this.list, ...this.parts.map(({ element }) => element));
        fill(this.legend, ...info.players.map((player, seat) => this.key(seat)));
        this.draw(true);
    }

    key(seat) {
        const line = el("canvas", { width: 44, height: 12, className: "curve-key",
            aria: { hidden: "true" } });
        const ctx = line.getContext("2d");
        stroke(ctx, seat, 2);
        ctx.beginPath();
        ctx.moveTo(0, 6);
        ctx.lineTo(44, 6);
        ctx.stroke();
        return el("span", { className: "curve-seat" }, line, `Seat ${seat + 1}`);
    }

    part(measure) {
        const canvas = el("canvas", { className: "curve", attrs: { role: "img" },
            aria: { label: `${measure.title} over the game, also as a table` } });
        const head = el("div", { className: "curve-mark" }),
            now = el("span", { className: "curve-now" });
        canvas.addEventListener("pointerdown", event => this.press(event, canvas));
        canvas.addEventListener("pointermove", event => {
            if (event.buttons & 1)
                this.press(event, canvas);
        });
        const element = el("div", { className: "curve-part", data: { measure: measure.name } },
            el("p", { className: "curve-title" }, measure.title, now),
            el("div", { className: "curve-box" }, canvas, head));
        return { measure, canvas, head, now, element };
    }

    press(event, canvas) {
        const box = canvas.getBoundingClientRect();
        this.go(Math.round((event.clientX - box.left) / box.width * this.recording.cycles));
    }

    /* Draws the charts; all: even if there are no new samples. */
    draw(all) {
        const { samples } = this.recording;
        if (!this.parts || !this.element.isConnected || this.element.offsetParent === null)
            return;
        if (!all && samples.cycle.length === this.drawn)
            return;
        this.drawn = samples.cycle.length;
        this.parts.forEach(part => drawCurve(part.canvas, part.measure, this.recording));
        this.at(this.cycle);
    }

    at(cycle) {
        this.cycle = cycle;
        if (!this.parts || this.element.offsetParent === null)
            return;
        const { samples, cycles } = this.recording, index = samples.at(cycle);
        for (const { measure, head, now } of this.parts) {
            head.style.left = `${100 * cycle / Math.max(1, cycles)}%`;
            setText(now, measure.values.map(values => values[index] ?? 0).join(" : "));
        }
    }

    openTable() {
        const { samples, info, cycles } = this.recording;
        const seats = info.players.map((_, seat) => seat);
        const head = el("tr", {}, el("th", { scope: "col" }, "Cycle"), ...samples.measures.flatMap(
            measure => seats.map(seat => el("th", { scope: "col" },
                `${measure.title}, seat ${seat + 1}`))));
        const rows = Array.from({ length: TABLE_ROWS + 1 }, (_, i) => {
            const cycle = Math.round(cycles * i / TABLE_ROWS), index = samples.at(cycle);
            return el("tr", {}, el("th", { scope: "row" }, String(samples.cycle[index] ?? 0)),
                ...samples.measures.flatMap(measure => seats.map(seat => el("td", {},
                    String(measure.values[seat][index] ?? 0)))));
        });
        fill(this.dialog, el("h2", { id: "curves-title" }, "Values over the game"),
            el("div", { className: "table-box", tabIndex: 0, attrs: { role: "region" },
                aria: { label: "Values over the game" } },
            el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows))),
            button("curves-close", "Close", () => this.dialog.close(), { className: "primary" }));
        this.dialog.showModal();
    }
}

function stroke(ctx, seat, width) {
    ctx.strokeStyle = seatColor(seat);
    ctx.lineWidth = width;
    ctx.setLineDash(DASHES[seat % DASHES.length]);
}

/* Draws at most one point per pixel: the last sample of that pixel. */
export function drawCurve(canvas, measure, recording) {
    const ratio = Math.min(2, devicePixelRatio || 1);
    const width = Math.round(canvas.clientWidth * ratio),
        height = Math.round(canvas.clientHeight * ratio);
    if (width < 2 || height < 2)
        return;
    canvas.width = width;
    canvas.height = height;
    const ctx = canvas.getContext("2d"), { samples, cycles } = recording;
    const room = 3 * ratio, scaleX = width / Math.max(1, cycles);
    const scaleY = (height - 2 * room) / Math.max(1, measure.most);
    ctx.strokeStyle = "#34404d";
    ctx.lineWidth = 1;
    ctx.beginPath();
    ctx.moveTo(0, height - room + 0.5);
    ctx.lineTo(width, height - room + 0.5);
    ctx.stroke();
    for (let s = measure.values.length - 1; s >= 0; s--) {
        const values = measure.values[s];
        stroke(ctx, s, 1.5 * ratio);
        ctx.beginPath();
        let last = -1;
        for (let i = 0; i < values.length; i++) {
            const x = Math.floor(samples.cycle[i] * scaleX);
            if (x === last && i < values.length - 1)
                continue;
            ctx.lineTo(x, height - room - values[i] * scaleY);
            last = x;
        }
        ctx.stroke();
    }
    ctx.setLineDash([]);
    ctx.fillStyle = "#b3c0cd";
    ctx.font = `${10 * ratio}px system-ui, sans-serif`;
    ctx.fillText(String(measure.most), 3 * ratio, 11 * ratio);
}
