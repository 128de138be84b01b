/* What tables of recorded games cost, beside playing the games again; and asking them what failed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "adapt/adapt.h"
#include "base/file.h"
#include "learn/learn.h"
#include "players/players.h"
#include "retrieve/library.h"
#include "tests/bench/bench.h"
#include "tests/bench/games.h"
#include "tests/measured.h"
#include "traces/recorder.h"
#include "traces/replay.h"
#include "understudy/game.h"
#include "understudy/learn.h"

enum { CYCLES = 30000, ROUNDS = 5, GAMES = 100, GAMES_CYCLES = 12000, NAME = 64 };

/* Seats that begin with so much of everything build as much as they may feed. */
static void make_rich_map(const char *path)
{
    const us_map_request request = {.family = "choke", .size = 128, .seed = 4};
    char *text = NULL;
    size_t length;
    us_error err = {0};
    us_str out;
    bench_generate(&request, path);
    bench_need(us_file_read(path, 1 << 20, &text, &length, &err), &err);
    us_str_init(&out);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
        us_str_add_bytes(&out, line, strcspn(line, "\n"));
        us_str_add(&out,
                   strncmp(line, "seat ", 5) == 0 ? " gold 60000 wood 60000 oil 60000\n" : "\n");
    }
    bench_need(us_file_write(path, out.text, out.length, &err), &err);
    us_str_clear(&out);
    us_mem_free(text);
}

static us_cycle record(const char *map, const char *const agent[2], us_cycle cycles, uint64_t seed,
                       const char *path)
{
    us_error err = {0};
    us_recorder *recorder = NULL;
    us_match_def def = us_match_def_default();
    us_match_state state;
    us_scenario *scenario = bench_open(map, cycles);
    const char *const name[US_SEATS_MAX] = {agent[0], agent[1]};
    def.scenario = scenario;
    def.seed = seed;
    for (us_seat seat = 0; seat < 2; seat++)
        bench_need(us_agent_open(agent[seat], scenario, seat, seed, &def.player[seat], &err), &err);
    us_match *match = us_match_new(&def);
    us_trace_header header = us_trace_header_from_game(us_match_game(match), map, name);
    bench_need(us_recorder_open(path, &header, scenario->domain, &recorder, &err), &err);
    us_observer observer = us_recorder_observer(recorder);
    us_match_add_observer(match, &observer);
    us_match_run(match, &state);
    bench_need(us_recorder_close(recorder, &err), &err);
    us_match_free(match);
    us_scenario_close(scenario);
    return state.now;
}

static double replay_ms(const char *trace)
{
    us_error err = {0};
    us_replay *replay = NULL;
    int64_t began = bench_ns();
    bench_need(us_replay_open(trace, NULL, &replay, &err), &err);
    bench_need(us_replay_advance(replay, INT32_MAX, &err), &err);
    us_replay_free(replay);
    return (double)(bench_ns() - began) / 1e6;
}

static int64_t ask(const us_games *games, const char *sql)
{
    sqlite3_stmt *stmt = NULL;
    us_assert(sqlite3_prepare_v2(us_games_db(games), sql, -1, &stmt, NULL) == SQLITE_OK);
    us_assert(sqlite3_step(stmt) == SQLITE_ROW);
    int64_t value = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    return value;
}

/* In memory; with the domain's tables. */
static double tables_ms(const us_domain *domain, const char *trace, us_games **out)
{
    us_error err = {0};
    int64_t game, began = bench_ns();
    bench_need(us_games_open(NULL, domain, out, &err), &err);
    bench_need(us_games_add(*out, trace, NULL, &game, &err), &err);
    return (double)(bench_ns() - began) / 1e6;
}

/* How many units there are at half time. */
static int64_t print_rows(const us_games *games)
{
    static const char *const tables[] = {"states", "idle",        "attacks",  "stock",
                                         "orders", "order_units", "commands", "nodes"};
    int64_t rows = 0;
    for (int i = 0; i < US_COUNT(tables); i++) {
        char sql[64];
        snprintf(sql, sizeof(sql), "SELECT count(*) FROM %s", tables[i]);
        rows += ask(games, sql);
    }
    int64_t alive = ask(games, "SELECT count(*) FROM units JOIN games USING (game) WHERE seat >= "
                               "0 AND born <= cycles / 2 AND coalesce(gone, cycles) > cycles / 2");
    printf("    %lld units in all, %lld of seats alive at half time, %lld rows\n",
           (long long)ask(games, "SELECT count(*) FROM units"), (long long)alive, (long long)rows);
    return alive;
}

