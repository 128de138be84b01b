#include <sqlite3.h>
#include <string.h>

#include "tests/unit/adapted_games.h"
#include "tests/unit/test.h"

/* Which repairs are made. */

#define GATHER(modop)                                                                             \
    "/*{\"pattern\": 1, \"about\": \"x\", \"blame\": \"top\", \"repairs\": [{\"modop\": \"" modop \
    "\", \"at\": \"root\", \"do\": \"goal GetResources(player: self, gold: 200)\"}]}*/\n"
#define EACH_GAME(badness) \
    "SELECT game, seat, 300 AS cycle, " badness " AS badness FROM seats WHERE seat = 0"

TEST(what_another_repair_has_mended_is_told_from_what_none_fits)
{
    adapted_games d =
        adapted_games_begin(GATHER("beside") EACH_GAME("2"), GATHER("after") EACH_GAME("1"));
    adapted_games_pattern(&d, "other.sql",
                          "/*{\"pattern\": 1, \"about\": \"x\", \"blame\": \"top\", \"repairs\": "
                          "[{\"modop\": \"remove\"}]}*/\n" EACH_GAME("0"));
    adapted_games_adapt(&d);
    REQUIRE(d.adapted.results == 3);
    CHECK_INT(d.adapted.result[0].end, US_REPAIR_DONE);
    CHECK_INT(d.adapted.result[1].end, US_REPAIR_PRESENT);
    CHECK_STR(d.adapted.result[1].why, "repair 1, after: it has this repair already\n");
    CHECK_STR(d.adapted.result[1].child_name, "");
    CHECK_INT(d.adapted.result[2].end, US_REPAIR_UNSOUND);
    CHECK_CONTAINS(d.adapted.result[2].why, "the repair is for a step");
    adapted_games_end(&d);
}

/* ---- what a repaired behavior tells */

TEST(descent_names_the_game_of_each_repair_once)
{
    adapted_games d = adapted_games_begin(
        GATHER("beside") EACH_GAME("game"),
        "/*{\"pattern\": 1, \"about\": \"x\", \"blame\": \"top\", \"repairs\": "
        "[{\"modop\": \"after\", \"at\": \"root\", \"do\": \"act explore()\"}]}*/\n" EACH_GAME(
            "3 - game"));
    adapted_games_pattern(
        &d, "more.sql",
        "/*{\"pattern\": 1, \"about\": \"x\", \"blame\": \"top\", \"repairs\": "
        "[{\"modop\": \"after\", \"at\": \"root\", \"do\": \"act stand()\"}]}*/\n" EACH_GAME(
            "game"));
    adapted_games_adapt(&d);
    REQUIRE(d.adapted.done == 3 && d.adapted.library->games == 2);
    const us_template *child = adapted_games_behavior(d.adapted.library, "build base ");
    const us_entry *map = adapted_games_entry(child, "map"),
                   *seed = adapted_games_entry(child, "seed");
    CHECK_INT(adapted_games_entry(child, "failure")->texts, 3);
    REQUIRE(map->texts == 2 && seed->texts == 2);
    for (int i = 0; i < 2; i++) { /* the second game was worst first */
        const us_brl_game *saw = &d.adapted.library->game[1 - i];
        uint64_t number = 0;
        us_hash hash = 0;
        CHECK(us_hash_parse(map->text[i], &hash) && hash == saw->map);
        CHECK(us_text_to_u64(seed->text[i], &number) && number == saw->seed);
    }
    adapted_games_end(&d);
}

/* ---- what ends all */

/* The tables cannot be read while the first cause is mended. */
static void hide_seats(void *context, int done, int causes)
{
    const adapted_games *d = context;
    const char *sql =
        done == 0 ? "ALTER TABLE seats RENAME TO away" : "ALTER TABLE away RENAME TO seats";
    CHECK_INT(causes, 2);
    CHECK_INT(sqlite3_exec(us_games_db(d->games), sql, NULL, NULL, NULL), SQLITE_OK);
}

TEST(tables_that_cannot_be_read_are_no_refusal)
{
    US_AUTO(adapted_games_end)
    adapted_games d = adapted_games_begin(adapted_games_idle, adapted_games_late);
    d.def.patterns = &d.patterns;
    d.def.context = &d;
    d.def.on_progress = hide_seats;
    CHECK_INT(us_adaptation_run(&d.def, &d.adapted, &d.err), US_BAD_INPUT);
    CHECK_CONTAINS(d.err.text, "no such table: seats");
    CHECK(!d.adapted.library);
}

static bool at_once(void)
{
    return true;
}

TEST(whoever_is_stopped_leaves_nothing)
{
    US_AUTO(adapted_games_end) adapted_games d = adapted_games_begin(adapted_games_idle, NULL);
    d.def.patterns = &d.patterns;
    d.def.stop = at_once;
    CHECK_INT(us_adaptation_run(&d.def, &d.adapted, &d.err), US_INTERRUPTED);
    CHECK(!d.adapted.library);
}

