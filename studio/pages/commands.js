/* The menu of what is selected, as buttons. A command that needs a place or somebody is armed
 * first: the next press on the map carries it out. */

import { el, fill, setText, words } from "./dom.js";

const FITS_EVERY = 80; /* milliseconds between questions whether a building fits */
const KEPT = new Set(["b"]); /* letters that are no command's: see keys.js */

export class Commands {
    constructor(play) {
        this.play = play;
        this.entries = [];
        this.armed = null;
        this.byKey = new Map();
        this.grid = el("div", { className: "grid", attrs: { role: "group" },
            aria: { label: "Commands" } });
        this.detail = el("p", { id: "command-detail", className: "soft" });
        this.element = el("section", { id: "commands", className: "commands",
            aria: { label: "Commands of the selection" } }, this.grid, this.detail);
        play.game.on("menu", message => this.offer(message));
        play.selection.on(() => this.chosen());
    }

    chosen() {
        this.disarm();
        if (this.play.selection.own().length === 0)
            this.offer({ entries: [] });
    }

    offer({ entries }) {
        this.entries = entries.map(entry => ({ ...entry, id: idOf(entry) }));
        if (this.play.selection.own().length === 0)
            this.entries = [];
        this.byKey = new Map(this.entries.filter(({ key }) => key && !KEPT.has(key))
            .map(entry => [entry.key, entry]));
        if (this.armed)
            this.armed = this.entries.find(({ id }) => id === this.armed.id) ?? null;
        fill(this.grid, ...this.entries.map(entry => this.button(entry)));
        this.describe(this.armed);
    }

    button(entry) {
        const { ontology } = this.play.game, title = words(entry.type ?? entry.action);
        const type = entry.type ? ontology.typeIndex(entry.type) : -1;
        const upgrade = type >= 0 && ontology.types[type].kind === "upgrade";
        const key = entry.key && !KEPT.has(entry.key) ? entry.key.toUpperCase() : "";
        const children = [type >= 0 && !upgrade ?
            this.play.panel.picture(type, this.play.game.seat, 34) : null,
        el("span", { className: "command-name" }, title),
        key ? el("kbd", {}, key) : null];
        return el("button", { type: "button", id: entry.id,
            className: type >= 0 ? "command made" : "command",
            data: { action: entry.action, type: entry.type ?? "", reason: entry.reason ?? "" },
            aria: { disabled: String(Boolean(entry.reason)), label: this.label(entry),
                pressed: String(this.armed?.id === entry.id), ...(key ? { keyshortcuts: key } : {}) },
            on: { click: event => this.choose(entry, event.shiftKey),
                mouseenter: () => this.describe(entry), focus: () => this.describe(entry),
                mouseleave: () => this.describe(this.armed) } }, ...children.filter(Boolean));
    }

    label(entry) {
        const name = entry.type ? `${words(entry.action)} ${words(entry.type)}` : words(entry.action);
        return [name, costText(entry), entry.reason ? this.why(entry) : ""].filter(Boolean).join(", ");
    }

    why(entry) {
        return entry.text || this.play.game.ontology.reason(entry.reason);
    }

    describe(entry) {
        if (!entry) {
            setText(this.detail, "");
            return;
        }
        const name = entry.type ? `${words(entry.action)} ${words(entry.type)}` : words(entry.action);
        fill(this.detail, el("b", {}, name), ` ${costText(entry)} `,
            this.armed?.id === entry.id ? el("em", {}, "Choose a place on the map. Escape: not. ") : null,
            entry.reason ? el("span", { className: "problem" }, this.why(entry)) :
                entry.about_type ?? entry.about);
    }

    press(key) {
        const entry = this.byKey.get(key);
        if (!entry)
            return false;
        this.choose(entry, false);
        return true;
    }

    choose(entry, queued) {
        if (entry.reason) {
            this.describe(entry);
            this.play.message(`${words(entry.type ?? entry.action)}: ${this.why(entry)}`, true);
        } else if (entry.param === "cell" || entry.param === "entity") {
            this.arm(entry);
        } else {
            this.give(entry, {}, queued);
        }
    }

    arm(entry) {
        this.armed = entry;
        this.mark();
        this.describe(entry);
        this.play.map.canvas.dataset.armed = entry.id;
        const { cursor, overlays } = this.play;
        const at = overlays.hover ?? cursor;
        this.aim(at.x, at.y);
    }

    disarm() {
        if (!this.armed)
            return false;
        this.armed = null;
        this.play.overlays.ghost = null;
        delete this.play.map.canvas.dataset.armed;
        this.mark();
        this.describe(null);
        return true;
    }

