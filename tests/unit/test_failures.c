#include <sqlite3.h>
#include <string.h>

#include "adapt/adapt.h"
#include "base/file.h"
#include "tests/unit/game_tables.h"
#include "tests/unit/test.h"

/* Tables filled by hand: what patterns find in them, and in which order. */

typedef struct table {
    us_domain *domain;
    us_games *games;
    us_patterns patterns;
} table;

/* {footman} stands for the type's number. */
static void fill(const table *t, const char *sql)
{
    US_AUTOSTR(text);
    for (; *sql; sql++) {
        const char *end = *sql == '{' ? strchr(sql, '}') : NULL;
        if (end) {
            us_str_add(&text, "(SELECT type FROM types WHERE name = '");
            us_str_add_bytes(&text, sql + 1, (size_t)(end - sql) - 1);
            us_str_add(&text, "')");
            sql = end;
        } else {
            us_str_add_char(&text, *sql);
        }
    }
    char *says = NULL;
    if (sqlite3_exec(us_games_db(t->games), text.text, NULL, NULL, &says) != SQLITE_OK)
        FAIL("%s", says);
    sqlite3_free(says);
}

static const char two_games[] =
    "INSERT INTO games (game, file, hash, cycles, outcome) VALUES"
    " (1, 'a', '0000000000000001', 9000, 'win'), (2, 'b', '0000000000000002', 9000, 'win');"
    "INSERT INTO seats VALUES (1, 0, 'library:x', 'human', 1, 0), (1, 1, 'ai', 'orc', 0, 1000),"
    " (2, 0, 'library:x', 'human', 1, 1000), (2, 1, 'ai', 'orc', 0, 0)";

static table begin(const char *only)
{
    table t = {0};
    us_error err = {0};
    REQUIRE(us_domain_load_shipped("skirmish", &t.domain, NULL) == US_OK);
    REQUIRE(us_games_open(NULL, t.domain, &t.games, NULL) == US_OK);
    if (us_patterns_load(t.domain, NULL, &t.patterns, &err) != US_OK)
        FAIL("%s:%d:%d: %s", err.file, err.line, err.column, err.text);
    if (only)
        REQUIRE(us_patterns_select(&t.patterns, only, NULL) == US_OK);
    return t;
}

static void add_pattern(table *t, const char *file, const char *text)
{
    us_failure_pattern *pattern = NULL;
    us_error err = {0};
    if (us_failure_pattern_parse(t->domain, file, text, strlen(text), &pattern, &err) != US_OK)
        FAIL("%d:%d: %s", err.line, err.column, err.text);
    REQUIRE(pattern);
    us_patterns_clear(&t->patterns);
    t->patterns.item = US_NEW(us_failure_pattern *);
    t->patterns.item[t->patterns.count++] = pattern;
}

static void end(table *t)
{
    us_patterns_clear(&t->patterns);
    us_games_close(t->games);
    us_domain_free(t->domain);
}

/* "1:300-700 s0 u7 n0 b400" for each, and the values of the columns named. */
static void print_failures(const table *t, const us_failures *failures, const char *columns,
                           us_str *out)
{
    us_str_reset(out);
    for (int i = 0; i < failures->count; i++) {
        const us_failure *f = &failures->item[i];
        const us_failure_pattern *pattern = t->patterns.item[f->pattern];
        us_str_addf(out, "%s%d:%d-%d s%d u%u n%u b%d", i > 0 ? "; " : "", (int)f->game,
                    (int)f->cycle, (int)f->until, f->seat, (unsigned)f->unit, (unsigned)f->node,
                    (int)f->badness);
        for (int c = 0; c < pattern->columns; c++)
            if (strstr(columns, pattern->column[c]))
                us_str_addf(out, " %s", f->value[c] ? f->value[c] : "NULL");
    }
}

static void expect(const table *t, const char *columns, const char *all)
{
    US_AUTO(us_failures_clear) us_failures failures = {0};
    us_error err = {0};
    US_AUTOSTR(text);
    if (us_failures_find(t->games, &t->patterns, &failures, &err) != US_OK)
        FAIL("%s:%d:%d: %s", err.file, err.line, err.column, err.text);
    print_failures(t, &failures, columns, &text);
    CHECK_STR(text.text, all);
}

