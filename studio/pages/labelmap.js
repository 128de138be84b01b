/* The map at the cycle of the chosen order, with its units and its target. It loads the film of
 * the game, as page Watch does. */

import { el, oncePerFrame, setText } from "./dom.js";
import { Film } from "./film.js";
import { MapView } from "./map.js";

const STATES = 1; /* kind of binary message */

export class LabelMap {
    constructor(labels) {
        this.requestDraw = oncePerFrame(() => this.show());
        this.labels = labels;
        this.canvas = el("canvas", { id: "label-map", tabIndex: 0, attrs: { role: "img" },
            aria: { label: "The map at the chosen order" } });
        this.caption = el("p", { className: "map-caption", attrs: { role: "status" } }, "");
        this.element = el("section", { className: "label-map", aria: { label: "Map" } },
            this.canvas,
            this.caption);
        this.off = [];
        labels.on("opened", () => this.open());
        labels.on("selected", () => this.requestDraw());
        this.canvas.addEventListener("wheel", event => {
            event.preventDefault();
            this.map?.camera.zoomBy(event.deltaY < 0 ? 1 : -1);
        }, { passive: false });
    }

    close() {
        this.off.forEach(off => off());
        this.map?.close();
        this.map = null;
        this.closed = true;
        if (this.film && this.labels.connection.ready)
            this.labels.connection.request("watch.leave").catch(() => {});
    }

    async open() {
        const { labels } = this, { connection } = labels, early = [];
        if (this.off.length === 0) {
            this.off.push(connection.on(STATES, bytes => this.receiveStates(bytes)));
            this.off.push(connection.on("film", () => {
                this.whole = true;
                this.requestDraw();
            }));
            this.off.push(connection.on("lost", () => {
                if (!this.whole)
                    this.film = null; /* the rest would not arrive */
            }));
        }
        if (this.file === labels.file && this.film)
            return;
        this.film = this.early = null;
        this.whole = false;
        setText(this.caption, "Loading the map ...");
        try {
            const request = connection.request("watch.open", { file: labels.file });
            request.then(() => {
                this.early = early; /* states from here on belong to this film */
            }, () => {});
            const info = await request;
            if (!this.closed)
                this.begin(info, early);
        } catch (error) {
            setText(this.caption, `The map cannot be shown: ${error.message}`);
        }
    }

    begin(info, early) {
        const { labels } = this;
        this.file = labels.file;
        this.film = new Film(labels.domain.data, info.width, info.height, info.seats);
        this.early = null;
        early.forEach(bytes => this.film.add(bytes));
        this.map?.close();
        this.map = new MapView(this.canvas, { domain: labels.domain, world: this.film.world,
            seat: labels.info.seat, fog: false });
        this.map.overlays.push((ctx, map) => this.target(ctx, map));
        setText(this.caption, "");
        this.requestDraw();
    }

    receiveStates(bytes) {
        if (this.film) {
            this.film.add(bytes);
            this.requestDraw();
        } else {
            this.early?.push(bytes);
        }
    }

    show() {
        const { film, labels, map } = this, order = labels.orders[labels.order];
        if (!film || !map || !order || film.lastCycle < order.cycle && film.cycle.length === 0)
            return;
        const before = film.index, world = film.seek(order.cycle);
        if (film.index !== before)
            map.setWorld(world);
        const units = order.args?.units ?? (order.args?.unit ? [order.args.unit] : []);
        map.selected = new Set(units);
        const key = `${labels.order} ${film.index}`;
        if (key === this.key)
            return;
        this.key = key;
        const at = this.placeOf(order, units, world);
        if (at)
            map.camera.center(at.x, at.y);
        setText(this.caption, film.lastCycle < order.cycle ? "Loading the map ..."
            : `Cycle ${world.now}`);
        this.canvas.setAttribute("aria-label",
            `The map at cycle ${world.now}: ${labels.orderText(labels.order)}`);
    }

    placeOf(order, units, world) {
        const unit = units.map(id => world.find(id)).find(found => found);
        return unit ?? this.targetOf(order, world);
    }

    targetOf(order, world) {
        const { args } = order;
        if (args?.x !== undefined)
            return { x: args.x, y: args.y };
        return args?.target ? world.find(args.target) : null;
    }

    target(ctx, { camera, world }) {
        const order = this.labels.orders[this.labels.order];
        const at = order && this.targetOf(order, world);
        if (!at)
            return;
        const x = camera.toX(at.x + 0.5), y = camera.toY(at.y + 0.5), r = camera.cell * 0.8;
        ctx.lineWidth = Math.max(2, camera.cell * 0.1);
        ctx.strokeStyle = "#f3c969";
        ctx.beginPath();
        ctx.arc(x, y, r, 0, 7);
        for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
            ctx.moveTo(x + dx * r, y + dy * r);
            ctx.lineTo(x + dx * r * 1.6, y + dy * r * 1.6);
        }
        ctx.stroke();
    }
}
