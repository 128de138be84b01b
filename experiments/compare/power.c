#include "experiments/compare/power.h"

#include <math.h>
#include <string.h>

/* ---- the design of a plan */

/* Counts players, a group counting as one; runs: of the largest group. */
static int count_sides(const us_manifest *m, int *runs)
{
    int sides = 0;
    *runs = 1;
    for (int i = 0; i < m->players; i++) {
        const char *group = m->player[i].group;
        int before = 0, all = 0;
        for (int k = 0; group && k < m->players; k++) {
            bool same = m->player[k].group && strcmp(m->player[k].group, group) == 0;
            before += same && k < i;
            all += same;
        }
        sides += before == 0;
        *runs = all > *runs ? all : *runs;
    }
    return sides;
}

static us_design design_of(const us_manifest *m, us_map_scope scope, int runs)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    us_atlas atlas = us_atlas_make(m, arena);
    us_design d = {.families = atlas.families, .runs = runs};
    bool seat[US_SEATS_MAX] = {false}, *map = US_ARENA_ARRAY(arena, bool, m->maps + 1);
    bool *opponent = US_ARENA_ARRAY(arena, bool, m->opponents + 1);
    int seats = 0, opponents = 0;
    for (int64_t i = 0; i < m->games; i++) {
        seat[m->game[i].seat] = true;
        d.maps += !map[m->game[i].map]; /* a map with two names has games under one */
        map[m->game[i].map] = true;
        opponents += !opponent[m->game[i].opponent];
        opponent[m->game[i].opponent] = true;
    }
    for (int i = 0; i < US_SEATS_MAX; i++)
        seats += seat[i];
    d.places = opponents * seats;
    d.seeds = (int)(m->games / ((int64_t)d.maps * d.places * m->players));
    d.cells = scope == US_MAP_SCOPE_THESE ? d.maps * opponents : 0;
    d.seeds = d.seeds > 0 ? d.seeds : 1;
    return d;
}

/* ---- splits */

static void add_split(us_power *p, us_design design)
{
    us_detectable tells = us_detectable_compute(&p->components, &design, p->level, p->power);
    if (p->splits < US_POWER_SPLITS && !isnan(tells.difference))
        p->split[p->splits++] = (us_split){design, tells};
}

/* Adds designs with more maps and fewer seeds each, and the other way around. In the scope of these
 * maps there are no others. */
static void add_splits(us_power *p)
{
    const us_design own = p->own.design;
    if (own.cells > 0)
        return;
    const int more[] = {own.seeds, own.seeds > 2 ? 2 : 1};
    for (int i = 0; i < US_COUNT(more); i++)
        if (more[i] > 1 && own.seeds % more[i] == 0) {
            us_design d = own;
            d.maps *= more[i];
            d.seeds /= more[i];
            add_split(p, d);
        }
    for (int by = 2; by <= 4; by += 2)
        if (own.maps % by == 0 && own.maps / by > own.families) {
            us_design d = own;
            d.maps /= by;
            d.seeds *= by;
            add_split(p, d);
        }
}

/* ---- which comparison */

static bool has_side(const us_manifest *m, const us_side *side)
{
    for (int i = 0; i < m->players; i++)
        if (us_side_has_player(side, &m->player[i]))
            return true;
    return false;
}

/* The plan's baseline where the results have it; else theirs. */
static const char *baseline_of(const us_manifest *plan, const us_manifest *results)
{
    const us_entrant *first = plan->player;
    us_side side = {.name = first->group ? first->group : first->name,
                    .runs = first->group != NULL};
    return has_side(results, &side) ? side.name : NULL;
}

static bool is_planned(const us_comparison *c, const us_versus *v, const us_manifest *plan)
{
    return has_side(plan, &c->side[v->baseline]) && has_side(plan, &c->side[v->challenger]);
}

static void choose(us_power *p, const us_comparison *c, const us_manifest *plan)
{
    int taken = -1;
    for (int i = 0; i < c->count; i++) {
        const us_versus *v = &c->versus[i];
        us_components now = v->components;
        us_design design = p->own.design;
        bool lacks = design.runs > 1 && isnan(now.runs);
        design.runs = lacks ? 1 : design.runs;
        us_detectable tells = us_detectable_compute(&now, &design, p->level, p->power);
        int rank = 2 * is_planned(c, v, plan) + (!lacks && !isnan(tells.difference));
        if (rank < taken || (rank == taken && !(tells.difference > p->own.detectable.difference) &&
                             !isnan(p->own.detectable.difference)))
            continue;
        taken = rank;
        p->components = now;
        p->own.detectable = tells;
        p->runs_left_out = lacks;
        p->others = rank < 2;
        p->pairs = v->pairs;
        p->maps = v->maps;
    }
    if (p->runs_left_out)
        p->own.design.runs = 1;
}

/* ---- all */

us_status us_power_compute(const us_manifest *plan, const us_manifest *results, us_power *out,
                           us_error *err)
{
    int runs, sides = count_sides(plan, &runs);
    us_comparison_def def = us_comparison_def_default();
    US_AUTO(us_comparison_clear) us_comparison c = {0};
    us_power p = {.power = def.power, .scope = us_map_scope_resolve(plan, US_MAP_SCOPE_UNSAID)};
    *out = p;
    if (sides < 2 || plan->games == 0)
        return US_OK;
    p.level = 1 - (1 - def.level) / (sides - 1);
    p.own.design = design_of(plan, p.scope, runs);
    def.baseline = baseline_of(plan, results);
    def.unmatched = def.leaky = true;
    def.draws = 1;
    US_TRY(us_comparison_compute(results, &def, &c, err));
    if (c.count > 0) {
        choose(&p, &c, plan);
        add_splits(&p);
    }
    *out = p;
    return US_OK;
}

