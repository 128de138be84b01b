#include <string.h>

#include "base/file.h"
#include "experiments/design/entrants.h"
#include "tests/brl_text.h"
#include "tests/unit/library_file.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

static void note_first(void *context, const us_library_behavior *row)
{
    int64_t *first = context;
    if (*first == 0)
        *first = row->id;
}

static void note_seen(void *context, const us_brl_game *game)
{
    us_str *out = context;
    us_str_addf(out, "%llx/", (unsigned long long)game->map);
    if (game->seeded)
        us_str_addf(out, "%llu", (unsigned long long)game->seed);
    us_str_add(out, game->adapted ? "/a " : "/d ");
}

static void check_seen(const char *name, const char *expected)
{
    US_AUTOSTR(text);
    US_AUTOPTR(us_library) library = library_file_open(name, US_LIBRARY_READ, brl_domain());
    CHECK(us_library_visit_games(library, note_seen, &text, NULL) == US_OK);
    CHECK_STR(text.text, expected);
}

TEST(a_library_keeps_which_games_led_to_it)
{
    us_brl_game game = {.seeded = true, .seed = UINT64_MAX, .adapted = true};
    int64_t first = 0;
    US_AUTOSTR(text);
    us_brl *brl = NULL;
    us_library *library = library_file_open("a.db", US_LIBRARY_CREATE, brl_domain());
    library_file_put(library, "brl 1\n"
                              "saw seed \"3\" by adaptation\n"
                              "saw map \"00000000000000e1\"\n"
                              "behavior \"x\" achieves WinWargus(player: self) {\n"
                              "    do act stop()\n"
                              "    appendix {\n"
                              "        map: \"00000000000000e1\" \"00000000000000e2\" \"no hash\"\n"
                              "        seed: \"7\" \"8\" \"none\"\n"
                              "    }\n"
                              "    case { features.no: 1 map: \"00000000000000e1\" }\n"
                              "}\n");
    us_library_close(library);
    check_seen("a.db", "0/3/a e1//d e1/7/d e2/8/d ");
    library = library_file_open("a.db", US_LIBRARY_WRITE, brl_domain());
    REQUIRE(us_library_visit_behaviors(library, note_first, &first, NULL) == US_OK);
    REQUIRE(us_library_begin(library, NULL) == US_OK);
    CHECK(us_library_drop_behavior(library, first, NULL) == US_OK);
    CHECK(us_library_put_game(library, &game, NULL) == US_OK);
    CHECK(us_library_put_game(library, &game, NULL) == US_OK);
    CHECK(us_library_commit(library, NULL) == US_OK);
    REQUIRE(us_library_get_all(library, &brl, NULL) == US_OK);
    us_brl_print(brl, &text);
    CHECK_STR(text.text, "brl 1\n\n"
                         "saw seed \"3\" by adaptation\n"
                         "saw seed \"18446744073709551615\" by adaptation\n"
                         "saw map \"00000000000000e1\"\n"
                         "saw map \"00000000000000e1\" seed \"7\"\n"
                         "saw map \"00000000000000e2\" seed \"8\"\n");
    us_brl_free(brl);
    us_library_close(library);
    library = library_file_open("b.db", US_LIBRARY_CREATE, brl_domain());
    library_file_put(library, text.text);
    us_library_close(library);
    CHECK(library_file_equal("a.db", "b.db"));
    /* its goal went with the behavior */
    library_file_sql("a.db", "CREATE TEMP TABLE none (n CHECK (n = 0)); "
                             "INSERT INTO none SELECT count(*) FROM goals");
    library_file_sql("b.db", "DELETE FROM seen WHERE seed = '8'");
    CHECK(!library_file_equal("a.db", "b.db"));
}

