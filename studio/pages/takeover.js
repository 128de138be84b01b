/* "Take over here": a person takes a seat of the recorded game from the shown cycle on. What is
 * played from there is recorded as a demonstration, for the goal that is chosen. */

import { button, el, field, fill, select } from "./dom.js";
import { playerName, seatName } from "./places.js";

/* Where it is kept who had the seat of a game that goes on. */
export function takenFrom(session) {
    return `understudy.taken.${session}`;
}

export class TakeOver {
    constructor(watch) {
        this.watch = watch;
        this.dialog = el("dialog", { id: "take-over", aria: { labelledby: "take-title" } });
        this.button = button("take-open", "Take over here", () => this.open());
    }

    async open() {
        const { watch } = this, { link } = watch.studio, { info } = watch.recording;
        watch.timeline.pause();
        this.cycle = watch.timeline.cycle;
        try {
            [this.home, this.agents] = await Promise.all([link.ask("home"),
                link.ask("agents", { domain: info.domain })]);
        } catch (error) {
            watch.message(error.message);
            return;
        }
        this.lay();
        this.dialog.showModal();
        await this.offerGoals();
    }

    lay() {
        const { info } = this.watch.recording;
        const first = Math.max(0, this.watch.seat);
        this.goals = [];
        this.seat = select(info.players.map((player, seat) => ({ value: seat,
            text: seatName(seat, player) })), first);
        this.seat.addEventListener("change", () => {
            this.offerOthers();
            this.offerGoals();
        });
        this.top = el("select");
        this.others = el("div", { className: "take-others" });
        this.record = el("input", { value: this.freeName(), autocomplete: "off" });
        this.problem = el("p", { className: "problem", id: "take-problem",
            attrs: { role: "alert" } });
        fill(this.dialog, el("h2", { id: "take-title" }, `Take over at cycle ${this.cycle}`),
            el("p", { className: "soft" }, "The game goes on from here with you at that seat. " +
                "What you do is recorded as a demonstration for the goal below."),
            field("take-seat", "You take", this.seat), field("take-top", "You demonstrate",
                this.top), this.others, field("take-record", "Record to (empty: not recorded)",
                this.record), this.problem,
            el("div", { className: "row" },
                button("take-start", "Take over", () => this.start(), { className: "main" }),
                button("take-cancel", "Cancel", () => this.dialog.close())));
        this.offerOthers();
    }

    /* Whoever has another seat keeps its recorded orders, or somebody plays on. */
    offerOthers() {
        const { info } = this.watch.recording, mine = Number(this.seat.value);
        const libraries = this.home.libraries.map(library => `library:${library.file}`);
        const names = [...this.agents.agents.map(agent => agent.name), ...libraries];
        this.controls = info.players.map((recorded, seat) => {
            if (seat === mine)
                return null;
            const player = this.known(recorded);
            const known = player && !names.includes(player) && !player.includes("/") ? [player] : [];
            return select([{ value: "", text: "keeps the recorded orders" },
                ...[...known, ...names].map(name => ({ value: name, text: name }))],
            names.includes(player) ? player : "");
        });
        fill(this.others, ...this.controls.map((control, seat) => (control ?
            field(`take-agent-${seat}`, `Who plays seat ${seat + 1} ` +
                `(it was ${playerName(info.players[seat])})`, control) : null)));
    }

    /* Who played, as the studio calls it: a library may lie in one of its folders. */
    known(player) {
        const path = ({ path: above }) => `library:${above}/`;
        const folder = this.home.folders.find(one => player?.startsWith(path(one)));
        return folder ? `library:${folder.name}/${player.slice(path(folder).length)}` : player;
    }

    /* The goals that the seat pursues at that cycle, innermost last. */
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
        this.top.replaceChildren(el("option", { value: "-1" }, "The game's own goal: to win"),
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
            const info = await this.watch.studio.link.ask("play.from", this.members());
            this.dialog.close();
            sessionStorage.setItem(takenFrom(info.session), this.known(
                this.watch.recording.info.players[Number(this.seat.value)]) ?? "");
            this.watch.studio.go(`#play=${info.session}`);
        } catch (error) {
            this.problem.textContent = error.message;
        }
        start.disabled = false;
    }
}

/* The node itself, or what it is done for, that is open. */
function goalOf(nodes, number) {
    let node = nodes.find(({ n }) => n === number);
    while (node && !node.pursue) {
        const { above } = node;
        node = nodes.find(({ n }) => n === above);
    }
    return node;
}
