/* The speed of the game: pause, 1, 2, 5 and 20 times, and single steps. */

import { button, el } from "./dom.js";

const TIMES = [1, 2, 5, 20];

export class Speed {
    constructor(game, message) {
        this.game = game;
        this.message = message;
        this.times = 1; /* the speed after a pause */
        this.pause = button("speed-pause", "Pause", () => this.toggle(),
            { aria: { pressed: "false", keyshortcuts: "Space" } });
        this.buttons = TIMES.map(times => button(`speed-${times}x`, `${times}x`,
            () => this.set(times), { aria: { pressed: "false", label: `${times}x speed` } }));
        this.steps = [1, 10].map(cycles => button(`step-${cycles}`, `+${cycles}`,
            () => this.step(cycles),
                { aria: { label: `+${cycles} cycle${cycles > 1 ? "s" : ""}` } }));
        this.element = el("div", { className: "speed", attrs: { role: "group" },
            aria: { label: "Speed" } }, this.pause, ...this.buttons, ...this.steps);
        game.on("pace", () => this.show());
        game.on("over", () => this.show());
    }

    get normal() {
        return this.game.domain?.pace ?? 30;
    }

    show() {
        const { pace, over } = this.game, times = pace / this.normal;
        this.pause.disabled = over;
        this.pause.setAttribute("aria-pressed", String(pace === 0));
        this.buttons.forEach((control, i) => {
            control.disabled = over;
            control.setAttribute("aria-pressed", String(times === TIMES[i]));
        });
        this.steps.forEach(control => {
            control.disabled = pace > 0 || over;
        });
        this.element.dataset.pace = String(pace);
        this.element.dataset.behind = String(Boolean(this.game.behind));
    }

    setPace(cycles) {
        this.game.request("play.pace", { cycles }).catch(error => this.message(error.message,
            true));
    }

    /* Returns whether the game is over, and reports it. */
    isOver() {
        if (this.game.over)
            this.message("The game is over");
        return this.game.over;
    }

    set(times) {
        if (this.isOver())
            return;
        this.times = times;
        this.setPace(times * this.normal);
    }

    toggle() {
        if (this.game.pace > 0 && !this.game.over)
            this.setPace(0);
        else
            this.set(this.times);
    }

    change(by) {
        const at = TIMES.indexOf(this.times) + by;
        this.set(TIMES[Math.max(0, Math.min(TIMES.length - 1, at))]);
    }

    step(cycles) {
        if (!this.isOver() && this.game.pace === 0)
            this.game.request("play.step", { cycles })
                .catch(error => this.message(error.message, true));
    }
}
