#include "experiments/run/sample.h"

#include <stdio.h>

#include "base/rng.h"
#include "base/sort.h"
#include "experiments/design/manifest.h"
#include "experiments/design/probe.h"
#include "experiments/run/games.h"
#include "experiments/run/results.h"
#include "players/identity.h"

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
    US_AUTOPTR(us_arena) arena = us_arena_new();
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
    US_AUTOFREE key *list = US_NEW_ARRAY(key, m->games + 1);
    wanted = wanted < m->games ? wanted : m->games;
    int64_t *out = US_NEW_ARRAY(int64_t, wanted + 1);
    int keys = list_keys(m, &rng, list);
    take_turns(list, keys);
    *count = 0;
    for (int k = 0; k < keys; k++)
        for (int i = 0; i < list[k].games && *count < wanted; i++)
            out[(*count)++] = list[k].first + i;
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
    US_AUTOFREE int64_t *game = us_timing_draw_games(m, wanted, &games);
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
    if (status == US_OK && state.crashed > 0 && state.crashed == state.played)
        status = us_error_set(err, US_FAILED, NULL, 0, 0, "%s", e.crash);
    *out = (us_timing){state.played, e.us, state.crashed, state.late, timeout_ms};
    return status;
}

/* ---- verify */

const char *const us_verified_ends[US_VERIFIED_ENDS] = {"same", "differs", "crashed", "late"};

/* ---- which games */

static bool *repeaters(const us_entrant *entrant, int count)
{
    bool *repeats = US_NEW_ARRAY(bool, count + 1);
    for (int i = 0; i < count; i++)
        repeats[i] = us_agent_is_deterministic(entrant[i].agent);
    return repeats;
}

/* Each of equal games once, in the order of the manifest. */
static int64_t *list_candidates(us_verify_report *report)
{
    const us_manifest *m = &report->manifest;
    int64_t *list = US_NEW_ARRAY(int64_t, m->games + 1);
    US_AUTOFREE bool *player = repeaters(m->player, m->players);
    US_AUTOFREE bool *opponent = repeaters(m->opponent, m->opponents);
    US_AUTOFREE int32_t *first = us_manifest_find_equals(m);
    for (int64_t i = 0; i < m->games; i++) {
        const us_row *row = &m->row[i];
        if (first[i] != i || !us_row_is_finished(row))
            continue;
        report->finished++;
        if (player[m->game[i].player] && opponent[m->game[i].opponent])
            list[report->repeatable++] = i;
    }
    return list;
}

/* Each candidate with the chance that leaves as many as are wanted: any sample is as likely as any
 * other. */
static void draw_sample(us_verify_report *report, const int64_t *candidate, int64_t wanted,
                        uint64_t seed)
{
    us_rng rng = us_rng_derive(seed, "verify", 0);
    int64_t left = report->repeatable;
    wanted = wanted < left ? wanted : left;
    report->game = US_NEW_ARRAY(us_verified_game, wanted + 1);
    for (int64_t i = 0; wanted > 0; i++, left--) {
        if (!us_rng_next_bool(&rng, (uint32_t)wanted, (uint32_t)left))
            continue;
        report->game[report->games++].game = candidate[i];
        wanted--;
    }
}

/* ---- playing them again */

/* The first thing in which they differ; nothing: they don't. */
static void compare(const us_row *before, const us_row *now, us_str *out)
{
    if (now->end != before->end)
        us_str_addf(out, "a %s, was a %s", us_row_ends[now->end], us_row_ends[before->end]);
    else if (now->cycles != before->cycles)
        us_str_addf(out, "%d cycles, were %d", now->cycles, before->cycles);
    else if (now->hash != before->hash)
        us_str_addf(out, "last state %016llx, was %016llx", (unsigned long long)now->hash,
                    (unsigned long long)before->hash);
    else if (now->orders != before->orders || now->refused != before->refused)
        us_str_addf(out, "%lld orders and %lld refused, were %lld and %lld", (long long)now->orders,
                    (long long)now->refused, (long long)before->orders, (long long)before->refused);
}

static us_status compare_row(void *context, int64_t at, const us_row *row, us_error *err)
{
    us_verify_report *report = context;
    us_verified_game *game = &report->game[at];
    US_AUTOSTR(what);
    (void)err;
    if (us_row_is_finished(row))
        compare(&report->manifest.row[game->game], row, &what);
    else
        us_str_add(&what, row->reason);
    game->end = row->end == US_ROW_TIMEOUT ? US_VERIFIED_LATE
                : row->end == US_ROW_CRASH ? US_VERIFIED_CRASHED
                : what.length > 0          ? US_VERIFIED_DIFFERS
                                           : US_VERIFIED_SAME;
    snprintf(game->what, sizeof(game->what), "%s", what.text);
    report->count[game->end]++;
    return US_OK;
}

static us_status play_sample(const us_verify_def *def, us_verify_report *report, us_error *err)
{
    us_game_pool_state state = {.wanted = report->games};
    US_AUTOFREE int64_t *game = US_NEW_ARRAY(int64_t, report->games + 1);
    for (int64_t i = 0; i < report->games; i++)
        game[i] = report->game[i].game;
    us_game_pool_def playing = {
        .manifest = &report->manifest,
        .folder = def->folder,
        .game = game,
        .games = report->games,
        .workers = def->workers,
        .timeout_ms = def->timeout_ms,
        .state = &state,
        .context = report,
        .played = compare_row,
        .listener = def->context,
        .on_progress = def->on_progress,
        .stop = def->stop,
    };
    US_TRY(us_game_pool_run(&playing, err));
    if (state.played < report->games)
        return us_error_set(err, US_INTERRUPTED, NULL, 0, 0,
                            "interrupted: %lld of %lld games again", (long long)state.played,
                            (long long)report->games);
    return US_OK;
}

static us_status verify(const us_verify_def *def, us_verify_report *report, us_error *err)
{
    US_AUTOFREE int64_t *candidate = list_candidates(report);
    draw_sample(report, candidate, def->sample, def->seed);
    if (report->finished == 0)
        return us_error_set(err, US_BAD_INPUT, def->folder, 0, 0,
                            "no game of it is finished: nothing can be played again");
    if (report->repeatable == 0)
        return us_error_set(
            err, US_BAD_INPUT, def->folder, 0, 0,
            "no game of it can be played again: in each plays another program (exec:)");
    US_TRY(us_probe_check(&report->manifest, def->folder, err));
    return play_sample(def, report, err);
}

us_status us_experiment_verify(const us_verify_def *def, us_verify_report *out, us_error *err)
{
    US_AUTO(us_verify_report_clear) us_verify_report report = {.game = NULL};
    us_assert(def->workers >= 1 && def->sample >= 1);
    US_TRY(us_results_read(def->folder, &report.manifest, NULL, err));
    US_TRY(verify(def, &report, err));
    *out = report;
    report = (us_verify_report){0};
    return US_OK;
}

void us_verify_report_clear(us_verify_report *report)
{
    us_manifest_clear(&report->manifest);
    us_mem_free(report->game);
    report->game = NULL;
}
