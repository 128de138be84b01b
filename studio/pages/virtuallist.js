/* A virtual list: only the rows in view are elements. One row is active: arrow keys move it,
 * Enter and a click act on it. `draw(index)` makes a row, `choose(index)` handles a new active
 * row, `act(index, event)` handles Enter or a click, `key(event, index)` other keys. */

import { el } from "./dom.js";

const OVERSCAN = 4; /* rows drawn above and below the view */

export class VirtualList {
    constructor({ id, label, height, role = "listbox", rowRole = "option", draw, choose, act, key,
        emptyText = "" }) {
        Object.assign(this, { id, height, rowRole, draw, choose, act, key, emptyText });
        this.count = 0;
        this.active = -1;
        this.space = el("div", { className: "virtual-space", attrs: { role: "presentation" } });
        this.empty = el("p", { className: "muted virtual-empty" }, emptyText);
        this.element = el("div", { id, className: "virtual-view", tabIndex: 0, attrs: { role },
            aria: { label }, on: {
                scroll: () => this.show(),
                keydown: event => this.press(event),
                click: event => this.click(event),
            } }, this.space);
        this.box = el("div", { className: "virtual-box" }, this.empty, this.element);
        this.sizes = new ResizeObserver(() => this.show());
        this.sizes.observe(this.element);
    }

    close() {
        this.sizes.disconnect();
    }

    /* Sets the number of items, and draws all rows. */
    set(count) {
        this.count = count;
        this.empty.hidden = count > 0;
        this.element.hidden = count === 0;
        this.space.style.height = `${count * this.height}px`;
        if (this.active >= count)
            this.active = count - 1;
        this.show();
    }

    show() {
        const { element, height, count } = this;
        if (!element.isConnected || element.hidden)
            return;
        const first = Math.max(0, Math.floor(element.scrollTop / height) - OVERSCAN);
        const last = Math.min(count,
            Math.ceil((element.scrollTop + element.clientHeight) / height) +
            OVERSCAN);
        this.update(first, last);
        if (this.active >= first && this.active < last)
            element.setAttribute("aria-activedescendant", `${this.id}-${this.active}`);
        else
            element.removeAttribute("aria-activedescendant");
    }

    /* Equal rows keep their elements. */
    update(first, last) {
        const { space } = this;
        let old = space.firstElementChild;
        for (let i = first; i < last; i++) {
            const row = this.row(i);
            while (old && Number(old.dataset.index) < i)
                old = drop(old);
            if (old && Number(old.dataset.index) === i) {
                const next = old.nextElementSibling;
                if (!old.isEqualNode(row))
                    old.replaceWith(row);
                old = next;
            } else {
                space.insertBefore(row, old);
            }
        }
        while (old)
            old = drop(old);
    }

    row(index) {
        const row = this.draw(index);
        row.id = `${this.id}-${index}`;
        row.dataset.index = String(index);
        row.classList.add("virtual-row");
        row.style.top = `${index * this.height}px`;
        row.style.height = `${this.height}px`;
        row.setAttribute("role", this.rowRole);
        row.setAttribute("aria-setsize", String(this.count));
        row.setAttribute("aria-posinset", String(index + 1));
        row.setAttribute("aria-selected", String(index === this.active));
        return row;
    }

    /* Makes a row the active one, and scrolls to it. silent: without `choose`. */
    go(index, silent = false) {
        this.active = Math.max(-1, Math.min(this.count - 1, index));
        if (this.active >= 0)
            this.reveal(this.active);
        this.show();
        if (!silent && this.active >= 0)
            this.choose?.(this.active);
    }

    reveal(index) {
        const { element, height } = this, top = index * height;
        if (top < element.scrollTop)
            element.scrollTop = top;
        else if (top + height > element.scrollTop + element.clientHeight)
            element.scrollTop = top + height - element.clientHeight;
    }

    /* Scrolls the row to the middle of the view. */
    center(index) {
        const { element, height } = this;
        element.scrollTop = (index + 0.5) * height - element.clientHeight / 2;
        this.show();
    }

    /* Finds the row by the mouse: it may have been drawn anew during the click. */
    click(event) {
        const index = Math.floor((event.clientY - this.space.getBoundingClientRect().top) /
            this.height);
        if (index < 0 || index >= this.count)
            return;
        this.go(index);
        this.act?.(index, event);
    }

    press(event) {
        if (event.ctrlKey || event.altKey || event.metaKey)
            return;
        const page = Math.max(1, Math.floor(this.element.clientHeight / this.height) - 1);
        const move = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }[event.key];
        if (move)
            this.go(Math.max(0, this.active + move));
        else if (event.key === "Home" || event.key === "End")
            this.go(event.key === "Home" ? 0 : this.count - 1);
        else if (event.key === "Enter" && this.active >= 0)
            this.act?.(this.active, event);
        else if (!this.key?.(event, this.active))
            return;
        event.preventDefault();
        event.stopPropagation();
    }
}

function drop(row) {
    const next = row.nextElementSibling;
    row.remove();
    return next;
}
