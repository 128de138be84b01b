/* The list of orders on page Watch; it follows the shown cycle. */

import { el } from "./dom.js";
import { partitionPoint } from "./film.js";
import { seatColor } from "./sprites.js";
import { humanize, orderText, unitsOf } from "./text.js";
import { VirtualList } from "./virtuallist.js";

export class OrderLog {
    constructor(watch) {
        this.watch = watch;
        this.items = [];
        this.now = -1;
        this.rows = new VirtualList({ id: "orders", label: "Orders", height: 26,
            draw: index => this.draw(index), act: index => this.act(index),
            choose: () => watch.marksChanged(), emptyText: "There are no orders." });
        this.element = el("div", { className: "list-box" }, this.rows.box);
    }

    close() {
        this.rows.close();
    }

    show(seat) {
        const { orders } = this.watch.recording;
        this.items = seat < 0 ? orders : orders.filter(order => order.seat === seat);
        this.now = -1;
        this.rows.set(this.items.length);
        this.at(this.watch.cycle);
    }

    /* Scrolls to the first order at or after the cycle. */
    at(cycle) {
        const low = partitionPoint(this.items.length, place => this.items[place].cycle >= cycle);
        const hidden = this.element.offsetParent === null;
        if (hidden || (low === this.now && this.shown === cycle))
            return;
        const moved = low !== this.now || this.isNow(this.shown) !== this.isNow(cycle);
        this.now = low;
        this.shown = cycle;
        if (moved)
            this.rows.center(low);
    }

    isNow(cycle) {
        return this.items[this.now]?.cycle === cycle;
    }

    draw(index) {
        const order = this.items[index], { domain, labels } = this.watch.recording;
        const when = order.cycle < this.watch.cycle ? "past" :
            order.cycle > this.watch.cycle ? "future" : "now";
        const label = order.goal ? labels.get(`${order.seat}.${order.goal}`) ??
            `goal ${order.goal}` : "";
        const seat = el("span", { className: "order-seat" }, String(order.seat + 1));
        seat.style.borderColor = seatColor(order.seat);
        return el("div", { className: "order", data: { when, cycle: order.cycle, id: order.id } },
            el("span", { className: "order-cycle" }, String(order.cycle)), seat,
            el("span", { className: "order-text" }, `${orderText(order)} (${recipients(order)})`),
            order.refused ? el("span", { className: "error" },
                `refused: ${domain.reason(order.refused)}`) : null,
            el("span", { className: "order-goal muted" }, label));
    }

    act(index) {
        const order = this.items[index];
        this.watch.go(order.cycle, order.step ? { seat: order.seat, n: order.step } : null);
    }

    /* The units and the cell of the active order, to mark on the map. */
    marks() {
        const order = this.items[this.rows.active], ids = new Map(), cells = [];
        if (order) {
            unitsOf(order).forEach(id => ids.set(id, humanize(order.order)));
            const { x, y } = order.args;
            if (x !== undefined && y !== undefined)
                cells.push({ x, y, name: humanize(order.order) });
        }
        return { ids, cells };
    }
}

function recipients(order) {
    const units = unitsOf(order);
    return units.length > 1 ? `${units.length} units` : `unit ${units[0] ?? "none"}`;
}
