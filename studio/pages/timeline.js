/* The timeline of page Watch: a scrubber with a curve and marks of failures, and playback. Calls
 * `change(cycle, resting)` for each cycle to show; resting: the cycle no longer changes. */

import { drawCurve } from "./curves.js";
import { button, el, field, select, setText } from "./dom.js";

const SPEEDS = [0.25, 0.5, 1, 2, 5, 10, 30, 100];
const REST_TIME = 160; /* milliseconds without a change until the cycle rests */

export class Timeline {
    constructor(recording, change) {
        this.recording = recording;
        this.change = change;
        this.cycle = 0;
        this.exact = 0; /* cycle with its fraction, during playback */
        this.speed = 1;
        this.playing = false;
        this.running = true;
        this.frames = { count: 0, total: 0, slowest: 0, long: 0 }; /* durations in milliseconds */
        this.layOut();
        this.frame = time => this.tick(time);
        requestAnimationFrame(this.frame);
    }

    close() {
        this.running = false;
        clearTimeout(this.rest);
        this.sizes.disconnect();
    }

    layOut() {
        this.slider = el("input", { id: "scrubber", type: "range", min: "0", step: "1", value: "0",
            aria: { label: "Cycle" }, on: { input: () => this.go(Number(this.slider.value)) } });
        this.curve = el("canvas", { className: "strip-curve", aria: { hidden: "true" } });
        this.marks = el("canvas", { className: "strip-marks", aria: { hidden: "true" } });
        this.head = el("div", { className: "strip-head" });
        this.loaded = el("div", { className: "strip-loaded" });
        this.strip = el("div", { className: "strip", on: {
            pointerdown: event => this.press(event), pointermove: event => this.drag(event) } },
        this.curve, this.marks, this.loaded, this.head);
        this.play = button("watch-play", "Play", () => this.toggle(), { className: "primary" });
        const pace = select(SPEEDS.map(value => ({ value, text: `${value}x` })), 1);
        pace.addEventListener("change", () => {
            this.speed = Number(pace.value);
            this.onPace?.();
        });
        this.pace = pace;
        this.which = el("select");
        this.which.addEventListener("change", () => this.draw());
        this.clock = el("output", { id: "watch-clock", className: "clock" });
        this.element = el("div", { className: "timeline", attrs: { role: "group" },
            aria: { label: "Timeline" } }, this.controls(), this.strip, this.slider);
        this.sizes = new ResizeObserver(() => this.draw());
        this.sizes.observe(this.strip);
    }

    controls() {
        const step = (id, text, label, press) => button(id, text, press, { aria: { label } });
        return el("div", { className: "row timeline-row" }, this.play,
            step("cycle-back", "‹", "One cycle back", () => this.stepBy(-1)),
            step("cycle-on", "›", "One cycle forward", () => this.stepBy(1)),
            step("order-back", "« order", "The previous order", () => this.stepOrder(-1)),
            step("order-on", "order »", "The next order", () => this.stepOrder(1)),
            step("failure-back", "« failure", "The previous failure", () => this.onFailure?.(-1)),
            step("failure-on", "failure »", "The next failure", () => this.onFailure?.(1)),
            field("watch-speed", "Speed", this.pace), field("strip-measure", "Curve", this.which),
            this.clock);
    }

    /* Called when the recording was opened. */
    begin() {
        const { samples } = this.recording, before = this.which.value || samples.main;
        this.which.replaceChildren(...samples.measures.map(measure => el("option",
            { value: measure.name, selected: measure.name === before }, measure.title)));
        this.grow();
    }

    /* Called when the film grew. */
    grow() {
        const { cycles, film, samples, whole } = this.recording;
        this.slider.max = String(cycles);
        this.loaded.hidden = whole;
        this.loaded.style.left = `${100 * film.lastCycle / Math.max(1, cycles)}%`;
        if (whole || samples.cycle.length > (this.drawn ?? 0) * 1.15 + 16)
            this.draw();
    }

    draw() {
        const { samples } = this.recording;
        if (!samples)
            return;
        this.drawn = samples.cycle.length;
        const measure = samples.measures.find(({ name }) => name === this.which.value);
        if (measure)
            drawCurve(this.curve, measure, this.recording);
        this.drawMarks();
    }

