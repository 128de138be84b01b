/* The mouse on the timeline: choose, drag over orders, drag the edges of goals, zoom and pan. */

import { end, first } from "./labels.js";
import { ROW } from "./lanes.js";

const NEAR = 6; /* pixels around an edge */

export class Grip {
    constructor(lanes) {
        this.lanes = lanes;
        this.drag = null;
        lanes.head.addEventListener("pointerdown", event => this.pressHead(event));
        lanes.body.addEventListener("pointerdown", event => this.pressBody(event));
        lanes.body.addEventListener("dblclick", event => this.opened(event));
        for (const canvas of [lanes.head, lanes.body]) {
            canvas.addEventListener("pointermove", event => this.move(event));
            canvas.addEventListener("pointerup", event => this.release(event));
            canvas.addEventListener("pointercancel", () => this.cancel());
            canvas.addEventListener("wheel", event => this.wheel(event), { passive: false });
        }
    }

    orderAt(event) {
        const { labels } = this.lanes;
        return Math.max(0, Math.min(labels.orders.length - 1,
            Math.floor(this.lanes.toOrder(event.offsetX))));
    }

    edgeAt(event) {
        return Math.max(0, Math.min(this.lanes.labels.orders.length,
            Math.round(this.lanes.toOrder(event.offsetX))));
    }

    rowAt(event) {
        const { labels, scroll } = this.lanes;
        const row = Math.floor((event.offsetY + scroll.scrollTop) / ROW);
        return labels.rows[row] ? row : -1;
    }

    /* Which edge of a goal is under the mouse. */
    side(event, goal) {
        const { lanes } = this, x = event.offsetX;
        const left = Math.abs(x - lanes.toX(first(goal))), right = Math.abs(x - lanes.toX(end(goal)));
        if (Math.min(left, right) > NEAR)
            return "";
        return left < right ? "from" : "to";
    }

    hold(event, drag) {
        event.target.setPointerCapture(event.pointerId);
        this.drag = { x: event.offsetX, ...drag };
    }

    pressHead(event) {
        if (this.pans(event))
            return;
        const order = this.orderAt(event), { labels } = this.lanes;
        labels.choose(0, order, event.shiftKey);
        this.hold(event, { what: "orders" });
        this.lanes.names.element.focus();
        event.preventDefault();
    }

    pans(event) {
        if (event.button !== 1 && !event.altKey)
            return event.button !== 0;
        this.hold(event, { what: "pan" });
        event.preventDefault();
        return true;
    }

    pressBody(event) {
        if (this.pans(event))
            return;
        const { labels } = this.lanes, row = this.rowAt(event);
        this.lanes.names.element.focus();
        event.preventDefault();
        if (row < 0)
            return;
        const { goal } = labels.rows[row], side = labels.fixed ? "" : this.side(event, goal);
        labels.choose(goal.id, this.orderAt(event), event.shiftKey);
        if (side)
            this.hold(event, { what: side, row, goal });
        else
            this.hold(event, { what: "chosen" });
    }

    move(event) {
        const { drag, lanes } = this;
        if (!drag) {
            this.hover(event);
        } else if (drag.what === "pan") {
            lanes.pan(drag.x - event.offsetX);
            drag.x = event.offsetX;
        } else if (drag.what === "orders" || drag.what === "chosen") {
            lanes.labels.choose(lanes.labels.goal, this.orderAt(event), true);
        } else {
            this.stretch(event);
        }
    }

    stretch(event) {
        const { drag, lanes } = this, { goal } = drag, edge = this.edgeAt(event);
        lanes.ghost = drag.what === "from" ?
            { row: drag.row, first: Math.min(edge, end(goal) - 1), end: end(goal) } :
            { row: drag.row, first: first(goal), end: Math.max(edge, first(goal) + 1) };
        lanes.ask();
    }

    hover(event) {
        if (event.target !== this.lanes.body)
            return;
        const row = this.rowAt(event), { labels } = this.lanes;
        const side = row >= 0 && !labels.fixed && this.side(event, labels.rows[row].goal);
        event.target.style.cursor = side ? "ew-resize" : "default";
    }

    release() {
        const { drag, lanes } = this, { ghost } = lanes;
        this.cancel();
        if (!drag || !ghost)
            return;
        const { goal } = drag;
        if (drag.what === "from" && ghost.first !== first(goal))
            lanes.labels.edit("from", { id: goal.id, first: ghost.first });
        if (drag.what === "to" && ghost.end !== end(goal))
            lanes.labels.edit("to", { id: goal.id, end: ghost.end });
    }

    cancel() {
        this.drag = null;
        this.lanes.ghost = null;
        this.lanes.ask();
    }

    opened(event) {
        const row = this.rowAt(event);
        if (row >= 0)
            this.lanes.onEdit?.();
    }

    /* Over the orders, or with Ctrl: zoom. With Shift, or sideways: pan. */
    wheel(event) {
        const { lanes } = this;
        if (event.ctrlKey || (event.target === lanes.head && !event.shiftKey && event.deltaY))
            lanes.zoom(event.deltaY < 0 ? 1 : -1, event.offsetX);
        else if (event.shiftKey || event.deltaX)
            lanes.pan(event.deltaX || event.deltaY);
        else
            return;
        event.preventDefault();
    }
}
