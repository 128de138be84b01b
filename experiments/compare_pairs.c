#include <math.h>
#include <string.h>

#include "experiments/compare_parts.h"
#include "experiments/stats/proportion.h"

enum { IQM_GAMES_MAX = 20000 };

static double score_of(const us_row *row)
{
    return us_row_points(row) / 2.0;
}

/* ---- a side alone */

void us_side_of(const us_matching *m, int side, const us_compare_def *def, us_side *out)
{
    const us_manifest *manifest = m->manifest;
    const us_team *team = &m->side[side];
    bool *mine = US_NEW_ARRAY(bool, manifest->players + 1);
    double points = 0, margins = 0;
    double *margin = US_NEW_ARRAY(double, m->played + 1);
    int *cell = US_NEW_ARRAY(int, m->played + 1);
    *out = (us_side){.name = team->name, .runs = team->grouped ? team->players : 0};
    for (int i = 0; i < team->players; i++)
        mine[team->player[i]] = true;
    for (int64_t i = 0; i < m->played; i++) {
        const us_fixture *game = &manifest->game[m->game[i]];
        const us_row *row = &manifest->row[m->game[i]];
        if (!mine[game->player])
            continue;
        cell[out->games] = game->map * manifest->opponents + game->opponent;
        margin[out->games] = us_row_margin(row, manifest->max_cycles) / 1000.0;
        margins += margin[out->games++];
        points += score_of(row);
        out->end[row->end]++;
    }
    us_scores scores = {margin, cell, (int)out->games, manifest->maps * manifest->opponents};
    out->score = out->games > 0 ? points / (double)out->games : 0;
    out->margin = out->games > 0 ? margins / (double)out->games : 0;
    out->wilson = us_wilson(points, (double)out->games, def->level);
    /* Its bounds are drawn score by score; of more games they are narrow anyway. */
    out->iqm =
        (us_iqm_estimate){.mean = us_iqm(margin, (int)out->games), .bounds = {-HUGE_VAL, HUGE_VAL}};
    if (out->games <= IQM_GAMES_MAX)
        out->iqm = us_iqm_of(&scores, def->level, def->draws, def->seed);
    us_free(mine);
    us_free(margin);
    us_free(cell);
}

/* ---- pairs of two sides */

/* A pair of players whose games of one key are a pair, and which replicate it is of. */
typedef struct duel {
    int baseline, challenger, run;
} duel;

typedef struct pairing {
    const us_matching *m;
    const duel *duel;
    int duels, runs;
    /* by pair */
    double *difference, *graded; /* of scores; of margins */
    int *cell, *run, *game;
    double *score[2], *margin[2]; /* baseline's, challenger's */
    int count, capacity;
    int64_t unmatched;
    int32_t lone; /* a game without a partner, or -1 */
} pairing;

static void grow(pairing *p)
{
    if (p->count < p->capacity)
        return;
    p->capacity = p->capacity ? p->capacity * 2 : 1024;
    size_t numbers = (size_t)p->capacity * sizeof(double), ints = (size_t)p->capacity * sizeof(int);
    p->difference = us_realloc(p->difference, numbers);
    p->graded = us_realloc(p->graded, numbers);
    p->cell = us_realloc(p->cell, ints);
    p->run = us_realloc(p->run, ints);
    p->game = us_realloc(p->game, ints);
    for (int s = 0; s < 2; s++) {
        p->score[s] = us_realloc(p->score[s], numbers);
        p->margin[s] = us_realloc(p->margin[s], numbers);
    }
}

static void clear(pairing *p)
{
    us_free(p->difference);
    us_free(p->graded);
    us_free(p->cell);
    us_free(p->run);
    us_free(p->game);
    for (int s = 0; s < 2; s++) {
        us_free(p->score[s]);
        us_free(p->margin[s]);
    }
}

static void add_pair(pairing *p, int key, int run, int32_t baseline, int32_t challenger)
{
    const us_manifest *manifest = p->m->manifest;
    const us_fixture *game = &manifest->game[baseline];
    int32_t index[2] = {baseline, challenger};
    grow(p);
    for (int s = 0; s < 2; s++) {
        const us_row *row = &manifest->row[index[s]];
        p->score[s][p->count] = score_of(row);
        p->margin[s][p->count] = us_row_margin(row, manifest->max_cycles) / 1000.0;
    }
    p->difference[p->count] = p->score[1][p->count] - p->score[0][p->count];
    /* Equal differences must be equal numbers: margins are subtracted before they are divided. */
    p->graded[p->count] = (us_row_margin(&manifest->row[challenger], manifest->max_cycles) -
                           us_row_margin(&manifest->row[baseline], manifest->max_cycles)) /
                          1000.0;
    p->cell[p->count] = game->map * manifest->opponents + game->opponent;
    p->run[p->count] = run;
    p->game[p->count] = key;
    p->count++;
}

