/* Seamless textures of grounds, and decorations: trees, rocks, stumps, stones. All come from
 * seeded noise and are made once. */

/* A hash of cell and seed, from 0 to 1: looks random, and is the same in every picture. */
export function hash(x, y, seed) {
    let h = Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(seed, 1442695041) | 0;
    h = Math.imul(h ^ (h >>> 13), 1274126177);
    h = Math.imul(h ^ (h >>> 16), 2246822519);
    return ((h ^ (h >>> 15)) >>> 0) / 4294967296;
}

export const TILE = 32; /* pixels of a cell in painted chunks */
const SIZE = 256;

export function canvas(width, height) {
    const element = document.createElement("canvas");
    element.width = Math.max(1, Math.ceil(width));
    element.height = Math.max(1, Math.ceil(height));
    return element;
}

export function rgb(color) {
    const n = parseInt(color.slice(1), 16);
    return [n >> 16, n >> 8 & 255, n & 255];
}

/* Makes a color lighter (amount above 0) or darker. */
export function shade(color, amount) {
    const to = amount > 0 ? 255 : 0, part = Math.abs(amount);
    const [r, g, b] = rgb(color).map(value => Math.round(value + (to - value) * part));
    return `#${(r << 16 | g << 8 | b).toString(16).padStart(6, "0")}`;
}

/* Mixes two colors. */
function mix(color, other, part) {
    const a = rgb(color), b = rgb(other);
    const [r, g, c] = a.map((value, i) => Math.round(value + (b[i] - value) * part));
    return `#${(r << 16 | g << 8 | c).toString(16).padStart(6, "0")}`;
}

/* Smooth noise that repeats after `period` steps. */
function wrapped(x, y, period, seed) {
    const left = Math.floor(x), top = Math.floor(y), u = x - left, v = y - top;
    const at = (i, j) => hash((left + i) % period, (top + j) % period, seed);
    const a = u * u * (3 - 2 * u), b = v * v * (3 - 2 * v);
    return (at(0, 0) * (1 - a) + at(1, 0) * a) * (1 - b) + (at(0, 1) * (1 - a) + at(1, 1) * a) * b;
}

function grain(color, seed, strength) {
    const made = canvas(SIZE, SIZE), ctx = made.getContext("2d");
    const image = ctx.createImageData(SIZE, SIZE), [r, g, b] = rgb(color);
    for (let y = 0; y < SIZE; y++)
        for (let x = 0; x < SIZE; x++) {
            const large = wrapped(x / 32, y / 32, 8, seed),
                small = wrapped(x / 8, y / 8, 32, seed + 1);
            const fine = hash(x, y, seed + 2);
            const light = 1 + (large * 0.5 + small * 0.32 + fine * 0.18 - 0.5) * strength;
            const at = (y * SIZE + x) * 4;
            image.data[at] = r * light;
            image.data[at + 1] = g * light;
            image.data[at + 2] = b * light;
            image.data[at + 3] = 255;
        }
    ctx.putImageData(image, 0, 0);
    return made;
}

/* Draws at random places, and again where a drawing crosses the edge. */
function scattered(ctx, count, seed, draw) {
    for (let i = 0; i < count; i++) {
        const x = hash(i, 0, seed) * SIZE, y = hash(i, 1, seed) * SIZE;
        for (const dx of [0, -SIZE, SIZE])
            for (const dy of [0, -SIZE, SIZE])
                if (x + dx > -16 && x + dx < SIZE + 16 && y + dy > -16 && y + dy < SIZE + 16)
                    draw(x + dx, y + dy, hash(i, 2, seed), hash(i, 3, seed));
    }
}

function blades(ctx, color, count, seed) {
    scattered(ctx, count, seed, (x, y, a, b) => {
        ctx.strokeStyle = shade(color, a < 0.5 ? 0.14 : -0.16);
        ctx.lineWidth = 1;
        ctx.beginPath();
        ctx.moveTo(x, y);
        ctx.lineTo(x + (b - 0.5) * 3, y - 2 - a * 3);
        ctx.stroke();
    });
}

