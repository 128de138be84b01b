/* The menu of the selected units, as buttons. A command with a target is armed first: the next
 * click on the map executes it. */

import { el, fill, setText } from "./dom.js";
import { humanize } from "./text.js";

const FITS_INTERVAL = 80; /* milliseconds between requests whether a building fits */
const CONFIRM_TIME = 3000; /* milliseconds in which a second press confirms */

export class Commands {
    constructor(play) {
        this.play = play;
        this.entries = [];
        this.armed = null;
        this.byKey = new Map();
        this.plain = el("div", { className: "grid", attrs: { role: "group" },
            aria: { label: "Orders" } });
        this.products = el("div", { className: "grid pictures", attrs: { role: "group" },
            aria: { label: "Production" } });
        this.detail = el("p", { id: "command-detail", className: "muted" });
        this.element = el("section", { id: "commands", className: "commands",
            aria: { label: "Commands" } },
        el("div", { className: "grids" }, this.plain, this.products), this.detail);
        play.game.on("menu", message => this.offer(message));
        play.selection.on(() => this.chosen());
    }

    chosen() {
        this.disarm();
        if (this.play.selection.own().length === 0)
            this.offer({ entries: [] });
    }

    /* Keeps the buttons of an unchanged menu, so that a click that has begun ends on the same
     * button. */
    offer({ entries }) {
        const own = this.play.selection.own().length > 0;
        const before = this.entries.map(({ id }) => id).join();
        this.entries = own ? entries.map(entry => ({ ...entry, id: idOf(entry) })) : [];
        this.byKey = new Map(this.entries.map(entry => [entry.key, entry]));
        if (this.armed)
            this.armed = this.find(this.armed.id) ?? null;
        if (this.entries.map(({ id }) => id).join() !== before) {
            fill(this.plain, ...this.entries.filter(({ type }) => !type).map(e => this.button(e)));
            fill(this.products, ...this.entries.filter(({ type }) => type).map(e =>
                this.button(e)));
        }
        for (const control of this.controls())
            this.show(control, this.find(control.id));
        this.describe(this.find(this.described) ?? this.armed);
    }

    find(id) {
        return this.entries.find(entry => entry.id === id);
    }

    controls() {
        return [...this.plain.children, ...this.products.children];
    }

    button({ id, type, action }) {
        const { domain, seat } = this.play.game;
        const showDetail = () => {
            this.described = id;
            this.describe(this.find(id));
        };
        return el("button", { type: "button", id, className: type ? "command product" : "command",
            data: { action, type: type ?? "" },
            on: { click: event => this.choose(this.find(id), event.shiftKey),
                mouseenter: showDetail,
                focus: showDetail, mouseleave: () => {
                    this.described = null;
                    this.describe(this.armed);
                } } },
        type ? this.play.selectionPanel.picture(domain.typeIndex(type), seat, 36) :
            el("span", {}, humanize(action)));
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
        return entry.text || this.play.game.domain.reason(entry.reason);
    }

    describe(entry) {
        if (!entry) {
            setText(this.detail, "");
            return;
        }
        fill(this.detail, el("b", {}, nameOf(entry)), ` ${costText(entry)} `,
            entry.reason ? el("span", { className: "error" }, `${this.why(entry)} `) : null,
            this.armed?.id === entry.id ?
                el("em", {}, "Choose a target on the map, or press Escape to cancel. ") : null,
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
            this.play.message(`${humanize(entry.type ?? entry.action)}: ${this.why(entry)}`, true);
        } else if (entry.param === "cell" || entry.param === "entity") {
            this.arm(entry);
        } else if (this.isDestructive(entry) && this.warned !== entry.id) {
            this.warn(entry);
        } else {
            this.give(entry, {}, queued);
        }
    }

    /* The order loses the unit for good, so it needs a second press. */
    isDestructive(entry) {
        return this.play.game.domain.actions.find(({ name }) => name === entry.action)
            .effects.includes("lose");
    }

