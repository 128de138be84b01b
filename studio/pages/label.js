/* The page on which a recorded game is labeled: a timeline of its orders and goals, what is chosen
 * with the map at that moment, what is wrong with the labels, and what would be learned. */

import { button, el, fill, many, select, setText } from "./dom.js";
import { Findings } from "./findings.js";
import { Help } from "./help.js";
import { LABEL_KEYS, LabelKeys } from "./labelkeys.js";
import { LabelGoal } from "./labelgoal.js";
import { LabelMap } from "./labelmap.js";
import { Labels, end, first } from "./labels.js";
import { Lanes } from "./lanes.js";
import { OrderList } from "./orderlist.js";
import { Preview } from "./preview.js";
import { seatName } from "./places.js";

const TOLD = 8000; /* milliseconds that a message stays */

export async function open(root, params, studio) {
    if (!params) {
        fill(root, el("section", { className: "notice" }, el("h2", {}, "Which game?"),
            el("p", {}, "Choose a recorded game on the ", el("a", { href: "#home" }, "home page"),
                " to label it.")));
        return { close() {} };
    }
    const page = new LabelPage(root, studio);
    try {
        await page.open(params);
    } catch (error) {
        page.close();
        throw error;
    }
    return page;
}

class LabelPage {
    constructor(root, studio) {
        this.studio = studio;
        this.labels = new Labels(studio.link);
        this.actions = this.makeActions();
        this.lanes = new Lanes(this.labels);
        this.lanes.onEdit = this.actions.edit;
        this.orders = new OrderList(this.labels);
        this.form = new LabelGoal(this.labels, this.actions);
        this.findings = new Findings(this.labels);
        this.preview = new Preview(this.labels);
        this.map = new LabelMap(this.labels);
        this.told = el("p", { id: "label-told", className: "label-told", attrs: { role: "status" } });
        this.banner = el("div", { id: "label-banner", className: "label-banner", hidden: true,
            attrs: { role: "alert" } });
        fill(root, el("div", { className: "label" }, this.tools(), this.banner, this.lanes.element,
            this.told,
            el("div", { className: "label-foot" }, this.map.element, this.orders.element),
            el("aside", { className: "label-side", aria: { label: "The goal, findings, behaviors" } },
                this.form.element, this.findings.element, this.preview.element)));
        this.help = new Help(root, LABEL_KEYS);
        this.keys = new LabelKeys(this);
        this.labels.on("told", (text, bad) => this.tell(text, bad));
        this.labels.on("changed", () => this.show());
        this.labels.on("opened", () => this.opened());
    }

    async open(file) {
        await this.labels.open(file);
        document.getElementById("lane-tree").focus();
    }

    close() {
        clearTimeout(this.quiet);
        this.keys.close();
        this.lanes.close();
        this.orders.close();
        this.map.close();
        this.labels.close();
    }

    /* ---- what can be done */

    makeActions() {
        const { labels } = this, edits = what => () => {
            if (labels.fixed)
                this.tell(labels.fixed, true);
            else if (labels.chosen)
                what(labels.chosen);
            else
                this.tell("Choose a goal first", true);
        };
        const ranged = change => edits(({ id }) => {
            const [from, to] = labels.range;
            labels.edit(change, { id, first: from, end: to });
        });
        return {
            accept: edits(goal => (goal.suggested ? labels.edit("accept", { id: goal.id }) :
                this.actions.edit())),
            edit: edits(() => document.getElementById("label-name")?.focus()),
            remove: edits(goal => this.remove(goal)),
            split: edits(goal => labels.edit("split", { id: goal.id, first: labels.order })),
            merge: edits(goal => {
                const other = labels.mergeable(goal);
                if (other)
                    labels.edit("merge", { id: goal.id, other: other.id });
                else
                    this.tell("There is no other pursuit of the same goal", true);
            }),
            exclude: ranged("exclude"),
            include: ranged("include"),
            suggest: () => {
                this.tell("Looking for suggestions ...");
                labels.suggest();
            },
        };
    }

    /* What comes next is chosen, so that suggestions can be gone through. */
    async remove(goal) {
        const { labels } = this, row = labels.place.get(goal.id);
        if (!await labels.edit(goal.suggested ? "reject" : "delete", { id: goal.id }))
            return;
        const next = labels.rows[Math.min(row, labels.rows.length - 1)];
        labels.choose(next ? next.goal.id : 0);
        document.getElementById("lane-tree").focus();
    }

