/* Draws units as small figures in a cell from 0, 0 to 1, 1, facing right. */

import { shade } from "./textures.js";

const SKIN = ["#e3b692", "#7fa35c", "#b48a6a", "#9fb4c4"];
const METAL = "#c3ccd4", WOOD = "#7a5635", DARK = "#20262c", GOLD = "#e7c35a";

function fillPath(ctx, color, points) {
    ctx.fillStyle = color;
    ctx.beginPath();
    points.forEach(([x, y]) => ctx.lineTo(x, y));
    ctx.closePath();
    ctx.fill();
}

function disc(ctx, color, x, y, rx, ry = rx) {
    ctx.fillStyle = color;
    ctx.beginPath();
    ctx.ellipse(x, y, rx, ry, 0, 0, 7);
    ctx.fill();
}

function line(ctx, color, width, ...points) {
    ctx.strokeStyle = color;
    ctx.lineWidth = width;
    ctx.beginPath();
    points.forEach(([x, y]) => ctx.lineTo(x, y));
    ctx.stroke();
}

function skinOf(spec) {
    return spec.roles.has("character") ? SKIN[0] : SKIN[Math.max(0, spec.faction) % SKIN.length];
}

function shadow(ctx, rx, ry = rx * 0.4, y = 0.9) {
    disc(ctx, "rgba(6, 10, 14, 0.4)", 0.52, y, rx, ry);
}

/* Legs, a tunic of the owner's color, a head. */
function body(ctx, spec, color, { broad = 1, robe = false } = {}) {
    const outline = "rgba(12, 16, 20, 0.85)";
    if (!robe) {
        line(ctx, DARK, 0.13, [0.42, 0.7], [0.4, 0.87]);
        line(ctx, DARK, 0.13, [0.58, 0.7], [0.6, 0.87]);
    }
    const low = robe ? 0.9 : 0.74, half = 0.19 * broad, hem = robe ? 0.25 : 0.17 * broad;
    fillPath(ctx, outline, [[0.5 - half - 0.035, 0.36], [0.5 + half + 0.035, 0.36],
        [0.5 + hem + 0.04, low + 0.03], [0.5 - hem - 0.04, low + 0.03]]);
    fillPath(ctx, color, [[0.5 - half, 0.38], [0.5 + half, 0.38], [0.5 + hem, low],
        [0.5 - hem, low]]);
    fillPath(ctx, shade(color, -0.3), [[0.5 - half, 0.38], [0.5 - half * 0.3, 0.38],
        [0.5 - hem * 0.4, low], [0.5 - hem, low]]);
    line(ctx, shade(color, 0.35), 0.03, [0.5, 0.41], [0.5 + half - 0.03, 0.41]);
    line(ctx, spec.roles.has("elite") ? GOLD : "#3a2c1e", 0.05, [0.5 - hem * 0.95, 0.64],
        [0.5 + hem * 0.95, 0.64]);
    disc(ctx, outline, 0.5, 0.25, 0.155);
    disc(ctx, skinOf(spec), 0.5, 0.25, 0.125);
    disc(ctx, "rgba(255, 255, 255, 0.22)", 0.54, 0.21, 0.06);
}

function helmet(ctx, spec, crest) {
    const steel = spec.faction === 1 ? "#6d6a66" : METAL;
    ctx.fillStyle = steel;
    ctx.beginPath();
    ctx.arc(0.5, 0.24, 0.145, Math.PI, 0);
    ctx.fill();
    ctx.fillRect(0.355, 0.22, 0.29, 0.045);
    if (spec.faction === 1) {
        fillPath(ctx, "#e8e0cc", [[0.36, 0.2], [0.3, 0.07], [0.43, 0.14]]);
        fillPath(ctx, "#e8e0cc", [[0.64, 0.2], [0.7, 0.07], [0.57, 0.14]]);
    } else {
        line(ctx, crest, 0.06, [0.42, 0.1], [0.52, 0.07], [0.6, 0.12]);
    }
    if (spec.roles.has("elite"))
        line(ctx, GOLD, 0.04, [0.37, 0.24], [0.63, 0.24]);
}

