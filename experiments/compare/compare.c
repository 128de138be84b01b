#include "experiments/compare/compare.h"

#include <math.h>
#include <string.h>

#include "base/progress.h"
#include "base/sort.h"
#include "experiments/compare/parts.h"
#include "experiments/run/profile.h"
#include "experiments/run/results.h"

us_comparison_def us_comparison_def_default(void)
{
    return (us_comparison_def){.level = 0.95, .power = 0.8, .seed = 1, .draws = US_BOOTSTRAP_DRAWS};
}

/* ---- sides: players, or groups of them */

static us_status find_side(us_matching *m, const char *name, int *out, us_error *err)
{
    for (int i = 0; i < m->sides; i++)
        if (strcmp(m->side[i].name, name) == 0) {
            *out = i;
            return US_OK;
        }
    US_AUTOSTR(all);
    for (int i = 0; i < m->sides && i < 20; i++)
        us_str_addf(&all, "%s%s", i > 0 ? ", " : "", m->side[i].name);
    us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                 "there is no player or group \"%.64s\": expected one of %s", name, all.text);
    return US_BAD_INPUT;
}

bool us_side_has_player(const us_side *side, const us_entrant *player)
{
    return strcmp(side->name, player->group ? player->group : player->name) == 0 &&
           (side->runs > 0) == (player->group != NULL);
}

static int side_of_group(const us_matching *m, const char *group)
{
    for (int i = 0; i < m->sides; i++)
        if (m->side[i].grouped && strcmp(m->side[i].name, group) == 0)
            return i;
    return -1;
}

static void gather_sides(us_matching *m)
{
    const us_manifest *manifest = m->manifest;
    m->side = US_ARENA_ARRAY(m->arena, us_team, manifest->players + 1);
    for (int p = 0; p < manifest->players; p++) {
        const us_entrant *player = &manifest->player[p];
        int at = player->group ? side_of_group(m, player->group) : -1;
        if (at < 0) {
            at = m->sides++;
            m->side[at] = (us_team){.name = player->group ? player->group : player->name,
                                    .grouped = player->group != NULL,
                                    .player = US_ARENA_ARRAY(m->arena, int, manifest->players)};
        }
        m->side[at].player[m->side[at].players++] = p;
    }
}

/* ---- keys: games that differ in their player alone */

/* So that comparing is comparing numbers. */
typedef struct keyed {
    uint64_t seed;
    uint64_t rest; /* map, opponent, seat, player */
    int32_t game;
} keyed;

static int compare_keyed(const void *a, const void *b)
{
    const keyed *x = a, *y = b;
    if (x->seed != y->seed)
        return x->seed < y->seed ? -1 : 1;
    return x->rest == y->rest ? 0 : x->rest < y->rest ? -1 : 1;
}

/* Played games by key, in the order in which they were to be played. */
static void sort_games(us_matching *m)
{
    const us_manifest *manifest = m->manifest;
    US_AUTOFREE keyed *list = US_NEW_ARRAY(keyed, manifest->games + 1);
    for (int64_t i = 0; i < manifest->games; i++) {
        const us_fixture *game = &manifest->game[i];
        if (manifest->row[i].end == US_ROW_NONE)
            continue;
        list[m->played++] = (keyed){game->seed,
                                    (uint64_t)game->map << 40 | (uint64_t)game->opponent << 24 |
                                        (uint64_t)game->seat << 16 | game->player,
                                    (int32_t)i};
    }
    us_array_sort(list, (size_t)m->played, sizeof(*list), compare_keyed);
    m->game = US_ARENA_ARRAY(m->arena, int32_t, m->played + 1);
    for (int64_t i = 0; i < m->played; i++)
        m->game[i] = list[i].game;
}

/* Calls visit for each key, with its game of each player, or -1. */
void us_matching_visit_keys(const us_matching *m, void (*visit)(void *, int, const int32_t *),
                            void *context)
{
    const us_manifest *manifest = m->manifest;
    US_AUTOFREE int32_t *of = US_NEW_ARRAY(int32_t, manifest->players + 1);
    int key = 0;
    for (int64_t at = 0; at < m->played; key++) {
        int64_t first = at;
        for (int p = 0; p < manifest->players; p++)
            of[p] = -1;
        for (; at < m->played && us_fixture_compare(&manifest->game[m->game[first]],
                                                    &manifest->game[m->game[at]]) == 0;
             at++)
            of[manifest->game[m->game[at]].player] = m->game[at];
        visit(context, key, of);
    }
}

