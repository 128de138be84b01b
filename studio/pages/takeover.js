/* Take over: a person takes a seat of a recorded game from the shown cycle on, and demonstrates
 * a goal. Give back: an agent takes the seat again. */

import { button, el, field, fill, select } from "./dom.js";
import { playerName, seatName } from "./text.js";

/* The storage key of the agent that had the seat. */
function agentKey(session) {
    return `understudy.taken.${session}`;
}

export class TakeOver {
    constructor(watch) {
        this.watch = watch;
        this.dialog = el("dialog", { id: "take-over", aria: { labelledby: "take-title" } });
        this.button = button("take-open", "Take over here", () => this.open());
    }

    async open() {
        const { watch } = this, { connection } = watch.studio, { info } = watch.recording;
        watch.timeline.pause();
        this.cycle = watch.timeline.cycle;
        try {
            [this.home, this.agents] = await Promise.all([connection.request("home"),
                connection.request("agents", { domain: info.domain })]);
        } catch (error) {
            watch.message(error.message);
            return;
        }
        this.layOut();
        this.dialog.showModal();
        await this.offerGoals();
    }

    layOut() {
        const { info } = this.watch.recording;
        const first = Math.max(0, this.watch.seat);
        this.goals = [];
        this.seat = select(info.players.map((player, seat) => ({ value: seat,
            text: seatName(seat, player) })), first);
        this.seat.addEventListener("change", () => {
            this.offerAgents();
            this.offerGoals();
        });
        this.top = el("select");
        this.others = el("div", { className: "take-agents" });
        this.record = el("input", { value: this.freeName(), autocomplete: "off" });
        this.problem = el("p", { className: "error", id: "take-problem",
            attrs: { role: "alert" } });
        fill(this.dialog, el("h2", { id: "take-title" }, `Take over at cycle ${this.cycle}`),
            el("p", { className: "muted" },
                "The game continues from here, and you play this seat. " +
                "Your orders are recorded as a demonstration of the goal below."),
            field("take-seat", "Your seat", this.seat), field("take-top", "Goal to demonstrate",
                this.top), this.others, field("take-record", "Record to (empty: not recorded)",
                this.record), this.problem,
            el("div", { className: "row" },
                button("take-start", "Take over", () => this.start(), { className: "primary" }),
                button("take-cancel", "Cancel", () => this.dialog.close())));
        this.offerAgents();
    }

    /* For each other seat: keep its recorded orders, or choose an agent. */
    offerAgents() {
        const { info } = this.watch.recording, mine = Number(this.seat.value);
        const libraries = this.home.libraries.map(library => `library:${library.file}`);
        const names = [...this.agents.agents.map(agent => agent.name), ...libraries];
        this.controls = info.players.map((recorded, seat) => {
            if (seat === mine)
                return null;
            const player = this.agentName(recorded);
            const known = player && !names.includes(player) &&
                !player.includes("/") ? [player] : [];
            return select([{ value: "", text: "the recorded orders" },
                ...[...known, ...names].map(name => ({ value: name, text: name }))],
            names.includes(player) ? player : "");
        });
        fill(this.others, ...this.controls.map((control, seat) => (control ?
            field(`take-agent-${seat}`, `Player of seat ${seat + 1} ` +
                `(recorded: ${playerName(info.players[seat])})`, control) : null)));
    }

    /* The name of a recorded agent in the studio: a library may lie in one of its folders. */
    agentName(player) {
        const path = ({ path: above }) => `library:${above}/`;
        const folder = this.home.folders.find(one => player?.startsWith(path(one)));
        return folder ? `library:${folder.name}/${player.slice(path(folder).length)}` : player;
    }

