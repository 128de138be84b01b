#include "learn/step_map.h"

#include "base/hash.h"
#include "base/sort.h"
#include "learn/extractor_state.h"

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

/* ---- id map */

static int find_slot(const us_id_map *map, uint64_t key)
{
    uint32_t mask = (uint32_t)map->slots - 1;
    uint32_t at = (uint32_t)us_hash_add(US_HASH_START, key) & mask;
    while (map->key[at] && map->key[at] != key)
        at = (at + 1) & mask;
    return (int)at;
}

void us_id_map_set(us_id_map *map, uint64_t key, int value)
{
    if (key == 0)
        return;
    if (2 * map->count >= map->slots) {
        us_id_map old = *map;
        map->slots = old.slots ? 2 * old.slots : 256;
        map->key = US_NEW_ARRAY(uint64_t, map->slots);
        map->value = US_NEW_ARRAY(int, map->slots);
        for (int i = 0; i < old.slots; i++) {
            if (!old.key[i])
                continue;
            int at = find_slot(map, old.key[i]);
            map->key[at] = old.key[i];
            map->value[at] = old.value[i];
        }
        us_mem_free(old.key);
        us_mem_free(old.value);
    }
    int at = find_slot(map, key);
    map->count += map->key[at] == 0;
    map->key[at] = key;
    map->value[at] = value;
}

int us_id_map_get(const us_id_map *map, uint64_t key, int otherwise)
{
    if (map->slots == 0 || key == 0)
        return otherwise;
    int at = find_slot(map, key);
    return map->key[at] ? map->value[at] : otherwise;
}

void us_id_map_clear(us_id_map *map)
{
    us_mem_free(map->key);
    us_mem_free(map->value);
    *map = (us_id_map){.slots = 0};
}
