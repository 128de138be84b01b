/* Findings of the check of the labels. A click on a finding goes to its goal or order. */

import { button, el, fill, setText } from "./dom.js";
import { pluralize } from "./text.js";

const SHOWN = 300;

export class Findings {
    constructor(labels) {
        this.labels = labels;
        this.at = -1;
        this.count = el("p", { id: "findings-count", className: "muted",
            attrs: { role: "status" } });
        this.list = el("ul", { id: "findings", className: "label-findings" });
        this.notes = el("div", { className: "row" });
        this.element = el("section", { className: "card label-panel", aria: { label: "Findings" } },
            el("div", { className: "label-panel-head" }, el("h2", {}, "Findings"), this.count),
            this.notes, this.list);
        labels.on("study", () => this.show());
        labels.on("changed", () => setText(this.count, "checking ..."));
    }

    show() {
        const { study } = this.labels;
        this.at = -1;
        setText(this.count, study.findings.length === 0 ? "no errors and no warnings" :
            `${pluralize(study.errors, "error")}, ${pluralize(study.cautions, "warning")}`);
        fill(this.notes, study.unchecked ? el("p", { className: "warning" },
            `The check cannot decide which goals were reached: ${study.unchecked}`) : null,
        study.endings.length && !this.labels.readOnly ? button("note-all",
            `Set the end of ${pluralize(study.endings.length, "goal")}`,
            () => this.labels.request("label.note", { endings: study.endings })) : null);
        const shown = study.findings.slice(0, SHOWN);
        fill(this.list, ...shown.map((finding, i) => this.line(finding, i)),
            study.findings.length > SHOWN ? el("li", { className: "muted" },
                `${study.findings.length - SHOWN} more`) : null);
    }

    line(finding, i) {
        const bad = finding.kind === "error";
        const text = el("span", {}, el("b", { className: bad ? "error" : "warning" },
            bad ? "\u2716 error " : "\u26a0 warning "), finding.text);
        const linked = this.hasTarget(finding);
        return el("li", {}, linked ? el("button", { type: "button", id: `finding-${i}`,
            className: "label-finding", on: { click: () => this.jump(i) } }, text) : text);
    }

    hasTarget({ goal, seat, order }) {
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

    /* Goes to the next finding that has a target. */
    next() {
        const list = this.labels.study?.findings ?? [];
        for (let k = 1; k <= list.length; k++) {
            const i = (this.at + k) % list.length;
            if (this.hasTarget(list[i])) {
                this.jump(i);
                return true;
            }
        }
        return false;
    }
}
