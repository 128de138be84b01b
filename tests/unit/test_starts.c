#include <string.h>

#include "game/skirmish/map/map.h"
#include "game/skirmish/map/survey.h"
#include "tests/unit/map_edit.h"
#include "tests/unit/test.h"

enum { SIZE = 32, SEEDS = 500, CHECKED = 40 };

/* What the generator made of seeds 0 to SEEDS - 1 before starts had kinds, seed by seed with
 * fairness seed % 4: the hash of the texts of all maps with halls, and the seeds of the others. */
static const struct {
    const char *family;
    us_hash halls;
    int16_t others[100]; /* -1 behind the last */
} before[] = {
    {"open",
     0x56578d8dc73a0484,
     {1,   3,   4,   14,  16,  23,  26,  28,  33,  38,  67,  71,  75,  94,  98,  105, 107, 112,
      126, 144, 156, 182, 200, 201, 217, 234, 236, 245, 251, 252, 269, 279, 290, 316, 325, 331,
      368, 377, 383, 400, 411, 414, 431, 433, 440, 461, 464, 471, 476, 481, 489, 490, -1}},
    {"ridge", 0xa225fe4354561d0f, {5,   6,   15,  22,  25,  45,  47,  64,  89,  90,  92,  103, 118,
                                   137, 140, 165, 168, 177, 185, 194, 210, 211, 217, 233, 248, 254,
                                   255, 259, 261, 262, 268, 269, 270, 276, 296, 299, 304, 308, 309,
                                   311, 313, 336, 340, 343, 348, 349, 368, 371, 379, 384, 386, 397,
                                   400, 414, 421, 422, 427, 432, 442, 444, 450, 452, 455, 458, 459,
                                   461, 462, 464, 467, 475, 485, 486, 488, 490, 493, -1}},
    {"choke",
     0xaec7cd431af403a9,
     {2,   8,   29,  45,  55,  56,  65,  66,  82,  89,  96,  114, 116, 124, 129, 140, 150,
      151, 154, 165, 166, 183, 195, 204, 206, 208, 211, 218, 222, 225, 232, 234, 236, 238,
      240, 244, 253, 264, 265, 279, 283, 289, 293, 300, 311, 315, 318, 319, 320, 341, 348,
      355, 356, 359, 360, 371, 377, 378, 381, 397, 414, 455, 460, 477, 481, 485, 494, -1}},
    {"scattered", 0x5899ea1bc842411e, {0,   3,   4,   11,  16,  23,  48,  81,  86,  98,  105, 121,
                                       136, 137, 150, 158, 167, 177, 187, 191, 218, 227, 233, 240,
                                       268, 271, 272, 297, 311, 312, 317, 318, 323, 324, 331, 338,
                                       339, 343, 345, 352, 354, 369, 378, 383, 393, 395, 403, 417,
                                       435, 437, 446, 450, 461, 462, 474, 481, -1}},
};

static sk_map *draw(const char *family, uint64_t seed, sk_start start)
{
    us_map_request request = {family, SIZE, seed, (us_map_fairness)(seed % 4), start};
    us_error err = {0};
    sk_map *map = NULL;
    CHECK_INT(sk_map_generate(map_edit_domain(), map_edit_rules(), &request, &map, &err), US_OK);
    CHECK_STR(err.text, "");
    REQUIRE(map != NULL);
    return map;
}

/* Each seat has workers; and all have a hall, or none. */
static bool all_begin(const sk_map *map, bool hall)
{
    bool all = true;
    for (int seat = 0; seat < map->seats; seat++) {
        sk_base base = {0};
        all = all && sk_base_find(map, map_edit_domain(), (us_seat)seat, &base) &&
              base.workers > 0 && base.hall == hall;
    }
    return all;
}

TEST(no_seat_begins_without_a_hall_unless_asked)
{
    for (int f = 0; f < US_COUNT(before); f++)
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            US_AUTOPTR(sk_map) map = draw(before[f].family, seed, SK_START_HALL);
            us_test_row(map->name);
            CHECK(all_begin(map, true));
            CHECK_INT(sk_map_start(map, map_edit_domain()), SK_START_HALL);
            CHECK(!strstr(map->name, "nomad"));
        }
    us_test_row(NULL);
}