function hat(ctx, color) {
    fillPath(ctx, shade(color, -0.2), [[0.32, 0.22], [0.5, 0.03], [0.66, 0.22]]);
    line(ctx, shade(color, -0.45), 0.05, [0.31, 0.22], [0.67, 0.22]);
}

function sword(ctx, spec) {
    if (spec.faction === 1) {
        line(ctx, WOOD, 0.06, [0.78, 0.86], [0.84, 0.22]);
        fillPath(ctx, "#aab3ba", [[0.8, 0.18], [0.98, 0.14], [0.98, 0.42], [0.8, 0.36]]);
        return;
    }
    line(ctx, METAL, 0.065, [0.78, 0.58], [0.9, 0.14]);
    line(ctx, GOLD, 0.05, [0.7, 0.54], [0.86, 0.6]);
}

function shield(ctx, color) {
    fillPath(ctx, DARK, [[0.08, 0.4], [0.38, 0.4], [0.36, 0.68], [0.23, 0.82], [0.1, 0.68]]);
    fillPath(ctx, shade(color, 0.2), [[0.115, 0.435], [0.345, 0.435], [0.325, 0.665], [0.23, 0.77],
        [0.135, 0.665]]);
    line(ctx, "#f4f1e6", 0.04, [0.23, 0.47], [0.23, 0.7]);
    line(ctx, "#f4f1e6", 0.04, [0.15, 0.55], [0.31, 0.55]);
}

function bow(ctx, spec) {
    if (spec.faction === 1) {
        line(ctx, WOOD, 0.05, [0.7, 0.66], [0.88, 0.24]);
        fillPath(ctx, METAL, [[0.8, 0.2], [0.99, 0.2], [0.9, 0.4]]);
        return;
    }
    ctx.strokeStyle = "#8a5f33";
    ctx.lineWidth = 0.055;
    ctx.beginPath();
    ctx.arc(0.66, 0.5, 0.28, -1.25, 1.25);
    ctx.stroke();
    line(ctx, "#e8e4d8", 0.02, [0.75, 0.235], [0.75, 0.765]);
    line(ctx, "#d8cfb8", 0.03, [0.6, 0.5], [0.97, 0.5]);
}

function gun(ctx, spec) {
    const long = spec.letter === "S" ? 0.5 : 0.34;
    line(ctx, "#14181c", 0.1, [0.56, 0.56], [0.6 + long, 0.5]);
    line(ctx, "#59646f", 0.045, [0.6, 0.54], [0.6 + long, 0.49]);
}

function pick(ctx, spec) {
    line(ctx, WOOD, 0.055, [0.74, 0.84], [0.82, 0.22]);
    ctx.strokeStyle = METAL;
    ctx.lineWidth = 0.06;
    ctx.beginPath();
    ctx.arc(0.79, 0.48, 0.27, spec.faction === 1 ? -2.1 : -2.3, -0.75);
    ctx.stroke();
}

function staff(ctx, color) {
    line(ctx, WOOD, 0.05, [0.8, 0.9], [0.8, 0.2]);
    const glow = ctx.createRadialGradient(0.8, 0.15, 0, 0.8, 0.15, 0.17);
    glow.addColorStop(0, "rgba(240, 250, 255, 1)");
    glow.addColorStop(0.4, shade(color, 0.5));
    glow.addColorStop(1, "rgba(160, 200, 255, 0)");
    disc(ctx, glow, 0.8, 0.15, 0.17);
}

function sack(ctx) {
    disc(ctx, DARK, 0.24, 0.5, 0.17, 0.185);
    disc(ctx, "#c9a24a", 0.24, 0.5, 0.14, 0.155);
    disc(ctx, "#ecd28a", 0.2, 0.45, 0.05);
    line(ctx, "#6d4f25", 0.04, [0.2, 0.36], [0.29, 0.36]);
}

