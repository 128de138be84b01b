#include <math.h>
#include <string.h>

#include "experiments/compare_parts.h"
#include "experiments/curve.h"

/* A mean and its bounds; of nothing, none. */
static void add_estimate(us_sheet *sheet, const us_estimate *e)
{
    bool known = e->pairs > 0;
    us_sheet_add_real(sheet, known ? e->mean : (double)NAN);
    us_sheet_add_real(sheet, known ? e->bounds.low : (double)NAN);
    us_sheet_add_real(sheet, known ? e->bounds.high : (double)NAN);
}

/* The number of runs that an estimate is of: a player without replicates is one run. */
static void add_runs(us_sheet *sheet, int runs)
{
    us_sheet_add_count(sheet, runs > 1 ? runs : 1);
}

/* ---- sides */

static us_sheet *sides_sheet(const us_comparison *c)
{
    static const us_sheet_column columns[] = {
        {"player", US_COLUMN_TEXT},     {"runs", US_COLUMN_COUNT},
        {"games", US_COLUMN_COUNT},     {"won", US_COLUMN_COUNT},
        {"drawn", US_COLUMN_COUNT},     {"lost", US_COLUMN_COUNT},
        {"crash", US_COLUMN_COUNT},     {"timeout", US_COLUMN_COUNT},
        {"no_result", US_COLUMN_COUNT}, {"score", US_COLUMN_REAL, 3},
        {"low", US_COLUMN_REAL, 3},     {"high", US_COLUMN_REAL, 3},
        {"margin", US_COLUMN_REAL, 3},  {"iqm", US_COLUMN_REAL, 3},
        {"iqm_low", US_COLUMN_REAL, 3}, {"iqm_high", US_COLUMN_REAL, 3},
        {"repeats", US_COLUMN_COUNT},
    };
    bool repeated = false;
    for (int i = 0; i < c->sides; i++)
        repeated |= c->side[i].repeats > 0;
    us_sheet *sheet = us_sheet_new(
        c->arena, "players",
        us_comparison_atlas(c) ? "Players: mean scores, with Student's intervals over maps"
                               : "Players: mean scores, with Student's intervals over games",
        columns, US_COUNT(columns) - (repeated ? 0 : 1));
    for (int i = 0; i < c->sides; i++) {
        const us_side *s = &c->side[i];
        us_sheet_add_text(sheet, s->name);
        add_runs(sheet, s->runs);
        us_sheet_add_count(sheet, s->games);
        us_sheet_add_count(sheet, s->end[US_ROW_WIN]);
        us_sheet_add_count(sheet, s->end[US_ROW_DRAW]);
        us_sheet_add_count(sheet, s->end[US_ROW_LOSS]);
        us_sheet_add_count(sheet, s->end[US_ROW_CRASH]);
        us_sheet_add_count(sheet, s->end[US_ROW_TIMEOUT]);
        us_sheet_add_count(sheet, s->no_result);
        add_estimate(sheet, &s->score);
        us_sheet_add_real(sheet, s->margin);
        add_estimate(sheet, &s->iqm);
        if (repeated)
            us_sheet_add_count(sheet, s->repeats);
    }
    return sheet;
}

static us_sheet *likeness_sheet(const us_comparison *c, const us_manifest *m)
{
    static const us_sheet_column columns[] = {
        {"player", US_COLUMN_TEXT},        {"model", US_COLUMN_TEXT},
        {"games", US_COLUMN_COUNT},        {"orders", US_COLUMN_REAL, 3},
        {"orders_low", US_COLUMN_REAL, 3}, {"orders_high", US_COLUMN_REAL, 3},
        {"goals", US_COLUMN_REAL, 3},      {"goals_low", US_COLUMN_REAL, 3},
        {"goals_high", US_COLUMN_REAL, 3},
    };
    us_sheet *sheet = us_sheet_new(c->arena, "likeness",
                                   "Likeness to the model's games of the same map, opponent, seat "
                                   "and seed",
                                   columns, US_COUNT(columns));
    for (int i = 0; i < c->sides; i++) {
        const us_side *s = &c->side[i];
        if (s->like_orders.pairs == 0)
            continue;
        us_sheet_add_text(sheet, s->name);
        us_sheet_add_text(sheet, m->model);
        us_sheet_add_count(sheet, s->like_games);
        add_estimate(sheet, &s->like_orders);
        add_estimate(sheet, &s->like_goals);
    }
    return sheet;
}