static void set(const table *t, const char *text)
{
    us_patterns patterns = t->patterns;
    CHECK_INT(us_patterns_set(&patterns, text, NULL), US_OK);
}

#define HEAD                                                                               \
    "/*{\"pattern\": 1, \"about\": \"x\", \"blame\": \"unit\", \"repairs\": [{\"modop\": " \
    "\"remove\"}]}*/"

/* ---- the list */

TEST(failures_stand_in_their_order)
{
    table t = begin(NULL);
    fill(&t, two_games);
    fill(&t, "INSERT INTO units (game, unit, seat, type, first_type, born, x, y) VALUES"
             " (1, 7, 0, 1, 1, 0, 5, 5), (1, 8, 0, 1, 1, 0, 5, 5), (2, 7, 1, 1, 1, 0, 5, 5)");
    add_pattern(&t, "a.sql",
                HEAD "WITH r(game, seat, cycle, unit, badness) AS (VALUES (2, 1, 5, 7, 1), "
                     "(1, 1, 9, NULL, 2), (1, 0, 9, 8, 3), (1, 0, 9, 7, 4), (1, 0, 9, NULL, 5), "
                     "(1, 0, 9, NULL, 6), (1, 0, 4, 8, 7)) SELECT * FROM r");
    expect(&t, "",
           "1:4-4 s0 u8 n0 b7; 1:9-9 s0 u0 n0 b5; 1:9-9 s0 u0 n0 b6; 1:9-9 s0 u7 n0 b4; "
           "1:9-9 s0 u8 n0 b3; 1:9-9 s1 u0 n0 b2; 2:5-5 s1 u7 n0 b1");
    end(&t);
}

TEST(several_patterns_stand_one_behind_the_other)
{
    table t = begin("worker-idle,army-idle");
    fill(&t, two_games);
    fill(&t, "INSERT INTO units SELECT 1, value, 0, {peasant}, 0, 0, 0, NULL, NULL, NULL,"
             " NULL, NULL, 5, 5 FROM (SELECT 7 AS value UNION SELECT 8)");
    fill(&t, "INSERT INTO idle VALUES (1, 7, 0, {peasant}, 100, 399, 5, 5),"
             " (1, 7, 0, {peasant}, 500, 800, 5, 5),"
             " (1, 8, 0, {footman}, 0, 9000, 5, 5)");
    set(&t, "army-idle.army=1");
    expect(&t, "kind", "1:0-9000 s0 u8 n0 b9000; 1:500-800 s0 u7 n0 b300 worker");
    set(&t, "worker-idle.patience=299");
    expect(&t, "kind",
           "1:0-9000 s0 u8 n0 b9000; 1:100-399 s0 u7 n0 b299 worker; "
           "1:500-800 s0 u7 n0 b300 worker");
    set(&t, "worker-idle.patience=301");
    set(&t, "army-idle.army=2");
    expect(&t, "kind", "");
    end(&t);
}

