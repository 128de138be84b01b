/* Numbers that look random and are the same in every picture: hashes of cell and seed. */

/* 0 .. 1 */
export function hash(x, y, seed) {
    let h = Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(seed, 1442695041) | 0;
    h = Math.imul(h ^ (h >>> 13), 1274126177);
    h = Math.imul(h ^ (h >>> 16), 2246822519);
    return ((h ^ (h >>> 15)) >>> 0) / 4294967296;
}

function ease(t) {
    return t * t * (3 - 2 * t);
}

/* Smooth from place to place, 0 .. 1. */
export function noise(x, y, seed) {
    const left = Math.floor(x), top = Math.floor(y);
    const u = ease(x - left), v = ease(y - top);
    const a = hash(left, top, seed), b = hash(left + 1, top, seed);
    const c = hash(left, top + 1, seed), d = hash(left + 1, top + 1, seed);
    return (a + (b - a) * u) * (1 - v) + (c + (d - c) * u) * v;
}

/* Several sizes on top of one another, 0 .. 1. */
export function layers(x, y, seed) {
    return noise(x, y, seed) * 0.55 + noise(x * 2.1, y * 2.1, seed + 7) * 0.3 +
        noise(x * 4.7, y * 4.7, seed + 13) * 0.15;
}
