/* Paints a part of the terrain: lower layers first with rounded edges, then decorations from
 * back to front. */

import { decoration, hash, shade, texture, TILE } from "./textures.js";

const VARIANTS = 6;
const GROUNDS = ["meadow", "sand", "soil", "debris", "forest", "rocks", "ore"];

/* Textures and decorations that a map needs, made once. */
export class TextureCache {
    constructor(styles, ground) {
        this.ground = ground;
        this.used = new Set([ground, ...styles.map(({ style }) => style)]);
        this.patterns = new Map();
        this.decorations = new Map();
        this.blotch = texture("blotch", "#808080");
    }

    pattern(ctx, style) {
        if (!this.patterns.has(style))
            this.patterns.set(style, ctx.createPattern(texture(style, styleColor(style)),
                "repeat"));
        return this.patterns.get(style);
    }

    decoration(kind, variant) {
        const key = `${kind}${variant}`;
        if (!this.decorations.has(key))
            this.decorations.set(key, decoration(kind, variant));
        return this.decorations.get(key);
    }
}

/* style(x, y) returns the style of a cell; box is in cells. */
export function paint(ctx, textures, style, box) {
    const part = { ctx, textures, style, x0: box.x - 1, y0: box.y - 1, x1: box.x + box.width,
        y1: box.y + box.height };
    ctx.fillStyle = textures.pattern(ctx, textures.ground);
    ctx.fillRect(part.x0 * TILE, part.y0 * TILE, (part.x1 - part.x0 + 1) * TILE,
        (part.y1 - part.y0 + 1) * TILE);
    blotches(part);
    for (const ground of GROUNDS)
        if (textures.used.has(ground))
            blend(part, ground);
    if (textures.used.has("water"))
        water(part);
    each(part, "bridge", plank);
    if (textures.used.has("wall"))
        walls(part, "wall");
    if (textures.used.has("block"))
        walls(part, "block");
    each(part, "cover", crate);
    drawDecorations(part);
}

function each(part, style, draw) {
    if (!part.textures.used.has(style))
        return;
    for (let y = part.y0; y <= part.y1; y++)
        for (let x = part.x0; x <= part.x1; x++)
            if (part.style(x, y) === style)
                draw(part, x, y);
}

