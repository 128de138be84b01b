/* What a seat does not see now lies in the dark, what it never saw in the black. One pixel a
 * cell, drawn large and smooth, so that the edges are soft. */

import { EXPLORED, SEEN } from "./world.js";
import { canvas } from "./textures.js";

export class Fog {
    constructor(width, height, seat) {
        this.width = width;
        this.height = height;
        this.bit = 1 << seat;
        this.picture = canvas(width, height);
        this.image = this.picture.getContext("2d").createImageData(width, height);
        this.seenAt = this.exploredAt = -1;
    }

    update(world) {
        const seenAt = world.changes[SEEN], exploredAt = world.changes[EXPLORED];
        if (seenAt === this.seenAt && exploredAt === this.exploredAt)
            return;
        this.seenAt = seenAt;
        this.exploredAt = exploredAt;
        const seen = world.planes[SEEN], explored = world.planes[EXPLORED], { data } = this.image;
        for (let cell = 0, at = 3; cell < seen.length; cell++, at += 4)
            data[at] = seen[cell] & this.bit ? 0 : explored[cell] & this.bit ? 128 : 255;
        this.picture.getContext("2d").putImageData(this.image, 0, 0);
    }

    draw(ctx, camera) {
        ctx.imageSmoothingEnabled = true;
        ctx.drawImage(this.picture, camera.toX(0), camera.toY(0), this.width * camera.cell,
            this.height * camera.cell);
    }
}
