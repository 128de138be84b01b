/* Page Compare for an experiment: progress, results and report. It requests them again while the
 * experiment runs. */

import { comparisonView } from "./comparison.js";
import { button, el, fill, setText } from "./dom.js";
import { Progress } from "./progress.js";
import { compareLink, experimentName, problemText } from "./text.js";

const RUNNING_INTERVAL = 1000, IDLE_INTERVAL = 4000; /* milliseconds between requests */
const BACKOFF = 4; /* and at least so many times the duration of the last request */

export function openExperiment(root, [file], home, studio) {
    const page = new Experiment(file, home, studio);
    fill(root, page.element);
    page.refresh();
    return { close: () => page.close() };
}

class Experiment {
    constructor(file, home, studio) {
        this.file = file;
        this.studio = studio;
        const folder = file.split("/")[0];
        this.writable = home.folders.some(({ name, writable }) => name === folder && writable);
        this.since = "";
        this.title = el("h2", { id: "experiment-title" }, experimentName(file));
        this.state = el("p", { id: "experiment-state", attrs: { role: "status" } }, "Loading");
        this.plan = el("p", { className: "muted", id: "experiment-plan" });
        this.problem = el("p", { className: "error", id: "experiment-problem",
            attrs: { role: "alert" } });
        this.progress = new Progress();
        this.comparison = el("div", { id: "comparison", className: "comparison" });
        this.report = new Report(this, studio);
        this.element = el("div", { className: "experiment" },
            el("header", {}, this.title, this.state, this.plan, this.libraries(home), this.problem),
            this.progress.element, this.comparison, this.report.element);
    }

    close() {
        this.closed = true;
        clearTimeout(this.timer);
    }

    /* Links to the libraries in the experiment's folder. */
    libraries(home) {
        const folder = this.file.replace(/manifest\.jsonl$/, "");
        const own = home.libraries.filter(({ file }) => file.startsWith(folder));
        if (!own.length)
            return null;
        const name = file => file.slice(file.lastIndexOf("/") + 1);
        return el("details", { id: "experiment-libraries" },
            el("summary", {}, `Libraries of this experiment (${own.length})`),
            el("ul", { className: "inline" }, ...own.map(({ file }) =>
                el("li", {}, el("a", { href: compareLink("library", file) }, name(file))))));
    }

    async refresh() {
        const began = performance.now();
        let running = false;
        try {
            const answer = await this.studio.connection.request("experiment.open",
                { file: this.file, since: this.since });
            if (this.closed)
                return;
            running = answer.running;
            if (!answer.same)
                this.show(answer);
            this.since = answer.stamp;
            this.problem.textContent = "";
        } catch (error) {
            this.problem.textContent = problemText(error);
        }
        const took = performance.now() - began;
        clearTimeout(this.timer);
        if (!this.closed)
            this.timer = setTimeout(() => this.refresh(),
                Math.max(running ? RUNNING_INTERVAL : IDLE_INTERVAL, BACKOFF * took));
    }

    show(answer) {
        this.title.textContent = answer.name;
        setText(this.state, stateText(answer));
        this.state.dataset.state = answer.running ? "running" : answer.missing ? "open" : "done";
        setText(this.plan, planText(answer));
        this.order(answer.missing === 0);
        this.progress.show(answer);
        this.report.show(answer, this.writable);
        const key = JSON.stringify(answer.comparison);
        if (key !== this.comparisonKey)
            fill(this.comparison, ...comparisonView(answer.comparison, this.opened()));
        this.comparisonKey = key;
    }

    /* Results stand above the progress once the experiment is done. */
    order(done) {
        if (done && this.progress.element.nextSibling !== this.report.element)
            this.element.insertBefore(this.progress.element, this.report.element);
    }

    /* Ids of the tables that are open, so that they stay open. */
    opened() {
        return new Set([...this.comparison.querySelectorAll("details[open]")].map(({ id }) => id));
    }
}

function stateText(answer) {
    const done = `${answer.played} of ${answer.games} games played`;
    const failed = [answer.crash ? `${answer.crash} crashed${answer.no_result ?
            ` (${answer.no_result} without a result)` : ""}` : null,
        answer.timeout ? `${answer.timeout} took too long` : null,
        answer.damaged ? `${answer.damaged} damaged lines` : null,
        answer.strangers ? `${answer.strangers} results of other games` : null];
    const state = answer.running ? "running" : answer.missing ? "not running" : "done";
    return [`${state}: ${done}`, ...failed].filter(Boolean).join(", ") +
        (answer.stopped ? `. ${answer.stopped}` : "");
}

function planText(answer) {
    const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;
    return `${answer.domain}: ${count(answer.all_players, "player", "players")} against ` +
        `${count(answer.all_opponents, "opponent", "opponents")} on ` +
        `${count(answer.all_maps, "map", "maps")}, at most ${answer.max_cycles} cycles` +
        `${answer.fog ? ", in fog" : ""}${answer.shards ? `, ${answer.shards} shards` : ""}. ` +
        `Planned by ${answer.planned_by}.`;
}

/* The report in a frame: a page of its own that runs no script. */
class Report {
    constructor(page, studio) {
        this.page = page;
        this.studio = studio;
        this.write = button("report-write", "Write the report", () => this.writeReport());
        this.state = el("p", { className: "muted", id: "report-state", attrs: { role: "status" } });
        this.link = el("a", { id: "report-link", target: "_blank", rel: "noopener", hidden: true },
            "Open in a new tab");
        this.frame = el("div", { className: "report-frame" });
        this.element = el("section", { className: "card", id: "report",
            aria: { labelledby: "report-title" } },
        el("div", { className: "report-bar" }, el("h2", { id: "report-title" }, "Report"),
            this.write,
            this.link, this.state), this.frame);
    }

    show({ report, played }, writable) {
        this.writable = writable;
        this.write.disabled = this.writing || !writable || !played;
        setText(this.write, report?.own ? "Write the report again" : "Write the report");
        if (!this.writing)
            setText(this.state, report ? `${report.file}, written ${timeText(report.time)}`
                : !played ? "There are no results yet." : writable ? "There is no report yet."
                    : "There is no report, and the folder is read only.");
        this.place(report);
    }

    place(report) {
        const key = report ? `${report.file} ${report.time}` : "";
        if (key === this.shown)
            return;
        this.shown = key;
        this.link.hidden = !report;
        if (!report) {
            fill(this.frame);
            return;
        }
        const path = `./report/${report.file.split("/").map(encodeURIComponent).join("/")}`;
        this.link.href = path;
        fill(this.frame, el("iframe", { id: "report-page", title: "Report of the experiment",
            src: `${path}?${report.time}`, attrs: { sandbox: "", loading: "lazy" } }));
    }

    async writeReport() {
        this.writing = true;
        this.write.disabled = true;
        setText(this.state, "Writing the report. One game is played for it.");
        try {
            const { report, notes } = await this.studio.connection.request("experiment.report",
                { file: this.page.file });
            this.place(report);
            setText(this.state, [`${report.file}, written ${timeText(report.time)}`, ...notes]
                .join(". "));
        } catch (error) {
            setText(this.state, problemText(error));
        }
        this.writing = false;
        this.write.disabled = !this.writable;
    }
}

function timeText(seconds) {
    return new Date(seconds * 1000).toLocaleString(undefined,
        { dateStyle: "medium", timeStyle: "short" });
}
