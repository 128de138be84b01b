/* The form of a preset: goal, kind and arguments. */

import { button, el, field, fill, select } from "./dom.js";
import { firstArgs } from "./presets.js";
import { humanize } from "./text.js";

const KINDS = ["achieve", "increase", "maintain"];

export class PresetForm {
    constructor(panel) {
        this.panel = panel;
        this.play = panel.play;
        this.element = el("section", { id: "goal-form", className: "goal-form", hidden: true,
            aria: { label: "Prepare a goal" }, on: { keydown: event => {
                if (event.key === "Escape")
                    this.close();
            } } });
    }

    get domain() {
        return this.play.game.domain;
    }

    open(slot, preset) {
        this.slot = slot;
        this.goal = this.domain.goal(preset?.goal) ?? this.domain.goals[0];
        this.kind = preset?.kind ?? this.goal.kind;
        this.args = { ...(preset?.args ?? this.firstArgs()) };
        this.element.hidden = false;
        this.layOut();
        document.getElementById("goal-name").focus();
    }

    firstArgs() {
        const { game } = this.play;
        return firstArgs(this.domain, this.goal, game.faction(game.seat),
            game.faction(game.enemy));
    }

    close() {
        this.element.hidden = true;
        this.play.picking = null;
        document.getElementById(`slot-edit-${this.slot}`)?.focus();
    }

    layOut() {
        const names = select(this.domain.goals.map(goal => ({ value: goal.name,
            text: goal.name })), this.goal.name);
        names.addEventListener("change", () => this.change(names.value));
        const kinds = select(KINDS.map(kind => ({ value: kind, text: kind })), this.kind);
        kinds.addEventListener("change", () => {
            this.kind = kinds.value;
        });
        fill(this.element, el("h3", {}, `Slot ${this.slot}`),
            field("goal-name", "Goal", names), el("p", { className: "muted" }, this.goal.about),
            field("goal-kind", "Kind", kinds), ...this.goal.params.map(param => this.param(param)),
            el("div", { className: "row" },
                button("goal-save", "Save", () => this.save(false), { className: "primary" }),
                button("goal-save-open", "Save and open", () => this.save(true)),
                button("goal-clear", "Clear", () => this.empty()),
                button("goal-cancel", "Cancel", () => this.close())));
    }

    change(name) {
        this.goal = this.domain.goal(name);
        this.kind = this.goal.kind;
        this.args = this.firstArgs();
        this.layOut();
        document.getElementById("goal-name").focus();
    }

    param(param) {
        const id = `goal-arg-${param.name}`;
        const label = humanize(param.name) + (param.optional ? " (optional)" : "");
        const make = { seat: () => this.seat(param), type: () => this.type(param),
            number: () => this.number(param), resource: () => this.resource(param) }[param.kind];
        return make ? field(id, label, make()) : this.mapArgument(param, id, label);
    }

    listen(control, param, read) {
        control.addEventListener("change", () => {
            const value = read(control.value);
            if (value === "" || value === null)
                delete this.args[param.name];
            else
                this.args[param.name] = value;
        });
        return control;
    }

    seat(param) {
        return this.listen(select([...(param.optional ? [{ value: "", text: "any seat" }] : []),
            { value: "self", text: "you" }, { value: "enemy", text: "the enemy" }],
        this.args[param.name]), param, value => value);
    }

    resource(param) {
        return this.listen(select([...(param.optional ? [{ value: "", text: "none" }] : []),
            ...this.domain.resources.map(name => ({ value: name, text: humanize(name) }))],
        this.args[param.name]), param, value => value);
    }

    number(param) {
        const value = this.args[param.name];
        return this.listen(el("input", { type: "number", step: "1",
            value: value === undefined ? "" : String(value) }), param, text =>
            (text === "" ? null : Math.round(Number(text))));
    }

    type(param) {
        const control = el("select");
        if (param.optional)
            control.append(el("option", { value: "" }, "any"));
        for (const [kind, title] of [["unit", "Units"], ["building", "Buildings"],
            ["upgrade", "Upgrades"], ["resource", "Resources"]]) {
            const types = this.domain.types.filter(type => type.kind === kind);
            const group = el("optgroup", { label: title }, ...types.map(type => el("option",
                { value: type.name, selected: type.name === this.args[param.name] },
                type.abstract ? `${humanize(type.name)} (any)` : humanize(type.name))));
            if (types.length)
                control.append(group);
        }
        return this.listen(control, param, value => value);
    }

    /* An entity or a cell: chosen on the map, now or when the goal is opened. */
    mapArgument(param, id, label) {
        const value = this.args[param.name];
        const text = value === undefined ? "none" : value === "chosen" ?
            "chosen when the goal is opened" : param.kind === "cell" ? `${value.x}, ${value.y}`
                : `#${value}`;
        const put = next => {
            if (next === undefined)
                delete this.args[param.name];
            else
                this.args[param.name] = next;
            this.layOut();
        };
        return el("fieldset", { className: "map-argument", id }, el("legend", {}, label),
            el("output", { id: `${id}-value` }, text),
            el("div", { className: "row" },
                button(`${id}-point`, "Choose on the map", () => this.pick(param, put)),
                button(`${id}-selected`, "Use the selection", () => this.takeSelected(param, put)),
                button(`${id}-later`, "Choose when opened", () => put("chosen")),
                param.optional ? button(`${id}-none`, "None", () => put(undefined)) : null));
    }

    pick(param, put) {
        this.play.message(`Choose ${param.kind === "cell" ? "a cell" : "a unit"} on the map`);
        this.play.map.canvas.focus({ preventScroll: true });
        this.play.picking = (x, y, place) => {
            const entity = this.play.map.entityAt(x, y, place);
            if (param.kind === "cell")
                put({ x, y });
            else if (entity)
                put(entity.id);
            else
                this.play.message("There is no unit at this place", true);
            if (!place) /* chosen by keyboard: the focus returns to the form */
                document.getElementById("goal-save").focus();
        };
    }

    takeSelected(param, put) {
        const [entity] = this.play.selection.entities();
        if (!entity)
            this.play.message("No unit is selected", true);
        else
            put(param.kind === "cell" ? { x: entity.x, y: entity.y } : entity.id);
    }

    preset() {
        return { goal: this.goal.name, args: { ...this.args },
            ...(this.kind === this.goal.kind ? {} : { kind: this.kind }) };
    }

    save(open) {
        const { slot } = this;
        this.panel.setSlot(slot, this.preset());
        this.close();
        if (open && !this.panel.goalOf(slot))
            this.panel.toggle(slot);
    }

    empty() {
        this.panel.setSlot(this.slot, null);
        this.close();
    }
}
