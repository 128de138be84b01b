/* The timeline of page Label: a ruler and the lane of orders, below it a lane for each goal. All
 * orders have the same width, so that edges snap to orders. Only the part in view is drawn, into
 * two canvases; the names beside it are a tree for screen readers. */

import { el, oncePerFrame } from "./dom.js";
import { end, first } from "./labels.js";
import { LaneNames } from "./lanenames.js";
import { LanePointer } from "./lanepointer.js";

export const ROW = 22, HEAD = 58, NAMES = 290;
const WIDEST = 48, COLORS = new Map();

export class Lanes {
    constructor(labels) {
        this.requestDraw = oncePerFrame(() => this.draw());
        this.labels = labels;
        this.scale = 0; /* pixels of an order; 0: all orders fit */
        this.left = 0; /* the order at the left edge */
        this.dragged = null; /* the goal that is being dragged: { row, first, end } */
        this.head = el("canvas", { className: "lane-head", aria: { hidden: "true" } });
        this.body = el("canvas", { className: "lane-body", aria: { hidden: "true" } });
        this.names = new LaneNames(this);
        this.inner = el("div", { className: "lane-inner" }, this.body, this.names.element);
        this.scroll = el("div", { className: "lane-scroll", id: "lane-scroll" }, this.inner);
        this.element = el("section", { className: "lanes", id: "lanes",
            aria: { label: "Orders and goals" } },
        el("div", { className: "lane-top" }, this.names.head, this.head), this.scroll);
        this.pointer = new LanePointer(this);
        this.scroll.addEventListener("scroll", () => this.requestDraw());
        this.sizes = new ResizeObserver(() => this.resize());
        this.sizes.observe(this.scroll);
        labels.on("opened", () => this.fit());
        labels.on("changed", () => this.changed());
        labels.on("study", () => this.changed());
        labels.on("selected", () => this.reveal());
    }

    close() {
        this.sizes.disconnect();
    }

    changed() {
        this.inner.style.height = `${Math.max(1, this.labels.rows.length) * ROW}px`;
        this.requestDraw();
    }

    resize() {
        const width = Math.max(50, this.scroll.clientWidth - NAMES);
        const height = Math.max(50, this.scroll.clientHeight);
        this.ratio = Math.min(2, devicePixelRatio || 1);
        for (const [canvas, w, h] of [[this.head, width, HEAD], [this.body, width, height]]) {
            canvas.width = Math.round(w * this.ratio);
            canvas.height = Math.round(h * this.ratio);
            canvas.style.width = `${w}px`;
            canvas.style.height = `${h}px`;
        }
        this.width = width;
        this.height = height;
        this.clamp();
        this.requestDraw();
    }

    /* ---- coordinates */

    get pixels() {
        return this.scale || this.smallest;
    }

    get smallest() {
        return Math.min(WIDEST, this.width / Math.max(1, this.labels.orders.length));
    }

    toX(order) {
        return (order - this.left) * this.pixels;
    }

    toOrder(x) {
        return this.left + x / this.pixels;
    }

    fit() {
        this.scale = 0;
        this.left = 0;
        this.changed();
    }

    clamp() {
        const most = this.labels.orders.length - this.width / this.pixels;
        this.left = Math.max(0, Math.min(most, this.left));
    }

    zoom(steps, x = this.toX(this.labels.order + 0.5)) {
        const held = x >= 0 && x <= this.width ? x : this.width / 2, at = this.toOrder(held);
        const scale = Math.max(this.smallest, Math.min(WIDEST, this.pixels * 1.35 ** steps));
        this.scale = scale <= this.smallest ? 0 : scale;
        this.left = at - held / this.pixels;
        this.clamp();
        this.requestDraw();
    }

    pan(pixels) {
        this.left += pixels / this.pixels;
        this.clamp();
        this.requestDraw();
    }

    /* Scrolls until the chosen order and goal are in view. */
    reveal() {
        const { labels } = this, margin = Math.min(60, this.width / 4), x = this.toX(labels.order);
        if (x < margin || x > this.width - margin) {
            const before = this.left;
            if (x < 0 || x > this.width)
                this.left = labels.order - this.width / this.pixels / 2;
            else
                this.left += (x < margin ? x - margin : x - this.width + margin) / this.pixels;
            this.clamp();
            if (Number.isNaN(this.left))
                this.left = before || 0;
        }
        if (labels.goal) {
            const top = labels.place.get(labels.goal) * ROW, { scrollTop } = this.scroll;
            if (top < scrollTop)
                this.scroll.scrollTop = top;
            else if (top + ROW > scrollTop + this.height)
                this.scroll.scrollTop = top + ROW - this.height;
        }
        this.requestDraw();
    }

