#include "experiments/seen_games.h"

#include <string.h>

#include "base/lines.h"
#include "base/sort.h"

static int by_value(const void *left, const void *right)
{
    const uint64_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

/* Ascending, each once. Returns how many. */
static int sort_unique(uint64_t *list, int count)
{
    int kept = 0;
    us_array_sort(list, (size_t)count, sizeof(*list), by_value);
    for (int i = 0; i < count; i++)
        if (kept == 0 || list[kept - 1] != list[i])
            list[kept++] = list[i];
    return kept;
}

static void add(uint64_t **list, int *count, int *capacity, uint64_t value)
{
    *list = us_array_grow(*list, *count, capacity, sizeof(**list));
    (*list)[(*count)++] = value;
}

/* An array of texts, each of which is the hash of a map, or a seed. The line is at its begin. */
static us_status read_list(us_line *line, bool of_seeds, us_seen_games *out)
{
    us_pull *pull = &line->pull;
    int maps = out->maps, seeds = out->seeds;
    while (us_pull_next(pull) != US_PULL_ARRAY_END) {
        char text[32] = "";
        uint64_t value = 0;
        if (pull->kind == US_PULL_STRING && pull->length < sizeof(text))
            memcpy(text, pull->text, pull->length);
        if (!(of_seeds ? us_text_to_u64(text, &value) : us_hash_parse(text, &value) && value != 0))
            return us_line_reject(line, of_seeds ? "a seed, a string of decimals"
                                                 : "the hash of a map, a string of 16 hexadecimal "
                                                   "digits");
        if (of_seeds)
            add(&out->seed, &out->seeds, &seeds, value);
        else
            add(&out->map, &out->maps, &maps, value);
    }
    return US_OK;
}

static us_status read_members(us_line *line, us_seen_games *out)
{
    static const char *const names[] = {"maps", "seeds", "seedless"};
    unsigned found = 0;
    for (;;) {
        bool more;
        int member;
        int64_t count = 0;
        US_TRY(us_line_next_key(line, &more));
        if (!more)
            return US_OK;
        US_TRY(us_line_find_member(line, names, US_COUNT(names), "what was seen", &found, &member));
        if (member == 2) {
            US_TRY(
                us_line_read_int(line, "the number of games without a seed", 0, INT32_MAX, &count));
            out->seedless = (int)count;
            continue;
        }
        US_TRY(us_line_expect(line, US_PULL_ARRAY, "a list"));
        US_TRY(read_list(line, member == 1, out));
    }
}

us_status us_seen_games_parse(const char *json, us_seen_games *out, us_error *err)
{
    us_seen_games seen = {0};
    us_str scratch;
    us_str_init(&scratch);
    us_line line = {.scratch = &scratch, .err = err};
    us_pull_init(&line.pull, json, strlen(json));
    us_pull_kind kind = us_pull_next(&line.pull);
    us_status status = kind == US_PULL_OBJECT  ? read_members(&line, &seen)
                       : kind == US_PULL_ARRAY ? read_list(&line, false, &seen)
                                               : us_line_reject(&line, "{\"maps\":[...],"
                                                                       "\"seeds\":[...]}");
    us_str_clear(&scratch);
    if (status != US_OK) {
        us_seen_games_clear(&seen);
        return status;
    }
    seen.maps = sort_unique(seen.map, seen.maps);
    seen.seeds = sort_unique(seen.seed, seen.seeds);
    if (kind == US_PULL_ARRAY)
        seen.seedless = seen.maps;
    *out = seen;
    return US_OK;
}

us_seen_games us_seen_games_from_entrant(const us_entrant *player)
{
    us_seen_games seen = {0};
    if (player->seen)
        us_assert(us_seen_games_parse(player->seen, &seen, NULL) == US_OK);
    return seen;
}

void us_seen_games_clear(us_seen_games *seen)
{
    us_mem_free(seen->map);
    us_mem_free(seen->seed);
    *seen = (us_seen_games){0};
}

void us_seen_games_print_seedless(const us_seen_games *seen, const char *name, us_str *out)
{
    bool one = seen->seedless == 1;
    us_str_addf(
        out,
        "\"%.64s\" may be judged by a seed that it has seen: %s of %d game%s that led to it "
        "%s not known",
        name, one ? "that" : "those", seen->seedless, one ? "" : "s", one ? "is" : "are");
}

bool us_seen_games_has_map(const us_seen_games *seen, us_hash map)
{
    return us_array_find(&map, seen->map, seen->maps, sizeof(map), by_value) != NULL;
}

bool us_seen_games_has_seed(const us_seen_games *seen, uint64_t seed)
{
    return us_array_find(&seed, seen->seed, seen->seeds, sizeof(seed), by_value) != NULL;
}

void us_seen_games_print(const us_brl_game *game, int games, us_str *out)
{
    uint64_t *list;
    int seedless = 0;
    if (games == 0)
        return;
    list = US_NEW_ARRAY(uint64_t, games);
    us_json_writer writer = us_json_writer_begin(out, '{');
    for (int seeds = 0; seeds < 2; seeds++) {
        int count = 0;
        for (int i = 0; i < games; i++)
            if (seeds ? game[i].seeded : game[i].map != 0)
                list[count++] = seeds ? game[i].seed : game[i].map;
        count = sort_unique(list, count);
        us_json_write_key_open(&writer, seeds ? "seeds" : "maps", '[');
        for (int i = 0; i < count; i++) {
            us_str text;
            us_str_init(&text);
            if (seeds)
                us_str_addf(&text, "%llu", (unsigned long long)list[i]);
            else
                us_str_add_hex(&text, list[i], 16);
            us_json_write_string(&writer, text.text);
            us_str_clear(&text);
        }
        us_json_write_close(&writer, ']');
    }
    for (int i = 0; i < games; i++)
        seedless += !game[i].seeded;
    if (seedless > 0)
        us_json_write_key_int(&writer, "seedless", seedless);
    us_json_write_close(&writer, '}');
    us_mem_free(list);
}
