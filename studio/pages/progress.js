/* The progress of an experiment and of each player, as bars. */

import { el, fill, setText } from "./dom.js";

export class Progress {
    constructor() {
        this.all = new Bar("progress-all", "All games");
        this.rate = el("p", { className: "muted", id: "progress-rate" });
        this.body = el("tbody");
        this.rows = new Map();
        this.players = el("details", { id: "progress-details" },
            el("summary", {}, "Players"), this.table());
        this.element = el("section", { className: "card", id: "progress",
            aria: { labelledby: "progress-title" } },
        el("h2", { id: "progress-title" }, "Progress"), this.all.element, this.rate, this.players);
    }

    show(answer) {
        const state = answer.missing ? "open" : "done";
        if (this.state !== state)
            this.players.open = answer.missing > 0;
        this.state = state;
        this.all.show(answer.played, answer.crash + answer.timeout, answer.games);
        setText(this.rate, this.rateText(answer));
        if (this.rows.size !== answer.players.length) {
            this.rows = new Map(answer.players.map((player, i) => [i, new Row(player, i)]));
            fill(this.body, ...[...this.rows.values()].map(row => row.element));
        }
        answer.players.forEach((player, i) => this.rows.get(i).show(player));
    }

    table() {
        const heads = ["Player", "Agent", "Games", "", "Failed", "Score"];
        return el("div", { className: "scroll", tabIndex: 0, attrs: { role: "group" },
            aria: { label: "Players" } },
        el("table", { className: "sheet", id: "progress-players" },
            el("thead", {}, el("tr", {}, ...heads.map((text, i) => (text ? el("th", { scope: "col",
                className: i === 2 || i > 3 ? "number" : "" }, text) : el("td"))))), this.body));
    }

    /* The rate since the page first saw the experiment run. */
    rateText(answer) {
        const now = performance.now();
        if (!answer.running || !this.from)
            this.from = { now, played: answer.played };
        const minutes = (now - this.from.now) / 60000, games = answer.played - this.from.played;
        if (!answer.running || games < 2)
            return answer.played ? `${(answer.game_us / 1e6 / answer.played).toFixed(2)} s a game`
                : "";
        const rate = games / minutes, left = answer.missing / rate;
        return `${rate.toFixed(rate < 10 ? 1 : 0)} games a minute, about ` +
            `${left < 1 ? `${Math.ceil(left * 60)} s` : `${Math.ceil(left)} min`} left`;
    }
}

class Row {
    constructor({ name, agent }, index) {
        this.bar = new Bar(`progress-${index}`, name);
        this.games = el("td", { className: "number" });
        this.failed = el("td", { className: "number" });
        this.score = el("td", { className: "number" });
        this.element = el("tr", {}, el("th", { scope: "row" }, name),
            el("td", { className: "muted" }, agent), this.games,
            el("td", { className: "wide" }, this.bar.element), this.failed, this.score);
    }

    show({ played, failed, games, score }) {
        this.bar.show(played, failed, games);
        setText(this.games, `${played} of ${games}`);
        setText(this.failed, String(failed));
        setText(this.score, score === undefined ? "-" : score.toFixed(3));
    }
}

class Bar {
    constructor(id, label) {
        this.good = el("span", { className: "good" });
        this.bad = el("span", { className: "bad" });
        this.element = el("div", { id, className: "progress-bar", attrs: { role: "progressbar" },
            aria: { label, valuemin: "0" } }, this.good, this.bad);
    }

    show(played, failed, games) {
        const share = number => `${games ? (100 * number) / games : 0}%`;
        this.good.style.width = share(played - failed);
        this.bad.style.width = share(failed);
        this.element.setAttribute("aria-valuemax", String(games));
        this.element.setAttribute("aria-valuenow", String(played));
        this.element.setAttribute("aria-valuetext",
            `${played} of ${games} played${failed ? `, ${failed} failed` : ""}`);
    }
}
