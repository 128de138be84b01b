/* What the selected node's slots hold, drawn over the map: a frame around each with the slot's
 * name. */

const COLOR = "#ffe066", GROUND = "rgba(13, 17, 22, 0.85)";
const NAMED = 12; /* with more than so many units only frames are drawn */

export function drawMarks(ctx, map, marks) {
    const { camera, world, ontology } = map, named = marks.ids.size <= NAMED;
    for (const [id, name] of marks.ids) {
        const e = world.find(id);
        if (e)
            frame(ctx, camera, e.x, e.y, ontology.width(e), ontology.height(e), named ? name : "");
    }
    for (const { x, y, name } of marks.cells)
        frame(ctx, camera, x, y, 1, 1, name);
}

function frame(ctx, camera, x, y, width, height, name) {
    if (!camera.sees(x, y, width, height))
        return;
    const { cell, ratio } = camera, left = camera.toX(x), top = camera.toY(y);
    ctx.lineWidth = Math.max(2, 2 * ratio);
    ctx.strokeStyle = GROUND;
    ctx.strokeRect(left - 1, top - 1, width * cell + 2, height * cell + 2);
    ctx.strokeStyle = COLOR;
    ctx.strokeRect(left - 3 * ratio, top - 3 * ratio, width * cell + 6 * ratio,
        height * cell + 6 * ratio);
    if (!name)
        return;
    ctx.font = `600 ${11 * ratio}px system-ui, sans-serif`;
    const wide = ctx.measureText(name).width + 8 * ratio;
    ctx.fillStyle = GROUND;
    ctx.fillRect(left - 3 * ratio, top - 20 * ratio, wide, 15 * ratio);
    ctx.fillStyle = COLOR;
    ctx.fillText(name, left + ratio, top - 9 * ratio);
}
