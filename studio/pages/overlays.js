/* What is drawn over the map: the keyboard's cursor, the selection box, the preview of a
 * building, marks of orders, lines to targets, and frames around the contents of slots. */

import { seatColor } from "./sprites.js";

const MARK = 650; /* milliseconds that an order's mark stays */

export class Overlays {
    constructor(map, selection) {
        this.map = map;
        this.selection = selection;
        this.cursor = { x: Math.floor(map.world.width / 2), y: Math.floor(map.world.height / 2),
            shown: false };
        this.hover = null; /* the cell under the mouse */
        this.box = null; /* x0, y0, x1, y1 in cells with a fraction */
        this.ghost = null; /* the preview of a building: { type, x, y, owner, fits } */
        this.marks = [];
        this.rally = map.domain.attribute("rally");
        map.overlays.push((ctx, view, time) => this.draw(ctx, view, time));
    }

    /* Marks the target of an order; red if the order does harm. */
    mark(x, y, harm) {
        this.marks.push({ x, y, harm, began: performance.now() });
        if (this.marks.length > 8)
            this.marks.shift();
    }

    draw(ctx, map, time) {
        this.drawTargets(ctx, map);
        this.drawMarks(ctx, map, time);
        if (this.ghost)
            this.drawGhost(ctx, map);
        if (this.cursor.shown)
            this.drawCursor(ctx, map);
        if (this.box)
            this.drawBox(ctx, map);
    }

    drawTargets(ctx, map) {
        const { camera, world, domain } = map;
        const seen = Math.min(24, this.selection.ids.length);
        ctx.lineWidth = Math.max(1, camera.cell * 0.05);
        ctx.setLineDash([camera.cell * 0.2, camera.cell * 0.16]);
        for (let i = 0; i < seen; i++) {
            const e = world.find(this.selection.ids[i]), target = e?.target && world.find(e.target);
            if (e && this.rally >= 0)
                this.drawRally(ctx, map, e);
            if (!target)
                continue;
            ctx.strokeStyle = target.owner >= 0 && target.owner !== e.owner ?
                "rgba(255, 130, 110, 0.75)" : "rgba(150, 230, 255, 0.55)";
            ctx.beginPath();
            ctx.moveTo(camera.toX(e.x + domain.width(e) / 2),
                camera.toY(e.y + domain.height(e) / 2));
            ctx.lineTo(camera.toX(target.x + domain.width(target) / 2),
                camera.toY(target.y + domain.height(target) / 2));
            ctx.stroke();
        }
        ctx.setLineDash([]);
    }

    /* Draws a flag where new units of a building go. */
    drawRally(ctx, { camera, world, domain, seat }, e) {
        const cell = e.attribute[this.rally];
        if (cell < 0 || domain.moves(e.type) || e.owner !== seat)
            return;
        const x = camera.toX(cell % world.width + 0.5),
            y = camera.toY(Math.floor(cell / world.width) + 0.5);
        ctx.strokeStyle = "rgba(157, 255, 182, 0.8)";
        ctx.beginPath();
        ctx.moveTo(camera.toX(e.x + domain.width(e) / 2),
            camera.toY(e.y + domain.height(e) / 2));
        ctx.lineTo(x, y);
        ctx.stroke();
        ctx.fillStyle = "#9dffb6";
        ctx.beginPath();
        ctx.moveTo(x, y);
        ctx.lineTo(x, y - camera.cell * 0.9);
        ctx.lineTo(x + camera.cell * 0.5, y - camera.cell * 0.65);
        ctx.lineTo(x + camera.cell * 0.08, y - camera.cell * 0.4);
        ctx.lineTo(x + camera.cell * 0.08, y);
        ctx.fill();
    }

