/* The form of a prepared goal: its kind and its arguments, each by what it is. */

import { button, el, field, fill, select, words } from "./dom.js";
import { firstArgs } from "./presets.js";

const KINDS = ["achieve", "increase", "maintain"];

export class GoalForm {
    constructor(palette) {
        this.palette = palette;
        this.play = palette.play;
        this.element = el("section", { id: "goal-form", className: "goal-form", hidden: true,
            aria: { label: "Prepare a goal" }, on: { keydown: event => {
                if (event.key === "Escape")
                    this.close();
            } } });
    }

    get ontology() {
        return this.play.game.ontology;
    }

    open(slot, preset) {
        this.slot = slot;
        this.goal = this.ontology.goal(preset?.goal) ?? this.ontology.goals[0];
        this.kind = preset?.kind ?? this.goal.kind;
        this.args = { ...(preset?.args ?? this.firstArgs()) };
        this.element.hidden = false;
        this.lay();
        document.getElementById("goal-name").focus();
    }

    firstArgs() {
        const { game } = this.play;
        return firstArgs(this.ontology, this.goal, game.faction(game.seat),
            game.faction(game.enemy));
    }

    close() {
        this.element.hidden = true;
        this.play.picking = null;
        document.getElementById(`slot-edit-${this.slot}`)?.focus();
    }

    lay() {
        const names = select(this.ontology.goals.map(goal => ({ value: goal.name,
            text: goal.name })), this.goal.name);
        names.addEventListener("change", () => this.change(names.value));
        const kinds = select(KINDS.map(kind => ({ value: kind, text: kind })), this.kind);
        kinds.addEventListener("change", () => {
            this.kind = kinds.value;
        });
        fill(this.element, el("h3", {}, `Slot ${this.slot}`),
            field("goal-name", "Goal", names), el("p", { className: "soft" }, this.goal.about),
            field("goal-kind", "Kind", kinds), ...this.goal.params.map(param => this.param(param)),
            el("div", { className: "row" },
                button("goal-keep", "Keep", () => this.keep(false), { className: "main" }),
                button("goal-keep-open", "Keep and open", () => this.keep(true)),
                button("goal-clear", "Empty", () => this.empty()),
                button("goal-cancel", "Cancel", () => this.close())));
    }

    change(name) {
        this.goal = this.ontology.goal(name);
        this.kind = this.goal.kind;
        this.args = this.firstArgs();
        this.lay();
        document.getElementById("goal-name").focus();
    }

    param(param) {
        const id = `goal-arg-${param.name}`;
        const label = words(param.name) + (param.optional ? " (may be left out)" : "");
        const make = { seat: () => this.seat(param), type: () => this.type(param),
            number: () => this.number(param), resource: () => this.resource(param) }[param.kind];
        return make ? field(id, label, make()) : this.pointed(param, id, label);
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
        return this.listen(select([...(param.optional ? [{ value: "", text: "anybody" }] : []),
            { value: "self", text: "you" }, { value: "enemy", text: "the enemy" }],
        this.args[param.name]), param, value => value);
    }

    resource(param) {
        return this.listen(select([...(param.optional ? [{ value: "", text: "none" }] : []),
            ...this.ontology.resources.map(name => ({ value: name, text: words(name) }))],
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
            const types = this.ontology.types.filter(type => type.kind === kind);
            const group = el("optgroup", { label: title }, ...types.map(type => el("option",
                { value: type.name, selected: type.name === this.args[param.name] },
                type.abstract ? `${words(type.name)} (any)` : words(type.name))));
            if (types.length)
                control.append(group);
        }
        return this.listen(control, param, value => value);
    }

    /* An entity or a cell: taken from the map, now or when the goal is opened. */
    pointed(param, id, label) {
        const value = this.args[param.name];
        const text = value === undefined ? "none" : value === "chosen" ?
            "chosen when it is opened" : param.kind === "cell" ? `${value.x}, ${value.y}` : `#${value}`;
        const put = next => {
            if (next === undefined)
                delete this.args[param.name];
            else
                this.args[param.name] = next;
            this.lay();
        };
        return el("fieldset", { className: "pointed", id }, el("legend", {}, label),
            el("output", { id: `${id}-value` }, text),
            el("div", { className: "row" },
                button(`${id}-point`, "Click the map", () => this.pick(param, put)),
                button(`${id}-selected`, "Selected", () => this.take(param, put)),
                button(`${id}-later`, "On opening", () => put("chosen")),
                param.optional ? button(`${id}-none`, "None", () => put(undefined)) : null));
    }

    pick(param, put) {
        this.play.message(`Choose ${param.kind === "cell" ? "a cell" : "somebody"} on the map`);
        this.play.map.canvas.focus({ preventScroll: true });
        this.play.picking = (x, y, place) => {
            const entity = this.play.map.entityAt(x, y, place);
            if (param.kind === "cell")
                put({ x, y });
            else if (entity)
                put(entity.id);
            else
                this.play.message("Nobody is there", true);
            if (!place) /* by keys: they go on in the form */
                document.getElementById("goal-keep").focus();
        };
    }

    take(param, put) {
        const [entity] = this.play.selection.entities();
        if (!entity)
            this.play.message("Nobody is selected", true);
        else
            put(param.kind === "cell" ? { x: entity.x, y: entity.y } : entity.id);
    }

    preset() {
        return { goal: this.goal.name, args: { ...this.args },
            ...(this.kind === this.goal.kind ? {} : { kind: this.kind }) };
    }

    keep(open) {
        const { slot } = this;
        this.palette.setSlot(slot, this.preset());
        this.close();
        if (open && !this.palette.goalOf(slot))
            this.palette.toggle(slot);
    }

    empty() {
        this.palette.setSlot(this.slot, null);
        this.close();
    }
}
