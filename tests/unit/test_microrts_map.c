#include <string.h>

#include "base/file.h"
#include "tests/unit/bad_inputs.h"
#include "tests/unit/imports.h"
#include "tests/unit/microrts_rows.h"

static const char tiny[] = "# a map\n"
                           "microrts 1\n"
                           "note a small one\n"
                           "resources 5 7\n"
                           "map\n"
                           "R.#..\n"
                           ".BW..\n"
                           "..wb.\n"
                           "..#.R\n"
                           "legend\n"
                           "w Worker 1 resources 1\n"
                           "\n"
                           "# the rest\n"
                           "R Resource neutral resources 20\n"
                           "W Worker 0\n"
                           "B Base 0 hit_points 3\n"
                           "b Base 1\n";

static mr_map *parse(const char *text)
{
    mr_map *map = NULL;
    us_error err = {0};
    if (mr_map_parse("t", text, strlen(text), microrts_rows_table(), &map, &err) != US_OK)
        FAIL("%d:%d: %s", err.line, err.column, err.text);
    REQUIRE(map);
    return map;
}

TEST(a_map_is_read_as_it_is_written)
{
    mr_map *map = parse(tiny);
    US_AUTOSTR(text);
    CHECK(map->width == 5 && map->height == 4 && map->count == 6);
    CHECK(map->resources[0] == 5 && map->resources[1] == 7);
    CHECK_STR(map->note, "a small one");
    CHECK(map->wall[2] && map->wall[3 * 5 + 2] && !map->wall[0]);
    const mr_unit *u = map->unit; /* in the order of the legend, then row by row */
    CHECK(u[0].type == microrts_rows_type("Worker") && u[0].player == 1 && u[0].resources == 1);
    CHECK(u[1].type == microrts_rows_type("Resource") && u[1].player == MR_NEUTRAL && u[1].x == 0);
    CHECK(u[2].x == 4 && u[2].y == 3 && u[2].resources == 20 && u[2].hit_points == 1);
    CHECK(u[4].type == microrts_rows_type("Base") && u[4].hit_points == 3);
    CHECK_INT(u[5].hit_points, 10);
    for (int i = 0; i < map->count; i++)
        CHECK_INT(u[i].id, i);
    REQUIRE(mr_map_print(map, microrts_rows_table(), &text));
    US_AUTOPTR(mr_map) back = parse(text.text);
    CHECK_HASH(back->hash, map->hash);
    CHECK_STR(back->note, map->note);
    mr_map_free(map);
}

TEST(faults_of_a_map_are_refused_with_their_place)
{
    static const us_mutation rows[] = {
        {"microrts 1", "microrts 2", "2:1: expected 'microrts 1'"},
        {"note a", "notes a", "3:1: found 'notes', expected note, resources or map, each once"},
        {"resources 5 7", "note again", "4:1: found 'note', expected note, resources or map"},
        {"resources 5 7", "resources 5", "4:12: the line ends, expected an amount"},
        {"resources 5 7", "resources 5 -7", "4:13: found '-7', expected an amount from 0 to"},
        {"resources 5 7", "resources 5 7 9", "4:15: found '9', expected the end of the line"},
        {"resources 5 7\n", "", "4:1: found map, expected resources before it"},
        {".BW..", ".BW.", "7:1: found a row of 4 cells, expected rows of one width from 1 to 128"},
        {"legend\n", "", "10:1: found a row of 22 cells, expected rows of one width"},
        {".BW..", ".BQ..", "7:3: found a symbol that is not in the legend"},
        {"w Worker 1", "ww Worker 1", "11:1: found 'ww', expected a symbol other than . and #"},
        {"w Worker 1", "# Worker 1", "8:3: found a symbol that is not in the legend"},
        {"w Worker 1", "\x01 Worker 1", "11:1: found '\\x01', expected a symbol other than"},
        {"w Worker 1", ". Worker 1", "11:1: found '.', expected a symbol other than"},
        {"W Worker 0", "R Worker 0", "15:1: found 'R' a second time, expected it once"},
        {"W Worker 0", "W Wroker 0", "15:3: found 'Wroker', expected a type of the table"},
        {"W Worker 0", "W Worker", "15:9: the line ends, expected a player or neutral"},
        {"W Worker 0", "W Worker 2", "15:10: found '2', expected neutral or a player from 0 to 1"},
        {"hit_points 3", "hit_points 0", "16:21: found '0', expected an amount from 1 to"},
        {"hit_points 3", "points 3",
         "16:10: found 'points', expected resources or hit_points, each once"},
        {"resources 1\n", "resources 1 resources 2\n",
         "11:24: found 'resources', expected resources or hit_points, each once"},
        {"resources 1\n", "resources\n", "11:21: the line ends, expected an amount"},
        {".BW..", ".....", "9:1: found nobody of player 0, expected somebody of each"},
    };
    US_AUTOSTR(text);
    US_AUTOSTR(said);
    for (int r = 0; r < US_COUNT(rows); r++) {
        us_error err = {0};
        mr_map *map = NULL;
        us_test_row(rows[r].put);
        REQUIRE(us_mutate(tiny, &rows[r], &text));
        CHECK_INT(mr_map_parse("t", text.text, text.length, microrts_rows_table(), &map, &err),
                  US_BAD_INPUT);
        CHECK(!map);
        if (!us_error_has_message(&err, rows[r].message, &said))
            FAIL("%s, expected %s", said.text, rows[r].message);
    }
}