    warn(entry) {
        this.warned = entry.id;
        this.play.message(`${humanize(entry.action)}: ${entry.about}. Press again to confirm`,
            true);
        setTimeout(() => {
            this.warned = null;
        }, CONFIRM_TIME);
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

    /* Shows where the armed command would place its building, and whether it fits. */
    aim(x, y) {
        const { armed, play } = this;
        const type = armed?.type && armed.param === "cell" ?
            play.game.domain.typeIndex(armed.type) : -1;
        if (type < 0) {
            play.overlays.ghost = null;
            return;
        }
        const same = play.overlays.ghost?.x === x && play.overlays.ghost.y === y;
        play.overlays.ghost = { type, x, y, owner: play.game.seat,
            fits: same ? play.overlays.ghost.fits : null };
        if (!same)
            this.requestFits();
    }

    requestFits() {
        if (this.timer)
            return;
        this.timer = setTimeout(async () => {
            this.timer = null;
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
        }, FITS_INTERVAL);
    }

    /* Requests why the command is impossible there: { reason, text }; reason null: it is
     * possible. */
    fits(entry, x, y) {
        return this.play.game.request("play.fits", { units: this.ids(entry, { x, y }),
            action: entry.action, type: entry.type, x, y })
            .catch(error => ({ reason: "error", text: error.message }));
    }

    /* Executes the armed command at a cell. Returns false if no command is armed. */
    execute(x, y, queued, place) {
        const entry = this.armed;
        if (!entry)
            return false;
        if (entry.type && entry.param === "cell" && !queued)
            this.placeBuilding(entry, x, y);
        else
            this.carryOut(entry, x, y, queued, place);
        return true;
    }

    /* If the building does not fit, gives no order and keeps the command armed. A queued order
     * is not checked: the place may be free by then. */
    async placeBuilding(entry, x, y) {
        const { reason, text } = await this.fits(entry, x, y);
        if (reason)
            this.play.message(`${humanize(entry.type)}: ${this.why({ reason, text })}`, true);
        else if (this.armed?.id === entry.id)
            this.carryOut(entry, x, y, false);
    }

    carryOut(entry, x, y, queued, place) {
        const args = {};
        if (entry.param === "entity") {
            const entity = this.play.map.entityAt(x, y, place);
            if (!entity) {
                this.play.message("There is no unit at this place", true);
                return;
            }
            args[this.paramOf(entry, "entity")] = entity.id;
        } else {
            args.x = x;
            args.y = y;
        }
        this.give(entry, args, queued);
        const harm = this.play.game.domain.actions.find(({ name }) => name === entry.action)
            ?.effects.includes("harm");
        this.play.overlays.mark(x, y, harm);
        if (!queued)
            this.disarm();
    }

    paramOf(entry, kind) {
        const action = this.play.game.domain.actions.find(({ name }) => name === entry.action);
        return action.params.find(param => param.kind === kind).name;
    }

    /* The ids that receive the order: the whole selection for a group action, else the unit with
     * the fewest orders, or the nearest one. */
    ids(entry, args = {}) {
        const { domain } = this.play.game, own = this.play.selection.own();
        const action = domain.actions.find(({ name }) => name === entry.action);
        if (action.group)
            return own.map(e => e.id);
        const makers = entry.type ? own.filter(e => makes(domain, e.type, entry)) : own;
        const queue = domain.attribute("queue");
        const load = e => (queue >= 0 ? e.attribute[queue] : 0) * 1000 +
            (domain.status(e.status) === "idle" || queue < 0 ? 0 : 100) +
            (args.x === undefined ? 0 : Math.max(Math.abs(e.x - args.x), Math.abs(e.y - args.y)));
        return [...(makers.length ? makers : own)].sort((a, b) => load(a) - load(b) || a.id - b.id)
            .slice(0, 1).map(e => e.id);
    }

    give(entry, args, queued) {
        const action = this.play.game.domain.actions.find(({ name }) => name === entry.action);
        const ids = this.ids(entry, args);
        if (ids.length === 0)
            return;
        const full = { ...(action.group ? { units: ids } : { unit: ids[0] }), ...args };
        if (entry.type)
            full[this.paramOf(entry, "type")] = entry.type;
        if (queued && entry.queues)
            full.queued = true;
        this.play.game.request("play.order", { give: { order: entry.action, args: full } })
            .catch(error => this.play.message(error.message, true));
    }
}

function idOf(entry) {
    return `cmd-${entry.action}${entry.type ? `-${entry.type}` : ""}`;
}

function nameOf(entry) {
    return humanize(entry.type ? `${entry.action} ${entry.type}` : entry.action);
}

function costText(entry) {
    const parts = Object.entries(entry.cost ?? {}).map(([name, amount]) => `${amount} ${name}`);
    if (entry.food)
        parts.push(`${entry.food} food`);
    return parts.join(", ");
}

function makes(domain, type, entry) {
    const made = domain.typeIndex(entry.type);
    return domain.types[type].makes.some(({ action, types }) =>
        domain.actions[action].name === entry.action && types.includes(made));
}
