/* The page on which a person plays: the map, what is selected, what it can do, the goals. */

import { button, el, fill, setText, words } from "./dom.js";
import { Commands } from "./commands.js";
import { Game } from "./game.js";
import { GiveBack } from "./giveback.js";
import { Help } from "./help.js";
import { Hud } from "./hud.js";
import { Keys } from "./keys.js";
import { MapView } from "./map.js";
import { Minimap } from "./minimap.js";
import { Overlays } from "./overlays.js";
import { Palette } from "./palette.js";
import { Panel } from "./panel.js";
import { Pings } from "./pings.js";
import { Pointer } from "./pointer.js";
import { Selection } from "./selection.js";
import { Speed } from "./speed.js";
import { EXPLORED, TERRAIN } from "./world.js";

export async function open(root, params, studio) {
    const session = params ? Number(params) : await lastSession(studio.link);
    if (!session) {
        fill(root, noGame());
        return { close() {} };
    }
    const game = new Game(studio.link), page = { play: null, closed: false };
    const start = async take => {
        await game.join(session, take);
        if (!page.closed)
            page.play = new Play(root, game, studio);
    };
    try {
        await start(false);
    } catch (error) {
        const { sessions } = await studio.link.ask("home");
        const there = sessions.some(other => other.session === session);
        fill(root, refused(error, there ? () => start(true).catch(again =>
            fill(root, refused(again, null))) : null));
    }
    return { close() {
        page.closed = true;
        page.play?.close();
        game.close();
    } };
}

async function lastSession(link) {
    const { sessions } = await link.ask("home");
    return sessions.find(session => !session.taken)?.session ?? null;
}

function noGame() {
    return el("section", { className: "notice" }, el("h2", {}, "No game is running"),
        el("p", {}, el("a", { href: "#home" }, "Start one on the home page")));
}

function refused(error, take) {
    return el("section", { className: "notice", id: "play-refused", attrs: { role: "alert" } },
        el("h2", {}, "The game cannot be shown here"), el("p", {}, error.message),
        take ? button("play-take", "Play it here", take, { className: "main" }) : null,
        el("a", { href: "#home" }, "Go to the home page"));
}

class Play {
    constructor(root, game, studio) {
        this.root = root;
        this.game = game;
        this.studio = studio;
        this.picking = null; /* takes the next press on the map */
        this.byKeys = false; /* the cursor of the keyboard was moved last, not the mouse */
        this.canvas = el("canvas", { id: "map", tabIndex: 0, attrs: { role: "application" },
            aria: { label: "Map. Arrow keys move the cursor, Enter selects, question mark: help",
                describedby: "under-cursor" } });
        this.lay();
        this.build();
        this.listen();
        this.begin();
    }

    lay() {
        this.stage = el("div", { className: "stage" }, this.canvas);
        this.live = el("p", { id: "under-cursor", className: "unseen", aria: { live: "polite" } });
        this.spot = el("p", { id: "spot", className: "spot", aria: { hidden: "true" } });
        this.banner = el("div", { id: "banner", className: "banner", hidden: true,
            attrs: { role: "alert" } });
        this.stage.append(this.live, this.spot, this.banner);
        this.small = el("canvas", { id: "minimap", attrs: { role: "img" },
            aria: { label: "The whole map" } });
        this.foot = el("div", { className: "foot" }, el("div", { className: "small-map" },
            this.small));
        this.page = el("div", { className: "play" }, this.stage, this.foot);
        fill(this.root, this.page);
    }

    build() {
        const { game } = this;
        this.map = new MapView(this.canvas, { ontology: game.ontology, world: game.world,
            seat: game.seat, fog: game.fog });
        this.minimap = new Minimap(this.small, this.map);
        this.minimap.onPress = (x, y, event) => this.afar(x, y, event);
        this.selection = new Selection(game, this.map);
        this.overlays = new Overlays(this.map, this.selection);
        this.pings = new Pings(this);
        this.panel = new Panel(this);
        this.commands = new Commands(this);
        this.palette = game.seat >= 0 ? new Palette(this) : null;
        this.help = new Help(this.page);
        this.ending = this.endDialog();
        this.speed = new Speed(game, (text, bad) => this.message(text, bad));
        this.hud = new Hud(game, this.speed, [
            button("help-open", "?", () => this.help.open(), { aria: { label: "Help" } }),
            button("play-end", "End", () => (game.over ? this.end() : this.ending.showModal()))]);
        this.pointer = new Pointer(this);
        this.keys = new Keys(this);
        this.stage.append(this.pings.list);
        this.foot.append(this.panel.element, this.commands.element);
        if (this.palette) {
            this.page.append(this.palette.element);
            this.palette.element.append(new GiveBack(this).button);
        }
        this.page.dataset.labels = String(Boolean(this.palette));
        fill(this.studio.bar, this.hud.element);
    }