TEST(a_library_of_version_1_has_seen_the_maps_of_its_cases)
{
    us_library *library = library_file_open("a.db", US_LIBRARY_CREATE, brl_domain());
    library_file_put(library, "brl 1\n"
                              "behavior \"x\" achieves WinWargus(player: self) {\n"
                              "    do act stop()\n"
                              "    appendix { map: \"00000000000000e1\" }\n"
                              "}\n"
                              "behavior \"y\" achieves WinWargus(player: self) {\n"
                              "    do act stop()\n"
                              "    appendix { map: \"00000000000000e2\" failure: \"late\" }\n"
                              "}\n"
                              "behavior \"z\" achieves WinWargus(player: self) {\n"
                              "    do act stop()\n"
                              "    appendix { map: \"not one of 16 x\" }\n"
                              "}\n"
                              "behavior \"none\" achieves WinWargus(player: self) {\n"
                              "    do act stop()\n"
                              "    appendix { map: \"0000000000000000\" }\n"
                              "}\n");
    us_library_close(library);
    library_file_age(scratch("a.db"), 1);
    check_seen("a.db", "e1//d e2//a ");
    CHECK(!us_file_exists(scratch("a.db.v1.bak"))); /* reading leaves it as it is */
    library = library_file_open("a.db", US_LIBRARY_WRITE, brl_domain());
    us_library_close(library);
    CHECK(us_file_exists(scratch("a.db.v1.bak")));
    check_seen("a.db", "e1//d e2//a ");
    CHECK(library_file_sound("a.db"));
}

/* One demonstration told of two cases, another of one; with the seed where it is known. */
static void put_origins(us_library *library, bool first, bool second)
{
    US_AUTOSTR(text);
    us_str_addf(&text,
                "brl 1\n"
                "behavior \"x\" achieves WinWargus(player: self) {\n"
                "    do act stop()\n"
                "    appendix { map: \"00000000000000e1\" demo: \"a\" \"00000000000000aa\" %s }\n"
                "    case { features.no: 1 map: \"00000000000000e1\" demo: \"%s\" "
                "\"00000000000000aa\" %s }\n"
                "    case { features.no: 2 map: \"00000000000000e1\" demo: \"c\" "
                "\"00000000000000cc\" %s }\n"
                "}\n",
                first ? "seed: \"7\"" : "", first ? "b" : "a", first ? "seed: \"7\"" : "",
                second ? "seed: \"8\"" : "");
    CHECK_INT(library_file_put(library, text.text).origins, 0);
}

TEST(learning_again_tells_the_seeds_and_adds_nothing)
{
    static const struct {
        bool first, second;
        const char *seen;
    } rows[] = {
        {false, false, "e1//d "},         {true, false, "e1//d e1/7/d "},
        {false, false, "e1//d e1/7/d "},  {true, true, "e1/7/d e1/8/d "},
        {false, false, "e1/7/d e1/8/d "}, {false, true, "e1/7/d e1/8/d "},
    };
    us_library *library = library_file_open("a.db", US_LIBRARY_CREATE, brl_domain());
    library_file_put(library,
                     "brl 1\n"
                     "behavior \"x\" achieves WinWargus(player: self) {\n"
                     "    do act stop()\n"
                     "    appendix { map: \"00000000000000e1\" demo: \"a\" \"00000000000000aa\" }\n"
                     "    case { features.no: 1 map: \"00000000000000e1\" demo: \"a\" "
                     "\"00000000000000aa\" }\n"
                     "    case { features.no: 2 map: \"00000000000000e1\" demo: \"a\" "
                     "\"00000000000000cc\" }\n"
                     "}\n");
    us_library_close(library);
    for (int i = 0; i < US_COUNT(rows); i++) {
        library = library_file_open("a.db", US_LIBRARY_WRITE, brl_domain());
        put_origins(library, rows[i].first, rows[i].second);
        us_library_close(library);
        check_seen("a.db", rows[i].seen);
    }
    CHECK(library_file_sound("a.db"));
}

