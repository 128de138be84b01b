#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "experiments/compare/compare.h"
#include "experiments/compare/parts.h"
#include "experiments/run/results.h"
#include "understudy/statistics.h"

/* ---- learning curves */

static const char *name_curve(const us_entrant *player, us_arena *arena)
{
    US_AUTOSTR(tail);
    const char *name = player->group ? player->group : player->name;
    size_t length = strlen(name);
    us_str_addf(&tail, "-%lld", (long long)player->size);
    if (player->group && length > tail.length &&
        us_text_equal(name + length - tail.length, tail.text))
        length -= tail.length;
    return us_arena_strndup(arena, name, length);
}

static int compare_runs(const void *a, const void *b)
{
    const us_curve_run *x = a, *y = b;
    int order = strcmp(x->curve, y->curve);
    if (order != 0)
        return order;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    return x->player < y->player ? -1 : x->player > y->player;
}

static void gather_runs(us_curves *out, const us_manifest *m, us_arena *arena)
{
    US_AUTOFREE int64_t *games = US_NEW_ARRAY(int64_t, m->players + 1),
                        *points = US_NEW_ARRAY(int64_t, m->players + 1);
    out->run = US_ARENA_ARRAY(arena, us_curve_run, m->players + 1);
    for (int64_t i = 0; i < m->games; i++) {
        games[m->game[i].player] += us_row_is_scored(&m->row[i]);
        points[m->game[i].player] += us_row_points(&m->row[i]);
    }
    for (int p = 0; p < m->players; p++)
        if (m->player[p].size >= 0 && games[p] > 0)
            out->run[out->runs++] =
                (us_curve_run){.curve = name_curve(&m->player[p], arena),
                               .size = m->player[p].size,
                               .games = games[p],
                               .score = (double)points[p] / 2 / (double)games[p],
                               .player = p};
    us_array_sort(out->run, (size_t)out->runs, sizeof(*out->run), compare_runs);
}

/* Scores of the players of one point, which are its runs. */
typedef struct scores {
    double *value;
    int *cell, *run;
    int count;
} scores;

static scores scores_of(const us_curve_run *run, int runs, const us_manifest *m, us_arena *arena)
{
    int64_t games = 0;
    int *of = US_ARENA_ARRAY(arena, int, m->players + 1); /* by player: 1 + its run, or 0 */
    for (int i = 0; i < runs; i++) {
        games += run[i].games;
        of[run[i].player] = i + 1;
    }
    scores s = {US_ARENA_ARRAY(arena, double, games + 1), US_ARENA_ARRAY(arena, int, games + 1),
                US_ARENA_ARRAY(arena, int, games + 1), 0};
    for (int64_t i = 0; i < m->games; i++) {
        const us_fixture *game = &m->game[i];
        if (of[game->player] == 0 || !us_row_is_scored(&m->row[i]))
            continue;
        s.value[s.count] = us_row_points(&m->row[i]) / 2.0;
        s.cell[s.count] = game->map * m->opponents + game->opponent;
        s.run[s.count++] = of[game->player] - 1;
    }
    return s;
}

/* Over maps, of runs that played on the same ones. */
static us_estimate estimate_over(const us_curve_run *run, int runs, const us_comparison *c,
                                 const us_manifest *m, const us_estimate_def *def)
{
    const us_atlas *atlas = &c->atlas;
    US_AUTOPTR(us_arena) arena = us_arena_new();
    scores s = scores_of(run, runs, m, arena);
    us_pairs pairs = {s.value, s.cell, s.count, atlas->maps * atlas->opponents, false};
    us_runs of = {s.run, NULL, runs, 0};
    bool *keep = US_ARENA_ARRAY(arena, bool, s.count + 1);
    int kept = 0;
    us_pairs_find_common_cells(&pairs, &of, keep);
    for (int i = 0; i < s.count; i++) {
        if (!keep[i])
            continue;
        s.value[kept] = s.value[i];
        s.cell[kept] = s.cell[i];
        s.run[kept++] = s.run[i];
    }
    pairs.count = kept;
    us_estimate e = us_estimate_compute_in_scope(&pairs, runs > 1 ? &of : NULL, atlas, def, NULL);
    return e;
}

