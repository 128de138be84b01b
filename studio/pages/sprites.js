/* Pictures of units, buildings and things, cached by type, owner, size and state. The roles of a
 * type determine its picture; a letter distinguishes types with the same roles. */

import { drawBuilding, drawSite } from "./buildings.js";
import { drawItem } from "./items.js";
import { canvas } from "./textures.js";
import { drawUnit } from "./units.js";
import { UNFINISHED } from "./world.js";

const SEAT_COLORS = ["#4b8fe0", "#e0603f", "#53b265", "#d9b23a", "#a673d6", "#46b8b0",
    "#d67aa6", "#8f9aa6"];
const NEUTRAL_COLOR = "#b9b09a";

export function seatColor(owner) {
    return owner < 0 ? NEUTRAL_COLOR : SEAT_COLORS[owner % SEAT_COLORS.length];
}

/* Margin of a picture around its cells, in cells. */
const ROOM = 0.5;
const SITE = 15; /* the state of an unfinished building; other states: MapView.loadOf */

export class Sprites {
    constructor(domain) {
        this.domain = domain;
        this.pictures = new Map();
        this.size = 0;
        this.specs = domain.types.map((type, index) => this.spec(type, index));
    }

    spec(type, index) {
        const roles = new Set(type.roles), { data } = this.domain;
        const moves = type.movement >= 0;
        return { index, type, roles, faction: type.faction,
            letter: letterOf(type, data.factions.map(({ name }) => name)),
            kind: moves ? "unit" : type.kind === "building" ? "building" : "item",
            width: type.width || 1, height: type.height || 1, rank: rankOf(type, data.types) };
    }

    /* Sets the size of a cell, and drops pictures of another size. */
    resize(cell) {
        if (cell !== this.size) {
            this.size = cell;
            this.pictures.clear();
        }
    }

    isUnit(type) {
        return this.specs[type].kind === "unit";
    }

    /* Draws the entity with the upper left corner of its first cell at x, y. load: see
     * MapView.loadOf. */
    draw(ctx, entity, x, y, flip, load) {
        const state = entity.flags & UNFINISHED ? SITE : load;
        const key = ((entity.type * 16 + entity.owner + 1) * 16 + state) * 2 + (flip ? 1 : 0);
        let picture = this.pictures.get(key);
        if (!picture) {
            picture = this.make(this.specs[entity.type], entity.owner, state, flip);
            this.pictures.set(key, picture);
        }
        const room = ROOM * this.size;
        ctx.drawImage(picture, Math.round(x - room), Math.round(y - room));
    }

    make(spec, owner, state, flip) {
        const load = state === SITE || state === 0 ? null :
            this.domain.resources[state - 1] ?? "load";
        return drawn(spec, seatColor(owner), this.size, { site: state === SITE, load, flip });
    }

    /* A single picture for a panel or a button, at most `size` pixels wide and high. */
    portrait(type, owner, size) {
        const spec = this.specs[type], large = Math.max(spec.width, spec.height);
        const cell = size / (large + (spec.kind === "unit" ? 0.16 : 0.3));
        const made = drawn(spec, seatColor(owner), cell, { site: false, load: null, flip: false });
        const out = canvas(size, size);
        out.getContext("2d").drawImage(made, (size - made.width) / 2, (size - made.height) / 2);
        return out;
    }
}

function drawn(spec, color, cell, { site: unfinished, load, flip }) {
    const made = canvas((spec.width + ROOM * 2) * cell, (spec.height + ROOM * 2) * cell);
    const ctx = made.getContext("2d");
    if (flip) {
        ctx.translate(made.width, 0);
        ctx.scale(-1, 1);
    }
    ctx.translate(ROOM * cell, ROOM * cell);
    ctx.scale(cell, cell);
    ctx.lineJoin = ctx.lineCap = "round";
    if (unfinished)
        drawSite(ctx, spec, color);
    else
        ({ unit: drawUnit, building: drawBuilding, item: drawItem })[spec.kind](ctx,
            { ...spec, flip }, color, load);
    return made;
}

/* The first letter of a name without its faction: "human-barracks" gives B. */
function letterOf(type, factions) {
    const parts = type.name.split(/[-_]/);
    const own = parts.filter(part => !factions.includes(part) && !/^\d+$/.test(part));
    const part = own[0] ?? parts[0];
    return (/^post$/i.test(part) && own[1] ? own[1] : part)[0].toUpperCase();
}

/* The number of upgrades that lead to the building, at most 2. */
function rankOf(type, types) {
    const index = types.indexOf(type);
    const makers = types.filter(other => other.kind === type.kind && !other.abstract &&
        other.movement < 0 && type.movement < 0 &&
            other.makes.some(made => made.types.includes(index)));
    return makers.length ? 1 + Math.min(1, rankOf(makers[0], types)) : 0;
}
