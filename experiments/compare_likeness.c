#include <string.h>

#include "experiments/compare_parts.h"
#include "experiments/profile.h"

/* Games that have the same key as one of the model's, by side. */
typedef struct likenesses {
    double *orders, *goals;
    int *cell, *run, *game;
    int count, capacity;
} likenesses;

typedef struct collecting {
    const us_matching *m;
    int model;                   /* player */
    const int *side_of, *run_of; /* by player */
    likenesses *side;
} collecting;

static bool profile_of(const us_matching *m, int32_t game, us_profile *out)
{
    const char *text = game >= 0 ? m->manifest->row[game].profile : NULL;
    return text && us_profile_parse(NULL, text, strlen(text), out, NULL) == US_OK;
}

static void grow(likenesses *list)
{
    list->capacity = list->capacity ? list->capacity * 2 : 256;
    size_t numbers = (size_t)list->capacity * sizeof(double);
    size_t ints = (size_t)list->capacity * sizeof(int);
    list->orders = us_realloc(list->orders, numbers);
    list->goals = us_realloc(list->goals, numbers);
    list->cell = us_realloc(list->cell, ints);
    list->run = us_realloc(list->run, ints);
    list->game = us_realloc(list->game, ints);
}

static void clear(likenesses *list)
{
    us_free(list->orders);
    us_free(list->goals);
    us_free(list->cell);
    us_free(list->run);
    us_free(list->game);
}

static void visit(void *context, int key, const int32_t *game)
{
    collecting *c = context;
    const us_manifest *m = c->m->manifest;
    us_profile model, other;
    if (!profile_of(c->m, game[c->model], &model))
        return;
    for (int p = 0; p < m->players; p++) {
        if (p == c->model || !profile_of(c->m, game[p], &other))
            continue;
        likenesses *list = &c->side[c->side_of[p]];
        us_likeness likeness = us_profile_likeness(&model, &other);
        const us_fixture *fixture = &m->game[game[p]];
        us_profile_clear(&other);
        if (list->count == list->capacity)
            grow(list);
        list->orders[list->count] = (double)likeness.orders / US_LIKENESS_ONE;
        list->goals[list->count] = (double)likeness.goals / US_LIKENESS_ONE;
        list->cell[list->count] = fixture->map * m->opponents + fixture->opponent;
        list->run[list->count] = c->run_of[p];
        list->game[list->count++] = key;
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

/* As effects are estimated: over cells, each the same weight, and over runs where there are two or
 * more. */
static us_estimate estimate(const us_matching *m, const likenesses *list, const double *value,
                            int runs, double level)
{
    us_estimate_def how = {.level = level, .low = 0, .high = 1};
    us_pairs pairs = {value, list->cell, list->count, m->manifest->maps * m->manifest->opponents};
    us_runs of = {list->run, list->game, runs, list->count ? list->game[list->count - 1] + 1 : 0};
    return runs > 1 ? us_estimate_of_runs(&pairs, &of, &how, NULL) : us_estimate_of(&pairs, &how);
}

/* Leaves out the cells that a run lacks. */
static void keep_common(const us_matching *m, likenesses *list, int runs, const char *name,
                        us_comparison *out)
{
    us_pairs pairs = {list->orders, list->cell, list->count,
                      m->manifest->maps * m->manifest->opponents};
    us_runs of = {list->run, NULL, runs, 0};
    bool *keep = US_NEW_ARRAY(bool, list->count + 1);
    int lacking = us_common_cells(&pairs, &of, keep), count = 0;
    for (int i = 0; i < list->count; i++) {
        if (!keep[i])
            continue;
        list->orders[count] = list->orders[i];
        list->goals[count] = list->goals[i];
        list->cell[count] = list->cell[i];
        list->run[count] = list->run[i];
        list->game[count++] = list->game[i];
    }
    us_free(keep);
    list->count = count;
    if (lacking > 0)
        us_comparison_note(out,
                           "Likeness of \"%s\": %d pairings of a map and an opponent that not all "
                           "runs have played are left out.",
                           name, lacking);
}

static void add_side(const us_matching *m, likenesses *list, const us_team *team, double level,
                     us_comparison *all, us_side *out)
{
    int runs = team->grouped ? team->players : 0;
    if (runs > 1)
        keep_common(m, list, runs, team->name, all);
    out->like_orders = estimate(m, list, list->orders, runs, level);
    out->like_goals = estimate(m, list, list->goals, runs, level);
}

void us_likeness_add(const us_matching *m, us_comparison *out)
{
    collecting c = {.m = m, .model = find_model(m->manifest)};
    if (c.model < 0)
        return;
    int *side_of = US_NEW_ARRAY(int, m->manifest->players);
    int *run_of = US_NEW_ARRAY(int, m->manifest->players);
    c.side = US_NEW_ARRAY(likenesses, m->sides);
    c.side_of = side_of;
    c.run_of = run_of;
    for (int i = 0; i < m->sides; i++)
        for (int p = 0; p < m->side[i].players; p++) {
            side_of[m->side[i].player[p]] = i;
            run_of[m->side[i].player[p]] = p;
        }
    us_matching_keys(m, visit, &c);
    for (int i = 0; i < m->sides; i++) {
        if (c.side[i].count > 0)
            add_side(m, &c.side[i], &m->side[i], out->def.level, out, &out->side[i]);
        clear(&c.side[i]);
    }
    us_free(c.side);
    us_free(side_of);
    us_free(run_of);
}
