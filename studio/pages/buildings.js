/* Draws buildings, seen from above and a little from the south: a wall, a roof in the owner's
 * color, and a sign with a letter. The first cell of the picture begins at 0, 0. */

import { hash, shade } from "./textures.js";

const STONE = ["#a7a294", "#8d7a63", "#9a9aa0", "#857f8f"], DARK = "#1a1f25", GOLD = "#e7c35a";

function box(ctx, color, x, y, w, h) {
    ctx.fillStyle = color;
    ctx.fillRect(x, y, w, h);
}

function shape(ctx, color, points) {
    ctx.fillStyle = color;
    ctx.beginPath();
    points.forEach(([x, y]) => ctx.lineTo(x, y));
    ctx.closePath();
    ctx.fill();
}

function ground(ctx, w, h) {
    for (const [grow, alpha] of [[0, 0.3], [0.07, 0.3], [0.15, 0.34]]) {
        ctx.fillStyle = `rgba(92, 76, 50, ${alpha})`;
        ctx.beginPath();
        ctx.roundRect(grow, 0.06 + grow, w - grow * 2, h - 0.04 - grow * 2, 0.3);
        ctx.fill();
    }
    ctx.fillStyle = "rgba(6, 8, 10, 0.35)";
    ctx.beginPath();
    ctx.ellipse(w / 2 + 0.12, h - 0.16, w * 0.47, 0.22, 0, 0, 7);
    ctx.fill();
}

function stones(ctx, color, x, y, w, h, seed) {
    box(ctx, DARK, x - 0.05, y - 0.05, w + 0.1, h + 0.1);
    box(ctx, color, x, y, w, h);
    for (let row = 0; row * 0.16 < h; row++)
        for (let i = 0; i * 0.34 < w; i++) {
            ctx.fillStyle = shade(color, (hash(i, row, seed) - 0.55) * 0.3);
            const left = x + i * 0.34 + (row & 1) * 0.12;
            const wide = Math.min(0.3, x + w - left);
            if (wide > 0)
                ctx.fillRect(left, y + row * 0.16 + 0.02, wide,
                    Math.min(0.13, h - row * 0.16 - 0.02));
        }
}

/* A hipped roof with rows of tiles. */
function roof(ctx, color, x, y, w, h, ridge = 0.5) {
    const low = y + h, top = y, mid = y + h * ridge, inset = Math.min(w * 0.24, 0.6);
    shape(ctx, DARK, [[x - 0.06, low + 0.05], [x + inset - 0.05, top - 0.05],
        [x + w - inset + 0.05, top - 0.05], [x + w + 0.06, low + 0.05]]);
    shape(ctx, shade(color, -0.08), [[x, low], [x + inset, mid], [x + w - inset, mid], [x + w,
        low]]);
    shape(ctx, shade(color, -0.38), [[x, low], [x + inset, mid], [x + inset, top]]);
    shape(ctx, shade(color, -0.38), [[x + w, low], [x + w - inset, mid], [x + w - inset, top]]);
    shape(ctx, shade(color, 0.2), [[x + inset, mid], [x + inset, top], [x + w - inset, top],
        [x + w - inset, mid]]);
    ctx.lineWidth = 0.022;
    ctx.strokeStyle = shade(color, -0.32);
    for (let i = 1; i < 5; i++) {
        const at = mid + (low - mid) * i / 5, side = inset * (1 - i / 5);
        ctx.beginPath();
        ctx.moveTo(x + side, at);
        ctx.lineTo(x + w - side, at);
        ctx.stroke();
    }
    ctx.strokeStyle = shade(color, 0.45);
    ctx.lineWidth = 0.05;
    ctx.beginPath();
    ctx.moveTo(x + inset, mid);
    ctx.lineTo(x + w - inset, mid);
    ctx.stroke();
}

function door(ctx, x, y, size) {
    ctx.fillStyle = DARK;
    ctx.beginPath();
    ctx.roundRect(x - size * 0.32, y - size, size * 0.64, size, [size * 0.32, size * 0.32, 0, 0]);
    ctx.fill();
    box(ctx, "#5f4127", x - size * 0.22, y - size * 0.82, size * 0.44, size * 0.82);
}

function windows(ctx, x0, x1, y, count) {
    for (let i = 0; i < count; i++) {
        const x = x0 + (x1 - x0) * (i + 0.5) / count;
        box(ctx, DARK, x - 0.08, y - 0.11, 0.16, 0.22);
        box(ctx, "#f6d98a", x - 0.05, y - 0.08, 0.1, 0.16);
    }
}

