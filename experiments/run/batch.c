#include "experiments/run/results.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/progress.h"
#include "experiments/design/manifest.h"
#include "experiments/design/planning.h"
#include "experiments/design/probe.h"
#include "experiments/run/games.h"
#include "experiments/run/journal.h"
#include "experiments/run/sequence.h"

enum { SYNC_MS = 1000 };

typedef struct running {
    const us_batch_def *def;
    us_manifest m;
    int64_t *todo; /* games, in the order in which they are played */
    bool *kept;    /* of these: played by this run */
    int64_t todos;
    int32_t *twin;         /* by game: the next one that is the same, or 0 */
    us_sequence *sequence; /* or NULL */
    us_folder_lock *lock;
    us_journal *journal;
    us_str line;
    struct utsname here;
    us_batch_state state;
    int64_t synced;
} running;

us_batch_def us_batch_def_default(void)
{
    return (us_batch_def){
        .folder = ".", .workers = 1, .timeout_ms = -1, .shards = 1, .again = "go on with --resume"};
}

/* ---- which games */

static const char *const only_keys[] = {"player", "group", "opponent", "map",
                                        "family", "seat",  "seed",     "game"};
enum { ONLY_PLAYER, ONLY_GROUP, ONLY_TEXT_MAX = 32 };

static const char *value_of(const us_manifest *m, const us_fixture *game, int key, char *buffer)
{
    const us_entrant *player = &m->player[game->player];
    switch (key) {
    case ONLY_PLAYER:
        return player->name;
    case ONLY_GROUP:
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
            return us_error_set(
                err, US_BAD_INPUT, NULL, 0, 0,
                "--only: expected KEY=VALUE with player, group, opponent, map, family, "
                "seat, seed or game, found \"%.64s\"",
                only);
        if (def->sprt && key != ONLY_PLAYER && key != ONLY_GROUP)
            return us_error_set(
                err, US_BAD_INPUT, NULL, 0, 0,
                "--sprt: expected --only with player or group, found \"%.64s\": the "
                "test takes all pairs of two players",
                only);
        for (int64_t g = 0; g < m->games && !there; g++)
            there = strcmp(value_of(m, &m->game[g], key, buffer), strchr(only, '=') + 1) == 0;
        if (!there)
            return us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "--only: there is no %s \"%.64s\"",
                                only_keys[key], strchr(only, '=') + 1);
    }
    return US_OK;
}

static bool is_done(const us_batch_def *def, const us_row *row)
{
    if (row->end == US_ROW_CRASH || row->end == US_ROW_TIMEOUT)
        return !def->retry_failed;
    return row->end != US_ROW_NONE;
}

/* Chooses the first of equal wanted games: the others get its result. */
static bool *first_wanted(running *r, const bool *wanted)
{
    const us_manifest *m = &r->m;
    US_AUTOFREE int32_t *order = us_manifest_sort_games(m);
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
    return first;
}

/* Equal games have one result. Nobody needs its texts. */
static void set_row(running *r, int64_t game, us_row row)
{
    row.reason = row.profile = row.host = NULL;
    for (int64_t i = game; r->m.row[i] = row, r->twin[i]; i = r->twin[i])
        ;
}

/* A decision stands; reporting it again is nothing new. */
static us_status begin_sequence(running *r, const bool *wanted, us_error *err)
{
    const us_manifest *m = &r->m;
    us_map_scope scope = us_map_scope_resolve(m, r->def->scope);
    US_TRY(us_sequence_new(m, wanted, r->def->sprt, scope, &r->sequence, err));
    us_sequence_standing standing = us_sequence_compute_standing(r->sequence);
    if (!m->stopped)
        return us_sequence_begin(&standing, r->def->folder, true, err);
    bool same =
        us_sequence_update(r->sequence) && us_sequence_has_decision(r->sequence, m->stopped);
    standing = us_sequence_compute_standing(r->sequence);
    if (same && r->def->tested)
        r->def->tested(r->def->context, &standing);
    us_sequence_free(r->sequence);
    r->sequence = NULL;
    return same ? US_OK
                : us_error_set(
                      err, US_BAD_INPUT, r->def->folder, 0, 0,
                      "--sprt: another test has stopped here, and stands: expected to go on "
                      "without one, or with its own bounds and --scope");
}

static us_status choose_games(running *r, us_error *err)
{
    const us_batch_def *def = r->def;
    us_manifest *m = &r->m;
    us_status status = US_OK;
    US_AUTOFREE bool *wanted = US_NEW_ARRAY(bool, m->games + 1);
    for (int64_t i = 0; i < m->games; i++)
        wanted[i] = is_wanted(def, m, &m->game[i]);
    US_AUTOFREE bool *first = first_wanted(r, wanted);
    US_AUTOFREE int32_t *shard = us_shards_assign(m, def->shards);
    if (def->sprt)
        status = begin_sequence(r, wanted, err);
    r->todo = US_NEW_ARRAY(int64_t, m->games + 1);
    r->kept = US_NEW_ARRAY(bool, m->games + 1);
    for (int64_t i = 0; i < m->games; i++) {
        if (!first[i] || shard[i] != def->shard)
            continue;
        r->state.games.wanted++;
        if (is_done(def, &m->row[i])) {
            r->state.games.before++;
            continue;
        }
        r->todo[r->todos++] = i;
        set_row(r, i, (us_row){.game = m->game[i].id});
    }
    if (r->sequence)
        r->todos = us_sequence_order(r->sequence, r->todo, r->todos);
    return status;
}