static bool has_two_maps(const us_matching *m)
{
    const us_fixture *game = m->manifest->game;
    for (int64_t i = 1; i < m->played; i++)
        if (game[m->game[i]].map != game[m->game[0]].map)
            return true;
    return false;
}

/* ---- maps */

int us_matching_cell(const us_matching *m, const us_fixture *game)
{
    return game->map * m->manifest->opponents + game->opponent;
}

const us_atlas *us_comparison_atlas(const us_comparison *c)
{
    return c->def.scope == US_MAP_SCOPE_MAPS ? &c->atlas : NULL;
}

/* ---- a side */

enum { SCORE, MARGIN };

const int us_profile_margin[US_PROFILE_POINTS] = {-750, -500, -250, 0, 250, 500, 750, 900};

typedef struct gathering {
    const us_matching *m;
    const us_team *team;
    us_game_pairs list;
    us_side *out;
} gathering;

static void visit_side(void *context, int key, const int32_t *game)
{
    gathering *g = context;
    const us_manifest *manifest = g->m->manifest;
    for (int i = 0; i < g->team->players; i++) {
        int32_t at = game[g->team->player[i]];
        if (at < 0)
            continue;
        const us_row *row = &manifest->row[at];
        g->out->end[row->end]++;
        g->out->games++;
        g->out->no_result += us_row_is_void(row);
        if (us_row_is_void(row))
            continue;
        const us_fixture *fixture = &manifest->game[at];
        us_game_pair one = {.cell = us_matching_cell(g->m, fixture),
                            .run = i,
                            .game = key,
                            .seat = (us_seat)fixture->seat,
                            .course = row->course};
        one.value[SCORE] = us_row_points(row) / 2.0;
        one.value[MARGIN] = us_row_margin(row, manifest->max_cycles) / 1000.0;
        us_game_pairs_add(&g->list, one);
    }
}

/* A profile's points: of each the share of games that reach it. */
static void add_profile(const us_game_pairs *list, const us_estimate_def *how, us_side *out)
{
    US_AUTOFREE double *reached = US_NEW_ARRAY(double, list->count + 1);
    for (int k = 0; k < US_PROFILE_POINTS; k++) {
        for (int i = 0; i < list->count; i++)
            reached[i] = nearbyint(list->value[MARGIN][i] * 1000) >= us_profile_margin[k];
        out->reached[k] = us_game_pairs_estimate(list, reached, how, NULL);
    }
}

static void estimate(const us_game_pairs *list, double level, us_side *out)
{
    us_estimate_def share = {.level = level, .low = 0, .high = 1},
                    graded = {.level = level, .low = -1, .high = 1};
    us_pairs margins = us_game_pairs_to_pairs(list, list->value[MARGIN]);
    us_runs runs = us_game_pairs_to_runs(list);
    out->score = us_game_pairs_estimate(list, list->value[SCORE], &share, NULL);
    out->margin = us_game_pairs_estimate(list, list->value[MARGIN], &graded, NULL).mean;
    out->iqm = us_iqm_estimate(&margins, us_game_pairs_has_runs(list) ? &runs : NULL, list->atlas,
                               &graded);
    add_profile(list, &share, out);
}

static void compute_side(const us_matching *m, int side, const us_comparison_def *def, us_side *out)
{
    const us_team *team = &m->side[side];
    *out = (us_side){
        .name = team->name, .runs = team->grouped ? team->players : 0, .margin = (double)NAN};
    gathering g = {m, team, us_game_pairs_make(m, team->players), out};
    us_matching_visit_keys(m, visit_side, &g);
    if (g.list.count > 0) {
        us_game_pairs_finish(&g.list);
        out->repeats = g.list.repeats + g.list.copies;
        estimate(&g.list, def->level, out);
    }
    us_game_pairs_clear(&g.list);
}

/* ---- likeness to the model */

enum { ORDERS, GOALS };

typedef struct collecting {
    const us_matching *m;
    int model;                   /* player */
    const int *side_of, *run_of; /* by player */
    us_game_pairs *side;         /* games that have the same key as one of the model's */
    bool *aims, model_aims;      /* by side: some of these games has goals; one of the model's */
} collecting;