    /* ---- drawing: once per frame, after a change */

    draw() {
        const began = performance.now();
        if (!this.width || !this.labels.info)
            return;
        this.drawHead();
        this.drawBody();
        this.names.draw();
        this.drawTime = performance.now() - began;
    }

    begin(canvas) {
        const ctx = canvas.getContext("2d", { alpha: false });
        ctx.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
        ctx.fillStyle = "#12171d";
        ctx.fillRect(0, 0, canvas.width, canvas.height);
        return ctx;
    }

    get shown() {
        return [Math.max(0, Math.floor(this.left)),
            Math.min(this.labels.orders.length, Math.ceil(this.toOrder(this.width)))];
    }

    drawHead() {
        const ctx = this.begin(this.head), [from, to] = this.shown;
        this.drawRuler(ctx, from, to);
        this.drawRange(ctx);
        this.drawOrders(ctx, from, to);
        this.drawCursor(ctx, HEAD);
        if (this.dragged?.row === -1) {
            ctx.strokeStyle = "#f3c969";
            ctx.lineWidth = 2;
            ctx.strokeRect(this.toX(this.dragged.first) + 1, 22,
                (this.dragged.end - this.dragged.first) * this.pixels - 2, HEAD - 24);
        }
    }

    drawRuler(ctx, from, to) {
        const { orders } = this.labels;
        ctx.font = "11px system-ui, sans-serif";
        ctx.textBaseline = "middle";
        ctx.fillStyle = "#b3c0cd";
        const step = roundStep(90 / this.pixels);
        for (let i = Math.ceil(from / step) * step; i < to; i += step) {
            const x = this.toX(i);
            ctx.fillRect(x, 14, 1, 6);
            ctx.fillText(`cycle ${orders[i].cycle}`, x + 3, 9);
        }
    }

    /* Draws one column per pixel if orders are narrower. Orders without a goal are red with a
     * notch below, refused orders are hollow. */
    drawOrders(ctx, from, to) {
        const { labels, pixels } = this, top = 24, tall = 20;
        if (pixels < 2) {
            for (let x = 0; x < this.width; x++) {
                const a = Math.max(from, Math.floor(this.toOrder(x)));
                const b = Math.min(to, Math.max(a + 1, Math.ceil(this.toOrder(x + 1))));
                if (a >= to)
                    break;
                const unlabeled = labels.isUnlabeled.subarray(a, b).includes(1);
                ctx.fillStyle = unlabeled ? "#ff6b5e" : "#5f86a8";
                ctx.fillRect(x, top, 1, unlabeled ? tall + 9 : tall);
            }
            return;
        }
        const gap = pixels > 5 ? 1 : 0;
        for (let i = from; i < to; i++) {
            const x = this.toX(i), wide = pixels - gap, unlabeled = labels.isUnlabeled[i];
            ctx.fillStyle = unlabeled ? "#ff6b5e" : "#5f86a8";
            if (labels.orders[i].refused) {
                ctx.fillRect(x, top, wide, 3);
                ctx.fillRect(x, top + tall - 3, wide, 3);
            } else {
                ctx.fillRect(x, top, wide, tall);
            }
            if (!unlabeled)
                continue;
            ctx.beginPath();
            ctx.moveTo(x, top + tall + 2);
            ctx.lineTo(x + wide, top + tall + 2);
            ctx.lineTo(x + wide / 2, top + tall + 10);
            ctx.fill();
            if (wide >= 10) {
                ctx.fillStyle = "#1b0806";
                ctx.font = "bold 13px system-ui, sans-serif";
                ctx.fillText("!", x + wide / 2 - 2, top + tall / 2 + 1);
            }
        }
    }

    drawRange(ctx) {
        const [from, to] = this.labels.range;
        ctx.fillStyle = "#2a3a49";
        ctx.fillRect(this.toX(from), 0, Math.max(1, (to - from) * this.pixels), HEAD);
    }

    drawCursor(ctx, height) {
        const x = this.toX(this.labels.order);
        ctx.strokeStyle = "#f3c969";
        ctx.lineWidth = 1;
        ctx.strokeRect(Math.round(x) + 0.5, -2, Math.max(2, Math.round(this.pixels) - 1),
            height + 4);
    }