TEST(a_side_has_from_1_to_128_cells)
{
    US_AUTOSTR(text);
    for (int width = 0; width <= MR_SIDE_MAX + 1; width++) {
        US_AUTOPTR(mr_map) map = NULL;
        us_str_reset(&text);
        us_str_add(&text, "microrts 1\nresources 0 0\nmap\n");
        for (int y = 0; y < 2; y++) {
            for (int x = 0; x < width; x++)
                us_str_add_char(&text, x ? '.' : y ? 'w' : 'W');
            us_str_add_char(&text, '\n');
        }
        us_str_add(&text, "legend\nW Worker 0\nw Worker 1\n");
        us_status status =
            mr_map_parse("t", text.text, text.length, microrts_rows_table(), &map, NULL);
        CHECK_INT(status, width >= 1 && width <= MR_SIDE_MAX ? US_OK : US_BAD_INPUT);
    }
}

/* ---- the game's XML */

static const char xml[] =
    "<rts.PhysicalGameState width='4' height='2'>\n"
    "  <terrain>00010000</terrain>\n"
    "  <players>\n"
    "    <rts.Player ID='0' resources='5'>\n"
    "    </rts.Player>\n"
    "    <rts.Player ID='1' resources='0'></rts.Player>\n"
    "  </players>\n"
    "  <units>\n"
    "    <rts.units.Unit type='Base' ID='9' player='1' x='2' y='1' resources='0' hitpoints='7' >\n"
    "    </rts.units.Unit>\n"
    "    <rts.units.Unit type='Worker' ID='4' player='0' x='0' y='0' resources='1' "
    "hitpoints='1'/>\n"
    "  </units>\n"
    "</rts.PhysicalGameState>\n";

static us_status read_xml(const char *text, mr_map **out, us_error *err)
{
    return mr_map_read_xml("t", text, strlen(text), microrts_rows_table(), out, err);
}

TEST(the_xml_of_the_game_keeps_ids_and_order)
{
    US_AUTOSTR(text);
    mr_map *map = NULL;
    US_AUTOPTR(mr_map) back = NULL;
    REQUIRE(read_xml(xml, &map, NULL) == US_OK);
    CHECK(map->width == 4 && map->height == 2 && map->wall[3] && map->count == 2);
    CHECK(map->resources[0] == 5 && map->resources[1] == 0);
    CHECK(map->unit[0].id == 9 && map->unit[0].hit_points == 7 && map->unit[0].player == 1);
    CHECK(map->unit[1].id == 4 && map->unit[1].resources == 1 && map->unit[1].x == 0);
    mr_map_print_xml(map, microrts_rows_table(), &text);
    REQUIRE(read_xml(text.text, &back, NULL) == US_OK);
    CHECK_HASH(back->hash, map->hash);
    mr_state *state = mr_state_new(map, microrts_rows_table());
    CHECK_INT(state->core->next_id, 10);
    CHECK_INT(mr_state_find(state, 4), 1);
    CHECK_INT(mr_state_find(state, 5), MR_NONE);
    CHECK_INT(mr_state_find(state, 0), MR_NONE);
    mr_state_free(state);
    mr_map_free(map);
}

