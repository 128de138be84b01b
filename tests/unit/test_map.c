#include "base/file.h"
#include "game/map_reader.h"
#include "game/skirmish/map/map.h"
#include "tests/unit/map_edit.h"
#include "tests/unit/test.h"

#include <string.h>

/* A map of 24 x 24 in pieces, so that a test can say each line. */
static const char *const head = "understudy map 1\n"
                                "name tiny\n"
                                "family plain\n"
                                "size 24 24\n"
                                "fair no\n"
                                "note a small one\n"
                                "seat 0 human gold 2500 oil 0\n"
                                "seat 1 orc\n"
                                "entity gold-mine neutral 1 10 stock 5000\n"
                                "entity town-hall 0 8 8\n"
                                "entity peasant 0 7 9\n"
                                "entity peon 1 20 20\n"
                                "terrain\n";
enum { HEAD_LINES = 13, SIDE = 24 };

/* The ground is grass but for trees at 0 0, walls along the second row, water at 23 23. */
static void add_ground(us_str *out)
{
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++)
            us_str_add_char(out, y == 1 ? '#' : x + y == 0 ? 'T' : x + y == 46 ? '~' : '.');
        us_str_add_char(out, '\n');
    }
}

static void tiny(us_str *out)
{
    us_str_reset(out);
    us_str_add(out, head);
    add_ground(out);
}

TEST(a_map_is_read_as_it_is_written)
{
    const us_domain *domain = map_edit_domain();
    US_AUTOSTR(text);
    tiny(&text);
    us_error err = {0};
    US_AUTOPTR(sk_map) map = map_edit_parse(text.text, &err);
    CHECK_STR(err.text, "");
    CHECK(map != NULL);
    if (map) {
        CHECK_STR(map->name, "tiny");
        CHECK_STR(map->family, "plain");
        CHECK_STR(map->note, "a small one");
        CHECK_INT(map->width, 24);
        CHECK_INT(map->height, 24);
        CHECK_INT(map->seats, 2);
        CHECK(!map->fair);
        CHECK_INT(map->faction[1], us_domain_find_faction(domain, "orc"));
        CHECK_INT(map->start[0][us_domain_find_resource(domain, "gold")], 2500);
        CHECK_INT(map->start[0][us_domain_find_resource(domain, "wood")], -1);
        CHECK_INT(map->start[0][us_domain_find_resource(domain, "oil")], 0);
        CHECK_INT(map->start[1][us_domain_find_resource(domain, "gold")], -1);
        CHECK_INT(map->entity_count, 4);
        CHECK_INT(map->entity[0].owner, US_NEUTRAL);
        CHECK_INT(map->entity[0].stock, 5000);
        CHECK_INT(map->entity[1].type, map_edit_type("town-hall"));
        CHECK_INT(map->entity[3].x, 20);
        CHECK_INT(map->terrain[0], us_domain_find_terrain(domain, "forest"));
        CHECK_INT(map->terrain[24], us_domain_find_terrain(domain, "wall"));
        CHECK_INT(map->terrain[24 * 24 - 1], us_domain_find_terrain(domain, "water"));
    }
}

static void check_round_trip(const char *text)
{
    US_AUTOSTR(printed);
    US_AUTOSTR(again);
    us_error err = {0};
    US_AUTOPTR(sk_map) map = map_edit_parse(text, &err);
    CHECK_STR(err.text, "");
    if (map) {
        sk_map_print(map, map_edit_domain(), &printed);
        US_AUTOPTR(sk_map) back = map_edit_parse(printed.text, &err);
        CHECK_STR(err.text, "");
        if (back) {
            sk_map_print(back, map_edit_domain(), &again);
            CHECK_STR(again.text, printed.text);
            CHECK(back->hash == map->hash);
            CHECK_STR(back->note, map->note);
            CHECK(back->fair == map->fair);
        }
    }
}

TEST(printing_and_parsing_give_the_same_map)
{
    US_AUTOSTR(text);
    tiny(&text);
    check_round_trip(text.text);
    US_AUTOPTR(sk_map) plain = map_edit_plain();
    us_str_reset(&text);
    sk_map_print(plain, map_edit_domain(), &text);
    check_round_trip(text.text);
}

