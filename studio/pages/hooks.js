/* What an automated test may look at: window.studio. It only reads; nothing depends on it. The
 * page that shows a game says what is to be seen through `studio.shown`. */

export function installHooks(studio) {
    const shown = () => studio.shown ?? null;
    window.studio = Object.freeze({
        cycle: () => shown()?.world?.now ?? null,
        state: () => describe(shown()),
        cellToScreen: (x, y) => shown()?.map.cellToScreen(x, y) ?? null,
        entityToScreen: id => entityToScreen(shown(), id),
        selection: () => [...(shown()?.selection?.ids ?? [])],
        frames: () => shown()?.map.frames.count ?? null,
        frameTime: () => shown()?.map.frames.last ?? null, /* milliseconds of drawing */
        idle: () => idle(studio),
    });
}

function describe(shown) {
    if (!shown?.world)
        return null;
    const { world, ontology } = shown, entities = {};
    for (const e of world.entities) {
        const attributes = {};
        ontology.domain.attributes.forEach((attribute, i) => {
            attributes[attribute.name] = e.attribute[i];
        });
        entities[e.id] = { id: e.id, type: ontology.types[e.type].name, owner: e.owner, x: e.x,
            y: e.y, status: ontology.status(e.status), target: e.target, flags: e.flags,
            action: ontology.actions[e.action]?.name ?? null,
            product: ontology.types[e.product]?.name ?? null, until: e.until, attributes };
    }
    return { cycle: world.now, width: world.width, height: world.height, seats: world.seats,
        alive: [...world.alive], tallies: describeTallies(world, ontology), entities };
}

function describeTallies(world, ontology) {
    const seats = [];
    for (let seat = 0; seat < world.seats; seat++) {
        const tallies = {};
        ontology.domain.tallies.forEach((tally, i) => {
            tallies[tally.name ?? tally] = world.tallyOf(seat, i);
        });
        seats.push(tallies);
    }
    return seats;
}

function entityToScreen(shown, id) {
    const entity = shown?.world?.find(id);
    if (!entity)
        return null;
    const { ontology } = shown;
    return shown.map.cellToScreen(entity.x + (ontology.width(entity) - 1) / 2,
        entity.y + (ontology.height(entity) - 1) / 2);
}

function frame() {
    return new Promise(done => requestAnimationFrame(done));
}

/* All that was asked is answered, with what was said on the way, and two frames have gone by
 * since, so that it is on the screen. */
async function idle(studio) {
    do {
        await studio.link.ask("ping").catch(() => {});
        await frame();
        await frame();
    } while (studio.link.busy);
    return true;
}