TEST(faults_of_the_xml_are_refused_with_their_place)
{
    static const us_mutation rows[] = {
        {"width='4'", "width='0'", "1:1: found width='0', expected a number from 1 to 128"},
        {"width='4'", "width='129'", "1:1: found width='129', expected a number from 1 to 128"},
        {"width='4' ", "", "1:1: found <rts.PhysicalGameState> without width"},
        {"<rts.PhysicalGameState ", "<html ", "1:1: found <html>, which is no part of a map"},
        {"<rts.PhysicalGameState ", "<!DOCTYPE x [<!ENTITY y 'z'>]><rts.PhysicalGameState ",
         "1:13: found a document type, expected none"},
        {"00010000", "0001000", "2:19: found a terrain of 7 cells, expected 8"},
        {"00010000", "000100000", "2:20: found more terrain, expected 8 cells"},
        {"00010000", "0001A000", "2:16: found text, expected 0 or 1 per cell"},
        {"<players>", "<players>five", "3:12: found text, expected elements only"},
        {"ID='0' resources='5'", "ID='1' resources='5'",
         "4:5: found ID='1', expected a number from 0 to 0"},
        {"resources='0'></rts.Player>", "resources='0'/><rts.Player ID='2' resources='1'/>",
         "6:39: found one more player, expected two"},
        {"    <rts.Player ID='1' resources='0'></rts.Player>\n", "",
         "13:1: found one player, expected two"},
        {"<units>", "<bits>", "8:3: found <bits>, which is no part of a map"},
        {"type='Base'", "type='Bays'", "9:5: found type='Bays', expected a type of the table"},
        {"ID='9'", "ID='4294967296'", "9:5: found ID='4294967296', expected a number from 0"},
        {"ID='9'", "ID='4'", "14:1: found unit 4 a second time, expected it once"},
        {"player='1'", "player='2'", "9:5: found player='2', expected a number from -1 to 1"},
        {"player='1'", "player='0'", "14:1: found nobody of player 1, expected somebody of each"},
        {"player='0' x", "player='1' x",
         "14:1: found nobody of player 0, expected somebody of each"},
        {"x='2'", "x='4'", "9:5: found x='4', expected a number from 0 to 3"},
        {"x='2' y='1'", "x='3' y='0'", "14:1: found unit 9 on a wall, at 3,0"},
        {"x='2' y='1'", "x='0' y='0'", "11:5: found a second unit at 0,0, expected one"},
        {"hitpoints='7'", "hitpoints='0'", "9:5: found hitpoints='0', expected a number from 1"},
        {"hitpoints='7'", "hp='7'", "9:5: found an attribute hp of <rts.units.Unit>"},
        {"hitpoints='7' ", "", "9:5: found <rts.units.Unit> without hitpoints"},
        {"  </units>", "", "13:3: expected a map of microRTS: mismatched tag"},
        {"<units>", "<terrain>", "8:3: found <terrain> a second time, expected it once"},
    };
    US_AUTOSTR(text);
    US_AUTOSTR(said);
    for (int r = 0; r < US_COUNT(rows); r++) {
        us_error err = {0};
        mr_map *map = NULL;
        us_test_row(rows[r].put);
        REQUIRE(us_mutate(xml, &rows[r], &text));
        CHECK_INT(read_xml(text.text, &map, &err), US_BAD_INPUT);
        CHECK(!map);
        if (!us_error_has_message(&err, rows[r].message, &said))
            FAIL("%s, expected %s", said.text, rows[r].message);
    }
}

