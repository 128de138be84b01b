#include <sqlite3.h>
#include <string.h>

#include "base/file.h"
#include "tests/unit/game_tables.h"
#include "tests/unit/test.h"

/* Each game is once in the tables, however much of it a trace holds. */

static const char *const players[2] = {"ai:raid", "expert:rush"};
static const char *const nobody[2] = {NULL, NULL};

/* The first percents of the game's trace, with another text in it. */
static void write_part(const game_tables *k, const char *path, size_t percent, const char *from,
                       const char *to)
{
    US_AUTOFREE char *text = NULL;
    size_t length;
    US_AUTOSTR(out);
    REQUIRE(us_file_read(k->trace, 1 << 24, &text, &length, NULL) == US_OK);
    const char *at = strstr(text, from);
    REQUIRE(at);
    us_str_add_bytes(&out, text, (size_t)(at - text));
    us_str_addf(&out, "%s%s", to, at + strlen(from));
    REQUIRE(us_file_write(path, out.text, out.length * percent / 100, NULL) == US_OK);
}

TEST(a_cut_trace_and_the_whole_one_are_one_game)
{
    static const struct {
        size_t percent[2]; /* of the trace, in the order in which they are added */
    } row[] = {{{100, 66}}, {{66, 100}}, {{50, 66}}, {{66, 50}}, {{100, 5}}};
    US_AUTO(game_tables_end) game_tables k;
    game_tables_begin(&k, NULL, "open-2", players, 1500);
    game_tables_finish(&k);
    for (int i = 0; i < US_COUNT(row); i++) {
        US_AUTOPTR(us_games) games = NULL;
        us_error err = {0};
        us_str path[2];
        int64_t game = 0;
        REQUIRE(us_games_open(NULL, k.domain, &games, NULL) == US_OK);
        for (int p = 0; p < 2; p++) {
            us_str_init(&path[p]);
            us_str_addf(&path[p], "%s.%d", k.trace, p);
            write_part(&k, path[p].text, row[i].percent[p], "", "");
            CHECK_INT(us_games_add(games, path[p].text, NULL, &game, &err),
                      p ? US_MISMATCH : US_OK);
        }
        CHECK_STR(err.file, path[1].text);
        CHECK_CONTAINS(err.text, "this game was added already, as number 1, ");
        CHECK_CONTAINS(err.text, path[0].text);
        CHECK_INT(games_int(games, "SELECT count(*) FROM games"), 1);
        CHECK_INT(games_int(games, "SELECT count(*) FROM units WHERE game <> 1"), 0);
        for (int p = 0; p < 2; p++)
            us_str_clear(&path[p]);
    }
}

TEST(a_copy_is_refused_with_the_name_of_what_is_there)
{
    US_AUTO(game_tables_end) game_tables k;
    int64_t game = 0;
    game_tables_begin(&k, NULL, "open-2", nobody, 60);
    game_tables_finish(&k);
    CHECK_INT(us_games_add(k.games, k.trace, NULL, &game, &k.err), US_MISMATCH);
    CHECK_CONTAINS(k.err.text, "as number 1, /");
    CHECK_CONTAINS(k.err.text, k.trace);
}

/* SQLite gives up the transaction then, and with it the place that is to be released. */
TEST(a_game_that_finds_no_room_is_refused_for_that)
{
    game_tables k, more;
    int64_t game = 0;
    us_str sql;
    us_str_init(&sql);
    game_tables_begin(&k, NULL, "open-2", nobody, 60);
    game_tables_finish(&k);
    game_tables_begin(&more, NULL, "open-2", players, 5000);
    game_tables_finish(&more);
    sqlite3 *db = us_games_db(k.games);
    us_str_addf(&sql, "PRAGMA max_page_count = %d", (int)games_int(k.games, "PRAGMA page_count"));
    REQUIRE(sqlite3_exec(db, sql.text, NULL, NULL, NULL) == SQLITE_OK);
    us_str_clear(&sql);
    CHECK_INT(us_games_add(k.games, more.trace, NULL, &game, &k.err), US_BAD_INPUT);
    CHECK_CONTAINS(k.err.text, "no space left");
    game_tables_end(&more);
    game_tables_end(&k);
}

TEST(other_players_play_another_game)
{
    US_AUTO(game_tables_end) game_tables k;
    int64_t game = 0;
    US_AUTOSTR(path);
    game_tables_begin(&k, NULL, "open-2", players, 900);
    game_tables_finish(&k);
    us_str_addf(&path, "%s.other", k.trace);
    write_part(&k, path.text, 66, "ai:raid", "ai:boom");
    CHECK_INT(us_games_add(k.games, path.text, NULL, &game, &k.err), US_OK);
    CHECK_INT(game, 2);
    CHECK_INT(games_int(k.games, "SELECT count(*) FROM games WHERE outcome = 'cut'"), 1);
}

/* People play otherwise each time, whatever the seed. */
TEST(other_orders_are_another_game)
{
    game_tables k[2] = {{.match = NULL}, {.match = NULL}};
    int64_t game = 0;
    for (int i = 0; i < 2; i++) {
        game_tables_begin(&k[i], NULL, "open-2", nobody, 300);
        game_tables_run(&k[i], 100);
        us_id peasant = drawn_skirmish_find(&k[i].s, "peasant", 0, 0);
        game_tables_order(&k[i], peasant, "move", NULL, 0, 20, 20 + i);
        game_tables_finish(&k[i]);
    }
    CHECK_INT(us_games_add(k[0].games, k[1].trace, NULL, &game, &k[0].err), US_OK);
    CHECK_INT(game, 2);
    game_tables_end(&k[1]);
    game_tables_end(&k[0]);
}