function speckles(ctx, color, count, seed, size) {
    scattered(ctx, count, seed, (x, y, a, b) => {
        ctx.fillStyle = shade(color, a < 0.5 ? 0.16 : -0.2);
        ctx.beginPath();
        ctx.ellipse(x, y, 0.6 + a * size, 0.5 + b * size * 0.8, a * 3, 0, 7);
        ctx.fill();
    });
}

function waves(ctx, color, seed) {
    scattered(ctx, 90, seed, (x, y, a, b) => {
        ctx.strokeStyle = shade(color, 0.1 + a * 0.1);
        ctx.globalAlpha = 0.55;
        ctx.lineWidth = 1;
        ctx.beginPath();
        ctx.moveTo(x - 4 - b * 4, y);
        ctx.quadraticCurveTo(x, y - 2, x + 4 + b * 4, y);
        ctx.stroke();
    });
    ctx.globalAlpha = 1;
}

function tiles(ctx, color) {
    for (let y = 0; y < SIZE; y += TILE)
        for (let x = 0; x < SIZE; x += TILE) {
            const light = (hash(x, y, 5) - 0.5) * 0.09;
            ctx.fillStyle = shade(color, light);
            ctx.globalAlpha = 0.75;
            ctx.fillRect(x, y, TILE, TILE);
            ctx.globalAlpha = 1;
            ctx.fillStyle = shade(color, 0.13);
            ctx.fillRect(x, y, TILE, 1);
            ctx.fillRect(x, y, 1, TILE);
            ctx.fillStyle = shade(color, -0.28);
            ctx.fillRect(x, y + TILE - 1, TILE, 1);
            ctx.fillRect(x + TILE - 1, y, 1, TILE);
        }
}

const FINISH = {
    grass: (ctx, color) => blades(ctx, color, 900, 3),
    meadow: (ctx, color) => blades(ctx, color, 1400, 4),
    forest: (ctx, color) => speckles(ctx, color, 500, 5, 1.6),
    sand: (ctx, color) => speckles(ctx, color, 260, 6, 1),
    soil: (ctx, color) => {
        speckles(ctx, color, 260, 7, 1.4);
        blades(ctx, color, 400, 8);
    },
    debris: (ctx, color) => speckles(ctx, color, 420, 9, 2.4),
    rocks: (ctx, color) => speckles(ctx, color, 260, 10, 2),
    water: (ctx, color) => waves(ctx, color, 11),
    floor: tiles,
};

export function texture(style, color) {
    const made = grain(color, style.length * 31 + style.charCodeAt(0),
        style === "floor" ? 0.14 : 0.3);
    FINISH[style]?.(made.getContext("2d"), color);
    return made;
}

/* ---- decorations, with their foot in the middle of the lower edge */

function shadow(ctx, x, y, w, h) {
    ctx.fillStyle = "rgba(8, 12, 10, 0.34)";
    ctx.beginPath();
    ctx.ellipse(x, y, w, h, 0, 0, 7);
    ctx.fill();
}

function crown(ctx, x, y, r, color, seed) {
    ctx.fillStyle = color;
    ctx.beginPath();
    for (let i = 0; i <= 12; i++) {
        const angle = i / 12 * Math.PI * 2, far = r * (0.86 + hash(i % 12, seed, 21) * 0.28);
        ctx.lineTo(x + Math.cos(angle) * far, y + Math.sin(angle) * far * 0.9);
    }
    ctx.fill();
}

function roundTree(ctx, seed) {
    const warm = hash(seed, 1, 31);
    const tone = mix("#2f5a2c", "#56702c", warm * 0.8);
    shadow(ctx, 22, 40, 14, 5);
    ctx.fillStyle = "#443223";
    ctx.fillRect(18, 28, 4, 12);
    crown(ctx, 20, 21, 13.5, shade(tone, -0.5), seed);
    crown(ctx, 19.6, 19.8, 12.2, shade(tone, -0.16), seed + 1);
    for (let i = 0; i < 7; i++) {
        const angle = hash(i, seed, 35) * 6.3, far = 2 + hash(i, seed, 36) * 6;
        const x = 18.4 + Math.cos(angle) * far, y = 18 + Math.sin(angle) * far * 0.8;
        const light = Math.max(0, 1 - ((x - 12) + (y - 8)) / 26);
        crown(ctx, x, y, 3 + hash(i, seed, 37) * 2.2, mix(tone, "#a9bd5c", light * 0.42), seed + i);
    }
}

