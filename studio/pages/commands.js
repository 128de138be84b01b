/* The menu of what is selected, as buttons. A command that needs a place or somebody is armed
 * first: the next press on the map carries it out. */

import { el, fill, setText, words } from "./dom.js";

const FITS_EVERY = 80; /* milliseconds between questions whether a building fits */
const SURE = 3000; /* milliseconds for a second press */

export class Commands {
    constructor(play) {
        this.play = play;
        this.entries = [];
        this.armed = null;
        this.byKey = new Map();
        this.plain = el("div", { className: "grid", attrs: { role: "group" },
            aria: { label: "Orders" } });
        this.made = el("div", { className: "grid pictures", attrs: { role: "group" },
            aria: { label: "What it makes" } });
        this.detail = el("p", { id: "command-detail", className: "soft" });
        this.element = el("section", { id: "commands", className: "commands",
            aria: { label: "Commands of the selection" } },
        el("div", { className: "grids" }, this.plain, this.made), this.detail);
        play.game.on("menu", message => this.offer(message));
        play.selection.on(() => this.chosen());
    }

    chosen() {
        this.disarm();
        if (this.play.selection.own().length === 0)
            this.offer({ entries: [] });
    }

    /* What was there stays, so that a press that has begun ends on the same button. */
    offer({ entries }) {
        const own = this.play.selection.own().length > 0;
        const before = this.entries.map(({ id }) => id).join();
        this.entries = own ? entries.map(entry => ({ ...entry, id: idOf(entry) })) : [];
        this.byKey = new Map(this.entries.map(entry => [entry.key, entry]));
        if (this.armed)
            this.armed = this.find(this.armed.id) ?? null;
        if (this.entries.map(({ id }) => id).join() !== before) {
            fill(this.plain, ...this.entries.filter(({ type }) => !type).map(e => this.button(e)));
            fill(this.made, ...this.entries.filter(({ type }) => type).map(e => this.button(e)));
        }
        for (const control of this.controls())
            this.show(control, this.find(control.id));
        this.describe(this.find(this.described) ?? this.armed);
    }

    find(id) {
        return this.entries.find(entry => entry.id === id);
    }

    controls() {
        return [...this.plain.children, ...this.made.children];
    }

    button({ id, type, action }) {
        const { ontology, seat } = this.play.game;
        const look = () => {
            this.described = id;
            this.describe(this.find(id));
        };
        return el("button", { type: "button", id, className: type ? "command made" : "command",
            data: { action, type: type ?? "" },
            on: { click: event => this.choose(this.find(id), event.shiftKey), mouseenter: look,
                focus: look, mouseleave: () => {
                    this.described = null;
                    this.describe(this.armed);
                } } },
        type ? this.play.panel.picture(ontology.typeIndex(type), seat, 36) :
            el("span", {}, words(action)));
    }

    show(control, entry) {
        const label = this.label(entry);
        Object.assign(control.dataset, { reason: entry.reason ?? "", key: entry.key });
        const attributes = { "aria-disabled": String(Boolean(entry.reason)), "aria-label": label,
            "aria-pressed": String(this.armed?.id === entry.id),
            "aria-keyshortcuts": entry.key.toUpperCase(),
            title: label };
        for (const [name, value] of Object.entries(attributes))
            if (value)
                control.setAttribute(name, value);
            else
                control.removeAttribute(name);
    }

    label(entry) {
        return [nameOf(entry), costText(entry), entry.reason ? this.why(entry) : ""]
            .filter(Boolean).join(", ");
    }

    why(entry) {
        return entry.text || this.play.game.ontology.reason(entry.reason);
    }

    describe(entry) {
        if (!entry) {
            setText(this.detail, "");
            return;
        }
        fill(this.detail, el("b", {}, nameOf(entry)), ` ${costText(entry)} `,
            entry.reason ? el("span", { className: "problem" }, `${this.why(entry)} `) : null,
            this.armed?.id === entry.id ?
                el("em", {}, "Choose a place on the map. Escape: not. ") : null,
            entry.reason ? null : entry.about_type ?? entry.about);
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
        } else if (this.loses(entry) && this.warned !== entry.id) {
            this.warn(entry);
        } else {
            this.give(entry, {}, queued);
        }
    }

    /* Whoever is lost by it is lost for good: it takes a second press. */
    loses(entry) {
        return this.play.game.ontology.actions.find(({ name }) => name === entry.action)
            .effects.includes("lose");
    }

    warn(entry) {
        this.warned = entry.id;
        this.play.message(`${words(entry.action)}: ${entry.about}. Press again to do it`, true);
        setTimeout(() => {
            this.warned = null;
        }, SURE);
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
        for (const control of this.controls())
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
            const answer = await this.fits(armed, ghost.x, ghost.y);
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

    /* What keeps it from that place: { reason, text }, or nothing. */
    fits(entry, x, y) {
        return this.play.game.ask("play.fits", { units: this.ids(entry, { x, y }),
            action: entry.action, type: entry.type, x, y })
            .catch(error => ({ reason: "error", text: error.message }));
    }

    /* The armed command is carried out there. Returns whether there was one. */
    fire(x, y, queued, place) {
        const entry = this.armed;
        if (!entry)
            return false;
        if (entry.type && entry.param === "cell" && !queued)
            this.putDown(entry, x, y);
        else
            this.carryOut(entry, x, y, queued, place);
        return true;
    }

    /* A building that can't stand there is no order yet: another place can be chosen. One that comes
     * after other orders may find the place free by then. */
    async putDown(entry, x, y) {
        const { reason, text } = await this.fits(entry, x, y);
        if (reason)
            this.play.message(`${words(entry.type)}: ${this.why({ reason, text })}`, true);
        else if (this.armed?.id === entry.id)
            this.carryOut(entry, x, y, false);
    }

    carryOut(entry, x, y, queued, place) {
        const args = {};
        if (entry.param === "entity") {
            const entity = this.play.map.entityAt(x, y, place);
            if (!entity) {
                this.play.message("Nobody is there", true);
                return;
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

function nameOf(entry) {
    return words(entry.type ? `${entry.action} ${entry.type}` : entry.action);
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
