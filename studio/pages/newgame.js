/* The form of a new game. The domain determines its choices: maps, agents, factions, fog. */

import { button, el, field, fill, select } from "./dom.js";

const STORAGE_KEY = "understudy.newgame";

function lastChoices() {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY)) ?? {};
}

export function newGameForm(home, studio) {
    const form = new Form(home, studio);
    return form.element;
}

class Form {
    constructor(home, studio) {
        this.home = home;
        this.studio = studio;
        this.before = lastChoices();
        this.domain = select(home.domains.map(name => ({ value: name, text: name })),
            this.before.domain);
        this.domain.addEventListener("change", () => this.load());
        this.choices = el("div", { className: "choices" });
        this.problem = el("p", { className: "error", id: "new-problem",
            attrs: { role: "alert" } });
        this.start = button("new-start", "Start", () => {},
            { type: "submit", className: "primary" });
        this.form = el("form", { id: "new-game", on: { submit: event => this.submit(event) } },
            field("new-domain", "Game", this.domain), this.choices, this.problem, this.start);
        this.element = el("section", { className: "card", aria: { labelledby: "new-title" } },
            el("h2", { id: "new-title" }, "New game"), this.form);
        this.load();
    }

    async load() {
        const domain = this.domain.value;
        this.start.disabled = true;
        try {
            const [maps, agents] = await Promise.all([
                this.studio.connection.request("maps", { domain }),
                this.studio.connection.request("agents", { domain }),
            ]);
            if (domain === this.domain.value)
                this.offer(maps.maps, agents);
        } catch (error) {
            this.problem.textContent = error.message;
        }
    }

    offer(maps, agents) {
        this.map = select(maps.map(map => ({ value: map.name,
            text: `${map.name} (${map.width} x ${map.height})` })));
        this.seat = select([{ value: 0, text: "Seat 1" }, { value: 1, text: "Seat 2" },
            { value: -1, text: "Only watch" }]);
        this.seat.addEventListener("change", () => this.seatAgents());
        const names = [...agents.agents.map(({ name }) => name),
            ...this.home.libraries.map(({ file }) => `library:${file}`)];
        this.opponents = [0, 1].map(() => select(names.map(name => ({ value: name, text: name }))));
        this.seed = el("input", { value: "1", inputMode: "numeric", pattern: "[0-9]+",
            autocomplete: "off" });
        this.file = el("input", { value: this.freeName(), autocomplete: "off" });
        this.fog = el("input", { type: "checkbox", id: "new-fog", disabled: !agents.fog });
        this.factions = [0, 1].map(() => select([{ value: "", text: "From the map" },
            ...agents.factions.map(name => ({ value: name, text: name }))]));
        this.restoreChoices(this.domain.value);
        this.layOut(agents);
        this.start.disabled = maps.length === 0;
    }

    /* Restores the choices of the last game that are still available. */
    restoreChoices(domain) {
        const { before } = this;
        if (before.domain !== domain)
            return;
        const put = (control, value) => {
            if ([...control.options].some(option => option.value === String(value)))
                control.value = String(value);
        };
        put(this.map, before.map);
        put(this.seat, before.seat);
        this.opponents.forEach((control, seat) => put(control, before.agents[seat]));
        this.factions.forEach((control, seat) => put(control, before.factions[seat] ?? ""));
        this.fog.checked = before.fog && !this.fog.disabled;
    }

    layOut(agents) {
        this.agentFields = this.opponents.map((control, seat) =>
            field(`new-agent-${seat}`, `Player of seat ${seat + 1}`, control));
        const factions = agents.factions.length > 1 ? el("div", { className: "pair" },
            ...this.factions.map((control, seat) =>
                field(`new-faction-${seat}`, `Faction of seat ${seat + 1}`, control))) : null;
        fill(this.choices,
            el("div", { className: "pair" }, field("new-map", "Map", this.map),
                field("new-seat", "Your seat", this.seat)),
            el("div", { className: "pair", id: "new-agents" }, ...this.agentFields), factions,
            el("div", { className: "pair" }, field("new-seed", "Seed", this.seed),
                el("div", { className: "check" }, this.fog,
                    el("label", { htmlFor: "new-fog" }, "Fog"))),
            field("new-file", "Record to (empty: not recorded)", this.file));
        this.seatAgents();
    }

    seatAgents() {
        this.agentFields.forEach((part, seat) => {
            part.hidden = Number(this.seat.value) === seat;
        });
        document.getElementById("new-agents").className = this.seat.value === "-1" ? "pair" : "";
    }

    freeName() {
        const folder = this.home.folders.find(candidate => candidate.writable);
        if (!folder)
            return "";
        const taken = new Set(this.home.traces.map(trace => trace.file));
        let number = 1;
        while (taken.has(`${folder.name}/game-${number}.jsonl`))
            number++;
        return `${folder.name}/game-${number}.jsonl`;
    }

    members() {
        const seat = Number(this.seat.value), file = this.file.value.trim();
        return {
            domain: this.domain.value, map: this.map.value, seat, seed: this.seed.value.trim(),
            fog: this.fog.checked,
            agents: this.opponents.map((control, i) => (i === seat ? null : control.value)),
            factions: this.factions.map(control => control.value || null),
            ...(file ? { file } : {}),
        };
    }

    async submit(event) {
        event.preventDefault();
        this.problem.textContent = "";
        this.start.disabled = true;
        try {
            const members = this.members();
            const info = await this.studio.connection.request("play.open", members);
            sessionStorage.setItem(STORAGE_KEY, JSON.stringify(members));
            this.studio.go(`#play=${info.session}`);
        } catch (error) {
            this.problem.textContent = error.message;
        }
        this.start.disabled = false;
    }
}
