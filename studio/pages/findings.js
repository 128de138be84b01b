/* What the validator says of the labels. Each finding leads to the goal or the order it means. */

import { button, el, fill, many, setText } from "./dom.js";

const SHOWN = 300;

export class Findings {
    constructor(labels) {
        this.labels = labels;
        this.at = -1;
        this.count = el("p", { id: "findings-count", className: "soft", attrs: { role: "status" } });
        this.list = el("ul", { id: "findings", className: "label-findings" });
        this.note = el("div", { className: "row" });
        this.element = el("section", { className: "card label-panel", aria: { label: "Findings" } },
            el("div", { className: "label-panel-head" }, el("h2", {}, "Findings"), this.count),
            this.note, this.list);
        labels.on("study", () => this.show());
        labels.on("changed", () => setText(this.count, "looking ..."));
    }

    show() {
        const { study } = this.labels;
        this.at = -1;
        setText(this.count, study.findings.length === 0 ? "none: the labels are sound" :
            `${many(study.errors, "error")}, ${many(study.cautions, "warning")}`);
        fill(this.note, study.unchecked ? el("p", { className: "caution" },
            `Whether goals were reached is not known: ${study.unchecked}`) : null,
        study.endings.length && !this.labels.fixed ? button("note-all",
            `Note the end of ${many(study.endings.length, "goal")}`,
            () => this.labels.ask("label.note", { endings: study.endings })) : null);
        const shown = study.findings.slice(0, SHOWN);
        fill(this.list, ...shown.map((finding, i) => this.line(finding, i)),
            study.findings.length > SHOWN ? el("li", { className: "soft" },
                `${study.findings.length - SHOWN} more`) : null);
    }

    line(finding, i) {
        const bad = finding.kind === "error";
        const text = el("span", {}, el("b", { className: bad ? "problem" : "caution" },
            bad ? "\u2716 error " : "\u26a0 warning "), finding.text);
        const goes = this.goesTo(finding);
        return el("li", {}, goes ? el("button", { type: "button", id: `finding-${i}`,
            className: "label-finding", on: { click: () => this.jump(i) } }, text) : text);
    }

    goesTo({ goal, seat, order }) {
        return order !== undefined || (goal !== undefined && seat === this.labels.info.seat);
    }

    jump(i) {
        const { goal, order } = this.labels.study.findings[i];
        this.at = i;
        if (order !== undefined) {
            this.labels.choose(0, order);
        } else {
            const found = this.labels.goals.get(goal);
            this.labels.choose(goal, found?.spans[0]?.[0] ?? this.labels.order);
        }
    }

    /* The next one that leads somewhere. */
    next() {
        const list = this.labels.study?.findings ?? [];
        for (let k = 1; k <= list.length; k++) {
            const i = (this.at + k) % list.length;
            if (this.goesTo(list[i])) {
                this.jump(i);
                return true;
            }
        }
        return false;
    }
}