/* Learning once kept the lines of the orders, too. */
TEST(an_older_library_learns_the_same_again_and_nothing_is_added)
{
    us_library *library = library_file_open("a.db", US_LIBRARY_CREATE, brl_domain());
    static const char head[] = "brl 1\n"
                               "behavior \"x\" achieves WinWargus(player: self) {\n"
                               "    do act stop()\n"
                               "    appendix { demo: \"a\" \"00000000000000aa\" instance: ";
    us_str text;
    us_str_init(&text);
    us_str_addf(&text, "%s4 orders: 1 2 order.1: \"{}\" order.2: \"{\" \"}\" }\n}\n", head);
    CHECK_INT(library_file_put(library, text.text).origins, 1);
    us_str_reset(&text);
    us_str_addf(&text, "%s4 orders: 1 2 seed: \"7\" }\n}\n", head);
    CHECK_INT(library_file_put(library, text.text).origins, 0);
    us_str_reset(&text);
    us_str_addf(&text, "%s5 orders: 1 2 }\n}\n", head);
    CHECK_INT(library_file_put(library, text.text).origins, 1);
    us_str_clear(&text);
    us_library_close(library);
    CHECK(library_file_sound("a.db"));
}

TEST(the_table_of_games_holds_what_can_be_read)
{
    static const char *const bad[] = {
        "('', '')",
        "('e1', '')",
        "('0000000000000000', '1')",
        "('00000000000000E1', '1')",
        "('00000000000000e1', '-1')",
        "('00000000000000e1', '18446744073709551616')",
        "('00000000000000e1', '100000000000000000000')",
    };
    us_library *library = library_file_open("a.db", US_LIBRARY_CREATE, brl_domain());
    library_file_put(library, "brl 1\nsaw seed \"18446744073709551615\"\n");
    us_library_close(library);
    for (int i = 0; i < US_COUNT(bad); i++) {
        us_str sql;
        us_test_row(bad[i]);
        us_str_init(&sql);
        us_str_addf(&sql, "INSERT OR IGNORE INTO seen SELECT *, 'adaptation' FROM (VALUES %s)",
                    bad[i]);
        library_file_sql("a.db", sql.text);
        us_str_clear(&sql);
        check_seen("a.db", "0/18446744073709551615/d ");
    }
}

TEST(a_file_of_behaviors_says_what_a_game_is)
{
    static const struct {
        const char *line, *said;
    } bad[] = {
        {"saw", "expected `map` or `seed`"},
        {"saw map 3", "the hash of a map in quotes, 16 digits"},
        {"saw map \"e1\"", "the hash of a map in quotes, 16 digits"},
        {"saw map \"0000000000000000\"", "the hash of a map in quotes, 16 digits"},
        {"saw seed 3", "expected a seed in quotes"},
        {"saw seed \"-3\"", "expected a seed in quotes"},
        {"saw seed \"3\" by chance", "expected demonstration or adaptation"},
    };
    for (int i = 0; i < US_COUNT(bad); i++) {
        us_brl *brl = NULL;
        US_AUTOSTR(text);
        us_error err = {0};
        us_str_addf(&text, "brl 1\n%s\nslot a: number = 1\n", bad[i].line);
        CHECK(us_brl_parse(brl_domain(), "f", text.text, text.length, &brl, &err) == US_BAD_INPUT);
        CHECK_CONTAINS(err.text, bad[i].said);
        CHECK_INT(err.line, i == 0 ? 3 : 2);
    }
}