    /* Offers the goals that the seat pursues at that cycle, innermost last. */
    async offerGoals() {
        const seat = Number(this.seat.value), { recording } = this.watch;
        let goals = [], nodes = [];
        try {
            ({ nodes } = await recording.plan(this.cycle, seat, []));
            goals = nodes.filter(node => node.pursue);
        } catch (error) {
            this.problem.textContent = error.message;
        }
        this.goals = goals;
        const { selected } = this.watch.tree;
        const chosen = selected?.seat === seat ? goalOf(nodes, selected.n) : null;
        this.top.replaceChildren(el("option", { value: "-1" }, "The game's own goal: win"),
            ...goals.map((node, i) => el("option", { value: String(i),
                selected: node === chosen },
            `${"\u00a0\u00a0".repeat(Math.ceil(node.depth / 2))}${node.text}`)));
    }

    freeName() {
        const folder = this.home.folders.find(candidate => candidate.writable);
        if (!folder)
            return "";
        const name = this.watch.recording.file.replace(/^.*\//, "").replace(/\.jsonl$/, "");
        const taken = new Set(this.home.traces.map(trace => trace.file));
        for (let number = 1; ; number++) {
            const file = `${folder.name}/${name}-from-${this.cycle}` +
                `${number > 1 ? `-${number}` : ""}.jsonl`;
            if (!taken.has(file))
                return file;
        }
    }

    members() {
        const seat = Number(this.seat.value), goal = this.goals[Number(this.top.value)];
        const record = this.record.value.trim();
        return { file: this.watch.recording.file, cycle: this.cycle, seat,
            agents: this.controls.map(control => control?.value || null),
            ...(record ? { record } : {}), ...(goal ? { top: goal.pursue } : {}) };
    }

    async start() {
        this.problem.textContent = "";
        const start = document.getElementById("take-start");
        start.disabled = true;
        try {
            const info = await this.watch.studio.connection.request("play.from", this.members());
            this.dialog.close();
            sessionStorage.setItem(agentKey(info.session), this.agentName(
                this.watch.recording.info.players[Number(this.seat.value)]) ?? "");
            this.watch.studio.go(`#play=${info.session}`);
        } catch (error) {
            this.problem.textContent = error.message;
        }
        start.disabled = false;
    }
}

/* The node or its nearest parent that can be pursued. */
function goalOf(nodes, number) {
    let node = nodes.find(({ n }) => n === number);
    while (node && !node.pursue) {
        const { above } = node;
        node = nodes.find(({ n }) => n === above);
    }
    return node;
}

/* ---- giving the seat back */

/* "Give the seat back" on page Play. The recording of the demonstration ends there. */
export class GiveBack {
    constructor(play) {
        this.play = play;
        this.dialog = el("dialog", { id: "give-back", aria: { labelledby: "give-title" } });
        this.button = button("give-open", "Give the seat back", () => this.open());
        play.page.append(this.dialog);
    }

    async open() {
        const { game, studio } = this.play, { connection } = studio;
        try {
            const [home, agents] = await Promise.all([connection.request("home"),
                connection.request("agents", { domain: game.info.domain })]);
            this.layOut([...agents.agents.map(agent => agent.name),
                ...home.libraries.map(library => `library:${library.file}`)]);
        } catch (error) {
            this.play.message(error.message, true);
            return;
        }
        this.dialog.showModal();
    }

    layOut(names) {
        const before = sessionStorage.getItem(agentKey(this.play.game.session));
        this.agent = select(names.map(name => ({ value: name, text: name })), before);
        this.problem = el("p", { className: "error", id: "give-problem",
            attrs: { role: "alert" } });
        fill(this.dialog, el("h2", { id: "give-title" }, "Give the seat back"),
            el("p", { className: "muted" },
                "Your open goals are closed, and the chosen player continues. " +
                "You watch."),
            field("give-agent", "Player", this.agent), this.problem,
            el("div", { className: "row" },
                button("give-now", "Give back", () => this.give(), { className: "primary" }),
                button("give-cancel", "Cancel", () => this.dialog.close())));
    }

    async give() {
        const { game } = this.play;
        try {
            const { file } = await game.request("play.seat", { seat: game.seat,
                agent: this.agent.value });
            this.dialog.close();
            this.play.studio.givenBack = file;
            /* Opens the page anew, because the seat has changed. */
            dispatchEvent(new HashChangeEvent("hashchange"));
        } catch (error) {
            this.problem.textContent = error.message;
        }
    }
}
