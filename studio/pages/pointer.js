/* The mouse on the map: a press selects or carries out what is armed, a drag draws a box, a second
 * press on the same one takes all alike, the right button gives the order that is meant there, the wheel zooms and
 * the middle button (or a drag with Alt) moves the map. */

const DRAG = 9; /* pixels before a press is a box: who presses fast moves on meanwhile */
const SECOND = 400; /* milliseconds until a second press is another first one */
const TURN = 40; /* pixels of the wheel for a step of the zoom */

export class Pointer {
    constructor(play) {
        this.play = play;
        this.canvas = play.map.canvas;
        this.down = null;
        this.turned = 0; /* of the wheel, since it last zoomed */
        this.over = null; /* where the mouse is, in the window's pixels */
        this.first = { id: 0, time: 0 }; /* the press before */
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

    leave() {
        this.over = null;
        this.play.point(null);
    }

    /* What lies under a mouse that rests changes, too. */
    look() {
        if (!this.over)
            return;
        const { x, y } = this.cell(this.over);
        this.play.point(this.play.map.inside(x, y) ? { x, y } : null);
    }

    move(event) {
        const { down, play } = this;
        this.over = { clientX: event.clientX, clientY: event.clientY };
        play.byKeys = false;
        this.look();
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
        if (box) {
            play.selection.pickBox(Math.min(box.x0, box.x1), Math.min(box.y0, box.y1),
                Math.max(box.x0, box.x1), Math.max(box.y0, box.y1), event.shiftKey);
        } else {
            this.click(event, down.from);
        }
    }

    /* Where the press began: by now the mouse may be on its way to the next. */
    click(event, place) {
        const x = Math.floor(place.x), y = Math.floor(place.y), { play } = this;
        if (!play.map.inside(x, y))
            return;
        const free = !play.commands.armed && !play.picking && !event.shiftKey;
        const id = free ? play.map.entityAt(x, y, place)?.id ?? 0 : 0;
        const second = id && id === this.first.id && event.timeStamp - this.first.time < SECOND;
        this.first = { id, time: event.timeStamp };
        if (second)
            play.selection.pickAlike(x, y, false, place);
        else
            play.act(x, y, event.shiftKey, place);
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
        this.turned = Math.sign(this.turned) === Math.sign(event.deltaY) ?
            this.turned + event.deltaY : event.deltaY;
        if (Math.abs(this.turned) < TURN)
            return;
        this.turned = 0;
        camera.zoomBy(event.deltaY < 0 ? 1 : -1, (event.clientX - box.left) * camera.ratio,
            (event.clientY - box.top) * camera.ratio);
    }
}
