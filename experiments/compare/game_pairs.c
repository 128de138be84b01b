#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "experiments/compare/parts.h"
#include "experiments/run/results.h"

us_game_pairs us_game_pairs_make(const us_matching *m, int runs)
{
    return (us_game_pairs){.cells = m->atlas->maps * m->atlas->opponents,
                           .runs = runs,
                           .atlas = m->atlas,
                           .scope = m->scope};
}

void us_game_pairs_add(us_game_pairs *list, us_game_pair row)
{
    list->row = us_array_grow(list->row, list->count, &list->capacity, sizeof(*list->row));
    list->row[list->count++] = row;
}

static int by_cell(const void *a, const void *b)
{
    const us_game_pair *x = a, *y = b;
    if (x->cell != y->cell)
        return x->cell < y->cell ? -1 : 1;
    if (x->game != y->game)
        return x->game < y->game ? -1 : 1;
    return (x->run > y->run) - (x->run < y->run);
}

static void fill_columns(us_game_pairs *list)
{
    list->games = 0;
    for (int i = 0; i < list->count; i++) {
        const us_game_pair *row = &list->row[i];
        bool again = i > 0 && row->cell == row[-1].cell && row->game == row[-1].game;
        list->cell[i] = row->cell;
        list->run[i] = row->run;
        list->games += !again;
        list->game[i] = list->games - 1;
        for (int k = 0; k < US_GAME_PAIR_VALUES; k++)
            list->value[k][i] = row->value[k];
    }
}

static int keep_common(us_game_pairs *list)
{
    us_pairs pairs = us_game_pairs_to_pairs(list, list->value[0]);
    us_runs runs = us_game_pairs_to_runs(list);
    US_AUTOFREE bool *keep = US_NEW_ARRAY(bool, list->count + 1);
    int lacking = us_pairs_find_common_cells(&pairs, &runs, keep), count = 0;
    for (int i = 0; i < list->count; i++)
        if (keep[i])
            list->row[count++] = list->row[i];
    list->count = count;
    return lacking;
}

static bool same_game(const us_game_pair *a, const us_game_pair *b)
{
    return a->cell == b->cell && a->game == b->game;
}

/* Runs that play each game alike are one library: their making left nothing to chance. Each run is
 * a draw only if two runs differ. */
static void join_runs(us_game_pairs *list)
{
    bool *there = US_NEW_ARRAY(bool, list->runs + 1), alike = list->runs > 1, twice = false;
    int runs = 0, count = 0;
    for (int i = 0; i < list->count; i++) {
        bool again = i > 0 && same_game(&list->row[i], &list->row[i - 1]);
        alike &= list->row[i].course && (!again || list->row[i].course == list->row[i - 1].course);
        twice |= again;
        runs += !there[list->row[i].run];
        there[list->row[i].run] = true;
    }
    us_mem_free(there);
    if (!alike || !twice)
        return;
    for (int i = 0; i < list->count; i++) {
        if (i > 0 && same_game(&list->row[i], &list->row[i - 1]))
            continue;
        list->row[count] = list->row[i];
        list->row[count++].run = 0;
    }
    list->copies = list->count - count;
    list->count = count;
    list->runs = 1;
    list->alike = runs;
}

static void drop_repeats(us_game_pairs *list)
{
    US_AUTOPTR(us_repeats) repeats = us_repeats_new(list->cells);
    US_AUTOFREE bool *again = US_NEW_ARRAY(bool, list->count + 1);
    int count = 0;
    for (int i = 0; i < list->count; i++) {
        const us_game_pair *row = &list->row[i];
        again[i] = us_repeats_add(repeats, row->cell, row->run * US_SEATS_MAX + row->seat,
                                  row->course, row->value[0]);
    }
    for (int i = 0; i < list->count; i++)
        if (!again[i] || !us_repeats_is_deterministic(repeats, list->row[i].cell))
            list->row[count++] = list->row[i];
    list->repeats = list->count - count;
    list->count = count;
}

/* An opponent and a seat. */
static int place_of(const us_game_pairs *list, const us_atlas *atlas, int i)
{
    return list->cell[i] % atlas->opponents * US_SEATS_MAX + (int)list->row[i].seat;
}

/* Maps without a pair in a place in which another map has one. */
static int count_partial(const us_game_pairs *list, const us_atlas *atlas)
{
    int places = atlas->opponents * US_SEATS_MAX, all = 0, partial = 0;
    US_AUTOFREE int *last = US_NEW_ARRAY(int, places + 1); /* 1 + the last map with a pair there */
    for (int i = 0; i < list->count; i++) {
        all += last[place_of(list, atlas, i)] == 0;
        last[place_of(list, atlas, i)] = 1;
    }
    memset(last, 0, (size_t)places * sizeof(*last));
    for (int i = 0, end; i < list->count; i = end) { /* they stand by cell, so by map */
        int map = list->cell[i] / atlas->opponents, there = 0;
        for (end = i; end < list->count && list->cell[end] / atlas->opponents == map; end++) {
            there += last[place_of(list, atlas, end)] != map + 1;
            last[place_of(list, atlas, end)] = map + 1;
        }
        partial += there < all;
    }
    return partial;
}