static void visit_key(void *context, int key, const int32_t *game)
{
    pairing *p = context;
    for (int i = 0; i < p->duels; i++) {
        const duel *d = &p->duel[i];
        int32_t baseline = game[d->baseline], challenger = game[d->challenger];
        if (baseline >= 0 && challenger >= 0) {
            add_pair(p, key, d->run, baseline, challenger);
        } else if (baseline >= 0 || challenger >= 0) {
            p->unmatched++;
            p->lone = baseline >= 0 ? baseline : challenger;
        }
    }
}

/* Who is held against whom: each replicate against the one baseline, or, where both are groups,
 * against the replicate of the same number. */
static us_status find_duels(const us_matching *m, const us_team *one, const us_team *other,
                            duel **out, int *count, int *runs, us_error *err)
{
    const us_manifest *manifest = m->manifest;
    *out = US_ARENA_ARRAY(m->arena, duel, one->players * other->players + 1);
    *count = 0;
    if (one->grouped && other->grouped) {
        for (int i = 0; i < one->players; i++) {
            int before = *count;
            for (int j = 0; j < other->players; j++)
                if (manifest->player[one->player[i]].run == manifest->player[other->player[j]].run)
                    (*out)[(*count)++] = (duel){one->player[i], other->player[j], before};
            us_assert(*count <= before + 1); /* a group has each number once */
        }
        *runs = *count;
        return *count > 0 ? US_OK
                          : us_fail(err, US_MISMATCH, NULL, 0, 0,
                                    "no run of \"%.64s\" has the number of one of \"%.64s\"",
                                    one->name, other->name);
    }
    const us_team *many = one->grouped ? one : other;
    for (int i = 0; i < many->players; i++)
        (*out)[(*count)++] = one->grouped ? (duel){one->player[i], other->player[0], i}
                                          : (duel){one->player[0], other->player[i], i};
    *runs = many->grouped ? many->players : 0;
    return US_OK;
}

static us_status check_matched(const pairing *p, const us_team *one, const us_team *other,
                               const us_compare_def *def, us_error *err)
{
    const us_manifest *manifest = p->m->manifest;
    if (p->unmatched > 0 && !def->unmatched) {
        const us_fixture *game = &manifest->game[p->lone];
        return us_fail(err, US_MISMATCH, NULL, 0, 0,
                       "%lld games of \"%.64s\" and \"%.64s\" have no partner, such as \"%.64s\" "
                       "against \"%.64s\" on %.64s in seat %d with seed %llu: play the others, or "
                       "leave them out with --unmatched",
                       (long long)p->unmatched, one->name, other->name,
                       manifest->player[game->player].name, manifest->opponent[game->opponent].name,
                       manifest->map[game->map].name, game->seat, (unsigned long long)game->seed);
    }
    return p->count > 0
               ? US_OK
               : us_fail(err, US_MISMATCH, NULL, 0, 0,
                         "\"%.64s\" and \"%.64s\" have no pair of games", one->name, other->name);
}

/* Two replicates or more: the runs are what is repeated. */
static bool replicated(const pairing *p)
{
    return p->runs > 1;
}

static us_pairs pairs_of(const pairing *p, const double *difference)
{
    const us_manifest *manifest = p->m->manifest;
    return (us_pairs){difference, p->cell, p->count, manifest->maps * manifest->opponents};
}

static us_runs runs_of(const pairing *p)
{
    return (us_runs){p->run, p->game, p->runs, p->count > 0 ? p->game[p->count - 1] + 1 : 0};
}

static void move_pair(pairing *p, int to, int from)
{
    p->difference[to] = p->difference[from];
    p->graded[to] = p->graded[from];
    p->cell[to] = p->cell[from];
    p->run[to] = p->run[from];
    p->game[to] = p->game[from];
    for (int s = 0; s < 2; s++) {
        p->score[s][to] = p->score[s][from];
        p->margin[s][to] = p->margin[s][from];
    }
}

/* Leaves out the cells that a run lacks. */
static us_status keep_common(pairing *p, const us_team *one, const us_team *other, int *lacking,
                             us_error *err)
{
    us_pairs pairs = pairs_of(p, p->difference);
    us_runs runs = runs_of(p);
    bool *keep = US_NEW_ARRAY(bool, p->count + 1);
    int count = 0;
    *lacking = us_common_cells(&pairs, &runs, keep);
    for (int i = 0; i < p->count; i++)
        if (keep[i])
            move_pair(p, count++, i);
    us_free(keep);
    p->count = count;
    return count > 0 ? US_OK
                     : us_fail(err, US_MISMATCH, NULL, 0, 0,
                               "the runs of \"%.64s\" and \"%.64s\" have no map and opponent in "
                               "common: expected one that all of them played",
                               one->name, other->name);
}

