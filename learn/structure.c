#include "learn/goal_episode.h"

#include "learn/nesting.h"

#include "base/sort.h"

/* ---- the seat's orders */

static int *take_orders(const us_log *log, us_seat seat, us_arena *arena, int *count)
{
    int *order = US_ARENA_ARRAY(arena, int, log->orders.count + 1);
    *count = 0;
    for (int i = 0; i < log->orders.count; i++) {
        if (log->orders.order[i].seat != seat || us_log_is_earlier(log, i))
            continue;
        us_assert(*count == 0 || log->orders.order[order[*count - 1]].id < log->orders.order[i].id);
        order[(*count)++] = i;
    }
    return order;
}

/* ---- goal episodes */

static int by_begin(const void *one, const void *two)
{
    const us_pursued *a = *(us_pursued *const *)one, *b = *(us_pursued *const *)two;
    if (a->hull.from != b->hull.from)
        return a->hull.from < b->hull.from ? -1 : 1;
    if (a->hull.to != b->hull.to)
        return a->hull.to > b->hull.to ? -1 : 1;
    if (a->rank != b->rank)
        return a->rank > b->rank ? -1 : 1;
    return (a->instance->id > b->instance->id) - (a->instance->id < b->instance->id);
}

static us_cycle cycle_at(const us_goal_episodes *episodes, int ordinal)
{
    return episodes->log->line[episodes->order[ordinal]].cycle;
}

static void make_episodes(us_goal_episodes *episodes, us_pursuits *all)
{
    us_pursued **sorted = US_NEW_ARRAY(us_pursued *, all->count + 1);
    for (int i = 0; i < all->count; i++)
        sorted[i] = &all->item[i];
    us_array_sort(sorted, (size_t)all->count, sizeof(us_pursued *), by_begin);
    episodes->episode = US_ARENA_ARRAY(episodes->arena, us_goal_episode, all->count + 1);
    for (int i = 0; i < all->count; i++) {
        us_pursued *p = sorted[i];
        int parent = p->parent < 0 ? -1 : all->item[p->parent].episode;
        us_assert(p->parent < 0 || parent >= 0);
        p->episode = i;
        episodes->episode[i] = (us_goal_episode){.instance = p->instance,
                                                 .parent = parent,
                                                 .from = p->hull.from,
                                                 .to = p->hull.to,
                                                 .whole = i,
                                                 .began = cycle_at(episodes, p->hull.from),
                                                 .parts = 1};
    }
    episodes->count = all->count;
    us_mem_free(sorted);
}

/* ---- steps */

/* Makes each goal episode a step of its parent. Goal episodes are sorted by their first orders, and
 * so are the steps. */
static void make_steps(us_goal_episodes *episodes)
{
    us_goal_episode *episode = episodes->episode;
    int *room = US_NEW_ARRAY(int, episodes->count + 1);
    for (int i = 0; i < episodes->count; i++)
        if (episode[i].parent >= 0)
            room[episode[i].parent]++;
    for (int i = 0; i < episodes->count; i++) {
        us_goal_episode *above = episode[i].parent < 0 ? NULL : &episode[episode[i].parent];
        if (room[i])
            episode[i].step = US_ARENA_ARRAY(episodes->arena, us_step, room[i]);
        if (above)
            above->step[above->steps++] = (us_step){.kind = US_STEP_GOAL,
                                                    .from = episode[i].from,
                                                    .to = episode[i].to,
                                                    .episode = i,
                                                    .cycle = episode[i].began};
    }
    us_mem_free(room);
}

us_goal_episodes *us_goal_episodes_new(const us_log *log, const us_annotation *annotation,
                                       us_seat seat, const us_goal_episodes_def *def)
{
    us_goal_episodes *episodes = US_NEW(us_goal_episodes);
    us_arena *arena = us_arena_new();
    *episodes = (us_goal_episodes){.log = log,
                                   .seat = seat,
                                   .literal = def->literal,
                                   .most = def->most > 0 ? def->most : US_GOAL_EPISODE_STEPS_MAX,
                                   .arena = arena};
    episodes->order = take_orders(log, seat, arena, &episodes->orders);
    us_pursuits all = us_pursuits_from_annotation(log, annotation, seat, episodes->order,
                                                  episodes->orders, def->nesting, arena);
    make_episodes(episodes, &all);
    for (int o = 0; o < episodes->orders; o++) {
        episodes->unlabeled += all.owner[o] < 0;
        all.owner[o] = all.owner[o] < 0 ? -1 : all.item[all.owner[o]].episode;
    }
    episodes->owner = all.owner;
    make_steps(episodes);
    return episodes;
}

static int by_from(const void *one, const void *two)
{
    const us_step *a = one, *b = two;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    if (a->to != b->to)
        return a->to > b->to ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind == US_STEP_GOAL ? -1 : 1;
    return (a->episode > b->episode) - (a->episode < b->episode);
}

void us_steps_sort(us_step *step, int steps)
{
    us_array_sort(step, (size_t)steps, sizeof(*step), by_from);
}

void us_goal_episodes_add_acts(us_goal_episodes *episodes, int episode, const us_step *act,
                               int acts)
{
    us_goal_episode *of = &episodes->episode[episode];
    us_step *all = US_ARENA_ARRAY(episodes->arena, us_step, of->steps + acts + 1);
    for (int i = 0; i < of->steps + acts; i++)
        all[i] = i < of->steps ? of->step[i] : act[i - of->steps];
    us_steps_sort(all, of->steps + acts);
    of->step = all;
    of->steps += acts;
}

void us_goal_episodes_free(us_goal_episodes *episodes)
{
    if (!episodes)
        return;
    us_arena_free(episodes->arena);
    us_mem_free(episodes);
}