/* ---- the control */

static char *text_of(const us_brl *library)
{
    us_str text;
    us_str_init(&text);
    us_brl_print(library, &text);
    return us_str_detach(&text);
}

TEST(all_daemons_go_in_whatever_games_show)
{
    static const char never[] =
        "/*{\"pattern\": 1, \"about\": \"x\", \"blame\": \"top\", \"repairs\": [{\"modop\": "
        "\"after\", \"at\": \"root\", \"do\": \"act stand()\"}, {\"modop\": \"daemon\", \"when\": "
        "\"alive(self)\", \"do\": \"act stand()\"}]}*/\n"
        "SELECT game, seat, 1 AS cycle, 1 AS badness FROM seats WHERE 0";
    US_AUTO(adapted_games_end) adapted_games d = adapted_games_begin(never, NULL);
    adapted_games_adapt(&d);
    CHECK_INT(d.adapted.done, 0);
    d.def.daemons = true;
    adapted_games_adapt(&d);
    CHECK_INT(d.adapted.done, 1);
    US_AUTOFREE char *made = text_of(d.adapted.library);
    CHECK_CONTAINS(made, "failure: \"put in whatever games show (control): one of ");
}

TEST(each_row_of_defaults_makes_a_daemon)
{
    static const char rows[] =
        "/*{\"pattern\": 1, \"about\": \"x\", \"params\": {\"few\": {\"value\": 7}}, \"blame\": "
        "\"top\", \"repairs\": [{\"modop\": \"daemon\", \"when\": \"{tally}(self) < {few}\", "
        "\"do\": \"act stop()\"}], \"defaults\": [{\"tally\": \"gold\"}, {\"tally\": "
        "\"wood\"}]}*/\n"
        "SELECT game, seat, 1 AS cycle, 1 AS badness, 'oil' AS tally, :few AS few FROM seats";
    US_AUTO(adapted_games_end) adapted_games d = adapted_games_begin(rows, NULL);
    d.def.daemons = true;
    d.def.append = true; /* the second row's is no second time the first row's */
    adapted_games_adapt(&d);
    const us_template *child = adapted_games_behavior(d.adapted.library, "build base ");
    REQUIRE(child != NULL);
    us_str body;
    us_str_init(&body);
    us_template_print_body(child, "x", &body);
    CHECK_CONTAINS(body.text, "when gold(self) < 7 -> act stop()");
    CHECK_CONTAINS(body.text, "when wood(self) < 7 -> act stop()");
    CHECK(!strstr(body.text, "oil"));
    us_str_clear(&body);
    CHECK_INT(d.adapted.results, 2); /* "build base" alone is for the top goal */
    CHECK_INT(d.adapted.done, 2);
    CHECK_INT(d.adapted.library->games, 0);
}

TEST(daemons_need_a_behavior_of_the_top_goal)
{
    US_AUTO(adapted_games_end) adapted_games d = adapted_games_begin(adapted_games_late, NULL);
    us_template *other[8];
    us_brl none = *d.library;
    REQUIRE(none.count <= US_COUNT(other));
    none.item = other;
    none.count = 0;
    for (int i = 0; i < d.library->count; i++)
        if (!us_text_equal(d.library->item[i]->name, "build base"))
            none.item[none.count++] = d.library->item[i];
    d.def.patterns = &d.patterns;
    d.def.library = &none;
    d.def.daemons = true;
    CHECK_INT(us_adaptation_run(&d.def, &d.adapted, &d.err), US_BAD_INPUT);
    CHECK_STR(d.err.text, "no behavior of the library achieves WinWargus, the goal of a whole "
                          "game: daemons have no place in it");
}

TEST(a_daemon_that_only_a_game_could_fill_is_told)
{
    static const char open[] =
        "/*{\"pattern\": 1, \"about\": \"x\", \"blame\": \"top\", \"repairs\": [{\"modop\": "
        "\"daemon\", \"when\": \"{tally}(self) < 1\", \"do\": \"act stop()\"}]}*/\n"
        "SELECT game, seat, 1 AS cycle, 1 AS badness, 'gold' AS tally FROM seats";
    US_AUTO(adapted_games_end) adapted_games d = adapted_games_begin(open, NULL);
    d.def.daemons = true;
    adapted_games_adapt(&d);
    REQUIRE(d.adapted.results == 1);
    CHECK_INT(d.adapted.result[0].end, US_REPAIR_UNSOUND);
    CHECK_STR(d.adapted.result[0].why, "repair 1, daemon: column \"tally\" is NULL here\n");
    CHECK_INT(d.adapted.done, 0);
}
