/* "Give back": on the page on which a person plays, an agent takes the seat again. The recording of
 * what the person showed ends there. */

import { button, el, field, fill, select } from "./dom.js";
import { takenFrom } from "./takeover.js";

export class GiveBack {
    constructor(play) {
        this.play = play;
        this.dialog = el("dialog", { id: "give-back", aria: { labelledby: "give-title" } });
        this.button = button("give-open", "Give the seat back", () => this.open());
        play.page.append(this.dialog);
    }

    async open() {
        const { game, studio } = this.play, { link } = studio;
        try {
            const [home, agents] = await Promise.all([link.ask("home"),
                link.ask("agents", { domain: game.info.domain })]);
            this.lay([...agents.agents.map(agent => agent.name),
                ...home.libraries.map(library => `library:${library.file}`)]);
        } catch (error) {
            this.play.message(error.message, true);
            return;
        }
        this.dialog.showModal();
    }

    lay(names) {
        const before = sessionStorage.getItem(takenFrom(this.play.game.session));
        this.agent = select(names.map(name => ({ value: name, text: name })), before);
        this.problem = el("p", { className: "problem", id: "give-problem",
            attrs: { role: "alert" } });
        fill(this.dialog, el("h2", { id: "give-title" }, "Give the seat back"),
            el("p", { className: "soft" }, "Your open goals are closed, and who you choose plays on. " +
                "You go on watching."),
            field("give-agent", "Who plays on", this.agent), this.problem,
            el("div", { className: "row" },
                button("give-now", "Give back", () => this.give(), { className: "main" }),
                button("give-cancel", "Cancel", () => this.dialog.close())));
    }

    async give() {
        const { game } = this.play;
        try {
            const { file } = await game.ask("play.seat", { seat: game.seat,
                agent: this.agent.value });
            this.dialog.close();
            this.play.studio.handed = file;
            dispatchEvent(new HashChangeEvent("hashchange")); /* the page is another one now */
        } catch (error) {
            this.problem.textContent = error.message;
        }
    }
}
