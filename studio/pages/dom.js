/* Creates elements. `props` are properties of the element; `data` sets data- attributes, `on`
 * listeners, `aria` and `attrs` attributes. Texts are never read as HTML. */

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

/* Replaces the children of an element; the focus stays on the element with the same id. */
export function fill(parent, ...children) {
    const focused = parent.contains(document.activeElement) ? document.activeElement.id : "";
    parent.replaceChildren(...children.filter(child => child !== null && child !== undefined));
    if (focused)
        document.getElementById(focused)?.focus();
}

/* Sets the text if it changed, so that nothing is laid out or read aloud again. */
export function setText(element, text) {
    if (element.textContent !== text)
        element.textContent = text;
}

export function button(id, text, press, props = {}) {
    return el("button", { id, type: "button", on: { click: press }, ...props }, text);
}

/* A control below its label. */
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

/* Returns a function that runs `work` once in the next animation frame, however often it is
 * called. */
export function oncePerFrame(work) {
    let requested = false;
    return () => {
        if (requested)
            return;
        requested = true;
        requestAnimationFrame(() => {
            requested = false;
            work();
        });
    };
}

/* ---- icons */

/* Drawn, because some fonts lack such signs. They take the color of the text around them. */
const SVG = "http://www.w3.org/2000/svg";

/* Paths in a square of 16. "fill": a shape; "line": strokes. */
const SHAPES = {
    open: ["line", "M8 2.5 L13.5 8 L8 13.5 L2.5 8 Z"],
    running: ["fill", "M4 2.5 L13.5 8 L4 13.5 Z"],
    waiting: ["line", "M3.5 2.5 H12.5 M3.5 13.5 H12.5 M4.5 2.5 C4.5 7 11.5 9 11.5 13.5 M11.5 2.5 " +
        "C11.5 7 4.5 9 4.5 13.5"],
    held: ["line", "M8 6.5 A2 2 0 1 1 8 2.5 A2 2 0 1 1 8 6.5 V13.5 M5 8.5 H11 M2.5 10 C3.5 14.5 " +
        "12.5 14.5 13.5 10"],
    done: ["line", "M2.5 8.5 L6.5 12.5 L13.5 4"],
    failed: ["line", "M3.5 3.5 L12.5 12.5 M12.5 3.5 L3.5 12.5"],
    stopped: ["fill", "M3.5 3.5 H12.5 V12.5 H3.5 Z"],
    left: ["fill", "M6 6 H10 V10 H6 Z"],
    warning: ["line", "M8 2.5 L14.5 13.5 H1.5 Z M8 6.5 V9.5 M8 11.2 V11.8"],
};

export function icon(name) {
    const [style, shape] = SHAPES[name];
    const picture = document.createElementNS(SVG, "svg");
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", shape);
    picture.setAttribute("class", `icon ${style}`);
    picture.setAttribute("viewBox", "0 0 16 16");
    picture.setAttribute("aria-hidden", "true");
    picture.append(path);
    return picture;
}
