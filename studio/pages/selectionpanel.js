/* The selection: one entity in detail, or pictures of many. */

import { el, fill, setText } from "./dom.js";
import { seatColor } from "./sprites.js";
import { humanize } from "./text.js";
import { UNFINISHED } from "./world.js";

const SHOWN = 36; /* most pictures */
const HIDDEN = new Set(["hit_points", "carries", "rally", "facing", "auto_repair", "min_range"]);

export class SelectionPanel {
    constructor(play) {
        this.play = play;
        this.body = el("div", { className: "panel-body" });
        this.element = el("section", { id: "panel", className: "panel",
            aria: { label: "Selection" } }, this.body);
        this.pictures = new Map();
        this.key = "";
        play.selection.on(() => this.show());
        play.game.on("state", () => this.show());
    }

    show() {
        const entities = this.play.selection.entities();
        const key = entities.map(e => `${e.id}.${e.type}.${e.owner}`).join();
        if (key !== this.key || entities.length === 0) {
            this.key = key;
            this.update = null;
            if (entities.length === 1)
                this.layOutOne();
            else if (entities.length > 1)
                this.layOutMany(entities);
            else
                this.layOutNone();
        }
        this.update?.(entities);
    }

    layOutNone() {
        const { game } = this.play;
        const text = game.seat < 0 ? "Nothing is selected."
            : "Select a unit to see what it can do.";
        if (this.body.textContent !== text)
            fill(this.body, el("p", { className: "muted" }, text));
    }

    picture(type, owner, size) {
        const key = `${type}.${owner}.${size}`;
        if (!this.pictures.has(key))
            this.pictures.set(key, this.play.map.sprites.portrait(type, owner, size * 2));
        const copy = el("canvas", { width: size * 2, height: size * 2, className: "portrait",
            aria: { hidden: "true" } });
        copy.getContext("2d").drawImage(this.pictures.get(key), 0, 0);
        return copy;
    }

    layOutOne() {
        const { domain } = this.play.game, [e] = this.play.selection.entities();
        const bar = el("span", {}), life = el("span", { id: "panel-life" });
        const status = el("p", { id: "panel-status" }), facts = el("p", { className: "muted",
            id: "panel-facts" });
        const work = el("span", {}), making = el("div", { className: "making" },
            el("span", { className: "meter" }, work));
        fill(this.body, el("div", { className: "selected-one" }, this.picture(e.type, e.owner, 64),
            el("div", { className: "selected-text" },
                el("h2", { id: "panel-name" }, domain.title(e.type), " ", this.owner(e.owner)),
                el("div", { className: "life" }, el("span", { className: "meter" }, bar), life),
                status, making, facts)));
        this.update = ([one]) => {
            this.showLife(one, bar, life);
            setText(status, this.doing(one));
            this.showWork(one, making, work);
            setText(facts, this.facts(one));
        };
    }

    owner(owner) {
        const { game } = this.play;
        const text = owner < 0 ? "neutral" : owner === game.seat ? "yours" :
            `of ${game.info.players[owner] ?? `seat ${owner + 1}`}`;
        const tag = el("small", { className: "owner" }, text);
        tag.style.borderColor = seatColor(owner);
        return tag;
    }

    showLife(e, bar, life) {
        const { domain } = this.play.game, health = domain.health(e);
        bar.style.width = `${Math.round(health * 100)}%`;
        bar.dataset.level = health > 0.6 ? "good" : health > 0.3 ? "fair" : "bad";
        setText(life, domain.hit < 0 ? "" :
            `${e.attribute[domain.hit]} / ${domain.full(e.type)}`);
    }

    doing(e) {
        const { domain, world } = this.play.game;
        const parts = [humanize(domain.status(e.status))];
        if (e.flags & UNFINISHED)
            parts[0] = "under construction";
        if (e.product >= 0)
            parts.push(`makes ${domain.title(e.product)}`);
        const target = e.target && world.find(e.target);
        if (target)
            parts.push(`at ${domain.title(target.type)} ${target.id}`);
        if (e.until > world.now)
            parts.push(`${Math.ceil((e.until - world.now) / domain.pace)} s left`);
        return parts.join(", ");
    }

    /* The done part of production, measured since this page first saw it. */
    showWork(e, making, bar) {
        const { game } = this.play, key = `${e.id}.${e.product}`;
        const left = e.until - game.world.now;
        making.hidden = left <= 0;
        if (left <= 0)
            return;
        this.longest ??= new Map();
        this.longest.set(key, Math.max(left, this.longest.get(key) ?? 0));
        const unfinished = e.flags & UNFINISHED;
        const done = unfinished ? game.domain.health(e) : 1 - left / this.longest.get(key);
        bar.style.width = `${Math.round(done * 100)}%`;
    }

    facts(e) {
        const { domain, seat } = this.play.game, facts = [];
        domain.data.attributes.forEach((attribute, i) => {
            const value = e.attribute[i];
            if (HIDDEN.has(attribute.name) || value === 0 || value === -1 ||
                (attribute.private && e.owner !== seat))
                return;
            const what = attribute.name === "carried" && domain.carries >= 0 ?
                ` ${domain.resources[e.attribute[domain.carries]] ?? ""}` : "";
            facts.push(`${humanize(attribute.name)} ${value}${what}`);
        });
        return facts.join("  ·  ");
    }

    layOutMany(entities) {
        const { domain } = this.play.game, bars = [];
        const cards = entities.slice(0, SHOWN).map(e => {
            const bar = el("span", {});
            bars.push([e.id, bar]);
            return el("button", { type: "button", className: "card-unit", data: { unit: e.id },
                title: domain.title(e.type), aria: { label: `${domain.title(e.type)} ${e.id}` },
                on: { click: event => this.chooseOne(e.id, event) } },
                    this.picture(e.type, e.owner, 34),
                el("span", { className: "meter" }, bar));
        });
        fill(this.body, el("h2", { id: "panel-name" }, `${entities.length} selected`),
            el("div", { className: "cards" }, ...cards));
        this.update = () => {
            for (const [id, bar] of bars) {
                const e = this.play.game.world.find(id);
                if (!e)
                    continue;
                const health = domain.health(e);
                bar.style.width = `${Math.round(health * 100)}%`;
                bar.dataset.level = health > 0.6 ? "good" : health > 0.3 ? "fair" : "bad";
            }
        };
    }

    chooseOne(id, event) {
        if (event.shiftKey)
            this.play.selection.toggle(id);
        else
            this.play.selection.set([id]);
    }
}

