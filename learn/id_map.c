#include "base/hash.h"
#include "learn/extractor_state.h"

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
