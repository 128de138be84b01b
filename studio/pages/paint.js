/* Paints a part of the ground: what lies lower first, edges rounded, then what stands on it from
 * the back to the front. */

import { hash } from "./noise.js";
import { colorOf } from "./looks.js";
import { TILE, shade, texture, thing } from "./textures.js";

const VARIANTS = 6;
const GROUNDS = ["meadow", "sand", "soil", "debris", "forest", "rocks", "ore"];

/* Textures and pictures that a map's looks need, made once. */
export class Palette {
    constructor(looks, ground) {
        this.ground = ground;
        this.used = new Set([ground, ...looks.map(({ look }) => look)]);
        this.patterns = new Map();
        this.things = new Map();
        this.blotch = texture("blotch", "#808080");
    }

    pattern(ctx, look) {
        if (!this.patterns.has(look))
            this.patterns.set(look, ctx.createPattern(texture(look, colorOf(look)), "repeat"));
        return this.patterns.get(look);
    }

    thing(kind, variant) {
        const key = `${kind}${variant}`;
        if (!this.things.has(key))
            this.things.set(key, thing(kind, variant));
        return this.things.get(key);
    }
}

/* look(x, y) tells what a cell is; the box is in cells. */
export function paint(ctx, palette, look, box) {
    const part = { ctx, palette, look, x0: box.x - 1, y0: box.y - 1, x1: box.x + box.width,
        y1: box.y + box.height };
    ctx.fillStyle = palette.pattern(ctx, palette.ground);
    ctx.fillRect(part.x0 * TILE, part.y0 * TILE, (part.x1 - part.x0 + 1) * TILE,
        (part.y1 - part.y0 + 1) * TILE);
    blotches(part);
    for (const ground of GROUNDS)
        if (palette.used.has(ground))
            soft(part, ground);
    if (palette.used.has("water"))
        water(part);
    each(part, "bridge", plank);
    if (palette.used.has("wall"))
        walls(part, "wall");
    if (palette.used.has("block"))
        walls(part, "block");
    each(part, "cover", crate);
    standing(part);
}

function each(part, look, draw) {
    if (!part.palette.used.has(look))
        return;
    for (let y = part.y0; y <= part.y1; y++)
        for (let x = part.x0; x <= part.x1; x++)
            if (part.look(x, y) === look)
                draw(part, x, y);
}

/* Light and dark places, larger than a texture, so that its repetition is not seen. */
function blotches({ ctx, palette, x0, y0, x1, y1 }) {
    if (palette.ground !== "grass")
        return;
    for (let y = Math.floor(y0 / 3) - 1; y <= y1 / 3 + 1; y++)
        for (let x = Math.floor(x0 / 3) - 1; x <= x1 / 3 + 1; x++) {
            const tone = hash(x, y, 61), far = (1.4 + hash(x, y, 62) * 2) * TILE;
            const cx = (x + hash(x, y, 63)) * 3 * TILE, cy = (y + hash(x, y, 64)) * 3 * TILE;
            const light = ctx.createRadialGradient(cx, cy, 0, cx, cy, far);
            const color = tone < 0.5 ? "20, 40, 18" : "196, 196, 110";
            light.addColorStop(0, `rgba(${color}, ${0.05 + Math.abs(tone - 0.5) * 0.16})`);
            light.addColorStop(1, `rgba(${color}, 0)`);
            ctx.fillStyle = light;
            ctx.fillRect(cx - far, cy - far, far * 2, far * 2);
        }
}

/* The outline of all cells for which `is` holds, rounded where they end. */
function outline({ ctx, x0, y0, x1, y1 }, is, round) {
    const r = TILE * round;
    ctx.beginPath();
    for (let y = y0; y <= y1; y++)
        for (let x = x0; x <= x1; x++) {
            const north = is(x, y - 1), south = is(x, y + 1), west = is(x - 1, y), east = is(x + 1, y);
            if (is(x, y))
                ctx.roundRect(x * TILE, y * TILE, TILE, TILE, [north || west ? 0 : r,
                    north || east ? 0 : r, south || east ? 0 : r, south || west ? 0 : r]);
            else
                corners(ctx, x * TILE, y * TILE, r * 0.8, north, east, south, west);
        }
}

