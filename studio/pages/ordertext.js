/* Orders as people read them. */

import { words } from "./dom.js";

export function unitsOf({ args }) {
    return args?.units ?? (args?.unit ? [args.unit] : []);
}

/* What is to be done; to whom it is said stands elsewhere. */
export function orderText({ order, args }) {
    const { unit, units, x, y, queued, ...others } = args ?? {};
    const parts = Object.entries(others).map(([name, value]) =>
        (typeof value === "string" ? words(value) : `${words(name)} ${value}`));
    if (x !== undefined)
        parts.push(`at ${x}, ${y}`);
    if (queued)
        parts.push("queued");
    return [words(order ?? "an order without words"), ...parts].join(" ");
}
