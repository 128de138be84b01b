#include <math.h>

#include "experiments/compare/parts.h"
#include "experiments/run/results.h"

/* ---- pairs of two sides */

/* A pair of players whose games of one key are a pair, and which replicate it is of. */
typedef struct duel {
    int baseline, challenger, run;
} duel;

/* The values of a pair. SCORE and MARGIN: the baseline's, behind it the challenger's. */
enum { DIFFERENCE, GRADED, SCORE, MARGIN = SCORE + 2 };

typedef struct pairing {
    const us_matching *m;
    const duel *duel;
    int duels;
    us_game_pairs pairs;
    int64_t unmatched;
    int64_t no_result; /* pairs that hold a game without a result: left out */
    bool *waits;       /* by map: it has such pairs */
    int before, map;   /* pairs before the first such pair, and its map; -1: there is none */
    int32_t lone;      /* a game without a partner, or -1 */
} pairing;

static void pairing_clear(pairing *p)
{
    us_game_pairs_clear(&p->pairs);
}

static void add_pair(pairing *p, int key, int run, int32_t baseline, int32_t challenger)
{
    const us_manifest *manifest = p->m->manifest;
    const us_fixture *game = &manifest->game[baseline];
    const us_row *row[2] = {&manifest->row[baseline], &manifest->row[challenger]};
    us_game_pair pair = {.cell = us_matching_cell(p->m, game),
                         .run = run,
                         .game = key,
                         .seat = (us_seat)game->seat,
                         .course = us_repeats_combine_courses(row[0]->course, row[1]->course)};
    int margin[2];
    for (int s = 0; s < 2; s++) {
        margin[s] = us_row_margin(row[s], manifest->max_cycles);
        pair.value[SCORE + s] = us_row_points(row[s]) / 2.0;
        pair.value[MARGIN + s] = margin[s] / 1000.0;
    }
    pair.value[DIFFERENCE] = pair.value[SCORE + 1] - pair.value[SCORE];
    /* Equal differences must be equal numbers: margins are subtracted before they are divided. */
    pair.value[GRADED] = (margin[1] - margin[0]) / 1000.0;
    us_game_pairs_add(&p->pairs, pair);
}

static void add_void(pairing *p, int map)
{
    if (p->no_result++ == 0) {
        p->before = p->pairs.count;
        p->map = map;
    }
    p->waits[map] = true;
}

static void visit_key(void *context, int key, const int32_t *game)
{
    pairing *p = context;
    const us_row *row = p->m->manifest->row;
    for (int i = 0; i < p->duels; i++) {
        const duel *d = &p->duel[i];
        int32_t baseline = game[d->baseline], challenger = game[d->challenger];
        if (baseline >= 0 && challenger >= 0 &&
            (us_row_is_void(&row[baseline]) || us_row_is_void(&row[challenger]))) {
            add_void(p, p->m->manifest->game[baseline].map);
        } else if (baseline >= 0 && challenger >= 0) {
            add_pair(p, key, d->run, baseline, challenger);
        } else if (baseline >= 0 || challenger >= 0) {
            p->unmatched++;
            p->lone = baseline >= 0 ? baseline : challenger;
        }
    }
}