    drawBody() {
        const ctx = this.begin(this.body), { rows } = this.labels, top = this.scroll.scrollTop;
        const from = Math.floor(top / ROW), to = Math.min(rows.length,
            Math.ceil((top + this.height) / ROW));
        for (let i = from; i < to; i++) {
            const y = i * ROW - top, chosen = rows[i].goal.id === this.labels.goal;
            ctx.fillStyle = chosen ? "#21384b" : i % 2 ? "#171d24" : "#12171d";
            ctx.fillRect(0, y, this.width, ROW);
        }
        for (let i = from; i < to; i++)
            this.drawLane(ctx, rows[i].goal, i * ROW - top, i);
        this.drawCursor(ctx, this.height);
    }

    drawLane(ctx, goal, y, row) {
        const dragged = this.dragged?.row === row ? this.dragged : null;
        const a = dragged ? dragged.first : first(goal), b = dragged ? dragged.end : end(goal);
        const x0 = this.toX(a), x1 = this.toX(b), middle = y + ROW / 2;
        if (x1 < 0 || x0 > this.width)
            return;
        ctx.fillStyle = goalColor(goal.goal);
        ctx.globalAlpha = 0.5;
        ctx.fillRect(x0, middle - 1, x1 - x0, 2); /* a line over excluded orders */
        ctx.globalAlpha = goal.suggested ? 0.35 : 1;
        this.drawSpans(ctx, goal, dragged, y);
        ctx.globalAlpha = 1;
        ctx.strokeStyle = goal.id === this.labels.goal ? "#ffffff" : goalColor(goal.goal);
        ctx.lineWidth = goal.id === this.labels.goal ? 2 : 1;
        if (goal.suggested)
            ctx.setLineDash([5, 4]);
        ctx.strokeRect(x0 + 0.5, y + 3.5, Math.max(1, x1 - x0 - 1), ROW - 7);
        ctx.setLineDash([]);
        this.drawEnd(ctx, goal, x1, middle);
    }

    drawSpans(ctx, goal, dragged, y) {
        let before = -1;
        for (const [from, to] of goal.spans) {
            const a = dragged ? Math.max(from, dragged.first) : from;
            const b = dragged ? Math.min(to, dragged.end) : to;
            const x0 = this.toX(a), x1 = this.toX(b);
            if (a >= b || x1 < 0 || x1 <= before)
                continue;
            if (x0 > this.width)
                break;
            ctx.fillRect(x0, y + 4, Math.max(1, x1 - x0), ROW - 8);
            before = Math.floor(Math.max(x0 + 1, x1));
        }
        if (dragged && dragged.first < first(goal))
            ctx.fillRect(this.toX(dragged.first), y + 4,
                (first(goal) - dragged.first) * this.pixels, ROW - 8);
        if (dragged && dragged.end > end(goal))
            ctx.fillRect(this.toX(end(goal)), y + 4, (dragged.end - end(goal)) * this.pixels,
                ROW - 8);
    }

    /* Draws a tick for a reached goal, a cross for one that was not reached, nothing for an
     * unknown end. */
    drawEnd(ctx, goal, x, y) {
        if (goal.closed < 0)
            return;
        const at = Math.min(x + 5, this.width - 12);
        ctx.strokeStyle = goal.achieved ? "#7fd69a" : "#ff9a90";
        ctx.lineWidth = 2;
        ctx.beginPath();
        if (goal.achieved) {
            ctx.moveTo(at, y);
            ctx.lineTo(at + 3, y + 4);
            ctx.lineTo(at + 9, y - 4);
        } else {
            ctx.moveTo(at, y - 4);
            ctx.lineTo(at + 8, y + 4);
            ctx.moveTo(at + 8, y - 4);
            ctx.lineTo(at, y + 4);
        }
        ctx.stroke();
    }
}

export function goalColor(name) {
    if (!COLORS.has(name)) {
        let hash = 7;
        for (const letter of name)
            hash = (hash * 31 + letter.charCodeAt(0)) % 360;
        COLORS.set(name, `hsl(${hash} 48% 56%)`);
    }
    return COLORS.get(name);
}

function roundStep(least) {
    for (let step = 1; ; step *= 10)
        for (const part of [1, 2, 5])
            if (step * part >= least)
                return step * part;
}
