#include "experiments/seen.h"

#include <string.h>

#include "base/json.h"
#include "base/sort.h"

static int by_value(const void *left, const void *right)
{
    const uint64_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

/* Ascending, each once. Returns how many. */
static int settle(uint64_t *list, int count)
{
    int kept = 0;
    us_sort(list, (size_t)count, sizeof(*list), by_value);
    for (int i = 0; i < count; i++)
        if (kept == 0 || list[kept - 1] != list[i])
            list[kept++] = list[i];
    return kept;
}

static void add(uint64_t **list, int *count, int *capacity, uint64_t value)
{
    *list = us_grow(*list, *count, capacity, sizeof(**list));
    (*list)[(*count)++] = value;
}

us_seen us_seen_of(const us_entrant *player)
{
    us_seen seen = {0};
    int maps = 0, seeds = 0;
    bool of_seeds = false;
    us_pull pull;
    us_str text;
    us_pull_kind kind;
    if (!player->seen)
        return seen;
    us_str_init(&text);
    us_pull_init(&pull, player->seen, strlen(player->seen));
    while ((kind = us_pull_next(&pull)) != US_PULL_END && kind != US_PULL_ERROR) {
        uint64_t value;
        if (kind == US_PULL_KEY)
            of_seeds = us_pull_is(&pull, "seeds");
        if (kind != US_PULL_STRING)
            continue;
        us_str_reset(&text);
        if (!us_pull_unescape(&pull, &text))
            continue;
        if (of_seeds && us_text_u64(text.text, &value))
            add(&seen.seed, &seen.seeds, &seeds, value);
        if (!of_seeds && us_hash_parse(text.text, &value))
            add(&seen.map, &seen.maps, &maps, value);
    }
    us_str_clear(&text);
    seen.maps = settle(seen.map, seen.maps);
    seen.seeds = settle(seen.seed, seen.seeds);
    return seen;
}

void us_seen_clear(us_seen *seen)
{
    us_free(seen->map);
    us_free(seen->seed);
    *seen = (us_seen){0};
}

bool us_seen_map(const us_seen *seen, us_hash map)
{
    return us_find(&map, seen->map, seen->maps, sizeof(map), by_value) != NULL;
}

bool us_seen_seed(const us_seen *seen, uint64_t seed)
{
    return us_find(&seed, seen->seed, seen->seeds, sizeof(seed), by_value) != NULL;
}

void us_seen_print(const us_brl_game *game, int games, us_str *out)
{
    us_json_writer writer;
    uint64_t *list = US_NEW_ARRAY(uint64_t, games + 1);
    if (games == 0) {
        us_free(list);
        return;
    }
    us_write_init(&writer, out);
    us_write_open(&writer, '{');
    for (int seeds = 0; seeds < 2; seeds++) {
        int count = 0;
        for (int i = 0; i < games; i++)
            if (seeds ? game[i].seeded : game[i].map != 0)
                list[count++] = seeds ? game[i].seed : game[i].map;
        count = settle(list, count);
        us_write_key(&writer, seeds ? "seeds" : "maps");
        us_write_open(&writer, '[');
        for (int i = 0; i < count; i++) {
            us_str text;
            us_str_init(&text);
            if (seeds)
                us_str_addf(&text, "%llu", (unsigned long long)list[i]);
            else
                us_str_add_hex(&text, list[i], 16);
            us_write_string(&writer, text.text);
            us_str_clear(&text);
        }
        us_write_close(&writer, ']');
    }
    us_write_close(&writer, '}');
    us_free(list);
}