/* ---- what is computed of them */

/* Pairs in the order of their cells. Games are numbered anew in each. */
typedef struct by_cell {
    int *first; /* by cell; first[cells] ends the last one */
    double *difference;
    int *run, *game;
    double *score[2]; /* sums, by cell */
} by_cell;

static by_cell sort_by_cell(const pairing *p, int cells)
{
    by_cell by = {.first = US_NEW_ARRAY(int, cells + 1),
                  .difference = US_NEW_ARRAY(double, p->count + 1),
                  .run = US_NEW_ARRAY(int, p->count + 1),
                  .game = US_NEW_ARRAY(int, p->count + 1),
                  .score = {US_NEW_ARRAY(double, cells + 1), US_NEW_ARRAY(double, cells + 1)}};
    int *fill = US_NEW_ARRAY(int, cells + 1), *last = US_NEW_ARRAY(int, cells + 1);
    for (int i = 0; i < p->count; i++)
        by.first[p->cell[i] + 1]++;
    for (int c = 0; c < cells; c++)
        by.first[c + 1] += by.first[c];
    memcpy(fill, by.first, (size_t)cells * sizeof(*fill));
    for (int i = 0; i < p->count; i++) { /* pairs of one game stand together */
        int c = p->cell[i], at = fill[c]++;
        bool again = at > by.first[c] && last[c] == p->game[i];
        by.difference[at] = p->difference[i];
        by.run[at] = p->run[i];
        by.game[at] = at == by.first[c] ? 0 : by.game[at - 1] + !again;
        last[c] = p->game[i];
        for (int s = 0; s < 2; s++)
            by.score[s][c] += p->score[s][i];
    }
    us_free(fill);
    us_free(last);
    return by;
}

static void by_cell_clear(by_cell *by)
{
    us_free(by->first);
    us_free(by->difference);
    us_free(by->run);
    us_free(by->game);
    us_free(by->score[0]);
    us_free(by->score[1]);
}

static us_estimate estimate_cell(const pairing *p, const by_cell *by, int c,
                                 const us_estimate_def *how)
{
    int at = by->first[c], count = by->first[c + 1] - at;
    us_pairs pairs = {by->difference + at, NULL, count, 1};
    us_runs runs = {by->run + at, by->game + at, p->runs, by->game[at + count - 1] + 1};
    return replicated(p) ? us_estimate_of_runs(&pairs, &runs, how, NULL)
                         : us_estimate_of_values(pairs.difference, count, how);
}

static void add_cells(const pairing *p, us_arena *arena, const us_estimate_def *how, us_versus *out)
{
    const us_manifest *manifest = p->m->manifest;
    int cells = manifest->maps * manifest->opponents;
    by_cell by = sort_by_cell(p, cells);
    out->cell = US_ARENA_ARRAY(arena, us_versus_cell, cells + 1);
    for (int c = 0; c < cells; c++) {
        int count = by.first[c + 1] - by.first[c];
        if (count == 0)
            continue;
        const us_place_of_play *map = &manifest->map[c / manifest->opponents];
        out->cell[out->cells++] = (us_versus_cell){
            map->name,
            map->family,
            manifest->opponent[c % manifest->opponents].name,
            {by.score[0][c] / count, by.score[1][c] / count},
            estimate_cell(p, &by, c, how),
        };
    }
    by_cell_clear(&by);
}

/* The means of runs that have pairs, up to what sums were rounded to. Returns how many. */
static int means_of_runs(const double *run_mean, int runs, double *out)
{
    int count = 0;
    for (int r = 0; r < runs; r++)
        if (!isnan(run_mean[r]))
            out[count++] = nearbyint(run_mean[r] * 1e9) / 1e9;
    return count;
}

/* The runs share the games of the baseline, whose luck turns no signs: p is no smaller than that of
 * the estimate, which reckons with it. */
static void test_runs(const pairing *p, const us_compare_def *def, us_versus *out)
{
    us_estimate_def how = {.level = def->level, .low = -2, .high = 2};
    us_pairs graded = pairs_of(p, p->graded);
    us_runs runs = runs_of(p);
    double *run_mean = US_NEW_ARRAY(double, p->runs), *mean = US_NEW_ARRAY(double, p->runs);
    us_estimate margins = us_estimate_of_runs(&graded, &runs, &how, run_mean);
    out->mcnemar = (us_mcnemar){(double)NAN, (double)NAN};
    out->ranks = us_signed_rank_test(mean, means_of_runs(run_mean, p->runs, mean));
    out->ranks.p = fmax(out->ranks.p, us_estimate_chance(&margins));
    out->flips = us_flip_test(mean, means_of_runs(out->run_mean, p->runs, mean), def->seed);
    out->flips.p = fmax(out->flips.p, us_estimate_chance(&out->effect));
    us_free(run_mean);
    us_free(mean);
}

