/* Goals as people read them: those that are open, and those that a slot holds. Seats are who they
 * are to the person who plays. */

/* goal: { goal, kind, args }, of a slot or as the server tells it. game: whose seat it is seen
 * from. without: names of arguments that are shown elsewhere. */
export function goalText(game, goal, without = []) {
    const known = game.ontology.goal(goal.goal), { params } = known, parts = [];
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

/* A slot holds a cell below its name, the server tells x and y. */
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