/* The inner corners of a free cell between two others are filled up. */
function corners(ctx, x, y, r, north, east, south, west) {
    const corner = (cx, cy, sx, sy) => {
        ctx.moveTo(cx, cy);
        ctx.lineTo(cx + sx * r, cy);
        ctx.quadraticCurveTo(cx, cy, cx, cy + sy * r);
        ctx.closePath();
    };
    if (north && west)
        corner(x, y, 1, 1);
    if (north && east)
        corner(x + TILE, y, -1, 1);
    if (south && west)
        corner(x, y + TILE, 1, -1);
    if (south && east)
        corner(x + TILE, y + TILE, -1, -1);
}

/* Grounds that blend into what is around them. Trees and rocks stand on the soil they make. */
function soft(part, ground) {
    const { ctx, palette, look } = part;
    const is = (x, y) => look(x, y) === ground;
    outline(part, is, 0.48);
    const pattern = palette.pattern(ctx, ground === "ore" ? "rocks" : ground);
    ctx.strokeStyle = pattern;
    ctx.lineJoin = "round";
    for (const [width, alpha] of [[0.5, 0.25], [0.26, 0.4]]) {
        ctx.lineWidth = TILE * width;
        ctx.globalAlpha = alpha;
        ctx.stroke();
    }
    ctx.globalAlpha = 1;
    ctx.fillStyle = pattern;
    ctx.fill();
}

function water(part) {
    const { ctx, palette, look } = part;
    const is = (x, y) => look(x, y) === "water" || look(x, y) === "bridge";
    outline(part, is, 0.46);
    ctx.lineJoin = "round";
    const rings = [[0.62, shade(colorOf("sand"), -0.12), 0.5], [0.44, colorOf("sand"), 1],
        [0.2, shade(colorOf("water"), 0.42), 1]];
    for (const [width, color, alpha] of rings) {
        ctx.lineWidth = TILE * width;
        ctx.strokeStyle = color;
        ctx.globalAlpha = alpha;
        ctx.stroke();
    }
    ctx.globalAlpha = 1;
    ctx.fillStyle = shade(colorOf("water"), 0.12);
    ctx.fill();
    ctx.globalAlpha = 0.9;
    ctx.fillStyle = palette.pattern(ctx, "water");
    ctx.fill();
    ctx.globalAlpha = 1;
    deep(part, is);
}

function deep(part, is) {
    const inner = (x, y) => is(x, y) && is(x - 1, y) && is(x + 1, y) && is(x, y - 1) && is(x, y + 1);
    outline(part, inner, 0.5);
    part.ctx.fillStyle = "rgba(9, 32, 54, 0.2)";
    part.ctx.fill();
    outline(part, (x, y) => inner(x, y) && inner(x - 1, y) && inner(x + 1, y) && inner(x, y - 1) &&
        inner(x, y + 1), 0.5);
    part.ctx.fill();
}

function plank({ ctx, look }, x, y) {
    const side = look(x - 1, y) === "water" || look(x + 1, y) === "water";
    const left = x * TILE, top = y * TILE;
    for (let i = 0; i < 4; i++) {
        const light = (hash(x, y * 4 + i, 71) - 0.5) * 0.2;
        ctx.fillStyle = shade(colorOf("bridge"), light);
        if (side)
            ctx.fillRect(left, top + i * 8, TILE, 7);
        else
            ctx.fillRect(left + i * 8, top, 7, TILE);
    }
}

/* Blocks with a lit top and a face toward the south. */
function walls(part, kind) {
    const { ctx, look } = part, color = colorOf(kind), stone = kind === "wall";
    const is = (x, y) => look(x, y) === kind;
    const face = stone ? 10 : 13;
    for (let y = part.y0; y <= part.y1; y++)
        for (let x = part.x0; x <= part.x1; x++) {
            if (!is(x, y))
                continue;
            const left = x * TILE, top = y * TILE, free = !is(x, y + 1);
            if (free) {
                ctx.fillStyle = "rgba(6, 10, 12, 0.35)";
                ctx.fillRect(left, top + TILE, TILE, 7);
            }
            ctx.fillStyle = shade(color, (hash(x, y, 81) - 0.5) * 0.08);
            ctx.fillRect(left, top, TILE, TILE);
            if (stone)
                masonry(ctx, left, top, x, y, color);
            if (free) {
                ctx.fillStyle = shade(color, stone ? -0.45 : -0.3);
                ctx.fillRect(left, top + TILE - face, TILE, face);
                ctx.fillStyle = shade(color, stone ? -0.3 : 0.1);
                for (let i = 0; i < 3; i++)
                    ctx.fillRect(left + i * 11 + 1, top + TILE - face + 2 + (i & 1) * 4, 9, 3);
            }
            rim(ctx, left, top, is, x, y, color, free ? face : 0);
        }
}

