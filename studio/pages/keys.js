/* The keyboard of page Play. Letters are commands of the menu, digits are goals; KEYS lists the
 * other keys, and the help shows it. A text field keeps its keys; a focused button keeps Space
 * and Enter. */

import { button, el } from "./dom.js";

const KEYS = [
    ["Map", [
        ["Arrow keys", "move the cursor; with Shift by 8 cells"],
        ["Alt + arrow keys", "scroll the map"],
        ["Enter", "select at the cursor, or execute the chosen command; with Shift " +
            "add to the selection, or queue"],
        ["Ctrl + Enter", "give the default order at the cursor, as a right click does"],
        ["Shift + A", "select all of the same type in view"],
        ["; (twice)", "select in a box between two positions of the cursor"],
        ["+ and -", "zoom"],
        ["Home", "go to the selection"],
        [", (comma)", "next idle unit"],
        ["F2", "select all your fighters"],
        ["F3", "select all your idle units"],
        ["F4", "next idle building that can produce"],
        ["Escape", "cancel the command, or clear the selection"],
    ]],
    ["Mouse", [
        ["Click, drag", "select one entity, or a box; with Shift add to the selection"],
        ["Double click", "select all of the same type in view"],
        ["Right click", "give the default order, on the small map too; with Shift queue it"],
        ["Wheel", "zoom; with Shift scroll"],
        ["Middle drag, Alt + drag", "move the map"],
    ]],
    ["Units", [
        ["Letters", "commands of the menu, as shown on the buttons"],
        ["Ctrl + 0 to 9", "save the selection as a group"],
        ["Alt + 0 to 9", "select the group; twice: go to it"],
    ]],
    ["Time", [
        ["Space", "pause and continue"],
        ["[ and ], Page keys", "slower and faster"],
        [". (period)", "one cycle, with Shift ten"],
    ]],
    ["Goals", [
        ["1 to 9", "open the goal of the slot; again: close it"],
        ["Shift + 1 to 9", "end the goal of the slot one order earlier; again one more; " +
            "the digit closes it there"],
        ["B", "begin the goal opened last one order earlier"],
        ["Backspace", "close the goal opened last; with Shift end it one order earlier"],
        ["+ and - in a slot", "raise, lower its number"],
        ["?", "this help"],
    ]],
];

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Keys {
    constructor(play) {
        this.play = play;
        this.corner = null; /* the first corner of a selection box */
        this.listener = event => this.press(event);
        document.addEventListener("keydown", this.listener);
    }

    close() {
        document.removeEventListener("keydown", this.listener);
    }

    press(event) {
        const { target } = event;
        if (event.defaultPrevented || event.metaKey || target.closest?.("dialog") ||
            (target.matches?.("input:not([type=checkbox]), select, textarea")))
            return;
        const control = target.matches?.("button, a, summary, input");
        if (control && (event.key === "Enter" || event.key === " "))
            return;
        if (this.handle(event))
            event.preventDefault();
    }

    handle(event) {
        const digit = /^(?:Digit|Numpad)([0-9])$/.exec(event.code)?.[1];
        if (digit && (event.ctrlKey || event.altKey) && !event.getModifierState("AltGraph"))
            return this.group(Number(digit), event.ctrlKey);
        if (STEPS[event.key])
            return this.arrow(event);
        if (event.key === "Enter")
            return this.enter(event);
        if ((event.ctrlKey || event.altKey) && !event.getModifierState("AltGraph"))
            return false;
        if (digit && digit !== "0")
            return this.slot(Number(digit), event.shiftKey);
        return this.plain(event);
    }

    slot(digit, earlier) {
        const { goalPanel } = this.play;
        if (!goalPanel)
            return false;
        return earlier ? goalPanel.earlierOf(digit) : goalPanel.toggle(digit);
    }

    /* Changes the number of the slot that has the focus. */
    step(event) {
        const by = { "+": 1, "=": 1, "-": -1 }[event.key];
        return Boolean(by) && (this.play.goalPanel?.step(event.target, by) ?? false);
    }

    plain(event) {
        if (this.step(event))
            return true;
        const { play } = this, { speed, map, selection } = play;
        const actions = {
            " ": () => speed.toggle(), "[": () => speed.change(-1), "]": () => speed.change(1),
            "PageDown": () => speed.change(-1), "PageUp": () => speed.change(1),
            ".": () => speed.step(1), ">": () => speed.step(10), "+": () => map.camera.zoomBy(1),
            "=": () => map.camera.zoomBy(1), "-": () => map.camera.zoomBy(-1),
            "?": () => play.help.open(),
            ",": () => play.messageIfNone(selection.nextIdle(), "No unit is idle"),
            ";": () => this.box(event.shiftKey), "Escape": () => play.cancel(),
            "Home": () => play.goToSelection(),
            "F2": () => play.messageIfNone(selection.pickFighters(), "You have no fighters"),
            "F3": () => play.messageIfNone(selection.pickIdle(), "No unit is idle"),
            "F4": () => play.messageIfNone(selection.nextIdleProducer(), "No building is idle"),
            "Backspace": () => play.goalPanel?.closeLast(event.shiftKey),
        };
        const action = actions[event.key];
        if (action) {
            action();
            return true;
        }
        if (event.key === "A" && event.shiftKey) {
            selection.pickSameType(play.cursor.x, play.cursor.y, false);
            return true;
        }
        if (event.key.toLowerCase() === "b")
            return play.goalPanel?.back() ?? false;
        return /^[a-z]$/i.test(event.key) && play.commands.press(event.key.toLowerCase());
    }

    group(digit, keep) {
        const { play } = this;
        if (keep) {
            play.selection.saveGroup(digit);
            play.message(`Group ${digit}: ${play.selection.ids.length} saved`);
            return true;
        }
        const before = play.selection.ids.join();
        if (play.selection.recallGroup(digit) && play.selection.ids.join() === before)
            play.goToSelection();
        return true;
    }

    arrow(event) {
        const [dx, dy] = STEPS[event.key], far = event.shiftKey ? 8 : 1, { play } = this;
        if (event.altKey) {
            play.map.camera.moveBy(dx * 4, dy * 4);
            return true;
        }
        if (event.ctrlKey || !this.onMap(event.target))
            return false;
        play.moveCursor(dx * far, dy * far);
        return true;
    }

    /* Whether keys belong to the map: arrows scroll a list that has the focus. */
    onMap(target) {
        return target === document.body || target === this.play.map.canvas ||
            target.id === "page";
    }

    enter(event) {
        const { play } = this, { x, y } = play.cursor;
        if (!this.onMap(event.target))
            return false;
        play.cursor.shown = true;
        if (event.ctrlKey)
            play.context(x, y, event.shiftKey);
        else
            play.clickCell(x, y, event.shiftKey);
        return true;
    }

    box(add) {
        const { cursor, selection } = this.play;
        if (!this.corner) {
            this.corner = { x: cursor.x, y: cursor.y };
            this.play.message("First corner set: move the cursor and press ; again");
            return;
        }
        const { x, y } = this.corner;
        this.corner = null;
        selection.pickBox(Math.min(x, cursor.x), Math.min(y, cursor.y),
            Math.max(x, cursor.x) + 0.99,
            Math.max(y, cursor.y) + 0.99, add);
    }
}

/* ---- help */

/* A dialog with the keys of a page. keys: [title, [[key, text], ...]] for each section. */
export class KeyHelp {
    constructor(root, keys = KEYS) {
        this.dialog = el("dialog", { id: "help", aria: { labelledby: "help-title" } },
            el("h2", { id: "help-title" }, "Keys and mouse"),
            el("div", { className: "help-parts", tabIndex: 0, aria: { label: "Keys" },
                attrs: { role: "group" } }, ...keys.map(part)),
            button("help-close", "Close", () => this.dialog.close(), { className: "primary" }));
        root.append(this.dialog);
    }

    open() {
        if (!this.dialog.open)
            this.dialog.showModal();
    }
}

function part([title, keys]) {
    return el("section", {}, el("h3", {}, title),
        el("dl", {}, ...keys.flatMap(([key, text]) =>
            [el("dt", {}, el("kbd", {}, key)), el("dd", {}, text)])));
}
