/* A domain (the answer to `domain`), by index and by name. Pages know no unit and no terrain by
 * name: they use roles, kinds and attributes. */

import { humanize } from "./text.js";

class Domain {
    constructor(data) {
        this.data = data;
        this.name = data.name;
        this.types = data.types;
        this.goals = data.goals;
        this.actions = data.actions;
        this.resources = data.resources;
        this.pace = data.cycles_per_second;
        this.reasons = new Map((data.reasons ?? []).map(reason => [reason.name, reason.text]));
        this.hit = this.attribute("hit_points");
        this.carried = this.attribute("carried");
        this.carries = this.attribute("carries");
        this.stock = this.attribute("stock");
        this.facing = this.attribute("facing");
    }

    attribute(name) {
        return this.data.attributes.findIndex(attribute => attribute.name === name);
    }

    tally(name) {
        return this.data.tallies.findIndex(tally => (tally.name ?? tally) === name);
    }

    typeIndex(name) {
        return this.types.findIndex(type => type.name === name);
    }

    goal(name) {
        return this.goals.find(goal => goal.name === name);
    }

    /* Whether the goal has the highest rank: the goal of the whole game. */
    isTop(name) {
        return this.goal(name)?.rank === Math.max(...this.goals.map(goal => goal.rank));
    }

    status(index) {
        return this.data.statuses[index]?.name ?? "";
    }

    has(type, role) {
        return this.types[type].roles.includes(role);
    }

    is(type, kind) {
        for (let at = type; at >= 0; at = this.types[at].parent)
            if (at === kind)
                return true;
        return false;
    }

    moves(type) {
        return this.types[type].movement >= 0;
    }

    full(type) {
        return this.types[type].attributes[this.hit] ?? 0;
    }

    /* From 0 to 1; 1 if the domain has no hit points. */
    health(entity) {
        const full = this.full(entity.type);
        return full > 0 ? Math.max(0, Math.min(1, entity.attribute[this.hit] / full)) : 1;
    }

    /* The width of an entity, in cells. */
    width(entity) {
        return this.types[entity.type].width || 1;
    }

    height(entity) {
        return this.types[entity.type].height || 1;
    }

    title(type) {
        return humanize(this.types[type].name);
    }

    reason(name) {
        return this.reasons.get(name) ?? humanize(name);
    }
}

const cache = new Map();

/* Requests a domain once; a failed request is repeated at the next call. */
export async function loadDomain(connection, name) {
    if (!cache.has(name))
        cache.set(name, connection.request("domain", { domain: name }).then(
            data => new Domain(data), error => {
                cache.delete(name);
                throw error;
            }));
    return cache.get(name);
}
