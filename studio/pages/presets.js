/* Presets: prepared goals for the nine slots, as saved by the person, else derived from the
 * domain. An argument "chosen" is chosen on the map when the goal is opened. */

export const SLOTS = 9;

/* faction, enemy: indexes; -1: not known. */
export function loadSlots(domain, faction, enemy) {
    try {
        const saved = JSON.parse(localStorage.getItem(keyOf(domain, faction)));
        if (Array.isArray(saved))
            return Array.from({ length: SLOTS }, (_, i) => valid(domain, saved[i]));
    } catch {
        /* unreadable slots are replaced by default ones */
    }
    const made = makeSlots(domain, faction, enemy);
    return Array.from({ length: SLOTS }, (_, i) => made[i] ?? null);
}

export function saveSlots(domain, faction, slots) {
    try {
        localStorage.setItem(keyOf(domain, faction), JSON.stringify(slots));
    } catch {
        /* full or forbidden storage: the slots last as long as the page */
    }
}

function keyOf(domain, faction) {
    return ["understudy.goals", domain.name, domain.data.factions[faction]?.name]
        .filter(Boolean).join(".");
}

/* Ids of another game have no meaning in this one: such arguments become "chosen". */
function valid(domain, slot) {
    const goal = slot && domain.goal(slot.goal);
    if (!goal)
        return null;
    const args = { ...slot.args };
    for (const { name, kind } of goal.params)
        if (kind === "entity" && args[name] !== undefined)
            args[name] = "chosen";
    return { ...slot, args };
}

/* Common goals first: make units or buildings, keep a base, gather; then by rank. The highest
 * rank is the game's own goal, which needs no slot. */
function makeSlots(domain, faction, enemy) {
    const top = Math.max(...domain.goals.map(goal => goal.rank));
    const goals = domain.goals.filter(goal => goal.rank < top)
        .sort((a, b) => classOf(a) - classOf(b) || b.rank - a.rank);
    return goals.flatMap(goal => variants(domain, goal, faction, enemy)).slice(0, SLOTS);
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

function variants(domain, goal, faction, enemy) {
    const args = firstArgs(domain, goal, faction, enemy);
    if (classOf(goal) > 0)
        return [{ goal: goal.name, args }];
    const type = paramOf(goal, "type").name, number = paramOf(goal, "number").name;
    return MADE.map(([role, many]) => [typeOf(domain, role, faction), many])
        .filter(([name]) => name)
        .map(([name, many]) => ({ goal: goal.name, args: { ...args, [type]: name,
            [number]: many } }));
}

/* The first type with a role that the faction can have, except halls and workers with a second
 * role. */
function typeOf(domain, role, faction) {
    const found = domain.types.find(type => !type.abstract && type.roles.includes(role) &&
        type.kind !== "resource" && mayHave(faction, type) && !type.roles.includes("hall") &&
        (role === "worker" || !type.roles.includes("worker")));
    return nameFor(domain, found, faction);
}

/* The name for a faction; if it is not known, the name that all factions share. */
function nameFor(domain, type, faction) {
    return faction < 0 ? general(domain, type) : type?.name;
}

function mayHave(faction, type) {
    return faction < 0 || type.faction < 0 || type.faction === faction;
}

/* The name that all factions share for a type, if it has one. */
function general(domain, type) {
    const parent = domain.types[type?.parent];
    if (!parent?.abstract)
        return type?.name;
    const index = type.parent, seen = new Set();
    const alone = domain.types.every((other, i) => other.abstract || !domain.is(i, index) ||
        (!seen.has(other.faction) && seen.add(other.faction)));
    return alone && seen.size > 1 ? parent.name : type.name;
}

/* Required arguments of a goal. If all its numbers are optional, the first number is included. */
export function firstArgs(domain, goal, faction, enemy) {
    const seats = goal.params.filter(param => param.kind === "seat");
    const numbers = goal.params.filter(param => param.kind === "number");
    const free = numbers.every(param => param.optional) ? numbers[0] : null;
    const args = {};
    for (const param of goal.params)
        if (!param.optional || param === free)
            args[param.name] = firstValue(domain, goal, param, seats, [faction, enemy]);
    return args;
}

function firstValue(domain, goal, param, seats, [faction, enemy]) {
    if (param.kind === "seat")
        return isEnemy(param) ||
            (seats.length === 1 && /defeat|destroy|eliminate/i.test(goal.name)) ? "enemy" : "self";
    if (param.kind === "number")
        return /gold|wood|oil/.test(param.name) ? 500 : 4;
    if (param.kind === "type")
        return firstType(domain, goal, seats.some(isEnemy) ? enemy : faction);
    if (param.kind === "resource")
        return domain.resources[0];
    return "chosen";
}

function isEnemy(seat) {
    return /enem|foe|opponent/i.test(seat.name);
}

function firstType(domain, goal, faction) {
    const kind = /research|learn|upgrade/i.test(goal.name) ? "upgrade" : "unit";
    const concrete = domain.types.filter(type => !type.abstract);
    return nameFor(domain, concrete.find(type => type.kind === kind && mayHave(faction, type)) ??
        concrete[0], faction);
}