TEST(rows_that_tell_of_nothing_are_refused)
{
    static const struct {
        const char *row, *says;
    } rows[] = {
        {"3 AS game, 0 AS seat, 5 AS cycle, 1 AS badness", "there is no game 3"},
        {"1 AS game, 5 AS seat, 5 AS cycle, 1 AS badness", "there is no seat 5 in game 1"},
        {"1 AS game, -1 AS seat, 5 AS cycle, 1 AS badness", "column \"seat\": expected 0 to 7"},
        {"1 AS game, 0 AS seat, 9001 AS cycle, 1 AS badness", "game 1 has 9000 cycles"},
        {"1 AS game, 0 AS seat, -1 AS cycle, 1 AS badness", "column \"cycle\""},
        {"1 AS game, 0 AS seat, 5 AS cycle, 4 AS until, 1 AS badness", "column \"until\""},
        {"1 AS game, 0 AS seat, 5 AS cycle, 9001 AS until, 1 AS badness", "9000 cycles"},
        {"1 AS game, 0 AS seat, 5 AS cycle, 99 AS unit, 1 AS badness", "there is no unit 99"},
        {"1 AS game, 0 AS seat, 5 AS cycle, 3 AS node, 1 AS badness", "there is no node 3"},
        {"1 AS game, 0 AS seat, 5 AS cycle, lower('Win') AS goal, 1 AS badness", "found \"win\""},
        {"1 AS game, 0 AS seat, 5 AS cycle, 'x' AS unit, 1 AS badness",
         "column \"unit\": expected an integer, found \"x\""},
        {"1 AS game, 0 AS seat, 5 AS cycle, NULL AS badness", "column \"badness\" is NULL"},
        {"1 AS game, 0 AS seat, 5 AS cycle, -1 AS badness", "column \"badness\": expected 0"},
        {"1 AS game, 0 AS seat, 5 AS cycle, 1.5 AS badness", "found a fraction"},
    };
    table t = begin(NULL);
    fill(&t, two_games);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_failures failures = {0};
        us_error err = {0};
        US_AUTOSTR(text);
        us_test_row(rows[i].row);
        us_str_addf(&text, "%s\n SELECT %s", HEAD, rows[i].row);
        add_pattern(&t, "b.sql", text.text);
        CHECK_INT(us_failures_find(t.games, &t.patterns, &failures, &err), US_BAD_INPUT);
        CHECK_CONTAINS(err.text, rows[i].says);
        CHECK_STR(err.file, "b.sql");
        CHECK_INT(err.line, 2);
        CHECK_INT(failures.count, 0);
    }
    end(&t);
}