/* What would be too much is refused before it is made. */
TEST(a_long_text_is_no_map)
{
    US_AUTOSTR(text);
    us_error err = {0};
    mr_map *map = NULL;
    us_str_add(&text, xml);
    while (text.length <= 1 << 20)
        us_str_add(&text, "                                                                \n");
    CHECK_INT(read_xml(text.text, &map, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "expected at most 1048576");
}

TEST(more_kinds_than_a_legend_has_rows_are_not_printed)
{
    mr_unit unit[MR_LEGEND_MAX + 1] = {{0}};
    uint8_t wall[MR_LEGEND_MAX + 1] = {0};
    mr_map map = {.width = MR_LEGEND_MAX + 1, .height = 1, .wall = wall, .unit = unit};
    US_AUTOSTR(text);
    for (int i = 0; i <= MR_LEGEND_MAX; i++)
        unit[map.count++] = (mr_unit){.id = i, .resources = i, .hit_points = 1, .x = (int16_t)i};
    CHECK(!mr_map_print(&map, microrts_rows_table(), &text));
    CHECK_INT(text.length, 0);
    map.count = MR_LEGEND_MAX;
    CHECK(mr_map_print(&map, microrts_rows_table(), &text));
}

/* ---- fairness, and what ships */

TEST(a_map_is_fair_when_it_is_the_same_for_both)
{
    static const struct {
        const char *rows, *resources, *how;
    } maps[] = {
        {"W.#.\n.#.w\n", "5 5", "turned"},
        {"W.#.\n.#.w\n", "5 6", NULL},
        {"W#.\n..w\n", "5 5", NULL},
        {"W..w\n.#..\n", "5 5", NULL},
        {"W..w\n.##.\n", "5 5", "mirrored"},
        {"W.\n.#\nw.\n", "5 5", "mirrored"},
        {".W.\nw#.\n..R\n", "5 5", "mirrored"},
        {".W.\n.#w\nR..\n", "5 5", "mirrored"},
        {".W.\n.#w\n...\n", "5 5", "mirrored"},
        {".W.\n.#.\nwR.\n", "5 5", NULL},
    };
    US_AUTOSTR(text);
    for (int m = 0; m < US_COUNT(maps); m++) {
        us_test_row(maps[m].rows);
        us_str_reset(&text);
        us_str_addf(&text, "microrts 1\nresources %s\nmap\n%slegend\nW Worker 0\nw Worker 1\n",
                    maps[m].resources, maps[m].rows);
        us_str_add(&text, "R Resource neutral\n");
        US_AUTOPTR(mr_map) map = parse(text.text);
        CHECK_STR(mr_map_find_symmetry(map), maps[m].how);
    }
}

TEST(shipped_maps_are_fair_and_as_they_are_printed)
{
    US_AUTO(us_names_free) us_names names = {0};
    US_AUTOSTR(path);
    US_AUTOSTR(text);
    REQUIRE(us_data_find_domain_file("microrts", "maps/", &path, NULL) == US_OK);
    REQUIRE(us_file_list(path.text, ".map", &names, NULL) == US_OK);
    CHECK(names.count >= 12);
    for (int i = 0; i < names.count; i++) {
        mr_map *map = NULL;
        US_AUTOPTR(mr_map) back = NULL;
        US_AUTOFREE char *bytes = NULL;
        size_t length = 0;
        us_test_row(names.name[i]);
        us_str_reset(&path);
        REQUIRE(us_data_find_domain_file("microrts", "maps/", &path, NULL) == US_OK);
        us_str_add(&path, names.name[i]);
        REQUIRE(us_file_read(path.text, 1 << 20, &bytes, &length, NULL) == US_OK);
        REQUIRE(mr_map_parse(path.text, bytes, length, microrts_rows_table(), &map, NULL) == US_OK);
        CHECK(mr_map_find_symmetry(map) != NULL);
        CHECK(map->note[0]);
        us_str_reset(&text);
        REQUIRE(mr_map_print(map, microrts_rows_table(), &text));
        CHECK_STR(bytes, text.text);
        us_str_reset(&text);
        mr_map_print_xml(map, microrts_rows_table(), &text);
        REQUIRE(read_xml(text.text, &back, NULL) == US_OK);
        CHECK_HASH(back->hash, map->hash);
        mr_map_free(map);
    }
}

TEST(maps_of_the_game_are_read)
{
    static const char *const name[] = {"NoWhereToRun9x8", "basesWorkers16x16", "basesWorkers16x16A",
                                       "basesWorkers24x24A", "basesWorkers8x8A"};
    US_AUTOSTR(path);
    US_AUTOSTR(sample);
    for (int i = 0; i < US_COUNT(name); i++) {
        US_AUTOFREE char *bytes = NULL;
        size_t length = 0;
        US_AUTOPTR(mr_map) map = NULL;
        us_str_reset(&sample);
        us_str_addf(&sample, "microrts/maps/%s.xml", name[i]);
        us_str_reset(&path);
        if (!us_sample(sample.text, &path)) {
            us_test_skip("no samples beside the checkout");
            break;
        }
        us_test_row(name[i]);
        REQUIRE(us_file_read(path.text, 1 << 20, &bytes, &length, NULL) == US_OK);
        CHECK_INT(mr_map_read_xml(path.text, bytes, length, microrts_rows_table(), &map, NULL),
                  US_OK);
        CHECK(map && mr_map_find_symmetry(map) != NULL);
    }
}
