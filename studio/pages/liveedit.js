/* Live editing: a dialog in which a person edits a behavior that is at work in the running game. */

import { button, el, field, fill, select } from "./dom.js";
import { problemText, seatName } from "./text.js";

/* The seats whose players have behaviors to edit. */
export function editableSeats(players) {
    return players.map((player, seat) => ({ player, seat }))
        .filter(({ player }) => /^(library|tree):/.test(player ?? ""));
}

export class LiveEdit {
    constructor(play) {
        this.play = play;
        this.seats = editableSeats(play.game.info.players);
        this.dialog = el("dialog", { id: "live-edit", className: "live-edit",
            aria: { labelledby: "live-title" } });
        this.button = button("live-open", "Behaviors", () => this.open());
        this.button.hidden = this.seats.length === 0;
        play.page.append(this.dialog);
    }

    open() {
        this.seat = select(this.seats.map(({ player, seat }) => ({ value: seat,
            text: seatName(seat, player) })));
        this.seat.addEventListener("change", () => this.list());
        this.behavior = el("select");
        this.behavior.addEventListener("change", () => this.read());
        this.text = el("textarea", { rows: 22, spellcheck: false, wrap: "off" });
        this.file = el("input", { autocomplete: "off", placeholder: "FOLDER/NAME.brl" });
        this.report = el("p", { id: "live-report", attrs: { role: "status" } });
        fill(this.dialog, el("h2", { id: "live-title" }, "Behaviors at work"),
            field("live-seat", "Seat", this.seat), field("live-behavior", "Behavior", this.behavior),
            field("live-text", "Text", this.text),
            this.report,
            el("div", { className: "row" },
                button("live-put", "Put it in", () => this.put(), { className: "primary" }),
                button("live-again", "Read again", () => this.list()),
                button("live-close", "Close", () => this.dialog.close())),
            field("live-file", "Save the running text to", this.file),
            el("div", { className: "row" }, button("live-save", "Save", () => this.save())));
        this.dialog.showModal();
        this.list();
    }

    say(text, bad) {
        this.report.className = bad ? "error" : "muted";
        this.report.textContent = text;
    }

    /* Sends a request about the seat. An error is shown, with its place. */
    async ask(verb, members, then) {
        try {
            then(await this.play.game.request(verb, { seat: Number(this.seat.value), ...members }));
        } catch (error) {
            this.say(problemText(error), true);
        }
    }

    /* Lists the behaviors at work; the chosen one stays chosen. */
    list() {
        return this.ask("live.behaviors", {}, ({ behaviors }) => {
            const chosen = this.behavior.value;
            this.behavior.replaceChildren(...behaviors.map(({ name, goal, replaced }) =>
                el("option", { value: name, selected: name === chosen },
                    `${name}: ${goal}${replaced ? " (changed)" : ""}`)));
            this.say("");
            if (behaviors.length)
                this.read();
        });
    }

    read() {
        return this.ask("live.text", { name: this.behavior.value }, ({ text }) => {
            this.text.value = text;
        });
    }

    put() {
        return this.ask("live.edit", { text: this.text.value }, ({ name }) =>
            this.say(`${name} takes the text when its player thinks next.`));
    }

    save() {
        return this.ask("live.save", { name: this.behavior.value, file: this.file.value.trim() },
            ({ file, name, left_out: leftOut }) => this.say(`${file} is written, with ${name}` +
                (leftOut ? ` and without ${leftOut} cases that do not fit.` : ".")));
    }

    /* The server reports what became of an edit. */
    edited({ put, text, why, cycle }) {
        const said = put ? `Put in at cycle ${cycle}${text ? `; steps ${text}` : ""}.`
            : `Not put in: ${why}`;
        if (this.dialog.open)
            this.say(said, !put);
        else
            this.play.message(said, !put);
    }
}
