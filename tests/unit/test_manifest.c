#include <string.h>

#include "experiments/design/manifest.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

/* What each member of the format is worth, in as few lines as can be. */
static const char whole[] =
    "{\"experiment\":\"e\",\"version\":1,\"domain\":\"skirmish\",\"program\":\"p\","
    "\"engine\":\"00000000000000aa\",\"max_cycles\":300,\"fog\":true,\"faction0\":\"human\","
    "\"faction1\":\"orc\",\"timeout_ms\":5000,\"scope\":\"these maps\",\"model\":\"A\"}\n"
    "{\"made\":\"libraries/a.db\"}\n"
    "{\"made\":\"maps/x.map\"}\n"
    "{\"player\":\"A\",\"agent\":\"expert:rush\",\"group\":\"g\",\"run\":0,\"size\":4,"
    "\"identity\":\"0000000000000001\",\"probe\":\"0000000000000002\"}\n"
    "{\"player\":\"B \\\"\xc3\xa9\\\"\",\"agent\":\"random\",\"identity\":\"0000000000000003\"}\n"
    "{\"opponent\":\"A\",\"agent\":\"idle\",\"identity\":\"0000000000000004\"}\n"
    "{\"map\":\"open-1\",\"family\":\"open\",\"path\":\"open-1\",\"hash\":\"0000000000000005\"}\n"
    "{\"map\":\"mine\",\"family\":\"\",\"path\":\"/x/mine.map\",\"hash\":\"0000000000000006\"}\n"
    "{\"game\":\"0000000000000009\",\"player\":\"B \\\"\xc3\xa9\\\"\",\"opponent\":\"A\","
    "\"map\":\"mine\",\"seat\":1,\"seed\":\"18446744073709551615\"}\n"
    "{\"game\":\"0000000000000007\",\"player\":\"A\",\"opponent\":\"A\",\"map\":\"open-1\","
    "\"seat\":0,\"seed\":\"0\",\"end\":\"win\",\"reason\":\"defeat\",\"cycles\":200,"
    "\"hash\":\"0000000000000008\",\"orders\":12,\"refused\":1,\"us\":77,"
    "\"profile\":{\"a\":[1,2]}}\n"
    "{\"game\":\"0000000000000008\",\"player\":\"A\",\"opponent\":\"A\",\"map\":\"open-1\","
    "\"seat\":0,\"seed\":\"1\",\"end\":\"crash\",\"reason\":\"defeat\"}\n";

static us_manifest parse(const char *text)
{
    us_manifest m;
    us_error err = {0};
    us_status status = us_manifest_parse("m", text, strlen(text), &m, &err);
    if (status != US_OK)
        FAIL("%d:%d: %s", err.line, err.column, err.text);
    REQUIRE(status == US_OK);
    return m;
}

TEST(what_is_read_is_all_that_was_written)
{
    US_AUTO(us_manifest_clear) us_manifest m = parse(whole);
    CHECK_STR(m.name, "e");
    CHECK_STR(m.domain, "skirmish");
    CHECK_STR(m.program, "p");
    CHECK_INT(m.engine, 0xaa);
    CHECK_INT(m.max_cycles, 300);
    CHECK(m.fog);
    CHECK_STR(m.faction[0], "human");
    CHECK_STR(m.faction[1], "orc");
    CHECK_INT(m.timeout_ms, 5000);
    CHECK_STR(m.scope, "these maps");
    CHECK_STR(m.model, "A");
    REQUIRE(m.players == 2 && m.opponents == 1 && m.maps == 2 && m.games == 3);
    REQUIRE(m.mades == 2);
    CHECK_STR(m.made[0], "libraries/a.db");
    CHECK_STR(m.made[1], "maps/x.map");
    CHECK_STR(m.player[0].group, "g");
    CHECK(m.player[0].run == 0 && m.player[0].size == 4 && m.player[0].probe == 2);
    CHECK_STR(m.player[1].name, "B \"\xc3\xa9\"");
    CHECK(!m.player[1].group && m.player[1].run == -1 && m.player[1].size == -1);
    CHECK_STR(m.opponent[0].agent, "idle");
    CHECK_STR(m.map[1].path, "/x/mine.map");
    CHECK(m.game[0].player == 1 && m.game[0].map == 1 && m.game[0].seat == 1);
    CHECK(m.game[0].seed == UINT64_MAX && m.game[0].id == 9);
    CHECK_INT(m.row[0].end, US_ROW_NONE);
    CHECK(m.row[1].end == US_ROW_WIN && m.row[1].cycles == 200 && m.row[1].hash == 8);
    CHECK(m.row[1].orders == 12 && m.row[1].refused == 1 && m.row[1].us == 77);
    CHECK_STR(m.row[1].reason, "defeat");
    CHECK_STR(m.row[1].profile, "{\"a\":[1,2]}");
    CHECK_INT(m.row[2].end, US_ROW_CRASH);
    CHECK_STR(m.row[2].reason, "defeat");
}

