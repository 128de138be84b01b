#include "experiments/verify.h"

#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "experiments/probe.h"
#include "experiments/results.h"
#include "players/identity.h"

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
    bool *twin = US_NEW_ARRAY(bool, m->games + 1);
    bool *player = repeaters(m->player, m->players);
    bool *opponent = repeaters(m->opponent, m->opponents);
    int32_t *order = us_manifest_sort_games(m);
    for (int64_t i = 1; i < m->games; i++)
        twin[order[i]] = m->game[order[i]].id == m->game[order[i - 1]].id;
    for (int64_t i = 0; i < m->games; i++) {
        const us_row *row = &m->row[i];
        if (twin[i] || !us_row_is_finished(row))
            continue;
        report->finished++;
        if (player[m->game[i].player] && opponent[m->game[i].opponent])
            list[report->repeatable++] = i;
    }
    us_mem_free(order);
    us_mem_free(opponent);
    us_mem_free(player);
    us_mem_free(twin);
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
    us_str what;
    (void)err;
    us_str_init(&what);
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
    us_str_clear(&what);
    return US_OK;
}

static us_status play_sample(const us_verify_def *def, us_verify_report *report, us_error *err)
{
    us_game_pool_state state = {.wanted = report->games};
    int64_t *game = US_NEW_ARRAY(int64_t, report->games + 1);
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
    us_status status = us_game_pool_run(&playing, err);
    us_mem_free(game);
    if (status == US_OK && state.played < report->games)
        status =
            us_error_set(err, US_INTERRUPTED, NULL, 0, 0, "interrupted: %lld of %lld games again",
                         (long long)state.played, (long long)report->games);
    return status;
}

static us_status verify(const us_verify_def *def, us_verify_report *report, us_error *err)
{
    int64_t *candidate = list_candidates(report);
    draw_sample(report, candidate, def->sample, def->seed);
    us_mem_free(candidate);
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
    us_verify_report report = {.game = NULL};
    us_assert(def->workers >= 1 && def->sample >= 1);
    US_TRY(us_results_read(def->folder, &report.manifest, NULL, err));
    us_status status = verify(def, &report, err);
    if (status == US_OK)
        *out = report;
    else
        us_verify_report_clear(&report);
    return status;
}

void us_verify_report_clear(us_verify_report *report)
{
    us_manifest_clear(&report->manifest);
    us_mem_free(report->game);
    report->game = NULL;
}