static bool profile_of(const us_matching *m, int32_t game, us_profile *out)
{
    const char *text = game >= 0 ? m->manifest->row[game].profile : NULL;
    return text && us_profile_parse(NULL, text, strlen(text), out, NULL) == US_OK;
}

static void visit_likeness(void *context, int key, const int32_t *game)
{
    collecting *c = context;
    const us_manifest *m = c->m->manifest;
    us_profile model, other;
    if (!profile_of(c->m, game[c->model], &model))
        return;
    for (int p = 0; p < m->players; p++) {
        if (p == c->model || !profile_of(c->m, game[p], &other))
            continue;
        us_likeness likeness = us_profile_likeness(&model, &other);
        c->aims[c->side_of[p]] |= other.goals.count > 0;
        c->model_aims |= model.goals.count > 0;
        const us_fixture *fixture = &m->game[game[p]];
        us_profile_clear(&other);
        us_game_pairs_add(&c->side[c->side_of[p]],
                          (us_game_pair){us_matching_cell(c->m, fixture),
                                         c->run_of[p],
                                         key,
                                         (us_seat)fixture->seat,
                                         us_repeats_combine_courses(m->row[game[c->model]].course,
                                                                    m->row[game[p]].course),
                                         {[ORDERS] = (double)likeness.orders / US_LIKENESS_ONE,
                                          [GOALS] = (double)likeness.goals / US_LIKENESS_ONE}});
    }
    us_profile_clear(&model);
}

static int find_model(const us_manifest *m)
{
    for (int p = 0; m->model && p < m->players; p++)
        if (strcmp(m->player[p].name, m->model) == 0)
            return p;
    return -1;
}

/* If one of the two never pursues a goal, there is no comparison: two empty profiles are equal, and
 * an empty one is unlike any other. */
static void add_goals(const collecting *c, const us_game_pairs *list, int side,
                      const us_estimate_def *how, us_comparison *all)
{
    const char *idle = !c->model_aims   ? c->m->manifest->model
                       : !c->aims[side] ? c->m->side[side].name
                                        : NULL;
    if (!idle)
        all->side[side].like_goals = us_game_pairs_estimate(list, list->value[GOALS], how, NULL);
    else
        us_comparison_note(all,
                           "Likeness of \"%s\": goals are not compared, because \"%s\" pursues no "
                           "goal in these games.",
                           c->m->side[side].name, idle);
}

/* Estimates a side's likeness in the same way as effects. */
static void add_side(const collecting *c, int side, us_comparison *all)
{
    us_game_pairs *list = &c->side[side];
    const char *name = c->m->side[side].name;
    us_estimate_def how = {.level = all->def.level, .low = 0, .high = 1};
    int lacking = us_game_pairs_finish(list);
    if (lacking > 0)
        us_comparison_note(all,
                           "Likeness of \"%s\": %d pairings of a map and an opponent that not all "
                           "runs have played are left out.",
                           name, lacking);
    all->side[side].like_games = list->count;
    all->side[side].like_orders = us_game_pairs_estimate(list, list->value[ORDERS], &how, NULL);
    add_goals(c, list, side, &how, all);
}

/* Adds the likeness to the model's games of the same key, if there is a model. */
static void add_likeness(const us_matching *m, us_comparison *out)
{
    collecting c = {.m = m, .model = find_model(m->manifest)};
    if (c.model < 0)
        return;
    US_AUTOPTR(us_arena) arena = us_arena_new();
    int *side_of = US_ARENA_ARRAY(arena, int, m->manifest->players);
    int *run_of = US_ARENA_ARRAY(arena, int, m->manifest->players);
    c.side = US_ARENA_ARRAY(arena, us_game_pairs, m->sides);
    c.aims = US_ARENA_ARRAY(arena, bool, m->sides);
    c.side_of = side_of;
    c.run_of = run_of;
    for (int i = 0; i < m->sides; i++) {
        c.side[i] = us_game_pairs_make(m, m->side[i].grouped ? m->side[i].players : 0);
        for (int p = 0; p < m->side[i].players; p++) {
            side_of[m->side[i].player[p]] = i;
            run_of[m->side[i].player[p]] = p;
        }
    }
    us_matching_visit_keys(m, visit_likeness, &c);
    for (int i = 0; i < m->sides; i++) {
        if (c.side[i].count > 0)
            add_side(&c, i, out);
        us_game_pairs_clear(&c.side[i]);
    }
}

