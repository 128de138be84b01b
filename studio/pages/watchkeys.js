/* Keyboard and mouse of the page on which a recorded game is watched. Nothing is taken from a text
 * or a list that has the focus. */

import { button, el, fill, setText } from "./dom.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const KEYS = [
    ["Space", "play and pause"], [", and . (comma, period)", "one cycle back, one on"],
    ["Arrows left and right", "one second back, one on; with Shift ten"],
    ["P and N", "the order before, the next one"], ["[ and ]", "the failure before, the next one"],
    ["Home and End", "the beginning, the end"], ["Alt + arrows", "scroll the map"],
    ["+ and -", "zoom"], ["In lists", "arrows move, Enter goes there"],
    ["In the plan", "right shows what was left out below a node, left hides it or goes up"],
    ["Mouse", "drag moves the map, the wheel zooms, the time line jumps"],
];

export class WatchHelp {
    constructor() {
        this.dialog = el("dialog", { id: "watch-keys", aria: { labelledby: "keys-title" } });
    }

    open() {
        fill(this.dialog, el("h2", { id: "keys-title" }, "Keys"), el("dl", { className: "facts" },
            ...KEYS.flatMap(([key, what]) => [el("dt", {}, key), el("dd", {}, what)])),
        button("keys-close", "Close", () => this.dialog.close(), { className: "main" }));
        this.dialog.showModal();
    }
}

export class WatchKeys {
    constructor(watch) {
        this.watch = watch;
        this.listener = event => this.press(event);
        document.addEventListener("keydown", this.listener);
    }

    close() {
        document.removeEventListener("keydown", this.listener);
    }

    press(event) {
        const { target } = event;
        if (event.defaultPrevented || event.metaKey || event.ctrlKey || target.closest?.("dialog") ||
            target.matches?.("input:not([type=range]), select, textarea"))
            return;
        if (target.matches?.("button, a, summary") && [" ", "Enter"].includes(event.key))
            return;
        if (this.handle(event))
            event.preventDefault();
    }

    handle(event) {
        const { watch } = this, { timeline, map, recording } = watch;
        if (event.altKey && STEPS[event.key]) {
            const [x, y] = STEPS[event.key];
            map.camera.moveBy(x * 4, y * 4);
            return true;
        }
        if (event.altKey)
            return false;
        const second = recording.ontology.pace * (event.shiftKey ? 10 : 1);
        const actions = {
            " ": () => timeline.toggle(), "ArrowLeft": () => timeline.stepBy(-second),
            "ArrowRight": () => timeline.stepBy(second), "Home": () => watch.go(0),
            "End": () => watch.go(recording.cycles), ",": () => timeline.stepBy(-1),
            ".": () => timeline.stepBy(1), "[": () => watch.failures.step(-1, watch.cycle),
            "]": () => watch.failures.step(1, watch.cycle), "p": () => timeline.stepOrder(-1),
            "n": () => timeline.stepOrder(1), "+": () => map.camera.zoomBy(1),
            "=": () => map.camera.zoomBy(1), "-": () => map.camera.zoomBy(-1),
            "?": () => watch.help.open(),
        };
        actions[event.key]?.();
        return Boolean(actions[event.key]);
    }
}

/* A drag moves the map, the wheel zooms, what is under the mouse is told. */
export class WatchPointer {
    constructor(watch) {
        this.watch = watch;
        this.from = null;
        const { canvas } = watch;
        const on = (name, listener, options) => canvas.addEventListener(name, listener, options);
        on("pointerdown", event => this.down(event));
        on("pointermove", event => this.move(event));
        on("pointerup", () => this.up());
        on("pointercancel", () => this.up());
        on("pointerleave", () => setText(watch.spot, ""));
        on("wheel", event => this.wheel(event), { passive: false });
    }

    down(event) {
        const { watch } = this, { map } = watch;
        const cell = map.cellAt(event.clientX, event.clientY);
        const entity = map.inside(cell.x, cell.y) ? map.entityAt(cell.x, cell.y) : null;
        map.selected = new Set(entity ? [entity.id] : []);
        watch.canvas.setPointerCapture(event.pointerId);
        this.from = { x: event.clientX, y: event.clientY };
    }

    up() {
        this.from = null;
    }

    move(event) {
        const { watch, from } = this, { camera } = watch.map;
        if (from) {
            const scale = camera.ratio / camera.cell;
            camera.moveBy((from.x - event.clientX) * scale, (from.y - event.clientY) * scale);
            this.from = { x: event.clientX, y: event.clientY };
        }
        setText(watch.spot, watch.describe(watch.map.cellAt(event.clientX, event.clientY)));
    }

    wheel(event) {
        event.preventDefault();
        const { camera, canvas } = this.watch.map, box = canvas.getBoundingClientRect();
        camera.zoomBy(event.deltaY < 0 ? 1 : -1, (event.clientX - box.left) * camera.ratio,
            (event.clientY - box.top) * camera.ratio);
    }
}