function logs(ctx) {
    for (const y of [0.44, 0.56]) {
        line(ctx, DARK, 0.15, [0.1, y], [0.42, y - 0.04]);
        line(ctx, "#8a5f38", 0.105, [0.1, y], [0.42, y - 0.04]);
        disc(ctx, "#d9b27c", 0.1, y, 0.045, 0.055);
    }
}

function barrel(ctx) {
    ctx.fillStyle = DARK;
    ctx.fillRect(0.6, 0.5, 0.32, 0.36);
    ctx.fillStyle = "#8a4a32";
    ctx.fillRect(0.63, 0.53, 0.26, 0.3);
    line(ctx, METAL, 0.035, [0.62, 0.6], [0.9, 0.6]);
    line(ctx, METAL, 0.035, [0.62, 0.76], [0.9, 0.76]);
    line(ctx, "#f3c969", 0.035, [0.76, 0.52], [0.82, 0.4]);
    disc(ctx, "#ffe9a8", 0.83, 0.38, 0.05);
}

/* ---- kinds by role */

function rider(ctx, spec, color) {
    const coat = spec.faction === 1 ? "#6f7d55" : "#6b4d33";
    shadow(ctx, 0.42, 0.15, 0.9);
    for (const x of [0.26, 0.38, 0.64, 0.76])
        line(ctx, shade(coat, -0.5), 0.075, [x, 0.7], [x - 0.02, 0.9]);
    disc(ctx, DARK, 0.5, 0.66, 0.36, 0.195);
    disc(ctx, coat, 0.5, 0.65, 0.33, 0.17);
    fillPath(ctx, DARK, [[0.7, 0.62], [0.8, 0.3], [1.0, 0.42], [0.97, 0.52], [0.86, 0.7]]);
    fillPath(ctx, coat, [[0.72, 0.62], [0.81, 0.34], [0.97, 0.43], [0.94, 0.5], [0.84, 0.66]]);
    line(ctx, shade(coat, -0.45), 0.06, [0.74, 0.52], [0.8, 0.34]);
    line(ctx, shade(coat, -0.45), 0.06, [0.17, 0.6], [0.1, 0.8]);
    fillPath(ctx, shade(color, -0.15), [[0.32, 0.56], [0.64, 0.56], [0.6, 0.78], [0.36, 0.78]]);
    line(ctx, spec.roles.has("elite") ? GOLD : shade(color, 0.4), 0.035, [0.36, 0.77], [0.6, 0.77]);
    ctx.save();
    ctx.translate(0.12, -0.08);
    ctx.scale(0.74, 0.74);
    body(ctx, spec, color);
    helmet(ctx, spec, color);
    ctx.restore();
    line(ctx, WOOD, 0.045, [0.52, 0.52], [0.99, 0.12]);
    line(ctx, METAL, 0.06, [0.9, 0.2], [0.99, 0.12]);
}

function engine(ctx, spec, color) {
    shadow(ctx, 0.46, 0.16, 0.86);
    ctx.fillStyle = DARK;
    ctx.fillRect(0.06, 0.5, 0.86, 0.26);
    ctx.fillStyle = WOOD;
    ctx.fillRect(0.09, 0.53, 0.8, 0.2);
    ctx.fillStyle = color;
    ctx.fillRect(0.09, 0.62, 0.8, 0.08);
    for (const x of [0.24, 0.74]) {
        disc(ctx, DARK, x, 0.78, 0.16);
        disc(ctx, "#93683d", x, 0.78, 0.125);
        disc(ctx, DARK, x, 0.78, 0.04);
        line(ctx, "#5b3f24", 0.03, [x - 0.11, 0.78], [x + 0.11, 0.78]);
        line(ctx, "#5b3f24", 0.03, [x, 0.67], [x, 0.89]);
    }
    line(ctx, DARK, 0.12, [0.24, 0.54], [0.8, 0.14]);
    line(ctx, "#a97c4b", 0.075, [0.24, 0.54], [0.8, 0.14]);
    if (spec.faction === 1) {
        disc(ctx, DARK, 0.82, 0.14, 0.13);
        disc(ctx, "#9d978d", 0.82, 0.13, 0.1);
    } else {
        line(ctx, METAL, 0.045, [0.5, 0.08], [0.76, 0.3], [0.98, 0.42]);
        line(ctx, "#e8e4d8", 0.03, [0.4, 0.42], [0.98, 0.1]);
    }
}

