/* Draws things that neither move nor are built: mines, chests, kits, posts, exits, remains. */

import { hash, shade } from "./textures.js";

const DARK = "#1a1f25";

function disc(ctx, color, x, y, rx, ry = rx) {
    ctx.fillStyle = color;
    ctx.beginPath();
    ctx.ellipse(x, y, rx, ry, 0, 0, 7);
    ctx.fill();
}

function boulder(ctx, x, y, r, seed) {
    const tone = shade("#85765e", (hash(seed, 3, 5) - 0.5) * 0.34);
    const ring = (cx, cy, far, color) => {
        ctx.fillStyle = color;
        ctx.beginPath();
        for (let i = 0; i < 8; i++) {
            const angle = i / 8 * Math.PI * 2 + seed, out = far * (0.86 + hash(i, seed, 6) * 0.3);
            ctx.lineTo(cx + Math.cos(angle) * out, cy + Math.sin(angle) * out * 0.86);
        }
        ctx.fill();
    };
    ring(x, y + r * 0.1, r * 1.2, "#2c261d");
    ring(x, y, r * 1.06, shade(tone, -0.2));
    ring(x - r * 0.14, y - r * 0.2, r * 0.74, tone);
    ring(x - r * 0.24, y - r * 0.36, r * 0.36, shade(tone, 0.2));
}

function mine(ctx, { width: w, height: h, type }) {
    const gleam = /gold/.test(type.yields ?? type.name) ? "#f0c850" : "#b9d7e8";
    disc(ctx, "rgba(6, 8, 10, 0.4)", w / 2 + 0.1, h - 0.2, w * 0.5, h * 0.14);
    for (let row = 0; row < 4; row++)
        for (let i = 0; i < 3 + row; i++) {
            const n = row * 7 + i, r = w * (0.1 + hash(n, 1, 5) * 0.05);
            const x = w * (0.5 + (i - (2 + row) / 2) * 0.155 + (hash(n, 2, 5) - 0.5) * 0.05);
            boulder(ctx, x, h * (0.24 + row * 0.17), r, n);
        }
    ctx.fillStyle = "#0d0f12";
    ctx.beginPath();
    ctx.roundRect(w * 0.34, h * 0.52, w * 0.32, h * 0.38, [w * 0.16, w * 0.16, 0, 0]);
    ctx.fill();
    ctx.strokeStyle = "#7c5a35";
    ctx.lineWidth = w * 0.045;
    ctx.stroke();
    for (let i = 0; i < 12; i++) {
        const x = w * (0.16 + hash(i, 4, 5) * 0.68), y = h * (0.24 + hash(i, 5, 5) * 0.6);
        disc(ctx, shade(gleam, -0.3), x + 0.02, y + 0.03, 0.09, 0.07);
        disc(ctx, gleam, x, y, 0.08, 0.06);
        disc(ctx, "#fff4c8", x - 0.02, y - 0.02, 0.025);
    }
}

function chest(ctx) {
    disc(ctx, "rgba(6, 8, 10, 0.4)", 0.54, 0.82, 0.4, 0.12);
    ctx.fillStyle = DARK;
    ctx.fillRect(0.12, 0.26, 0.76, 0.58);
    ctx.fillStyle = "#8d5f31";
    ctx.fillRect(0.16, 0.5, 0.68, 0.3);
    ctx.fillStyle = "#a8763f";
    ctx.fillRect(0.16, 0.3, 0.68, 0.2);
    ctx.fillStyle = "#f0c850";
    ctx.fillRect(0.16, 0.47, 0.68, 0.06);
    ctx.fillRect(0.44, 0.44, 0.12, 0.16);
    disc(ctx, "#fff0b0", 0.3, 0.28, 0.06);
    disc(ctx, "#f0c850", 0.62, 0.27, 0.07);
}

function kit(ctx, { letter }) {
    disc(ctx, "rgba(6, 8, 10, 0.4)", 0.53, 0.78, 0.32, 0.1);
    ctx.fillStyle = DARK;
    ctx.fillRect(0.2, 0.3, 0.6, 0.48);
    ctx.fillStyle = letter === "M" ? "#eef1f3" : "#6f7d4d";
    ctx.fillRect(0.24, 0.34, 0.52, 0.4);
    ctx.fillStyle = letter === "M" ? "#d2453a" : "#e8d27a";
    if (letter === "M") {
        ctx.fillRect(0.45, 0.39, 0.1, 0.3);
        ctx.fillRect(0.35, 0.49, 0.3, 0.1);
    } else {
        for (let i = 0; i < 3; i++)
            ctx.fillRect(0.32 + i * 0.14, 0.42, 0.08, 0.24);
    }
}