    /* Draws a mark for each failure. */
    drawMarks() {
        const { marks: canvas, recording } = this, ratio = Math.min(2, devicePixelRatio || 1);
        canvas.width = Math.max(1, Math.round(canvas.clientWidth * ratio));
        canvas.height = Math.max(1, Math.round(canvas.clientHeight * ratio));
        const ctx = canvas.getContext("2d"), scale = canvas.width / Math.max(1, recording.cycles);
        ctx.fillStyle = "#ff7a6e";
        for (const { cycle } of recording.failures.flat()) {
            const x = Math.round(cycle * scale), size = 4 * ratio;
            ctx.beginPath();
            ctx.moveTo(x - size, 0);
            ctx.lineTo(x + size, 0);
            ctx.lineTo(x, size * 1.8);
            ctx.fill();
            ctx.fillRect(x, 0, ratio, canvas.height);
        }
    }

    get end() {
        return this.recording.film ? this.recording.film.lastCycle : 0;
    }

    /* Goes to the cycle, or to the end of the film so far. */
    go(cycle) {
        this.exact = this.cycle = Math.max(0, Math.min(this.end, Math.round(cycle)));
        this.dirty = true;
        clearTimeout(this.rest);
        this.rest = setTimeout(() => this.showResting(), REST_TIME);
    }

    showResting() {
        if (!this.playing)
            this.change(this.cycle, true);
    }

    stepBy(cycles) {
        this.pause();
        this.go(this.cycle + cycles);
    }

    stepOrder(direction) {
        const { orders } = this.recording, at = this.recording.orderAt(this.cycle);
        this.pause();
        let index = direction > 0 ? at : at - 1;
        while (direction > 0 && orders[index]?.cycle === this.cycle)
            index++;
        if (orders[index])
            this.go(orders[index].cycle);
    }

    toggle() {
        if (this.playing)
            this.pause();
        else
            this.start();
    }

    start() {
        if (this.cycle >= this.end && this.recording.whole)
            this.go(0);
        this.playing = true;
        this.began = 0;
        setText(this.play, "Pause");
        this.onPace?.();
    }

    pause() {
        if (!this.playing)
            return;
        this.playing = false;
        setText(this.play, "Play");
        this.onPace?.();
        this.go(this.cycle);
    }

    get rate() {
        return this.playing ? this.speed * this.recording.domain.pace : 0;
    }

    /* Shows at most one cycle per frame. */
    tick(time) {
        if (!this.running)
            return;
        requestAnimationFrame(this.frame);
        const seconds = this.began ? Math.min(0.1, (time - this.began) / 1000) : 0;
        this.began = time;
        if (this.playing)
            this.advance(seconds);
        if (!this.dirty)
            return;
        this.dirty = false;
        const before = performance.now();
        this.show();
        this.change(this.cycle, false);
        const took = performance.now() - before;
        this.frames.count++;
        this.frames.slowest = Math.max(this.frames.slowest, took);
        this.frames.long += took > 16 ? 1 : 0;
        this.frames.total += took;
    }

    advance(seconds) {
        const before = this.cycle;
        this.exact = Math.min(this.end, this.exact + seconds * this.rate);
        this.cycle = Math.floor(this.exact);
        this.dirty ||= this.cycle !== before;
        if (this.cycle >= this.end && this.recording.whole)
            this.pause();
    }

    show() {
        const { cycle } = this, { domain, cycles } = this.recording;
        this.slider.value = String(cycle);
        const seconds = Math.floor(cycle / domain.pace);
        const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
        this.slider.setAttribute("aria-valuetext", `cycle ${cycle}, ${text}`);
        setText(this.clock, `${text}  cycle ${cycle} of ${cycles}`);
        this.clock.dataset.cycle = String(cycle);
        this.head.style.left = `${100 * cycle / Math.max(1, cycles)}%`;
    }

    press(event) {
        if (event.button !== 0)
            return;
        this.strip.setPointerCapture(event.pointerId);
        this.drag(event);
    }

    drag(event) {
        if (!this.strip.hasPointerCapture(event.pointerId))
            return;
        const box = this.strip.getBoundingClientRect();
        this.go((event.clientX - box.left) / box.width * this.recording.cycles);
    }
}
