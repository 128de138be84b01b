/* Page Label: a timeline of orders and goals, the chosen order with the map at its cycle, the
 * findings, and the behaviors that learning would make. */

import { button, el, fill, select, setText } from "./dom.js";
import { Findings } from "./findings.js";
import { KeyHelp } from "./keys.js";
import { LabelForm } from "./labelform.js";
import { LABEL_KEYS, LabelKeys } from "./labelkeys.js";
import { LabelMap } from "./labelmap.js";
import { end, first, Labels } from "./labels.js";
import { Lanes } from "./lanes.js";
import { OrderList } from "./orderlist.js";
import { Preview } from "./preview.js";
import { pluralize, seatName } from "./text.js";

const MESSAGE_TIME = 8000; /* milliseconds that a message stays */

export async function open(root, params, studio) {
    if (!params) {
        fill(root, el("section", { className: "notice" }, el("h2", {}, "No game was chosen"),
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
        this.labels = new Labels(studio.connection);
        this.actions = this.makeActions();
        this.lanes = new Lanes(this.labels);
        this.lanes.onEdit = this.actions.edit;
        this.orders = new OrderList(this.labels);
        this.form = new LabelForm(this.labels, this.actions);
        this.findings = new Findings(this.labels);
        this.preview = new Preview(this.labels);
        this.map = new LabelMap(this.labels);
        this.status = el("p", { id: "label-message", className: "label-message",
            attrs: { role: "status" } });
        this.banner = el("div", { id: "label-banner", className: "label-banner", hidden: true,
            attrs: { role: "alert" } });
        fill(root, el("div", { className: "label" }, this.tools(), this.banner, this.lanes.element,
            this.status,
            el("div", { className: "label-bottom" }, this.map.element, this.orders.element),
            el("aside", { className: "label-side", aria: { label: "Goal, findings, behaviors" } },
                this.form.element, this.findings.element, this.preview.element)));
        this.help = new KeyHelp(root, LABEL_KEYS);
        this.keys = new LabelKeys(this);
        this.labels.on("message", (text, bad) => this.message(text, bad));
        this.labels.on("changed", () => this.show());
        this.labels.on("opened", () => this.opened());
    }

    async open(file) {
        await this.labels.open(file);
        document.getElementById("lane-tree").focus();
    }

    close() {
        clearTimeout(this.timer);
        this.keys.close();
        this.lanes.close();
        this.orders.close();
        this.map.close();
        this.labels.close();
    }

    /* ---- actions */

    makeActions() {
        const { labels } = this, edits = what => () => {
            if (labels.readOnly)
                this.message(labels.readOnly, true);
            else if (labels.chosen)
                what(labels.chosen);
            else
                this.message("Choose a goal first", true);
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
                    this.message("There is no other instance of the same goal", true);
            }),
            exclude: ranged("exclude"),
            include: ranged("include"),
            suggest: () => {
                this.message("Searching for suggestions ...");
                labels.suggest();
            },
        };
    }

    /* Chooses the next goal, so that suggestions can be rejected one after the other. */
    async remove(goal) {
        const { labels } = this, row = labels.place.get(goal.id);
        if (!await labels.edit(goal.suggested ? "reject" : "delete", { id: goal.id }))
            return;
        const next = labels.rows[Math.min(row, labels.rows.length - 1)];
        labels.choose(next ? next.goal.id : 0);
        document.getElementById("lane-tree").focus();
    }

    /* The orders [first, end) of the chosen goal, or all orders. */
    bounds() {
        const { chosen, orders } = this.labels;
        return chosen ? [first(chosen), end(chosen)] : [0, orders.length];
    }

    edge = (change, at) => {
        const { labels } = this;
        if (!labels.chosen)
            this.message("Choose a goal first", true);
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

    /* ---- toolbar */

    tools() {
        const { labels, actions } = this;
        this.undo = button("label-undo", "Undo", () => labels.undo());
        this.redo = button("label-redo", "Redo", () => labels.redo());
        this.suggest = button("label-suggest", "Suggest (G)", actions.suggest);
        this.acceptAll = button("label-accept-all", "Accept all", () => labels.edit("accept"));
        this.rejectAll = button("label-reject-all", "Reject all", () => labels.edit("reject"));
        this.add = button("label-add", "Add a goal (A)", () => this.form.add(),
            { className: "primary" });
        this.nextButton = button("label-next", "Next without a goal (N)",
            () => labels.nextUnlabeled(1));
        this.saved = el("span", { id: "label-saved", className: "muted" });
        return el("div", { className: "label-tools", attrs: { role: "toolbar" },
            aria: { label: "Labels" } }, this.add, this.undo, this.redo, this.nextButton,
                this.suggest,
        this.acceptAll, this.rejectAll,
        button("zoom-out", "\u2212", () => this.lanes.zoom(-1), { aria: { label: "Zoom out" } }),
        button("zoom-in", "+", () => this.lanes.zoom(1), { aria: { label: "Zoom in" } }),
        button("label-help", "Keys (?)", () => this.help.open()));
    }

    opened() {
        const { info } = this.labels;
        const seats = select(info.seats.map((seat, i) => ({ value: i,
            text: `${seatName(i, seat.player)}, ${pluralize(seat.orders, "order")}, ` +
                pluralize(seat.goals, "goal") })),
        info.seat);
        seats.id = "label-seat";
        seats.setAttribute("aria-label", "Seat");
        seats.addEventListener("change", () => this.labels.open(this.labels.file,
            Number(seats.value))
            .catch(error => this.message(error.message, true)));
        fill(this.studio.bar, el("div", { className: "label-bar" },
            el("b", { className: "label-file", title: info.file }, info.file),
            el("span", { className: "muted" }, info.map), seats, this.saved));
        this.showBanner();
    }

    show() {
        const { state, readOnly, suggestions } = this.labels;
        this.undo.disabled = !state.undos;
        this.redo.disabled = !state.redos;
        this.undo.title = state.undo ? `Undo: ${state.undo} (Ctrl+Z)` : "";
        this.redo.title = state.redo ? `Redo: ${state.redo} (Ctrl+Shift+Z)` : "";
        this.add.disabled = this.suggest.disabled = Boolean(readOnly);
        this.acceptAll.hidden = this.rejectAll.hidden = !suggestions || Boolean(readOnly);
        setText(this.acceptAll, `Accept all ${suggestions}`);
        this.nextButton.disabled = !this.labels.unlabeled;
        this.saved.className = state.saved ? "muted" : "error";
        setText(this.saved, readOnly ? "read only" : state.saved ? "saved" : "not saved");
        this.showBanner();
    }

    showBanner() {
        const { state, readOnly } = this.labels, failed = state && !state.saved;
        this.banner.hidden = !readOnly && !failed;
        this.banner.dataset.bad = String(Boolean(failed));
        if (failed)
            fill(this.banner, el("span", {}, `Not saved: ${state.trouble}`), state.conflict ?
                button("label-reload", "Load the other version (undo restores yours)",
                    () => this.labels.request("label.reload").then(() =>
                        this.labels.emit("selected"))) :
                button("label-save", "Try again", () => this.labels.request("label.save")));
        else if (readOnly)
            fill(this.banner, el("span", {}, readOnly));
    }

    message(text, bad = false) {
        this.status.dataset.bad = String(bad);
        setText(this.status, text);
        clearTimeout(this.timer);
        this.timer = setTimeout(() => setText(this.status, ""), MESSAGE_TIME);
    }
}