static us_curve_point point_of(const us_curve_run *run, int first, int runs, const us_comparison *c,
                               const us_manifest *m)
{
    us_estimate_def def = {.level = c->def.level, .low = 0, .high = 1};
    US_AUTOFREE double *score = US_NEW_ARRAY(double, runs);
    double sum = 0;
    us_curve_point p = {.curve = run->curve,
                        .size = run->size,
                        .first = first,
                        .runs = runs,
                        .least = run->score,
                        .most = run->score,
                        .bounds = {(double)NAN, (double)NAN}};
    for (int i = 0; i < runs; i++) {
        score[i] = run[i].score;
        sum += score[i];
        p.games += run[i].games;
        p.least = fmin(p.least, score[i]);
        p.most = fmax(p.most, score[i]);
    }
    p.mean = sum / runs;
    if (us_comparison_atlas(c)) {
        us_estimate e = estimate_over(run, runs, c, m, &def);
        p.mean = e.mean;
        p.bounds = e.bounds;
    } else if (runs > 1) {
        p.bounds = us_estimate_compute_values(score, runs, &def).bounds;
    }
    return p;
}

us_curves us_curves_make(const us_comparison *comparison, const us_manifest *m)
{
    us_arena *arena = comparison->arena;
    us_curves c = {.runs = 0};
    gather_runs(&c, m, arena);
    c.point = US_ARENA_ARRAY(arena, us_curve_point, c.runs + 1);
    for (int first = 0, next; first < c.runs; first = next) {
        const us_curve_run *run = &c.run[first];
        bool begins = first == 0 || strcmp(run[-1].curve, run->curve) != 0;
        for (next = first + 1; next < c.runs && c.run[next].size == run->size &&
                               strcmp(c.run[next].curve, run->curve) == 0;)
            next++;
        c.point[c.points++] = point_of(run, first, next - first, comparison, m);
        c.curves += begins;
    }
    return c;
}

/* ---- ratings */

/* Points of each against each, and the same map by map. */
typedef struct played {
    double *point;
    us_rating_share *share; /* a player, an opponent, a map */
    int count, shares, clusters;
} played;

static int by_pairing(const void *a, const void *b)
{
    const us_rating_share *x = a, *y = b;
    if (x->cluster != y->cluster)
        return x->cluster < y->cluster ? -1 : 1;
    if (x->one != y->one)
        return x->one < y->one ? -1 : 1;
    return (x->other > y->other) - (x->other < y->other);
}

/* Joins the shares of one pairing; clusters get numbers from 0. */
static void join_shares(played *p)
{
    int count = 0, map = -1;
    us_array_sort(p->share, (size_t)p->shares, sizeof(*p->share), by_pairing);
    for (int i = 0; i < p->shares; i++) {
        us_rating_share next = p->share[i];
        us_rating_share *last = count > 0 ? &p->share[count - 1] : NULL;
        p->clusters += next.cluster != map;
        map = next.cluster;
        next.cluster = p->clusters - 1;
        if (last && last->cluster == next.cluster && last->one == next.one &&
            last->other == next.other) {
            last->games += next.games;
            last->points += next.points;
        } else {
            p->share[count++] = next;
        }
    }
    p->shares = count;
}

/* Without games that are the same as others. */
static played played_of(const us_comparison *c, const us_manifest *m, us_arena *arena)
{
    int count = m->players + m->opponents;
    US_AUTOFREE bool *repeat = us_repeats_find(m);
    played p = {US_ARENA_ARRAY(arena, double, (int64_t)count *count),
                US_ARENA_ARRAY(arena, us_rating_share, m->games + 1), count, 0, 0};
    for (int64_t i = 0; i < m->games; i++) {
        int one = m->game[i].player, other = m->players + m->game[i].opponent;
        if (!us_row_is_scored(&m->row[i]) || repeat[i])
            continue;
        double score = us_row_points(&m->row[i]) / 2.0;
        p.point[one * count + other] += score;
        p.point[other * count + one] += 1 - score;
        p.share[p.shares++] = (us_rating_share){one, other, m->game[i].map, 1, score};
    }
    join_shares(&p);
    if (!us_comparison_atlas(c))
        p.clusters = 0;
    return p;
}

static us_rating_def def_of(const played *p)
{
    us_rating_def def = us_rating_def_default(p->count, p->point);
    def.share = p->clusters > 1 ? p->share : NULL;
    def.shares = p->shares;
    def.clusters = p->clusters;
    return def;
}

