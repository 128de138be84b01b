#include <string.h>

#include "experiments/compare_parts.h"
#include "experiments/profile.h"
#include "experiments/repeats.h"

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
        us_comparison_add_note(
            all,
            "Likeness of \"%s\": none of goals, since \"%s\" pursues none in any of "
            "the games compared.",
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
        us_comparison_add_note(
            all,
            "Likeness of \"%s\": %d pairings of a map and an opponent that not all "
            "runs have played are left out.",
            name, lacking);
    all->side[side].like_games = list->count;
    all->side[side].like_orders = us_game_pairs_estimate(list, list->value[ORDERS], &how, NULL);
    add_goals(c, list, side, &how, all);
}

void us_comparison_add_likeness(const us_matching *m, us_comparison *out)
{
    collecting c = {.m = m, .model = find_model(m->manifest)};
    if (c.model < 0)
        return;
    int *side_of = US_NEW_ARRAY(int, m->manifest->players);
    int *run_of = US_NEW_ARRAY(int, m->manifest->players);
    c.side = US_NEW_ARRAY(us_game_pairs, m->sides);
    c.aims = US_NEW_ARRAY(bool, m->sides);
    c.side_of = side_of;
    c.run_of = run_of;
    for (int i = 0; i < m->sides; i++) {
        c.side[i] = us_game_pairs_make(m, m->side[i].grouped ? m->side[i].players : 0);
        for (int p = 0; p < m->side[i].players; p++) {
            side_of[m->side[i].player[p]] = i;
            run_of[m->side[i].player[p]] = p;
        }
    }
    us_matching_visit_keys(m, visit, &c);
    for (int i = 0; i < m->sides; i++) {
        if (c.side[i].count > 0)
            add_side(&c, i, out);
        us_game_pairs_clear(&c.side[i]);
    }
    us_mem_free(c.side);
    us_mem_free(c.aims);
    us_mem_free(side_of);
    us_mem_free(run_of);
}
