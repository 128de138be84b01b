#include "experiments/batch.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/progress.h"
#include "experiments/journal.h"
#include "experiments/planning.h"
#include "experiments/pool.h"
#include "experiments/probe.h"
#include "experiments/results.h"
#include "experiments/shards.h"
#include "experiments/work.h"

enum { SYNC_MS = 1000, TELL_MS = 250, REASON_MAX = 240 };

/* What a worker's answer begins with: a row's line, or an error. */
enum { ANSWER_ROW = 'r', ANSWER_ERROR = 'e' };

typedef struct running {
    const us_batch_def *def;
    us_manifest m;
    int64_t *todo; /* games, in the order of the manifest */
    int64_t todos, next;
    int32_t *twin; /* by game: the next one that is the same, or 0 */
    us_work *work;
    us_sequence *sequence; /* or NULL */
    us_arena *rows;        /* texts of rows of this run; only with a sequence */
    us_lock *lock;
    us_journal *journal;
    us_batch_state state;
    int64_t synced, told;
} running;

us_batch_def us_batch_def_default(void)
{
    return (us_batch_def){
        .folder = ".", .workers = 1, .timeout_ms = -1, .shards = 1, .again = "go on with --resume"};
}

/* ---- which games */

static us_status unknown(const char *what, const char *name, us_error *err)
{
    return us_fail(err, US_BAD_INPUT, NULL, 0, 0, "--only: there is no %s \"%.64s\"", what, name);
}

static const char *const only_keys[] = {"player", "group", "opponent", "map",
                                        "family", "seat",  "seed",     "game"};
enum { ONLY_KEY_MAX = 16, ONLY_TEXT_MAX = 32 };

static const char *value_of(const us_manifest *m, const us_fixture *game, int key, char *buffer)
{
    const us_entrant *player = &m->player[game->player];
    switch (key) {
    case 0:
        return player->name;
    case 1:
        return player->group ? player->group : player->name;
    case 2:
        return m->opponent[game->opponent].name;
    case 3:
        return m->map[game->map].name;
    case 4:
        return m->map[game->map].family;
    case 5:
        snprintf(buffer, ONLY_TEXT_MAX, "%d", game->seat);
        return buffer;
    case 6:
        snprintf(buffer, ONLY_TEXT_MAX, "%llu", (unsigned long long)game->seed);
        return buffer;
    default:
        us_hash_print(game->id, buffer);
        return buffer;
    }
}

/* The key of "KEY=VALUE", or -1. */
static int only_key(const char *only)
{
    const char *equal = strchr(only, '=');
    for (int i = 0; equal && i < US_COUNT(only_keys); i++)
        if (strlen(only_keys[i]) == (size_t)(equal - only) &&
            strncmp(only_keys[i], only, (size_t)(equal - only)) == 0)
            return i;
    return -1;
}

/* Among those of one key any, among keys all. */
static bool is_wanted(const us_batch_def *def, const us_manifest *m, const us_fixture *game)
{
    unsigned asked = 0, held = 0;
    char buffer[ONLY_TEXT_MAX];
    for (int i = 0; i < def->onlys; i++) {
        int key = only_key(def->only[i]);
        us_assert(key >= 0); /* check_only */
        const char *value = strchr(def->only[i], '=') + 1;
        asked |= 1u << key;
        if (strcmp(value_of(m, game, key, buffer), value) == 0)
            held |= 1u << key;
    }
    return asked == held;
}

static us_status check_only(const us_batch_def *def, const us_manifest *m, us_error *err)
{
    for (int i = 0; i < def->onlys; i++) {
        const char *only = def->only[i];
        int key = only_key(only);
        char buffer[ONLY_TEXT_MAX];
        bool there = false;
        if (key < 0)
            return us_fail(err, US_BAD_INPUT, NULL, 0, 0,
                           "--only: expected KEY=VALUE with player, group, opponent, map, family, "
                           "seat, seed or game, found \"%.64s\"",
                           only);
        for (int64_t g = 0; g < m->games && !there; g++)
            there = strcmp(value_of(m, &m->game[g], key, buffer), strchr(only, '=') + 1) == 0;
        if (!there)
            return unknown(only_keys[key], strchr(only, '=') + 1, err);
    }
    return US_OK;
}

static bool is_done(const us_batch_def *def, const us_row *row)
{
    if (row->end == US_ROW_CRASH || row->end == US_ROW_TIMEOUT)
        return !def->retry_failed;
    return row->end != US_ROW_NONE;
}

