/* The mouse on the map: a click selects or executes the armed command, a drag draws a box, a
 * double click selects all of the same type, the right button gives the default order, the wheel
 * zooms, the middle button or a drag with Alt moves the map. */

const DRAG = 9; /* pixels until a press is a drag; fast clicks move the mouse, too */
const DOUBLE_CLICK = 400; /* milliseconds of a double click */
const ZOOM_STEP = 40; /* wheel pixels of a zoom step */

export class Pointer {
    constructor(play) {
        this.play = play;
        this.canvas = play.map.canvas;
        this.down = null;
        this.wheelTurn = 0; /* wheel pixels since the last zoom step */
        this.at = null; /* the mouse, in pixels of the window */
        this.first = { id: 0, time: 0 }; /* the previous click */
        const listen = (event, listener, options) =>
            this.canvas.addEventListener(event, listener, options);
        listen("pointerdown", event => this.press(event));
        listen("pointermove", event => this.move(event));
        listen("pointerup", event => this.release(event));
        listen("pointercancel", () => this.stop());
        listen("pointerleave", () => this.leave());
        listen("contextmenu", event => event.preventDefault());
        listen("wheel", event => this.wheel(event), { passive: false });
    }

    cell(event) {
        return this.play.map.cellAt(event.clientX, event.clientY);
    }

    /* The place of an event, in cells with a fraction. */
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

    leave() {
        this.at = null;
        this.play.point(null);
    }

    /* Updates what is below the mouse: it changes even if the mouse rests. */
    update() {
        if (!this.at)
            return;
        const { x, y } = this.cell(this.at);
        this.play.point(this.play.map.inside(x, y) ? { x, y } : null);
    }

    move(event) {
        const { down, play } = this;
        this.at = { clientX: event.clientX, clientY: event.clientY };
        play.byKeys = false;
        this.update();
        if (!down)
            return;
        if (down.pan) {
            const scale = play.map.camera.ratio / play.map.camera.cell;
            play.map.camera.moveBy((down.x - event.clientX) * scale,
                (down.y - event.clientY) * scale);
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
        if (box) {
            play.selection.pickBox(Math.min(box.x0, box.x1), Math.min(box.y0, box.y1),
                Math.max(box.x0, box.x1), Math.max(box.y0, box.y1), event.shiftKey);
        } else {
            this.click(event, down.from);
        }
    }

    /* Uses the place where the press began: the mouse may have moved on. */
    click(event, place) {
        const x = Math.floor(place.x), y = Math.floor(place.y), { play } = this;
        if (!play.map.inside(x, y))
            return;
        const free = !play.commands.armed && !play.picking && !event.shiftKey;
        const id = free ? play.map.entityAt(x, y, place)?.id ?? 0 : 0;
        const second = id && id === this.first.id &&
            event.timeStamp - this.first.time < DOUBLE_CLICK;
        this.first = { id, time: event.timeStamp };
        if (second)
            play.selection.pickSameType(x, y, false, place);
        else
            play.clickCell(x, y, event.shiftKey, place);
    }

    stop() {
        this.down = null;
        this.play.overlays.box = null;
    }

    wheel(event) {
        event.preventDefault();
        const box = this.canvas.getBoundingClientRect(), { camera } = this.play.map;
        if (event.shiftKey) {
            camera.moveBy(event.deltaX / camera.cell, event.deltaY / camera.cell);
            return;
        }
        this.wheelTurn = Math.sign(this.wheelTurn) === Math.sign(event.deltaY) ?
            this.wheelTurn + event.deltaY : event.deltaY;
        if (Math.abs(this.wheelTurn) < ZOOM_STEP)
            return;
        this.wheelTurn = 0;
        camera.zoomBy(event.deltaY < 0 ? 1 : -1, (event.clientX - box.left) * camera.ratio,
            (event.clientY - box.top) * camera.ratio);
    }
}