    get cursor() {
        return this.overlays.cursor;
    }

    listen() {
        const { game } = this;
        this.off = [
            game.on("state", () => this.update()),
            game.on("pace", () => {
                this.map.pace = game.pace;
            }),
            game.on("joined", () => this.begin()),
            game.on("over", message => this.over(message)),
            game.on("taken", () => this.showBanner("Another page plays this game now.",
                button("play-take", "Play it here", () => this.retake()))),
            game.on("trouble", ({ text }) => this.showBanner(text)),
            game.on("goals", ({ saved }) => this.hideTrouble(saved)),
            game.on("refused", error => this.showBanner(error.message,
                button("play-take", "Play it here", () => this.retake()))),
            this.studio.link.on("lost", () => this.showBanner("The connection was lost. The game " +
                "waits; this page tries again.")),
        ];
        this.selection.on(() => this.describeSelection());
        for (const part of [this.page, this.hud.element])
            part.addEventListener("click", event => this.giveBack(event));
    }

    /* After a press with the mouse the keys are the map's again. */
    giveBack(event) {
        const control = event.target.closest("button");
        if (control && event.detail > 0 && document.activeElement === control &&
            !control.closest("dialog, .goal-form"))
            this.canvas.focus({ preventScroll: true });
    }

    /* Joined, for the first time or again. */
    begin() {
        const { game } = this;
        this.banner.hidden = true;
        if (this.map.world !== game.world)
            this.map.setWorld(game.world);
        this.map.pace = game.pace;
        this.studio.shown = { world: game.world, ontology: game.ontology, map: this.map,
            selection: this.selection };
        this.hud.lay();
        this.palette?.lay();
        this.speed.show();
        this.panel.show();
        this.placed = false;
        this.update();
        this.canvas.focus({ preventScroll: true });
        if (this.selection.ids.length)
            this.selection.tell();
        for (const [word, message] of Object.entries(game.latest))
            if (["goals", "over", "trouble"].includes(word))
                game.tell(word, message);
        this.tellHanded();
    }

    /* The seat was given back just now: what was shown lies there. */
    tellHanded() {
        const { studio } = this, { handed } = studio;
        studio.handed = null;
        if (handed)
            this.showBanner(`What you showed is in ${handed}.`, button("handed-label", "Label it",
                () => studio.go(`#label=${encodeURIComponent(handed)}`)));
    }

    update() {
        const { world } = this.game;
        if (this.map.world !== world)
            return;
        this.map.update();
        this.pointer.look();
        this.describeSpot();
        if (!this.placed && world.entities.length > 0)
            this.goHome();
    }

    /* The first sight: the own base, or who else is there. */
    goHome() {
        const { world, ontology, seat } = this.game;
        this.placed = true;
        const own = world.entities.filter(e => e.owner === seat);
        const home = own.find(e => ontology.has(e.type, "hall")) ??
            own.find(e => ontology.moves(e.type)) ?? own[0] ?? world.entities[0];
        this.cursor.x = home.x;
        this.cursor.y = home.y;
        this.map.camera.center(home.x + ontology.width(home) / 2, home.y + ontology.height(home) / 2);
    }

    goToSelection() {
        const [first] = this.selection.entities();
        if (first)
            this.map.camera.center(first.x, first.y);
        else
            this.goHome();
    }

    tellNone(found, text) {
        if (!found)
            this.message(text);
    }

    message(text, bad) {
        this.pings.message(text, bad);
    }

    showBanner(text, ...actions) {
        fill(this.banner, el("span", {}, text), ...actions);
        this.banner.hidden = false;
    }

    /* What could not be written is written now. */
    hideTrouble(saved) {
        const { latest } = this.game;
        if (saved && latest.trouble && this.banner.textContent === latest.trouble.text)
            this.banner.hidden = true;
        if (saved)
            delete latest.trouble;
    }

    over({ outcome, why: broken }) {
        const mine = outcome.winner === this.game.seat;
        const text = broken ? "The game has no result" : outcome.kind === "draw" ? "The game ended in a draw" :
            this.game.seat < 0 ? `Seat ${outcome.winner + 1} won` :
                mine ? "You won" : "You lost";
        const why = outcome.reason === "defeat" ? "" : `: ${broken ?? words(outcome.reason ?? "")}`;
        this.showBanner(`${text}${why}.`,
            button("over-end", "End", () => this.end(), { className: "main" }),
            this.labelButton("over-label"));
    }

    /* What was recorded is labeled next. */
    labelButton(id) {
        const { file } = this.game.info, place = `#label=${encodeURIComponent(file)}`;
        return file ? button(id, "End and label", () => this.end(place)) : null;
    }

