#include "learn/step_map.h"

#include "base/sort.h"

static int by_key(const void *one, const void *two)
{
    const us_step_entry *a = one, *b = two;
    return (a->key > b->key) - (a->key < b->key);
}

us_step_map us_step_map_new(const us_draft *draft)
{
    us_step_map map = {.episodes = draft->episodes, .episode = draft->episode};
    int sources = 0;
    for (int i = 0; i < draft->steps; i++)
        sources += draft->step[i].step->sources;
    map.source = US_NEW_ARRAY(us_step_entry, sources + 1);
    map.goal = US_NEW_ARRAY(us_step_entry, draft->steps + 1);
    for (int i = 0; i < draft->steps; i++) {
        const us_step *step = draft->step[i].step;
        if (step->kind == US_STEP_GOAL)
            map.goal[map.goals++] = (us_step_entry){step->episode, i};
        for (int k = 0; step->kind == US_STEP_ACT && k < step->sources; k++)
            map.source[map.sources++] = (us_step_entry){step->source[k], i};
    }
    us_array_sort(map.source, (size_t)map.sources, sizeof(*map.source), by_key);
    us_array_sort(map.goal, (size_t)map.goals, sizeof(*map.goal), by_key);
    return map;
}

void us_step_map_clear(us_step_map *map)
{
    us_mem_free(map->source);
    us_mem_free(map->goal);
}

static int find(const us_step_entry *list, int count, int key)
{
    const us_step_entry wanted = {.key = key};
    const us_step_entry *found = us_array_find(&wanted, list, count, sizeof wanted, by_key);
    return found ? found->step : -1;
}

int us_step_map_find(const us_step_map *map, int ordinal)
{
    const us_goal_episode *episode = map->episode;
    if (ordinal < episode->from || ordinal >= episode->to)
        return -1;
    int owner = map->episodes->owner[ordinal];
    if (owner == episode->whole)
        return find(map->source, map->sources, ordinal);
    while (owner >= 0 && map->episodes->episode[owner].parent != episode->whole)
        owner = map->episodes->episode[owner].parent;
    return owner < 0 ? -1 : find(map->goal, map->goals, owner);
}