/* The n-th line of the head, from 1, gives way to another. */
static void change_line(us_str *out, int line, const char *put)
{
    us_str_reset(out);
    const char *at = head;
    for (int n = 1; n <= HEAD_LINES; n++) {
        const char *end = strchr(at, '\n') + 1;
        if (n == line)
            us_str_addf(out, "%s%s", put, *put ? "\n" : "");
        else
            us_str_add_bytes(out, at, (size_t)(end - at));
        at = end;
    }
    add_ground(out);
}

static void check_message(const char *text, const char *message)
{
    us_error err = {0};
    char said[900];
    US_AUTOPTR(sk_map) map = map_edit_parse(text, &err);
    CHECK(map == NULL);
    CHECK_INT(err.status, US_BAD_INPUT);
    CHECK_STR(us_error_print(&err, said, sizeof said), message);
}

static const struct {
    int line;
    const char *put, *message;
} bad_lines[] = {
    {1, "understudy map 2", "test.map:1:1: expected 'understudy map 1'"},
    {1, "", "test.map:1:1: expected 'understudy map 1'"},
    {2, "name", "test.map:2:5: the line ends, expected a name"},
    {2, "name a b", "test.map:2:8: found 'b', expected the end of the line"},
    {2, "name a/b", "test.map:2:7: expected a name of letters, digits, - and _"},
    {2, "name 0123456789012345678901234567890123456789012345678901234567890123",
     "test.map:2:6: found a name of 64 letters, expected at most 63"},
    {2, "", "test.map:12:1: found terrain, expected name before it"},
    {3, "name twice", "test.map:3:1: found name a second time, expected it once"},
    {3, "famly plain",
     "test.map:3:1: found 'famly', expected name, family, size, fair, start, note, seat, entity "
     "or terrain"},
    {3, "", "test.map:12:1: found terrain, expected family before it"},
    {4, "size 23 24", "test.map:4:6: found '23', expected a width from 24 to 256"},
    {4, "size 24 257", "test.map:4:9: found '257', expected a height from 24 to 256"},
    {4, "size 24", "test.map:4:8: the line ends, expected a height"},
    {4, "size 24 24 24", "test.map:4:12: found '24', expected the end of the line"},
    {4, "", "test.map:12:1: found terrain, expected size before it"},
    {5, "fair perhaps", "test.map:5:6: found 'perhaps', expected yes or no"},
    {5, "start", "test.map:5:6: the line ends, expected a kind of start"},
    {5, "start camp", "test.map:5:7: found start 'camp', expected hall or nomad"},
    {5, "start nomad now", "test.map:5:13: found 'now', expected the end of the line"},
    {5, "start nomad\nstart nomad", "test.map:6:1: found start a second time, expected it once"},
    {5, "start hall",
     "test.map:5:7: found start hall, expected nomad: a seat below has workers and no hall"},
    {6, "note", "test.map:6:5: the line ends, expected a text"},
    {6, "note caf\303\251 \002b",
     "test.map:6:11: found a control character or no UTF-8, expected plain text"},
    {6, "note a\002b", "test.map:6:7: found a control character or no UTF-8, expected plain text"},
    {7, "seat 1 human", "test.map:7:6: found '1', expected the next seat from 0 to 0"},
    {7, "seat 0 elf", "test.map:7:8: found 'elf', expected a faction: human, orc"},
    {7, "seat 0 human stone 5",
     "test.map:7:14: found 'stone', expected a resource: gold, wood, oil"},
    {7, "seat 0 human gold", "test.map:7:18: the line ends, expected an amount"},
    {7, "seat 0 human gold -1", "test.map:7:19: found '-1', expected an amount from 0 to 1000000"},
    {7, "seat 0 human gold 1 gold 2", "test.map:7:21: found gold a second time, expected it once"},
    {8, "", "test.map:11:13: found '1', expected a seat from 0 to 0"},
    {9, "entity silver-mine neutral 1 10 stock 5000",
     "test.map:9:8: found 'silver-mine', expected a type of the domain"},
    {9, "entity building neutral 1 10",
     "test.map:9:8: found building, expected a unit, a building or a resource"},
    {9, "entity sword-1 0 1 10",
     "test.map:9:8: found sword-1, expected a unit, a building or a resource"},
    {9, "entity gold-mine 0 1 10 stock 5000",
     "test.map:9:18: found '0', expected neutral: gold-mine is a resource"},
    {9, "entity gold-mine neutral 1 10",
     "test.map:9:30: the line ends, expected stock and its "
     "amount"},
    {9, "entity gold-mine neutral 1 10 gold 5", "test.map:9:31: found 'gold', expected stock"},
    {9, "entity gold-mine neutral 1 10 stock 0",
     "test.map:9:37: found '0', expected an amount from 1 to 1000000"},
    {9, "entity gold-mine neutral 1 x stock 5",
     "test.map:9:28: found 'x', expected y from 0 to "
     "255"},
    {9, "entity gold-mine neutral 22 10 stock 5000",
     "test.map:9:26: gold-mine at 22 10, 3 x 3 cells: expected it whole on the map of 24 x 24"},
    {10, "entity town-hall neutral 8 8",
     "test.map:10:18: found 'neutral', expected a seat from 0 to 1"},
    {10, "entity town-hall 2 8 8", "test.map:10:18: found '2', expected a seat from 0 to 1"},
    {10, "entity great-hall 0 8 8",
     "test.map:10:8: great-hall is of orc, expected a type of human, as seat 0 is"},
    {10, "entity town-hall 0 8", "test.map:10:21: the line ends, expected y"},
    {10, "entity town-hall 0 8 8 stock 5",
     "test.map:10:24: found 'stock', expected the end of the "
     "line"},
    {10, "entity town-hall 0 8 21",
     "test.map:10:20: town-hall at 8 21, 4 x 4 cells: expected it whole on the map of 24 x 24"},
    {10, "entity town-hall 0 2 8",
     "test.map:10:20: town-hall at 2 8 overlaps gold-mine at 1 10, expected free cells"},
    {10, "entity town-hall 0 4 0",
     "test.map:10:20: town-hall at 4 0 is on wall at 4 1, expected ground that carries it"},
    {11, "entity peasant 0 0 0",
     "test.map:11:18: peasant at 0 0 is on forest at 0 0, expected ground that carries it"},
    {11, "entity peasant 0 11 11",
     "test.map:11:18: peasant at 11 11 overlaps town-hall at 8 8, expected free cells"},
    {12, "entity peon 1 23 23",
     "test.map:12:15: peon at 23 23 is on water at 23 23, expected ground that carries it"},
    {12, "entity peon 1 7 9",
     "test.map:12:15: peon at 7 9 overlaps peasant at 7 9, expected free cells"},
    {12, "entity peon 1 250 9",
     "test.map:12:15: peon at 250 9, 1 x 1 cells: expected it whole on the map of 24 x 24"},
    {13, "terrain now", "test.map:13:9: found 'now', expected the end of the line"},
    {13, "",
     "test.map:13:1: found 'T.......................', expected name, family, size, fair, "
     "start, note, seat, entity or terrain"},
};