    endDialog() {
        const dialog = el("dialog", { id: "ending", aria: { labelledby: "ending-title" } },
            el("h2", { id: "ending-title" }, "End this game?"),
            el("p", {}, this.game.info.file ? `The recording ${this.game.info.file} ends here, and ` +
                "open goals are closed." : "It is not recorded: nothing of it will be left."),
            el("div", { className: "row" },
                button("ending-yes", "End it", () => this.end(), { className: "main" }),
                this.labelButton("ending-label"),
                button("ending-no", "Go on", () => dialog.close())));
        this.page.append(dialog);
        return dialog;
    }

    async retake() {
        try {
            await this.game.join(this.game.session, true);
        } catch (error) {
            this.showBanner(error.message);
        }
    }

    async end(place = "#home") {
        try {
            await this.game.ask("play.end");
            this.game.info = null;
            this.studio.go(place);
        } catch (error) {
            this.message(error.message, true);
        }
    }

    /* ---- what presses on the map mean */

    /* The plain one: for whoever waits for a place, else for the armed command, else selects.
     * x, y: the cell; place: where in it, of the mouse. */
    act(x, y, shift, place) {
        if (this.picking) {
            const pick = this.picking;
            this.picking = null;
            pick(x, y, place);
        } else if (!this.commands.fire(x, y, shift, place)) {
            this.selection.pick(x, y, shift, place);
        }
    }

    /* The order that is meant there. */
    async context(x, y, queued, place) {
        const units = this.selection.own().map(e => e.id);
        if (units.length === 0 || !this.map.inside(x, y))
            return;
        const entity = this.map.entityAt(x, y, place);
        try {
            const { action, reason, text } = await this.game.ask("play.context",
                { units, x, y, entity: entity?.id ?? 0, queued, dry: false });
            if (action)
                this.overlays.mark(x, y, entity && entity.owner >= 0 &&
                    entity.owner !== this.game.seat);
            else
                this.message(text || this.game.ontology.reason(reason), true);
        } catch (error) {
            this.message(error.message, true);
        }
    }

    /* A press on the small map gives orders, too; a building is put down where it can be seen. */
    afar(x, y, { button: which, shiftKey }) {
        const { armed } = this.commands;
        if (which === 2) {
            if (!this.commands.disarm())
                this.context(x, y, shiftKey);
            return true;
        }
        return which === 0 && Boolean(armed) && !armed.type && this.map.inside(x, y) &&
            this.commands.fire(x, y, shiftKey);
    }

    cancel() {
        if (this.picking)
            this.picking = null;
        else if (!this.commands.disarm())
            this.selection.set([]);
    }

    /* The mouse is over that cell, or (null) elsewhere. */
    point(cell) {
        this.overlays.hover = cell;
        if (cell && this.commands.armed)
            this.commands.aim(cell.x, cell.y);
        this.describeSpot();
    }

    /* What is under the mouse, or under the cursor of the keyboard, as it is now. */
    describeSpot() {
        const at = this.byKeys && this.cursor.shown ? this.cursor : this.overlays.hover;
        setText(this.spot, at ? this.describeCell(at.x, at.y) : "");
    }

    moveCursor(dx, dy) {
        const { cursor, map } = this, { width, height } = map.world;
        cursor.shown = true;
        cursor.x = Math.max(0, Math.min(width - 1, cursor.x + dx));
        cursor.y = Math.max(0, Math.min(height - 1, cursor.y + dy));
        map.camera.reveal(cursor.x, cursor.y);
        this.commands.aim(cursor.x, cursor.y);
        this.byKeys = true;
        this.describeSpot();
        setText(this.live, this.describeCell(cursor.x, cursor.y));
    }

    describeCell(x, y) {
        const { world, ontology, seat } = this.game, entity = this.map.entityAt(x, y);
        const cell = y * world.width + x;
        const known = !this.game.fog || world.planes[EXPLORED][cell] >> seat & 1;
        const ground = known ? words(ontology.domain.terrains[world.planes[TERRAIN][cell]].name) :
            "unknown ground";
        if (!entity)
            return `${x}, ${y}: ${ground}`;
        const whose = entity.owner < 0 ? "" : entity.owner === seat ? "your " : "enemy ";
        return `${x}, ${y}: ${whose}${ontology.title(entity.type)}, ` +
            `${words(ontology.status(entity.status))}, on ${ground}`;
    }

    describeSelection() {
        const entities = this.selection.entities(), { ontology } = this.game;
        const text = entities.length === 0 ? "Nothing selected" : entities.length === 1 ?
            `Selected: ${ontology.title(entities[0].type)}` : `${entities.length} selected`;
        setText(this.live, text);
    }

    close() {
        this.off.forEach(off => off());
        this.keys.close();
        this.minimap.close();
        this.map.close();
        this.studio.shown = null;
    }
}