/* ---- comparisons */

/* What is repeated, and so counted by the number of units that a difference needs. */
static const char *unit_of(const us_versus *v)
{
    return v->effect.runs > 1 ? "runs" : v->scope == US_MAP_SCOPE_MAPS ? "maps" : "pairs";
}

/* The last two only if they have values. */
static const us_sheet_column effects_columns[] = {
    {"player", US_COLUMN_TEXT},
    {"baseline", US_COLUMN_TEXT},
    {"scope", US_COLUMN_TEXT},
    {"maps", US_COLUMN_COUNT},
    {"families", US_COLUMN_COUNT},
    {"pairs", US_COLUMN_COUNT},
    {"cells", US_COLUMN_COUNT},
    {"runs", US_COLUMN_COUNT},
    {"effect", US_COLUMN_REAL, 4},
    {"low", US_COLUMN_REAL, 4},
    {"high", US_COLUMN_REAL, 4},
    {"df", US_COLUMN_REAL, 2},
    {"joint_low", US_COLUMN_REAL, 4},
    {"joint_high", US_COLUMN_REAL, 4},
    {"bootstrap_low", US_COLUMN_REAL, 4, "boot_low"},
    {"bootstrap_high", US_COLUMN_REAL, 4, "boot_high"},
    {"verdict", US_COLUMN_TEXT},
    {"units_needed", US_COLUMN_REAL, 0, "needed"},
    {"unit", US_COLUMN_TEXT},
    {"repeats", US_COLUMN_COUNT},
    {"note", US_COLUMN_TEXT},
};

static us_sheet *effects_sheet(const us_comparison *c)
{
    enum { COLUMNS = US_COUNT(effects_columns), FIXED = COLUMNS - 2 };
    us_sheet_column *told = US_ARENA_ARRAY(c->arena, us_sheet_column, COLUMNS);
    bool stopped = false, repeated = false;
    for (int i = 0; i < c->count; i++) {
        stopped |= c->versus[i].stopped;
        repeated |= c->versus[i].repeats > 0;
    }
    memcpy(told, effects_columns, sizeof(effects_columns));
    told[FIXED] = effects_columns[FIXED + !repeated];
    us_sheet *sheet = us_sheet_new(
        c->arena, "effects",
        "Effects: the mean difference of scores, with its interval, that of the verdict "
        "(joint) and that of the bootstrap; units_needed would detect such an effect",
        told, FIXED + repeated + stopped);
    for (int i = 0; i < c->count; i++) {
        const us_versus *v = &c->versus[i];
        us_sheet_add_text(sheet, c->side[v->challenger].name);
        us_sheet_add_text(sheet, c->side[v->baseline].name);
        us_sheet_add_text(sheet, us_map_scope_name(v->scope));
        us_sheet_add_count(sheet, v->maps);
        us_sheet_add_count(sheet, v->families);
        us_sheet_add_count(sheet, v->pairs);
        us_sheet_add_count(sheet, v->cells);
        add_runs(sheet, v->effect.runs);
        add_estimate(sheet, &v->effect);
        us_sheet_add_real(sheet, us_estimate_degrees(&v->effect));
        us_sheet_add_real(sheet, v->effect.pairs > 0 ? v->together.low : (double)NAN);
        us_sheet_add_real(sheet, v->effect.pairs > 0 ? v->together.high : (double)NAN);
        us_sheet_add_real(sheet, v->bootstrap.bounds.low);
        us_sheet_add_real(sheet, v->bootstrap.bounds.high);
        us_sheet_add_text(sheet, us_conclusion_name(v->conclusion));
        us_sheet_add_real(sheet, v->needed);
        us_sheet_add_text(sheet, unit_of(v));
        if (repeated)
            us_sheet_add_count(sheet, v->repeats);
        if (stopped)
            us_sheet_add_text(sheet, v->stopped ? "stopped by a sequential test" : "");
    }
    return sheet;
}

