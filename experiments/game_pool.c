#include "experiments/game_pool.h"

#include <stdio.h>
#include <string.h>

#include "base/progress.h"
#include "experiments/pool.h"
#include "experiments/work.h"

enum { TELL_MS = 250, REASON_MAX = 240 };

/* The first character of a worker's answer: a row's line, or an error. */
enum { ANSWER_ROW = 'r', ANSWER_ERROR = 'e' };

/* Why a game has no result, behind ANSWER_ERROR. */
typedef struct failure {
    us_error fault;
    int failed; /* us_row_failed */
} failure;

typedef struct playing {
    const us_game_pool_def *def;
    us_work *work;
    us_arena *texts; /* of the row in hand */
    int64_t next;    /* game to give out; of programs: seat, two for each game */
    int64_t reported;
} playing;

void us_game_pool_print_trace_path(const char *traces, int64_t at, us_str *out)
{
    us_str_addf(out, "%s/%07lld.jsonl", traces, (long long)at);
}

/* ---- in a worker */

static void play(void *context, int64_t task, us_str *out)
{
    playing *p = context;
    us_row row;
    failure why = {0};
    us_str trace;
    us_str_init(&trace);
    if (p->def->traces)
        us_game_pool_print_trace_path(p->def->traces, task, &trace);
    if (us_work_play(p->work, p->def->game[task], us_pool_is_abandoned,
                     p->def->traces ? trace.text : NULL, &row, &why.fault) == US_OK) {
        us_str_add_char(out, ANSWER_ROW);
        us_row_write(&row, out);
    } else {
        why.failed = row.failed;
        us_str_add_char(out, ANSWER_ERROR);
        us_str_add_bytes(out, (const char *)&why, sizeof(why));
    }
    us_str_clear(&trace);
}

static void start(void *context, int64_t task, us_str *out)
{
    playing *p = context;
    us_error fault = {0};
    if (us_work_start_program(p->work, p->def->game[task / 2], (us_seat)(task % 2), &fault) !=
        US_OK)
        us_str_add_bytes(out, (const char *)&fault, sizeof(fault));
}

/* ---- in the one that gives out games */

static int64_t next(void *context)
{
    playing *p = context;
    const us_game_pool_def *def = p->def;
    if (p->next >= def->games || (def->enough && def->enough(def->context)))
        return -1;
    def->state->given++;
    return p->next++;
}

static bool stopped(void *context)
{
    const playing *p = context;
    return p->def->stop && p->def->stop();
}

static us_status keep(playing *p, int64_t at, const us_row *row, us_error *err)
{
    us_game_pool_state *state = p->def->state;
    US_TRY(p->def->played(p->def->context, at, row, err));
    state->played++;
    state->crashed += row->end == US_ROW_CRASH;
    state->late += row->end == US_ROW_TIMEOUT;
    return US_OK;
}

static us_status keep_played(playing *p, const us_pool_result *result, us_error *err)
{
    us_row row;
    us_mark mark = us_arena_mark(p->texts);
    us_status status =
        us_row_read("a worker", 0, result->text + 1, result->length - 1, p->texts, &row, err);
    if (status == US_OK)
        status = keep(p, result->task, &row, err);
    us_arena_release(p->texts, mark);
    return status;
}

static us_status keep_lost(playing *p, const us_pool_result *result, us_row_end end,
                           us_row_failed failed, const char *reason, us_error *err)
{
    char cut[REASON_MAX];
    snprintf(cut, sizeof(cut), "%s", reason);
    us_row row = {
        .game = p->def->manifest->game[p->def->game[result->task]].id,
        .end = end,
        .failed = failed,
        .reason = cut,
        .us = result->us,
    };
    return keep(p, result->task, &row, err);
}

