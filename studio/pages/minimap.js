/* The small map: terrain, owners, fog, and the part that the large map shows. A click or drag
 * scrolls the large map, unless onPress handles it. */

import { seatColor } from "./sprites.js";
import { canvas, rgb } from "./textures.js";
import { INSIDE, TERRAIN } from "./world.js";

export class Minimap {
    constructor(element, map) {
        this.canvas = element;
        this.map = map;
        const { width, height } = map.world;
        this.ground = canvas(width, height);
        this.image = this.ground.getContext("2d").createImageData(width, height);
        this.drawnAt = -1;
        this.colors = map.terrain.styles.map(({ color }) => rgb(color));
        this.watchMouse();
        this.timer = setInterval(() => this.draw(), 100);
        this.draw();
    }

    close() {
        clearInterval(this.timer);
    }

    watchMouse() {
        const go = event => {
            const { x, y } = this.place(event);
            this.map.camera.center(x, y);
            this.draw();
        };
        this.canvas.addEventListener("contextmenu", event => event.preventDefault());
        this.canvas.addEventListener("pointerdown", event => {
            const { x, y } = this.place(event);
            if (this.onPress?.(Math.floor(x), Math.floor(y), event) || event.button !== 0)
                return;
            this.canvas.setPointerCapture(event.pointerId);
            go(event);
        });
        this.canvas.addEventListener("pointermove", event => {
            if (this.canvas.hasPointerCapture(event.pointerId))
                go(event);
        });
    }

    /* The place of an event, in cells with a fraction. */
    place(event) {
        const box = this.canvas.getBoundingClientRect(), { width, height } = this.map.world;
        const scale = Math.max(width, height);
        return { x: (event.clientX - box.left) / box.width * scale - (scale - width) / 2,
            y: (event.clientY - box.top) / box.height * scale - (scale - height) / 2 };
    }

    paintGround() {
        const { world } = this.map, cells = world.planes[TERRAIN], { data } = this.image;
        if (this.drawnAt === world.changes[TERRAIN])
            return;
        this.drawnAt = world.changes[TERRAIN];
        for (let cell = 0; cell < cells.length; cell++) {
            const [r, g, b] = this.colors[cells[cell]];
            data[cell * 4] = r;
            data[cell * 4 + 1] = g;
            data[cell * 4 + 2] = b;
            data[cell * 4 + 3] = 255;
        }
        this.ground.getContext("2d").putImageData(this.image, 0, 0);
    }

    draw() {
        this.paintGround();
        const ratio = Math.min(2, devicePixelRatio || 1);
        const side = Math.max(1, Math.round(this.canvas.clientWidth * ratio));
        if (this.canvas.width !== side)
            this.canvas.width = this.canvas.height = side;
        const ctx = this.canvas.getContext("2d"), { world, camera, fog } = this.map;
        const scale = side / Math.max(world.width, world.height);
        ctx.setTransform(1, 0, 0, 1, 0, 0);
        ctx.fillStyle = "#0c1015";
        ctx.fillRect(0, 0, side, side);
        ctx.translate((side - world.width * scale) / 2, (side - world.height * scale) / 2);
        ctx.imageSmoothingEnabled = false;
        ctx.drawImage(this.ground, 0, 0, world.width * scale, world.height * scale);
        if (fog)
            ctx.drawImage(fog.picture, 0, 0, world.width * scale, world.height * scale);
        this.drawEntities(ctx, scale);
        ctx.strokeStyle = "#ffffff";
        ctx.lineWidth = 1.5;
        ctx.strokeRect(camera.left * scale, camera.top * scale, camera.columns * scale,
            camera.rows * scale);
        this.drawPings?.(ctx, scale);
    }

    drawEntities(ctx, scale) {
        const { world, domain } = this.map;
        for (const e of world.entities) {
            if (e.flags & INSIDE)
                continue;
            const size = Math.max(2, scale);
            ctx.fillStyle = e.owner < 0 ? "#f0d060" : seatColor(e.owner);
            ctx.fillRect(e.x * scale, e.y * scale, Math.max(size, domain.width(e) * scale),
                Math.max(size, domain.height(e) * scale));
        }
    }
}