function pine(ctx, seed) {
    const tone = shade("#2f5a3c", (hash(seed, 2, 31) - 0.5) * 0.26);
    shadow(ctx, 22, 41, 11, 4.5);
    ctx.fillStyle = "#45331f";
    ctx.fillRect(18.5, 33, 3, 8);
    for (let i = 0; i < 4; i++) {
        const top = 3 + i * 8, half = 5 + i * 2.4;
        ctx.fillStyle = shade(tone, -0.3);
        ctx.beginPath();
        ctx.moveTo(20, top);
        ctx.lineTo(20 + half, top + 13);
        ctx.lineTo(20 - half, top + 13);
        ctx.fill();
        ctx.fillStyle = mix(tone, "#7fa05a", 0.1 + (3 - i) * 0.08);
        ctx.beginPath();
        ctx.moveTo(20, top);
        ctx.lineTo(21, top + 12);
        ctx.lineTo(20 - half, top + 12.5);
        ctx.fill();
    }
}

function rock(ctx, seed) {
    const tone = shade("#84817c", (hash(seed, 3, 31) - 0.5) * 0.24);
    shadow(ctx, 21, 37, 16, 6);
    const points = [];
    for (let i = 0; i < 8; i++) {
        const angle = i / 8 * Math.PI * 2 + 0.3, far = 12 + hash(i, seed, 33) * 5;
        points.push([20 + Math.cos(angle) * far, 27 + Math.sin(angle) * far * 0.78]);
    }
    const shape = (list, color) => {
        ctx.fillStyle = color;
        ctx.beginPath();
        list.forEach(([x, y]) => ctx.lineTo(x, y));
        ctx.fill();
    };
    shape(points, shade(tone, -0.38));
    shape(points.map(([x, y]) => [20 + (x - 20) * 0.86 - 1.4, 25 + (y - 27) * 0.8]), tone);
    shape(points.map(([x, y]) => [18 + (x - 20) * 0.5 - 1, 22 + (y - 27) * 0.44]),
        shade(tone, 0.2));
    ctx.strokeStyle = shade(tone, -0.3);
    ctx.lineWidth = 1;
    ctx.beginPath();
    ctx.moveTo(16, 22);
    ctx.lineTo(21, 27);
    ctx.lineTo(19, 32);
    ctx.stroke();
}

function stump(ctx, seed) {
    shadow(ctx, 21, 36, 8, 3.4);
    ctx.fillStyle = "#5a4129";
    ctx.fillRect(15, 28, 10, 7);
    ctx.beginPath();
    ctx.ellipse(20, 35, 5, 2.4, 0, 0, 7);
    ctx.fill();
    ctx.fillStyle = shade("#b08a5a", (hash(seed, 4, 31) - 0.5) * 0.2);
    ctx.beginPath();
    ctx.ellipse(20, 28, 5, 2.7, 0, 0, 7);
    ctx.fill();
    ctx.strokeStyle = "#7a5a37";
    ctx.lineWidth = 0.8;
    ctx.beginPath();
    ctx.ellipse(20, 28, 2.6, 1.3, 0, 0, 7);
    ctx.stroke();
}

function stones(ctx, seed) {
    for (let i = 0; i < 6; i++) {
        const x = 8 + hash(i, seed, 41) * 24, y = 18 + hash(i, seed, 42) * 20;
        const r = 2 + hash(i, seed, 43) * 3;
        shadow(ctx, x + 1, y + 1.4, r, r * 0.6);
        ctx.fillStyle = shade("#958f84", (hash(i, seed, 44) - 0.5) * 0.3);
        ctx.beginPath();
        ctx.ellipse(x, y, r, r * 0.72, hash(i, seed, 45) * 3, 0, 7);
        ctx.fill();
    }
}

/* A decoration of 40 x 46 pixels. */
export function decoration(kind, variant) {
    const made = canvas(40, 46), ctx = made.getContext("2d");
    const draw = { tree: variant % 3 === 2 ? pine : roundTree, rock, stump, stones }[kind];
    draw(ctx, variant * 7 + 1);
    return made;
}
