#include "experiments/estimate.h"

#include <string.h>

#include "base/rng.h"
#include "experiments/pool.h"
#include "experiments/work.h"

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

/* ---- in processes of their own: what they are playing may crash or hang */

typedef struct estimating {
    us_work *work;
    const int64_t *game;
    int64_t games, next;
    bool (*stop)(void);
    us_estimate *out;
} estimating;

static bool abandoned(void)
{
    return us_pool_abandoned();
}

static void play(void *context, int64_t task, us_str *out)
{
    estimating *e = context;
    us_row row;
    us_error err = {0};
    if (us_work_play(e->work, e->game[task], abandoned, NULL, &row, &err) != US_OK)
        us_str_add_bytes(out, (const char *)&err, sizeof(err));
}

static int64_t next(void *context)
{
    estimating *e = context;
    return e->next < e->games ? e->next++ : -1;
}

static us_status done(void *context, const us_pool_result *result, us_error *err)
{
    estimating *e = context;
    us_error fault;
    if (result->end == US_POOL_DONE && result->length > 0) {
        us_assert(result->length == sizeof(fault));
        memcpy(&fault, result->text, sizeof(fault));
        if (err)
            *err = fault;
        return fault.status;
    }
    e->out->games++;
    e->out->us += result->us;
    e->out->crashed += result->end == US_POOL_CRASHED;
    e->out->late += result->end == US_POOL_LATE;
    return US_OK;
}

/* Nobody waits for the end of a game that is only to be measured. */
static us_status tick(void *context, us_error *err)
{
    const estimating *e = context;
    return e->stop && e->stop() ? us_fail(err, US_INTERRUPTED, NULL, 0, 0, "interrupted") : US_OK;
}

us_status us_estimate_play(const us_manifest *m, const char *folder, int64_t wanted, int workers,
                           bool (*stop)(void), us_estimate *out, us_error *err)
{
    int64_t games;
    int64_t *game = us_estimate_draw(m, wanted, &games);
    *out = (us_estimate){.timeout_ms = m->timeout_ms > 0 ? m->timeout_ms : US_ESTIMATE_MS};
    estimating e = {
        .work = us_work_new(m, folder), .game = game, .games = games, .stop = stop, .out = out};
    us_pool_def pool = {
        .workers = workers < games ? workers
                   : games > 0     ? (int)games
                                   : 1,
        .timeout_ms = out->timeout_ms,
        .context = &e,
        .work = play,
        .next = next,
        .done = done,
        .tick = tick,
    };
    us_status status = us_pool_run(&pool, err);
    us_work_free(e.work);
    us_free(game);
    return status;
}