/* The test is on record before the first game that it may look at. */
static us_status record_sequence(const running *r, us_error *err)
{
    const us_batch_def *def = r->def;
    US_AUTOSTR(line);
    if (!r->sequence)
        return US_OK;
    us_sequence_standing standing = us_sequence_compute_standing(r->sequence);
    if (us_sequence_is_short(&standing, &line) && def->note)
        def->note(def->context, line.text);
    return us_sequence_begin(&standing, def->folder, def->dry, err);
}

/* ---- playing */

static us_status keep(void *context, int64_t at, const us_row *row, us_error *err)
{
    running *r = context;
    us_row own = *row;
    own.host = r->here.nodename[0] ? r->here.nodename : NULL;
    us_str_reset(&r->line);
    us_row_write(&own, &r->line);
    US_TRY(us_journal_append(r->journal, r->line.text, r->line.length, err));
    set_row(r, r->todo[at], *row);
    r->kept[at] = true;
    return US_OK;
}

static bool decided(void *context)
{
    const running *r = context;
    return r->sequence && us_sequence_update(r->sequence);
}

static us_status sync(void *context, us_error *err)
{
    running *r = context;
    int64_t now = us_clock_ms();
    if (now - r->synced < SYNC_MS)
        return US_OK;
    r->synced = now;
    US_TRY(us_folder_lock_check(r->lock, err));
    return us_journal_sync(r->journal, err);
}

/* Adds the command to continue, if the run can be continued. */
static us_status how_far(const running *r, us_status status, us_error *err)
{
    int64_t played = r->state.games.before + r->state.games.played;
    us_error why = {.text = "interrupted"};
    if (status == US_OK && played < r->state.games.wanted)
        status = US_INTERRUPTED;
    else if ((status == US_INCOMPLETE || status == US_NO_MEMORY) && err)
        why = *err;
    else
        return status;
    return us_error_set(err, status, why.file, 0, 0, "%.300s: %lld of %lld games are played; %s",
                        why.text, (long long)played, (long long)r->state.games.wanted,
                        r->def->again);
}

static us_status play_all(running *r, us_error *err)
{
    const us_batch_def *def = r->def;
    us_game_pool_def playing = {
        .manifest = &r->m,
        .folder = def->folder,
        .game = r->todo,
        .games = decided(r) ? 0 : r->todos,
        .workers = def->workers,
        .timeout_ms = def->timeout_ms >= 0 ? def->timeout_ms : r->m.timeout_ms,
        .state = &r->state.games,
        .context = r,
        .played = keep,
        .enough = decided,
        .tick = sync,
        .listener = def->context,
        .on_progress = def->on_progress,
        .stop = def->stop,
    };
    us_status status = us_game_pool_check_programs(&playing, err);
    if (status == US_OK)
        status = us_game_pool_run(&playing, err);
    if (status != US_OK || !r->sequence)
        return how_far(r, status, err);
    bool is_decided = decided(r);
    us_sequence_standing standing = us_sequence_compute_standing(r->sequence);
    if (def->tested)
        def->tested(def->context, &standing);
    if (!is_decided)
        return how_far(r, status, err);
    US_AUTOFREE bool *looked = us_sequence_list_tested(r->sequence);
    for (int64_t i = 0; i < r->todos; i++)
        r->state.behind += r->kept[i] && !looked[r->todo[i]];
    US_TRY(us_journal_sync(r->journal, err)); /* the results of the decision */
    return us_sequence_write(r->sequence, def->folder, err);
}

/* ---- all */

static us_status open_journal(running *r, us_error *err)
{
    const us_batch_def *def = r->def;
    char name[64] = "results/run.jsonl";
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(def->folder, "lock");
    US_TRY(us_folder_lock_open(path.text, def->shard, def->shards, &r->lock, err));
    us_folder_set_path(def->folder, "results", &path);
    US_TRY(us_folder_make(path.text, err)); /* it may have been removed meanwhile */
    if (def->shards > 1)
        snprintf(name, sizeof(name), "results/shard-%d-of-%d.jsonl", def->shard, def->shards);
    us_folder_set_path(def->folder, name, &path);
    return us_journal_open(path.text, &r->journal, err);
}

static us_status run(running *r, us_error *err)
{
    const us_batch_def *def = r->def;
    US_TRY(us_results_check_folder(def->folder, err));
    if (!def->dry)
        US_TRY(open_journal(r, err));
    US_TRY(us_results_read(def->folder, &r->m, NULL, err));
    US_TRY(check_only(def, &r->m, err));
    int64_t played = us_results_compute_standing(&r->m).played;
    US_TRY(choose_games(r, err));
    if (def->dry)
        return record_sequence(r, err);
    if (played > 0 && r->todos > 0 && !def->resume && !def->retry_failed)
        return us_error_set(err, US_BAD_INPUT, def->folder, 0, 0,
                            "there are results: expected --resume to go on, or --retry-failed");
    US_TRY(us_probe_check(&r->m, def->folder, err));
    US_TRY(record_sequence(r, err));
    return play_all(r, err);
}

us_status us_batch_play(const us_batch_def *def, us_batch_state *state, us_error *err)
{
    running r = {.def = def, .synced = us_clock_ms()};
    us_assert(def->shards >= 1 && def->shard >= 0 && def->shard < def->shards);
    us_str_init(&r.line);
    if (uname(&r.here) != 0)
        r.here.nodename[0] = '\0';
    us_status status = run(&r, err);
    us_status closed = us_journal_close(r.journal, status == US_OK ? err : NULL);
    status = status == US_OK ? closed : status;
    us_folder_lock_close(r.lock);
    us_sequence_free(r.sequence);
    us_manifest_clear(&r.m);
    us_str_clear(&r.line);
    us_mem_free(r.todo);
    us_mem_free(r.kept);
    us_mem_free(r.twin);
    *state = r.state;
    return status;
}