    drawMarks(ctx, { camera }, time) {
        if (this.marks.length && time - this.marks[0].began > MARK)
            this.marks.shift();
        for (const mark of this.marks) {
            const part = Math.max(0, Math.min(1, (time - mark.began) / MARK));
            const x = camera.toX(mark.x + 0.5), y = camera.toY(mark.y + 0.5);
            ctx.globalAlpha = 1 - part;
            ctx.strokeStyle = mark.harm ? "#ff7a66" : "#86ffa4";
            ctx.lineWidth = Math.max(2, camera.cell * 0.09);
            ctx.beginPath();
            ctx.ellipse(x, y, camera.cell * (0.85 - part * 0.55), camera.cell * (0.6 - part * 0.4),
                0, 0, 7);
            ctx.stroke();
            ctx.globalAlpha = 1;
        }
    }

    drawGhost(ctx, map) {
        const { camera, sprites, domain } = map, { type, x, y, fits, owner } = this.ghost;
        const { width, height } = domain.types[type];
        ctx.fillStyle = fits === false ? "rgba(255, 90, 70, 0.4)" :
            fits === true ? "rgba(90, 230, 130, 0.35)" : "rgba(200, 210, 220, 0.25)";
        ctx.fillRect(camera.toX(x), camera.toY(y), width * camera.cell, height * camera.cell);
        ctx.globalAlpha = 0.65;
        sprites.draw(ctx, { type, owner, flags: 0 }, camera.toX(x), camera.toY(y), false, 0);
        ctx.globalAlpha = 1;
        ctx.strokeStyle = fits === false ? "#ff7a66" : "#9dffb6";
        ctx.lineWidth = 2;
        ctx.strokeRect(camera.toX(x), camera.toY(y), width * camera.cell, height * camera.cell);
    }

    drawCursor(ctx, { camera }) {
        const { x, y } = this.cursor, { cell } = camera, left = camera.toX(x), top = camera.toY(y);
        for (const [color, width] of [["#10151b", 5], ["#ffd970", 2.5]]) {
            ctx.strokeStyle = color;
            ctx.lineWidth = width;
            ctx.beginPath();
            for (const [cx, cy, sx, sy] of [[0, 0, 1, 1], [1, 0, -1, 1], [0, 1, 1, -1],
                [1, 1, -1, -1]]) {
                ctx.moveTo(left + (cx + sx * 0.32) * cell, top + cy * cell);
                ctx.lineTo(left + cx * cell, top + cy * cell);
                ctx.lineTo(left + cx * cell, top + (cy + sy * 0.32) * cell);
            }
            ctx.stroke();
        }
    }

    drawBox(ctx, { camera, seat }) {
        const { x0, y0, x1, y1 } = this.box;
        const left = camera.toX(Math.min(x0, x1)), top = camera.toY(Math.min(y0, y1));
        const width = Math.abs(x1 - x0) * camera.cell, height = Math.abs(y1 - y0) * camera.cell;
        ctx.fillStyle = "rgba(125, 255, 155, 0.12)";
        ctx.fillRect(left, top, width, height);
        ctx.strokeStyle = seat < 0 ? seatColor(-1) : "#9dffb6";
        ctx.lineWidth = 1.5;
        ctx.strokeRect(left, top, width, height);
    }
}

/* ---- contents of slots */

/* Draws a frame around each entity and cell that the selected node's slots hold, with the slot's
 * name. */
const COLOR = "#ffe066", GROUND = "rgba(13, 17, 22, 0.85)";
const NAMED = 12; /* with more entities, frames have no names */

export function drawSlotFrames(ctx, map, marks) {
    const { camera, world, domain } = map, named = marks.ids.size <= NAMED;
    for (const [id, name] of marks.ids) {
        const e = world.find(id);
        if (e)
            drawFrame(ctx, camera, e.x, e.y, domain.width(e), domain.height(e),
                named ? name : "");
    }
    for (const { x, y, name } of marks.cells)
        drawFrame(ctx, camera, x, y, 1, 1, name);
}

function drawFrame(ctx, camera, x, y, width, height, name) {
    if (!camera.overlaps(x, y, width, height))
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