static void bench_one(const us_domain *domain, const char *map, const char *trace)
{
    static const char *const agent[2] = {"ai:turtle", "ai:turtle"};
    double replay[ROUNDS], tables[ROUNDS];
    int64_t units = 0;
    make_rich_map(map);
    us_cycle cycles = record(map, agent, CYCLES, 1, trace);
    for (int i = 0; i < ROUNDS; i++) {
        us_games *games = NULL;
        replay[i] = replay_ms(trace);
        tables[i] = tables_ms(domain, trace, &games);
        if (i == 0)
            units = print_rows(games);
        us_games_close(games);
    }
    double ms = bench_median(tables, ROUNDS);
    printf("    %d cycles: played again %.1f ms, with tables %.1f ms\n", (int)cycles,
           bench_median(replay, ROUNDS), ms);
    test_measured("tables", ms / 1e3, "%d cycles, %lld units", (int)cycles, (long long)units);
    unlink(map);
    unlink(trace);
}

static void learn(const char *path)
{
    us_error err = {0};
    us_learn_def def = us_learn_def_default();
    us_str demo;
    us_str_init(&demo);
    bench_need(us_data_find_domain_file("skirmish", "demos/rush-open-1.jsonl", &demo, &err), &err);
    bench_need(us_learn_to_library((const char *const *)&demo.text, 1, &def, path, NULL, &err),
               &err);
    us_str_clear(&demo);
}

static void find(const us_games *games, const us_patterns *patterns)
{
    double spent[ROUNDS];
    int failures = 0;
    for (int i = 0; i < ROUNDS; i++) {
        us_error err = {0};
        us_failures found;
        int64_t began = bench_ns();
        bench_need(us_failures_find(games, patterns, &found, &err), &err);
        spent[i] = (double)(bench_ns() - began) / 1e6;
        failures = found.count;
        us_failures_clear(&found);
    }
    double ms = bench_median(spent, ROUNDS);
    printf("    %d patterns find %d failures in these games: %.1f ms\n", patterns->count, failures,
           ms);
    test_measured("patterns", ms / 1e3, "%d patterns", patterns->count);
}

/* Seat 0 plays with a library, and tells its plan. */
static void bench_many(const us_domain *domain, const char *library, const char *db,
                       const char *trace)
{
    char player[NAME + 16];
    const char *const agent[2] = {player, "ai:boom"};
    us_error err = {0};
    us_games *games = NULL;
    us_patterns patterns;
    double replay = 0;
    snprintf(player, sizeof(player), "library:%s", library);
    learn(library);
    bench_need(us_patterns_load(domain, NULL, &patterns, &err), &err);
    int64_t game, spent = 0, began = bench_ns();
    bench_need(us_games_open(db, domain, &games, &err), &err);
    bench_need(us_failures_add_conditions(games, &patterns, &err), &err);
    spent += bench_ns() - began;
    for (int i = 0; i < GAMES; i++) {
        record("open-1", agent, GAMES_CYCLES, (uint64_t)i, trace);
        replay += replay_ms(trace);
        began = bench_ns();
        bench_need(us_games_add(games, trace, NULL, &game, &err), &err);
        spent += bench_ns() - began;
    }
    began = bench_ns();
    bench_need(us_games_commit(games, &err), &err);
    spent += bench_ns() - began;
    printf("    %d games of %lld cycles: played again %.1f ms, with tables in a file %.1f ms\n",
           GAMES, (long long)ask(games, "SELECT avg(cycles) FROM games"), replay,
           (double)spent / 1e6);
    find(games, &patterns);
    us_games_close(games);
    us_patterns_clear(&patterns);
    unlink(library);
    unlink(db);
    unlink(trace);
}

void bench_tables(void)
{
    char map[NAME], trace[NAME], db[NAME], library[NAME];
    us_domain *domain = NULL;
    us_error err = {0};
    snprintf(map, sizeof(map), "/tmp/us-bench-%ld.map", (long)getpid());
    snprintf(trace, sizeof(trace), "/tmp/us-bench-%ld.jsonl", (long)getpid());
    snprintf(db, sizeof(db), "/tmp/us-bench-%ld.db", (long)getpid());
    snprintf(library, sizeof(library), "/tmp/us-bench-library-%ld.db", (long)getpid());
    bench_need(us_domain_load_shipped("skirmish", &domain, &err), &err);
    printf("tables of recorded games (choke 128x128, then open-1)\n");
    bench_one(domain, map, trace);
    bench_many(domain, library, db, trace);
    us_domain_free(domain);
}