TEST(a_bad_line_is_refused_with_its_place)
{
    US_AUTOSTR(text);
    for (int i = 0; i < US_COUNT(bad_lines); i++) {
        us_test_row(bad_lines[i].put);
        change_line(&text, bad_lines[i].line, bad_lines[i].put);
        check_message(text.text, bad_lines[i].message);
    }
}

TEST(bad_ground_is_refused_with_its_place)
{
    US_AUTOSTR(text);
    tiny(&text);
    size_t ground = strlen(head);
    text.text[ground + 5 * (SIDE + 1) + 3] = 'x';
    check_message(text.text,
                  "test.map:19:4: found 'x', expected a terrain's symbol: . , : = s r T # ^ ~");
    text.text[ground + 5 * (SIDE + 1) + 3] = '\0';
    us_error err = {0};
    sk_map *map = NULL;
    sk_map_parse("test.map", text.text, text.length, map_edit_domain(), &map, &err);
    CHECK_STR(err.text,
              "found a byte that is no symbol, expected a terrain's symbol: . , : = s r T # ^ ~");
    tiny(&text);
    us_str_add(&text, "\n.\n");
    check_message(text.text, "test.map:39:1: found '.', expected the end of the map");
    tiny(&text);
    text.text[text.length - 2] = '\n';
    check_message(text.text, "test.map:37:24: row 23 has 23 cells, expected 24");
    tiny(&text);
    text.text[text.length - 1] = '.';
    check_message(text.text, "test.map:37:25: row 23 has 25 cells, expected 24");
    tiny(&text);
    text.text[ground + 10 * (SIDE + 1)] = '\0';
    check_message(text.text, "test.map:24:1: the map ends after 10 rows, expected 24");
    check_message("", "test.map:1:1: the file ends, expected 'understudy map 1'");
    check_message("understudy map 1\n", "test.map:2:1: the file ends, expected terrain");
}

