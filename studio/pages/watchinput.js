/* Keyboard and mouse of page Watch. A focused text field or list keeps its keys. */

import { setText } from "./dom.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export const WATCH_KEYS = [
    ["Time", [
        ["Space", "play and pause"],
        [", and . (comma, period)", "one cycle back, one cycle on"],
        ["Arrows left and right", "one second back, one second on; with Shift ten seconds"],
        ["P and N", "previous order, next order"],
        ["[ and ]", "previous failure, next failure"],
        ["Home and End", "start of the game, end of the game"],
    ]],
    ["Map", [
        ["Alt + arrow keys", "scroll the map"],
        ["+ and -", "zoom"],
        ["Drag, wheel", "move the map, zoom"],
    ]],
    ["Lists", [
        ["Arrow keys, Enter", "move in the list, go to the selected entry"],
        ["Right, left in the plan", "unfold a node, fold it or go to its parent"],
    ]],
];

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
        if (event.defaultPrevented || event.metaKey || event.ctrlKey ||
            target.closest?.("dialog") ||
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
        const second = recording.domain.pace * (event.shiftKey ? 10 : 1);
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

/* A drag moves the map, the wheel zooms, and the page shows what is below the mouse. */
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
        on("pointerleave", () => setText(watch.cellInfo, ""));
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
        setText(watch.cellInfo, watch.describe(watch.map.cellAt(event.clientX, event.clientY)));
    }

    wheel(event) {
        event.preventDefault();
        const { camera, canvas } = this.watch.map, box = canvas.getBoundingClientRect();
        camera.zoomBy(event.deltaY < 0 ? 1 : -1, (event.clientX - box.left) * camera.ratio,
            (event.clientY - box.top) * camera.ratio);
    }
}