    /* Of the chosen goal, or of all orders. */
    bounds() {
        const { chosen, orders } = this.labels;
        return chosen ? [first(chosen), end(chosen)] : [0, orders.length];
    }

    edge = (change, at) => {
        const { labels } = this;
        if (!labels.chosen)
            this.tell("Choose a goal first", true);
        else
            labels.edit(change, { id: labels.goal, [change === "from" ? "first" : "end"]:
                Math.max(0, at) });
    };

    escape() {
        if (this.form.adding)
            this.form.cancel();
        else
            this.labels.choose(0);
        document.getElementById("lane-tree").focus();
    }

    /* ---- the tools */

    tools() {
        const { labels, actions } = this;
        this.undo = button("label-undo", "Undo", () => labels.undo());
        this.redo = button("label-redo", "Redo", () => labels.redo());
        this.suggest = button("label-suggest", "Suggest (G)", actions.suggest);
        this.acceptAll = button("label-accept-all", "Accept all", () => labels.edit("accept"));
        this.rejectAll = button("label-reject-all", "Reject all", () => labels.edit("reject"));
        this.add = button("label-add", "Add a goal (A)", () => this.form.add(), { className: "main" });
        this.bare = button("label-next", "Next without a goal (N)", () => labels.nextBare(1));
        this.saved = el("span", { id: "label-saved", className: "soft" });
        return el("div", { className: "label-tools", attrs: { role: "toolbar" },
            aria: { label: "Labels" } }, this.add, this.undo, this.redo, this.bare, this.suggest,
        this.acceptAll, this.rejectAll,
        button("zoom-out", "\u2212", () => this.lanes.zoom(-1), { aria: { label: "Zoom out" } }),
        button("zoom-in", "+", () => this.lanes.zoom(1), { aria: { label: "Zoom in" } }),
        button("label-help", "Keys (?)", () => this.help.open()));
    }

    opened() {
        const { info } = this.labels;
        const seats = select(info.seats.map((seat, i) => ({ value: i,
            text: `${seatName(i, seat.player)}, ${many(seat.orders, "order")}, ` +
                many(seat.goals, "goal") })),
        info.seat);
        seats.id = "label-seat";
        seats.setAttribute("aria-label", "Whose orders");
        seats.addEventListener("change", () => this.labels.open(this.labels.file, Number(seats.value))
            .catch(error => this.tell(error.message, true)));
        fill(this.studio.bar, el("div", { className: "label-bar" },
            el("b", { className: "label-file", title: info.file }, info.file),
            el("span", { className: "soft" }, info.map), seats, this.saved));
        this.showBanner();
    }

    show() {
        const { state, fixed, suggestions } = this.labels;
        this.undo.disabled = !state.undos;
        this.redo.disabled = !state.redos;
        this.undo.title = state.undo ? `Undo: ${state.undo} (Ctrl+Z)` : "";
        this.redo.title = state.redo ? `Redo: ${state.redo} (Ctrl+Shift+Z)` : "";
        this.add.disabled = this.suggest.disabled = Boolean(fixed);
        this.acceptAll.hidden = this.rejectAll.hidden = !suggestions || Boolean(fixed);
        setText(this.acceptAll, `Accept all ${suggestions}`);
        this.bare.disabled = !this.labels.unlabeled;
        this.saved.className = state.saved ? "soft" : "problem";
        setText(this.saved, fixed ? "read only" : state.saved ? "saved" : "not saved");
        this.showBanner();
    }

    showBanner() {
        const { state, fixed } = this.labels, trouble = state && !state.saved;
        this.banner.hidden = !fixed && !trouble;
        this.banner.dataset.bad = String(Boolean(trouble));
        if (trouble)
            fill(this.banner, el("span", {}, `Not saved: ${state.trouble}`), state.conflict ?
                button("label-reload", "Take what is there now (undo brings back yours)",
                    () => this.labels.ask("label.reload").then(() => this.labels.tell("selected"))) :
                button("label-save", "Try again", () => this.labels.ask("label.save")));
        else if (fixed)
            fill(this.banner, el("span", {}, fixed));
    }

    tell(text, bad = false) {
        this.told.dataset.bad = String(bad);
        setText(this.told, text);
        clearTimeout(this.quiet);
        this.quiet = setTimeout(() => setText(this.told, ""), TOLD);
    }
}