TEST(a_map_cut_short_is_refused)
{
    US_AUTOSTR(text);
    tiny(&text);
    /* the very last line end may be missing */
    for (size_t length = 0; length + 1 < text.length; length++) {
        sk_map *map = NULL;
        us_error err = {0};
        us_status status = sk_map_parse("cut", text.text, length, map_edit_domain(), &map, &err);
        CHECK_INT(status, US_BAD_INPUT);
        CHECK(map == NULL && err.line > 0 && err.text[0]);
    }
}

static us_hash hash_of(const char *text)
{
    us_error err = {0};
    US_AUTOPTR(sk_map) map = map_edit_parse(text, &err);
    CHECK_STR(err.text, "");
    us_hash hash = map ? map->hash : 0;
    return hash;
}

TEST(the_hash_is_of_what_is_played)
{
    static const struct {
        int line;
        const char *put;
        bool same;
    } rows[] = {
        {2, "name other", true},
        {3,
         "# a comment as long as it likes: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n\nfamily "
         "other",
         true},
        {5, "   fair\t yes  ", true},
        {5, "", true},
        {6, "", true},
        {7, "seat 0 human oil 0 gold 2500\r", true},
        {7, "seat 0 human gold 2501 oil 0", false},
        {7, "seat 0 human gold 2500", false},
        {9, "entity gold-mine neutral 1 10 stock 5001", false},
        {9, "entity gold-mine neutral 2 10 stock 5000", false},
        {11, "entity footman 0 7 9", false},
        {11, "", false},
    };
    US_AUTOSTR(text);
    tiny(&text);
    us_hash hash = hash_of(text.text);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].put);
        change_line(&text, rows[i].line, rows[i].put);
        CHECK((hash_of(text.text) == hash) == rows[i].same);
    }
    tiny(&text);
    text.text[strlen(head) + 2] = ',';
    CHECK(hash_of(text.text) != hash);
}

TEST(a_refused_map_leaves_the_output_alone)
{
    US_AUTOPTR(sk_map) map = map_edit_plain();
    sk_map *before = map;
    us_error err = {0};
    CHECK_INT(sk_map_parse("t", "x", 1, map_edit_domain(), &map, &err), US_BAD_INPUT);
    CHECK(map == before);
    CHECK_INT(sk_map_load("no-such-map", map_edit_domain(), &map, &err), US_BAD_INPUT);
    CHECK(map == before);
    CHECK_STR(err.text, "there is no map 'no-such-map', expected one that `game maps` lists or "
                        "a path");
    CHECK(sk_map_load("./no-such.map", map_edit_domain(), &map, &err) != US_OK);
    CHECK(map == before);
    CHECK(sk_map_load("./no-such.map", map_edit_domain(), &map, NULL) != US_OK);
}

TEST(a_map_is_loaded_by_name_or_path)
{
    sk_map *by_name = NULL;
    US_AUTOPTR(sk_map) by_path = NULL;
    us_error err = {0};
    US_AUTOSTR(path);
    us_data_find_domain_file("skirmish", "maps/ridge-1.map", &path, NULL);
    CHECK_INT(sk_map_load("ridge-1", map_edit_domain(), &by_name, &err), US_OK);
    CHECK_INT(sk_map_load(path.text, map_edit_domain(), &by_path, &err), US_OK);
    CHECK_STR(err.text, "");
    if (by_name && by_path) {
        CHECK_STR(by_name->name, "ridge-1");
        CHECK(by_name->hash == by_path->hash);
    }
    sk_map_free(by_name);
}

TEST(too_much_is_refused)
{
    US_AUTOSTR(text);
    us_str_add(&text, "understudy map 1\nname");
    for (int i = 0; i < US_MAP_WORDS_MAX; i++)
        us_str_add(&text, " a");
    check_message(text.text,
                  "test.map:2:196: found more words than any line has: expected at most 96");
    us_str_reset(&text);
    us_str_add(&text, "understudy map 1\n");
    for (int seat = 0; seat <= US_SEATS_MAX; seat++)
        us_str_addf(&text, "seat %d orc\n", seat);
    check_message(text.text, "test.map:10:1: found one more seat, expected at most 8");
    us_str_reset(&text);
    us_str_add(&text, "understudy map 1\nseat 0 orc\n");
    for (int i = 0; i <= SK_MAP_ENTITIES_MAX; i++)
        us_str_addf(&text, "entity peon 0 %d %d\n", i % 24, i / 24);
    check_message(text.text, "test.map:1027:1: found one more entity, expected at most 1024");
}