TEST(each_seat_begins_without_a_hall_where_asked)
{
    for (int f = 0; f < US_COUNT(before); f++)
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            US_AUTOPTR(sk_map) map = draw(before[f].family, seed, SK_START_NOMAD);
            us_test_row(map->name);
            CHECK(all_begin(map, false));
            CHECK_INT(sk_map_start(map, map_edit_domain()), SK_START_NOMAD);
            CHECK(strstr(map->name, "-nomad"));
            sk_faults faults = {0};
            if (seed < CHECKED)
                faults = sk_map_find_faults(map, map_edit_domain(), map_edit_rules());
            CHECK_STR(faults.count > 0 ? faults.text[0] : "", "");
            sk_faults_free(&faults);
        }
    us_test_row(NULL);
}

TEST(maps_that_had_halls_before_starts_had_kinds_are_the_same_bytes)
{
    US_AUTOSTR(text);
    for (int f = 0; f < US_COUNT(before); f++) {
        us_hash hash = US_HASH_START;
        const int16_t *other = before[f].others;
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            if (*other == (int)seed) {
                other++;
                continue;
            }
            US_AUTOPTR(sk_map) map = draw(before[f].family, seed, SK_START_HALL);
            us_str_reset(&text);
            sk_map_print(map, map_edit_domain(), &text);
            hash = us_hash_add_text(hash, text.text);
        }
        us_test_row(before[f].family);
        CHECK_INT(*other, -1);
        CHECK_HASH(hash, before[f].halls);
    }
    us_test_row(NULL);
}

/* ---- what a map says of itself */

static void check_family(const sk_map *map, const char *expected)
{
    char family[US_MAP_FAMILY_SIZE];
    sk_map_format_family(map, map_edit_domain(), family);
    CHECK_STR(family, expected);
}

TEST(a_map_is_nomadic_once_a_seat_has_workers_and_no_hall)
{
    US_AUTOPTR(sk_map) map = map_edit_plain();
    check_family(map, "plain");
    map_edit_remove(map, "great-hall", 1);
    check_family(map, "plain/nomad");
    map_edit_remove(map, "town-hall", 0);
    check_family(map, "plain/nomad");
    map_edit_remove(map, "peon", 1);
    map_edit_remove(map, "peasant", 0);
    check_family(map, "plain"); /* a fight */
}

TEST(the_longest_family_has_room_for_its_start)
{
    US_AUTOPTR(sk_map) map = map_edit_plain();
    map_edit_remove(map, "great-hall", 1);
    memset(map->family, 'f', sizeof map->family - 1);
    check_family(map, "fffffffffffffffffffffffffffffff/nomad");
}

/* The text of a map, with another line behind its first. */
static void print_with(const sk_map *map, const char *line, us_str *out)
{
    US_AUTOSTR(text);
    sk_map_print(map, map_edit_domain(), &text);
    const char *rest = strchr(text.text, '\n') + 1;
    us_str_reset(out);
    us_str_addf(out, "understudy map 1\n%s%s", line, rest);
}

TEST(a_start_is_written_only_where_it_is_not_the_first_kind)
{
    US_AUTOSTR(text);
    US_AUTOPTR(sk_map) map = map_edit_plain();
    print_with(map, "", &text);
    CHECK(!strstr(text.text, "start"));
    map_edit_remove(map, "great-hall", 1);
    print_with(map, "", &text);
    CHECK_CONTAINS(text.text, "\nfair yes\nstart nomad\n");
}

TEST(a_start_that_the_entities_contradict_is_refused)
{
    US_AUTOSTR(text);
    us_error err = {0};
    US_AUTOPTR(sk_map) map = map_edit_plain();
    print_with(map, "start nomad\n", &text);
    CHECK(map_edit_parse(text.text, &err) == NULL);
    CHECK_STR(err.text, "found start nomad, expected hall: each seat below that has workers has a "
                        "hall");
    CHECK(err.line == 2 && err.column == 7);
    print_with(map, "start hall\n", &text);
    US_AUTOPTR(sk_map) back = map_edit_parse(text.text, &err);
    CHECK(back && back->hash == map->hash);
}