/* Rates those of one group anew, as if there were no others: around their own mean. */
static void rate_group(const played *all, int group, us_rating *rating)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    int *member = US_ARENA_ARRAY(arena, int, all->count);
    int *number = US_ARENA_ARRAY(arena, int, all->count);
    played own = {.clusters = all->clusters};
    for (int i = 0; i < all->count; i++) {
        number[i] = rating[i].group == group ? own.count : -1;
        if (rating[i].group == group)
            member[own.count++] = i;
    }
    own.point = US_ARENA_ARRAY(arena, double, (int64_t)own.count *own.count);
    own.share = US_ARENA_ARRAY(arena, us_rating_share, all->shares + 1);
    us_rating *anew = US_ARENA_ARRAY(arena, us_rating, own.count);
    for (int i = 0; i < own.count; i++)
        for (int j = 0; j < own.count; j++)
            own.point[i * own.count + j] = all->point[member[i] * all->count + member[j]];
    for (int i = 0; i < all->shares; i++) {
        us_rating_share s = all->share[i];
        if (number[s.one] < 0 || number[s.other] < 0)
            continue;
        s.one = number[s.one];
        s.other = number[s.other];
        own.share[own.shares++] = s;
    }
    us_rating_def def = def_of(&own);
    us_ratings_compute(&def, anew);
    for (int i = 0; i < own.count; i++) {
        rating[member[i]] = anew[i];
        rating[member[i]].group = group;
    }
}

/* Groups that have played get numbers from 1 on, in *number. Returns how many. */
static int rate_all(const played *p, us_rating *rating, int *number)
{
    us_rating_def def = def_of(p);
    int groups = us_ratings_compute(&def, rating), numbers = 0;
    for (int i = 0; i < p->count; i++)
        if (rating[i].games > 0 && number[rating[i].group] == 0)
            number[rating[i].group] = ++numbers;
    for (int g = 0; g < groups && groups > 1; g++)
        if (number[g] > 0)
            rate_group(p, g, rating);
    return numbers;
}

/* Rates players and opponents on one scale, by their games. */
static us_sheet *rating_sheet(const us_comparison *c, const us_manifest *m)
{
    static const us_sheet_column columns[] = {
        {"name", US_COLUMN_TEXT},
        {"elo", US_COLUMN_REAL, 0},
        {"elo_error", US_COLUMN_REAL, 0, "error"},
        {"games", US_COLUMN_REAL, 0},
        {"points", US_COLUMN_REAL, 1},
        {"note", US_COLUMN_TEXT},
        {"set", US_COLUMN_COUNT, 0, "group"},
    };
    US_AUTOPTR(us_arena) arena = us_arena_new();
    played p = played_of(c, m, arena);
    us_rating *rating = US_ARENA_ARRAY(arena, us_rating, p.count);
    int *number = US_ARENA_ARRAY(arena, int, p.count);
    bool grouped = rate_all(&p, rating, number) > 1;
    us_sheet *sheet =
        us_sheet_new(c->arena, "ratings",
                     grouped ? "Ratings: Bradley and Terry's model on Elo's scale. No "
                               "games join the groups: ratings within one only"
                             : "Ratings: Bradley and Terry's model on Elo's scale",
                     columns, US_COUNT(columns) - (grouped ? 0 : 1));
    for (int i = 0; i < p.count; i++) {
        if (rating[i].games == 0)
            continue;
        US_SHEET_ADD(
            sheet,
            us_cell_text(i < m->players ? m->player[i].name : m->opponent[i - m->players].name),
            us_cell_real(rating[i].elo), us_cell_real(rating[i].error),
            us_cell_real(rating[i].games), us_cell_real(rating[i].points),
            us_cell_text(rating[i].perfect ? "all points or none" : ""));
        if (grouped)
            US_SHEET_ADD(sheet, us_cell_count(number[rating[i].group]));
    }
    return sheet;
}

/* A mean and its bounds; of nothing, none. */
static void add_estimate(us_sheet *sheet, const us_estimate *e)
{
    bool known = e->pairs > 0;
    US_SHEET_ADD(sheet, us_cell_real(known ? e->mean : (double)NAN),
                 us_cell_real(known ? e->bounds.low : (double)NAN),
                 us_cell_real(known ? e->bounds.high : (double)NAN));
}