TEST(what_is_written_is_the_same_bytes)
{
    US_AUTO(us_manifest_clear) us_manifest m = parse(whole), again;
    CHECK_INT(us_manifest_write(&m, NULL, 0, scratch("m"), NULL), US_OK);
    char *text = scratch_text("m");
    CHECK_STR(text, whole);
    us_mem_free(text);
    CHECK_INT(us_manifest_read(scratch("m"), &again, NULL), US_OK);
}

/* Games in the order of the manifest, or in the one asked for. */
TEST(games_are_sorted_by_id_and_equals_stay_in_their_order)
{
    us_manifest m;
    us_manifest_init(&m);
    for (int i = 0; i < 3000; i++) {
        us_fixture *game = us_manifest_add_game(&m);
        game->seed = (uint64_t)i;
        game->id = us_hash_add(US_HASH_START, (uint64_t)(i % 1000));
    }
    int32_t *order = us_manifest_sort_games(&m);
    for (int i = 1; i < 3000; i++) {
        const us_fixture *a = &m.game[order[i - 1]], *b = &m.game[order[i]];
        if (!CHECK(a->id < b->id || (a->id == b->id && order[i - 1] < order[i])))
            break;
    }
    us_mem_free(order);
    us_manifest_clear(&m);
    us_manifest_init(&m);
    order = us_manifest_sort_games(&m);
    us_mem_free(order);
    us_manifest_clear(&m);
}

TEST(runs_without_a_number_get_the_next_one)
{
    static const struct {
        const char *group;
        int64_t run, expected;
    } row[] = {{"g", -1, 4}, {"h", -1, 0}, {"g", 3, 3}, {NULL, -1, -1}, {"g", -1, 5}, {"h", -1, 1}};
    US_AUTO(us_manifest_clear) us_manifest m;
    us_manifest_init(&m);
    for (int i = 0; i < US_COUNT(row); i++) {
        us_entrant *player = us_manifest_add_player(&m);
        player->group = row[i].group;
        player->run = row[i].run;
    }
    CHECK_INT(us_manifest_number_runs(&m), -1);
    for (int i = 0; i < US_COUNT(row); i++)
        CHECK_INT(m.player[i].run, row[i].expected);
    m.player[5].run = 0;
    CHECK_INT(us_manifest_number_runs(&m), 5);
}

TEST(a_part_is_written_in_the_order_asked_for)
{
    US_AUTO(us_manifest_clear) us_manifest m = parse(whole), again;
    US_AUTOFREE int32_t *order = us_manifest_sort_games(&m);
    CHECK_INT(us_manifest_write(&m, order, 2, scratch("m"), NULL), US_OK);
    REQUIRE(us_manifest_read(scratch("m"), &again, NULL) == US_OK);
    CHECK_INT(again.games, 2);
    CHECK(again.game[0].id == 7 && again.game[1].id == 8);
    CHECK_INT(again.players, 2);
    us_manifest_clear(&again);
    CHECK_INT(us_manifest_write(&m, order, 0, scratch("m"), NULL), US_OK);
    REQUIRE(us_manifest_read(scratch("m"), &again, NULL) == US_OK);
    CHECK_INT(again.games, 0);
}

/* Whoever takes such files away must not be told of any other. */
TEST(what_was_made_is_read_alone)
{
    US_AUTO(us_manifest_clear) us_manifest m = parse(whole);
    us_names made;
    *us_manifest_add_file(&m) = "libraries/0.db";
    CHECK_INT(us_manifest_write(&m, NULL, 0, scratch("m"), NULL), US_OK);
    us_manifest_list_files(scratch("m"), &made);
    REQUIRE(made.count == 3);
    CHECK_STR(made.name[0], "libraries/0.db");
    CHECK_STR(made.name[2], "maps/x.map");
    us_names_free(&made);
    US_AUTOFREE int32_t *order = us_manifest_sort_games(&m);
    CHECK_INT(us_manifest_write(&m, order, m.games, scratch("m"), NULL), US_OK);
    us_manifest_list_files(scratch("m"), &made);
    CHECK_INT(made.count, 0);
    us_names_free(&made);
    us_manifest_list_files(scratch("none"), &made);
    CHECK_INT(made.count, 0);
    us_names_free(&made);
}