    mark() {
        for (const control of this.grid.children)
            control.setAttribute("aria-pressed", String(this.armed?.id === control.id));
    }

    /* The armed command points there: a building shows whether it fits. */
    aim(x, y) {
        const { armed, play } = this;
        const type = armed?.type && armed.param === "cell" ?
            play.game.ontology.typeIndex(armed.type) : -1;
        if (type < 0) {
            play.overlays.ghost = null;
            return;
        }
        const same = play.overlays.ghost?.x === x && play.overlays.ghost.y === y;
        play.overlays.ghost = { type, x, y, owner: play.game.seat,
            fits: same ? play.overlays.ghost.fits : null };
        if (!same)
            this.askFits();
    }

    askFits() {
        if (this.asking)
            return;
        this.asking = setTimeout(async () => {
            this.asking = null;
            const { ghost } = this.play.overlays, { armed } = this;
            if (!ghost || !armed)
                return;
            const answer = await this.play.game.ask("play.fits", { units: this.ids(armed),
                action: armed.action, type: armed.type, x: ghost.x, y: ghost.y })
                .catch(error => ({ reason: "error", text: error.message }));
            const now = this.play.overlays.ghost;
            if (now && now.x === ghost.x && now.y === ghost.y) {
                now.fits = !answer.reason;
                if (answer.reason && answer.text)
                    this.describe({ ...armed, reason: answer.reason, text: answer.text });
                else
                    this.describe(armed);
            }
        }, FITS_EVERY);
    }

    /* The armed command is carried out there. Returns whether there was one. */
    fire(x, y, queued) {
        const entry = this.armed;
        if (!entry)
            return false;
        const args = {};
        if (entry.param === "entity") {
            const entity = this.play.map.entityAt(x, y);
            if (!entity) {
                this.play.message("Nobody is there", true);
                return true;
            }
            args[this.paramOf(entry, "entity")] = entity.id;
        } else {
            args.x = x;
            args.y = y;
        }
        this.give(entry, args, queued);
        const harm = this.play.game.ontology.actions.find(({ name }) => name === entry.action)
            ?.effects.includes("harm");
        this.play.overlays.mark(x, y, harm);
        if (!queued)
            this.disarm();
        return true;
    }

    paramOf(entry, kind) {
        const action = this.play.game.ontology.actions.find(({ name }) => name === entry.action);
        return action.params.find(param => param.kind === kind).name;
    }

    /* Whom the order is for: all of a group; else the one that has least to do, or is nearest. */
    ids(entry, args = {}) {
        const { ontology } = this.play.game, own = this.play.selection.own();
        const action = ontology.actions.find(({ name }) => name === entry.action);
        if (action.group)
            return own.map(e => e.id);
        const makers = entry.type ? own.filter(e => makes(ontology, e.type, entry)) : own;
        const queue = ontology.attribute("queue");
        const load = e => (queue >= 0 ? e.attribute[queue] : 0) * 1000 +
            (ontology.status(e.status) === "idle" || queue < 0 ? 0 : 100) +
            (args.x === undefined ? 0 : Math.max(Math.abs(e.x - args.x), Math.abs(e.y - args.y)));
        return [...(makers.length ? makers : own)].sort((a, b) => load(a) - load(b) || a.id - b.id)
            .slice(0, 1).map(e => e.id);
    }

    give(entry, args, queued) {
        const action = this.play.game.ontology.actions.find(({ name }) => name === entry.action);
        const ids = this.ids(entry, args);
        if (ids.length === 0)
            return;
        const full = { ...(action.group ? { units: ids } : { unit: ids[0] }), ...args };
        if (entry.type)
            full[this.paramOf(entry, "type")] = entry.type;
        if (queued && entry.queues)
            full.queued = true;
        this.play.game.ask("play.order", { give: { order: entry.action, args: full } })
            .catch(error => this.play.message(error.message, true));
    }
}

function idOf(entry) {
    return `cmd-${entry.action}${entry.type ? `-${entry.type}` : ""}`;
}

function costText(entry) {
    const parts = Object.entries(entry.cost ?? {}).map(([name, amount]) => `${amount} ${name}`);
    if (entry.food)
        parts.push(`${entry.food} food`);
    return parts.join(", ");
}

function makes(ontology, type, entry) {
    const made = ontology.typeIndex(entry.type);
    return ontology.types[type].makes.some(({ action, types }) =>
        ontology.actions[action].name === entry.action && types.includes(made));
}
