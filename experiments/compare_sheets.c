#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "experiments/compare_parts.h"
#include "experiments/stats/rating.h"

/* ---- sides */

static us_sheet *sides_sheet(const us_comparison *c)
{
    static const us_sheet_column columns[] = {
        {"player", US_COLUMN_TEXT}, {"runs", US_COLUMN_COUNT},    {"games", US_COLUMN_COUNT},
        {"won", US_COLUMN_COUNT},   {"drawn", US_COLUMN_COUNT},   {"lost", US_COLUMN_COUNT},
        {"crash", US_COLUMN_COUNT}, {"timeout", US_COLUMN_COUNT}, {"score", US_COLUMN_REAL, 3},
        {"low", US_COLUMN_REAL, 3}, {"high", US_COLUMN_REAL, 3},  {"margin", US_COLUMN_REAL, 3},
        {"iqm", US_COLUMN_REAL, 3},
    };
    us_sheet *sheet = us_sheet_new(c->arena, "players", "Players: score with Wilson's interval",
                                   columns, US_COUNT(columns));
    for (int i = 0; i < c->sides; i++) {
        const us_side *s = &c->side[i];
        us_sheet_text(sheet, s->name);
        us_sheet_count(sheet, s->runs);
        us_sheet_count(sheet, s->games);
        us_sheet_count(sheet, s->end[US_ROW_WIN]);
        us_sheet_count(sheet, s->end[US_ROW_DRAW]);
        us_sheet_count(sheet, s->end[US_ROW_LOSS]);
        us_sheet_count(sheet, s->end[US_ROW_CRASH]);
        us_sheet_count(sheet, s->end[US_ROW_TIMEOUT]);
        us_sheet_real(sheet, s->games > 0 ? s->score : (double)NAN);
        us_sheet_real(sheet, s->wilson.low);
        us_sheet_real(sheet, s->wilson.high);
        us_sheet_real(sheet, s->games > 0 ? s->margin : (double)NAN);
        us_sheet_real(sheet, s->games > 0 ? s->iqm.mean : (double)NAN);
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
        us_sheet_text(sheet, s->name);
        us_sheet_text(sheet, m->model);
        us_sheet_count(sheet, s->like_orders.pairs);
        us_sheet_real(sheet, s->like_orders.mean);
        us_sheet_real(sheet, s->like_orders.bounds.low);
        us_sheet_real(sheet, s->like_orders.bounds.high);
        us_sheet_real(sheet, s->like_goals.mean);
        us_sheet_real(sheet, s->like_goals.bounds.low);
        us_sheet_real(sheet, s->like_goals.bounds.high);
    }
    return sheet;
}

/* ---- comparisons */

static us_sheet *effects_sheet(const us_comparison *c)
{
    static const us_sheet_column columns[] = {
        {"player", US_COLUMN_TEXT},      {"baseline", US_COLUMN_TEXT},
        {"pairs", US_COLUMN_COUNT},      {"cells", US_COLUMN_COUNT},
        {"runs", US_COLUMN_COUNT},       {"effect", US_COLUMN_REAL, 4},
        {"low", US_COLUMN_REAL, 4},      {"high", US_COLUMN_REAL, 4},
        {"boot_low", US_COLUMN_REAL, 4}, {"boot_high", US_COLUMN_REAL, 4},
        {"verdict", US_COLUMN_TEXT},     {"needed", US_COLUMN_REAL, 0},
    };
    us_sheet *sheet =
        us_sheet_new(c->arena, "effects", "Effects: how much of a game a pair is won by", columns,
                     US_COUNT(columns));
    for (int i = 0; i < c->count; i++) {
        const us_versus *v = &c->versus[i];
        us_sheet_text(sheet, c->side[v->challenger].name);
        us_sheet_text(sheet, c->side[v->baseline].name);
        us_sheet_count(sheet, v->effect.pairs);
        us_sheet_count(sheet, v->effect.cells);
        us_sheet_count(sheet, v->effect.runs);
        us_sheet_real(sheet, v->effect.mean);
        us_sheet_real(sheet, v->effect.bounds.low);
        us_sheet_real(sheet, v->effect.bounds.high);
        us_sheet_real(sheet, v->bootstrap.bounds.low);
        us_sheet_real(sheet, v->bootstrap.bounds.high);
        us_sheet_text(sheet, us_conclusion_name(v->conclusion));
        us_sheet_real(sheet, v->needed);
    }
    return sheet;
}