function flag(ctx, color, x, y, size) {
    ctx.strokeStyle = DARK;
    ctx.lineWidth = 0.06;
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(x, y - size);
    ctx.stroke();
    shape(ctx, color, [[x, y - size], [x + size * 0.62, y - size * 0.8], [x, y - size * 0.56]]);
    shape(ctx, shade(color, 0.35), [[x, y - size], [x + size * 0.62, y - size * 0.8],
        [x, y - size * 0.84]]);
}

function sign(ctx, letter, x, y, size) {
    ctx.save();
    ctx.translate(x, y);
    ctx.fillStyle = DARK;
    ctx.beginPath();
    ctx.arc(0, 0, size * 0.5, 0, 7);
    ctx.fill();
    ctx.fillStyle = "#efe6cf";
    ctx.beginPath();
    ctx.arc(0, 0, size * 0.42, 0, 7);
    ctx.fill();
    ctx.scale(size / 100, size / 100);
    ctx.fillStyle = "#2a2118";
    ctx.font = "700 62px system-ui, sans-serif";
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.fillText(letter, 0, 4);
    ctx.restore();
}

function turret(ctx, stone, color, x, y, w, h) {
    stones(ctx, stone, x, y, w, h, 7);
    for (let i = 0; i < 3; i++)
        box(ctx, shade(stone, 0.2), x + i * w / 3 + 0.02, y - 0.12, w / 3 - 0.08, 0.14);
    box(ctx, color, x + w * 0.3, y + h * 0.25, w * 0.4, h * 0.2);
}

/* ---- kinds by role */

function hall(ctx, spec, color, stone) {
    const { width: w, height: h } = spec;
    stones(ctx, stone, 0.3, h * 0.46, w - 0.6, h * 0.46, 3);
    door(ctx, w / 2, h * 0.92, 0.8);
    windows(ctx, 0.5, w / 2 - 0.5, h * 0.72, 2);
    windows(ctx, w / 2 + 0.5, w - 0.5, h * 0.72, 2);
    roof(ctx, color, 0.18, h * 0.14, w - 0.36, h * 0.42, 0.42);
    if (spec.rank > 0)
        for (const x of [0.12, w - 0.82])
            turret(ctx, stone, color, x, h * 0.3, 0.7, h * 0.6);
    if (spec.rank > 1)
        turret(ctx, stone, color, w / 2 - 0.45, 0.02, 0.9, h * 0.34);
    flag(ctx, color, w / 2, h * 0.2, 0.72);
}

function farm(ctx, spec, color, stone) {
    const { width: w, height: h } = spec;
    for (let i = 0; i < 5; i++)
        box(ctx, i & 1 ? "#8f8a3f" : "#b5a64c", 0.12, h * 0.52 + i * h * 0.085, w * 0.5, h * 0.07);
    stones(ctx, stone, w * 0.42, h * 0.5, w * 0.5, h * 0.38, 5);
    door(ctx, w * 0.67, h * 0.88, h * 0.26);
    roof(ctx, color, w * 0.34, h * 0.14, w * 0.62, h * 0.42, 0.45);
}

function works(ctx, spec, color, stone) {
    const { width: w, height: h } = spec;
    stones(ctx, stone, 0.24, h * 0.5, w - 0.48, h * 0.4, 9);
    door(ctx, w * 0.5, h * 0.9, 0.62);
    windows(ctx, 0.34, w * 0.38, h * 0.7, 1);
    windows(ctx, w * 0.62, w - 0.34, h * 0.7, 1);
    roof(ctx, color, 0.12, h * 0.12, w - 0.24, h * 0.48, 0.45);
}

function barracks(ctx, spec, color, stone) {
    works(ctx, spec, color, stone);
    const { width: w, height: h } = spec;
    turret(ctx, stone, color, w - 0.86, h * 0.2, 0.66, h * 0.62);
    flag(ctx, color, w - 0.52, h * 0.18, 0.5);
    ctx.strokeStyle = "#d5dce2";
    ctx.lineWidth = 0.07;
    ctx.beginPath();
    ctx.moveTo(0.32, h * 0.92);
    ctx.lineTo(0.62, h * 0.62);
    ctx.moveTo(0.32, h * 0.62);
    ctx.lineTo(0.62, h * 0.92);
    ctx.stroke();
}

function mill(ctx, spec, color, stone) {
    works(ctx, spec, color, stone);
    const { width: w, height: h } = spec;
    for (let row = 0; row < 2; row++)
        for (let i = 0; i < 3 - row; i++) {
            ctx.fillStyle = "#5c4023";
            ctx.beginPath();
            ctx.arc(0.3 + i * 0.24 + row * 0.12, h - 0.22 - row * 0.2, 0.13, 0, 7);
            ctx.fill();
            ctx.fillStyle = "#c79f66";
            ctx.beginPath();
            ctx.arc(0.3 + i * 0.24 + row * 0.12, h - 0.22 - row * 0.2, 0.085, 0, 7);
            ctx.fill();
        }
    box(ctx, DARK, w * 0.78, h * 0.08, 0.26, 0.5);
}

