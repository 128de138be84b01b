/* Shows the page that the address names: #home, #play=SESSION, #PAGE=WHAT. A page is a
 * module with `open(root, params, studio)`, which returns (or promises) an object with `close()`.
 * `studio` is what pages share: the socket, a place in the bar, and how to go elsewhere. */

import { Link, linkAddress } from "./link.js";
import { el, fill, setText } from "./dom.js";
import { installHooks } from "./hooks.js";
import { problemText } from "./places.js";

const PAGES = {
    home: { title: "Home", load: () => import("./home.js") },
    play: { title: "Play", load: () => import("./play.js") },
    watch: { title: "Watch", load: () => import("./watch.js") },
    label: { title: "Label", load: () => import("./label.js") },
    compare: { title: "Compare", load: () => import("./compare.js") },
};

const root = document.getElementById("page");
const studio = {
    link: new Link(linkAddress(location)),
    bar: document.getElementById("bar-page"),
    pages: new Set(Object.keys(PAGES)), /* whoever links to a page asks whether it is there */
    go: hash => {
        location.hash = hash;
    },
};
let shown = null, turn = 0, opening = Promise.resolve();

function parse(hash) {
    const [, name, params] = /^#?([a-z]*)=?(.*)$/.exec(hash) ?? [];
    return PAGES[name] ? { name, params: decode(params) } : { name: "home", params: "" };
}

/* Somebody may have written it by hand. */
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

/* One that was left while it opened is opened first, and closed: what it gives up is its own, and not
 * what the next one has asked for. */
function show() {
    const { name, params } = parse(location.hash);
    const mine = ++turn;
    shown?.close();
    shown = null;
    fill(root);
    fill(studio.bar);
    markNav(name);
    document.body.dataset.page = name;
    document.title = `${PAGES[name].title} - Understudy Studio`;
    opening = opening.then(() => mine === turn && open(name, params, mine));
}

async function open(name, params, mine) {
    fill(root);
    fill(studio.bar);
    try {
        const page = await (await PAGES[name].load()).open(root, params, studio);
        if (mine !== turn)
            page.close();
        else
            shown = page;
    } catch (error) {
        if (mine === turn)
            fill(root, trouble(error));
    }
}

function trouble(error) {
    return el("section", { className: "notice", id: "page-trouble", attrs: { role: "alert" } },
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
    studio.link.on("open", () => state("open", "Connected"));
    studio.link.on("lost", () => state("lost", "Connection lost, trying again"));
}

watchConnection();
installHooks(studio);
addEventListener("hashchange", show);
show();
