/* Page Watch: the map and the plan of a recorded game at any cycle, and the timeline below. */

import { Curves } from "./curves.js";
import { button, el, fill, icon, select, setText } from "./dom.js";
import { KeyHelp } from "./keys.js";
import { MapView } from "./map.js";
import { Minimap } from "./minimap.js";
import { OrderLog } from "./orderlog.js";
import { drawSlotFrames } from "./overlays.js";
import { PlanLoader } from "./planloader.js";
import { FailureList, PlanTree } from "./plantree.js";
import { Recording } from "./recording.js";
import { TakeOver } from "./takeover.js";
import { Fog, IncrementalTerrain } from "./terrain.js";
import { humanize, pluralize, seatName } from "./text.js";
import { Timeline } from "./timeline.js";
import { WATCH_KEYS, WatchKeys, WatchPointer } from "./watchinput.js";

const TABS = [["plan", "Plan"], ["failures", "Failures"], ["orders", "Orders"],
    ["curves", "Curves"]];
const LEAST_ZOOM = 3, MOST_ZOOM = 8; /* limits of the first zoom level */

export async function open(root, params, studio) {
    const [, file, at] = /^(.*?)(?:@(\d+))?$/.exec(params);
    if (!file) {
        fill(root, el("section", { className: "notice" }, el("h2", {}, "No game was chosen"),
            el("p", {}, el("a", { href: "#home" }, "Choose a recorded game on the home page"))));
        return { close() {} };
    }
    const recording = new Recording(studio.connection, file);
    let watch = null;
    fill(root, el("p", { className: "notice", attrs: { role: "status" } }, `Opening ${file}`));
    try {
        await recording.open();
        watch = new Watch(root, recording, studio, Number(at ?? 0));
    } catch (error) {
        recording.close();
        fill(root, refused(error));
    }
    return { close() {
        watch?.close();
        recording.close();
    } };
}

function refused(error) {
    const place = [error.file, error.line, error.column].filter(Boolean).join(":");
    return el("section", { className: "notice", id: "watch-refused", attrs: { role: "alert" } },
        el("h2", {}, "This page cannot show the recording"),
            place ? el("p", { className: "muted" }, place) :
            null, el("p", {}, error.message), el("a", { href: "#home" }, "Go to the home page"));
}

class Watch {
    constructor(root, recording, studio, at) {
        Object.assign(this, { root, recording, studio, seat: -1, tab: "plan", first: at });
        this.seat = this.firstSeat();
        this.plans = new PlanLoader(recording, (plans, cycle) => this.showPlans(plans, cycle));
        this.tree = new PlanTree(this);
        this.failures = new FailureList(this);
        this.orders = new OrderLog(this);
        this.curves = new Curves(recording, cycle => this.go(cycle));
        this.timeline = new Timeline(recording, (cycle, resting) => this.show(cycle, resting));
        this.takeOver = new TakeOver(this);
        this.layOut();
        this.help = new KeyHelp(this.page, WATCH_KEYS);
        this.build();
        this.listen();
        this.begin();
    }

    /* The only seat with a plan, or -1. */
    firstSeat() {
        const plans = this.recording.info.plans.map((count, seat) => (count > 0 ? seat : -1))
            .filter(seat => seat >= 0);
        return plans.length === 1 ? plans[0] : -1;
    }

    get cycle() {
        return this.timeline?.cycle ?? 0;
    }

    /* ---- layout */

    layOut() {
        this.canvas = el("canvas", { id: "map", tabIndex: 0, attrs: { role: "img" },
            aria: { label: "Map. Alt and arrow keys scroll, plus and minus zoom" } });
        this.small = el("canvas", { id: "minimap", attrs: { role: "img" },
            aria: { label: "The whole map" } });
        this.cellInfo = el("p", { id: "cell-info", className: "cell-info",
            attrs: { role: "status" } });
        this.banner = el("div", { id: "banner", className: "banner", hidden: true,
            attrs: { role: "alert" } });
        this.stock = el("div", { id: "watch-resources", className: "watch-resources" });
        const stage = el("div", { className: "stage" }, this.canvas,
            el("div", { className: "watch-mini" }, this.small), this.stock, this.cellInfo,
                this.banner);
        this.page = el("div", { className: "watch" }, stage, this.side(), this.timeline.element,
            this.takeOver.dialog);
        fill(this.root, this.page);
        fill(this.studio.bar, this.title());
    }

