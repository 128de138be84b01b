/* How each terrain of a domain is drawn. What it is follows from its facts: who may pass, whether
 * it can be built on, gathered or broken. A few names that games share choose among the looks of
 * the same facts. */

const COLORS = {
    grass: "#55743f", meadow: "#45633a", sand: "#a8946a", soil: "#5f5f3d", debris: "#6c685c",
    floor: "#59616b", water: "#2c5f80", bridge: "#8a6b45", forest: "#2f4d2c", rocks: "#7d7b78",
    wall: "#9a9283", block: "#2c333c", cover: "#8b6b43", ore: "#a98d3c",
};

const NAMES = [
    [/water|river|lake|sea/, "water"], [/bridge/, "bridge"], [/floor|tile/, "floor"],
    [/cover|crate/, "cover"], [/stump|soil|dirt/, "soil"], [/rubble|debris/, "debris"],
    [/coast|sand|shore/, "sand"], [/dark|moss/, "meadow"], [/rock|mountain|cliff/, "rocks"],
];

function byFacts(terrain) {
    const walks = terrain.passable.some(movement => movement !== "air" && movement !== "water");
    if (!walks && terrain.passable.includes("water"))
        return "water";
    if (!walks && terrain.resource)
        return /wood|lumber|tree/.test(terrain.resource) ? "forest" : "ore";
    if (terrain.breakable)
        return "wall";
    if (!walks)
        return terrain.passable.length === 0 || /wall/.test(terrain.name) ? "block" : "rocks";
    return terrain.buildable ? "grass" : "sand";
}

/* A name only chooses among looks that say the same of who may pass. */
const OPEN = new Set(["grass", "meadow", "sand", "soil", "debris", "floor", "bridge", "cover"]);

function lookOf(terrain) {
    const facts = byFacts(terrain);
    const named = NAMES.find(([pattern]) => pattern.test(terrain.name))?.[1];
    if (named && OPEN.has(named) === OPEN.has(facts) && facts !== "wall" && facts !== "forest")
        return named;
    return facts;
}

/* By index of the terrain: { look, color }. */
export function looksOf(domain) {
    return domain.terrains.map(terrain => {
        const look = lookOf(terrain);
        return { look, color: COLORS[look] };
    });
}

export function colorOf(look) {
    return COLORS[look];
}

/* What lies under all else: tiles indoors, grass outdoors. */
export function groundOf(looks) {
    return looks.some(({ look }) => look === "floor") ? "floor" : "grass";
}
