#include "experiments/design/entrants.h"

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
    US_AUTO(us_seen_games_clear) us_seen_games seen = {0};
    US_AUTOSTR(scratch);
    us_line line = {.scratch = &scratch, .err = err};
    us_pull_init(&line.pull, json, strlen(json));
    us_pull_kind kind = us_pull_next(&line.pull);
    US_TRY(kind == US_PULL_OBJECT  ? read_members(&line, &seen)
           : kind == US_PULL_ARRAY ? read_list(&line, false, &seen)
                                   : us_line_reject(&line, "{\"maps\":[...],\"seeds\":[...]}"));
    seen.maps = sort_unique(seen.map, seen.maps);
    seen.seeds = sort_unique(seen.seed, seen.seeds);
    if (kind == US_PULL_ARRAY)
        seen.seedless = seen.maps;
    *out = seen;
    seen = (us_seen_games){0};
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
    int seedless = 0;
    if (games == 0)
        return;
    US_AUTOFREE uint64_t *list = US_NEW_ARRAY(uint64_t, games);
    us_json_writer writer = us_json_writer_begin(out, '{');
    for (int seeds = 0; seeds < 2; seeds++) {
        int count = 0;
        for (int i = 0; i < games; i++)
            if (seeds ? game[i].seeded : game[i].map != 0)
                list[count++] = seeds ? game[i].seed : game[i].map;
        count = sort_unique(list, count);
        us_json_write_key_open(&writer, seeds ? "seeds" : "maps", '[');
        for (int i = 0; i < count; i++) {
            US_AUTOSTR(text);
            if (seeds)
                us_str_addf(&text, "%llu", (unsigned long long)list[i]);
            else
                us_str_add_hex(&text, list[i], 16);
            us_json_write_string(&writer, text.text);
        }
        us_json_write_close(&writer, ']');
    }
    for (int i = 0; i < games; i++)
        seedless += !game[i].seeded;
    if (seedless > 0)
        us_json_write_key_int(&writer, "seedless", seedless);
    us_json_write_close(&writer, '}');
}

/* ---- same players */

enum { TOLD_MAX = 3 }; /* players that are several runs */

typedef struct same_run {
    us_hash identity;
    int64_t run;
} same_run;

static int by_identity(const void *a, const void *b)
{
    const same_run *x = a, *y = b;
    if (x->identity != y->identity)
        return x->identity < y->identity ? -1 : 1;
    return (x->run > y->run) - (x->run < y->run);
}

static bool same_group(const us_entrant *a, const us_entrant *b)
{
    return a->group && b->group && us_text_equal(a->group, b->group);
}

/* "0 to 6, 9", of numbers in order. */
static void print_runs(const same_run *list, int count, us_str *out)
{
    for (int i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && list[end].run == list[end - 1].run + 1;)
            end++;
        us_str_addf(out, "%s%lld", i > 0 ? ", " : "", (long long)list[i].run);
        if (end - i > 1)
            us_str_addf(out, "%s%lld", end - i > 2 ? " to " : ", ", (long long)list[end - 1].run);
    }
}

void us_same_players_print_runs(const us_manifest *m, const char *group, us_str *out)
{
    US_AUTOFREE same_run *list = US_NEW_ARRAY(same_run, m->players + 1);
    int count = 0, different = 0, told = 0;
    for (int i = 0; i < m->players; i++)
        if (m->player[i].group && us_text_equal(m->player[i].group, group))
            list[count++] = (same_run){m->player[i].identity, m->player[i].run};
    us_array_sort(list, (size_t)count, sizeof(*list), by_identity);
    for (int i = 0, end; i < count; i = end, different++) {
        for (end = i + 1; end < count && list[end].identity == list[i].identity;)
            end++;
        if (end - i < 2 || ++told > TOLD_MAX)
            continue;
        us_str_addf(out, told == 1 ? "\"%s\": " : ", ", group);
        us_str_add(out, "runs ");
        print_runs(list + i, end - i, out);
        us_str_add(out, " are the same player");
    }
    if (told > 0)
        us_str_addf(out,
                    "%s; of its %d runs %d %s different, and each counts as one that was made "
                    "anew%s.",
                    told > TOLD_MAX ? ", ..." : "", count, different, different == 1 ? "is" : "are",
                    different == 1 ? ", unless all play alike" : "");
}

/* Returns the first earlier player of the same identity. NULL: there is none, or an earlier run of
 * the same group has that identity. */
static const us_entrant *find_other(const us_manifest *m, int of)
{
    const us_entrant *found = NULL;
    for (int i = 0; i < of; i++) {
        if (m->player[i].identity != m->player[of].identity)
            continue;
        if (same_group(&m->player[i], &m->player[of]))
            return NULL;
        found = found ? found : &m->player[i];
    }
    return found;
}

void us_same_players_report(const us_manifest *m, void (*note)(const char *what))
{
    US_AUTOSTR(text);
    for (int i = 0; i < m->players; i++) {
        const us_entrant *player = &m->player[i], *other = find_other(m, i);
        bool first = player->group != NULL;
        for (int k = 0; first && k < i; k++)
            first = !same_group(&m->player[k], player);
        us_str_reset(&text);
        if (first)
            us_same_players_print_runs(m, player->group, &text);
        if (text.length > 0)
            note(text.text);
        us_str_reset(&text);
        if (other)
            us_str_addf(&text, "\"%s\" is the same player as \"%s\": its games are those",
                        player->name, other->name);
        if (other)
            note(text.text);
    }
}