function smith(ctx, spec, color, stone) {
    works(ctx, spec, color, stone);
    const { width: w, height: h } = spec;
    stones(ctx, shade(stone, -0.3), w * 0.74, h * 0.04, 0.42, h * 0.34, 11);
    const glow = ctx.createRadialGradient(w * 0.5, h * 0.82, 0, w * 0.5, h * 0.82, 0.4);
    glow.addColorStop(0, "rgba(255, 190, 90, 0.95)");
    glow.addColorStop(1, "rgba(255, 120, 40, 0)");
    ctx.fillStyle = glow;
    ctx.fillRect(w * 0.5 - 0.4, h * 0.82 - 0.4, 0.8, 0.8);
}

function tower(ctx, spec, color, stone) {
    const { width: w, height: h } = spec;
    stones(ctx, stone, w * 0.26, h * 0.26, w * 0.48, h * 0.64, 13);
    windows(ctx, w * 0.3, w * 0.7, h * 0.62, 1);
    box(ctx, DARK, w * 0.16, h * 0.1, w * 0.68, h * 0.28);
    stones(ctx, shade(stone, 0.12), w * 0.19, h * 0.13, w * 0.62, h * 0.22, 15);
    for (let i = 0; i < 4; i++)
        box(ctx, shade(stone, 0.25), w * (0.19 + i * 0.165), h * 0.04, w * 0.12, h * 0.1);
    if (!spec.roles.has("attacker")) {
        roof(ctx, color, w * 0.2, -h * 0.06, w * 0.6, h * 0.3, 0.5);
        return;
    }
    box(ctx, color, w * 0.4, h * 0.4, w * 0.2, h * 0.2);
    box(ctx, DARK, w * 0.3, h * 0.17, w * 0.56, h * 0.1);
    flag(ctx, color, w * 0.5, h * 0.1, 0.42);
}

function bulwark(ctx, spec, color, stone) {
    stones(ctx, stone, 0.06, 0.16, spec.width - 0.12, spec.height - 0.2, 17);
    box(ctx, shade(stone, 0.25), 0.06, 0.1, spec.width - 0.12, 0.12);
    box(ctx, color, 0.4, 0.42, 0.2, 0.2);
}

const BUILDINGS = [["wall", bulwark], ["tower", tower], ["hall", hall], ["depot", mill],
    ["producer", barracks], ["researcher", smith], ["supply", farm]];

export function drawBuilding(ctx, spec, color) {
    const { width: w, height: h } = spec;
    const stone = STONE[Math.max(0, spec.faction) % STONE.length];
    ground(ctx, w, h);
    const [role, draw] = BUILDINGS.find(([candidate]) => spec.roles.has(candidate)) ?? ["", works];
    draw(ctx, spec, color, stone);
    if (spec.rank > 0)
        box(ctx, GOLD, w * 0.2, h * 0.9, w * 0.6, 0.05);
    if (role !== "wall")
        sign(ctx, spec.letter, Math.min(0.42, w * 0.24), h - Math.min(0.4, h * 0.22),
            Math.min(0.62, w * 0.34));
}

/* A building under construction: a floor, posts and scaffolding. */
export function drawSite(ctx, spec, color) {
    const { width: w, height: h } = spec;
    ground(ctx, w, h);
    box(ctx, "#7b6243", 0.1, 0.2, w - 0.2, h - 0.3);
    for (let y = 0.24; y < h - 0.16; y += 0.22)
        box(ctx, shade("#7b6243", (hash(Math.round(y * 9), 1, 3) - 0.5) * 0.3), 0.12, y, w - 0.24,
            0.18);
    box(ctx, color, 0.1, h - 0.18, w - 0.2, 0.08);
    ctx.strokeStyle = "#c39a5f";
    ctx.lineWidth = 0.09;
    ctx.strokeRect(0.2, 0.24, w - 0.4, h - 0.46);
    ctx.beginPath();
    for (let x = 0.2; x <= w - 0.19; x += (w - 0.4) / Math.max(1, Math.round(w))) {
        ctx.moveTo(x, 0.1);
        ctx.lineTo(x, h - 0.12);
    }
    ctx.moveTo(0.2, h - 0.22);
    ctx.lineTo(w - 0.2, 0.24);
    ctx.stroke();
    sign(ctx, spec.letter, w / 2, h / 2, Math.min(0.7, w * 0.5));
}