    side() {
        this.tabs = TABS.map(([name, text]) => el("button", { id: `tab-${name}`, type: "button",
            attrs: { role: "tab" }, aria: { controls: "watch-panel" }, data: { tab: name },
            on: { click: () => this.choose(name), keydown: event => this.tabKey(event) } }, text));
        const { info } = this.recording;
        const seats = select([{ value: -1, text: "All seats" },
            ...info.players.map((player, seat) =>
            ({ value: seat, text: seatName(seat, player) }))], this.seat);
        seats.id = "watch-seat";
        seats.setAttribute("aria-label", "Seat");
        seats.addEventListener("change", () => this.chooseSeat(Number(seats.value)));
        this.panel = el("div", { id: "watch-panel", attrs: { role: "tabpanel" } });
        return el("section", { className: "side", aria: { label: "Plan and lists" } },
            el("div", { className: "side-head" }, el("div", { className: "tabs",
                attrs: { role: "tablist" }, aria: { label: "Views" } }, ...this.tabs),
            seats), this.panel);
    }

    title() {
        const { info } = this.recording;
        const outcome = !info.outcome ? "unfinished" : info.outcome.kind === "draw" ? "a draw" :
            `seat ${info.outcome.winner + 1} won`;
        this.faults = el("details", { id: "watch-faults", className: "faults" });
        return el("div", { className: "hud" },
            el("span", { className: "watch-title", title: info.file },
                el("b", {}, info.file.replace(/^.*\//, "")), ` ${info.domain} on ` +
                `${info.map.replace(/^.*\//, "") || "a map"}, ${outcome}`),
            el("span", { className: "spacer" }), this.faults,
            button("watch-help", "?", () => this.help.open(), { aria: { label: "Keys" } }),
            this.takeOver.button);
    }

    build() {
        const { recording } = this;
        this.map = new MapView(this.canvas, { domain: recording.domain,
            world: recording.film.world, seat: -1, fog: false });
        const { domain, info } = recording;
        this.map.terrain = new IncrementalTerrain(domain.data, info.width, info.height);
        this.map.setWorld(recording.film.world);
        this.minimap = new Minimap(this.small, this.map);
        this.map.frames.changes = this.timeline.frames;
        this.map.overlays.push((ctx, map) => drawSlotFrames(ctx, map, this.marks));
        this.keys = new WatchKeys(this);
        this.pointer = new WatchPointer(this);
        this.timeline.onPace = () => {
            this.map.pace = this.timeline.rate;
        };
        this.timeline.onFailure = direction => this.failures.step(direction, this.cycle);
        this.marks = { ids: new Map(), cells: [] };
    }

    listen() {
        const { recording, studio } = this;
        this.off = [
            recording.on("opened", () => this.begin()),
            recording.on("states", () => this.growFilm()),
            recording.on("film", () => this.completeFilm()),
            recording.on("failures", () => this.updateLists()),
            recording.on("orders", () => this.updateLists()),
            recording.on("labels", () => this.updateLabels()),
            recording.on("trouble", error => this.message(error.message)),
            studio.connection.on("lost", () => this.message("The connection was lost; this page " +
                "reconnects. The loaded part can be watched.")),
        ];
    }

    close() {
        this.off.forEach(off => off());
        for (const part of [this.keys, this.timeline, this.plans, this.tree, this.failures,
            this.orders, this.curves, this.minimap, this.map])
            part.close();
        clearTimeout(this.addressed);
        this.studio.view = null;
    }

    /* Called when the recording was opened, for the first time or again. */
    begin() {
        const { film, domain } = this.recording;
        this.banner.hidden = true;
        if (this.map.world !== film.world)
            this.map.setWorld(film.world);
        this.studio.view = { world: film.world, domain, map: this.map, watch: this };
        this.plans.restart();
        this.fogFor(this.seat);
        this.placed = false;
        this.pending = this.first ?? this.cycle;
        this.timeline.begin();
        this.curves.layOut();
        this.layOutStock();
        this.updateLists();
        this.showFaults();
        this.choose(this.tab);
        this.growFilm();
        if (this.recording.whole)
            this.completeFilm();
    }

    /* ---- loading */

    growFilm() {
        const { film } = this.recording;
        if (film.cycle.length === 0)
            return;
        this.timeline.grow();
        this.curves.draw(false);
        if (this.pending !== null && (film.lastCycle >= this.pending || this.recording.whole)) {
            const cycle = this.pending;
            this.pending = null;
            this.timeline.go(cycle);
        } else if (!this.placed && this.pending !== null) {
            this.timeline.go(0);
        }
    }

    completeFilm() {
        this.growFilm();
        this.curves.draw(true);
        this.timeline.draw();
        this.timeline.show();
        this.showFaults();
        this.page.dataset.film = "whole";
    }

    updateLists() {
        this.failures.show(this.seat);
        this.orders.show(this.seat);
        this.timeline.draw();
        const count = this.failures.items.length;
        setText(this.tabs[1], count ? `Failures (${count})` : "Failures");
    }

    updateLabels() {
        this.plans.restart();
        this.requestPlan(true);
    }

    /* ---- what is shown */

    go(cycle, node = null) {
        if (node) {
            if (this.seat >= 0 && this.seat !== node.seat)
                this.chooseSeat(node.seat);
            this.tree.select(node.seat, node.n);
            this.target = node;
        }
        this.pending = cycle > this.recording.film.lastCycle &&
            !this.recording.whole ? cycle : null;
        this.timeline.pause();
        this.timeline.go(cycle);
    }

    show(cycle, resting) {
        const { film } = this.recording;
        if (film.cycle.length === 0)
            return;
        film.seek(cycle);
        this.map.update();
        if (!this.placed)
            this.place();
        this.showStock();
        this.curves.at(cycle);
        if (this.tab === "orders")
            this.orders.at(cycle);
        this.requestPlan(resting);
        if (resting)
            this.updateAddress(cycle);
    }

    requestPlan(resting) {
        const seats = this.seat >= 0 ? [this.seat] : this.recording.plannedSeats();
        this.plans.request(this.cycle, seats, resting);
    }

    showPlans(plans, cycle) {
        this.tree.show(plans, cycle);
        this.page.dataset.plan = String(cycle);
        if (this.target && this.tree.chosen) {
            this.tree.select(this.target.seat, this.target.n);
            this.target = null;
        }
        this.marksChanged();
    }

    marksChanged() {
        this.marks = this.tab === "orders" ? this.orders.marks() : this.tree.marks();
    }

    /* Zooms so that the whole map fits; if it cannot, centers the seat's base. */
    place() {
        const { camera, world } = this.map, { domain } = this.recording;
        const fits = () => camera.columns >= world.width && camera.rows >= world.height;
        this.placed = true;
        while (camera.zoom > LEAST_ZOOM && !fits())
            camera.zoomBy(-1);
        while (camera.zoom < MOST_ZOOM && fits())
            camera.zoomBy(1);
        if (camera.zoom > LEAST_ZOOM && !fits())
            camera.zoomBy(-1);
        const own = world.entities.find(e => e.owner === Math.max(0, this.seat) &&
            !domain.moves(e.type)) ?? world.entities[0];
        if (own)
            camera.center(own.x, own.y);
        this.small.parentElement.hidden = fits();
    }

    layOutStock() {
        const { info, domain } = this.recording;
        const used = domain.tally("food_used"), supply = domain.tally("food_supply");
        this.stocks = info.players.map((player, seat) => {
            const name = el("b", {}, `Seat ${seat + 1}`), text = el("span", {});
            return { element: el("p", { data: { seat } }, name, " ", text), value: world => [
                ...domain.resources.map((resource, i) =>
                    `${humanize(resource)} ${world.tallyOf(seat, i)}`),
                ...(used >= 0 && supply >= 0 ? [`food ${world.tallyOf(seat, used)} / ` +
                    `${world.tallyOf(seat, supply)}`] : []),
                ...(world.alive[seat] ? [] : ["defeated"])].join("  "), text };
        });
        fill(this.stock, ...this.stocks.map(({ element }) => element));
    }

    showStock() {
        const { world } = this.recording.film;
        this.stocks.forEach(({ text, value }) => setText(text, value(world)));
    }

    /* ---- choices */

    choose(name) {
        this.tab = name;
        for (const tab of this.tabs) {
            const chosen = tab.dataset.tab === name;
            tab.setAttribute("aria-selected", String(chosen));
            tab.tabIndex = chosen ? 0 : -1;
        }
        this.panel.setAttribute("aria-labelledby", `tab-${name}`);
        const part = { plan: this.tree, failures: this.failures, orders: this.orders,
            curves: this.curves }[name];
        fill(this.panel, part.element);
        part.rows?.show();
        if (name === "curves")
            this.curves.draw(true);
        if (name === "orders")
            this.orders.at(this.cycle);
        this.marksChanged();
    }

    tabKey(event) {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step)
            return;
        const at = TABS.findIndex(([name]) => name === this.tab);
        this.choose(TABS[(at + step + TABS.length) % TABS.length][0]);
        document.getElementById(`tab-${this.tab}`).focus();
        event.preventDefault();
        event.stopPropagation();
    }

    chooseSeat(seat) {
        this.seat = seat;
        document.getElementById("watch-seat").value = String(seat);
        this.fogFor(seat);
        this.updateLists();
        this.requestPlan(true);
    }

    /* In a game with fog, the map of a seat shows what it saw; for all seats, all. */
    fogFor(seat) {
        const { info } = this.recording, { map } = this;
        map.fog = info.fog && seat >= 0 ? new Fog(info.width, info.height, seat) : null;
        map.fog?.update(map.world);
    }

    /* ---- reports */

    showFaults() {
        const { info } = this.recording, { faults } = this;
        const warnings = [];
        if (info.warning)
            warnings.push(`Only stored states are shown: ${info.warning}`);
        if (info.cut)
            warnings.push("The recording was cut off.");
        const count = info.fault_count + warnings.length;
        faults.hidden = count === 0;
        if (faults.hidden)
            return;
        const items = info.faults.slice(0, 200).map(fault => el("li", {},
            el("b", {}, fault.line ? `Line ${fault.line}${fault.column ? `:${fault.column}` : ""}` :
                humanize(fault.fault)), ` ${fault.text}`));
        fill(faults, el("summary", {}, icon("warning"), ` ${pluralize(count, "fault")}`),
            el("ul", { className: "fault-list" }, ...warnings.map(text => el("li", {}, text)),
                ...items, info.fault_count > items.length ? el("li", { className: "muted" },
                    `and ${info.fault_count - items.length} more`) : null));
    }

    message(text) {
        fill(this.banner, el("span", {}, text), button("banner-close", "Close", () => {
            this.banner.hidden = true;
        }));
        this.banner.hidden = false;
    }

    /* Updates the address, so that it can be saved and shared. */
    updateAddress(cycle) {
        clearTimeout(this.addressed);
        this.addressed = setTimeout(() => history.replaceState(null, "",
            `#watch=${encodeURIComponent(`${this.recording.file}@${cycle}`)}`), 200);
        this.first = null;
    }

    describe(cell) {
        const { world, domain } = this.map, entity = cell && this.map.inside(cell.x, cell.y) ?
            this.map.entityAt(cell.x, cell.y) : null;
        if (!cell || !this.map.inside(cell.x, cell.y))
            return "";
        const ground = humanize(domain.data.terrains[world.planes[0][cell.y * world.width +
            cell.x]].name);
        if (!entity)
            return `${cell.x}, ${cell.y}: ${ground}`;
        const life = domain.hit < 0 || !domain.full(entity.type) ? "" :
            `, ${entity.attribute[domain.hit]} of ${domain.full(entity.type)}`;
        return `${domain.title(entity.type)} ${entity.id}` +
            `${entity.owner < 0 ? "" : ` of seat ${entity.owner + 1}`}, ` +
            `${humanize(domain.status(entity.status))}${life}`;
    }
}
