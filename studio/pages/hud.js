/* The bar of the play page: what there is to spend, food, time. */

import { el, fill, setText, words } from "./dom.js";

const MARKS = { gold: "#e7c350", wood: "#a9794a", oil: "#8d93a8", loot: "#e7c350" };

export class Hud {
    constructor(game, speed, actions) {
        this.game = game;
        this.element = el("div", { className: "hud" });
        this.speed = speed;
        this.actions = actions;
        game.on("state", () => this.show());
    }

    /* The domain is known. */
    lay() {
        const { ontology, seat } = this.game;
        this.fields = [];
        if (seat >= 0)
            ontology.resources.forEach((name, i) => this.add(name, () =>
                String(this.game.world.tallyOf(seat, i))));
        this.addFood(ontology, seat);
        this.clock = el("span", { id: "clock", className: "clock" });
        fill(this.element, ...this.fields.map(({ element }) => element), el("span",
            { className: "room" }), this.clock, this.speed.element, ...this.actions);
        this.show();
    }

    add(name, value) {
        const mark = el("span", { className: "mark" });
        mark.style.background = MARKS[name] ?? "#9fc3a4";
        const number = el("b", { id: `hud-${name}` });
        this.fields.push({ value, number, element: el("span", { className: "stock",
            title: words(name) }, mark, el("span", {}, words(name)), number) });
    }

    addFood(ontology, seat) {
        const used = ontology.tally("food_used"), supply = ontology.tally("food_supply");
        if (used >= 0 && supply >= 0 && seat >= 0)
            this.add("food", () => `${this.game.world.tallyOf(seat, used)} / ` +
                `${this.game.world.tallyOf(seat, supply)}`);
    }

    show() {
        const { world, ontology } = this.game;
        if (!this.clock)
            return;
        for (const { value, number } of this.fields)
            setText(number, value());
        const seconds = Math.floor(world.now / ontology.pace);
        setText(this.clock, `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` +
            `  cycle ${world.now}`);
        this.clock.dataset.cycle = String(world.now);
    }
}