static us_status done(void *context, const us_pool_result *result, us_error *err)
{
    playing *p = context;
    failure why;
    char told[REASON_MAX];
    /* A stop of the whole process group ends the workers, too: that is no crash of a game. */
    if (result->end != US_POOL_DONE && stopped(p))
        return US_OK;
    if (result->end == US_POOL_LATE)
        return keep_lost(p, result, US_ROW_TIMEOUT, US_ROW_FAILED_UNKNOWN, "wall clock", err);
    if (result->end == US_POOL_CRASHED)
        return keep_lost(p, result, US_ROW_CRASH, US_ROW_FAILED_UNKNOWN, result->what, err);
    if (result->length > 1 && result->text[0] == ANSWER_ROW)
        return keep_played(p, result, err);
    us_assert(result->length == 1 + sizeof(why));
    memcpy(&why, result->text + 1, sizeof(why));
    if (why.fault.status == US_NO_ENGINE || why.fault.status == US_BROKEN) {
        p->def->state->broken++;
        return keep_lost(p, result, US_ROW_CRASH, why.failed,
                         us_error_print(&why.fault, told, sizeof told), err);
    }
    if (err)
        *err = why.fault;
    return why.fault.status;
}

static us_status tick(void *context, us_error *err)
{
    playing *p = context;
    const us_game_pool_def *def = p->def;
    int64_t now = us_clock_ms();
    if (def->on_progress && now - p->reported >= TELL_MS) {
        def->on_progress(def->listener, def->state);
        p->reported = now;
    }
    return def->tick ? def->tick(def->context, err) : US_OK;
}

static us_status run(playing *p, us_error *err)
{
    const us_game_pool_def *def = p->def;
    us_pool_def pool = {
        .workers = def->workers < def->games ? def->workers : (int)def->games,
        .timeout_ms = def->timeout_ms,
        .context = p,
        .work = play,
        .next = next,
        .done = done,
        .tick = tick,
        .stop = stopped,
    };
    if (def->on_progress) /* from here on it takes time */
        def->on_progress(def->listener, def->state);
    us_status status = us_pool_run(&pool, err);
    if (def->on_progress)
        def->on_progress(def->listener, def->state);
    return status;
}

static us_status with_work(const us_game_pool_def *def,
                           us_status (*what)(playing *p, us_error *err), us_error *err)
{
    playing p = {.def = def};
    if (def->games == 0)
        return US_OK;
    p.work = us_work_new(def->manifest, def->folder);
    p.texts = us_arena_new();
    us_status status = what(&p, err);
    us_arena_free(p.texts);
    us_work_free(p.work);
    return status;
}

us_status us_game_pool_run(const us_game_pool_def *def, us_error *err)
{
    return with_work(def, run, err);
}

/* ---- before the first game */

static int64_t next_program(void *context)
{
    playing *p = context;
    for (; p->next < 2 * p->def->games; p->next++)
        if (us_work_has_new_program(p->work, p->def->game[p->next / 2], (us_seat)(p->next % 2)))
            return p->next++;
    return -1;
}

static us_status started(void *context, const us_pool_result *result, us_error *err)
{
    us_error fault;
    if (stopped(context) || (result->end == US_POOL_DONE && result->length == 0))
        return US_OK;
    if (result->end != US_POOL_DONE)
        return us_error_set(err, US_INCOMPLETE, NULL, 0, 0,
                            "a worker that starts a program ended: %s", result->what);
    us_assert(result->length == sizeof(fault));
    memcpy(&fault, result->text, sizeof(fault));
    if (err)
        *err = fault;
    return fault.status;
}

/* A program that starts may be silent for long; ending it loses nothing. */
static us_status tick_start(void *context, us_error *err)
{
    (void)err;
    return stopped(context) ? US_INTERRUPTED : US_OK;
}

static us_status start_all(playing *p, us_error *err)
{
    const us_game_pool_def *def = p->def;
    us_pool_def pool = {
        .workers = def->workers,
        .context = p,
        .work = start,
        .next = next_program,
        .done = started,
        .tick = tick_start,
        .stop = stopped,
    };
    us_status status = us_pool_run(&pool, err);
    return status == US_INTERRUPTED ? US_OK : status;
}

us_status us_game_pool_check_programs(const us_game_pool_def *def, us_error *err)
{
    return with_work(def, start_all, err);
}
