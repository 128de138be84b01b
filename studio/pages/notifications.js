/* Notifications about events: messages over the map, and pings on the small map. */

import { el } from "./dom.js";
import { humanize } from "./text.js";

const MESSAGE_TIME = 7000; /* milliseconds that a message stays */
const PING_TIME = 2500;
const MOST = 5;
const REPEAT_TIME = 4000; /* milliseconds between equal messages */
const NEAR = 12; /* cells; events that are closer count as one place */

export class Notifications {
    constructor(play) {
        this.play = play;
        this.list = el("div", { id: "messages", className: "messages", aria: { label: "Messages" },
            attrs: { role: "log" } });
        this.pings = [];
        this.lastTimes = new Map();
        play.game.on("events", message => message.events.forEach(event => this.event(event)));
        play.game.on("order", message => this.order(message));
        play.minimap.drawPings = (ctx, scale) => this.draw(ctx, scale);
    }

    message(text, bad = false) {
        const entry = el("p", { className: bad ? "error" : "", data: { bad: String(bad) } }, text);
        this.list.append(entry);
        while (this.list.children.length > MOST)
            this.list.firstChild.remove();
        setTimeout(() => entry.remove(), MESSAGE_TIME);
    }

    order({ reason, order, text }) {
        if (reason)
            this.message(`${humanize(order)}: ${text || this.play.game.domain.reason(reason)}`,
                true);
    }

    ping(x, y, color) {
        if (x !== undefined && y !== undefined)
            this.pings.push({ x, y, color, began: performance.now() });
    }

    /* Runs `show` unless the same key was shown a short time ago. */
    throttle(key, show) {
        const now = performance.now();
        if (now - (this.lastTimes.get(key) ?? -REPEAT_TIME) < REPEAT_TIME)
            return;
        this.lastTimes.set(key, now);
        show();
    }

    event(event) {
        const { game } = this.play, mine = event.seat === game.seat;
        if (!mine)
            return;
        const name = this.nameOf(event), at = this.placeOf(event);
        const handler = {
            attacked: () => this.attacked(name, at),
            gone: () => this.gone(event, name, at),
            finished: () => {
                this.message(`${name} is finished`);
                this.ping(at.x, at.y, "#86ffa4");
            },
            failed: () => this.failed(event, name),
            learned: () => this.message(`Learned: ${humanize(event.type ?? "an upgrade")}`),
            empty: () => this.message(`${name} is out of ammunition`, true),
        }[event.event];
        handler?.();
    }

    /* Reports an attack once for each place. An attack in view gets a ping alone. */
    attacked(name, { x = 0, y = 0 }) {
        const { map } = this.play, seen = map.camera.contains(x, y);
        const place = `${Math.floor(x / NEAR)}, ${Math.floor(y / NEAR)}`;
        this.throttle(`attacked ${place} ${seen}`, () => {
            this.ping(x, y, "#ff7a66");
            if (!seen)
                this.message(`${name} is under attack out of view, at ${x}, ${y}`, true);
        });
    }

    /* An interrupted or lost unit has not failed. */
    failed(event, name) {
        if (event.type !== "interrupted" && event.type !== "dead")
            this.throttle(`failed ${event.entity}`, () =>
                this.message(`${name}: ${this.play.game.domain.reason(event.type)}`, true));
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
        const type = entity ? game.domain.types[entity.type].name :
            event.event === "gone" ? event.type : null;
        const name = humanize(String(type ?? "a unit"));
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
        this.pings = this.pings.filter(ping => now - ping.began < PING_TIME);
        for (const ping of this.pings) {
            const part = (now - ping.began) / PING_TIME;
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