/* Of equal games that are wanted the first alone: the others have its result. */
static bool *first_wanted(running *r, const bool *wanted)
{
    const us_manifest *m = &r->m;
    int32_t *order = us_manifest_sorted(m);
    bool *first = US_NEW_ARRAY(bool, m->games + 1), taken = false;
    r->twin = US_NEW_ARRAY(int32_t, m->games + 1);
    for (int64_t i = 0; i < m->games; i++) {
        bool same = i > 0 && m->game[order[i]].id == m->game[order[i - 1]].id;
        if (same)
            r->twin[order[i - 1]] = order[i];
        taken = taken && same;
        if (!taken && wanted[order[i]])
            first[order[i]] = taken = true;
    }
    us_free(order);
    return first;
}

static us_status choose_games(running *r, us_error *err)
{
    const us_batch_def *def = r->def;
    us_manifest *m = &r->m;
    bool *wanted = US_NEW_ARRAY(bool, m->games + 1);
    us_status status = US_OK;
    for (int64_t i = 0; i < m->games; i++)
        wanted[i] = is_wanted(def, m, &m->game[i]);
    bool *first = first_wanted(r, wanted);
    int32_t *shard = us_shards_deal(m, def->shards);
    r->todo = US_NEW_ARRAY(int64_t, m->games + 1);
    for (int64_t i = 0; i < m->games; i++) {
        if (!first[i] || shard[i] != def->shard)
            continue;
        r->state.wanted++;
        if (is_done(def, &m->row[i]))
            r->state.before++;
        else
            r->todo[r->todos++] = i;
    }
    if (def->sprt)
        status = us_sequence_new(m, wanted, def->sprt, &r->sequence, err);
    us_free(shard);
    us_free(first);
    us_free(wanted);
    return status;
}

/* ---- in a worker */

static void play(void *context, int64_t task, us_str *out)
{
    running *r = context;
    us_row row;
    us_error err = {0};
    us_status status = us_work_play(r->work, r->todo[task], us_pool_abandoned, NULL, &row, &err);
    if (status == US_OK) {
        us_str_add_char(out, ANSWER_ROW);
        us_row_write(&row, out);
        return;
    }
    us_str_add_char(out, ANSWER_ERROR);
    us_str_add_bytes(out, (const char *)&err, sizeof(err));
}

/* ---- in the one that gives out games */

static int64_t next(void *context)
{
    running *r = context;
    if (r->next >= r->todos)
        return -1;
    r->state.given++;
    return r->next++;
}

static bool stopped(void *context)
{
    const running *r = context;
    return r->def->stop && r->def->stop();
}

static bool decided(const running *r)
{
    return r->sequence && us_sequence_state(r->sequence)->state != US_SPRT_RUNNING;
}

static bool no_more(void *context)
{
    return stopped(context) || decided(context);
}

/* Equal games have one result. */
static us_status look(running *r, int64_t game, const char *line, size_t length, us_error *err)
{
    US_TRY(us_row_read("a worker", 0, line, length, r->rows, &r->m.row[game], err));
    for (int64_t i = game; r->twin[i]; i = r->twin[i])
        r->m.row[r->twin[i]] = r->m.row[game];
    us_sequence_look(r->sequence);
    return US_OK;
}

static us_status keep(running *r, const us_pool_result *result, const char *line, size_t length,
                      us_error *err)
{
    US_TRY(us_journal_append(r->journal, line, length, err));
    r->state.played++;
    r->state.us += result->us;
    return r->sequence ? look(r, r->todo[result->task], line, length, err) : US_OK;
}

/* reason: of a crash; NULL: it took too long. */
static us_status keep_lost(running *r, const us_pool_result *result, const char *reason,
                           us_error *err)
{
    char cut[REASON_MAX];
    us_str line;
    snprintf(cut, sizeof(cut), "%s", reason ? reason : "wall clock");
    us_row row = {
        .game = r->m.game[r->todo[result->task]].id,
        .end = reason ? US_ROW_CRASH : US_ROW_TIMEOUT,
        .reason = cut,
        .us = result->us,
    };
    us_str_init(&line);
    us_row_write(&row, &line);
    us_status status = keep(r, result, line.text, line.length, err);
    us_str_clear(&line);
    r->state.late += !reason;
    r->state.crashed += reason != NULL;
    return status;
}

static us_status done(void *context, const us_pool_result *result, us_error *err)
{
    running *r = context;
    us_error fault;
    if (result->end != US_POOL_DONE) {
        /* Who ends all of us ends the workers too: that is no crash of a game. */
        bool late = result->end == US_POOL_LATE;
        return stopped(r) ? US_OK : keep_lost(r, result, late ? NULL : result->what, err);
    }
    if (result->length > 1 && result->text[0] == ANSWER_ROW)
        return keep(r, result, result->text + 1, result->length - 1, err);
    us_assert(result->length == 1 + sizeof(fault));
    memcpy(&fault, result->text + 1, sizeof(fault));
    /* A program that has failed to start once, among games that went well, is no missing one. */
    if (fault.status == US_NO_ENGINE && r->state.played > r->state.crashed + r->state.late)
        return keep_lost(r, result, fault.text, err);
    if (err)
        *err = fault;
    return fault.status;
}

