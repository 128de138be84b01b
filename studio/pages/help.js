/* The keys, in a dialog. */

import { button, el } from "./dom.js";
import { KEYS } from "./keys.js";

export class Help {
    constructor(root, keys = KEYS) {
        this.dialog = el("dialog", { id: "help", aria: { labelledby: "help-title" } },
            el("h2", { id: "help-title" }, "Keys and mouse"),
            el("div", { className: "help-parts", tabIndex: 0, aria: { label: "Keys" },
                attrs: { role: "group" } }, ...keys.map(part)),
            button("help-close", "Close", () => this.dialog.close(), { className: "main" }));
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