static us_sheet *tests_sheet(const us_comparison *c)
{
    static const us_sheet_column columns[] = {
        {"player", US_COLUMN_TEXT},
        {"baseline", US_COLUMN_TEXT},
        {"units_better", US_COLUMN_COUNT, 0, "gained"},
        {"units_worse", US_COLUMN_COUNT, 0, "lost"},
        {"mcnemar_p", US_COLUMN_CHANCE, 0, "mcnemar"},
        {"mcnemar_mid_p", US_COLUMN_CHANCE, 0, "mcnemar_mid"},
        {"wilcoxon_p", US_COLUMN_CHANCE, 0, "wilcoxon"},
        {"sign_flip_p", US_COLUMN_CHANCE, 0, "sign_flip"},
        {"sign_flip_p_holm", US_COLUMN_CHANCE, 0, "holm"},
        {"prob_improvement", US_COLUMN_REAL, 3, "improvement"},
        {"prob_improvement_low", US_COLUMN_REAL, 3, "improvement_low"},
        {"prob_improvement_high", US_COLUMN_REAL, 3, "improvement_high"},
        {"student_p", US_COLUMN_CHANCE, 0, "student"},
    };
    us_sheet *sheet = us_sheet_new(
        c->arena, "tests",
        us_comparison_atlas(c) ? "Tests over maps: two-sided p values; units are maps with an "
                                 "effect above or below 0, and mcnemar_p is their sign test"
                               : "Tests: two-sided p values; units are pairs that one player "
                                 "alone won",
        columns, US_COUNT(columns));
    for (int i = 0; i < c->count; i++) {
        const us_versus *v = &c->versus[i];
        us_sheet_add_text(sheet, c->side[v->challenger].name);
        us_sheet_add_text(sheet, c->side[v->baseline].name);
        us_sheet_add_count(sheet, v->gained);
        us_sheet_add_count(sheet, v->lost);
        us_sheet_add_real(sheet, v->mcnemar.exact);
        us_sheet_add_real(sheet, v->mcnemar.mid);
        us_sheet_add_real(sheet, v->ranks.p);
        us_sheet_add_real(sheet, v->flips.p);
        us_sheet_add_real(sheet, v->holm);
        us_sheet_add_real(sheet, v->improvement.mean);
        us_sheet_add_real(sheet, v->improvement.bounds.low);
        us_sheet_add_real(sheet, v->improvement.bounds.high);
        us_sheet_add_real(sheet, us_estimate_p_value(&v->effect));
    }
    return sheet;
}

static us_sheet *cells_sheet(const us_comparison *c)
{
    static const us_sheet_column columns[] = {
        {"player", US_COLUMN_TEXT},    {"baseline", US_COLUMN_TEXT},
        {"map", US_COLUMN_TEXT},       {"family", US_COLUMN_TEXT},
        {"opponent", US_COLUMN_TEXT},  {"pairs", US_COLUMN_COUNT},
        {"score", US_COLUMN_REAL, 3},  {"baseline_score", US_COLUMN_REAL, 3},
        {"effect", US_COLUMN_REAL, 3}, {"low", US_COLUMN_REAL, 3},
        {"high", US_COLUMN_REAL, 3},
    };
    us_sheet *sheet = us_sheet_new(
        c->arena, "cells", "Cells: each map and opponent, with intervals for that map alone",
        columns, US_COUNT(columns));
    for (int i = 0; i < c->count; i++) {
        const us_versus *v = &c->versus[i];
        for (int k = 0; k < v->cells; k++) {
            const us_versus_cell *cell = &v->cell[k];
            us_sheet_add_text(sheet, c->side[v->challenger].name);
            us_sheet_add_text(sheet, c->side[v->baseline].name);
            us_sheet_add_text(sheet, cell->map);
            us_sheet_add_text(sheet, cell->family);
            us_sheet_add_text(sheet, cell->opponent);
            us_sheet_add_count(sheet, cell->effect.pairs);
            us_sheet_add_real(sheet, cell->score[1]);
            us_sheet_add_real(sheet, cell->score[0]);
            add_estimate(sheet, &cell->effect);
        }
    }
    return sheet;
}