TEST(a_player_has_seen_maps_and_seeds)
{
    static const us_brl_game game[] = {
        {.map = 0x1234567890123456, .seeded = true, .seed = 7},
        {.map = 0xe1},
        {.seeded = true, .seed = UINT64_MAX, .adapted = true},
        {.map = 0xe1, .seeded = true, .seed = 7, .adapted = true},
    };
    US_AUTOSTR(text);
    us_seen_games_print(game, 0, &text);
    CHECK_STR(text.text, "");
    us_seen_games_print(game, US_COUNT(game), &text);
    CHECK_STR(text.text, "{\"maps\":[\"00000000000000e1\",\"1234567890123456\"],"
                         "\"seeds\":[\"7\",\"18446744073709551615\"],\"seedless\":1}");
    us_entrant player = {.seen = text.text};
    us_seen_games seen = us_seen_games_from_entrant(&player);
    CHECK(us_seen_games_has_map(&seen, 0xe1) && us_seen_games_has_map(&seen, 0x1234567890123456));
    CHECK(us_seen_games_has_seed(&seen, 7) && us_seen_games_has_seed(&seen, UINT64_MAX));
    CHECK(!us_seen_games_has_map(&seen, 7) && !us_seen_games_has_seed(&seen, 1234567890123456));
    CHECK_INT(seen.seedless, 1);
    us_seen_games_clear(&seen);
    player.seen = "[\"00000000000000e1\"]"; /* a list is one of maps */
    seen = us_seen_games_from_entrant(&player);
    CHECK(us_seen_games_has_map(&seen, 0xe1) && seen.seeds == 0 && seen.seedless == 1);
    us_seen_games_clear(&seen);
}

TEST(what_was_seen_is_read_or_refused)
{
    static const struct {
        const char *seen, *said; /* NULL: it is sound */
    } rows[] = {
        {"{}", NULL},
        {"[]", NULL},
        {"[\"00000000000000e1\",\"00000000000000e2\"]", NULL},
        {"{\"seedless\":2,\"maps\":[\"00000000000000e1\"],\"seeds\":[\"1\"]}", NULL},
        {"7", "expected {\"maps\":[...],\"seeds\":[...]}"},
        {"[\"1\"]", "expected the hash of a map"},
        {"[\"0000000000000000\"]", "expected the hash of a map"},
        {"{\"maps\":[\"00000000000000E1\"]}", "expected the hash of a map"},
        {"{\"maps\":[[\"00000000000000e1\"]]}", "expected the hash of a map"},
        {"{\"maps\":\"00000000000000e1\"}", "expected a list"},
        {"{\"maps\":[],\"seeds\":[1,2,3]}", "expected a seed, a string of decimals"},
        {"{\"seeds\":[\"-1\"]}", "expected a seed, a string of decimals"},
        {"{\"seed\":[\"1\"]}", "expected a member of what was seen: maps, seeds, seedless"},
        {"{\"maps\":[],\"maps\":[]}", "found \"maps\" again"},
        {"{\"seedless\":-1}", "the number of games without a seed"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        static const char head[] = "{\"experiment\":\"e\",\"version\":1,\"domain\":\"skirmish\","
                                   "\"program\":\"p\",\"engine\":\"00000000000000e1\","
                                   "\"max_cycles\":9}\n";
        us_manifest m;
        us_seen_games seen = {.seedless = 77};
        us_error err = {0};
        us_str text;
        us_test_row(rows[i].seen);
        us_status status = us_seen_games_parse(rows[i].seen, &seen, &err);
        CHECK_INT(status, rows[i].said ? US_BAD_INPUT : US_OK);
        CHECK_CONTAINS(err.text, rows[i].said ? rows[i].said : "");
        if (status == US_OK)
            us_seen_games_clear(&seen);
        else
            CHECK_INT(seen.seedless, 77);
        us_str_init(&text);
        us_str_addf(&text,
                    "%s{\"player\":\"x\",\"agent\":\"idle\",\"seen\":%s,\"identity\":"
                    "\"00000000000000e1\"}\n",
                    head, rows[i].seen);
        us_str_add(&text, "{\"opponent\":\"y\",\"agent\":\"idle\",\"identity\":"
                          "\"00000000000000e1\"}\n{\"map\":\"m\",\"family\":\"f\",\"path\":"
                          "\"m\",\"hash\":\"00000000000000e1\"}\n");
        status = us_manifest_parse("f", text.text, text.length, &m, &err);
        CHECK_INT(status, rows[i].said ? US_BAD_INPUT : US_OK);
        CHECK_CONTAINS(err.text, rows[i].said ? rows[i].said : "");
        CHECK_INT(err.line, rows[i].said ? 2 : 0);
        if (status == US_OK)
            us_manifest_clear(&m);
        us_str_clear(&text);
    }
}