static us_sheet *tests_sheet(const us_comparison *c)
{
    static const us_sheet_column columns[] = {
        {"player", US_COLUMN_TEXT},     {"baseline", US_COLUMN_TEXT},
        {"gained", US_COLUMN_COUNT},    {"lost", US_COLUMN_COUNT},
        {"mcnemar", US_COLUMN_CHANCE},  {"mcnemar_mid", US_COLUMN_CHANCE},
        {"wilcoxon", US_COLUMN_CHANCE}, {"sign_flip", US_COLUMN_CHANCE},
        {"holm", US_COLUMN_CHANCE},     {"improvement", US_COLUMN_REAL, 3},
    };
    us_sheet *sheet = us_sheet_new(c->arena, "tests",
                                   "Tests: two-sided p values; gained and lost are pairs that one "
                                   "alone won",
                                   columns, US_COUNT(columns));
    for (int i = 0; i < c->count; i++) {
        const us_versus *v = &c->versus[i];
        us_sheet_text(sheet, c->side[v->challenger].name);
        us_sheet_text(sheet, c->side[v->baseline].name);
        us_sheet_count(sheet, v->gained);
        us_sheet_count(sheet, v->lost);
        us_sheet_real(sheet, v->mcnemar.exact);
        us_sheet_real(sheet, v->mcnemar.mid);
        us_sheet_real(sheet, v->ranks.p);
        us_sheet_real(sheet, v->flips.p);
        us_sheet_real(sheet, v->holm);
        us_sheet_real(sheet, v->improvement.probability);
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
    us_sheet *sheet =
        us_sheet_new(c->arena, "cells", "Cells: each map and opponent", columns, US_COUNT(columns));
    for (int i = 0; i < c->count; i++) {
        const us_versus *v = &c->versus[i];
        for (int k = 0; k < v->cells; k++) {
            const us_versus_cell *cell = &v->cell[k];
            us_sheet_text(sheet, c->side[v->challenger].name);
            us_sheet_text(sheet, c->side[v->baseline].name);
            us_sheet_text(sheet, cell->map);
            us_sheet_text(sheet, cell->family);
            us_sheet_text(sheet, cell->opponent);
            us_sheet_count(sheet, cell->effect.pairs);
            us_sheet_real(sheet, cell->score[1]);
            us_sheet_real(sheet, cell->score[0]);
            us_sheet_real(sheet, cell->effect.mean);
            us_sheet_real(sheet, cell->effect.bounds.low);
            us_sheet_real(sheet, cell->effect.bounds.high);
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
        for (int run = 0; v->run_mean && run < v->effect.runs; run++) {
            us_sheet_text(sheet, c->side[v->challenger].name);
            us_sheet_text(sheet, c->side[v->baseline].name);
            us_sheet_count(sheet, run);
            us_sheet_real(sheet, v->run_mean[run]);
        }
    }
    return sheet;
}

/* ---- ratings: players and opponents on one scale, by the games between them */

static us_sheet *ratings_sheet(const us_comparison *c, const us_manifest *m)
{
    static const us_sheet_column columns[] = {
        {"name", US_COLUMN_TEXT},     {"elo", US_COLUMN_REAL, 0},    {"error", US_COLUMN_REAL, 0},
        {"games", US_COLUMN_REAL, 0}, {"points", US_COLUMN_REAL, 1}, {"note", US_COLUMN_TEXT},
    };
    int count = m->players + m->opponents;
    double *point = US_NEW_ARRAY(double, (int64_t)count *count);
    us_rating *rating = US_NEW_ARRAY(us_rating, count);
    us_sheet *sheet =
        us_sheet_new(c->arena, "ratings", "Ratings: Bradley and Terry's model on Elo's scale",
                     columns, US_COUNT(columns));
    for (int64_t i = 0; i < m->games; i++) {
        int one = m->game[i].player, other = m->players + m->game[i].opponent;
        if (m->row[i].end == US_ROW_NONE)
            continue;
        double score = us_row_points(&m->row[i]) / 2.0;
        point[one * count + other] += score;
        point[other * count + one] += 1 - score;
    }
    us_rating_def def = us_rating_def_default(count, point);
    us_rate(&def, rating);
    for (int i = 0; i < count; i++) {
        if (rating[i].games == 0)
            continue;
        us_sheet_text(sheet, i < m->players ? m->player[i].name : m->opponent[i - m->players].name);
        us_sheet_real(sheet, rating[i].elo);
        us_sheet_real(sheet, rating[i].error);
        us_sheet_real(sheet, rating[i].games);
        us_sheet_real(sheet, rating[i].points);
        us_sheet_text(sheet, rating[i].perfect ? "all points or none" : "");
    }
    us_free(point);
    us_free(rating);
    return sheet;
}

/* ---- learning curve: scores by the number of demonstrations */

static int compare_sizes(const void *a, const void *b)
{
    const us_entrant *x = *(const us_entrant *const *)a, *y = *(const us_entrant *const *)b;
    int order = strcmp(x->agent, y->agent);
    return x->size != y->size ? (x->size < y->size ? -1 : 1) : order;
}

static us_sheet *curve_sheet(const us_comparison *c, const us_manifest *m)
{
    static const us_sheet_column columns[] = {{"demonstrations", US_COLUMN_COUNT},
                                              {"player", US_COLUMN_TEXT},
                                              {"games", US_COLUMN_COUNT},
                                              {"score", US_COLUMN_REAL, 3}};
    const us_entrant **player = US_NEW_ARRAY(const us_entrant *, m->players + 1);
    us_sheet *sheet = us_sheet_new(c->arena, "curve", "Learning curve: scores by demonstrations",
                                   columns, US_COUNT(columns));
    int count = 0;
    for (int p = 0; p < m->players; p++)
        if (m->player[p].size >= 0)
            player[count++] = &m->player[p];
    us_sort(player, (size_t)count, sizeof(const us_entrant *), compare_sizes);
    for (int i = 0; i < count; i++) {
        int64_t games = 0, points = 0;
        for (int64_t g = 0; g < m->games; g++) {
            if (m->game[g].player != player[i] - m->player || m->row[g].end == US_ROW_NONE)
                continue;
            games++;
            points += us_row_points(&m->row[g]);
        }
        us_sheet_count(sheet, player[i]->size);
        us_sheet_text(sheet, player[i]->name);
        us_sheet_count(sheet, games);
        us_sheet_real(sheet, games > 0 ? (double)points / 2 / (double)games : (double)NAN);
    }
    us_free(player);
    return sheet;
}

/* ---- all */

int us_comparison_sheets(const us_comparison *c, const us_manifest *m, us_sheet **out)
{
    us_sheet *all[] = {sides_sheet(c),    likeness_sheet(c, m), effects_sheet(c),
                       tests_sheet(c),    cells_sheet(c),       runs_sheet(c),
                       curve_sheet(c, m), ratings_sheet(c, m)};
    int count = 0;
    for (int i = 0; i < US_COUNT(all); i++) {
        if (us_sheet_rows(all[i]) > 0)
            out[count++] = all[i];
        else
            us_sheet_free(all[i]);
    }
    return count;
}
