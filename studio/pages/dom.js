/* Elements made in one expression. `props` are properties of the element; `data` sets data-
 * attributes, `on` listeners, `aria` and `attrs` attributes. Texts are never read as HTML. */

export function el(tag, props = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(props)) {
        if (name === "data")
            Object.assign(element.dataset, value);
        else if (name === "on")
            for (const [event, listener] of Object.entries(value))
                element.addEventListener(event, listener);
        else if (name === "aria")
            for (const [key, text] of Object.entries(value))
                element.setAttribute(`aria-${key}`, text);
        else if (name === "attrs")
            for (const [key, text] of Object.entries(value))
                element.setAttribute(key, text);
        else if (value !== undefined)
            element[name] = value;
    }
    element.append(...children.filter(child => child !== null && child !== undefined));
    return element;
}

/* Puts children in place of what is there, and keeps the focus on what has the same id. */
export function fill(parent, ...children) {
    const focused = parent.contains(document.activeElement) ? document.activeElement.id : "";
    parent.replaceChildren(...children.filter(child => child !== null && child !== undefined));
    if (focused)
        document.getElementById(focused)?.focus();
}

/* Sets the text only where it changed, so that nothing is laid out or read aloud again. */
export function setText(element, text) {
    if (element.textContent !== text)
        element.textContent = text;
}

export function button(id, text, press, props = {}) {
    return el("button", { id, type: "button", on: { click: press }, ...props }, text);
}

/* A control under its label. */
export function field(id, label, control) {
    control.id = id;
    return el("div", { className: "field" }, el("label", { htmlFor: id }, label), control);
}

export function select(options, chosen) {
    const control = el("select");
    for (const { value, text } of options)
        control.append(el("option", { value: String(value), selected: value === chosen }, text));
    return control;
}

/* "town-hall" as people write it. */
export function words(name) {
    return name.replace(/[-_]/g, " ");
}

/* "1 order", "2 orders". */
export function many(number, thing) {
    return `${number} ${thing}${number === 1 ? "" : "s"}`;
}

/* Asks for work once in the next frame, however often it is asked. */
export function onceAFrame(work) {
    let asked = false;
    return () => {
        if (asked)
            return;
        asked = true;
        requestAnimationFrame(() => {
            asked = false;
            work();
        });
    };
}
