#include "tests/unit/bad_inputs.h"
#include "tests/unit/drawn_arena.h"
#include "tests/unit/test.h"

static const us_domain *domain(void)
{
    static us_domain *shipped;
    if (!shipped)
        REQUIRE(us_domain_load_shipped("arena", &shipped, NULL) == US_OK);
    return shipped;
}

static const char tiny[] =
    "# a map\n"
    "arena 1\n"
    "family tiny\n"
    "difficulty 40\n"
    "loot 10\n"
    "note 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27\n"
    "map\n"
    "########\n"
    "#P..c..#\n"
    "#......#\n"
    "#..$...#\n"
    "#......#\n"
    "#E...g.#\n"
    "#......#\n"
    "########\n"
    "legend\n"
    "P PLAYER 0\n"
    "\n"
    "# those who live there\n"
    "g GUARD 1 aggressive 30 facing 6\n"
    "$ RESOURCE neutral stock 40\n"
    "E EXIT neutral\n";

TEST(a_map_is_read_as_it_is_written)
{
    ar_map *map = NULL, *back = NULL;
    US_AUTOSTR(text);
    REQUIRE(ar_map_parse("t", tiny, strlen(tiny), domain(), &map, NULL) == US_OK);
    CHECK(map->width == 8 && map->height == 8 && map->difficulty == 40 && map->loot == 10);
    CHECK_STR(map->family, "tiny");
    CHECK_STR(map->note, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27");
    const ar_kind *guard = &map->kind[map->stands[5 * 8 + 5] - 1];
    CHECK(guard->symbol == 'g' && guard->owner == 1);
    CHECK_INT(guard->attribute[us_domain_find_attribute(domain(), "aggressive")], 30);
    CHECK_INT(guard->attribute[us_domain_find_attribute(domain(), "magazine")],
              8); /* of its type */
    CHECK_STR(domain()->terrain[map->terrain[8 + 4]].name, "cover");
    CHECK_STR(domain()->terrain[map->terrain[8 + 1]].name, "floor");
    ar_map_print(map, domain(), &text);
    REQUIRE(ar_map_parse("t", text.text, text.length, domain(), &back, NULL) == US_OK);
    CHECK_HASH(back->hash, map->hash);
    ar_map_free(map);
    ar_map_free(back);
}

TEST(faults_of_a_map_are_refused_with_their_place)
{
    static const us_mutation rows[] = {
        {"arena 1", "arena 2", "2:1: expected 'arena 1'"},
        {"family tiny", "family ti/ny", "3:10: expected a family of letters, digits, - and _"},
        {"family tiny", "family", "3:7: the line ends, expected a family"},
        {"difficulty 40", "difficulty 101",
         "4:12: found '101', expected a difficulty from 0 to 100"},
        {"difficulty 40", "hardness 40",
         "4:1: found 'hardness', expected family, difficulty, loot"},
        {"loot 10\n", "loot 10\nloot 10\n", "6:1: found loot a second time, expected it once"},
        {"loot 10\n", "", "6:1: found map, expected loot before it"},
        {"loot 10", "loot 10 20", "5:9: found '20', expected the end of the line"},
        {"note 1 2", "note 1 \x01 2", "6:8: found a control character"},
        {"#......#", "#.....#", "10:1: found a row of 7 cells, expected rows of one width"},
        {"########\nlegend", "legend", "15:1: found 7 rows, expected at least 8"},
        {"legend\n", "", "16:1: found a row of 10 cells, expected"},
        {"#P..c", "#P.?c", "9:4: found a symbol that is no terrain and not in the legend"},
        {"P PLAYER 0", "P PLAYER 1", "17:10: found '1', expected a seat from 0 to 0"},
        {"P PLAYER 0", "P PLAYR 0", "17:3: found 'PLAYR', expected a type of the domain, such as"},
        {"P PLAYER 0", "P ALIVE 0", "17:3: found ALIVE, expected a character or a thing"},
        {"P PLAYER 0", "P BODY neutral", "17:3: found BODY, expected a character or a thing"},
        {"P PLAYER 0", "PP PLAYER 0", "17:1: found 'PP', expected a symbol"},
        {"P PLAYER 0", "c PLAYER 0", "17:1: found 'c', the symbol of a terrain, expected another"},
        {"g GUARD", "P GUARD", "20:1: found 'P' a second time, expected it once"},
        {"aggressive 30", "aggressive 130",
         "20:22: found '130', expected aggressive from 0 to 100"},
        {"aggressive 30", "bravery 30", "20:11: found 'bravery', expected an attribute"},
        {"facing 6", "aggressive 6", "20:25: found aggressive a second time, expected it once"},
        {"facing 6", "hit_points 101", "20:36: found '101', expected hit_points from 1 to 100"},
        {"facing 6", "facing", "20:31: the line ends, expected facing"},
        {"$ RESOURCE neutral", "$ RESOURCE 1", "21:12: found '1', expected neutral"},
        {"#P..c", "#...c", "15:1: found nobody of seat 0, expected a character of each seat"},
    };
    US_AUTOSTR(text);
    US_AUTOSTR(said);
    for (int r = 0; r < US_COUNT(rows); r++) {
        us_error err = {0};
        ar_map *map = NULL;
        us_test_row(rows[r].put);
        REQUIRE(us_mutate(tiny, &rows[r], &text));
        CHECK_INT(ar_map_parse("t", text.text, text.length, domain(), &map, &err), US_BAD_INPUT);
        CHECK(!map);
        if (!us_error_has_message(&err, rows[r].message, &said))
            FAIL("%s, expected %s", said.text, rows[r].message);
    }
}

TEST(what_the_visitor_cannot_reach_is_a_fault)
{
    static const us_mutation rows[] = {
        {"#P..c", "#P#.c", ""},
        {"#P..c..#\n#......#", "#P#.c..#\n###....#",
         "no way leads the visitor to RESOURCE at 3 3\nno way leads the visitor to EXIT at 1 5\n"
         "no way leads the visitor to GUARD at 5 5\n"
         "the visitor is asked for loot, and reaches no exit to bring it to\n"
         "the visitor is asked for more loot than it can reach\n"},
        {"#E", "#.", "the visitor is asked for loot, and reaches no exit to bring it to\n"},
        {"stock 40", "stock 9", "the visitor is asked for more loot than it can reach\n"},
        {"loot 10", "loot 0", ""},
    };
    US_AUTOSTR(text);
    US_AUTOSTR(said);
    for (int r = 0; r < US_COUNT(rows); r++) {
        ar_map *map = NULL;
        REQUIRE(us_mutate(tiny, &rows[r], &text));
        REQUIRE(ar_map_parse("t", text.text, text.length, domain(), &map, NULL) == US_OK);
        us_str_reset(&said);
        CHECK_INT(ar_map_print_faults(map, domain(), &said) > 0, rows[r].message[0] != '\0');
        CHECK_STR(said.text, rows[r].message);
        ar_map_free(map);
    }
}

TEST(each_family_and_size_gives_sound_maps)
{
    static const int sizes[] = {16, 24, 48, 96, 256};
    US_AUTOSTR(text);
    for (int f = 0; ar_map_families[f].name; f++) {
        for (int s = 0; s < US_COUNT(sizes); s++) {
            us_map_request request = {ar_map_families[f].name, sizes[s], (uint64_t)s + 1,
                                      US_MAP_UNFAIR};
            ar_map *map = NULL, *again = NULL, *back = NULL;
            us_test_row(request.family);
            REQUIRE(ar_map_generate(domain(), &request, &map, NULL) == US_OK);
            REQUIRE(ar_map_generate(domain(), &request, &again, NULL) == US_OK);
            CHECK_HASH(again->hash, map->hash);
            us_str_reset(&text);
            CHECK_INT(ar_map_print_faults(map, domain(), &text), 0);
            ar_map_print(map, domain(), &text);
            REQUIRE(ar_map_parse("t", text.text, text.length, domain(), &back, NULL) == US_OK);
            CHECK_HASH(back->hash, map->hash);
            ar_map_free(map);
            ar_map_free(again);
            ar_map_free(back);
        }
    }
}

TEST(a_size_or_family_that_is_none_is_refused)
{
    us_map_request request = {"rooms", 20, 1, US_MAP_UNFAIR};
    ar_map *map = NULL;
    us_error err = {0};
    CHECK_INT(ar_map_generate(domain(), &request, &map, &err), US_BAD_INPUT);
    CHECK_STR(err.text, "found size 20, expected a multiple of 8 from 16 to 256");
    request = (us_map_request){"cellar", 32, 1, US_MAP_UNFAIR};
    CHECK_INT(ar_map_generate(domain(), &request, &map, &err), US_BAD_INPUT);
    CHECK_STR(err.text, "found family 'cellar', expected rooms, hall or maze");
}

TEST(a_domain_that_lacks_what_the_arena_needs_is_refused)
{
    ar_words words;
    US_AUTOPTR(us_domain) other = NULL;
    us_error err = {0};
    REQUIRE(us_domain_load_shipped("skirmish", &other, NULL) == US_OK);
    CHECK_INT(ar_words_find(other, &words, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "the arena needs the status \"sneaking\"");
}

TEST(ranges_beyond_the_rules_are_refused)
{
    static const struct {
        const char *name;
        int low, high;
        const char *said;
    } row[] = {
        {"facing", 0, 2000000000, "\"facing\" from 0 to 7, found 0 to 2000000000"},
        {"facing", -1000000, 7, "\"facing\" from 0 to 7, found -1000000 to 7"},
        {"strength", 0, INT32_MAX, "\"strength\" from 0 to 2, found 0 to 2147483647"},
        {"alarm", 0, INT32_MAX, "\"alarm\" from 0 to 100, found 0 to 2147483647"},
        {"alarm", 0, 50, "\"alarm\" from 0 to 100, found 0 to 50"},
        {"rounds", 0, INT32_MAX, "\"rounds\" from 0 to at most 1000000, found 0 to 2147483647"},
    };
    ar_words words;
    us_domain other = *domain();
    CHECK_INT(ar_words_find(&other, &words, NULL), US_OK);
    for (int i = 0; i < US_COUNT(row); i++) {
        us_error err = {0};
        us_attribute *attribute = &other.attribute[us_domain_find_attribute(domain(), row[i].name)],
                     old = *attribute;
        attribute->low = row[i].low;
        attribute->high = row[i].high;
        CHECK_INT(ar_words_find(&other, &words, &err), US_BAD_INPUT);
        CHECK_CONTAINS(err.text, row[i].said);
        *attribute = old;
    }
}

TEST(a_type_with_a_byte_of_zero_in_it_is_none)
{
    static const char text[] =
        "arena 1\nfamily hall\ndifficulty 50\nloot 0\nmap\nP.......\n........\n"
        "........\n........\n........\n........\n........\n.......g\n"
        "legend\nP PLAYER\0junk 0\ng GUARD 1\n";
    ar_map *map = NULL;
    us_error err = {0};
    CHECK_INT(ar_map_parse("m", text, sizeof text - 1, domain(), &map, &err), US_BAD_INPUT);
    CHECK_INT(err.line, 15);
    CHECK_CONTAINS(err.text, "expected a type of the domain");
}