TEST(one_game_that_was_played_is_enough)
{
    us_str text;
    const char *win = strstr(whole, "{\"game\":\"0000000000000007\"");
    const char *crash = strstr(whole, "{\"game\":\"0000000000000008\"");
    const struct {
        size_t length; /* of whole */
        const char *behind;
        bool played;
    } rows[] = {
        {0, "", false},
        {(size_t)(win - whole), "", false},
        {(size_t)(crash - whole), "", true},
        {(size_t)(crash - whole), "damaged\n", true}, /* nobody reads on */
        {(size_t)(win - whole), "damaged\n", true},   /* who knows */
        {0, "something else\n", true},
    };
    CHECK(!us_manifest_has_results(scratch("none")));
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].behind);
        us_str_init(&text);
        us_str_add_bytes(&text, whole, rows[i].length);
        us_str_add(&text, rows[i].behind);
        scratch_put("m", text.text);
        us_str_clear(&text);
        CHECK(us_manifest_has_results(scratch("m")) == rows[i].played);
    }
}

TEST(what_cannot_be_read_is_told_before_it_is_written)
{
    us_error err = {0};
    US_AUTO(us_manifest_clear) us_manifest m = parse(whole);
    US_AUTOSTR(text);
    CHECK_INT(us_manifest_check_head(&m, NULL), US_OK);
    CHECK_INT(us_entrant_check(&m.player[0], NULL), US_OK);
    CHECK_INT(us_manifest_map_check(&m.map[0], NULL), US_OK);
    while (text.length < 4096)
        us_str_add_char(&text, 'a');
    m.player[0].agent = m.map[0].path = text.text;
    CHECK_INT(us_entrant_check(&m.player[0], NULL), US_OK);
    CHECK_INT(us_manifest_map_check(&m.map[0], NULL), US_OK);
    us_str_add_char(&text, 'a');
    m.domain = m.player[0].agent = m.map[0].path = text.text;
    CHECK_INT(us_entrant_check(&m.player[0], &err), US_BAD_INPUT);
    CHECK_STR(err.text, "expected \"agent\" of 1 to 4096 bytes");
    CHECK_INT(us_manifest_map_check(&m.map[0], &err), US_BAD_INPUT);
    CHECK_STR(err.text, "expected \"path\" of 1 to 4096 bytes");
    CHECK_INT(us_manifest_check_head(&m, &err), US_BAD_INPUT);
    CHECK_STR(err.text, "expected \"domain\" of 1 to 64 bytes");
}

/* ---- ids */

static us_hash id_of(const us_manifest *m)
{
    return us_fixture_id(m, &m->game[1]);
}

TEST(what_decides_a_game_decides_its_id)
{
    enum { CHANGES = 16 };
    us_hash seen[CHANGES];
    int count = 0;
    US_AUTO(us_manifest_clear) us_manifest m = parse(whole);
    us_fixture *game = &m.game[1];
#define WITH(member, value)             \
    do {                                \
        const us_manifest kept = m;     \
        const us_fixture fixed = *game; \
        (member) = (value);             \
        seen[count++] = id_of(&m);      \
        m = kept;                       \
        *game = fixed;                  \
    } while (0)
    seen[count++] = id_of(&m);
    WITH(m.domain, "arena");
    WITH(m.engine, 1);
    WITH(m.max_cycles, 301);
    WITH(m.fog, false);
    WITH(m.faction[0], NULL);
    WITH(m.faction[0], "orc");
    WITH(m.faction[1], NULL);
    WITH(m.faction[1], "human");
    WITH(game->map, 1);
    WITH(game->player, 1);
    WITH(game->seat, 1);
    WITH(game->seed, 1);
    m.opponent[0].identity++;
    seen[count++] = id_of(&m);
    m.opponent[0].identity--;
    /* who plays against itself in the other seat plays another game */
    m.opponent[0].identity = m.player[0].identity;
    seen[count++] = id_of(&m);
    WITH(game->seat, 1);
    REQUIRE(count == CHANGES);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            CHECK(seen[i] != seen[j]);
}

TEST(what_does_not_decide_a_game_leaves_its_id)
{
    US_AUTO(us_manifest_clear) us_manifest m = parse(whole);
    us_hash before = id_of(&m);
    m.name = m.program = "other";
    m.model = NULL;
    m.timeout_ms = 1;
    m.player[0].name = m.player[0].agent = m.player[0].group = "other";
    m.player[0].run = m.player[0].size = 99;
    m.player[0].probe = 99;
    m.opponent[0].name = m.opponent[0].agent = "other";
    m.map[0].name = m.map[0].family = m.map[0].path = "other";
    m.row[1].end = US_ROW_LOSS;
    m.game[1].id = 99;
    CHECK(id_of(&m) == before);
}