/* ---- in words */

static void print_source(const us_power *p, const char *source, us_str *out)
{
    us_str_addf(out, "by %d pair%s on %d map%s of %s", p->pairs, p->pairs == 1 ? "" : "s", p->maps,
                p->maps == 1 ? "" : "s", source);
    if (p->others)
        us_str_add(out, " (which compares no two players of the plan)");
}

/* No difference of scores is larger than 1. */
static void print_limit(double difference, us_str *out)
{
    if (difference < 1)
        us_str_addf(out, "%.2f", difference);
    else
        us_str_add(out, "more than 1");
}

/* Pairs without differences are known to be equal; their variance is unknown. */
static bool nothing_differs(const us_power *p)
{
    const us_components *c = &p->components;
    return p->own.design.cells > 0 ? c->cells == 0
                                   : c->maps == 0 && !(c->places > 0) && !(c->seeds > 0);
}

void us_power_print(const us_power *p, const char *source, us_str *out)
{
    const us_design *d = &p->own.design;
    if (d->maps < 2 && d->cells == 0) {
        us_str_add(
            out,
            "power: one map supports no claim about other maps, however many games are played\n");
        return;
    }
    if (isnan(p->own.detectable.difference)) {
        us_str_add(out, "power: not known ");
        print_source(p, source, out);
        us_str_addf(out, "; expected %s: a larger --sample, or results with --from\n",
                    nothing_differs(p) ? "pairs that differ"
                    : d->cells > 0     ? "two pairs of a map and opponent"
                    : p->runs_left_out ? "results with runs"
                                       : "pairs on three maps or more");
        return;
    }
    if (p->own.detectable.difference < 1)
        us_str_addf(out, "power: a difference of %.2f of a game is detected in %.0f of 10",
                    p->own.detectable.difference, p->power * 10);
    else
        us_str_addf(out,
                    "power: even a difference of a whole game is detected in fewer than %.0f of 10",
                    p->power * 10);
    us_str_add(out, " experiments ");
    us_map_scope_print(p->scope, d->maps, out);
    if (fabs(p->level - us_comparison_def_default().level) > 1e-9)
        us_str_addf(out, ", at the level of its verdicts, %.4g%%", 100 * p->level);
    us_str_add(out, "\n       ");
    print_source(p, source, out);
    if (p->own.detectable.bounds.low < 1) {
        us_str_addf(out, ", which leave it between %.2f and ", p->own.detectable.bounds.low);
        print_limit(p->own.detectable.bounds.high, out);
        us_str_addf(out, " (%.4g%%)", 100 * US_DETECTABLE_LEVEL);
    }
    us_str_add(out, p->runs_left_out ? "; runs add to it, by how much is not known\n" : "\n");
    for (int i = 0; i < p->splits; i++) {
        us_str_addf(out,
                    "       as many games on %d maps, %d seed%s each: ", p->split[i].design.maps,
                    p->split[i].design.seeds, p->split[i].design.seeds == 1 ? "" : "s");
        print_limit(p->split[i].detectable.difference, out);
        us_str_add(out, !isnan(p->components.seeds) ? "\n" : ", if seeds add nothing\n");
    }
}

static void write_split(us_json_writer *writer, const us_split *s)
{
    us_json_write_key_int(writer, "maps", s->design.maps);
    us_json_write_key_int(writer, "seeds", s->design.seeds);
    us_json_write_key_real(writer, "difference", s->detectable.difference);
    us_json_write_key_real(writer, "low", s->detectable.bounds.low);
    us_json_write_key_real(writer, "high", s->detectable.bounds.high);
}

void us_power_write(const us_power *p, const char *source, us_json_writer *writer)
{
    us_json_write_key_string(writer, "source", source);
    us_json_write_key_int(writer, "source_pairs", p->pairs);
    us_json_write_key_int(writer, "source_maps", p->maps);
    us_json_write_key_string(writer, "scope", us_map_scope_name(p->scope));
    us_json_write_key_bool(writer, "source_has_players", !p->others);
    us_json_write_key_real(writer, "level", p->level);
    us_json_write_key_real(writer, "power", p->power);
    us_json_write_key_real(writer, "range_level", US_DETECTABLE_LEVEL);
    us_json_write_key_open(writer, "variance", '{');
    us_json_write_key_real(writer, "maps", p->components.maps);
    us_json_write_key_real(writer, "places", p->components.places);
    us_json_write_key_real(writer, "seeds", p->components.seeds);
    us_json_write_key_real(writer, "runs", p->components.runs);
    us_json_write_close(writer, '}');
    write_split(writer, &p->own);
    us_json_write_key_open(writer, "splits", '[');
    for (int i = 0; i < p->splits; i++) {
        us_json_write_open(writer, '{');
        write_split(writer, &p->split[i]);
        us_json_write_close(writer, '}');
    }
    us_json_write_close(writer, ']');
}
