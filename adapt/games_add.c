#include <stdio.h>
#include <string.h>

#include "adapt/games_internal.h"
#include "base/file.h"
#include "traces/replay.h"
#include "traces/worlds.h"

/* ---- lines of the trace */

typedef struct following {
    us_game_history course;
    us_game *game; /* NULL: not played again */
    const us_trace_header *header;
    const char *file;
    us_status status; /* error of the first note that doesn't follow */
    us_error why;
} following;

static void take_note(following *f, const us_trace_record *record)
{
    us_error fault = {0};
    if (f->status == US_OK && us_game_history_add_note(&f->course, &record->note, &fault) != US_OK)
        f->status = us_error_set(&f->why, US_BAD_INPUT, f->file, record->line, record->column, "%s",
                                 fault.text);
}

static void on_line(void *context, const us_trace_record *record)
{
    following *f = context;
    us_game_history *course = &f->course;
    if (record->kind == US_TRACE_STOP)
        return;
    course->cycles = record->cycle;
    if (record->kind == US_TRACE_ORDER) {
        us_game_history_add_order(course, record->cycle, &record->order, record->refused);
    } else if (record->kind == US_TRACE_NOTE || record->kind == US_TRACE_REPAIR) {
        take_note(f, record);
    } else if (record->kind == US_TRACE_END) {
        course->outcome = record->outcome;
        snprintf(course->reason, sizeof(course->reason), "%s", record->outcome.reason);
        course->outcome.reason = course->reason;
    }
}

/* ---- played again */

static void sample_world(following *f)
{
    us_game_history *course = &f->course;
    us_game_history_sample_stock(course, us_game_world(f->game, US_NEUTRAL));
    for (us_seat seat = 0; seat < course->seats && course->games->conditions > 0; seat++) {
        us_view view = {us_game_world(f->game, f->header->fog ? seat : US_NEUTRAL), seat};
        us_game_history_sample_conditions(course, &view);
    }
}

static void on_events(void *context, const us_event *event, int count)
{
    following *f = context;
    us_game_history_add_events(&f->course, us_game_world(f->game, US_NEUTRAL), event, count);
}

static void on_cycle(void *context, us_game *game, us_cycle now)
{
    following *f = context;
    (void)game;
    if (now % f->course.domain->cycles_per_second == 0)
        sample_world(f);
}

static us_status ask(const us_games *games, us_error *err)
{
    if (!games->stop || !games->stop())
        return US_OK;
    return us_error_set(err, US_INTERRUPTED, NULL, 0, 0, "interrupted while going over the game");
}

static us_status play(const us_games *games, const following *f, us_replay *replay, us_error *err)
{
    enum { STRETCH = 1024 };
    us_replay_report report;
    us_cycle at = 0;
    do {
        at += STRETCH;
        US_TRY(ask(games, err));
        US_TRY(us_replay_advance(replay, at, err));
        report = us_replay_get_report(replay);
    } while (!report.stopped);
    if (report.differs >= 0)
        return us_error_set(
            err, US_MISMATCH, f->file, report.line, 0,
            "played again it takes another course from cycle %d on: %s; expected the "
            "trace as it was recorded",
            (int)report.differs, report.what);
    return US_OK;
}

static us_status follow_replay(const us_games *games, following *f, us_replay *replay,
                               us_error *err)
{
    const us_observer observer = {.context = f, .events = on_events, .cycle = on_cycle};
    f->game = us_match_game(us_replay_match(replay));
    f->course.accepts = true;
    us_game_history_begin(&f->course, us_game_world(f->game, US_NEUTRAL));
    sample_world(f);
    us_replay_set_listener(replay, on_line, f);
    us_match_add_observer(us_replay_match(replay), &observer);
    return play(games, f, replay, err);
}

/* ---- from stored states */

static us_status follow_lines(const us_games *games, following *f, us_error *err)
{
    US_AUTOPTR(us_trace) trace = NULL;
    us_trace_record record = {.kind = US_TRACE_STOP};
    us_status status;
    US_TRY(us_trace_open(f->file, &trace, err));
    us_trace_set_domain(trace, games->domain);
    while ((status = us_trace_next(trace, &record, err)) == US_OK && record.kind != US_TRACE_STOP)
        on_line(f, &record);
    return status;
}

/* Looks at a stored state. In fog the views of seats are not known, so conditions are skipped. */
static void sample_stored(us_game_history *course, const us_world *world, bool fog)
{
    us_game_history_sample_stock(course, world);
    for (us_seat seat = 0; seat < course->seats && !fog; seat++) {
        us_view view = {world, seat};
        us_game_history_sample_conditions(course, &view);
    }
}

static us_status follow_states(const us_games *games, following *f, us_worlds *worlds,
                               us_error *err)
{
    us_state_change shown = {0};
    us_status status;
    us_worlds_set_stop(worlds, games->stop);
    while ((status = us_worlds_next_state(worlds, 0, &shown, err)) == US_OK && shown.world) {
        if (!shown.before)
            us_game_history_begin(&f->course, shown.world);
        us_game_history_add_events(&f->course, shown.world, shown.events.event, shown.events.count);
        sample_stored(&f->course, shown.world, f->header->fog);
    }
    us_events_clear(&shown.events);
    return status;
}

