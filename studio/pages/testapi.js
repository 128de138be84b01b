/* The interface for tests: window.studio. It only reads. The page that shows a game sets
 * `studio.view`. */

export function installTestApi(studio) {
    const current = () => studio.view ?? null;
    window.studio = Object.freeze({
        cycle: () => current()?.world?.now ?? null,
        state: () => describe(current()),
        cellToScreen: (x, y) => current()?.map.cellToScreen(x, y) ?? null,
        entityToScreen: id => entityToScreen(current(), id),
        selection: () => [...(current()?.selection?.ids ?? [])],
        frames: () => current()?.map.frames.count ?? null,
        frameTime: () => current()?.map.frames.last ?? null, /* milliseconds of drawing */
        idle: () => idle(studio),
    });
}

function describe(view) {
    if (!view?.world)
        return null;
    const { world, domain } = view, entities = {};
    for (const e of world.entities) {
        const attributes = {};
        domain.data.attributes.forEach((attribute, i) => {
            attributes[attribute.name] = e.attribute[i];
        });
        entities[e.id] = { id: e.id, type: domain.types[e.type].name, owner: e.owner, x: e.x,
            y: e.y, status: domain.status(e.status), target: e.target, flags: e.flags,
            action: domain.actions[e.action]?.name ?? null,
            product: domain.types[e.product]?.name ?? null, until: e.until, attributes };
    }
    return { cycle: world.now, width: world.width, height: world.height, seats: world.seats,
        alive: [...world.alive], tallies: describeTallies(world, domain), entities };
}

function describeTallies(world, domain) {
    const seats = [];
    for (let seat = 0; seat < world.seats; seat++) {
        const tallies = {};
        domain.data.tallies.forEach((tally, i) => {
            tallies[tally.name ?? tally] = world.tallyOf(seat, i);
        });
        seats.push(tallies);
    }
    return seats;
}

function entityToScreen(view, id) {
    const entity = view?.world?.find(id);
    if (!entity)
        return null;
    const { domain } = view;
    return view.map.cellToScreen(entity.x + (domain.width(entity) - 1) / 2,
        entity.y + (domain.height(entity) - 1) / 2);
}

function frame() {
    return new Promise(done => requestAnimationFrame(done));
}

/* Resolves once all requests are answered and two frames have drawn the result. */
async function idle(studio) {
    do {
        await studio.connection.request("ping").catch(() => {});
        await frame();
        await frame();
    } while (studio.connection.busy);
    return true;
}
