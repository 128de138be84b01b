/* Page Home: running games, recorded games, libraries, experiments, and the form of a new game. */

import { button, el, fill } from "./dom.js";
import { newGameForm } from "./newgame.js";
import { compareLink, experimentName, playerName } from "./text.js";

export async function open(root, params, studio) {
    const left = el("div"), right = el("div");
    fill(root, el("div", { className: "home" }, left, right));
    const load = async () => {
        const home = await studio.connection.request("home");
        const form = newGameForm(home, studio), games = sessions(home, studio);
        fill(left, ...(home.sessions.length ? [games, form] : [form, games]));
        fill(right, traces(home, studio), files("libraries", "Libraries", home.libraries,
            "library"),
            files("experiments", "Experiments", home.experiments, "experiment"), folders(home));
    };
    await load();
    return { close: studio.connection.on("open", () => load().catch(() => {})) };
}

function card(id, title, items, nothing) {
    return el("section", { className: "card", id, aria: { labelledby: `${id}-title` } },
        el("h2", { id: `${id}-title` }, title),
        items.length
            ? el("ul", { className: "rows", tabIndex: 0, aria: { labelledby: `${id}-title` } },
                ...items)
            : el("p", { className: "muted" }, nothing));
}

function sessions(home, studio) {
    const rows = home.sessions.map(session => el("li", { data: { session: session.session } },
        el("span", { className: "grow" }, `${session.map} at cycle ${session.cycle}`,
            el("small", {}, session.domain + (session.file ? `, recorded to ${session.file}` : "") +
                (session.taken ? ", open in another page" : ""))),
        button(`session-${session.session}`, "Continue",
            () => studio.go(`#play=${session.session}`),
            { aria: { label: `Continue ${session.map} at cycle ${session.cycle}` } })));
    return card("sessions", "Running games", rows, "No game is running.");
}

function playersText(players) {
    return (players ?? []).map(playerName).join(" against ");
}

function traces(home, studio) {
    const shipped = new Set(home.folders.filter(folder => !folder.writable).map(({ name }) =>
        name));
    const foreign = ({ file }) => Number(shipped.has(file.split("/", 1)[0]));
    const rows = home.traces.sort((a, b) => foreign(a) - foreign(b)).map(trace =>
        el("li", { data: { file: trace.file } },
        el("span", { className: "grow" }, trace.file,
            el("small", {}, `${trace.domain} on ${trace.map}, ${playersText(trace.players)}` +
                `, ${sizeText(trace.size)}${trace.labels ? ", labeled" : ""}` +
                (trace.recording ? ", being recorded" : ""))),
        ...["Watch", "Label"].filter(name => studio.pages.has(name.toLowerCase())).map(name =>
            el("a", { href: `#${name.toLowerCase()}=${encodeURIComponent(trace.file)}`,
                aria: { label: `${name} ${trace.file}` } }, name))));
    return card("traces", "Recorded games", rows, "There is no recorded game in the folders.");
}

function files(id, title, list, kind) {
    const rows = (list ?? []).map(item => el("li", { data: { file: item.file } },
        el("span", { className: "grow" }, experimentName(item.name ?? item.file)),
        el("span", { className: "muted" }, item.size ? sizeText(item.size) : ""),
        el("a", { href: compareLink(kind, item.file), aria: { label: `Open ${item.file}` } },
            "Open")));
    return card(id, title, rows, "There are none in the folders.");
}

function folders(home) {
    const rows = home.folders.map(folder => el("li", {},
        el("span", { className: "grow" }, folder.name, el("small", {}, folder.path)),
        el("span", { className: "muted" }, folder.writable ? "" : "read only")));
    return card("folders", "Folders", rows, "No folder was chosen.");
}

function sizeText(bytes) {
    if (bytes < 1000)
        return `${bytes} bytes`;
    return bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
