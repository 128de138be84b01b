/* The bar of page Play: resources, food, time. */

import { el, fill, setText } from "./dom.js";
import { seatColor } from "./sprites.js";
import { humanize } from "./text.js";

const COLORS = { gold: "#e7c350", wood: "#a9794a", oil: "#8d93a8", loot: "#e7c350" };

export class Hud {
    constructor(game, speed, actions) {
        this.game = game;
        this.element = el("div", { className: "hud" });
        this.speed = speed;
        this.actions = actions;
        game.on("state", () => this.show());
    }

    /* Lays out the bar once the domain is known. A page that only watches shows all seats. */
    layOut() {
        const { seat, world } = this.game, groups = [];
        this.fields = [];
        if (seat >= 0)
            this.addSeat(seat, groups, this.game.domain.resources);
        for (let other = 0; seat < 0 && other < world.seats; other++) {
            const player = this.game.info.players[other] || `seat ${other + 1}`;
            const name = el("span", { className: "seat-name", title: player },
                player.replace(/^[a-z]+:(?:.*\/)?/, ""));
            name.style.borderColor = seatColor(other);
            groups.push(name);
            this.addSeat(other, groups, this.game.domain.resources.slice(0, 2));
        }
        this.element.dataset.watch = String(seat < 0);
        this.time = el("span", { className: "time" });
        this.cycle = el("span");
        this.clock = el("span", { id: "clock", className: "clock" }, this.time, this.cycle);
        fill(this.element, ...groups, el("span", { className: "spacer" }), this.clock,
            this.speed.element, ...this.actions);
        this.show();
    }

    addSeat(seat, groups, names) {
        const { domain } = this.game, tally = index => this.game.world.tallyOf(seat, index);
        const used = domain.tally("food_used"), supply = domain.tally("food_supply");
        for (const name of names)
            groups.push(this.field(name, seat, () => String(tally(domain.tally(name)))));
        if (used >= 0 && supply >= 0)
            groups.push(this.field("food", seat, () => `${tally(used)}/${tally(supply)}`));
    }

    field(name, seat, value) {
        const swatch = el("span", { className: "swatch" });
        swatch.style.background = COLORS[name] ?? "#9fc3a4";
        const number = el("b", { id: seat === Math.max(0, this.game.seat) ? `hud-${name}` :
            `hud-${name}-${seat}` });
        this.fields.push({ value, number });
        return el("span", { className: "resource", title: humanize(name) }, swatch,
            el("span", {}, humanize(name)), number);
    }

    show() {
        const { world, domain } = this.game;
        if (!this.clock)
            return;
        for (const { value, number } of this.fields)
            setText(number, value());
        const seconds = Math.floor(world.now / domain.pace);
        setText(this.time,
            `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}  `);
        setText(this.cycle, `cycle ${world.now}`);
        this.clock.dataset.cycle = String(world.now);
    }
}