/* ---- all */

static us_status add_versus(us_matching *m, us_comparison *out, us_error *err)
{
    const us_comparison_def *def = &out->def;
    int baseline = 0, challenger = -1;
    if (def->baseline)
        US_TRY(find_side(m, def->baseline, &baseline, err));
    if (def->challenger)
        US_TRY(find_side(m, def->challenger, &challenger, err));
    if (challenger == baseline)
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                            "\"%.64s\" can't be compared with itself", m->side[baseline].name);
    int *other = US_ARENA_ARRAY(m->arena, int, m->sides + 1);
    int together = 0, same = m->sides; /* the same player as the baseline: at the end */
    out->versus = US_ARENA_ARRAY(out->arena, us_versus, m->sides + 1);
    for (int i = 0; i < m->sides; i++)
        if (i != baseline && (challenger < 0 || i == challenger))
            other[us_versus_is_same(m, baseline, i) ? --same : together++] = i;
    US_AUTO(us_long_work_end) us_long_work work = {.file = NULL};
    us_long_work_begin(&work, NULL, "players compared", together);
    for (int i = 0; i < together; i++) {
        US_TRY(us_long_work_add(&work, 1, err));
        US_TRY(us_versus_compute(m, baseline, other[i], together, out, &out->versus[out->count++],
                                 err));
    }
    out->verdicts = out->count;
    for (int i = m->sides - 1; i >= same; i--)
        out->versus[out->verdicts++] =
            (us_versus){.baseline = baseline, .challenger = other[i], .conclusion = US_SAME};
    return US_OK;
}

static void correct(us_comparison *out)
{
    US_AUTOFREE double *p = US_NEW_ARRAY(double, out->count + 1);
    for (int i = 0; i < out->count; i++)
        p[i] = out->versus[i].flips.p;
    us_holm_adjust(p, out->count, p);
    for (int i = 0; i < out->count; i++)
        out->versus[i].holm = p[i];
}

static us_status compute_sides(const us_matching *m, us_comparison *out, us_error *err)
{
    US_AUTO(us_long_work_end) us_long_work work = {.file = NULL};
    us_long_work_begin(&work, NULL, "players", m->sides);
    for (int i = 0; i < m->sides; i++) {
        US_TRY(us_long_work_add(&work, 1, err));
        compute_side(m, i, &out->def, &out->side[i]);
    }
    return US_OK;
}

us_status us_comparison_compute(const us_manifest *manifest, const us_comparison_def *def,
                                us_comparison *out, us_error *err)
{
    US_AUTO(us_comparison_clear) us_comparison made = {.arena = us_arena_new(), .def = *def};
    made.def.scope = us_map_scope_resolve(manifest, def->scope);
    made.atlas = us_atlas_make(manifest, made.arena);
    us_matching m = {.manifest = manifest,
                     .arena = made.arena,
                     .atlas = &made.atlas,
                     .scope = made.def.scope,
                     .unsaid = !manifest->scope && def->scope == US_MAP_SCOPE_UNSAID,
                     .scope_given = def->scope != US_MAP_SCOPE_UNSAID};
    gather_sides(&m);
    sort_games(&m);
    if (m.played == 0)
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                            "no game was played: expected results, from experiment run");
    made.one_map = m.scope == US_MAP_SCOPE_MAPS && !has_two_maps(&m);
    if (made.one_map)
        m.scope = made.def.scope = US_MAP_SCOPE_THESE;
    US_TRY(us_comparison_check_leakage(manifest, def, &made, err));
    made.side = US_ARENA_ARRAY(made.arena, us_side, m.sides + 1);
    made.sides = m.sides;
    US_TRY(compute_sides(&m, &made, err));
    add_likeness(&m, &made);
    US_TRY(add_versus(&m, &made, err));
    correct(&made);
    us_workers workers = us_workers_compare(manifest, made.arena);
    made.workers = us_arena_copy(made.arena, &workers, 1, sizeof workers);
    us_comparison_add_verdicts(&m, &made);
    *out = made;
    made.arena = NULL;
    return US_OK;
}

void us_comparison_clear(us_comparison *comparison)
{
    us_arena_free(comparison->arena);
    *comparison = (us_comparison){0};
}
