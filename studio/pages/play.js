/* Page Play: map, selection, commands and goals. */

import { Commands } from "./commands.js";
import { button, el, fill, setText } from "./dom.js";
import { Game } from "./game.js";
import { GoalPanel } from "./goalpanel.js";
import { Hud } from "./hud.js";
import { KeyHelp, Keys } from "./keys.js";
import { LiveEdit } from "./liveedit.js";
import { MapView } from "./map.js";
import { Minimap } from "./minimap.js";
import { Notifications } from "./notifications.js";
import { Overlays } from "./overlays.js";
import { Pointer } from "./pointer.js";
import { Selection } from "./selection.js";
import { SelectionPanel } from "./selectionpanel.js";
import { Speed } from "./speed.js";
import { squadLine } from "./squad.js";
import { GiveBack } from "./takeover.js";
import { humanize } from "./text.js";
import { EXPLORED, TERRAIN } from "./world.js";

export async function open(root, params, studio) {
    const session = params ? Number(params) : await lastSession(studio.connection);
    if (!session) {
        fill(root, noGame());
        return { close() {} };
    }
    const game = new Game(studio.connection), page = { play: null, closed: false };
    const start = async take => {
        await game.join(session, take);
        if (!page.closed)
            page.play = new Play(root, game, studio);
    };
    try {
        await start(false);
    } catch (error) {
        const { sessions } = await studio.connection.request("home");
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

async function lastSession(connection) {
    const { sessions } = await connection.request("home");
    return sessions.find(session => !session.taken)?.session ?? null;
}

function noGame() {
    return el("section", { className: "notice" }, el("h2", {}, "No game is running"),
        el("p", {}, el("a", { href: "#home" }, "Start one on the home page")));
}

function refused(error, take) {
    return el("section", { className: "notice", id: "play-refused", attrs: { role: "alert" } },
        el("h2", {}, "This page cannot show the game"), el("p", {}, error.message),
        take ? button("play-take", "Play it here", take, { className: "primary" }) : null,
        el("a", { href: "#home" }, "Go to the home page"));
}

class Play {
    constructor(root, game, studio) {
        this.root = root;
        this.game = game;
        this.studio = studio;
        this.picking = null; /* handles the next click on the map */
        this.byKeys = false; /* the keyboard's cursor was moved last, not the mouse */
        this.canvas = el("canvas", { id: "map", tabIndex: 0, attrs: { role: "application" },
            aria: { label: "Map. Arrow keys move the cursor, Enter selects, question mark: help",
                describedby: "under-cursor" } });
        this.layOut();
        this.build();
        this.listen();
        this.begin();
    }

    layOut() {
        this.stage = el("div", { className: "stage" }, this.canvas);
        this.live = el("p", { id: "under-cursor", className: "visually-hidden",
            aria: { live: "polite" } });
        this.cellInfo = el("p", { id: "cell-info", className: "cell-info",
            aria: { hidden: "true" } });
        this.banner = el("div", { id: "banner", className: "banner", hidden: true,
            attrs: { role: "alert" } });
        this.squads = el("div", { id: "squads", className: "squads live", hidden: true });
        this.stage.append(this.live, this.cellInfo, this.banner, this.squads);
        this.small = el("canvas", { id: "minimap", attrs: { role: "img" },
            aria: { label: "The whole map" } });
        this.bottom = el("div", { className: "bottom" }, el("div", { className: "small-map" },
            this.small));
        this.page = el("div", { className: "play" }, this.stage, this.bottom);
        fill(this.root, this.page);
    }

    build() {
        const { game } = this;
        this.map = new MapView(this.canvas, { domain: game.domain, world: game.world,
            seat: game.seat, fog: game.fog });
        this.minimap = new Minimap(this.small, this.map);
        this.minimap.onPress = (x, y, event) => this.pressMinimap(x, y, event);
        this.selection = new Selection(game, this.map);
        this.overlays = new Overlays(this.map, this.selection);
        this.notifications = new Notifications(this);
        this.selectionPanel = new SelectionPanel(this);
        this.commands = new Commands(this);
        this.goalPanel = game.seat >= 0 ? new GoalPanel(this) : null;
        this.help = new KeyHelp(this.page);
        this.ending = this.endDialog();
        this.speed = new Speed(game, (text, bad) => this.message(text, bad));
        this.liveEdit = new LiveEdit(this);
        this.hud = new Hud(game, this.speed, [this.liveEdit.button,
            button("help-open", "?", () => this.help.open(), { aria: { label: "Help" } }),
            button("play-end", "End", () => (game.over ? this.end() : this.ending.showModal()))]);
        this.pointer = new Pointer(this);
        this.keys = new Keys(this);
        this.stage.append(this.notifications.list);
        this.bottom.append(this.selectionPanel.element, this.commands.element);
        if (this.goalPanel) {
            this.page.append(this.goalPanel.element);
            this.goalPanel.element.append(new GiveBack(this).button);
        }
        this.page.dataset.labels = String(Boolean(this.goalPanel));
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
            game.on("squads", message => this.showSquads(message)),
            game.on("edited", message => this.liveEdit.edited(message)),
            game.on("taken", () => this.showBanner("Another page plays this game now.",
                button("play-take", "Play it here", () => this.rejoin()))),
            game.on("trouble", ({ text }) => this.showBanner(text)),
            game.on("goals", ({ saved }) => this.hideProblem(saved)),
            game.on("failed", error => this.showBanner(error.message,
                button("play-take", "Play it here", () => this.rejoin()))),
            this.studio.connection.on("lost",
                () => this.showBanner("The connection was lost. The game is " +
                "paused, and this page reconnects.")),
        ];
        this.selection.on(() => this.describeSelection());
        for (const part of [this.page, this.hud.element])
            part.addEventListener("click", event => this.focusMap(event));
    }

    /* After a mouse click on a button, keys go to the map again. */
    focusMap(event) {
        const control = event.target.closest("button");
        if (control && event.detail > 0 && document.activeElement === control &&
            !control.closest("dialog, .goal-form"))
            this.canvas.focus({ preventScroll: true });
    }

    /* Called when the game was joined, for the first time or again. */
    begin() {
        const { game } = this;
        this.banner.hidden = true;
        if (this.map.world !== game.world)
            this.map.setWorld(game.world);
        this.map.pace = game.pace;
        this.studio.view = { world: game.world, domain: game.domain, map: this.map,
            selection: this.selection };
        this.hud.layOut();
        this.goalPanel?.layOut();
        this.speed.show();
        this.selectionPanel.show();
        this.placed = false;
        this.update();
        this.canvas.focus({ preventScroll: true });
        if (this.selection.ids.length)
            this.selection.notify();
        for (const [word, message] of Object.entries(game.latest))
            if (["goals", "over", "squads", "trouble"].includes(word))
                game.emit(word, message);
        this.showGivenBack();
    }

    /* After the seat was given back: offers to label the recording. */
    showGivenBack() {
        const { studio } = this, { givenBack } = studio;
        studio.givenBack = null;
        if (givenBack)
            this.showBanner(`Your demonstration is in ${givenBack}.`,
                button("given-back-label", "Label it",
                () => studio.go(`#label=${encodeURIComponent(givenBack)}`)));
    }

    update() {
        const { world } = this.game;
        if (this.map.world !== world)
            return;
        this.map.update();
        this.pointer.update();
        this.updateCellInfo();
        if (!this.placed && world.entities.length > 0)
            this.goHome();
    }

    /* Shows the own base first, or any entity. */
    goHome() {
        const { world, domain, seat } = this.game;
        this.placed = true;
        const own = world.entities.filter(e => e.owner === seat);
        const home = own.find(e => domain.has(e.type, "hall")) ??
            own.find(e => domain.moves(e.type)) ?? own[0] ?? world.entities[0];
        this.cursor.x = home.x;
        this.cursor.y = home.y;
        this.map.camera.center(home.x + domain.width(home) / 2,
            home.y + domain.height(home) / 2);
    }

    goToSelection() {
        const [first] = this.selection.entities();
        if (first)
            this.map.camera.center(first.x, first.y);
        else
            this.goHome();
    }

    messageIfNone(found, text) {
        if (!found)
            this.message(text);
    }

    message(text, bad) {
        this.notifications.message(text, bad);
    }

    showBanner(text, ...actions) {
        fill(this.banner, el("span", {}, text), ...actions);
        this.banner.hidden = false;
    }

    /* Hides the report of a failed write once all is saved. */
    hideProblem(saved) {
        const { latest } = this.game;
        if (saved && latest.trouble && this.banner.textContent === latest.trouble.text)
            this.banner.hidden = true;
        if (saved)
            delete latest.trouble;
    }

    /* A game without a person shows what the squads of its seats do. */
    showSquads({ squads }) {
        this.squads.hidden = squads.length === 0;
        fill(this.squads, ...squads.map(({ seat, squad }) => squadLine(squad, {
            name: `Seat ${seat + 1}`, center: (x, y) => this.map.camera.center(x, y) })));
    }

    over({ outcome, why: broken }) {
        const mine = outcome.winner === this.game.seat;
        const text = broken ? "The game has no result" : outcome.kind === "draw"
            ? "The game ended in a draw" :
            this.game.seat < 0 ? `Seat ${outcome.winner + 1} won` :
                mine ? "You won" : "You lost";
        const why = outcome.reason === "defeat" ? ""
            : `: ${broken ?? humanize(outcome.reason ?? "")}`;
        this.showBanner(`${text}${why}.`,
            button("over-end", "End", () => this.end(), { className: "primary" }),
            this.labelButton("over-label"));
    }

    /* A button that ends the game and opens its labels. */
    labelButton(id) {
        const { file } = this.game.info, place = `#label=${encodeURIComponent(file)}`;
        return file ? button(id, "End and label", () => this.end(place)) : null;
    }

    endDialog() {
        const dialog = el("dialog", { id: "ending", aria: { labelledby: "ending-title" } },
            el("h2", { id: "ending-title" }, "End this game?"),
            el("p", {}, this.game.info.file
                ? `The recording ${this.game.info.file} ends here, and ` +
                "open goals are closed." : "The game is not recorded: it will be lost."),
            el("div", { className: "row" },
                button("ending-yes", "End it", () => this.end(), { className: "primary" }),
                this.labelButton("ending-label"),
                button("ending-no", "Continue", () => dialog.close())));
        this.page.append(dialog);
        return dialog;
    }

    async rejoin() {
        try {
            await this.game.join(this.game.session, true);
        } catch (error) {
            this.showBanner(error.message);
        }
    }

    async end(place = "#home") {
        try {
            await this.game.request("play.end");
            this.game.end();
            this.studio.go(place);
        } catch (error) {
            this.message(error.message, true);
        }
    }

    /* ---- clicks on the map */

    /* A left click: goes to `picking`, else to the armed command, else it selects. x, y: the
     * cell; place: where in it, for a mouse click. */
    clickCell(x, y, shift, place) {
        if (this.picking) {
            const pick = this.picking;
            this.picking = null;
            pick(x, y, place);
        } else if (!this.commands.execute(x, y, shift, place)) {
            this.selection.pick(x, y, shift, place);
        }
    }

    /* Gives the default order of the selection at a cell. */
    async context(x, y, queued, place) {
        const units = this.selection.own().map(e => e.id);
        if (units.length === 0 || !this.map.inside(x, y))
            return;
        const entity = this.map.entityAt(x, y, place);
        try {
            const { action, reason, text } = await this.game.request("play.context",
                { units, x, y, entity: entity?.id ?? 0, queued, dry: false });
            if (action)
                this.overlays.mark(x, y, entity && entity.owner >= 0 &&
                    entity.owner !== this.game.seat);
            else
                this.message(text || this.game.domain.reason(reason), true);
        } catch (error) {
            this.message(error.message, true);
        }
    }

    /* Handles a click on the small map: orders, too, but no buildings. */
    pressMinimap(x, y, { button: which, shiftKey }) {
        const { armed } = this.commands;
        if (which === 2) {
            if (!this.commands.disarm())
                this.context(x, y, shiftKey);
            return true;
        }
        return which === 0 && Boolean(armed) && !armed.type && this.map.inside(x, y) &&
            this.commands.execute(x, y, shiftKey);
    }

    cancel() {
        if (this.picking)
            this.picking = null;
        else if (!this.commands.disarm())
            this.selection.set([]);
    }

    /* The mouse is over that cell; null: elsewhere. */
    point(cell) {
        this.overlays.hover = cell;
        if (cell && this.commands.armed)
            this.commands.aim(cell.x, cell.y);
        this.updateCellInfo();
    }

    /* Shows what is below the mouse or the keyboard's cursor. */
    updateCellInfo() {
        const at = this.byKeys && this.cursor.shown ? this.cursor : this.overlays.hover;
        setText(this.cellInfo, at ? this.describeCell(at.x, at.y) : "");
    }

    moveCursor(dx, dy) {
        const { cursor, map } = this, { width, height } = map.world;
        cursor.shown = true;
        cursor.x = Math.max(0, Math.min(width - 1, cursor.x + dx));
        cursor.y = Math.max(0, Math.min(height - 1, cursor.y + dy));
        map.camera.reveal(cursor.x, cursor.y);
        this.commands.aim(cursor.x, cursor.y);
        this.byKeys = true;
        this.updateCellInfo();
        setText(this.live, this.describeCell(cursor.x, cursor.y));
    }

    describeCell(x, y) {
        const { world, domain, seat } = this.game, entity = this.map.entityAt(x, y);
        const cell = y * world.width + x;
        const known = !this.game.fog || world.planes[EXPLORED][cell] >> seat & 1;
        const ground = known
            ? humanize(domain.data.terrains[world.planes[TERRAIN][cell]].name) :
            "unknown ground";
        if (!entity)
            return `${x}, ${y}: ${ground}`;
        const whose = entity.owner < 0 ? "" : entity.owner === seat ? "your " : "enemy ";
        return `${x}, ${y}: ${whose}${domain.title(entity.type)}, ` +
            `${humanize(domain.status(entity.status))}, on ${ground}`;
    }

    describeSelection() {
        const entities = this.selection.entities(), { domain } = this.game;
        const text = entities.length === 0 ? "Nothing selected" : entities.length === 1 ?
            `Selected: ${domain.title(entities[0].type)}` : `${entities.length} selected`;
        setText(this.live, text);
    }

    close() {
        this.off.forEach(off => off());
        this.keys.close();
        this.minimap.close();
        this.map.close();
        this.studio.view = null;
    }
}
