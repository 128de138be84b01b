/* Small signs, drawn: not every font has them. They take the color of the text around. */

const SPACE = "http://www.w3.org/2000/svg";

/* In a square of 16. "fill": a shape; "line": strokes. */
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

export function sign(name) {
    const [how, shape] = SHAPES[name];
    const picture = document.createElementNS(SPACE, "svg");
    const path = document.createElementNS(SPACE, "path");
    path.setAttribute("d", shape);
    picture.setAttribute("class", `sign ${how}`);
    picture.setAttribute("viewBox", "0 0 16 16");
    picture.setAttribute("aria-hidden", "true");
    picture.append(path);
    return picture;
}