static void count_maps(us_game_pairs *list)
{
    us_pairs pairs = us_game_pairs_to_pairs(list, list->value[0]);
    US_AUTO(us_map_values_clear)
    us_map_values maps = us_map_values_compute(&pairs, NULL, list->atlas);
    list->maps = maps.maps;
    list->families = maps.families;
    list->partial = count_partial(list, list->atlas);
}

int us_game_pairs_finish(us_game_pairs *list)
{
    us_array_sort(list->row, (size_t)list->count, sizeof(*list->row), by_cell);
    join_runs(list);
    drop_repeats(list);
    list->columns = us_arena_new();
    list->cell = US_ARENA_ARRAY(list->columns, int, list->count + 1);
    list->run = US_ARENA_ARRAY(list->columns, int, list->count + 1);
    list->game = US_ARENA_ARRAY(list->columns, int, list->count + 1);
    for (int k = 0; k < US_GAME_PAIR_VALUES; k++)
        list->value[k] = US_ARENA_ARRAY(list->columns, double, list->count + 1);
    fill_columns(list);
    int lacking = us_game_pairs_has_runs(list) ? keep_common(list) : 0;
    if (lacking > 0)
        fill_columns(list);
    count_maps(list);
    list->atlas = list->scope == US_MAP_SCOPE_MAPS && list->maps > 1 ? list->atlas : NULL;
    return lacking;
}

void us_game_pairs_clear(us_game_pairs *list)
{
    us_mem_free(list->row);
    us_arena_free(list->columns);
    *list = (us_game_pairs){0};
}

us_pairs us_game_pairs_to_pairs(const us_game_pairs *list, const double *value)
{
    return (us_pairs){value, list->cell, list->count, list->cells, false};
}

us_runs us_game_pairs_to_runs(const us_game_pairs *list)
{
    return (us_runs){list->run, list->game, list->runs, list->games};
}

bool us_game_pairs_has_runs(const us_game_pairs *list)
{
    return list->runs > 1;
}

us_sampling_units us_game_pairs_make_units(const us_game_pairs *list, const double *value)
{
    us_sampling_units u = {.pairs = us_game_pairs_to_pairs(list, value),
                           .runs = us_game_pairs_to_runs(list)};
    if (!list->atlas)
        return u;
    u.maps =
        us_map_values_compute(&u.pairs, us_game_pairs_has_runs(list) ? &u.runs : NULL, list->atlas);
    u.pairs = us_map_values_pairs(&u.maps);
    u.runs = us_map_values_runs(&u.maps);
    return u;
}

void us_sampling_units_clear(us_sampling_units *units)
{
    us_map_values_clear(&units->maps);
}

us_estimate us_game_pairs_estimate(const us_game_pairs *list, const double *value,
                                   const us_estimate_def *how, double *run_mean)
{
    us_pairs pairs = us_game_pairs_to_pairs(list, value);
    us_runs runs = us_game_pairs_to_runs(list);
    return us_estimate_compute_in_scope(&pairs, us_game_pairs_has_runs(list) ? &runs : NULL,
                                        list->atlas, how, run_mean);
}

/* A game that several runs played is one pair, with their mean. */
us_components us_game_pairs_compute_components(const us_game_pairs *list, const us_atlas *atlas,
                                               const us_estimate *effect)
{
    US_AUTOFREE double *value = US_NEW_ARRAY(double, list->count + 1);
    US_AUTOFREE int *map = US_NEW_ARRAY(int, list->count + 1),
                    *place = US_NEW_ARRAY(int, list->count + 1);
    us_observed of = {value, map, place, 0, atlas->opponents * US_SEATS_MAX};
    for (int i = 0, end; i < list->count; i = end) {
        double sum = 0;
        for (end = i; end < list->count && same_game(&list->row[i], &list->row[end]); end++)
            sum += list->value[0][end];
        value[of.count] = sum / (end - i);
        map[of.count] = list->cell[i] / atlas->opponents;
        place[of.count++] = place_of(list, atlas, i);
    }
    us_components c = us_components_estimate(&of, atlas);
    if (effect->runs > 1 && isfinite(effect->error))
        c.runs = (effect->error * effect->error - effect->common) * effect->runs;
    return c;
}