function masonry(ctx, left, top, x, y, color) {
    for (let row = 0; row < 3; row++)
        for (let i = 0; i < 2; i++) {
            ctx.fillStyle = shade(color, (hash(x * 2 + i, y * 3 + row, 83) - 0.4) * 0.26);
            ctx.fillRect(left + i * 16 + (row & 1) * 6 + 1, top + row * 10.6 + 1, 14, 9);
        }
}

function rim(ctx, left, top, is, x, y, color, face) {
    ctx.fillStyle = shade(color, 0.34);
    if (!is(x, y - 1))
        ctx.fillRect(left, top, TILE, 2);
    if (!is(x - 1, y))
        ctx.fillRect(left, top, 2, TILE - face);
    ctx.fillStyle = shade(color, -0.4);
    if (!is(x + 1, y))
        ctx.fillRect(left + TILE - 2, top, 2, TILE - face);
    if (face)
        ctx.fillRect(left, top + TILE - face - 1, TILE, 1);
}

function crate({ ctx }, x, y) {
    const left = x * TILE + 3, top = y * TILE + 3, size = TILE - 6, color = colorOf("cover");
    ctx.fillStyle = "rgba(6, 10, 12, 0.35)";
    ctx.fillRect(left + 2, top + 4, size + 1, size);
    ctx.fillStyle = shade(color, -0.34);
    ctx.fillRect(left, top, size, size);
    ctx.fillStyle = shade(color, (hash(x, y, 91) - 0.5) * 0.16);
    ctx.fillRect(left, top, size, size - 6);
    ctx.strokeStyle = shade(color, 0.26);
    ctx.lineWidth = 2;
    ctx.strokeRect(left + 2, top + 2, size - 4, size - 10);
    ctx.beginPath();
    ctx.moveTo(left + 3, top + 3);
    ctx.lineTo(left + size - 3, top + size - 9);
    ctx.stroke();
}

/* Trees, rocks, stumps, stones, tufts: row by row, so that the nearer cover the farther. */
function standing(part) {
    const { look, x0, y0, x1, y1 } = part;
    for (let y = y0 - 1; y <= y1 + 1; y++)
        for (let x = x0; x <= x1; x++) {
            const here = look(x, y);
            if (here === "forest") {
                place(part, "tree", x, y, 0, 0.32, 0.42);
                place(part, "tree", x, y, 1, 0.72, 0.62);
                place(part, "tree", x, y, 2, 0.36, 0.92);
            } else if (here === "rocks" || here === "ore") {
                place(part, "rock", x, y, 0, 0.5, 0.85);
            } else if (here === "soil") {
                place(part, "stump", x, y, 0, 0.5, 0.8);
            } else if (here === "debris") {
                place(part, "stones", x, y, 0, 0.5, 0.95);
            } else if (here === "grass" || here === "meadow") {
                tuft(part, x, y);
            }
        }
}

/* A picture with its foot at a part of the cell, a little beside it. */
function place({ ctx, palette }, kind, x, y, index, u, v) {
    const a = hash(x * 3 + index, y, 101), b = hash(x * 3 + index, y, 102);
    const picture = palette.thing(kind, Math.floor(hash(x * 3 + index, y, 103) * VARIANTS));
    const size = 0.82 + a * 0.3;
    const width = picture.width * size, height = picture.height * size;
    ctx.drawImage(picture, (x + u + (a - 0.5) * 0.22) * TILE - width / 2,
        (y + v + (b - 0.5) * 0.14) * TILE - height * 0.9, width, height);
}

function tuft({ ctx }, x, y) {
    const chance = hash(x, y, 111);
    if (chance > 0.16)
        return;
    const cx = (x + 0.2 + hash(x, y, 112) * 0.6) * TILE, cy = (y + 0.3 + hash(x, y, 113) * 0.6) * TILE;
    if (chance < 0.03) {
        ctx.fillStyle = hash(x, y, 114) < 0.5 ? "#d8cf8f" : "#c9b3cf";
        for (let i = 0; i < 3; i++)
            ctx.fillRect(cx + i * 3 - 3, cy - (i & 1) * 3, 2, 2);
        return;
    }
    ctx.strokeStyle = "#6f8f50";
    ctx.lineWidth = 1.2;
    ctx.beginPath();
    for (let i = -1; i <= 1; i++) {
        ctx.moveTo(cx + i * 1.6, cy);
        ctx.lineTo(cx + i * 3.2, cy - 5 + Math.abs(i));
    }
    ctx.stroke();
}