/* ---- hostile lines */

#define HEAD                                                                        \
    "{\"experiment\":\"e\",\"version\":1,\"domain\":\"skirmish\",\"program\":\"\"," \
    "\"engine\":\"00000000000000aa\",\"max_cycles\":300}\n"
#define ENTRANT(kind, name) \
    "{\"" kind "\":\"" name "\",\"agent\":\"random\",\"identity\":\"0000000000000001\"}\n"
#define MAP(name) \
    "{\"map\":\"" name "\",\"family\":\"\",\"path\":\"p\",\"hash\":\"0000000000000001\"}\n"
#define ALL HEAD ENTRANT("player", "A") ENTRANT("opponent", "B") MAP("m")
#define GAME(player, opponent, map, rest)                                                     \
    "{\"game\":\"0000000000000009\",\"player\":\"" player "\",\"opponent\":\"" opponent "\"," \
    "\"map\":\"" map "\"," rest "}\n"

TEST(a_hostile_manifest_is_refused_with_its_place)
{
    static const struct {
        const char *text;
        int line, column;
        const char *message;
    } rows[] = {
        {"", 1, 1, "expected the head of an experiment, found an empty file"},
        {"\n", 1, 1, "found the end of the text"},
        {"[]\n", 1, 1, "expected an object with a member"},
        {"{}\n", 1, 2, "expected an object with a member"},
        {"{\"player\":1}\n", 1, 2, "expected the head of an experiment first"},
        {"{\"experiment\":\"e\",\"version\":1}\n", 1, 30, "expected \"domain\" in the head"},
        {"{\"experiment\":\"e\",\"version\":2,\"domain\":\"skirmish\",\"program\":\"\","
         "\"engine\":\"00000000000000aa\",\"max_cycles\":300}\n",
         1, 109, "expected version 1 of the format, found 2"},
        {"{\"experiment\":\"e\",\"version\":1,\"domain\":\"skirmish\",\"program\":\"\","
         "\"engine\":\"00000000000000aa\",\"max_cycles\":300,\"scope\":\"all maps\"}\n",
         1, 128, "\"scope\": expected \"maps\" or \"these maps\", found \"all maps\""},
        {HEAD, 1, 1, "expected at least a player, an opponent and a map"},
        {HEAD ENTRANT("player", "A") MAP("m"), 3, 1, "expected at least a player, an opponent"},
        {HEAD HEAD, 2, 1, "found a second head"},
        {HEAD "{\"games\":1}\n", 2, 2, "\"player\", \"opponent\", \"map\" or \"game\" first"},
        {HEAD ENTRANT("player", "A") ENTRANT("player", "A"), 3, 62, "found a player \"A\" again"},
        {HEAD ENTRANT("opponent", ""), 2, 13, "expected \"opponent\" of 1 to 256 bytes"},
        {HEAD "{\"player\":\"A\",\"identity\":\"0000000000000001\"}\n", 2, 44,
         "expected \"agent\" in a player"},
        {HEAD "{\"made\":\"../own.db\"}\n", 2, 21, "expected a file below libraries/ or maps/"},
        {HEAD "{\"made\":\"maps/../own.db\"}\n", 2, 26, "expected a file below libraries/"},
        {HEAD MAP("m") MAP("m"), 3, 61, "found a map \"m\" again"},
        {ALL GAME("A", "B", "n", "\"seat\":0,\"seed\":\"1\""), 5, 86, "no map \"n\" above"},
        {ALL GAME("B", "B", "m", "\"seat\":0,\"seed\":\"1\""), 5, 86, "no player \"B\" above"},
        {ALL GAME("A", "A", "m", "\"seat\":0,\"seed\":\"1\""), 5, 86, "no opponent \"A\" above"},
        {ALL GAME("A", "B", "m", "\"seat\":2,\"seed\":\"1\""), 5, 73, "from 0 to 1"},
        {ALL GAME("A", "B", "m", "\"seat\":0,\"seed\":1"), 5, 82, "expected seed"},
        {ALL GAME("A", "B", "m", "\"seat\":0,\"seed\":\"1\",\"end\":\"won\""), 5, 92,
         "expected \"end\": one of none win draw loss crash timeout"},
        {ALL GAME("A", "B", "m", "\"seat\":0,\"seed\":\"1\",\"end\":\"win\",\"idle\":\"all\""), 5,
         105, "expected \"idle\": one of nobody player opponent both"},
        {ALL GAME("A", "B", "m", "\"seat\":0,\"seed\":\"1\",\"cycles\":\"1\""), 5, 95,
         "expected cycles, a whole number"},
        {ALL GAME("A", "B", "m", "\"seat\":0,\"seed\":\"1\",\"end\":\"win\",\"cycles\":301"), 5,
         111, "expected at most 300 cycles, as the head says, found 301"},
        {ALL GAME("A", "B", "m", "\"seat\":0,\"seed\":\"1\"")
             GAME("A", "B", "m", "\"seat\":1,\"seed\":\"1\"")
                 GAME("A", "B", "m", "\"seat\":0,\"seed\":\"1\"")
                     GAME("A", "B", "m", "\"seat\":0,\"seed\":\"2\""),
         7, 1, "found a second game of the same player, opponent, map, seat and seed"},
        {ALL GAME("A", "B", "m", "\"seat\":0,\"seed\":\"1\"") MAP("n"), 6, 1,
         "expected players, opponents and maps before the games"},
        {ALL "{\"game\":\"0000000000000009\"", 5, 27, "found the end of the text"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_manifest m = {.players = 77};
        us_error err = {0};
        us_test_row(rows[i].text);
        CHECK_INT(us_manifest_parse("m", rows[i].text, strlen(rows[i].text), &m, &err),
                  US_BAD_INPUT);
        CHECK_STR(err.file, "m");
        CHECK_INT(err.line, rows[i].line);
        CHECK_INT(err.column, rows[i].column);
        CHECK_CONTAINS(err.text, rows[i].message);
        CHECK_INT(m.players, 77);
    }
}

/* ---- rows */

TEST(a_row_is_read_and_written_again)
{
    static const char *const lines[] = {
        "{\"game\":\"0000000000000001\",\"end\":\"draw\"}",
        "{\"game\":\"ffffffffffffffff\",\"end\":\"win\",\"reason\":\"defeat\",\"cycles\":"
        "2147483647,"
        "\"hash\":\"0000000000000001\",\"orders\":1,\"refused\":2,\"us\":3,\"profile\":null}",
        "{\"game\":\"0000000000000001\",\"end\":\"timeout\",\"reason\":\"wall clock\",\"us\":9}",
    };
    US_AUTOPTR(us_arena) arena = us_arena_new();
    US_AUTOSTR(out);
    for (int i = 0; i < US_COUNT(lines); i++) {
        us_row row;
        us_test_row(lines[i]);
        us_str_reset(&out);
        CHECK_INT(us_row_read("j", 4, lines[i], strlen(lines[i]), arena, &row, NULL), US_OK);
        us_row_write(&row, &out);
        CHECK_STR(out.text, lines[i]);
    }
    us_row row;
    us_error err = {0};
    static const char bad[] = "{\"game\":\"0000000000000001\"}";
    CHECK_INT(us_row_read("j", 4, bad, sizeof bad - 1, arena, &row, &err), US_BAD_INPUT);
    CHECK(err.line == 4 && err.column > 0);
    CHECK_STR(err.text, "expected \"end\" in a result");
}

TEST(points_and_margins_say_who_was_better)
{
    static const struct {
        us_row_end end;
        int32_t cycles, most;
        int points, margin;
    } rows[] = {
        {US_ROW_WIN, 0, 1000, 2, 1000},     {US_ROW_WIN, 1000, 1000, 2, 500},
        {US_ROW_WIN, 500, 1000, 2, 750},    {US_ROW_DRAW, 1000, 1000, 1, 0},
        {US_ROW_LOSS, 0, 1000, 0, -1000},   {US_ROW_LOSS, 1000, 1000, 0, -500},
        {US_ROW_CRASH, 0, 1000, 0, -1000},  {US_ROW_TIMEOUT, 0, 1000, 0, -1000},
        {US_ROW_NONE, 0, 1000, 0, 0},       {US_ROW_WIN, 5, 0, 2, 1000},
        {US_ROW_WIN, INT32_MAX, 1, 2, 500}, {US_ROW_LOSS, INT32_MAX, 1, 0, -500},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_row row = {.end = rows[i].end, .cycles = rows[i].cycles};
        us_test_row(us_row_ends[rows[i].end]);
        CHECK_INT(us_row_points(&row), rows[i].points);
        CHECK_INT(us_row_margin(&row, rows[i].most), rows[i].margin);
    }
}
