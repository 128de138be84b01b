#include "experiments/duplicates.h"

#include <string.h>

#include "base/sort.h"

/* ---- games */

/* Merges two rows of one game. */
static us_status add_row(us_row *known, const us_row *row, const char *path, us_error *err)
{
    if (us_row_is_finished(known) && us_row_is_finished(row) && known->hash != row->hash)
        return us_error_set(err, US_MISMATCH, path, 0, 0,
                            "game %016llx ended in another state than in what is compared with it",
                            (unsigned long long)row->game);
    if (known->end == US_ROW_NONE || (us_row_is_finished(row) && !us_row_is_finished(known)))
        *known = *row;
    return US_OK;
}

static us_status check_place(const us_fixture *a, const us_fixture *b, const char *path,
                             us_error *err)
{
    return us_fixture_compare(a, b) == 0
               ? US_OK
               : us_error_set(
                     err, US_MISMATCH, path, 0, 0,
                     "game %016llx is there with two maps, opponents, seats or seeds: expected "
                     "another id of another game",
                     (unsigned long long)a->id);
}

/* Drops a player's games of one id, except the first. */
static us_status drop_doubles(us_manifest *m, const char *path, us_error *err)
{
    int32_t *first = us_manifest_find_firsts(m);
    us_status status = US_OK;
    int64_t count = 0;
    for (int64_t i = 0; i < m->games && status == US_OK; i++) {
        if (first[i] == i)
            continue;
        status = check_place(&m->game[first[i]], &m->game[i], path, err);
        if (status == US_OK)
            status = add_row(&m->row[first[i]], &m->row[i], path, err);
    }
    for (int64_t i = 0; i < m->games && status == US_OK; i++) {
        if (first[i] != i)
            continue;
        m->game[count] = m->game[i];
        m->row[count++] = m->row[i];
    }
    if (status == US_OK)
        m->games = count;
    us_mem_free(first);
    return status;
}

static us_status check_doubles(const us_manifest *m, const char *path, us_error *err)
{
    int64_t at = us_manifest_find_duplicate_key(m);
    return at < 0 ? US_OK
                  : us_error_set(
                        err, US_MISMATCH, path, 0, 0,
                        "game %016llx is a second one of the same player, opponent, map, seat "
                        "and seed: expected one, with one id",
                        (unsigned long long)m->game[at].id);
}

/* ---- maps and opponents under two names */

/* A name is less than one that goes on behind it. */
const char *us_map_family_merge(const char *one, const char *other)
{
    return strcmp(one, other) < 0 ? other : one;
}

typedef struct known {
    us_hash hash;
    int index;
} known;

static int by_hash(const void *a, const void *b)
{
    const known *x = a, *y = b;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* The first of each set of equal members of a list. */
typedef struct firsts {
    int *of;
    int alike, example; /* number of members equal to an earlier one; the first of them */
} firsts;

static firsts find_firsts(known *list, int count)
{
    firsts f = {.of = US_NEW_ARRAY(int, count + 1)};
    us_array_sort(list, (size_t)count, sizeof(*list), by_hash);
    for (int i = 0; i < count; i++) {
        bool again =
            i > 0 && list[i].hash != 0 && list[i].hash == list[i - 1].hash; /* 0: not known */
        f.of[list[i].index] = again ? f.of[list[i - 1].index] : list[i].index;
        if (again && (f.alike++ == 0 || list[i].index < f.example))
            f.example = list[i].index;
    }
    return f;
}

static firsts find_maps(const us_manifest *m)
{
    known *list = US_NEW_ARRAY(known, m->maps + 1);
    for (int i = 0; i < m->maps; i++)
        list[i] = (known){m->map[i].hash, i};
    firsts f = find_firsts(list, m->maps);
    us_mem_free(list);
    return f;
}

static firsts find_opponents(const us_manifest *m)
{
    known *list = US_NEW_ARRAY(known, m->opponents + 1);
    for (int i = 0; i < m->opponents; i++)
        list[i] = (known){m->opponent[i].identity, i};
    firsts f = find_firsts(list, m->opponents);
    us_mem_free(list);
    return f;
}

static void log_duplicates(us_manifest *m, const firsts *map, const firsts *opponent)
{
    us_str text;
    us_str_init(&text);
    if (map->alike > 0)
        us_str_addf(&text, "%d of the maps (\"%.64s\" is \"%.64s\")", map->alike,
                    m->map[map->example].name, m->map[map->of[map->example]].name);
    if (opponent->alike > 0)
        us_str_addf(&text, "%s%d of the opponents (\"%.64s\" is \"%.64s\")",
                    map->alike > 0 ? " and " : "", opponent->alike,
                    m->opponent[opponent->example].name,
                    m->opponent[opponent->of[opponent->example]].name);
    us_str_addf(&text, " %s the same as others: games that are the same count once.",
                map->alike + opponent->alike > 1 ? "are" : "is");
    m->alike = us_arena_strndup(m->arena, text.text, text.length);
    us_str_clear(&text);
}

us_status us_results_remove_duplicates(us_manifest *m, const char *path, us_error *err)
{
    firsts map = find_maps(m), opponent = find_opponents(m);
    for (int i = 0; i < m->maps; i++) {
        us_manifest_map *first = &m->map[map.of[i]];
        first->family = us_map_family_merge(first->family, m->map[i].family);
    }
    for (int64_t i = 0; i < m->games; i++) {
        us_fixture *game = &m->game[i];
        game->map = (uint16_t)map.of[game->map];
        game->opponent = (uint16_t)opponent.of[game->opponent];
    }
    if (map.alike + opponent.alike > 0)
        log_duplicates(m, &map, &opponent);
    us_mem_free(map.of);
    us_mem_free(opponent.of);
    US_TRY(drop_doubles(m, path, err));
    return check_doubles(m, path, err);
}