/* The number of runs that an estimate is of: a player without replicates is one run. */
static void add_runs(us_sheet *sheet, int runs)
{
    US_SHEET_ADD(sheet, us_cell_count(runs > 1 ? runs : 1));
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
        US_SHEET_ADD(sheet, us_cell_text(s->name));
        add_runs(sheet, s->runs);
        US_SHEET_ADD(sheet, us_cell_count(s->games), us_cell_count(s->end[US_ROW_WIN]),
                     us_cell_count(s->end[US_ROW_DRAW]), us_cell_count(s->end[US_ROW_LOSS]),
                     us_cell_count(s->end[US_ROW_CRASH]), us_cell_count(s->end[US_ROW_TIMEOUT]),
                     us_cell_count(s->no_result));
        add_estimate(sheet, &s->score);
        US_SHEET_ADD(sheet, us_cell_real(s->margin));
        add_estimate(sheet, &s->iqm);
        if (repeated)
            US_SHEET_ADD(sheet, us_cell_count(s->repeats));
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
        US_SHEET_ADD(sheet, us_cell_text(s->name), us_cell_text(m->model),
                     us_cell_count(s->like_games));
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
        US_SHEET_ADD(sheet, us_cell_text(c->side[v->challenger].name),
                     us_cell_text(c->side[v->baseline].name),
                     us_cell_text(us_map_scope_name(v->scope)), us_cell_count(v->maps),
                     us_cell_count(v->families), us_cell_count(v->pairs), us_cell_count(v->cells));
        add_runs(sheet, v->effect.runs);
        add_estimate(sheet, &v->effect);
        US_SHEET_ADD(sheet, us_cell_real(us_estimate_degrees(&v->effect)),
                     us_cell_real(v->effect.pairs > 0 ? v->together.low : (double)NAN),
                     us_cell_real(v->effect.pairs > 0 ? v->together.high : (double)NAN),
                     us_cell_real(v->bootstrap.bounds.low), us_cell_real(v->bootstrap.bounds.high),
                     us_cell_text(us_conclusion_name(v->conclusion)), us_cell_real(v->needed),
                     us_cell_text(unit_of(v)));
        if (repeated)
            US_SHEET_ADD(sheet, us_cell_count(v->repeats));
        if (stopped)
            US_SHEET_ADD(sheet, us_cell_text(v->stopped ? "stopped by a sequential test" : ""));
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
        US_SHEET_ADD(sheet, us_cell_text(c->side[v->challenger].name),
                     us_cell_text(c->side[v->baseline].name), us_cell_count(v->gained),
                     us_cell_count(v->lost), us_cell_real(v->mcnemar.exact),
                     us_cell_real(v->mcnemar.mid), us_cell_real(v->ranks.p),
                     us_cell_real(v->flips.p), us_cell_real(v->holm),
                     us_cell_real(v->improvement.mean), us_cell_real(v->improvement.bounds.low),
                     us_cell_real(v->improvement.bounds.high),
                     us_cell_real(us_estimate_p_value(&v->effect)));
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
            US_SHEET_ADD(sheet, us_cell_text(c->side[v->challenger].name),
                         us_cell_text(c->side[v->baseline].name), us_cell_text(cell->map),
                         us_cell_text(cell->family), us_cell_text(cell->opponent),
                         us_cell_count(cell->effect.pairs), us_cell_real(cell->score[1]),
                         us_cell_real(cell->score[0]));
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
        US_SHEET_ADD(sheet, us_cell_text(c->side[v->challenger].name),
                     us_cell_text(c->side[v->baseline].name), us_cell_real(v->components.maps),
                     us_cell_real(v->components.places), us_cell_real(v->components.seeds),
                     us_cell_real(v->components.runs));
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
            US_SHEET_ADD(
                sheet, us_cell_text(c->side[v->challenger].name),
                us_cell_text(c->side[v->baseline].name), us_cell_text(f->name),
                us_cell_count(f->effect.pairs / (f->effect.runs > 1 ? f->effect.runs : 1)));
            add_estimate(sheet, &f->effect);
            US_SHEET_ADD(sheet, us_cell_real(us_estimate_p_value(&f->effect)),
                         us_cell_real(f->holm));
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
            US_SHEET_ADD(sheet, us_cell_text(c->side[v->challenger].name),
                         us_cell_text(c->side[v->baseline].name), us_cell_count(v->run[r].run),
                         us_cell_real(v->run[r].effect));
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
            US_SHEET_ADD(sheet, us_cell_text(c->side[i].name),
                         us_cell_real(us_profile_margin[k] / 1000.0));
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
        US_SHEET_ADD(sheet, us_cell_text(p->curve), us_cell_count(p->size), us_cell_count(p->runs),
                     us_cell_count(p->games), us_cell_real(p->mean), us_cell_real(p->bounds.low),
                     us_cell_real(p->bounds.high), us_cell_real(p->least), us_cell_real(p->most));
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
        US_SHEET_ADD(sheet, us_cell_text(m->player[run->player].name), us_cell_count(run->size),
                     us_cell_count(run->games), us_cell_real(run->score));
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
                       rating_sheet(c, m),
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