function post(ctx, { letter }) {
    ctx.strokeStyle = "rgba(220, 228, 236, 0.75)";
    ctx.lineWidth = 0.05;
    ctx.setLineDash([0.14, 0.1]);
    ctx.beginPath();
    ctx.arc(0.5, 0.5, 0.36, 0, 7);
    ctx.stroke();
    ctx.setLineDash([]);
    text(ctx, letter, "#e8edf2");
}

function exit(ctx) {
    ctx.fillStyle = "rgba(80, 210, 140, 0.25)";
    ctx.fillRect(0, 0, 1, 1);
    ctx.strokeStyle = "#5bd693";
    ctx.lineWidth = 0.07;
    ctx.strokeRect(0.06, 0.06, 0.88, 0.88);
    ctx.lineWidth = 0.11;
    ctx.beginPath();
    ctx.moveTo(0.26, 0.5);
    ctx.lineTo(0.72, 0.5);
    ctx.moveTo(0.54, 0.3);
    ctx.lineTo(0.74, 0.5);
    ctx.lineTo(0.54, 0.7);
    ctx.stroke();
}

function remains(ctx) {
    disc(ctx, "rgba(110, 24, 24, 0.55)", 0.5, 0.58, 0.38, 0.24);
    ctx.strokeStyle = "#d9d4c4";
    ctx.lineWidth = 0.09;
    ctx.beginPath();
    ctx.moveTo(0.28, 0.42);
    ctx.lineTo(0.72, 0.72);
    ctx.moveTo(0.72, 0.42);
    ctx.lineTo(0.28, 0.72);
    ctx.stroke();
    disc(ctx, "#efeadc", 0.5, 0.4, 0.14);
    disc(ctx, DARK, 0.45, 0.39, 0.035);
    disc(ctx, DARK, 0.55, 0.39, 0.035);
}

function text(ctx, letter, color) {
    ctx.save();
    ctx.scale(0.01, 0.01);
    ctx.font = "700 44px system-ui, sans-serif";
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.fillStyle = color;
    ctx.fillText(letter, 50, 53);
    ctx.restore();
}

/* Any other thing: a plate with its letter. A door is a plate over its whole cell. */
function plate(ctx, { letter, width: w, height: h, type }) {
    const door = /door|gate/i.test(type.name), color = door ? "#8a6238" : "#6e7883";
    ctx.fillStyle = DARK;
    ctx.fillRect(0.02, 0.02, w - 0.04, h - 0.04);
    ctx.fillStyle = color;
    ctx.fillRect(0.07, 0.07, w - 0.14, h - 0.14);
    ctx.fillStyle = shade(color, 0.2);
    ctx.fillRect(0.07, 0.07, w - 0.14, 0.08);
    if (door) {
        ctx.fillStyle = shade(color, -0.35);
        ctx.fillRect(0.48, 0.12, 0.04, h - 0.2);
        disc(ctx, "#f0c850", 0.6, 0.54, 0.05);
    } else {
        text(ctx, letter, "#f2f5f8");
    }
}

/* Knowledge (an upgrade): a scroll with a sign of its use. */
function scroll(ctx, { letter, roles }) {
    ctx.fillStyle = DARK;
    ctx.fillRect(0.14, 0.1, 0.72, 0.8);
    ctx.fillStyle = "#e8dcb8";
    ctx.fillRect(0.18, 0.14, 0.64, 0.72);
    ctx.fillStyle = "#c9b27c";
    ctx.fillRect(0.12, 0.1, 0.76, 0.1);
    ctx.fillRect(0.12, 0.8, 0.76, 0.1);
    ctx.strokeStyle = "#4a3b22";
    ctx.lineWidth = 0.07;
    ctx.beginPath();
    if (roles.has("weapon")) {
        ctx.moveTo(0.34, 0.7);
        ctx.lineTo(0.66, 0.3);
        ctx.moveTo(0.34, 0.52);
        ctx.lineTo(0.5, 0.68);
    } else if (roles.has("armor")) {
        ctx.moveTo(0.32, 0.32);
        ctx.lineTo(0.68, 0.32);
        ctx.lineTo(0.64, 0.56);
        ctx.lineTo(0.5, 0.72);
        ctx.lineTo(0.36, 0.56);
        ctx.closePath();
    } else if (roles.has("training")) {
        for (let i = 0; i <= 5; i++)
            ctx.lineTo(0.5 + Math.sin(i * 2.513) * 0.2, 0.5 - Math.cos(i * 2.513) * 0.2);
    } else {
        text(ctx, letter, "#4a3b22");
    }
    ctx.stroke();
}

const ITEMS = [["knowledge", scroll], ["mine", mine], ["post", post], ["exit", exit],
    ["remains", remains],
    ["supply", kit], ["resource", chest]];

export function drawItem(ctx, spec) {
    const draw = ITEMS.find(([role]) => spec.roles.has(role))?.[1] ?? plate;
    draw(ctx, spec);
}
