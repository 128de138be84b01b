#include "experiments/estimate.h"

#include <stdio.h>

#include "base/rng.h"
#include "experiments/playing.h"

/* ---- which games */

static int *shuffled(int count, us_rng *rng)
{
    int *order = US_NEW_ARRAY(int, count + 1);
    for (int i = 0; i < count; i++) {
        int other = (int)us_rng_below(rng, (uint32_t)i + 1);
        order[i] = order[other];
        order[other] = i;
    }
    return order;
}

/* The next from there on, around, that is the player's and not taken; -1: all are. */
static int64_t next_of(const us_manifest *m, int64_t from, int player, const bool *taken)
{
    for (int64_t i = 0; i < m->games; i++) {
        int64_t game = (from + i) % m->games;
        if (m->game[game].player == player && !taken[game])
            return game;
    }
    return -1;
}

int64_t *us_estimate_draw(const us_manifest *m, int64_t wanted, int64_t *count)
{
    us_rng rng = us_rng_derive(m->games > 0 ? m->game[0].seed : 0, "estimate", 0);
    int *player = shuffled(m->players, &rng);
    bool *taken = US_NEW_ARRAY(bool, m->games + 1);
    wanted = wanted < m->games ? wanted : m->games;
    int64_t *out = US_NEW_ARRAY(int64_t, wanted + 1);
    *count = 0;
    for (int64_t turn = 0; *count < wanted; turn++) {
        int64_t from = us_rng_below(&rng, (uint32_t)m->games);
        int64_t game = next_of(m, from, player[turn % m->players], taken);
        if (game < 0)
            continue;
        taken[game] = true;
        out[(*count)++] = game;
    }
    us_free(taken);
    us_free(player);
    return out;
}

/* ---- playing them */

typedef struct estimating {
    bool (*stop)(void);
    int64_t us;
    char crash[240]; /* why the first one did */
} estimating;

static us_status add_time(void *context, int64_t at, const us_row *row, us_error *err)
{
    estimating *e = context;
    (void)at;
    (void)err;
    e->us += row->us;
    if (row->end == US_ROW_CRASH && !e->crash[0])
        snprintf(e->crash, sizeof(e->crash), "%s", row->reason);
    return US_OK;
}

/* Nobody waits for the end of a game that is only to be measured. */
static us_status tick(void *context, us_error *err)
{
    const estimating *e = context;
    return e->stop && e->stop() ? us_fail(err, US_INTERRUPTED, NULL, 0, 0, "interrupted") : US_OK;
}

us_status us_estimate_play(const us_manifest *m, const char *folder, int64_t wanted, int workers,
                           bool (*stop)(void), us_timing *out, us_error *err)
{
    int64_t games;
    int64_t *game = us_estimate_draw(m, wanted, &games);
    int64_t timeout_ms = m->timeout_ms > 0 ? m->timeout_ms : US_ESTIMATE_MS;
    us_playing_state state = {.wanted = games};
    estimating e = {.stop = stop};
    us_playing_def playing = {
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
    us_status status = us_playing_run(&playing, err);
    us_free(game);
    if (status == US_OK && state.crashed > 0 && state.crashed == state.played)
        status = us_fail(err, US_FAILED, NULL, 0, 0, "%s", e.crash);
    *out = (us_timing){state.played, e.us, state.crashed, state.late, timeout_ms};
    return status;
}