/* Follows a trace that can't be played again by its nature. */
static us_status follow_stored(const us_games *games, following *f, const char *map, us_error *err)
{
    US_AUTO(us_log_clear) us_log log = {0};
    US_AUTOPTR(us_worlds) worlds = NULL;
    US_TRY(us_log_read(&log, f->file, map, err));
    if (log.domain->hash != games->domain->hash)
        return us_error_set(err, US_MISMATCH, f->file, 1, 0,
                            "the tables were made with another version of the domain");
    US_TRY(us_worlds_open(&log, f->file, &worlds, err));
    US_TRY(follow_lines(games, f, err));
    return us_worlds_states(worlds) ? follow_states(games, f, worlds, err) : US_OK;
}

/* ---- rows */

static us_status put_game(us_games *games, int64_t game, const following *f, us_hash hash,
                          us_error *err)
{
    static const char *const outcomes[] = {
        [US_OUTCOME_NONE] = "cut", [US_OUTCOME_WIN] = "win", [US_OUTCOME_DRAW] = "draw"};
    const us_trace_header *header = f->header;
    const us_game_history *course = &f->course;
    unsigned unknown = header->unknown;
    char seed[24];
    snprintf(seed, sizeof(seed), "%llu", (unsigned long long)header->seed);
    return US_TABLE_PUT(
        games, US_TABLE_GAMES, err, us_put_int(game), us_put_text(f->file), us_put_hash(hash),
        us_put_text(unknown & US_TRACE_NO_MAP ? NULL : header->map),
        unknown & US_TRACE_NO_MAP_HASH ? us_put_null() : us_put_hash(header->map_hash),
        us_put_text(unknown & US_TRACE_NO_SEED ? NULL : seed),
        unknown & US_TRACE_NO_RULES ? us_put_null() : us_put_hash(header->rules_hash),
        us_put_int(course->cycles), us_put_text(outcomes[course->outcome.kind]),
        us_put_optional(course->outcome.winner, US_NEUTRAL), us_put_name(course->reason));
}

static us_status put_seats(us_games *games, int64_t game, const following *f, us_error *err)
{
    const us_outcome *outcome = &f->course.outcome;
    for (int seat = 0; seat < f->header->seats; seat++) {
        int64_t score = outcome->kind == US_OUTCOME_NONE   ? -1
                        : outcome->kind == US_OUTCOME_DRAW ? 500
                        : outcome->winner == seat          ? 1000
                                                           : 0;
        US_TRY(US_TABLE_PUT(games, US_TABLE_SEATS, err, us_put_int(game), us_put_int(seat),
                            us_put_text(f->header->seat[seat].player),
                            us_put_text(f->header->seat[seat].faction),
                            us_put_int(f->course.plan[seat] != NULL), us_put_optional(score, -1)));
    }
    return US_OK;
}

static us_status put_rows(us_games *games, int64_t game, following *f, us_hash hash, us_error *err)
{
    US_TRY(put_game(games, game, f, hash, err));
    US_TRY(put_seats(games, game, f, err));
    US_TRY(us_game_history_insert_units(&f->course, games, game, err));
    US_TRY(us_game_history_insert_samples(&f->course, games, game, err));
    US_TRY(us_game_history_insert_orders(&f->course, games, game, err));
    return us_game_history_insert_plans(&f->course, games, game, err);
}

/* ---- each game once */

/* Fails if the query returns a game, by number and file: the same one. ?1: key, or number. */
static us_status refuse_found(us_games *games, const char *sql, const char *key, int64_t number,
                              const char *trace, const char *how, us_error *err)
{
    sqlite3_stmt *stmt;
    bool row = false;
    US_TRY(us_store_prepare(&games->store, sql, &stmt, err));
    us_status status = key ? us_store_bind(&games->store, stmt, err, "t", key)
                           : us_store_bind(&games->store, stmt, err, "i", number);
    if (status == US_OK)
        status = us_store_step(&games->store, stmt, &row, err);
    if (row)
        status = us_error_set(
            err, US_MISMATCH, trace, 0, 0, "this game was added already, as number %lld, %.300s%s",
            (long long)sqlite3_column_int64(stmt, 0), us_store_column_text(stmt, 1), how);
    sqlite3_finalize(stmt);
    return status;
}

static us_status check_bytes(us_games *games, const char *trace, us_hash hash, us_error *err)
{
    char text[17];
    us_hash_print(hash, text);
    return refuse_found(games, "SELECT game, file FROM games WHERE hash = ?1", text, 0, trace, "",
                        err);
}

/* Fails if the game is there already with other bytes, as after a cut: the same map, seed, rules
 * and players, and the same orders as far as both go. Orders are compared because a library may
 * have changed in between, and people do not play by a seed. */
