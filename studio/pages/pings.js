/* What happened, told: messages that go by, and pings on the small map. */

import { el, words } from "./dom.js";

const STAYS = 7000; /* milliseconds that a message stays */
const PING = 2500;
const MOST = 5;
const QUIET = 4000; /* milliseconds between two words of the same trouble */
const NEAR = 12; /* cells: what happens closer together is one place */

export class Pings {
    constructor(play) {
        this.play = play;
        this.list = el("div", { id: "messages", className: "messages", aria: { label: "Messages" },
            attrs: { role: "log" } });
        this.pings = [];
        this.told = new Map();
        play.game.on("events", message => message.events.forEach(event => this.event(event)));
        play.game.on("order", message => this.order(message));
        play.minimap.pings = (ctx, scale) => this.draw(ctx, scale);
    }

    message(text, bad = false) {
        const entry = el("p", { className: bad ? "problem" : "", data: { bad: String(bad) } }, text);
        this.list.append(entry);
        while (this.list.children.length > MOST)
            this.list.firstChild.remove();
        setTimeout(() => entry.remove(), STAYS);
    }

    order({ reason, order, text }) {
        if (reason)
            this.message(`${words(order)}: ${text || this.play.game.ontology.reason(reason)}`, true);
    }

    ping(x, y, color) {
        if (x !== undefined && y !== undefined)
            this.pings.push({ x, y, color, began: performance.now() });
    }

    /* The same word is not said again for a while. */
    seldom(key, say) {
        const now = performance.now();
        if (now - (this.told.get(key) ?? -QUIET) < QUIET)
            return;
        this.told.set(key, now);
        say();
    }

    event(event) {
        const { game } = this.play, mine = event.seat === game.seat;
        if (!mine)
            return;
        const name = this.nameOf(event), at = this.placeOf(event);
        const tell = {
            attacked: () => this.attacked(name, at),
            gone: () => this.gone(event, name, at),
            finished: () => {
                this.message(`${name} is finished`);
                this.ping(at.x, at.y, "#86ffa4");
            },
            failed: () => this.failed(event, name),
            learned: () => this.message(`Learned: ${words(event.type ?? "an upgrade")}`),
            empty: () => this.message(`${name} has no rounds left`, true),
        }[event.event];
        tell?.();
    }

    /* Once a place: all blows of a fight are one. What can be seen needs no words. */
    attacked(name, { x = 0, y = 0 }) {
        const { map } = this.play, seen = map.camera.shows(x, y);
        const place = `${Math.floor(x / NEAR)}, ${Math.floor(y / NEAR)}`;
        this.seldom(`attacked ${place} ${seen}`, () => {
            this.ping(x, y, "#ff7a66");
            if (!seen)
                this.message(`${name} is under attack out of sight, at ${x}, ${y}`, true);
        });
    }

    /* Who was told something else has not failed. */
    failed(event, name) {
        if (event.type !== "interrupted" && event.type !== "dead")
            this.seldom(`failed ${event.entity}`, () =>
                this.message(`${name}: ${this.play.game.ontology.reason(event.type)}`, true));
    }

    gone(event, name, at) {
        const what = event.value ?? "killed";
        if (what === "killed" || what === 0) {
            this.message(`${name} was lost`, true);
            this.ping(at.x, at.y, "#ff7a66");
        }
    }

    nameOf(event) {
        const { game } = this.play, entity = game.world.find(event.entity);
        const type = entity ? game.ontology.types[entity.type].name :
            event.event === "gone" ? event.type : null;
        const name = words(String(type ?? "a unit"));
        return name[0].toUpperCase() + name.slice(1);
    }

    placeOf(event) {
        if (event.x !== undefined || event.y !== undefined)
            return { x: event.x ?? 0, y: event.y ?? 0 };
        const entity = this.play.game.world.find(event.entity);
        return entity ? { x: entity.x, y: entity.y } : {};
    }

    draw(ctx, scale) {
        const now = performance.now();
        this.pings = this.pings.filter(ping => now - ping.began < PING);
        for (const ping of this.pings) {
            const part = (now - ping.began) / PING;
            ctx.strokeStyle = ping.color;
            ctx.lineWidth = 2;
            ctx.globalAlpha = 1 - part;
            ctx.beginPath();
            ctx.arc((ping.x + 0.5) * scale, (ping.y + 0.5) * scale, 4 + (part * 4 % 1) * 12, 0, 7);
            ctx.stroke();
            ctx.globalAlpha = 1;
        }
    }
}
