/* The part of the map on the screen, in device pixels. `left` and `top` are cells with a
 * fraction; `cell` is the size of a cell, a whole number so that pictures stay sharp. */

const FIRST_COLUMNS = 40; /* columns that the first zoom level shows, if the screen has room */
const ZOOMS = [8, 10, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64];

export class Camera {
    constructor(width, height) {
        this.mapWidth = width;
        this.mapHeight = height;
        this.left = 0;
        this.top = 0;
        this.zoom = 7;
        this.ratio = 1;
        this.pixels = { width: 1, height: 1 };
    }

    get cell() {
        return Math.max(4, Math.round(ZOOMS[this.zoom] * this.ratio));
    }

    get columns() {
        return this.pixels.width / this.cell;
    }

    get rows() {
        return this.pixels.height / this.cell;
    }

    resize(width, height, ratio) {
        this.pixels = { width, height };
        this.ratio = ratio;
        this.clamp();
    }

    /* Chooses the first zoom level: larger on a large screen. */
    fit(width) {
        while (this.zoom < ZOOMS.length - 1 && ZOOMS[this.zoom + 1] * FIRST_COLUMNS <= width)
            this.zoom++;
        this.clamp();
    }

    clamp() {
        this.left = clampSide(this.left, this.columns, this.mapWidth);
        this.top = clampSide(this.top, this.rows, this.mapHeight);
    }

    moveBy(columns, rows) {
        this.left += columns;
        this.top += rows;
        this.clamp();
    }

    center(x, y) {
        this.left = x + 0.5 - this.columns / 2;
        this.top = y + 0.5 - this.rows / 2;
        this.clamp();
    }

    /* Changes the zoom level; the map below px, py (device pixels) stays there. */
    zoomBy(steps, px = this.pixels.width / 2, py = this.pixels.height / 2) {
        const x = this.left + px / this.cell, y = this.top + py / this.cell;
        this.zoom = Math.max(0, Math.min(ZOOMS.length - 1, this.zoom + steps));
        this.left = x - px / this.cell;
        this.top = y - py / this.cell;
        this.clamp();
    }

    /* Scrolls until the cell is in view, with a margin around it. */
    reveal(x, y) {
        const room = Math.min(3, this.columns / 4, this.rows / 4);
        const dx = x < this.left + room ? x - this.left - room :
            x + 1 > this.left + this.columns - room ? x + 1 - this.left - this.columns + room : 0;
        const dy = y < this.top + room ? y - this.top - room :
            y + 1 > this.top + this.rows - room ? y + 1 - this.top - this.rows + room : 0;
        if (dx || dy)
            this.moveBy(dx, dy);
    }

    toX(x) {
        return (x - this.left) * this.cell;
    }

    toY(y) {
        return (y - this.top) * this.cell;
    }

    /* Whether the center of the cell is on the screen. */
    contains(x, y) {
        return x + 0.5 >= this.left && y + 0.5 >= this.top && x + 0.5 < this.left + this.columns &&
            y + 0.5 < this.top + this.rows;
    }

    overlaps(x, y, width, height) {
        return x + width > this.left - 1 && y + height > this.top - 1 &&
            x < this.left + this.columns + 1 && y < this.top + this.rows + 1;
    }
}

/* A map smaller than the screen is centered; a larger one shows one cell beyond its edge. */
function clampSide(at, seen, all) {
    if (seen >= all)
        return (all - seen) / 2;
    return Math.max(-1, Math.min(all - seen + 1, at));
}