static us_status check_game(us_games *games, const char *trace, int64_t game, us_error *err)
{
#define ORDERS(of)                                                                    \
    "SELECT id, cycle, seat, action, type, x, y, target, unit FROM orders LEFT JOIN " \
    "order_units USING (game, id) WHERE game = " of ".game AND cycle < min(a.cycles, b.cycles)"
    static const char sql[] =
        "SELECT a.game, a.file FROM games AS b JOIN games AS a ON a.game < b.game "
        "AND a.map_hash = b.map_hash AND a.seed = b.seed AND a.rules_hash = b.rules_hash "
        "WHERE b.game = ?1 AND NOT EXISTS (SELECT seat, player, faction FROM seats "
        "WHERE game = a.game EXCEPT SELECT seat, player, faction FROM seats WHERE game = b.game) "
        "AND NOT EXISTS (" ORDERS("a") " EXCEPT " ORDERS(
            "b") ") "
                 "AND NOT EXISTS (" ORDERS("b") " EXCEPT " ORDERS("a") ") ORDER BY a.game LIMIT 1";
#undef ORDERS
    return refuse_found(
        games, sql, NULL, game, trace,
        ": map, seed and players are the same, and so are the orders as far as both traces go",
        err);
}

static us_status put_all(us_games *games, following *f, us_hash hash, us_error *err)
{
    US_TRY(us_store_exec(&games->store, "SAVEPOINT game", err));
    us_status status = put_rows(games, games->count + 1, f, hash, err);
    if (status == US_OK)
        status = check_game(games, f->file, games->count + 1, err);
    if (status != US_OK)
        us_store_exec(&games->store, "ROLLBACK TO game", NULL);
    us_status released = us_store_exec(&games->store, "RELEASE game", status == US_OK ? err : NULL);
    return status == US_OK ? released : status;
}

/* ---- a trace */

static us_status finish(us_games *games, following *f, us_hash hash, us_status status,
                        us_error *err)
{
    if (status == US_OK && f->status != US_OK) {
        if (err)
            *err = f->why;
        status = f->status;
    }
    if (status == US_OK)
        status = put_all(games, f, hash, err);
    us_game_history_clear(&f->course);
    return status;
}

static us_status add_replay(us_games *games, following *f, us_replay *replay, us_hash hash,
                            us_error *err)
{
    const us_domain *domain = us_replay_scenario(replay)->domain;
    if (domain->hash != games->domain->hash)
        return us_error_set(err, US_MISMATCH, f->file, 1, 0,
                            "the tables were made with another version of the domain");
    us_game_history_init(&f->course, games, domain, f->header->seats);
    return finish(games, f, hash, follow_replay(games, f, replay, err), err);
}

static us_status add_stored(us_games *games, following *f, const char *map, us_hash hash,
                            us_error *err)
{
    us_game_history_init(&f->course, games, games->domain, f->header->seats);
    return finish(games, f, hash, follow_stored(games, f, map, err), err);
}

static bool has_states(const char *trace)
{
    US_AUTOSTR(path);
    us_states_path(trace, &path);
    return us_file_exists(path.text);
}

static us_status add_open(us_games *games, us_trace **trace, const char *map, us_hash hash,
                          us_error *err)
{
    following f = {.header = us_trace_get_header(*trace), .file = us_trace_file(*trace)};
    US_AUTOPTR(us_replay) replay = NULL;
    if (!us_text_equal(f.header->domain, games->domain->name))
        return us_error_set(err, US_MISMATCH, f.file, 1, 0,
                            "a game of \"%.64s\", expected one of \"%s\"", f.header->domain,
                            games->domain->name);
    const us_game_kind *kind = us_game_kind_find(f.header->domain);
    bool plays = kind && (kind->capabilities & US_CAN_REPLAY);
    if (!plays || f.header->source[0] || f.header->left_out)
        return add_stored(games, &f, map, hash, err);
    us_error why = {0};
    us_status status = us_replay_new(*trace, map, &replay, &why);
    if (status == US_MISMATCH && has_states(f.file) &&
        us_trace_header_has_other_rules(f.header, f.file, map)) {
        US_TRY(add_stored(games, &f, map, hash, err));
        games->other_rules++;
        return US_OK;
    }
    if (status != US_OK)
        return us_error_copy(&why, err);
    *trace = NULL; /* the replay's from now on */
    return add_replay(games, &f, replay, hash, err);
}

int64_t us_games_count_other_rules(const us_games *games)
{
    return games->other_rules;
}

us_status us_games_add(us_games *games, const char *trace, const char *map, int64_t *game,
                       us_error *err)
{
    US_AUTOPTR(us_trace) reader = NULL;
    us_hash hash;
    us_assert(!games->committed);
    US_TRY(us_trace_open(trace, &reader, err)); /* first: a large file may be no trace at all */
    US_TRY(us_file_hash(trace, &hash, err));
    US_TRY(check_bytes(games, trace, hash, err));
    US_TRY(add_open(games, &reader, map, hash, err));
    *game = ++games->count;
    return US_OK;
}