/* As the effect has it: each cell the same weight, however many pairs. */
static us_flips flip_weighted(const pairing *p, uint64_t seed)
{
    int cells = p->m->manifest->maps * p->m->manifest->opponents;
    int *count = US_NEW_ARRAY(int, cells + 1);
    double *weighted = US_NEW_ARRAY(double, p->count + 1);
    for (int i = 0; i < p->count; i++)
        count[p->cell[i]]++;
    for (int i = 0; i < p->count; i++)
        weighted[i] = p->difference[i] / count[p->cell[i]];
    us_flips flips = us_flip_test(weighted, p->count, seed);
    us_free(count);
    us_free(weighted);
    return flips;
}

static void add_tests(const pairing *p, const us_compare_def *def, us_versus *out)
{
    int cells = p->m->manifest->maps * p->m->manifest->opponents;
    for (int i = 0; i < p->count; i++) {
        out->gained += p->score[1][i] == 1 && p->score[0][i] != 1;
        out->lost += p->score[0][i] == 1 && p->score[1][i] != 1;
    }
    us_scores one = {p->margin[1], p->cell, p->count, cells};
    us_scores other = {p->margin[0], p->cell, p->count, cells};
    out->improvement = us_improvement_of(&one, &other);
    if (replicated(p)) {
        test_runs(p, def, out);
        return;
    }
    out->mcnemar = us_mcnemar_test(out->gained, out->lost);
    out->ranks = us_signed_rank_test(p->graded, p->count);
    out->flips = flip_weighted(p, def->seed);
    if (!def->sprt)
        return;
    out->sprt = us_sprt_start(def->sprt);
    for (int i = 0; i < p->count; i++)
        us_sprt_add(&out->sprt, p->difference[i]);
}

static us_estimate effect_of(const pairing *p, double level, double *run_mean)
{
    us_estimate_def how = us_estimate_def_default();
    us_pairs pairs = pairs_of(p, p->difference);
    us_runs runs = runs_of(p);
    how.level = level;
    return replicated(p) ? us_estimate_of_runs(&pairs, &runs, &how, run_mean)
                         : us_estimate_of(&pairs, &how);
}

static void estimate(const pairing *p, int together, us_comparison *all, us_versus *out)
{
    const us_compare_def *def = &all->def;
    us_estimate_def how = us_estimate_def_default();
    us_pairs pairs = pairs_of(p, p->difference);
    us_runs runs = runs_of(p);
    double level = 1 - (1 - def->level) / together;
    how.level = def->level;
    if (replicated(p))
        out->run_mean = US_ARENA_ARRAY(all->arena, double, p->runs);
    out->effect = effect_of(p, def->level, out->run_mean);
    out->together = together > 1 ? effect_of(p, level, NULL).bounds : out->effect.bounds;
    out->bootstrap = replicated(p) ? us_bootstrap_runs(&pairs, &runs, out->run_mean, def->level,
                                                       def->draws, def->seed)
                                   : us_bootstrap_effect(&pairs, def->level, def->draws, def->seed);
    add_cells(p, all->arena, &how, out);
    add_tests(p, def, out);
    out->conclusion = us_conclude(out->together, def->margin);
    out->needed = us_pairs_needed(&out->effect, level, def->power);
    out->unmatched = p->unmatched;
}

static us_status check_sequential(const pairing *p, const us_team *one, const us_team *other,
                                  const us_compare_def *def, us_error *err)
{
    return !def->sprt || !replicated(p)
               ? US_OK
               : us_fail(err, US_BAD_INPUT, NULL, 0, 0,
                         "--sprt: \"%.64s\" against \"%.64s\" has %d runs, of which pairs are no "
                         "sequence: expected two players, without groups",
                         other->name, one->name, p->runs);
}

us_status us_versus_of(const us_matching *m, int baseline, int challenger, int together,
                       us_comparison *all, us_versus *out, us_error *err)
{
    const us_team *one = &m->side[baseline], *other = &m->side[challenger];
    duel *duels;
    pairing p = {.m = m, .lone = -1};
    US_TRY(find_duels(m, one, other, &duels, &p.duels, &p.runs, err));
    US_TRY(check_sequential(&p, one, other, &all->def, err));
    p.duel = duels;
    *out = (us_versus){.baseline = baseline, .challenger = challenger};
    us_matching_keys(m, visit_key, &p);
    us_status status = check_matched(&p, one, other, &all->def, err);
    if (status == US_OK && replicated(&p))
        status = keep_common(&p, one, other, &out->lacking, err);
    if (status == US_OK)
        estimate(&p, together, all, out);
    clear(&p);
    return status;
}
