/* A slot: a button that opens and closes its goal, and its numbers with buttons to change them. */

import { button, el, fill, setText } from "./dom.js";
import { goalText, humanize } from "./text.js";

export class SlotRow {
    constructor(panel, slot) {
        this.panel = panel;
        this.slot = slot;
        this.text = el("span", {});
        this.button = button(`slot-${slot}`, "", () => panel.toggle(slot),
            { className: "slot", aria: { pressed: "false", keyshortcuts: String(slot) } });
        this.button.append(el("kbd", {}, String(slot)), this.text);
        this.numbers = el("span", { className: "slot-numbers" });
        this.element = el("li", { data: { slot } }, this.button, this.numbers,
            button(`slot-edit-${slot}`, "Edit", () => panel.form.open(slot, this.preset),
                { className: "small", aria: { label: `Edit slot ${slot}` } }));
    }

    show(preset) {
        const { game } = this.panel.play, names = numbersOf(game, preset);
        this.preset = preset;
        this.write(preset ? goalText(game, preset, names) : "empty");
        this.button.setAttribute("aria-label", `${this.slot}: ` +
            `${preset ? goalText(game, preset) : "empty"}`);
        if (names.join() !== this.names)
            fill(this.numbers, ...names.map(name => this.number(name)));
        this.names = names.join();
        this.numbers.dataset.many = String(names.length > 1);
        for (const number of this.numbers.children)
            setText(number.querySelector("output"), String(preset.args[number.dataset.param]));
    }

    /* Lets a long text break before its arguments. */
    write(text) {
        const [name, ...args] = text.replace(/\(\)$/, "").split(/(?<=\()/);
        if (this.text.textContent !== name + args.join(""))
            fill(this.text, name, ...args.flatMap(part => [el("wbr"), part]));
    }

    number(name) {
        const step = (sign, by, word) => button(`slot-${this.slot}-${name}-${word}`, sign,
            () => this.step(name, by), { className: "small", aria: {
                label: `Slot ${this.slot}, ${humanize(name)}: ${word}` } });
        return el("span", { className: "slot-number", data: { param: name } },
            name !== "number" ? el("span", { className: "small-label" }, humanize(name)) : null,
            step("-", -1, "less"), el("output", {}), step("+", 1, "more"));
    }

    /* name null: the first number. Large numbers change by large steps. */
    step(name, by) {
        const { preset } = this, which = name ?? numbersOf(this.panel.play.game, preset)[0];
        if (!which)
            return;
        const value = preset.args[which], from = by > 0 ? value : value - 1;
        const next = Math.max(1, value + by * (from >= 100 ? 100 : from >= 20 ? 10 : 1));
        this.panel.setSlot(this.slot, { ...preset, args: { ...preset.args, [which]: next } });
    }

    press(open) {
        this.element.dataset.open = String(open);
        this.button.setAttribute("aria-pressed", String(open));
    }
}

function numbersOf({ domain }, preset) {
    return !preset ? [] : domain.goal(preset.goal).params.filter(param =>
        param.kind === "number" && typeof preset.args[param.name] === "number")
        .map(param => param.name);
}