static us_sheet *components_sheet(const us_comparison *c)
{
    static const us_sheet_column columns[] = {
        {"player", US_COLUMN_TEXT},
        {"baseline", US_COLUMN_TEXT},
        {"map_variance", US_COLUMN_REAL, 4, "maps"},
        {"place_variance", US_COLUMN_REAL, 4, "places"},
        {"seed_variance", US_COLUMN_REAL, 4, "seeds"},
        {"run_variance", US_COLUMN_REAL, 4, "runs"},
    };
    us_sheet *sheet = us_sheet_new(
        c->arena, "components",
        "Components: the variance of a pair's difference by map, by place (opponent and seat) on a "
        "map, by seed, and of an effect by run",
        columns, US_COUNT(columns));
    for (int i = 0; i < c->count; i++) {
        const us_versus *v = &c->versus[i];
        us_sheet_add_text(sheet, c->side[v->challenger].name);
        us_sheet_add_text(sheet, c->side[v->baseline].name);
        us_sheet_add_real(sheet, v->components.maps);
        us_sheet_add_real(sheet, v->components.places);
        us_sheet_add_real(sheet, v->components.seeds);
        us_sheet_add_real(sheet, v->components.runs);
    }
    return sheet;
}

static us_sheet *families_sheet(const us_comparison *c)
{
    static const us_sheet_column columns[] = {
        {"player", US_COLUMN_TEXT},
        {"baseline", US_COLUMN_TEXT},
        {"family", US_COLUMN_TEXT},
        {"maps", US_COLUMN_COUNT},
        {"effect", US_COLUMN_REAL, 4},
        {"low", US_COLUMN_REAL, 4},
        {"high", US_COLUMN_REAL, 4},
        {"student_p", US_COLUMN_CHANCE, 0, "student"},
        {"student_p_holm", US_COLUMN_CHANCE, 0, "holm"},
    };
    us_sheet *sheet = us_sheet_new(
        c->arena, "families",
        "Families: the effect on the maps of each; student_p_holm is corrected for their number",
        columns, US_COUNT(columns));
    for (int i = 0; i < c->count; i++) {
        const us_versus *v = &c->versus[i];
        for (int k = 0; k < v->parts; k++) {
            const us_versus_family *f = &v->family[k];
            us_sheet_add_text(sheet, c->side[v->challenger].name);
            us_sheet_add_text(sheet, c->side[v->baseline].name);
            us_sheet_add_text(sheet, f->name);
            us_sheet_add_count(sheet, f->effect.pairs / (f->effect.runs > 1 ? f->effect.runs : 1));
            add_estimate(sheet, &f->effect);
            us_sheet_add_real(sheet, us_estimate_p_value(&f->effect));
            us_sheet_add_real(sheet, f->holm);
        }
    }
    return sheet;
}

static us_sheet *runs_sheet(const us_comparison *c)
{
    static const us_sheet_column columns[] = {{"player", US_COLUMN_TEXT},
                                              {"baseline", US_COLUMN_TEXT},
                                              {"run", US_COLUMN_COUNT},
                                              {"effect", US_COLUMN_REAL, 4}};
    us_sheet *sheet = us_sheet_new(c->arena, "runs", "Runs: the effect of each replicate", columns,
                                   US_COUNT(columns));
    for (int i = 0; i < c->count; i++) {
        const us_versus *v = &c->versus[i];
        for (int r = 0; r < v->effect.runs; r++) {
            us_sheet_add_text(sheet, c->side[v->challenger].name);
            us_sheet_add_text(sheet, c->side[v->baseline].name);
            us_sheet_add_count(sheet, v->run[r].run);
            us_sheet_add_real(sheet, v->run[r].effect);
        }
    }
    return sheet;
}

/* ---- margins */

