/* What a domain says of itself (the answer to `domain`), asked by index and by name. Pages know
 * no unit and no terrain by name: they ask for roles, kinds and facts. */

import { words } from "./dom.js";

class Ontology {
    constructor(domain) {
        this.domain = domain;
        this.name = domain.name;
        this.types = domain.types;
        this.goals = domain.goals;
        this.actions = domain.actions;
        this.resources = domain.resources;
        this.pace = domain.cycles_per_second;
        this.reasons = new Map((domain.reasons ?? []).map(reason => [reason.name, reason.text]));
        this.hit = this.attribute("hit_points");
        this.carried = this.attribute("carried");
        this.carries = this.attribute("carries");
        this.stock = this.attribute("stock");
        this.facing = this.attribute("facing");
    }

    attribute(name) {
        return this.domain.attributes.findIndex(attribute => attribute.name === name);
    }

    tally(name) {
        return this.domain.tallies.findIndex(tally => (tally.name ?? tally) === name);
    }

    typeIndex(name) {
        return this.types.findIndex(type => type.name === name);
    }

    goal(name) {
        return this.goals.find(goal => goal.name === name);
    }

    /* A goal of the highest rank is what the whole game is about. */
    isTop(name) {
        return this.goal(name)?.rank === Math.max(...this.goals.map(goal => goal.rank));
    }

    status(index) {
        return this.domain.statuses[index]?.name ?? "";
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

    /* 0 .. 1; 1 where the domain has no hit points. */
    health(entity) {
        const full = this.full(entity.type);
        return full > 0 ? Math.max(0, Math.min(1, entity.attribute[this.hit] / full)) : 1;
    }

    /* The side of what a type takes, in cells. */
    width(entity) {
        return this.types[entity.type].width || 1;
    }

    height(entity) {
        return this.types[entity.type].height || 1;
    }

    title(type) {
        return words(this.types[type].name);
    }

    reason(name) {
        return this.reasons.get(name) ?? words(name);
    }
}

const cache = new Map();

/* Asked for once; a failure is not remembered. */
export async function loadOntology(link, name) {
    if (!cache.has(name))
        cache.set(name, link.ask("domain", { domain: name }).then(
            domain => new Ontology(domain), error => {
                cache.delete(name);
                throw error;
            }));
    return cache.get(name);
}
