/* Shows the page that the address names: #home, #play=SESSION, #PAGE=PARAMETERS. A page is a
 * module with `open(root, params, studio)`, which returns an object with `close()`, or a promise
 * of one. Pages share `studio`: the connection, a place in the bar, and navigation. */

import { Connection, socketAddress } from "./connection.js";
import { el, fill, setText } from "./dom.js";
import { installTestApi } from "./testapi.js";
import { problemText } from "./text.js";

const PAGES = {
    home: { title: "Home", load: () => import("./home.js") },
    play: { title: "Play", load: () => import("./play.js") },
    watch: { title: "Watch", load: () => import("./watch.js") },
    label: { title: "Label", load: () => import("./label.js") },
    compare: { title: "Compare", load: () => import("./compare.js") },
};

const root = document.getElementById("page");
const studio = {
    connection: new Connection(socketAddress(location)),
    bar: document.getElementById("bar-page"),
    pages: new Set(Object.keys(PAGES)), /* links to other pages check whether the page exists */
    go: hash => {
        location.hash = hash;
    },
};
let current = null, navigation = 0, opening = Promise.resolve();

function parse(hash) {
    const [, name, params] = /^#?([a-z]*)=?(.*)$/.exec(hash) ?? [];
    return PAGES[name] ? { name, params: decode(params) } : { name: "home", params: "" };
}

/* A hand-written address may be malformed. */
function decode(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

function markNav(name) {
    for (const link of document.querySelectorAll("#nav a"))
        if (link.id === `nav-${name}`)
            link.setAttribute("aria-current", "page");
        else
            link.removeAttribute("aria-current");
}

/* Opens pages one after the other. A page that was left while it opened is closed before the
 * next one opens, so that it releases its own requests only. */
function show() {
    const { name, params } = parse(location.hash);
    const own = ++navigation;
    current?.close();
    current = null;
    fill(root);
    fill(studio.bar);
    markNav(name);
    document.body.dataset.page = name;
    document.title = `${PAGES[name].title} - Understudy Studio`;
    opening = opening.then(() => own === navigation && open(name, params, own));
}

async function open(name, params, own) {
    fill(root);
    fill(studio.bar);
    try {
        const page = await (await PAGES[name].load()).open(root, params, studio);
        if (own !== navigation)
            page.close();
        else
            current = page;
    } catch (error) {
        if (own === navigation)
            fill(root, errorSection(error));
    }
}

function errorSection(error) {
    return el("section", { className: "notice", id: "page-error", attrs: { role: "alert" } },
        el("h2", {}, "This page cannot be shown"),
        el("p", {}, problemText(error)),
        el("p", {}, el("a", { href: "#home" }, "Go to the home page")));
}

function watchConnection() {
    const place = document.getElementById("connection");
    const state = (word, text) => {
        place.dataset.state = word;
        setText(place, text);
    };
    studio.connection.on("open", () => state("open", "Connected"));
    studio.connection.on("lost", ({ reason }) => state("lost",
        reason ? `${reason}; this page tries again` : "Connection lost, reconnecting"));
    /* A page that could not be shown for want of a connection is shown once there is one. */
    studio.connection.on("open", () => {
        if (document.getElementById("page-error"))
            show();
    });
}

watchConnection();
installTestApi(studio);
addEventListener("hashchange", show);
show();