/* Light and dark areas, larger than a texture, so that its repetition is not visible. */
function blotches({ ctx, textures, x0, y0, x1, y1 }) {
    if (textures.ground !== "grass")
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

/* The outline of all cells for which `is` is true, with rounded ends. */
function outline({ ctx, x0, y0, x1, y1 }, is, round) {
    const r = TILE * round;
    ctx.beginPath();
    for (let y = y0; y <= y1; y++)
        for (let x = x0; x <= x1; x++) {
            const north = is(x, y - 1), south = is(x, y + 1), west = is(x - 1, y),
                east = is(x + 1, y);
            if (is(x, y))
                ctx.roundRect(x * TILE, y * TILE, TILE, TILE, [north || west ? 0 : r,
                    north || east ? 0 : r, south || east ? 0 : r, south || west ? 0 : r]);
            else
                corners(ctx, x * TILE, y * TILE, r * 0.8, north, east, south, west);
        }
}

/* Rounds the inner corners of a free cell between two others. */
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

/* Paints a ground that blends into its surroundings. Trees and rocks stand on their own soil. */
function blend(part, ground) {
    const { ctx, textures, style } = part;
    const is = (x, y) => style(x, y) === ground;
    outline(part, is, 0.48);
    const pattern = textures.pattern(ctx, ground === "ore" ? "rocks" : ground);
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
    const { ctx, textures, style } = part;
    const is = (x, y) => style(x, y) === "water" || style(x, y) === "bridge";
    outline(part, is, 0.46);
    ctx.lineJoin = "round";
    const rings = [[0.62, shade(styleColor("sand"), -0.12), 0.5], [0.44, styleColor("sand"), 1],
        [0.2, shade(styleColor("water"), 0.42), 1]];
    for (const [width, color, alpha] of rings) {
        ctx.lineWidth = TILE * width;
        ctx.strokeStyle = color;
        ctx.globalAlpha = alpha;
        ctx.stroke();
    }
    ctx.globalAlpha = 1;
    ctx.fillStyle = shade(styleColor("water"), 0.12);
    ctx.fill();
    ctx.globalAlpha = 0.9;
    ctx.fillStyle = textures.pattern(ctx, "water");
    ctx.fill();
    ctx.globalAlpha = 1;
    deep(part, is);
}

function deep(part, is) {
    const inner = (x, y) => is(x, y) && is(x - 1, y) && is(x + 1, y) && is(x, y - 1) &&
        is(x, y + 1);
    outline(part, inner, 0.5);
    part.ctx.fillStyle = "rgba(9, 32, 54, 0.2)";
    part.ctx.fill();
    outline(part, (x, y) => inner(x, y) && inner(x - 1, y) && inner(x + 1, y) && inner(x, y - 1) &&
        inner(x, y + 1), 0.5);
    part.ctx.fill();
}

function plank({ ctx, style }, x, y) {
    const side = style(x - 1, y) === "water" || style(x + 1, y) === "water";
    const left = x * TILE, top = y * TILE;
    for (let i = 0; i < 4; i++) {
        const light = (hash(x, y * 4 + i, 71) - 0.5) * 0.2;
        ctx.fillStyle = shade(styleColor("bridge"), light);
        if (side)
            ctx.fillRect(left, top + i * 8, TILE, 7);
        else
            ctx.fillRect(left + i * 8, top, 7, TILE);
    }
}

/* Paints blocks with a lit top and a face toward the south. */
function walls(part, kind) {
    const { ctx, style } = part, color = styleColor(kind), stone = kind === "wall";
    const is = (x, y) => style(x, y) === kind;
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
    const left = x * TILE + 3, top = y * TILE + 3, size = TILE - 6, color = styleColor("cover");
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

/* Draws trees, rocks, stumps, stones and tufts, row by row from back to front. */
function drawDecorations(part) {
    const { style, x0, y0, x1, y1 } = part;
    for (let y = y0 - 1; y <= y1 + 1; y++)
        for (let x = x0; x <= x1; x++) {
            const here = style(x, y);
            if (here === "forest") {
                drawDecoration(part, "tree", x, y, 0, 0.32, 0.42);
                drawDecoration(part, "tree", x, y, 1, 0.72, 0.62);
                drawDecoration(part, "tree", x, y, 2, 0.36, 0.92);
            } else if (here === "rocks" || here === "ore") {
                drawDecoration(part, "rock", x, y, 0, 0.5, 0.85);
            } else if (here === "soil") {
                drawDecoration(part, "stump", x, y, 0, 0.5, 0.8);
            } else if (here === "debris") {
                drawDecoration(part, "stones", x, y, 0, 0.5, 0.95);
            } else if (here === "grass" || here === "meadow") {
                tuft(part, x, y);
            }
        }
}

/* Draws a decoration with its foot near u, v of the cell. */
function drawDecoration({ ctx, textures }, kind, x, y, index, u, v) {
    const a = hash(x * 3 + index, y, 101), b = hash(x * 3 + index, y, 102);
    const picture = textures.decoration(kind, Math.floor(hash(x * 3 + index, y, 103) * VARIANTS));
    const size = 0.82 + a * 0.3;
    const width = picture.width * size, height = picture.height * size;
    ctx.drawImage(picture, (x + u + (a - 0.5) * 0.22) * TILE - width / 2,
        (y + v + (b - 0.5) * 0.14) * TILE - height * 0.9, width, height);
}

function tuft({ ctx }, x, y) {
    const chance = hash(x, y, 111);
    if (chance > 0.16)
        return;
    const cx = (x + 0.2 + hash(x, y, 112) * 0.6) * TILE,
        cy = (y + 0.3 + hash(x, y, 113) * 0.6) * TILE;
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

/* ---- styles of terrain */

/* The style of a terrain follows from its attributes: who may pass, and whether it can be built
 * on, gathered or broken. A few common names choose among styles of the same attributes. */
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

/* A name chooses only among styles that agree on who may pass. */
const OPEN = new Set(["grass", "meadow", "sand", "soil", "debris", "floor", "bridge", "cover"]);

function styleOf(terrain) {
    const facts = byFacts(terrain);
    const named = NAMES.find(([pattern]) => pattern.test(terrain.name))?.[1];
    if (named && OPEN.has(named) === OPEN.has(facts) && facts !== "wall" && facts !== "forest")
        return named;
    return facts;
}

/* By index of the terrain: { style, color }. */
export function terrainStyles(data) {
    return data.terrains.map(terrain => {
        const style = styleOf(terrain);
        return { style, color: COLORS[style] };
    });
}

export function styleColor(style) {
    return COLORS[style];
}

/* The style below all others: floor indoors, grass outdoors. */
export function groundStyle(styles) {
    return styles.some(({ style }) => style === "floor") ? "floor" : "grass";
}
