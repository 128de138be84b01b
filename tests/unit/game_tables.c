#include "tests/unit/game_tables.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "players/players.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

void game_tables_open(game_tables *k, const char *lines, const char *picture, us_cycle cycles)
{
    us_scenario_def def = us_scenario_def_default();
    *k = (game_tables){.trace = scratch_new(".jsonl")};
    if (lines) {
        US_AUTOSTR(text);
        drawn_skirmish_draw(lines, picture, &text);
        k->map = scratch_beside(".map");
        REQUIRE(us_file_write(k->map, text.text, text.length, NULL) == US_OK);
    }
    def.map = lines ? k->map : picture;
    def.max_cycles = cycles;
    if (us_scenario_open(&def, &k->s.scenario, &k->err) != US_OK)
        FAIL("%s", k->err.text);
    REQUIRE(k->s.scenario);
}

static void begin(game_tables *k, us_player *first, us_player *second, const char *const *agent)
{
    us_match_def def = us_match_def_default();
    def.scenario = k->s.scenario;
    def.seed = 5;
    def.player[0] = first;
    def.player[1] = second;
    k->match = us_match_new(&def);
    k->s.game = us_match_game(k->match);
    k->s.g = (sk_game *)k->s.game;
    const char *map = k->map ? k->map : k->s.scenario->map_name;
    us_trace_header header = us_trace_header_from_game(k->s.game, map, agent);
    REQUIRE(us_recorder_open(k->trace, &header, k->s.scenario->domain, &k->recorder, NULL) ==
            US_OK);
    us_observer observer = us_recorder_observer(k->recorder);
    us_match_add_observer(k->match, &observer);
}

void game_tables_play(game_tables *k, us_player *first, us_player *second)
{
    const char *const agent[US_SEATS_MAX] = {first ? "first" : NULL, second ? "second" : NULL};
    begin(k, first, second, agent);
}

void game_tables_begin(game_tables *k, const char *lines, const char *picture,
                       const char *const agent[2], us_cycle cycles)
{
    us_player *player[2] = {NULL};
    const char *const name[US_SEATS_MAX] = {agent[0], agent[1]};
    game_tables_open(k, lines, picture, cycles);
    for (us_seat seat = 0; seat < 2; seat++)
        if (agent[seat] &&
            us_agent_open(agent[seat], k->s.scenario, seat, 9, &player[seat], &k->err) != US_OK)
            FAIL("%s", k->err.text);
    begin(k, player[0], player[1], name);
}

void game_tables_run(game_tables *k, us_cycle to)
{
    us_match_state state;
    us_match_step(k->match, 0, &state);
    if (to > state.now)
        us_match_step(k->match, to - state.now, &state);
}

void game_tables_order(game_tables *k, us_id unit, const char *action, const char *what,
                       us_id target, int x, int y)
{
    const us_domain *domain = k->s.scenario->domain;
    us_order order = {
        .action = (int8_t)us_domain_find_action(domain, action), .unit_count = 1, .unit = &unit};
    const us_entity *entity = drawn_skirmish_entity(&k->s, unit);
    REQUIRE(entity && order.action >= 0);
    order.seat = entity->owner;
    const us_action_def *def = &domain->action[order.action];
    for (int p = 0; p < def->param_count; p++)
        order.arg[p] = def->param[p].kind == US_VALUE_TYPE     ? us_domain_find_type(domain, what)
                       : def->param[p].kind == US_VALUE_ENTITY ? (int32_t)target
                                                               : US_CELL(x, y);
    us_match_add_order(k->match, &order);
}

void game_tables_tables(game_tables *k)
{
    REQUIRE(us_domain_load_shipped("skirmish", &k->domain, &k->err) == US_OK);
    REQUIRE(us_games_open(NULL, k->domain, &k->games, &k->err) == US_OK);
}

void game_tables_condition(game_tables *k, const char *name, const char *text)
{
    us_source source = {"pattern", text, 1, 1, NULL};
    if (us_games_add_condition(k->games, name, &source, &k->err) != US_OK)
        FAIL("%s: %s", text, k->err.text);
}

void game_tables_finish(game_tables *k)
{
    int64_t game = 0;
    us_match_run(k->match, NULL);
    CHECK_INT(us_recorder_close(k->recorder, NULL), US_OK);
    k->recorder = NULL;
    if (!k->games)
        game_tables_tables(k);
    if (us_games_add(k->games, k->trace, NULL, &game, &k->err) != US_OK)
        FAIL("%s: %s", k->err.file, k->err.text);
    REQUIRE(game == 1);
}

void game_tables_end(game_tables *k)
{
    us_recorder_close(k->recorder, NULL);
    us_match_free(k->match);
    us_scenario_close(k->s.scenario);
    us_games_close(k->games);
    us_domain_free(k->domain);
}

/* ---- asking */

static sqlite3_stmt *prepare(const us_games *games, const char *sql)
{
    sqlite3_stmt *stmt = NULL;
    if (sqlite3_prepare_v2(us_games_db(games), sql, -1, &stmt, NULL) != SQLITE_OK)
        FAIL("%s: %s", sql, sqlite3_errmsg(us_games_db(games)));
    REQUIRE(stmt);
    return stmt;
}

int64_t games_int(const us_games *games, const char *sql)
{
    sqlite3_stmt *stmt = prepare(games, sql);
    bool there = sqlite3_step(stmt) == SQLITE_ROW && sqlite3_column_type(stmt, 0) != SQLITE_NULL;
    int64_t out = there ? sqlite3_column_int64(stmt, 0) : -1;
    sqlite3_finalize(stmt);
    return out;
}

const char *games_rows(const us_games *games, const char *sql)
{
    static char text[8192];
    size_t length = 0;
    sqlite3_stmt *stmt = prepare(games, sql);
    text[0] = '\0';
    while (sqlite3_step(stmt) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(stmt); i++) {
            const unsigned char *value = sqlite3_column_text(stmt, i);
            length += (size_t)snprintf(text + length, sizeof(text) - length, "%s%s", i ? " " : "",
                                       value ? (const char *)value : "-");
            REQUIRE(length < sizeof(text) - 2);
        }
        text[length++] = '\n';
        text[length] = '\0';
    }
    sqlite3_finalize(stmt);
    return text;
}
