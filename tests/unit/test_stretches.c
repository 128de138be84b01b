#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "adapt/suggest.h"
#include "tests/unit/adapted_games.h"
#include "tests/unit/test.h"

/* What is suggested to be demonstrated again, of games whose plans have more than was played. */

static void fill(const adapted_games *d, const char *sql)
{
    char *says = NULL;
    if (sqlite3_exec(us_games_db(d->games), sql, NULL, NULL, &says) != SQLITE_OK)
        FAIL("%s", says);
    sqlite3_free(says);
}

/* "gather" is tried twice in game 1: 902 for goal 901, from 10 to 500, with step 903; and, after
 * the step began, 912 for goal 911, which was over soon. Unit 7000 is a peasant. */
static void add_plan(const adapted_games *d)
{
    char hex[17], sql[1600];
    us_hash_print(us_template_hash(adapted_games_behavior(d->library, "gather")), hex);
    snprintf(sql, sizeof sql,
             "INSERT INTO nodes (game, seat, node, of, above, behavior, name, label, goal, attempt,"
             " started, ended, end) VALUES"
             " (1, 0, 901, 'goal', NULL, NULL, 'GetResources(player: 0)', NULL, 'GetResources',"
             "  NULL, 10, 500, 'failed'),"
             " (1, 0, 902, 'behavior', 901, '%s', 'gather', '', 'GetResources', 1, 10, 500,"
             "  'failed'),"
             " (1, 0, 903, 'step', 902, '%s', 'x', 'a', 'GetResources', NULL, 10, 500, 'failed'),"
             " (1, 0, 911, 'goal', NULL, NULL, 'KillUnit(player: 0, unit: #7000)', NULL,"
             "  'KillUnit', NULL, 90, 95, 'succeeded'),"
             " (1, 0, 912, 'behavior', 911, '%s', 'gather', '', 'KillUnit', 1, 90, 95,"
             "  'succeeded');"
             "INSERT INTO below VALUES (1, 0, 901, 901, 0), (1, 0, 902, 902, 0),"
             " (1, 0, 902, 901, 1), (1, 0, 903, 903, 0), (1, 0, 903, 902, 1), (1, 0, 903, 901, 2),"
             " (1, 0, 911, 911, 0), (1, 0, 912, 912, 0), (1, 0, 912, 911, 1);"
             "INSERT INTO units (game, unit, seat, type, first_type, born, x, y)"
             " SELECT 1, 7000, 1, type, type, 0, 5, 5 FROM types WHERE name = 'peasant'",
             hex, hex, hex);
    fill(d, sql);
}

#define STEP "/*{\"pattern\": 1, \"about\": \"x\", \"blame\": \"step\", \"repairs\": [{"
#define ROWS(rows)                                                            \
    "}]}*/\nWITH r(cycle, until, node, badness) AS (VALUES " rows ") SELECT " \
    "1 AS game, 0 AS seat, r.* FROM r"
#define NONE  "\"modop\": \"remove\"" /* there is no such step */
#define AFTER "\"modop\": \"after\", \"at\": \"root\", \"do\": \"act explore()\""

static us_stretches suggest(adapted_games *d, const char *first, const char *second, int most)
{
    us_stretches made = {0};
    *d = adapted_games_begin(adapted_games_never, NULL);
    add_plan(d);
    adapted_games_pattern(d, "one.sql", first);
    if (second)
        adapted_games_pattern(d, "two.sql", second);
    d->def.least = 1;
    d->def.percent = 0;
    adapted_games_adapt(d);
    REQUIRE(us_stretches_find(d->games, &d->adapted, most, &made, &d->err) == US_OK);
    return made;
}

static void finish(adapted_games *d, us_stretches *made)
{
    us_stretches_clear(made);
    adapted_games_end(d);
}

TEST(the_goal_is_that_of_the_blamed_step)
{
    static const struct {
        const char *pattern, *goal, *about;
        us_cycle since, until;
    } rows[] = {
        {STEP NONE ROWS("(200, 300, 903, 5)"), "GetResources(player: 0)", "GetResources(player: 0)",
         10, 300},
        {STEP NONE ROWS("(94, 96, 912, 5)"), "KillUnit(player: 0, unit: #7000)",
         "KillUnit(player: 0, unit: peasant #7000)", 90, 96},
        /* the worst of several */
        {STEP NONE ROWS("(91, 92, 912, 1), (200, 300, 902, 5), (93, 94, 912, 2)"),
         "GetResources(player: 0)", "GetResources(player: 0)", 10, 300},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        adapted_games d;
        us_test_row(rows[i].pattern);
        us_stretches made = suggest(&d, rows[i].pattern, NULL, 0);
        REQUIRE(made.count == 1);
        CHECK_STR(made.item[0].goal, rows[i].goal);
        CHECK_STR(made.item[0].about, rows[i].about);
        CHECK_INT(made.item[0].since, rows[i].since);
        CHECK_INT(made.item[0].until, rows[i].until);
        CHECK_STR(made.item[0].file, d.training.game[0].trace);
        REQUIRE(made.item[0].players == 2);
        CHECK_CONTAINS(made.item[0].player[0], "library:");
        CHECK_STR(made.item[0].player[1], "idle");
        finish(&d, &made);
    }
}

TEST(the_same_stretch_is_told_once_with_all_its_reasons)
{
    adapted_games d;
    us_stretches made =
        suggest(&d, STEP AFTER ROWS("(200, 300, 903, 5)"), STEP NONE ROWS("(220, 400, 902, 5)"), 0);
    REQUIRE(made.count == 1 && made.item[0].reasons == 2);
    CHECK_INT(made.item[0].until, 400);
    CHECK_INT(made.item[0].reason[0]->end, US_REPAIR_UNSOUND); /* what was not repaired is first */
    CHECK_INT(made.item[0].reason[1]->end, US_REPAIR_DONE);
    finish(&d, &made);
}

TEST(no_more_is_suggested_than_was_asked_for)
{
    adapted_games d;
    us_stretches made =
        suggest(&d, STEP NONE ROWS("(200, 300, 903, 5)"), STEP NONE ROWS("(94, 96, 912, 5)"), 1);
    CHECK_INT(made.count, 1);
    CHECK_INT(made.left, 1);
    us_stretches_clear(&made);
    REQUIRE(us_stretches_find(d.games, &d.adapted, 0, &made, &d.err) == US_OK);
    CHECK_INT(made.count, 2);
    CHECK_INT(made.left, 0);
    finish(&d, &made);
}
