#include <string.h>

#include "experiments/compare_parts.h"
#include "experiments/profile.h"

/* Games that have the same key as one of the model's, by side. */
typedef struct likenesses {
    double *orders, *goals;
    int count, capacity;
} likenesses;

typedef struct collecting {
    const us_matching *m;
    int model;          /* player */
    const int *side_of; /* by player */
    likenesses *side;
} collecting;

static bool profile_of(const us_matching *m, int32_t game, us_profile *out)
{
    const char *text = game >= 0 ? m->manifest->row[game].profile : NULL;
    return text && us_profile_parse(NULL, text, strlen(text), out, NULL) == US_OK;
}

static void add(likenesses *list, us_likeness likeness)
{
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? list->capacity * 2 : 256;
        list->orders = us_realloc(list->orders, (size_t)list->capacity * sizeof(double));
        list->goals = us_realloc(list->goals, (size_t)list->capacity * sizeof(double));
    }
    list->orders[list->count] = (double)likeness.orders / US_LIKENESS_ONE;
    list->goals[list->count++] = (double)likeness.goals / US_LIKENESS_ONE;
}

static void visit(void *context, int key, const int32_t *game)
{
    collecting *c = context;
    us_profile model, other;
    (void)key;
    if (!profile_of(c->m, game[c->model], &model))
        return;
    for (int p = 0; p < c->m->manifest->players; p++) {
        if (p == c->model || !profile_of(c->m, game[p], &other))
            continue;
        add(&c->side[c->side_of[p]], us_profile_likeness(&model, &other));
        us_profile_clear(&other);
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

void us_likeness_add(const us_matching *m, us_comparison *out)
{
    collecting c = {.m = m, .model = find_model(m->manifest)};
    us_estimate_def how = us_estimate_def_default();
    if (c.model < 0)
        return;
    int *side_of = US_NEW_ARRAY(int, m->manifest->players);
    c.side = US_NEW_ARRAY(likenesses, m->sides);
    c.side_of = side_of;
    for (int i = 0; i < m->sides; i++)
        for (int p = 0; p < m->side[i].players; p++)
            side_of[m->side[i].player[p]] = i;
    us_matching_keys(m, visit, &c);
    how.level = out->def.level;
    for (int i = 0; i < m->sides; i++) {
        if (c.side[i].count > 0) {
            out->side[i].like_orders =
                us_estimate_of_values(c.side[i].orders, c.side[i].count, &how);
            out->side[i].like_goals = us_estimate_of_values(c.side[i].goals, c.side[i].count, &how);
        }
        us_free(c.side[i].orders);
        us_free(c.side[i].goals);
    }
    us_free(c.side);
    us_free(side_of);
}