static us_sheet *profile_sheet(const us_comparison *c)
{
    static const us_sheet_column columns[] = {
        {"player", US_COLUMN_TEXT}, {"margin", US_COLUMN_REAL, 2}, {"share", US_COLUMN_REAL, 3},
        {"low", US_COLUMN_REAL, 3}, {"high", US_COLUMN_REAL, 3},
    };
    us_sheet *sheet = us_sheet_new(c->arena, "profile",
                                   "Profile: the share of games with a margin of at least so much",
                                   columns, US_COUNT(columns));
    for (int i = 0; i < c->sides; i++)
        for (int k = 0; k < US_PROFILE_POINTS && c->side[i].games > 0; k++) {
            us_sheet_add_text(sheet, c->side[i].name);
            us_sheet_add_real(sheet, us_profile_margin[k] / 1000.0);
            add_estimate(sheet, &c->side[i].reached[k]);
        }
    return sheet;
}

/* ---- learning curve: scores by the number of demonstrations */

static us_sheet *curve_sheet(const us_comparison *c, const us_curves *curves)
{
    static const us_sheet_column columns[] = {
        {"player", US_COLUMN_TEXT},
        {"demonstrations", US_COLUMN_COUNT},
        {"runs", US_COLUMN_COUNT},
        {"games", US_COLUMN_COUNT},
        {"score", US_COLUMN_REAL, 3},
        {"low", US_COLUMN_REAL, 3},
        {"high", US_COLUMN_REAL, 3},
        {"run_min", US_COLUMN_REAL, 3, "least"},
        {"run_max", US_COLUMN_REAL, 3, "most"},
    };
    us_sheet *sheet =
        us_sheet_new(c->arena, "curve",
                     us_comparison_atlas(c)
                         ? "Learning curve: mean score by demonstrations, with Student's interval "
                           "over maps and runs, and the worst and best run"
                         : "Learning curve: mean score by demonstrations, with Student's interval "
                           "over runs for these games, and the worst and best run",
                     columns, US_COUNT(columns));
    for (int i = 0; i < curves->points; i++) {
        const us_curve_point *p = &curves->point[i];
        us_sheet_add_text(sheet, p->curve);
        us_sheet_add_count(sheet, p->size);
        us_sheet_add_count(sheet, p->runs);
        us_sheet_add_count(sheet, p->games);
        us_sheet_add_real(sheet, p->mean);
        us_sheet_add_real(sheet, p->bounds.low);
        us_sheet_add_real(sheet, p->bounds.high);
        us_sheet_add_real(sheet, p->least);
        us_sheet_add_real(sheet, p->most);
    }
    return sheet;
}

static us_sheet *libraries_sheet(const us_comparison *c, const us_manifest *m,
                                 const us_curves *curves)
{
    static const us_sheet_column columns[] = {{"player", US_COLUMN_TEXT},
                                              {"demonstrations", US_COLUMN_COUNT},
                                              {"games", US_COLUMN_COUNT},
                                              {"score", US_COLUMN_REAL, 3}};
    us_sheet *sheet = us_sheet_new(c->arena, "libraries", "Libraries of the learning curve",
                                   columns, US_COUNT(columns));
    for (int i = 0; i < curves->runs; i++) {
        const us_curve_run *run = &curves->run[i];
        us_sheet_add_text(sheet, m->player[run->player].name);
        us_sheet_add_count(sheet, run->size);
        us_sheet_add_count(sheet, run->games);
        us_sheet_add_real(sheet, run->score);
    }
    return sheet;
}

/* ---- all */

int us_comparison_make_sheets(const us_comparison *c, const us_manifest *m, us_sheet **out)
{
    us_curves curves = us_curves_make(c, m);
    us_sheet *all[] = {sides_sheet(c),
                       likeness_sheet(c, m),
                       effects_sheet(c),
                       tests_sheet(c),
                       components_sheet(c),
                       families_sheet(c),
                       cells_sheet(c),
                       runs_sheet(c),
                       curve_sheet(c, &curves),
                       libraries_sheet(c, m, &curves),
                       profile_sheet(c),
                       us_comparison_make_rating_sheet(c, m),
                       us_workers_make_sheet(c->workers, c->arena)};
    int count = 0;
    for (int i = 0; i < US_COUNT(all); i++) {
        bool told = i + 1 < US_COUNT(all) || c->workers->outliers > 0;
        if (us_sheet_rows(all[i]) > 0 && told)
            out[count++] = all[i];
        else
            us_sheet_free(all[i]);
    }
    return count;
}
