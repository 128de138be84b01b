/* The keyboard of page Label. A text field keeps its keys; a focused button keeps Space and
 * Enter. */

export const LABEL_KEYS = [
    ["Moving", [
        ["Left, Right", "previous order, next order; with Shift extend the choice"],
        ["Up, Down", "lane above, lane below; the top lane holds all orders"],
        ["Page up, down", "ten lanes up, down"],
        ["Home, End", "first, last order of the goal; of the game in the top lane"],
        ["N, Shift + N", "next, previous order without a goal"],
        ["F", "next finding"],
        ["+ and -, 0", "zoom, show all orders"],
        ["Alt + Left, Right", "move the view"],
        ["Drag over orders", "choose several"],
        ["Drag an edge", "move it"],
        ["Double click", "edit the goal"],
        ["Wheel over the orders, Ctrl + wheel", "zoom"],
        ["Shift + wheel, Alt + drag", "move the view"],
    ]],
    ["Goals", [
        ["A", "add a goal for the chosen orders"],
        ["E", "edit the chosen goal"],
        ["[ and {", "the goal begins one order earlier, later"],
        ["] and }", "the goal ends one order later, earlier"],
        ["Alt + [, Alt + ]", "the goal begins, ends at the chosen order"],
        ["S", "split the goal before the chosen order"],
        ["M", "merge it with the next instance of the same goal"],
        ["X, I", "exclude, include the chosen orders"],
        ["Delete", "delete the goal; reject a suggestion"],
        ["Enter", "accept a suggestion; edit another goal"],
        ["Ctrl + Z, Ctrl + Shift + Z", "undo, redo (also Ctrl + Y)"],
        ["G", "suggest goals"],
        ["Escape", "cancel a new goal; go to the lane of orders"],
        ["?", "this help"],
    ]],
];

export class LabelKeys {
    constructor(page) {
        this.page = page;
        this.listener = event => this.press(event);
        document.addEventListener("keydown", this.listener);
    }

    close() {
        document.removeEventListener("keydown", this.listener);
    }

    press(event) {
        const { target } = event, cancels = event.key === "Escape";
        const typing = target.matches?.("input:not([type=checkbox]), textarea");
        const choosing = target.matches?.("select") && !event.ctrlKey;
        if (event.defaultPrevented || event.metaKey || target.closest?.("dialog") ||
            ((typing || choosing) && !cancels))
            return;
        if (target.matches?.("button, a, summary, input") &&
            (event.key === "Enter" || event.key === " "))
            return;
        const done = event.ctrlKey ? this.control(event) : event.altKey ? this.alt(event) :
            this.move(event) || this.plain(event);
        if (done)
            event.preventDefault();
    }

    control(event) {
        const key = event.key.toLowerCase(), { labels } = this.page;
        if (key === "z")
            event.shiftKey ? labels.redo() : labels.undo();
        else if (key === "y")
            labels.redo();
        else
            return false;
        return true;
    }

    alt(event) {
        const { lanes, edge, labels } = this.page;
        const actions = { ArrowLeft: () => lanes.pan(-120), ArrowRight: () => lanes.pan(120),
            BracketLeft: () => edge("from", labels.order),
                BracketRight: () => edge("to", labels.order + 1) };
        const action = actions[event.key] ?? actions[event.code];
        action?.();
        return Boolean(action);
    }

    /* A focused list that scrolls keeps its arrow keys. */
    move(event) {
        const { labels } = this.page, row = labels.goal ? labels.place.get(labels.goal) : -1;
        if (event.target.matches?.("pre, ul"))
            return false;
        const to = at => {
            const next = Math.max(-1, Math.min(labels.rows.length - 1, at));
            labels.choose(next < 0 ? 0 : labels.rows[next].goal.id);
        };
        const list = event.target.id === "order-list", step = event.shiftKey;
        const along = by => labels.choose(labels.goal, labels.order + by, step);
        const actions = { ArrowLeft: () => along(-1), ArrowRight: () => along(1),
            ArrowUp: () => (list ? along(-1) : to(row - 1)),
            ArrowDown: () => (list ? along(1) : to(row + 1)),
            PageUp: () => (list ? along(-10) : to(row - 10)),
            PageDown: () => (list ? along(10) : to(row + 10)),
            Home: () => labels.choose(labels.goal, this.page.bounds()[0], step),
            End: () => labels.choose(labels.goal, this.page.bounds()[1] - 1, step) };
        actions[event.key]?.();
        return event.key in actions;
    }

    plain(event) {
        const { page } = this, { labels, lanes, actions } = page, [from, to] = page.bounds();
        const table = {
            "n": () => labels.nextUnlabeled(1), "N": () => labels.nextUnlabeled(-1),
            "f": () => page.findings.next(), "+": () => lanes.zoom(1), "=": () => lanes.zoom(1),
            "-": () => lanes.zoom(-1), "0": () => lanes.fit(), "a": () => page.form.add(),
            "e": actions.edit, "s": actions.split, "m": actions.merge, "x": actions.exclude,
            "i": actions.include, "g": actions.suggest, "Delete": actions.remove,
            "Backspace": actions.remove, "Enter": actions.accept, "?": () => page.help.open(),
            "[": () => page.edge("from", from - 1), "{": () => page.edge("from", from + 1),
            "]": () => page.edge("to", to + 1), "}": () => page.edge("to", to - 1),
            "Escape": () => page.escape(),
        };
        const action = table[event.key] ?? table[event.key.toLowerCase()];
        action?.();
        return Boolean(action);
    }
}
