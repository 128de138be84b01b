/* The keyboard of the play page. Letters are those of the menu, digits those of the goals; what
 * the others do is listed in KEYS, which the help shows. Nothing is taken from a text that is being
 * written; Space and Enter stay with a button that has the focus. */

export const KEYS = [
    ["Map", [
        ["Arrow keys", "move the map cursor, with Shift by 8 cells"],
        ["Alt + arrow keys", "scroll the map"],
        ["Enter", "select at the cursor, or carry out the chosen command; with Shift beside the " +
            "others, or queued"],
        ["Ctrl + Enter", "give the order that is meant at the cursor, as a right click does"],
        ["Shift + A", "select all of the same type in view"],
        ["; (twice)", "select in a box between two places of the cursor"],
        ["+ and -", "zoom"],
        ["Home", "go to what is selected"],
        [", (comma)", "the next unit that has nothing to do"],
        ["F2", "all your fighters"],
        ["F3", "all your units that have nothing to do"],
        ["F4", "the next of your buildings that could make something and makes nothing"],
        ["Escape", "give up the command, or select nothing"],
    ]],
    ["Mouse", [
        ["Click, drag", "select one, or a box; with Shift beside the others"],
        ["Double click", "select all of the same type in view"],
        ["Right click", "the order that is meant there, also on the small map; with Shift queued"],
        ["Wheel", "zoom; with Shift scroll"],
        ["Middle drag, Alt + drag", "move the map"],
    ]],
    ["Units", [
        ["Letters", "the commands of the menu, as the buttons say"],
        ["Ctrl + 0 to 9", "remember what is selected as a group"],
        ["Alt + 0 to 9", "select the group; twice: go there"],
    ]],
    ["Time", [
        ["Space", "pause and go on"],
        ["[ and ], Page keys", "slower and faster"],
        [". (period)", "one cycle, with Shift ten"],
    ]],
    ["Goals", [
        ["1 to 9", "open the goal of the slot; again: close it"],
        ["Shift + 1 to 9", "the goal of the slot ends one order earlier, again one more; the digit " +
            "closes it there"],
        ["B", "the goal opened last begins one order earlier"],
        ["Backspace", "close the goal opened last; with Shift it ends one order earlier"],
        ["+ and - in a slot", "raise and lower its number"],
        ["?", "this help"],
    ]],
];

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Keys {
    constructor(play) {
        this.play = play;
        this.corner = null; /* where a box was begun */
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
        const button = target.matches?.("button, a, summary, input");
        if (button && (event.key === "Enter" || event.key === " "))
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
        const { palette } = this.play;
        if (!palette)
            return false;
        return earlier ? palette.earlierOf(digit) : palette.toggle(digit);
    }

    /* Numbers of slots go up and down where the focus is on one. */
    step(event) {
        const by = { "+": 1, "=": 1, "-": -1 }[event.key];
        return Boolean(by) && (this.play.palette?.step(event.target, by) ?? false);
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
            ",": () => play.tellNone(selection.nextIdle(), "All have something to do"),
            ";": () => this.box(event.shiftKey), "Escape": () => play.cancel(),
            "Home": () => play.goToSelection(),
            "F2": () => play.tellNone(selection.pickFighters(), "You have no fighters"),
            "F3": () => play.tellNone(selection.pickIdle(), "All have something to do"),
            "F4": () => play.tellNone(selection.nextIdleMaker(), "No building stands idle"),
            "Backspace": () => play.palette?.closeLast(event.shiftKey),
        };
        const action = actions[event.key];
        if (action) {
            action();
            return true;
        }
        if (event.key === "A" && event.shiftKey) {
            selection.pickAlike(play.cursor.x, play.cursor.y, false);
            return true;
        }
        if (event.key.toLowerCase() === "b")
            return play.palette?.back() ?? false;
        return /^[a-z]$/i.test(event.key) && play.commands.press(event.key.toLowerCase());
    }

    group(digit, keep) {
        const { play } = this;
        if (keep) {
            play.selection.keepGroup(digit);
            play.message(`Group ${digit}: ${play.selection.ids.length} remembered`);
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

    /* Arrows scroll a list that has the focus. */
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
            play.act(x, y, event.shiftKey);
        return true;
    }

    box(add) {
        const { cursor, selection } = this.play;
        if (!this.corner) {
            this.corner = { x: cursor.x, y: cursor.y };
            this.play.message("Box begun: move the cursor and press ; again");
            return;
        }
        const { x, y } = this.corner;
        this.corner = null;
        selection.pickBox(Math.min(x, cursor.x), Math.min(y, cursor.y), Math.max(x, cursor.x) + 0.99,
            Math.max(y, cursor.y) + 0.99, add);
    }
}