/* Finds the compared players: each replicate against the one baseline, or, if both sides are
 * groups, against the replicate of the same number. */
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
                          : us_error_set(err, US_MISMATCH, NULL, 0, 0,
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

/* ---- one player of two names */

typedef struct twins {
    const us_manifest *manifest;
    const duel *duel;
    int duels;
    int64_t alike, others; /* pairs */
} twins;

static void visit_twins(void *context, int key, const int32_t *game)
{
    twins *t = context;
    (void)key;
    for (int i = 0; i < t->duels; i++) {
        int32_t one = game[t->duel[i].baseline], other = game[t->duel[i].challenger];
        if (one < 0 || other < 0)
            continue;
        if (t->manifest->game[one].id == t->manifest->game[other].id &&
            t->manifest->row[one].end == t->manifest->row[other].end)
            t->alike++;
        else
            t->others++;
    }
}

bool us_versus_is_same(const us_matching *m, int baseline, int challenger)
{
    const us_entrant *player = m->manifest->player;
    duel *duels;
    int runs;
    twins t = {.manifest = m->manifest};
    us_error fault = {0}; /* reported by the comparison */
    if (find_duels(m, &m->side[baseline], &m->side[challenger], &duels, &t.duels, &runs, &fault) !=
        US_OK)
        return false;
    t.duel = duels;
    for (int i = 0; i < t.duels; i++)
        if (player[duels[i].baseline].identity != player[duels[i].challenger].identity)
            return false;
    us_matching_visit_keys(m, visit_twins, &t);
    return t.alike > 0 && t.others == 0;
}

/* ---- pairs of all */

static us_status check_matched(const pairing *p, const us_team *one, const us_team *other,
                               const us_comparison_def *def, us_error *err)
{
    const us_manifest *manifest = p->m->manifest;
    if (p->unmatched > 0 && !def->unmatched) {
        const us_fixture *game = &manifest->game[p->lone];
        return us_error_set(
            err, US_MISMATCH, NULL, 0, 0,
            "%lld game%s of \"%.64s\" and \"%.64s\" ha%s no partner, such as \"%.64s\" "
            "against \"%.64s\" on %.64s in seat %d with seed %llu: %s, or leave %s out "
            "with --unmatched",
            (long long)p->unmatched, p->unmatched == 1 ? "" : "s", one->name, other->name,
            p->unmatched == 1 ? "s" : "ve", manifest->player[game->player].name,
            manifest->opponent[game->opponent].name, manifest->map[game->map].name, game->seat,
            (unsigned long long)game->seed,
            p->m->played < manifest->games ? "play the others with experiment run --resume"
                                           : "play the others",
            p->unmatched == 1 ? "it" : "them");
    }
    if (p->pairs.count == 0 && p->no_result > 0)
        return us_error_set(
            err, US_MISMATCH, NULL, 0, 0,
            "each pair of games of \"%.64s\" and \"%.64s\" holds a game without a result: "
            "experiment status says which program failed, and experiment run "
            "--retry-failed plays these games again",
            one->name, other->name);
    return p->pairs.count > 0 ? US_OK
                              : us_error_set(err, US_MISMATCH, NULL, 0, 0,
                                             "\"%.64s\" and \"%.64s\" have no pair of games",
                                             one->name, other->name);
}

/* Leaves out the cells that a run lacks. */
static us_status close(pairing *p, const us_team *one, const us_team *other, us_versus *out,
                       us_error *err)
{
    out->lacking = us_game_pairs_finish(&p->pairs);
    out->repeats = p->pairs.repeats;
    out->alike = p->pairs.alike;
    return p->pairs.count > 0
               ? US_OK
               : us_error_set(err, US_MISMATCH, NULL, 0, 0,
                              "the runs of \"%.64s\" and \"%.64s\" have no map and opponent in "
                              "common: expected one that all of them played",
                              one->name, other->name);
}

/* ---- estimates and tests */

/* Estimates one cell: the pairs from one index on. */
static us_estimate estimate_cell(const us_game_pairs *all, int at, int count,
                                 const us_estimate_def *how)
{
    const double *difference = all->value[DIFFERENCE] + at;
    if (!us_game_pairs_has_runs(all))
        return us_estimate_compute_values(difference, count, how);
    US_AUTOFREE int *game = US_NEW_ARRAY(int, count); /* with numbers from 0 on */
    for (int i = 0; i < count; i++)
        game[i] = all->game[at + i] - all->game[at];
    us_pairs pairs = {difference, NULL, count, 1, false};
    us_runs runs = {all->run + at, game, all->runs, game[count - 1] + 1};
    return us_estimate_compute_runs(&pairs, &runs, how, NULL);
}

static void add_cells(const pairing *p, us_arena *arena, const us_estimate_def *how, us_versus *out)
{
    const us_manifest *manifest = p->m->manifest;
    const us_game_pairs *all = &p->pairs;
    out->cell = US_ARENA_ARRAY(arena, us_versus_cell, all->cells + 1);
    for (int at = 0, end; at < all->count; at = end) {
        int c = all->cell[at];
        double score[2] = {0};
        for (end = at; end < all->count && all->cell[end] == c; end++)
            for (int s = 0; s < 2; s++)
                score[s] += all->value[SCORE + s][end];
        const us_manifest_map *map = &manifest->map[c / manifest->opponents];
        out->cell[out->cells++] = (us_versus_cell){
            map->name,
            map->family,
            manifest->opponent[c % manifest->opponents].name,
            {score[0] / (end - at), score[1] / (end - at)},
            estimate_cell(all, at, end - at, how),
        };
    }
}

static us_estimate estimate_family(const us_game_pairs *all, int family, const us_estimate_def *how)
{
    US_AUTOFREE int *cell = US_NEW_ARRAY(int, all->count + 1),
                    *run = US_NEW_ARRAY(int, all->count + 1);
    US_AUTOFREE double *value = US_NEW_ARRAY(double, all->count + 1);
    us_pairs pairs = {value, cell, 0, all->cells, false};
    us_runs runs = {run, NULL, all->runs, 0};
    for (int i = 0; i < all->count; i++) {
        if (all->atlas->family[all->cell[i] / all->atlas->opponents] != family)
            continue;
        value[pairs.count] = all->value[DIFFERENCE][i];
        cell[pairs.count] = all->cell[i];
        run[pairs.count++] = all->run[i];
    }
    return us_estimate_compute_in_scope(&pairs, us_game_pairs_has_runs(all) ? &runs : NULL,
                                        all->atlas, how, NULL);
}

static void correct_families(us_versus *out)
{
    US_AUTOFREE double *p = US_NEW_ARRAY(double, out->parts + 1);
    for (int i = 0; i < out->parts; i++) {
        p[i] = us_estimate_p_value(&out->family[i].effect);
        p[i] = isnan(p[i]) ? 1 : p[i];
    }
    us_holm_adjust(p, out->parts, p);
    for (int i = 0; i < out->parts; i++)
        out->family[i].holm = p[i];
}

static void add_families(const pairing *p, us_arena *arena, const us_estimate_def *how,
                         us_versus *out)
{
    const us_game_pairs *all = &p->pairs;
    if (!all->atlas || all->families < 2)
        return;
    US_AUTOFREE bool *told = US_NEW_ARRAY(bool, all->atlas->families + 1);
    out->family = US_ARENA_ARRAY(arena, us_versus_family, all->families);
    for (int m = 0; m < all->atlas->maps; m++) {
        int family = all->atlas->family[m];
        us_estimate e = {0};
        if (!told[family])
            e = estimate_family(all, family, how);
        told[family] = true;
        if (e.pairs > 0)
            out->family[out->parts++] = (us_versus_family){p->m->manifest->map[m].family, e, 1};
    }
    correct_families(out);
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

/* The runs share the maps and the games of the baseline, whose luck changes no signs. So p is no
 * smaller than that of the estimate, which accounts for it. */
static void test_runs(const us_game_pairs *all, const double *run_mean,
                      const us_comparison_def *def, us_versus *out)
{
    us_estimate_def how = {.level = def->level, .low = -2, .high = 2};
    US_AUTOFREE double *graded = US_NEW_ARRAY(double, all->runs),
                       *mean = US_NEW_ARRAY(double, all->runs);
    us_estimate margins = us_game_pairs_estimate(all, all->value[GRADED], &how, graded);
    out->mcnemar = (us_mcnemar){(double)NAN, (double)NAN};
    out->ranks = us_signed_rank_test(mean, means_of_runs(graded, all->runs, mean));
    out->ranks.p = fmax(out->ranks.p, us_estimate_p_value(&margins));
    out->flips = us_flip_test(mean, means_of_runs(run_mean, all->runs, mean), def->seed);
    out->flips.p = fmax(out->flips.p, us_estimate_p_value(&out->effect));
}

/* Weighs as the effect does: each map the same, or each cell, however many pairs it has. */
static us_flips flip_weighted(const us_pairs *units, uint64_t seed)
{
    if (units->proportional)
        return us_flip_test(units->difference, units->count, seed);
    US_AUTOFREE int *count = US_NEW_ARRAY(int, units->cells + 1);
    US_AUTOFREE double *weighted = US_NEW_ARRAY(double, units->count + 1);
    for (int i = 0; i < units->count; i++)
        count[units->cell[i]]++;
    for (int i = 0; i < units->count; i++)
        weighted[i] = units->difference[i] / count[units->cell[i]];
    return us_flip_test(weighted, units->count, seed);
}

static void count_won(const us_game_pairs *all, us_versus *out)
{
    const double *one = all->value[SCORE + 1], *other = all->value[SCORE];
    if (!all->atlas) {
        for (int i = 0; i < all->count; i++) {
            out->gained += one[i] == 1 && other[i] != 1;
            out->lost += other[i] == 1 && one[i] != 1;
        }
        return;
    }
    us_pairs pairs = us_game_pairs_to_pairs(all, all->value[DIFFERENCE]);
    US_AUTO(us_map_values_clear)
    us_map_values maps = us_map_values_compute(&pairs, NULL, all->atlas);
    for (int i = 0; i < maps.count; i++) {
        out->gained += maps.value[i] > 0;
        out->lost += maps.value[i] < 0;
    }
}

static void add_tests(const us_game_pairs *all, const double *run_mean,
                      const us_comparison_def *def, us_versus *out)
{
    us_matched margins = {all->value[MARGIN + 1], all->value[MARGIN], all->cell, all->count,
                          all->cells};
    us_runs runs = us_game_pairs_to_runs(all);
    count_won(all, out);
    out->improvement = us_improvement_estimate(&margins, us_game_pairs_has_runs(all) ? &runs : NULL,
                                               all->atlas, def->level);
    if (us_game_pairs_has_runs(all)) {
        test_runs(all, run_mean, def, out);
        return;
    }
    US_AUTO(us_sampling_units_clear)
    us_sampling_units scores = us_game_pairs_make_units(all, all->value[DIFFERENCE]),
                      graded = us_game_pairs_make_units(all, all->value[GRADED]);
    out->mcnemar = us_mcnemar_test(out->gained, out->lost);
    out->ranks = us_signed_rank_test(graded.pairs.difference, graded.pairs.count);
    out->flips = flip_weighted(&scores.pairs, def->seed);
}

static us_estimate effect_of(const us_game_pairs *all, double level, double *run_mean)
{
    us_estimate_def how = us_estimate_def_default();
    how.level = level;
    return us_game_pairs_estimate(all, all->value[DIFFERENCE], &how, run_mean);
}

static us_bootstrap bootstrap_of(const us_game_pairs *all, const double *run_mean,
                                 const us_comparison_def *def)
{
    US_AUTO(us_sampling_units_clear)
    us_sampling_units units = us_game_pairs_make_units(all, all->value[DIFFERENCE]);
    if (all->atlas && units.maps.single) { /* a family of one map has nothing to draw: from all */
        units.pairs.cell = NULL;
        units.pairs.cells = 1;
    }
    us_bootstrap b = us_game_pairs_has_runs(all)
                         ? us_bootstrap_compute_runs(&units.pairs, &units.runs, run_mean,
                                                     def->level, def->draws, def->seed)
                         : us_bootstrap_compute(&units.pairs, def->level, def->draws, def->seed);
    if (all->atlas &&
        units.maps.maps < us_estimate_min_count(def->level)) /* too few to draw from */
        b.bounds = (us_bounds){(double)NAN, (double)NAN};
    return b;
}

static void add_runs(const pairing *p, const double *run_mean, us_arena *arena, us_versus *out)
{
    bool first = p->m->side[out->baseline].grouped;
    int count = 0;
    out->run = US_ARENA_ARRAY(arena, us_versus_run, out->effect.runs + 1);
    for (int i = 0; i < p->duels; i++) {
        const duel *d = &p->duel[i];
        int player = first ? d->baseline : d->challenger;
        if (!isnan(run_mean[d->run]))
            out->run[count++] =
                (us_versus_run){p->m->manifest->player[player].run, run_mean[d->run]};
    }
    us_assert(count == out->effect.runs);
}

static void estimate(const pairing *p, int together, us_comparison *c, us_versus *out)
{
    const us_comparison_def *def = &c->def;
    const us_game_pairs *all = &p->pairs;
    us_estimate_def how = us_estimate_def_default();
    double level = 1 - (1 - def->level) / together;
    US_AUTOFREE double *run_mean = US_NEW_ARRAY(double, all->runs + 1);
    how.level = def->level;
    out->scope = all->atlas ? US_MAP_SCOPE_MAPS : US_MAP_SCOPE_THESE;
    out->pairs = all->count;
    out->maps = all->maps;
    out->families = all->families;
    out->partial = all->partial;
    out->effect = effect_of(all, def->level, run_mean);
    if (us_game_pairs_has_runs(all))
        add_runs(p, run_mean, c->arena, out);
    out->together = together > 1 ? effect_of(all, level, NULL).bounds : out->effect.bounds;
    out->bootstrap = bootstrap_of(all, run_mean, def);
    out->components = us_game_pairs_compute_components(all, p->m->atlas, &out->effect);
    add_cells(p, c->arena, &how, out);
    add_families(p, c->arena, &how, out);
    add_tests(all, run_mean, def, out);
    out->conclusion = us_conclusion_from_bounds(out->together, def->margin);
    out->needed = us_estimate_compute_units_needed(&out->effect, level, def->power);
    out->unmatched = p->unmatched;
}

/* Tests pairs in the order of play, before they are sorted, up to the first pair with a game
 * without a result. A run looks at them in the same way. */
static us_sprt test_pairs(const pairing *p, const us_sprt_def *def, int *waits)
{
    const us_game_pairs *all = &p->pairs;
    us_sprt sprt = us_sprt_start(def);
    US_AUTOPTR(us_repeats) repeats = us_repeats_new(all->cells);
    for (int i = 0; i < (p->before < 0 ? all->count : p->before); i++) {
        const us_game_pair *row = &all->row[i];
        us_repeats_add_to_test(repeats, &sprt, row->cell, row->seat, row->course,
                               row->value[DIFFERENCE]);
    }
    *waits = p->map;
    return sprt;
}

/* Marks the maps on which a game of the two is left to play, against an opponent and in a seat that
 * they have played somewhere. */
static bool *find_half_played(const pairing *p)
{
    const us_manifest *m = p->m->manifest;
    bool *half = US_NEW_ARRAY(bool, m->maps + 1);
    US_AUTOFREE bool *taken =
        US_NEW_ARRAY(bool, m->opponents *US_SEATS_MAX + 1); /* by opponent and seat */
    for (int pass = 0; pass < 2; pass++) {
        for (int64_t i = 0; i < m->games; i++) {
            const us_fixture *game = &m->game[i];
            bool played = us_row_is_scored(&m->row[i]), *place;
            if (game->player != p->duel->baseline && game->player != p->duel->challenger)
                continue;
            place = &taken[game->opponent * US_SEATS_MAX + game->seat];
            *place |= pass == 0 && played;
            half[game->map] |= pass == 1 && !played && *place;
        }
    }
    return half;
}

/* Tests the pairs of a finished list map by map, families in turn, up to the first map that is
 * played in part, or has a game without a result. */
static us_sprt test_maps(const pairing *p, us_sprt_def def, int *waits)
{
    const us_game_pairs *all = &p->pairs;
    const us_atlas *atlas = p->m->atlas;
    us_sprt_def_set_by_map(&def);
    us_sprt sprt = us_sprt_start(&def);
    us_pairs pairs = us_game_pairs_to_pairs(all, all->value[DIFFERENCE]);
    US_AUTO(us_map_values_clear) us_map_values maps = us_map_values_compute(&pairs, NULL, atlas);
    US_AUTOFREE int *rank = US_NEW_ARRAY(int, atlas->maps + 1),
                    *at = US_NEW_ARRAY(int, atlas->maps + 1);
    US_AUTOFREE int *map = US_NEW_ARRAY(int, atlas->maps + 1); /* by rank */
    us_atlas_rank(atlas, rank);
    US_AUTOFREE bool *half = find_half_played(p);
    for (int i = 0; i < atlas->maps; i++)
        map[rank[i]] = i;
    for (int i = 0; i < maps.count; i++)
        at[maps.map[i]] = i + 1;
    for (int i = 0; i < atlas->maps && *waits < 0; i++) {
        if (p->waits[map[i]])
            *waits = map[i];
        else if (at[map[i]] > 0 && half[map[i]])
            break;
        else if (at[map[i]] > 0)
            us_sprt_add(&sprt, maps.value[at[map[i]] - 1]);
    }
    return sprt;
}

static us_status check_sequential(const pairing *p, const us_team *one, const us_team *other,
                                  const us_comparison_def *def, us_error *err)
{
    return !def->sprt || !us_game_pairs_has_runs(&p->pairs)
               ? US_OK
               : us_error_set(
                     err, US_BAD_INPUT, NULL, 0, 0,
                     "--sprt: \"%.64s\" against \"%.64s\" has %d runs, of which pairs are no "
                     "sequence: expected two players, without groups",
                     other->name, one->name, p->pairs.runs);
}

us_status us_versus_compute(const us_matching *m, int baseline, int challenger, int together,
                            us_comparison *all, us_versus *out, us_error *err)
{
    const us_team *one = &m->side[baseline], *other = &m->side[challenger];
    const us_sprt_def *sprt = all->def.sprt;
    duel *duels;
    int count, runs, waits = -1;
    US_TRY(find_duels(m, one, other, &duels, &count, &runs, err));
    US_AUTO(pairing_clear)
    pairing p = {.m = m,
                 .duel = duels,
                 .duels = count,
                 .lone = -1,
                 .before = -1,
                 .map = -1,
                 .pairs = us_game_pairs_make(m, runs)};
    US_TRY(check_sequential(&p, one, other, &all->def, err));
    p.waits = US_ARENA_ARRAY(m->arena, bool, m->manifest->maps + 1);
    *out = (us_versus){.baseline = baseline, .challenger = challenger};
    us_matching_visit_keys(m, visit_key, &p);
    US_TRY(check_matched(&p, one, other, &all->def, err));
    if (sprt && m->scope == US_MAP_SCOPE_THESE)
        out->sprt = test_pairs(&p, sprt, &waits);
    US_TRY(close(&p, one, other, out, err));
    if (sprt && m->scope == US_MAP_SCOPE_MAPS)
        out->sprt = test_maps(&p, *sprt, &waits);
    if (waits >= 0 && out->sprt.state == US_SPRT_RUNNING)
        out->waits = m->manifest->map[waits].name;
    estimate(&p, together, all, out);
    return US_OK;
}