TEST(a_condition_must_have_been_asked)
{
    table t = begin("no-depot");
    us_failures failures = {0};
    us_error err = {0};
    CHECK_INT(us_failures_find(t.games, &t.patterns, &failures, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "the tables lack the condition of pattern \"no-depot\"");
    CHECK_INT(us_failures_add_conditions(t.games, &t.patterns, NULL), US_OK);
    fill(&t, two_games);
    fill(&t, "INSERT INTO lapses VALUES (1, 0, 1, 300, 599), (1, 0, 1, 900, 1200),"
             " (1, 0, 2, 0, 9000)");
    expect(&t, "hall", "1:900-1200 s0 u0 n0 b300 base-hall");
    end(&t);
}

/* ---- the table */

static us_status put(const table *t)
{
    US_AUTO(us_failures_clear) us_failures failures = {0};
    us_error err = {0};
    if (us_failures_find(t->games, &t->patterns, &failures, &err) != US_OK)
        FAIL("%s", err.text);
    us_status status = us_failures_insert(t->games, &t->patterns, &failures, &err);
    return status;
}

TEST(failures_become_rows_of_a_table)
{
    table t = begin(NULL);
    fill(&t, two_games);
    fill(&t, "INSERT INTO units (game, unit, seat, type, first_type, born, x, y) VALUES"
             " (1, 7, 0, 1, 1, 0, 5, 5);INSERT INTO nodes (game, seat, node, of, name, goal, end)"
             " VALUES (2, 1, 3, 'goal', 'x', 'WinWargus', 'open')");
    add_pattern(&t, "mine/a-b.sql",
                HEAD "WITH r(game, seat, cycle, until, unit, node, goal, badness, number, text, no)"
                     " AS (VALUES (2, 1, 5, 8, NULL, 3, 'WinWargus', 1, -12, '12', NULL),"
                     " (1, 0, 9, NULL, 7, NULL, NULL, 2, 0, 'a \"b\"', 'c'),"
                     " (1, 0, 4, NULL, NULL, NULL, NULL, 3, 0, '', '')) SELECT * FROM r");
    CHECK_INT(put(&t), US_OK);
    CHECK_STR(games_rows(t.games, "SELECT * FROM failures ORDER BY game, failure"),
              "1 1 a-b 0 4 4 - - - 3 {\"number\":0,\"text\":\"\",\"no\":\"\"}\n"
              "1 2 a-b 0 9 9 7 - - 2 {\"number\":0,\"text\":\"a \\\"b\\\"\",\"no\":\"c\"}\n"
              "2 1 a-b 1 5 8 - 3 WinWargus 1 {\"number\":-12,\"text\":\"12\",\"no\":null}\n");
    end(&t);
}

TEST(rows_of_several_patterns_are_numbered_within_each_game)
{
    table t = begin("worker-idle,army-idle");
    fill(&t, two_games);
    fill(&t, "INSERT INTO units SELECT game, 7, 0, {peasant}, 0, 0, 0, NULL, NULL, NULL,"
             " NULL, NULL, 5, 5 FROM games");
    fill(&t, "INSERT INTO idle VALUES (1, 7, 0, {peasant}, 100, 500, 5, 5),"
             " (2, 7, 0, {peasant}, 100, 500, 5, 5), (2, 7, 0, {peasant}, 600, 950, 5, 5),"
             " (2, 7, 0, {footman}, 2000, 9000, 5, 5)");
    set(&t, "army-idle.army=1");
    CHECK_INT(put(&t), US_OK);
    CHECK_STR(games_rows(t.games, "SELECT game, failure, pattern, cycle, more FROM failures "
                                  "ORDER BY game, failure"),
              "1 1 worker-idle 100 {\"kind\":\"worker\"}\n"
              "2 1 army-idle 2000 {\"army\":1}\n"
              "2 2 worker-idle 100 {\"kind\":\"worker\"}\n"
              "2 3 worker-idle 600 {\"kind\":\"worker\"}\n");
    end(&t);
}

/* What one pattern finds must not depend on what others found. */
TEST(patterns_do_not_see_the_table)
{
    static const char *const query[] = {"SELECT game, seat, cycle, badness FROM failures",
                                        "SELECT count(*) AS game, 0 AS seat, 0 AS cycle, 0 AS "
                                        "badness FROM failures"};
    table t = begin("worker-idle");
    for (int i = 0; i < US_COUNT(query); i++) {
        us_failure_pattern *pattern = NULL;
        us_error err = {0};
        US_AUTOSTR(text);
        us_str_addf(&text, "%s\n%s", HEAD, query[i]);
        CHECK_INT(
            us_failure_pattern_parse(t.domain, "c.sql", text.text, text.length, &pattern, &err),
            US_BAD_INPUT);
        CHECK_CONTAINS(err.text, "may not read \"failures\"");
    }
    end(&t);
}

/* ---- the shipped ones: a game that has it, and one that just doesn't */

typedef struct row {
    const char *pattern, *has, *lacks; /* SQL: the second leaves the failure just out */
    const char *columns, *found;
} row;

/* unit, type, seat, gone */
#define UNITS(rows)                                                                              \
    "INSERT INTO units (game, unit, type, seat, gone, first_type, born, finished, x, y) SELECT " \
    "1, v.*, 0, 0, 0, 5, 5 FROM (VALUES " rows ") AS v;"

static const row shipped[] = {
    {"producer-idle",
     UNITS("(7, {human-barracks}, 0, NULL)") "INSERT INTO idle VALUES (1, 7, 0, {human-barracks}, "
                                             "600, 2000, 5, 5);INSERT INTO stock VALUES (1, 0, "
                                             "'gold', 0, 1500, 1200), (1, 0, 'gold', 1500, 9000, "
                                             "0),(1, 0, 'food_supply', 0, 9000, 5), (1, 0, "
                                             "'food_used', 0, 9000, 4);",
     UNITS("(7, {human-barracks}, 0, NULL)") "INSERT INTO idle VALUES (1, 7, 0, {human-barracks}, "
                                             "600, 2000, 5, 5);INSERT INTO stock VALUES (1, 0, "
                                             "'gold', 0, 1500, 1200), (1, 0, 'gold', 1500, 9000, "
                                             "0),(1, 0, 'food_supply', 0, 9000, 5), (1, 0, "
                                             "'food_used', 0, 899, 4),(1, 0, 'food_used', 899, "
                                             "9000, 5);",
     "building product resource plenty", "1:600-1500 s0 u7 n0 b900 barracks infantry gold 600"},
    {"workers-few",
     UNITS("(7, {town-hall}, 0, NULL), (8, {peasant}, 0, NULL)") "INSERT INTO idle VALUES (1, 7, "
                                                                 "0, {town-hall}, 600, 900, 5, 5);"
                                                                 "INSERT INTO stock VALUES (1, 0, "
                                                                 "'gold', 0, 9000, 400);",
     UNITS("(7, {town-hall}, 0, NULL), (8, {peasant}, 0, NULL)") "INSERT INTO idle VALUES (1, 7, "
                                                                 "0, {town-hall}, 600, 900, 5, 5);"
                                                                 "INSERT INTO stock VALUES (1, 0, "
                                                                 "'gold', 0, 9000, 399);",
     "building worker enough", "1:600-900 s0 u7 n0 b300 10 base-hall worker"},
    {"step-lacks-resource",
     "INSERT INTO nodes (game, seat, node, of, name, goal, end) VALUES (1, 0, 3, 'step', 'x', "
     "'BuildUnits', 'open');INSERT INTO waits VALUES (1, 0, 3, 100, 700, 'w', 'resource', "
     "'gold', 300);INSERT INTO idle VALUES (1, 8, 0, {peasant}, 50, 400, 5, 5);",
     "INSERT INTO nodes (game, seat, node, of, name, goal, end) VALUES (1, 0, 3, 'step', 'x', "
     "'BuildUnits', 'open');INSERT INTO waits VALUES (1, 0, 3, 100, 700, 'w', 'resource', "
     "'gold', 300);INSERT INTO idle VALUES (1, 8, 0, {peasant}, 50, 399, 5, 5);",
     "goal resource amount", "1:100-700 s0 u0 n3 b601 BuildUnits gold 300"},
    {"step-lacks-unit",
     "INSERT INTO nodes (game, seat, node, of, name, goal, ended, end, lacks, item) VALUES (1, 0, "
     "3, 'step', 'x', 'BuildUnits', 50, 'failed', 'unit', 'worker');",
     UNITS("(8, {peasant}, 0, NULL)") "INSERT INTO nodes (game, seat, node, of, name, goal, ended, "
                                      "end, lacks, item) VALUES (1, 0, 3, 'step', 'x', "
                                      "'BuildUnits', 50, 'failed', 'unit', 'worker');",
     "kind", "1:50-50 s0 u0 n3 b1 worker"},
    {"step-fails",
     "INSERT INTO nodes (game, seat, node, of, behavior, name, goal, ended, end, lacks) VALUES (1, "
     "0, 3, 'step', 'b', 'x', 'BuildUnits', 50, 'failed', 'place'), (1, 0, 4, 'step', 'b', 'x', "
     "'BuildUnits', 90, 'failed', 'place');",
     "INSERT INTO nodes (game, seat, node, of, behavior, name, goal, ended, end, lacks) VALUES (1, "
     "0, 3, 'step', 'b', 'x', 'BuildUnits', 50, 'failed', 'place'), (1, 0, 4, 'step', 'c', 'x', "
     "'BuildUnits', 90, 'failed', 'place');",
     "lacks", "1:50-90 s0 u0 n3 b2 place"},
    {"no-answer",
     UNITS("(7, {footman}, 0, NULL)") "INSERT INTO idle VALUES (1, 7, 0, {footman}, 0, 390, 53, "
                                      "5);INSERT INTO attacks VALUES (1, 1, 0, 9, {farm}, 10, 1, "
                                      "0, 300, 390, 9, 40, 0, 5, 5);",
     UNITS("(7, {footman}, 0, NULL)") "INSERT INTO idle VALUES (1, 7, 0, {footman}, 0, 390, 54, "
                                      "5);INSERT INTO attacks VALUES (1, 1, 0, 9, {farm}, 10, 1, "
                                      "0, 300, 390, 9, 40, 0, 5, 5);",
     "idlers", "1:300-390 s0 u7 n0 b90 1"},
    {"supply-blocked",
     "INSERT INTO stock VALUES (1, 0, 'food_supply', 0, 9000, 5), (1, 0, 'food_used', 0, 100, "
     "4),(1, 0, 'food_used', 100, 300, 5), (1, 0, 'food_used', 300, 550, 6),(1, 0, 'food_used', "
     "550, 9000, 4);",
     "INSERT INTO stock VALUES (1, 0, 'food_supply', 0, 9000, 5), (1, 0, 'food_used', 0, 100, "
     "4),(1, 0, 'food_used', 100, 300, 5), (1, 0, 'food_used', 300, 330, 4),(1, 0, 'food_used', "
     "330, 560, 6), (1, 0, 'food_used', 560, 9000, 4);",
     "supply", "1:100-550 s0 u0 n0 b450 farmhouse"},
    {"piecemeal-attack",
     UNITS("(7, {footman}, 0, 700)") UNITS(
         "(8, {footman}, 0, 800)") "INSERT INTO kills SELECT 1, u.unit * 10 + 600, u.unit, 0, "
                                   "u.type, 20, 1, u.type, 5, 5 FROM units AS u;INSERT INTO idle "
                                   "VALUES (1, 11, 0, {archer}, 0, 9000, 5, 5), (1, 12, 0, "
                                   "{archer}, 0, 9000, 5, 5), (1, 13, 0, {archer}, 0, 9000, 5, 5);",
     UNITS("(7, {footman}, 0, 700)") UNITS(
         "(8, {footman}, 0, 800)") "INSERT INTO kills SELECT 1, u.unit * 10 + 600, u.unit, 0, "
                                   "u.type, 20, 1, u.type, 5, 5 FROM units AS u;INSERT INTO idle "
                                   "VALUES (1, 11, 0, {archer}, 0, 9000, 5, 5), (1, 12, 0, "
                                   "{archer}, 0, 9000, 5, 5), (1, 13, 0, {archer}, 0, 680, 5, 5);",
     "deaths army", "1:670-680 s0 u7 n0 b6 2 5"},
    {"resource-hoarded",
     "INSERT INTO stock VALUES (1, 0, 'gold', 0, 600, 1000), (1, 0, 'gold', 600, 900, 2000),(1, 0, "
     "'gold', 900, 1800, 2500), (1, 0, 'gold', 1800, 9000, 0);",
     "INSERT INTO stock VALUES (1, 0, 'gold', 0, 600, 1000), (1, 0, 'gold', 600, 900, 2000),(1, 0, "
     "'gold', 900, 1799, 2500), (1, 0, 'gold', 1799, 9000, 0);",
     "resource product producer", "1:600-1800 s0 u0 n0 b1200 gold infantry barracks"},
    {"no-expansion",
     UNITS("(7, {town-hall}, 0, NULL)") UNITS("(8, {gold-mine}, -1, 4000)")
         UNITS("(9, {gold-mine}, -1, NULL)") "UPDATE units SET x = 60 WHERE unit = 9;",
     UNITS("(7, {town-hall}, 0, NULL)") UNITS("(8, {gold-mine}, -1, 4000)")
         UNITS("(9, {gold-mine}, -1, NULL)") "UPDATE units SET x = 60 WHERE unit = 9;" UNITS(
             "(10, {town-hall}, 0, NULL)") "UPDATE units SET x = 50, born = 5800 WHERE unit = 10;",
     "hall", "1:4000-5800 s0 u0 n0 b1800 base-hall"},
    {"lost-without-fight",
     UNITS("(7, {footman}, 0, 700)") "INSERT INTO kills VALUES (1, 700, 7, 0, {footman}, 20, 1, 0, "
                                     "5, 5);INSERT INTO attacks VALUES (1, 1, 1, 20, 0, 7, 0, 0, "
                                     "300, 400, 9, 40, 0, 5, 5);",
     UNITS("(7, {footman}, 0, 700)") "INSERT INTO kills VALUES (1, 700, 7, 0, {footman}, 20, 1, 0, "
                                     "5, 5);INSERT INTO attacks VALUES (1, 1, 1, 20, 0, 7, 0, 0, "
                                     "300, 401, 9, 40, 0, 5, 5);",
     "kind", "1:700-700 s0 u7 n0 b600 infantry"},
    {"goal-too-late",
     "INSERT INTO nodes (game, seat, node, of, above, name, goal, started, ended, end) VALUES (1, "
     "0, 3, 'goal', 2, 'x', 'BuildUnits', 5400, 7200, 'succeeded');",
     "INSERT INTO nodes (game, seat, node, of, above, name, goal, started, ended, end) VALUES (1, "
     "0, 3, 'goal', 2, 'x', 'BuildUnits', 5300, 7199, 'succeeded');",
     "goal", "1:5400-7200 s0 u0 n3 b1800 BuildUnits"},
    {"wrong-gatherers",
     "INSERT INTO nodes (game, seat, node, of, name, goal, end) VALUES (1, 0, 3, 'step', 'x', "
     "'BuildUnits', 'open');INSERT INTO waits VALUES (1, 0, 3, 100, 700, 'w', 'resource', "
     "'wood', NULL);INSERT INTO stock VALUES (1, 0, 'gold', 0, 500, 1000), (1, 0, 'gold', 500, "
     "9000, "
     "1200);",
     "INSERT INTO nodes (game, seat, node, of, name, goal, end) VALUES (1, 0, 3, 'step', 'x', "
     "'BuildUnits', 'open');INSERT INTO waits VALUES (1, 0, 3, 100, 700, 'w', 'resource', "
     "'wood', NULL);INSERT INTO stock VALUES (1, 0, 'gold', 0, 500, 1000), (1, 0, 'gold', 500, "
     "9000, "
     "1199);",
     "resource other", "1:100-700 s0 u0 n3 b600 wood gold"},
    {"maintain-lapsed",
     "INSERT INTO nodes (game, seat, node, of, name, goal, ended, end) VALUES (1, 0, 3, 'goal', "
     "'x', 'ResourceInfrastructure', 8000, 'stopped');INSERT INTO held VALUES (1, 0, 3, 100, 200), "
     "(1, 0, 3, 1100, 7200);",
     "INSERT INTO nodes (game, seat, node, of, name, goal, ended, end) VALUES (1, 0, 3, 'goal', "
     "'x', 'ResourceInfrastructure', 8000, 'stopped');INSERT INTO held VALUES (1, 0, 3, 100, 200), "
     "(1, 0, 3, 1099, 7200);",
     "goal", "1:200-1100 s0 u0 n3 b900 ResourceInfrastructure"},
};

TEST(shipped_patterns_find_what_they_are_about_and_no_less)
{
    for (int i = 0; i < US_COUNT(shipped); i++) {
        us_test_row(shipped[i].pattern);
        for (int has = 0; has < 2; has++) {
            table t = begin(shipped[i].pattern);
            fill(&t, two_games);
            fill(&t, has ? shipped[i].has : shipped[i].lacks);
            expect(&t, shipped[i].columns, has ? shipped[i].found : "");
            end(&t);
        }
    }
}

/* ---- the manual */

static char *load_page(const char *path)
{
    us_str page;
    char *text;
    size_t length;
    us_str_init(&page);
    REQUIRE(us_file_read(path, 1 << 20, &text, &length, NULL) == US_OK);
    us_str_add_bytes(&page, text, length);
    us_mem_free(text);
    return us_str_detach(&page);
}

static char *load_manual(void)
{
    return load_page("docs/FAILURE_PATTERNS.md");
}

/* The block ```pattern NAME, as a new user would copy it into a file. */
TEST(a_pattern_copied_from_the_manual_finds_what_it_is_about)
{
    table t = begin(NULL);
    char *page = load_manual(), *at = strstr(page, "\n```pattern workers-lost\n");
    REQUIRE(at);
    at = strstr(at, "/*");
    char *stop = strstr(at, "\n```");
    REQUIRE(stop);
    stop[1] = '\0';
    add_pattern(&t, "mine/workers-lost.sql", at);
    fill(&t, two_games);
    fill(
        &t,
        UNITS("(7, {peasant}, 0, 700), (8, {peasant}, 0, 800), (9, {peon}, 1, 900)") "INSERT INTO "
                                                                                     "kills SELECT "
                                                                                     "1, gone, "
                                                                                     "unit, seat, "
                                                                                     "type, 20, 1, "
                                                                                     "type, 5, 5 "
                                                                                     "FROM units;");
    expect(&t, "guard", "1:700-800 s0 u7 n0 b2 infantry");
    set(&t, "workers-lost.deaths=3");
    expect(&t, "guard", "");
    us_mem_free(page);
    end(&t);
}

/* | `worker-idle` | a worker was idle for a long time | patience 300 | */
static void print_params(const us_failure_pattern *pattern, us_str *out)
{
    us_str_reset(out);
    us_str_addf(out, "\n| `%s` | %s | ", pattern->name, pattern->about);
    for (int i = 0; i < pattern->params; i++)
        us_str_addf(out, "%s%s %d", i > 0 ? ", " : "", pattern->param[i].name,
                    (int)pattern->param[i].value);
    us_str_add(out, " |\n");
}

/* | `worker-idle` | `unit` | `daemon`, `beside` | */
static void print_repairs(const us_failure_pattern *pattern, us_str *out)
{
    static const char *const blame[US_BLAMES] = {"step", "unit", "goal", "top"};
    us_str_reset(out);
    us_str_addf(out, "\n| `%s` | `%s` | ", pattern->name, blame[pattern->blame]);
    for (int i = 0; i < pattern->repairs; i++)
        us_str_addf(out, "%s`%s`", i > 0 ? ", " : "", us_modop_name(pattern->repair[i].modop));
    us_str_add(out, " |\n");
}

TEST(the_manual_has_the_shipped_patterns_with_their_params)
{
    static const char *const domains[] = {"skirmish", "microrts"};
    US_AUTOFREE char *page = load_page("docs/SHIPPED_PATTERNS.md");
    US_AUTOFREE char *manual = load_manual();
    US_AUTOSTR(line);
    for (int d = 0; d < US_COUNT(domains); d++) {
        US_AUTOPTR(us_domain) domain = NULL;
        US_AUTO(us_patterns_clear) us_patterns patterns = {0};
        REQUIRE(us_domain_load_shipped(domains[d], &domain, NULL) == US_OK);
        REQUIRE(us_patterns_load(domain, NULL, &patterns, NULL) == US_OK);
        for (int i = 0; i < patterns.count; i++) {
            print_params(patterns.item[i], &line);
            CHECK_CONTAINS(page, line.text);
            print_repairs(patterns.item[i], &line);
            if (d == 0)
                CHECK_CONTAINS(page, line.text);
        }
    }
    for (int i = 0; i < US_MODOPS; i++) {
        us_str_reset(&line);
        us_str_addf(&line, "\n| `%s` | ", us_modop_name((us_modop)i));
        CHECK_CONTAINS(manual, line.text);
    }
}

TEST(the_manual_has_why_a_step_is_blamed_and_what_becomes_of_a_cause)
{
    char *page = load_manual();
    US_AUTOSTR(line);
    for (int i = 0; i < US_BLAME_WAYS; i++) {
        us_str_reset(&line);
        us_str_addf(&line, " | %s |\n", us_blame_way_text((us_blame_way)i));
        CHECK_CONTAINS(page, line.text);
    }
    us_mem_free(page);
    page = load_page("docs/ADAPTATION.md");
    for (int i = 0; i < US_REPAIR_ENDS; i++) {
        us_str_reset(&line);
        us_str_addf(&line, "\n| `%s` | ", us_repair_end_name((us_repair_end)i));
        CHECK_CONTAINS(page, line.text);
    }
    us_mem_free(page);
}