function melee(ctx, spec, color) {
    body(ctx, spec, color, { broad: spec.roles.has("character") ? 1.3 : 1.1 });
    helmet(ctx, spec, color);
    sword(ctx, spec);
    shield(ctx, color);
}

function ranged(ctx, spec, color) {
    body(ctx, spec, color, { broad: 0.92 });
    hat(ctx, spec.faction === 1 ? "#8a5a3a" : "#4f7a44");
    if (spec.roles.has("elite"))
        line(ctx, GOLD, 0.04, [0.33, 0.2], [0.65, 0.2]);
    bow(ctx, spec);
}

function caster(ctx, spec, color) {
    body(ctx, spec, color, { robe: true });
    hat(ctx, color);
    staff(ctx, color);
}

function worker(ctx, spec, color) {
    body(ctx, spec, color, { broad: 0.9 });
    line(ctx, "#caa46a", 0.075, [0.37, 0.19], [0.63, 0.19]);
    disc(ctx, "#d9b982", 0.5, 0.15, 0.1, 0.065);
    pick(ctx, spec);
}

function demolisher(ctx, spec, color) {
    body(ctx, spec, color);
    helmet(ctx, spec, color);
    barrel(ctx);
}

/* A character with its tool, and its letter on the chest. */
function character(ctx, spec, color) {
    const strong = !spec.roles.has("shooter");
    body(ctx, spec, color, { broad: strong ? 1.4 : 1 });
    const hair = spec.roles.has("thief") ? "#2a2f36" : "#4d3a2a";
    ctx.fillStyle = hair;
    ctx.beginPath();
    ctx.arc(0.5, 0.235, 0.14, Math.PI * 0.95, Math.PI * 0.05);
    ctx.fill();
    if (spec.roles.has("thief"))
        line(ctx, hair, 0.07, [0.4, 0.27], [0.63, 0.27]);
    if (strong)
        line(ctx, METAL, 0.16, [0.76, 0.56], [0.84, 0.5]);
    else
        gun(ctx, spec);
    letter(ctx, spec);
}

/* The letter is not mirrored with the figure. */
function letter(ctx, { letter: text, flip }) {
    ctx.save();
    ctx.translate(0.5, 0);
    ctx.scale(flip ? -0.01 : 0.01, 0.01);
    ctx.translate(-50, 0);
    ctx.font = "700 25px system-ui, sans-serif";
    ctx.textAlign = "center";
    ctx.fillStyle = "#10151b";
    ctx.fillText(text, 50.8, 62);
    ctx.fillStyle = "#ffffff";
    ctx.fillText(text, 50, 61);
    ctx.restore();
}

/* Any other unit. */
function general(ctx, spec, color) {
    body(ctx, spec, color);
    letter(ctx, spec);
}

const FIGURES = [["siege", engine], ["cavalry", rider], ["caster", caster],
    ["demolisher", demolisher], ["character", character], ["worker", worker], ["ranged", ranged],
    ["melee", melee]];

/* load: the name of the carried resource, or null. */
export function drawUnit(ctx, spec, color, load) {
    const draw = FIGURES.find(([role]) => spec.roles.has(role))?.[1] ?? general;
    if (draw !== rider && draw !== engine)
        shadow(ctx, 0.29, 0.12);
    draw(ctx, spec, color);
    if (load)
        (/wood|lumber/.test(load) ? logs : sack)(ctx);
}
