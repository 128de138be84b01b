/* Measures of each seat over the game, sampled from the film: resources, food, units by kind,
 * idle units. */

import { partitionPoint } from "./film.js";
import { humanize } from "./text.js";
import { UNFINISHED } from "./world.js";

const INTERVAL = 16; /* least cycles between samples */

export class Samples {
    constructor(domain, seats) {
        this.domain = domain;
        this.seats = seats;
        this.cycle = [];
        this.kinds = domain.types.map((type, index) => kindOf(domain, type, index));
        this.measures = [];
        domain.resources.forEach((name, i) => this.measure(name, humanize(name),
            (world, seat) => world.tallyOf(seat, i)));
        this.addFood();
        this.measure("army", "Army value", (world, seat) => this.count[seat].army);
        this.measure("workers", "Workers", (world, seat) => this.count[seat].workers);
        this.measure("fighters", "Fighters", (world, seat) => this.count[seat].fighters);
        this.measure("buildings", "Buildings", (world, seat) => this.count[seat].buildings);
        this.measure("idle", "Idle units", (world, seat) => this.count[seat].idle);
        this.count = Array.from({ length: seats }, () => ({}));
        this.idle = domain.data.statuses.findIndex(status => status.name === "idle");
    }

    /* The measure shown first: army value, or the number of fighters if nothing has a cost. */
    get main() {
        return this.kinds.some(kind => kind.fighter && kind.value > 0) ? "army" : "fighters";
    }

    measure(name, title, value) {
        this.measures.push({ name, title: title[0].toUpperCase() + title.slice(1), value,
            most: 0, values: Array.from({ length: this.seats }, () => []) });
    }

    addFood() {
        const used = this.domain.tally("food_used"), supply = this.domain.tally("food_supply");
        if (used >= 0)
            this.measure("food", "Food eaten", (world, seat) => world.tallyOf(seat, used));
        if (supply >= 0)
            this.measure("supply", "Food supplied", (world, seat) => world.tallyOf(seat, supply));
    }

    add(world) {
        const { cycle } = this;
        if (cycle.length && world.now < cycle[cycle.length - 1] + INTERVAL)
            return;
        this.countUnits(world);
        cycle.push(world.now);
        for (const measure of this.measures)
            for (let seat = 0; seat < this.seats; seat++) {
                const value = measure.value(world, seat);
                measure.values[seat].push(value);
                if (value > measure.most)
                    measure.most = value;
            }
    }

    countUnits(world) {
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

    /* The index of the last sample at or before the cycle. */
    at(cycle) {
        return Math.max(0, partitionPoint(this.cycle.length, place =>
            this.cycle[place] > cycle) - 1);
    }
}

/* Fighters are types with that role; if the domain has none, units that move, can attack and are
 * no workers. */
function kindOf(domain, type, index) {
    const fighters = domain.types.some(other => other.roles.includes("fighter"));
    const moves = domain.moves(index), worker = moves && domain.has(index, "worker");
    return { moves, worker, building: type.kind === "building",
        fighter: moves && (fighters ? domain.has(index, "fighter") :
            !worker && domain.has(index, "attacker")),
        value: Object.values(type.cost).reduce((sum, part) => sum + part, 0) };
}
