#include "base/sort.h"
#include "learn/draft.h"
#include "learn/goal_episode.h"

/* The canonical form of a goal, equal for goals that are the same, and its goal episode. */
typedef struct likeness {
    us_goal goal;
    int params, episode;
} likeness;

static likeness likeness_of(const us_goal_episodes *episodes, int episode)
{
    const us_domain *domain = episodes->log->domain;
    likeness out = {.goal = episodes->episode[episode].instance->goal, .episode = episode};
    const us_goal_def *def = &domain->goal[out.goal.type];
    out.params = def->param_count;
    for (int i = 0; i < out.params; i++) {
        int64_t *value = &out.goal.arg[i].number;
        if (def->param[i].kind == US_VALUE_SEAT)
            *value = us_seat_to_relative((us_seat)*value, episodes->seat);
        else if (def->param[i].kind == US_VALUE_TYPE)
            *value = us_type_generalize(domain, (us_type)*value);
    }
    return out;
}

static int compare(const likeness *a, const likeness *b)
{
    if (a->goal.type != b->goal.type)
        return a->goal.type < b->goal.type ? -1 : 1;
    if (a->goal.kind != b->goal.kind)
        return a->goal.kind < b->goal.kind ? -1 : 1;
    if (a->goal.given != b->goal.given)
        return a->goal.given < b->goal.given ? -1 : 1;
    for (int i = 0; i < a->params; i++) {
        int64_t x = a->goal.arg[i].number, y = b->goal.arg[i].number;
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

static int by_likeness(const void *one, const void *two)
{
    const likeness *a = one, *b = two;
    int order = compare(a, b);
    return order ? order : (a->episode > b->episode) - (a->episode < b->episode);
}

/* Returns a number by goal episode, equal for goals that are the same. */
static int *number_goals(const us_goal_episodes *episodes)
{
    US_AUTOFREE likeness *all = US_NEW_ARRAY(likeness, episodes->count + 1);
    int *number = US_NEW_ARRAY(int, episodes->count + 1);
    for (int i = 0; i < episodes->count; i++)
        all[i] = likeness_of(episodes, i);
    us_array_sort(all, (size_t)episodes->count, sizeof(*all), by_likeness);
    for (int i = 0, last = 0; i < episodes->count; i++) {
        last += i > 0 && compare(&all[i - 1], &all[i]) != 0;
        number[all[i].episode] = last;
    }
    return number;
}

/* Marks absorbed goal episodes below a top one. below: first child; beside: next sibling. */
static void mark_below(us_goal_episode *episode, int top, const int *below, const int *beside,
                       const int *number, int *above)
{
    for (int at = top;;) {
        episode[at].absorbed = above[number[at]]++ > 0;
        if (below[at] >= 0) {
            at = below[at];
            continue;
        }
        for (; at != top && beside[at] < 0; at = episode[at].parent)
            above[number[at]]--;
        above[number[at]]--;
        if (at == top)
            return;
        at = beside[at];
    }
}

static void mark_absorbed(us_goal_episodes *episodes)
{
    int count = episodes->count;
    int *below = US_NEW_ARRAY(int, count + 1), *beside = US_NEW_ARRAY(int, count + 1);
    int *above = US_NEW_ARRAY(int, count + 1), *number = number_goals(episodes);
    for (int i = 0; i < count; i++)
        below[i] = beside[i] = -1;
    for (int i = count - 1; i >= 0; i--) {
        int parent = episodes->episode[i].parent;
        if (parent < 0)
            continue;
        beside[i] = below[parent];
        below[parent] = i;
    }
    for (int i = 0; i < count; i++)
        if (episodes->episode[i].parent < 0)
            mark_below(episodes->episode, i, below, beside, number, above);
    us_mem_free(below);
    us_mem_free(beside);
    us_mem_free(above);
    us_mem_free(number);
}

/* Gives the steps of absorbed goal episodes to their takers, without absorbed goals as steps. */
static void gather(us_goal_episodes *episodes, const int *taker, const int *room)
{
    us_goal_episode *episode = episodes->episode;
    us_step **step = US_NEW_ARRAY(us_step *, episodes->count + 1);
    int *steps = US_NEW_ARRAY(int, episodes->count + 1);
    for (int i = 0; i < episodes->count; i++) {
        int to = taker[i];
        if (!step[to])
            step[to] = US_ARENA_ARRAY(episodes->arena, us_step, room[to] + 1);
        for (int k = 0; k < episode[i].steps; k++)
            if (episode[i].step[k].kind != US_STEP_GOAL ||
                !episode[episode[i].step[k].episode].absorbed)
                step[to][steps[to]++] = episode[i].step[k];
    }
    for (int i = 0; i < episodes->count; i++) {
        episode[i].step = step[i];
        episode[i].steps = steps[i];
        if (steps[i] > 1)
            us_steps_sort(step[i], steps[i]);
        if (episode[i].parent >= 0 && !episode[i].absorbed)
            episode[i].parent = taker[episode[i].parent];
    }
    for (int o = 0; o < episodes->orders; o++)
        if (episodes->owner[o] >= 0)
            episodes->owner[o] = taker[episodes->owner[o]];
    us_mem_free(step);
    us_mem_free(steps);
}

void us_goal_episodes_absorb(us_goal_episodes *episodes)
{
    us_goal_episode *episode = episodes->episode;
    int *taker = US_NEW_ARRAY(int, episodes->count + 1); /* the final holder of its steps */
    US_AUTOFREE int *room = US_NEW_ARRAY(int, episodes->count + 1);
    bool any = false;
    mark_absorbed(episodes);
    for (int i = 0; i < episodes->count; i++) {
        taker[i] = episode[i].absorbed ? taker[episode[i].parent] : i;
        room[taker[i]] += episode[i].steps;
        any |= episode[i].absorbed;
    }
    if (any)
        gather(episodes, taker, room);
    us_mem_free(taker);
}
