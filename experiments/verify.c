#include "experiments/verify.h"

#include <stdio.h>
#include <string.h>

#include "base/progress.h"
#include "base/rng.h"
#include "experiments/pool.h"
#include "experiments/probe.h"
#include "experiments/results.h"
#include "experiments/work.h"
#include "players/identity.h"

enum { TELL_MS = 250 };

/* What a worker's answer begins with. */
enum { ANSWER_VERDICT = 'v', ANSWER_ERROR = 'e' };

typedef struct verifying {
    const us_verify_def *def;
    us_verify_report *report;
    us_work *work;
    int64_t next;
    us_batch_state state;
    int64_t told;
} verifying;

/* ---- which games */

static bool *repeaters(const us_entrant *entrant, int count)
{
    bool *repeats = US_NEW_ARRAY(bool, count + 1);
    for (int i = 0; i < count; i++)
        repeats[i] = us_agent_repeats(entrant[i].agent);
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
    int32_t *order = us_manifest_sorted(m);
    for (int64_t i = 1; i < m->games; i++)
        twin[order[i]] = m->game[order[i]].id == m->game[order[i - 1]].id;
    for (int64_t i = 0; i < m->games; i++) {
        const us_row *row = &m->row[i];
        if (twin[i] ||
            (row->end != US_ROW_WIN && row->end != US_ROW_DRAW && row->end != US_ROW_LOSS))
            continue;
        report->finished++;
        if (player[m->game[i].player] && opponent[m->game[i].opponent])
            list[report->repeatable++] = i;
    }
    us_free(order);
    us_free(opponent);
    us_free(player);
    us_free(twin);
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
    report->game = US_NEW_ARRAY(us_verified, wanted + 1);
    for (int64_t i = 0; wanted > 0; i++, left--) {
        if (!us_rng_chance(&rng, (uint32_t)wanted, (uint32_t)left))
            continue;
        report->game[report->games++].game = candidate[i];
        wanted--;
    }
}

/* ---- in a worker */

static bool abandoned(void)
{
    return us_pool_abandoned();
}

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

static void play(void *context, int64_t task, us_str *out)
{
    verifying *v = context;
    int64_t game = v->report->game[task].game;
    us_row row;
    us_error err = {0};
    us_status status = us_work_play(v->work, game, abandoned, NULL, &row, &err);
    if (status == US_OK) {
        us_str_add_char(out, ANSWER_VERDICT);
        compare(&v->report->manifest.row[game], &row, out);
        return;
    }
    us_str_add_char(out, ANSWER_ERROR);
    us_str_add_bytes(out, (const char *)&err, sizeof(err));
}

/* ---- in the one that gives out games */

static int64_t next(void *context)
{
    verifying *v = context;
    return v->next < v->report->games ? v->next++ : -1;
}

static bool stopped(void *context)
{
    const verifying *v = context;
    return v->def->stop && v->def->stop();
}

static void judge(verifying *v, const us_pool_result *result, const char *what, size_t length)
{
    us_verified *game = &v->report->game[result->task];
    game->same = length == 0;
    snprintf(game->what, sizeof(game->what), "%.*s", (int)length, what);
    v->report->differ += !game->same;
    v->state.played++;
    v->state.us += result->us;
}

static us_status done(void *context, const us_pool_result *result, us_error *err)
{
    verifying *v = context;
    us_error fault;
    if (result->end != US_POOL_DONE) {
        /* Who ends all of us ends the workers too: that is no crash of a game. */
        if (stopped(v))
            return US_OK;
        const char *what = result->end == US_POOL_LATE ? "it takes too long" : result->what;
        judge(v, result, what, strlen(what));
        return US_OK;
    }
    if (result->length > 0 && result->text[0] == ANSWER_VERDICT) {
        judge(v, result, result->text + 1, result->length - 1);
        return US_OK;
    }
    us_assert(result->length == 1 + sizeof(fault));
    memcpy(&fault, result->text + 1, sizeof(fault));
    if (err)
        *err = fault;
    return fault.status;
}

static us_status tick(void *context, us_error *err)
{
    verifying *v = context;
    (void)err;
    if (v->def->tell && us_clock_ms() - v->told >= TELL_MS) {
        v->def->tell(v->def->context, &v->state);
        v->told = us_clock_ms();
    }
    return US_OK;
}

static us_status play_sample(verifying *v, us_error *err)
{
    us_verify_report *report = v->report;
    us_pool_def pool = {
        .workers = v->def->workers < report->games ? v->def->workers : (int)report->games,
        .timeout_ms = report->manifest.timeout_ms,
        .context = v,
        .work = play,
        .next = next,
        .done = done,
        .tick = tick,
        .stop = stopped,
    };
    v->state.wanted = report->games;
    v->work = us_work_new(&report->manifest, v->def->folder);
    us_status status = us_pool_run(&pool, err);
    us_work_free(v->work);
    if (v->def->tell)
        v->def->tell(v->def->context, &v->state);
    if (status == US_OK && v->state.played < report->games)
        status = us_fail(err, US_INTERRUPTED, NULL, 0, 0, "interrupted: %lld of %lld games again",
                         (long long)v->state.played, (long long)report->games);
    return status;
}

static us_status verify(const us_verify_def *def, us_verify_report *report, us_error *err)
{
    verifying v = {.def = def, .report = report};
    int64_t *candidate = list_candidates(report);
    draw_sample(report, candidate, def->sample, def->seed);
    us_free(candidate);
    if (report->finished == 0)
        return us_fail(err, US_BAD_INPUT, def->folder, 0, 0,
                       "no game of it is finished: nothing can be played again");
    if (report->repeatable == 0)
        return us_fail(err, US_BAD_INPUT, def->folder, 0, 0,
                       "no game of it can be played again: in each plays another program (exec:)");
    US_TRY(us_probe_check(&report->manifest, def->folder, err));
    return play_sample(&v, err);
}

us_status us_verify(const us_verify_def *def, us_verify_report *out, us_error *err)
{
    us_verify_report report = {.game = NULL};
    us_assert(def->workers >= 1 && def->sample >= 1);
    US_TRY(us_results_read(def->folder, &report.manifest, NULL, err));
    us_status status = verify(def, &report, err);
    if (status == US_OK)
        *out = report;
    else
        us_verify_clear(&report);
    return status;
}

void us_verify_clear(us_verify_report *report)
{
    us_manifest_clear(&report->manifest);
    us_free(report->game);
    report->game = NULL;
}
