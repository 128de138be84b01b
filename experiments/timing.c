#include "experiments/timing.h"

#include <stdio.h>

#include "base/rng.h"
#include "base/sort.h"
#include "experiments/atlas.h"
#include "experiments/game_pool.h"

/* ---- which games */

/* Games that differ in their player alone: they stand together in a plan. */
typedef struct key {
    int64_t first;
    int games, rank, turn; /* rank: of the map */
    uint32_t drawn;
} key;

static int by_rank(const void *a, const void *b)
{
    const key *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    if (x->drawn != y->drawn)
        return x->drawn < y->drawn ? -1 : 1;
    return (x->first > y->first) - (x->first < y->first);
}

static int list_keys(const us_manifest *m, us_rng *rng, key *out)
{
    us_arena *arena = us_arena_new();
    us_atlas atlas = us_atlas_make(m, arena);
    int *rank = US_ARENA_ARRAY(arena, int, m->maps + 1), keys = 0;
    us_atlas_rank(&atlas, rank);
    for (int64_t i = 0; i < m->games; i++) {
        if (i > 0 && us_fixture_compare(&m->game[i], &m->game[i - 1]) == 0)
            out[keys - 1].games++;
        else
            out[keys++] = (key){i, 1, rank[m->game[i].map], 0, us_rng_next(rng)};
    }
    us_array_sort(out, (size_t)keys, sizeof(*out), by_rank);
    us_arena_free(arena);
    return keys;
}

static int by_turn(const void *a, const void *b)
{
    const key *x = a, *y = b;
    return x->turn != y->turn ? (x->turn < y->turn ? -1 : 1) : by_rank(a, b);
}

/* Two keys of each map in turn, then the next two. */
static void take_turns(key *list, int keys)
{
    for (int i = 0, here = 0; i < keys; i++) {
        here = i > 0 && list[i].rank == list[i - 1].rank ? here + 1 : 0;
        list[i].turn = here / 2;
    }
    us_array_sort(list, (size_t)keys, sizeof(*list), by_turn);
}

int64_t *us_timing_draw_games(const us_manifest *m, int64_t wanted, int64_t *count)
{
    us_rng rng = us_rng_derive(m->games > 0 ? m->game[0].seed : 0, "estimate", 0);
    key *list = US_NEW_ARRAY(key, m->games + 1);
    wanted = wanted < m->games ? wanted : m->games;
    int64_t *out = US_NEW_ARRAY(int64_t, wanted + 1);
    int keys = list_keys(m, &rng, list);
    take_turns(list, keys);
    *count = 0;
    for (int k = 0; k < keys; k++)
        for (int i = 0; i < list[k].games && *count < wanted; i++)
            out[(*count)++] = list[k].first + i;
    us_mem_free(list);
    return out;
}

/* ---- playing them */

typedef struct estimating {
    const int64_t *game;
    us_row *row; /* by game of the manifest; or NULL */
    bool (*stop)(void);
    int64_t us;
    char crash[240]; /* why the first one did */
} estimating;

static us_status add_time(void *context, int64_t at, const us_row *row, us_error *err)
{
    estimating *e = context;
    (void)err;
    e->us += row->us;
    if (e->row) {
        e->row[e->game[at]] = *row;
        e->row[e->game[at]].reason = e->row[e->game[at]].profile = NULL;
        e->row[e->game[at]].host = NULL;
    }
    if (row->end == US_ROW_CRASH && !e->crash[0])
        snprintf(e->crash, sizeof(e->crash), "%s", row->reason);
    return US_OK;
}

/* Nobody waits for the end of a game that is only to be measured. */
static us_status tick(void *context, us_error *err)
{
    const estimating *e = context;
    return e->stop && e->stop() ? us_error_set(err, US_INTERRUPTED, NULL, 0, 0, "interrupted")
                                : US_OK;
}

us_status us_timing_play_games(const us_manifest *m, const char *folder, int64_t wanted,
                               int workers, bool (*stop)(void), us_row *rows, us_timing *out,
                               us_error *err)
{
    int64_t games;
    int64_t *game = us_timing_draw_games(m, wanted, &games);
    int64_t timeout_ms = m->timeout_ms > 0 ? m->timeout_ms : US_TIMING_MS;
    us_game_pool_state state = {.wanted = games};
    estimating e = {.game = game, .row = rows, .stop = stop};
    us_game_pool_def playing = {
        .manifest = m,
        .folder = folder,
        .game = game,
        .games = games,
        .workers = workers,
        .timeout_ms = timeout_ms,
        .state = &state,
        .context = &e,
        .played = add_time,
        .tick = tick,
    };
    us_status status = us_game_pool_run(&playing, err);
    us_mem_free(game);
    if (status == US_OK && state.crashed > 0 && state.crashed == state.played)
        status = us_error_set(err, US_FAILED, NULL, 0, 0, "%s", e.crash);
    *out = (us_timing){state.played, e.us, state.crashed, state.late, timeout_ms};
    return status;
}