static us_status tick(void *context, us_error *err)
{
    running *r = context;
    int64_t now = us_clock_ms();
    if (r->def->tell && now - r->told >= TELL_MS) {
        r->def->tell(r->def->context, &r->state);
        r->told = now;
    }
    if (now - r->synced < SYNC_MS)
        return US_OK;
    r->synced = now;
    return us_journal_sync(r->journal, err);
}

/* What can be gone on with says so. */
static us_status how_far(const running *r, us_status status, us_error *err)
{
    int64_t played = r->state.before + r->state.played;
    us_error why = {.text = "interrupted"};
    if (status == US_OK && played < r->state.wanted)
        status = US_INTERRUPTED;
    else if (status == US_INCOMPLETE && err)
        why = *err;
    else
        return status;
    return us_fail(err, status, why.file, 0, 0, "%.300s: %lld of %lld games are played; %s",
                   why.text, (long long)played, (long long)r->state.wanted, r->def->again);
}

static us_status play_all(running *r, us_error *err)
{
    const us_batch_def *def = r->def;
    us_pool_def pool = {
        .workers = def->workers,
        .timeout_ms = def->timeout_ms >= 0 ? def->timeout_ms : r->m.timeout_ms,
        .context = r,
        .work = play,
        .next = next,
        .done = done,
        .tick = tick,
        .stop = no_more,
    };
    if (pool.workers > r->todos)
        pool.workers = (int)r->todos;
    if (r->sequence && us_sequence_look(r->sequence))
        return us_sequence_write(r->sequence, def->folder, err);
    if (r->todos == 0)
        return US_OK;
    r->work = us_work_new(&r->m, def->folder);
    us_status status = us_pool_run(&pool, err);
    us_work_free(r->work);
    if (def->tell)
        def->tell(def->context, &r->state);
    if (status == US_OK && decided(r))
        return us_sequence_write(r->sequence, def->folder, err);
    return how_far(r, status, err);
}

/* ---- all */

static us_status open_journal(running *r, us_error *err)
{
    const us_batch_def *def = r->def;
    char name[64] = "results/run.jsonl";
    us_str path;
    us_str_init(&path);
    us_folder_path(def->folder, "lock", &path);
    us_status status = us_lock_open(path.text, def->shard, def->shards, &r->lock, err);
    if (def->shards > 1)
        snprintf(name, sizeof(name), "results/shard-%d-of-%d.jsonl", def->shard, def->shards);
    us_str_reset(&path);
    us_folder_path(def->folder, name, &path);
    if (status == US_OK)
        status = us_journal_open(path.text, &r->journal, err);
    us_str_clear(&path);
    return status;
}

static us_status run(running *r, us_error *err)
{
    const us_batch_def *def = r->def;
    US_TRY(us_folder_check(def->folder, err));
    if (!def->dry)
        US_TRY(open_journal(r, err));
    if (!def->dry && def->shards == 1)
        US_TRY(us_sequence_forget(def->folder, err));
    US_TRY(us_results_read(def->folder, &r->m, NULL, err));
    US_TRY(check_only(def, &r->m, err));
    US_TRY(choose_games(r, err));
    if (def->dry)
        return US_OK;
    if (us_results_standing(&r->m).played > 0 && !def->resume && !def->retry_failed)
        return us_fail(err, US_BAD_INPUT, def->folder, 0, 0,
                       "there are results: expected --resume to go on, or --retry-failed");
    US_TRY(us_probe_check(&r->m, def->folder, err));
    return play_all(r, err);
}

us_status us_batch_play(const us_batch_def *def, us_batch_state *state, us_error *err)
{
    running r = {.def = def, .synced = us_clock_ms(), .rows = us_arena_new()};
    us_assert(def->shards >= 1 && def->shard >= 0 && def->shard < def->shards);
    us_status status = run(&r, err);
    us_status closed = us_journal_close(r.journal, status == US_OK ? err : NULL);
    status = status == US_OK ? closed : status;
    us_lock_close(r.lock);
    if (r.sequence)
        r.state.sprt = *us_sequence_state(r.sequence);
    us_sequence_free(r.sequence);
    us_manifest_clear(&r.m);
    us_arena_free(r.rows);
    us_free(r.todo);
    us_free(r.twin);
    *state = r.state;
    return status;
}
