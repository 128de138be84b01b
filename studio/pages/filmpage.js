/* The page of a film: the map of a recorded game, the seats with the goals that they pursue, and
 * the time line. The file holds the states and goals of the whole game (studio/film.c). */

import { Film } from "./film.js";
import { MapView } from "./map.js";
import { Domain } from "./domain.js";
import { IncrementalTerrain } from "./terrain.js";
import { Samples } from "./samples.js";
import { Timeline } from "./timeline.js";
import { el, fill, setText } from "./dom.js";
import { seatColor } from "./sprites.js";
import { humanize, playerName } from "./text.js";

const GOALS = 16; /* lines for each seat */
const LONG = 90; /* seconds: the longest duration of the game at the first speed */

/* A recording as the time line and its curve use it. */
class Recorded {
    constructor(game) {
        const bytes = Uint8Array.from(atob(game.states), digit => digit.charCodeAt(0));
        this.info = game;
        this.domain = new Domain(game.domain);
        this.samples = new Samples(this.domain, game.seats);
        this.film = new Film(game.domain, game.width, game.height, game.seats);
        this.film.onState = world => this.samples.add(world);
        this.film.add(bytes);
        this.cycles = this.film.lastCycle;
        this.failures = [];
        this.whole = true;
    }

    /* Returns the goals that a seat pursues at that cycle. Equal goals are one line with a number. */
    goalsAt(cycle, seat) {
        const lines = [];
        for (const [owner, depth, opened, closed, text] of this.info.goals) {
            if (owner !== seat || opened > cycle || (closed >= 0 && closed <= cycle))
                continue;
            const same = lines.find(line => line.text === text && line.depth === depth);
            if (same)
                same.count++;
            else
                lines.push({ depth, text, count: 1 });
        }
        return lines.map(({ depth, text, count }) => ({ depth,
            text: this.info.texts[text] + (count > 1 ? ` (${count} times)` : "") }));
    }
}

class FilmPage {
    constructor(bar, root, recording) {
        this.recording = recording;
        this.timeline = new Timeline(recording, cycle => this.show(cycle), false);
        this.seats = recording.info.players.map((player, seat) => this.seat(player, seat));
        this.canvas = el("canvas", { id: "map", tabIndex: 0, attrs: { role: "img" },
            aria: { label: "Map of the game" } });
        fill(bar, el("h1", { id: "brand" }, document.title), el("p", { className: "muted" },
            this.outcome()));
        fill(root, el("div", { className: "watch film" },
            el("div", { className: "stage" }, this.canvas),
            el("section", { className: "side", aria: { label: "Seats and their goals" } },
                ...this.seats.map(({ element }) => element)), this.timeline.element));
        this.build();
    }

    outcome() {
        const { info } = this.recording, map = info.map.replace(/^.*\//, "").replace(/\.map$/, "");
        const end = !info.outcome ? "without an end" : info.outcome.kind === "draw" ? "a draw" :
            `${playerName(info.players[info.outcome.winner])} won`;
        return `${humanize(info.domain.name)}${map ? ` on ${map}` : ""}: ${end}`;
    }

    seat(player, seat) {
        const name = el("h2", {}, playerName(player));
        const stock = el("p", { className: "muted" }), goals = el("ul");
        name.style.borderColor = seatColor(seat);
        return { stock, goals, element: el("div", { className: "film-seat", data: { seat } }, name,
            stock, el("h3", {}, "Goals"), goals) };
    }

    build() {
        const { film, info, domain } = this.recording, { timeline } = this;
        this.map = new MapView(this.canvas, { domain, world: film.world, seat: -1, fog: false });
        this.map.terrain = new IncrementalTerrain(info.domain, info.width, info.height);
        film.seek(0);
        this.map.setWorld(film.world);
        timeline.onPace = () => {
            this.map.pace = timeline.rate;
        };
        timeline.limitDuration(LONG);
        timeline.begin();
        timeline.go(0);
        new ResizeObserver(() => this.map.camera.fitAll()).observe(this.canvas);
        this.canvas.addEventListener("pointermove", event => this.drag(event));
        addEventListener("keydown", event => this.key(event));
    }

    key(event) {
        if (event.target.closest("button, select, input") || event.key !== " ")
            return;
        this.timeline.toggle();
        event.preventDefault();
    }

    /* Moves a map that is larger than its canvas. */
    drag(event) {
        const { camera } = this.map, cell = camera.cell / camera.ratio;
        if (event.buttons & 1)
            camera.moveBy(-event.movementX / cell, -event.movementY / cell);
    }

    show(cycle) {
        const { film, info, domain } = this.recording, world = film.seek(cycle);
        this.map.update();
        this.seats.forEach(({ stock, goals }, seat) => {
            setText(stock, !world.alive[seat] && cycle > 0 ? "out of the game" :
                domain.resources.map((resource, i) =>
                    `${humanize(resource)} ${world.tallyOf(seat, i)}`).join(", "));
            const lines = this.recording.goalsAt(cycle, seat), left = lines.length - GOALS;
            fill(goals, ...lines.slice(0, GOALS).map(({ depth, text }) => {
                const line = el("li", {}, text);
                line.style.paddingLeft = `${Math.min(depth, 8)}em`;
                return line;
            }), left > 0 ? el("li", { className: "muted" }, `and ${left} more`) : null,
            info.goals.some(([owner]) => owner === seat) ? null :
                el("li", { className: "muted" }, "This player reports no goals."));
        });
    }
}

const game = JSON.parse(document.getElementById("game").textContent);
const page = new FilmPage(document.getElementById("bar"), document.getElementById("page"),
    new Recorded(game));

/* For automated tests. */
window.film = Object.freeze({
    cycle: () => page.timeline.cycle,
    states: () => page.recording.film.cycle.length,
    entities: () => page.recording.film.world.entities.length,
    goals: seat => page.recording.goalsAt(page.timeline.cycle, seat).map(({ text }) => text),
    frames: () => page.map.frames.count,
});
