/* Numbers of each seat over the whole game, taken from the film as it comes: resources, food, who
 * there is, who has nothing to do. */

import { UNFINISHED } from "./world.js";
import { words } from "./dom.js";
import { firstPlace } from "./sorted.js";

const APART = 16; /* cycles between samples, at least */

export class Samples {
    constructor(ontology, seats) {
        this.ontology = ontology;
        this.seats = seats;
        this.cycle = [];
        this.kinds = ontology.types.map((type, index) => kindOf(ontology, type, index));
        this.measures = [];
        ontology.resources.forEach((name, i) => this.measure(name, words(name),
            (world, seat) => world.tallyOf(seat, i)));
        this.addFood();
        this.measure("army", "Army value", (world, seat) => this.count[seat].army);
        this.measure("workers", "Workers", (world, seat) => this.count[seat].workers);
        this.measure("fighters", "Fighters", (world, seat) => this.count[seat].fighters);
        this.measure("buildings", "Buildings", (world, seat) => this.count[seat].buildings);
        this.measure("idle", "Idle units", (world, seat) => this.count[seat].idle);
        this.count = Array.from({ length: seats }, () => ({}));
        this.idle = ontology.domain.statuses.findIndex(status => status.name === "idle");
    }

    /* What tells most at first: where nothing costs, how many fight. */
    get main() {
        return this.kinds.some(kind => kind.fighter && kind.value > 0) ? "army" : "fighters";
    }

    measure(name, title, value) {
        this.measures.push({ name, title: title[0].toUpperCase() + title.slice(1), value,
            most: 0, values: Array.from({ length: this.seats }, () => []) });
    }

    addFood() {
        const used = this.ontology.tally("food_used"), supply = this.ontology.tally("food_supply");
        if (used >= 0)
            this.measure("food", "Food eaten", (world, seat) => world.tallyOf(seat, used));
        if (supply >= 0)
            this.measure("supply", "Food supplied", (world, seat) => world.tallyOf(seat, supply));
    }

    add(world) {
        const { cycle } = this;
        if (cycle.length && world.now < cycle[cycle.length - 1] + APART)
            return;
        this.look(world);
        cycle.push(world.now);
        for (const measure of this.measures)
            for (let seat = 0; seat < this.seats; seat++) {
                const value = measure.value(world, seat);
                measure.values[seat].push(value);
                if (value > measure.most)
                    measure.most = value;
            }
    }

    look(world) {
        for (const count of this.count)
            count.army = count.workers = count.fighters = count.buildings = count.idle = 0;
        for (const e of world.entities) {
            const count = this.count[e.owner], kind = this.kinds[e.type];
            if (!count || e.flags & UNFINISHED)
                continue;
            if (kind.building)
                count.buildings++;
            if (kind.worker)
                count.workers++;
            if (kind.fighter) {
                count.fighters++;
                count.army += kind.value;
            }
            if (kind.moves && e.status === this.idle)
                count.idle++;
        }
    }

    /* The index of the last sample that is not after the cycle. */
    at(cycle) {
        return Math.max(0, firstPlace(this.cycle.length, place => this.cycle[place] > cycle) - 1);
    }
}

/* Who fights: made for it, or, where the domain says so of nobody, who moves and can attack. */
function kindOf(ontology, type, index) {
    const fighters = ontology.types.some(other => other.roles.includes("fighter"));
    const moves = ontology.moves(index), worker = moves && ontology.has(index, "worker");
    return { moves, worker, building: type.kind === "building",
        fighter: moves && (fighters ? ontology.has(index, "fighter") :
            !worker && ontology.has(index, "attacker")),
        value: Object.values(type.cost).reduce((sum, part) => sum + part, 0) };
}
