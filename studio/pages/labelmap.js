/* The map at the cycle of the chosen order: who it was given to, and where it led. The game's film
 * comes over the socket, as to whoever watches it. */

import { el, onceAFrame, setText } from "./dom.js";
import { Film } from "./film.js";
import { MapView } from "./map.js";

const STATES = 1; /* binary kind */

export class LabelMap {
    constructor(labels) {
        this.ask = onceAFrame(() => this.show());
        this.labels = labels;
        this.canvas = el("canvas", { id: "label-map", tabIndex: 0, attrs: { role: "img" },
            aria: { label: "The map at the chosen order" } });
        this.say = el("p", { className: "map-says", attrs: { role: "status" } }, "");
        this.element = el("section", { className: "label-map", aria: { label: "Map" } }, this.canvas,
            this.say);
        this.off = [];
        labels.on("opened", () => this.open());
        labels.on("selected", () => this.ask());
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
        if (this.film && this.labels.link.ready)
            this.labels.link.ask("watch.leave").catch(() => {});
    }

    async open() {
        const { labels } = this, { link } = labels, waiting = [];
        if (this.off.length === 0) {
            this.off.push(link.on(STATES, bytes => this.states(bytes)));
            this.off.push(link.on("film", () => {
                this.whole = true;
                this.ask();
            }));
            this.off.push(link.on("lost", () => {
                if (!this.whole)
                    this.film = null; /* the rest of it would not come */
            }));
        }
        if (this.file === labels.file && this.film)
            return;
        this.film = this.waiting = null;
        this.whole = false;
        setText(this.say, "The map comes ...");
        try {
            const asked = link.ask("watch.open", { file: labels.file });
            asked.then(() => {
                this.waiting = waiting; /* what comes from here on is this film's */
            }, () => {});
            const info = await asked;
            if (!this.closed)
                this.begin(info, waiting);
        } catch (error) {
            setText(this.say, `The map cannot be shown: ${error.message}`);
        }
    }

    begin(info, waiting) {
        const { labels } = this;
        this.file = labels.file;
        this.film = new Film(labels.ontology.domain, info.width, info.height, info.seats);
        this.waiting = null;
        waiting.forEach(bytes => this.film.add(bytes));
        this.map?.close();
        this.map = new MapView(this.canvas, { ontology: labels.ontology, world: this.film.world,
            seat: labels.info.seat, fog: false });
        this.map.overlays.push((ctx, map) => this.target(ctx, map));
        setText(this.say, "");
        this.ask();
    }

    states(bytes) {
        if (this.film) {
            this.film.add(bytes);
            this.ask();
        } else {
            this.waiting?.push(bytes);
        }
    }

    show() {
        const { film, labels, map } = this, order = labels.orders[labels.order];
        if (!film || !map || !order || film.last < order.cycle && film.cycle.length === 0)
            return;
        const before = film.at, world = film.seek(order.cycle);
        if (film.at !== before)
            map.setWorld(world);
        const units = order.args?.units ?? (order.args?.unit ? [order.args.unit] : []);
        map.selected = new Set(units);
        const key = `${labels.order} ${film.at}`;
        if (key === this.key)
            return;
        this.key = key;
        const at = this.placeOf(order, units, world);
        if (at)
            map.camera.center(at.x, at.y);
        setText(this.say, film.last < order.cycle ? "The map comes ..." : `Cycle ${world.now}`);
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
