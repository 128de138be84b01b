/* The list of orders on page Label, with only the rows in view in the document, and the details
 * of the chosen order. */

import { el, fill, oncePerFrame } from "./dom.js";
import { holds } from "./labels.js";
import { shortText } from "./lanenames.js";
import { unitsOf } from "./text.js";

const LINE = 22;

export class OrderList {
    constructor(labels) {
        this.requestDraw = oncePerFrame(() => this.draw());
        this.labels = labels;
        this.inner = el("div", { className: "order-inner", attrs: { role: "presentation" } });
        this.list = el("div", { id: "order-list", className: "order-list", tabIndex: 0,
            attrs: { role: "listbox" }, aria: { label: "Orders in sequence",
                multiselectable: "true" } }, this.inner);
        this.detail = el("div", { id: "order-detail", className: "order-detail",
            attrs: { role: "status" } });
        this.element = el("section", { className: "label-orders", aria: { label: "Orders" } },
            this.list,
            this.detail);
        this.list.addEventListener("scroll", () => this.requestDraw());
        this.sizes = new ResizeObserver(() => this.requestDraw());
        this.sizes.observe(this.list);
        for (const word of ["opened", "changed", "selected"])
            labels.on(word, () => this.follow(word));
    }

    close() {
        this.sizes.disconnect();
    }

    follow(word) {
        if (word === "selected") {
            const top = this.labels.order * LINE, { scrollTop, clientHeight } = this.list;
            if (top < scrollTop || top + LINE > scrollTop + clientHeight)
                this.list.scrollTop = top - clientHeight / 2;
        }
        this.requestDraw();
    }

    draw() {
        const { labels, list } = this, { length } = labels.orders;
        this.inner.style.height = `${length * LINE}px`;
        const from = Math.max(0, Math.floor(list.scrollTop / LINE) - 2);
        const to = Math.min(length, Math.ceil((list.scrollTop + list.clientHeight) / LINE) + 2);
        const lines = [];
        for (let i = from; i < to; i++)
            lines.push(this.line(i));
        fill(this.inner, ...lines);
        if (labels.order >= from && labels.order < to)
            list.setAttribute("aria-activedescendant", `order-${labels.order}`);
        else
            list.removeAttribute("aria-activedescendant");
        this.drawDetail();
    }

    line(place) {
        const { labels } = this, order = labels.orders[place], [from, to] = labels.range;
        const { chosen } = labels, unlabeled = labels.isUnlabeled[place] === 1;
        const element = el("div", { id: `order-${place}`, className: "order-line",
            data: { place: String(place), unlabeled: String(unlabeled),
                current: String(place === labels.order),
                held: String(Boolean(chosen && holds(chosen, place))) },
            attrs: { role: "option" }, aria: { selected: String(place >= from && place < to),
                posinset: String(place + 1), setsize: String(labels.orders.length) },
            on: { click: event => labels.choose(labels.goal, place, event.shiftKey) } },
        el("span", { className: "order-id" }, String(order.id)),
        el("span", { className: "order-cycle" }, String(order.cycle)),
        el("span", { className: "order-text" }, labels.orderText(place)),
        order.refused ? el("span", { className: "order-refused" }, "refused") : null,
        unlabeled ? el("span", { className: "order-unlabeled" }, "! no goal") : null);
        element.style.top = `${place * LINE}px`;
        return element;
    }

    /* The details of the chosen order and its goals. */
    drawDetail() {
        const { labels } = this, order = labels.orders[labels.order], [from, to] = labels.range;
        const key = order ? `${labels.state.version} ${labels.order} ${from} ${to}` : "";
        if (key === this.key)
            return;
        this.key = key;
        if (!order) {
            fill(this.detail, el("p", { className: "muted" }, "This seat gave no orders."));
            return;
        }
        const units = unitsOf(order);
        const goals = labels.goalsOf(labels.order);
        fill(this.detail, el("h2", {}, `Order ${order.id}, cycle ${order.cycle}` +
            (to - from > 1 ? ` (${to - from} are chosen)` : "")),
        el("p", {}, el("b", {}, labels.orderText(labels.order))),
        el("p", { className: "muted" }, units.length ? `units ${units.slice(0, 12).join(", ")}` +
            (units.length > 12 ? ` and ${units.length - 12} more` : "") : "no units"),
        order.refused ? el("p", { className: "error" },
            `Refused: ${labels.domain.reason(order.refused)}`) : null,
        goals.length ? el("ul", { className: "order-goals" }, ...goals.map(goal => el("li", {},
            shortText(goal, labels.info.seat)))) :
            el("p", { className: "error" }, "No goal holds this order."));
    }
}
