/* The tree of a behavior, as a tree control: up and down move, left and right fold and unfold. */

import { el } from "./dom.js";

export class BehaviorTree {
    constructor(root) {
        this.element = el("ul", { className: "tree", id: "tree", attrs: { role: "tree" },
            aria: { label: "Tree of the behavior" },
            on: { keydown: event => this.press(event), click: event => this.click(event) } },
        this.node(root, 1));
        this.element.querySelector("[role=treeitem]").tabIndex = 0;
    }

    node({ kind, label, text, children }, level) {
        const rest = text.startsWith(`${kind} `) ? text.slice(kind.length) : text === kind ? ""
            : null;
        const line = el("span", { className: "node", tabIndex: -1, attrs: { role: "treeitem" },
            aria: { level: String(level) } },
            label ? el("span", { className: "step-label" }, `${label}: `) : null,
            el("span", { className: "kind", data: { kind } }, rest === null ? "" : kind),
            rest ?? text);
        const place = el("li", { attrs: { role: "none" } }, line);
        if (children.length) {
            line.setAttribute("aria-expanded", "true");
            place.append(el("ul", { attrs: { role: "group" } },
                ...children.map(child => this.node(child, level + 1))));
        }
        return place;
    }

    /* Items that no folded parent hides. */
    get items() {
        return [...this.element.querySelectorAll("[role=treeitem]")].filter(item =>
            !item.closest("ul").closest("[aria-expanded=false] + ul"));
    }

    go(item) {
        for (const other of this.element.querySelectorAll("[tabindex='0']"))
            other.tabIndex = -1;
        item.tabIndex = 0;
        item.focus();
    }

    fold(item, open) {
        if (item.hasAttribute("aria-expanded"))
            item.setAttribute("aria-expanded", String(open));
    }

    click(event) {
        const item = event.target.closest("[role=treeitem]");
        if (!item)
            return;
        this.fold(item, item.getAttribute("aria-expanded") === "false");
        this.go(item);
    }

    press(event) {
        const item = event.target.closest("[role=treeitem]"), { items } = this;
        const at = items.indexOf(item), open = item.getAttribute("aria-expanded");
        const actions = {
            ArrowDown: () => items[at + 1],
            ArrowUp: () => items[at - 1],
            Home: () => items[0],
            End: () => items.at(-1),
            ArrowRight: () => (open === "false" ? this.fold(item, true)
                : open === "true" ? items[at + 1] : null),
            ArrowLeft: () => (open === "true" ? this.fold(item, false)
                : item.closest("ul").previousElementSibling),
            Enter: () => this.fold(item, open === "false"),
            " ": () => this.fold(item, open === "false"),
        };
        if (!actions[event.key])
            return;
        const next = actions[event.key]();
        if (next)
            this.go(next);
        event.preventDefault();
    }
}
