/* Texts and addresses of files, players, orders and goals. */

/* "town-hall" becomes "town hall". */
export function humanize(name) {
    return name.replace(/[-_]/g, " ");
}

/* "1 order", "2 orders". */
export function pluralize(number, thing) {
    return `${number} ${thing}${number === 1 ? "" : "s"}`;
}

export function compareLink(kind, ...files) {
    return `#compare=${encodeURIComponent(`${kind}:${files.filter(Boolean).join("|")}`)}`;
}

/* The name of an experiment is its folder. */
export function experimentName(file) {
    return file.replace(/\/manifest\.jsonl$/, "");
}

/* The name of a player without the folders of its file. */
export function playerName(player) {
    return player ? player.replace(/^([a-z]+:).*\//, "$1") : "no player";
}

export function seatName(seat, player) {
    return `Seat ${seat + 1}: ${playerName(player)}`;
}

/* The text of an error, after its place. */
export function problemText(error) {
    const place = error.file && error.file !== "message"
        ? `${error.file}${error.line ? `:${error.line}:${error.column}` : ""}: ` : "";
    return place + error.message;
}

/* ---- orders */

export function unitsOf({ args }) {
    return args?.units ?? (args?.unit ? [args.unit] : []);
}

/* The text of an order without its units. */
export function orderText({ order, args }) {
    const { unit, units, x, y, queued, ...others } = args ?? {};
    const parts = Object.entries(others).map(([name, value]) =>
        (typeof value === "string" ? humanize(value) : `${humanize(name)} ${value}`));
    if (x !== undefined)
        parts.push(`at ${x}, ${y}`);
    if (queued)
        parts.push("queued");
    return [humanize(order ?? "unnamed order"), ...parts].join(" ");
}

/* ---- goals */

/* The text of a goal: { goal, kind, args }, of a preset or from the server. game: its seat becomes
 * "you". without: names of arguments to leave out. */
export function goalText(game, goal, without = []) {
    const known = game.domain.goal(goal.goal), { params } = known, parts = [];
    for (const param of params) {
        const value = valueOf(goal.args, param);
        if (value === undefined || without.includes(param.name))
            continue;
        const text = textOf(game, param, value);
        const plain = param.kind === "seat" && text === "you" && params.length > 1;
        if (!plain)
            parts.push(text);
    }
    const kind = goal.kind && goal.kind !== known.kind ? `${goal.kind} ` : "";
    return `${kind}${goal.goal}(${parts.join(", ")})`;
}

/* A preset holds a cell below its name; the server sends x and y. */
function valueOf(args, param) {
    const value = args[param.name];
    return value === undefined && param.kind === "cell" && args.x !== undefined ?
        { x: args.x, y: args.y } : value;
}

function textOf(game, param, value) {
    if (param.kind === "seat")
        return seatText(game, value);
    if (value === "chosen")
        return `${param.name}: ?`;
    if (param.kind === "cell")
        return `${param.name}: ${value.x}, ${value.y}`;
    return param.kind === "entity" ? `${param.name}: #${value}` :
        param.kind === "number" ? `${param.name}: ${value}` : String(value);
}

function seatText({ seat, info }, value) {
    if (value === "self" || value === seat)
        return "you";
    return value === "enemy" || info.seats === 2 ? "enemy" : `seat ${value + 1}`;
}
