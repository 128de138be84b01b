/* Prepared goals for the nine slots: what a person left there, else some that follow from the
 * domain. An entity or a cell of a prepared goal may be "chosen": taken from the map when it is
 * opened. */

export const SLOTS = 9;

/* Factions by index, -1: not known. */
export function loadSlots(ontology, faction, enemy) {
    try {
        const kept = JSON.parse(localStorage.getItem(keyOf(ontology, faction)));
        if (Array.isArray(kept))
            return Array.from({ length: SLOTS }, (_, i) => valid(ontology, kept[i]));
    } catch {
        /* what cannot be read is made anew */
    }
    const made = makeSlots(ontology, faction, enemy);
    return Array.from({ length: SLOTS }, (_, i) => made[i] ?? null);
}

export function keepSlots(ontology, faction, slots) {
    try {
        localStorage.setItem(keyOf(ontology, faction), JSON.stringify(slots));
    } catch {
        /* a full or forbidden store: the slots last as long as the page */
    }
}

function keyOf(ontology, faction) {
    return ["understudy.goals", ontology.name, ontology.domain.factions[faction]?.name]
        .filter(Boolean).join(".");
}

/* Somebody of another game is nobody in this one: who is meant is chosen anew. */
function valid(ontology, slot) {
    const goal = slot && ontology.goal(slot.goal);
    if (!goal)
        return null;
    const args = { ...slot.args };
    for (const { name, kind } of goal.params)
        if (kind === "entity" && args[name] !== undefined)
            args[name] = "chosen";
    return { ...slot, args };
}

/* What is opened most comes first: to make somebody or something, to keep a base, to gather; then
 * from the highest rank down. The top is the whole game's, and in no slot. */
function makeSlots(ontology, faction, enemy) {
    const top = Math.max(...ontology.goals.map(goal => goal.rank));
    const goals = ontology.goals.filter(goal => goal.rank < top)
        .sort((a, b) => classOf(a) - classOf(b) || b.rank - a.rank);
    return goals.flatMap(goal => variants(ontology, goal, faction, enemy)).slice(0, SLOTS);
}

function paramOf(goal, kind) {
    return goal.params.find(param => param.kind === kind);
}

function classOf(goal) {
    if (paramOf(goal, "type"))
        return paramOf(goal, "number") ? 0 : 3;
    return goal.kind === "maintain" ? 1 : goal.kind === "increase" ? 2 : 3;
}

const MADE = [["worker", 3], ["melee", 4], ["supply", 1], ["producer", 1]];

function variants(ontology, goal, faction, enemy) {
    const args = firstArgs(ontology, goal, faction, enemy);
    if (classOf(goal) > 0)
        return [{ goal: goal.name, args }];
    const type = paramOf(goal, "type").name, number = paramOf(goal, "number").name;
    return MADE.map(([role, many]) => [typeOf(ontology, role, faction), many])
        .filter(([name]) => name)
        .map(([name, many]) => ({ goal: goal.name, args: { ...args, [type]: name, [number]: many } }));
}

/* The first thing with a role that the faction can have: not the heart of a base, and nobody who
 * has the role beside his work. */
function typeOf(ontology, role, faction) {
    const found = ontology.types.find(type => !type.abstract && type.roles.includes(role) &&
        type.kind !== "resource" && mayHave(faction, type) && !type.roles.includes("hall") &&
        (role === "worker" || !type.roles.includes("worker")));
    return nameFor(ontology, found, faction);
}

/* Where the faction is not known, as all factions call it. */
function nameFor(ontology, type, faction) {
    return faction < 0 ? general(ontology, type) : type?.name;
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
export function firstArgs(ontology, goal, faction, enemy) {
    const seats = goal.params.filter(param => param.kind === "seat");
    const numbers = goal.params.filter(param => param.kind === "number");
    const free = numbers.every(param => param.optional) ? numbers[0] : null;
    const args = {};
    for (const param of goal.params)
        if (!param.optional || param === free)
            args[param.name] = firstValue(ontology, goal, param, seats, [faction, enemy]);
    return args;
}

function firstValue(ontology, goal, param, seats, [faction, enemy]) {
    if (param.kind === "seat")
        return isEnemy(param) ||
            (seats.length === 1 && /defeat|destroy|eliminate/i.test(goal.name)) ? "enemy" : "self";
    if (param.kind === "number")
        return /gold|wood|oil/.test(param.name) ? 500 : 4;
    if (param.kind === "type")
        return firstType(ontology, goal, seats.some(isEnemy) ? enemy : faction);
    if (param.kind === "resource")
        return ontology.resources[0];
    return "chosen";
}

function isEnemy(seat) {
    return /enem|foe|opponent/i.test(seat.name);
}

function firstType(ontology, goal, faction) {
    const kind = /research|learn|upgrade/i.test(goal.name) ? "upgrade" : "unit";
    const concrete = ontology.types.filter(type => !type.abstract);
    return nameFor(ontology, concrete.find(type => type.kind === kind && mayHave(faction, type)) ??
        concrete[0], faction);
}
