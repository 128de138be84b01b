/* The mouse on the map: a press selects or carries out what is armed, a drag draws a box, a second
 * press takes all alike, the right button gives the order that is meant there, the wheel zooms and
 * the middle button (or a drag with Alt) moves the map. */

const DRAG = 5; /* pixels before a press is a box */
const TURN = 40; /* pixels of the wheel for a step of the zoom */

export class Pointer {
    constructor(play) {
        this.play = play;
        this.canvas = play.map.canvas;
        this.down = null;
        this.turned = 0; /* of the wheel, since it last zoomed */
        const listen = (event, listener, options) =>
            this.canvas.addEventListener(event, listener, options);
        listen("pointerdown", event => this.press(event));
        listen("pointermove", event => this.move(event));
        listen("pointerup", event => this.release(event));
        listen("pointercancel", () => this.stop());
        listen("pointerleave", () => play.point(null));
        listen("dblclick", event => this.double(event));
        listen("contextmenu", event => event.preventDefault());
        listen("wheel", event => this.wheel(event), { passive: false });
    }

    cell(event) {
        return this.play.map.cellAt(event.clientX, event.clientY);
    }

    /* In cells, with a fraction. */
    place(event) {
        const { map } = this.play, box = this.canvas.getBoundingClientRect();
        return { x: map.camera.left + (event.clientX - box.left) * map.camera.ratio / map.camera.cell,
            y: map.camera.top + (event.clientY - box.top) * map.camera.ratio / map.camera.cell };
    }

    press(event) {
        this.canvas.focus({ preventScroll: true });
        this.play.cursor.shown = false;
        const { x, y } = this.cell(event);
        if (event.button === 1 || (event.button === 0 && event.altKey)) {
            event.preventDefault();
            this.canvas.setPointerCapture(event.pointerId);
            this.down = { pan: true, x: event.clientX, y: event.clientY };
        } else if (event.button === 2) {
            if (this.play.commands.armed)
                this.play.commands.disarm();
            else
                this.play.context(x, y, event.shiftKey, this.place(event));
        } else if (event.button === 0) {
            this.canvas.setPointerCapture(event.pointerId);
            this.down = { pan: false, x: event.clientX, y: event.clientY, from: this.place(event) };
        }
    }

    move(event) {
        const { x, y } = this.cell(event), { down, play } = this;
        play.point(play.map.inside(x, y) ? { x, y } : null);
        if (!down)
            return;
        if (down.pan) {
            const scale = play.map.camera.ratio / play.map.camera.cell;
            play.map.camera.moveBy((down.x - event.clientX) * scale, (down.y - event.clientY) * scale);
            down.x = event.clientX;
            down.y = event.clientY;
        } else if (play.overlays.box || this.isDrag(event)) {
            const to = this.place(event);
            play.overlays.box = play.commands.armed ? null :
                { x0: down.from.x, y0: down.from.y, x1: to.x, y1: to.y };
        }
    }

    isDrag(event) {
        return Math.abs(event.clientX - this.down.x) > DRAG ||
            Math.abs(event.clientY - this.down.y) > DRAG;
    }

    release(event) {
        const { down, play } = this, { box } = play.overlays;
        this.stop();
        if (!down || down.pan)
            return;
        const { x, y } = this.cell(event);
        if (box) {
            play.selection.pickBox(Math.min(box.x0, box.x1), Math.min(box.y0, box.y1),
                Math.max(box.x0, box.x1), Math.max(box.y0, box.y1), event.shiftKey);
        } else if (play.map.inside(x, y)) {
            play.act(x, y, event.shiftKey, this.place(event));
        }
    }

    stop() {
        this.down = null;
        this.play.overlays.box = null;
    }

    double(event) {
        const { x, y } = this.cell(event);
        if (!this.play.commands.armed && this.play.map.inside(x, y))
            this.play.selection.pickAlike(x, y, event.shiftKey, this.place(event));
    }

    wheel(event) {
        event.preventDefault();
        const box = this.canvas.getBoundingClientRect(), { camera } = this.play.map;
        if (event.shiftKey) {
            camera.moveBy(event.deltaX / camera.cell, event.deltaY / camera.cell);
            return;
        }
        this.turned = Math.sign(this.turned) === Math.sign(event.deltaY) ?
            this.turned + event.deltaY : event.deltaY;
        if (Math.abs(this.turned) < TURN)
            return;
        this.turned = 0;
        camera.zoomBy(event.deltaY < 0 ? 1 : -1, (event.clientX - box.left) * camera.ratio,
            (event.clientY - box.top) * camera.ratio);
    }
}
