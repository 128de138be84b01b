/* The mouse on the timeline: choose orders, drag edges of goals, zoom and pan. */

import { end, first } from "./labels.js";
import { ROW } from "./lanes.js";

const NEAR = 6; /* pixels around an edge that grab it */

export class LanePointer {
    constructor(lanes) {
        this.lanes = lanes;
        this.drag = null;
        lanes.head.addEventListener("pointerdown", event => this.pressHead(event));
        lanes.body.addEventListener("pointerdown", event => this.pressBody(event));
        lanes.body.addEventListener("dblclick", event => this.doubleClick(event));
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

    /* The edge of a goal below the mouse: "from", "to" or "". */
    side(event, goal) {
        const { lanes } = this, x = event.offsetX;
        const left = Math.abs(x - lanes.toX(first(goal))),
            right = Math.abs(x - lanes.toX(end(goal)));
        if (Math.min(left, right) > NEAR)
            return "";
        return left < right ? "from" : "to";
    }

    startDrag(event, drag) {
        event.target.setPointerCapture(event.pointerId);
        this.drag = { x: event.offsetX, ...drag };
    }

    pressHead(event) {
        if (this.startPan(event))
            return;
        const order = this.orderAt(event), { labels } = this.lanes;
        labels.choose(0, order, event.shiftKey);
        this.startDrag(event, { kind: "orders" });
        this.lanes.names.element.focus();
        event.preventDefault();
    }

    startPan(event) {
        if (event.button !== 1 && !event.altKey)
            return event.button !== 0;
        this.startDrag(event, { kind: "pan" });
        event.preventDefault();
        return true;
    }

    pressBody(event) {
        if (this.startPan(event))
            return;
        const { labels } = this.lanes, row = this.rowAt(event);
        this.lanes.names.element.focus();
        event.preventDefault();
        if (row < 0)
            return;
        const { goal } = labels.rows[row], side = labels.readOnly ? "" : this.side(event, goal);
        labels.choose(goal.id, this.orderAt(event), event.shiftKey);
        if (side)
            this.startDrag(event, { kind: side, row, goal });
        else
            this.startDrag(event, { kind: "chosen" });
    }

    move(event) {
        const { drag, lanes } = this;
        if (!drag) {
            this.hover(event);
        } else if (drag.kind === "pan") {
            lanes.pan(drag.x - event.offsetX);
            drag.x = event.offsetX;
        } else if (drag.kind === "orders" || drag.kind === "chosen") {
            lanes.labels.choose(lanes.labels.goal, this.orderAt(event), true);
        } else {
            this.dragEdge(event);
        }
    }

    dragEdge(event) {
        const { drag, lanes } = this, { goal } = drag, edge = this.edgeAt(event);
        lanes.dragged = drag.kind === "from" ?
            { row: drag.row, first: Math.min(edge, end(goal) - 1), end: end(goal) } :
            { row: drag.row, first: first(goal), end: Math.max(edge, first(goal) + 1) };
        lanes.requestDraw();
    }

    hover(event) {
        if (event.target !== this.lanes.body)
            return;
        const row = this.rowAt(event), { labels } = this.lanes;
        const side = row >= 0 && !labels.readOnly && this.side(event, labels.rows[row].goal);
        event.target.style.cursor = side ? "ew-resize" : "default";
    }

    release() {
        const { drag, lanes } = this, { dragged } = lanes;
        this.cancel();
        if (!drag || !dragged)
            return;
        const { goal } = drag;
        if (drag.kind === "from" && dragged.first !== first(goal))
            lanes.labels.edit("from", { id: goal.id, first: dragged.first });
        if (drag.kind === "to" && dragged.end !== end(goal))
            lanes.labels.edit("to", { id: goal.id, end: dragged.end });
    }

    cancel() {
        this.drag = null;
        this.lanes.dragged = null;
        this.lanes.requestDraw();
    }

    doubleClick(event) {
        const row = this.rowAt(event);
        if (row >= 0)
            this.lanes.onEdit?.();
    }

    /* Zooms over the orders or with Ctrl; pans with Shift or sideways. */
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
