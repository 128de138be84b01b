/* Prepared goals for the nine slots: what a person left there, else some that follow from the
 * domain. An entity or a cell of a prepared goal may be "chosen": taken from the map when it is
 * opened. */

const SLOTS = 9;

export function loadSlots(ontology, faction) {
    try {
        const kept = JSON.parse(localStorage.getItem(keyOf(ontology)));
        if (Array.isArray(kept))
            return Array.from({ length: SLOTS }, (_, i) => valid(ontology, kept[i]));
    } catch {
        /* what cannot be read is made anew */
    }
    const made = makeSlots(ontology, faction);
    return Array.from({ length: SLOTS }, (_, i) => made[i] ?? null);
}

export function keepSlots(ontology, slots) {
    try {
        localStorage.setItem(keyOf(ontology), JSON.stringify(slots));
    } catch {
        /* a full or forbidden store: the slots last as long as the page */
    }
}

export function forgetSlots(ontology) {
    localStorage.removeItem(keyOf(ontology));
}

function keyOf(ontology) {
    return `understudy.goals.${ontology.name}`;
}

function valid(ontology, slot) {
    return slot && ontology.goal(slot.goal) ? slot : null;
}

/* Goals from the highest rank down, but for the top, which is the whole game's; one with a type
 * for several that matter. */
function makeSlots(ontology, faction) {
    const top = Math.max(...ontology.goals.map(goal => goal.rank));
    const goals = ontology.goals.filter(goal => goal.rank < top)
        .sort((a, b) => b.rank - a.rank);
    return goals.flatMap(goal => variants(ontology, goal, faction)).slice(0, SLOTS);
}

const MADE = [["worker", 3], ["melee", 4], ["ranged", 4], ["supply", 1], ["producer", 1]];

function variants(ontology, goal, faction) {
    const args = firstArgs(ontology, goal, faction);
    const type = goal.params.find(param => param.kind === "type");
    if (!type)
        return [{ goal: goal.name, args }];
    const number = goal.params.find(param => param.kind === "number");
    if (!number)
        return [{ goal: goal.name, args }];
    return MADE.map(([role, many]) => [typeOf(ontology, role, faction), many])
        .filter(([name]) => name)
        .map(([name, many]) => ({ goal: goal.name,
            args: { ...args, [type.name]: name, [number.name]: many } }));
}

/* The first thing with a role that the faction can have, and that is not the heart of a base. */
function typeOf(ontology, role, faction) {
    return general(ontology, ontology.types.find(type => !type.abstract &&
        type.roles.includes(role) && type.kind !== "resource" && mayHave(faction, type) &&
        !type.roles.includes("hall")));
}

function mayHave(faction, type) {
    return faction < 0 || type.faction < 0 || type.faction === faction;
}

/* The name that all factions have for it, where it has one. */
function general(ontology, type) {
    const parent = ontology.types[type?.parent];
    if (!parent?.abstract)
        return type?.name;
    const index = type.parent, seen = new Set();
    const alone = ontology.types.every((other, i) => other.abstract || !ontology.is(i, index) ||
        (!seen.has(other.faction) && seen.add(other.faction)));
    return alone && seen.size > 1 ? parent.name : type.name;
}

/* What a goal must be told; where all its numbers may be left out, the first of them. */
export function firstArgs(ontology, goal, faction) {
    const seats = goal.params.filter(param => param.kind === "seat");
    const numbers = goal.params.filter(param => param.kind === "number");
    const free = numbers.every(param => param.optional) ? numbers[0] : null;
    const args = {};
    for (const param of goal.params)
        if (!param.optional || param === free)
            args[param.name] = firstValue(ontology, goal, param, seats, faction);
    return args;
}

function firstValue(ontology, goal, param, seats, faction) {
    if (param.kind === "seat")
        return /enem|foe|opponent/i.test(param.name) ||
            (seats.length === 1 && /defeat|destroy|eliminate/i.test(goal.name)) ? "enemy" : "self";
    if (param.kind === "number")
        return /gold|wood|oil/.test(param.name) ? 500 : 4;
    if (param.kind === "type")
        return firstType(ontology, goal, faction);
    if (param.kind === "resource")
        return ontology.resources[0];
    return "chosen";
}

function firstType(ontology, goal, faction) {
    const kind = /research|learn|upgrade/i.test(goal.name) ? "upgrade" : "unit";
    const concrete = ontology.types.filter(type => !type.abstract);
    return general(ontology, concrete.find(type => type.kind === kind && mayHave(faction, type)) ??
        concrete[0]);
}
