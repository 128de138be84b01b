#include "game/skirmish/map/map.h"
#include "tests/unit/map_edit.h"
#include "tests/unit/test.h"

#include "base/rng.h"

#include <string.h>

static void check_faults(const sk_map *map, const sk_rules *rules, const char *expected)
{
    US_AUTOSTR(lines);
    sk_faults faults = sk_map_find_faults(map, map_edit_domain(), rules);
    for (int i = 0; i < faults.count; i++)
        us_str_addf(&lines, "%s\n", faults.text[i]);
    CHECK_STR(lines.text, expected);
    sk_faults_free(&faults);
}

TEST(a_plain_map_has_no_faults)
{
    US_AUTOPTR(sk_map) map = map_edit_plain();
    check_faults(map, map_edit_rules(), "");
}

static void no_hall(sk_map *map)
{
    map_edit_remove(map, "town-hall", 0);
    map_edit_remove(map, "peasant", 0);
}

static void poor_hall(sk_map *map)
{
    int gold = us_domain_find_resource(map_edit_domain(), "gold");
    map_edit_remove(map, "peasant", 0);
    map_edit_remove(map, "peon", 1);
    map->start[0][gold] = map->start[1][gold] = 399;
}

static void poor_workers(sk_map *map)
{
    int gold = us_domain_find_resource(map_edit_domain(), "gold");
    map_edit_remove(map, "town-hall", 0);
    map_edit_remove(map, "great-hall", 1);
    map->start[0][gold] = map->start[1][gold] = 1199;
}

/* Coast all around the hall: one can walk there, not build. */
static void no_room(sk_map *map)
{
    map->fair = false;
    map_edit_paint(map, 0, 10, 32, 22, ':');
    map_edit_paint(map, 5, 0, 27, 10, ':');
    map_edit_paint(map, 1, 14, 3, 3, '.');
    map_edit_paint(map, 8, 14, 4, 4, '.');
}

static void no_mine(sk_map *map)
{
    map_edit_remove(map, "gold-mine", US_NEUTRAL);
}

static void far_mine(sk_map *map)
{
    map->fair = false;
    map->entity[0].x = 20;
    map_edit_paint(map, 16, 0, 2, 31, '^');
}

static void near_mine(sk_map *map)
{
    map->fair = false;
    map->entity[0].x = 3;
}

static void shut_mine(sk_map *map)
{
    map_edit_add(map, "gold-mine", US_NEUTRAL, 23, 27, 5000);
    map_edit_paint(map, 21, 26, 6, 6, '^');
    map_edit_paint(map, 23, 27, 3, 3, '.');
    map->fair = false;
}

static void no_wood(sk_map *map)
{
    map_edit_paint(map, 0, 0, 48, 10, '.');
}

static void little_wood(sk_map *map)
{
    map_edit_paint(map, 0, 0, 48, 10, '.');
    map_edit_paint(map, 0, 0, 29, 1, 'T');
    map->fair = false;
}

static void between_rocks(sk_map *map)
{
    map_edit_paint(map, 23, 0, 2, 32, '^');
}

static void between_water(sk_map *map)
{
    map_edit_paint(map, 22, 0, 4, 32, '~');
}

static void not_the_same(sk_map *map)
{
    map->entity[1].stock++;
}

static void on_rocks(sk_map *map)
{
    map_edit_paint(map, 2, 15, 1, 1, '^');
}

static const struct {
    const char *report;
    void (*spoil)(sk_map *map);
} faults[] = {
    {"seat 0 has neither a hall nor workers\n"
     "the map says that it is fair, but nothing carries one seat onto the other\n",
     no_hall},
    {"seat 0 has no peasant, and 399 gold where one costs 400\n"
     "seat 1 has no peon, and 399 gold where one costs 400\n",
     poor_hall},
    {"seat 0 has no town-hall, and 1199 gold where one costs 1200\n"
     "seat 1 has no great-hall, and 1199 gold where one costs 1200\n",
     poor_workers},
    {"seat 0 cannot build: room for 0 buildings of 3x3 near its base, 8 needed\n", no_room},
    {"seat 0 cannot gather gold: no mine within 24 steps of its base\n"
     "seat 1 cannot gather gold: no mine within 24 steps of its base\n",
     no_mine},
    {"seat 0 cannot gather gold: no mine within 24 steps of its base\n", far_mine},
    {"seat 0 has its hall 3 from the mine at 3 14, 4 needed\n", near_mine},
    {"the mine at 23 27 cannot be reached, nor can a way be opened\n", shut_mine},
    {"seat 0 cannot gather wood: no tree within 24 steps of its base\n"
     "seat 1 cannot gather wood: no tree within 24 steps of its base\n",
     no_wood},
    {"seat 0 cannot gather wood: 29 trees near its base, 30 needed\n"
     "seat 1 cannot gather wood: 26 trees near its base, 30 needed\n",
     little_wood},
    {"seat 1 cannot be reached from seat 0, nor can a way be opened\n"
     "the mine at 44 14 cannot be reached, nor can a way be opened\n",
     between_rocks},
    {"seat 1 cannot be reached from seat 0, nor can a way be opened\n"
     "the mine at 44 14 cannot be reached, nor can a way be opened\n",
     between_water},
    {"the map says that it is fair, but nothing carries one seat onto the other\n", not_the_same},
    {"gold-mine at 1 14 is on rocks at 2 15, expected ground that carries it\n", on_rocks},
};

TEST(each_fault_is_told)
{
    for (int i = 0; i < US_COUNT(faults); i++) {
        US_AUTOPTR(sk_map) map = map_edit_plain();
        faults[i].spoil(map);
        check_faults(map, map_edit_rules(), faults[i].report);
    }
}

TEST(workers_with_money_need_no_hall_nor_a_hall_workers)
{
    sk_map *map = map_edit_plain();
    map_edit_remove(map, "peasant", 0);
    map_edit_remove(map, "peon", 1);
    check_faults(map, map_edit_rules(), "");
    sk_map_free(map);
    map = map_edit_plain();
    map_edit_remove(map, "town-hall", 0);
    map_edit_remove(map, "great-hall", 1);
    check_faults(map, map_edit_rules(), "");
    sk_map_free(map);
}

static void cut_belt(sk_map *map)
{
    map_edit_paint(map, 22, 0, 3, 32, 'T');
}

static void broken_wall(sk_map *map)
{
    map_edit_paint(map, 22, 0, 1, 32, '^');
    map_edit_paint(map, 22, 10, 1, 3, '#');
    map_edit_paint(map, 22, 20, 1, 2, '.');
}

/* Cells that touch at a corner only let nobody through. */
static void corners(sk_map *map)
{
    map_edit_paint(map, 22, 0, 1, 16, '^');
    map_edit_paint(map, 23, 16, 1, 16, '^');
}

static void bridges(sk_map *map)
{
    map_edit_paint(map, 20, 0, 8, 32, '~');
    map_edit_paint(map, 20, 4, 8, 2, '=');
    map_edit_paint(map, 20, 25, 8, 1, '=');
}

/* Two gaps behind each other are one way, wide or not. */
static void two_rows(sk_map *map)
{
    map_edit_paint(map, 18, 0, 1, 32, '^');
    map_edit_paint(map, 18, 3, 1, 5, '.');
    map_edit_paint(map, 28, 0, 1, 32, '^');
    map_edit_paint(map, 28, 29, 1, 1, '.');
}

TEST(ways_are_counted_by_cells)
{
    static const struct {
        void (*shape)(sk_map *map);
        int open, openable;
    } rows[] = {
        {cut_belt, 0, 8}, {broken_wall, 2, 5}, {corners, 0, 0},
        {bridges, 3, 3},  {two_rows, 1, 1},    {between_rocks, 0, 0},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTOPTR(sk_map) map = map_edit_plain();
        rows[i].shape(map);
        sk_map_ways ways = sk_map_count_ways(map, map_edit_domain());
        CHECK_INT(ways.open, rows[i].open);
        CHECK_INT(ways.openable, rows[i].openable);
    }
}

/* Two walls, one behind the other, in open land: the one with fewer gaps decides. */
TEST(a_wall_with_gaps_has_as_many_ways)
{
    us_rng rng = us_rng_derive(5, "gaps", 0);
    for (int round = 0; round < 60; round++) {
        US_AUTOPTR(sk_map) map = map_edit_plain();
        int least = SK_WAYS_MAX;
        for (int wall = 0; wall < 2; wall++) {
            int gaps = 0;
            for (int y = 0; y < map->height; y++) {
                bool gap = us_rng_next_bool(&rng, 1, 6);
                gaps += gap;
                map_edit_paint(map, wall ? 27 : 20, y, 1, 1, gap ? '.' : '^');
            }
            least = gaps < least ? gaps : least;
        }
        CHECK_INT(sk_map_count_ways(map, map_edit_domain()).open, least);
    }
}

static bool is_grass(const sk_map *map, int x, int y)
{
    return x >= 0 && y >= 0 && x < map->width && y < map->height &&
           map->terrain[y * map->width + x] == us_domain_find_terrain(map_edit_domain(), "grass");
}

/* Does nothing lead from the left of the middle to its right over grass, when nobody may enter
 * the cell `shut`? Passing its corner is fine. */
static bool parted(const sk_map *map, int shut)
{
    int width = map->width, count = 0;
    uint8_t *seen = US_NEW_ARRAY(uint8_t, width * map->height);
    int *queue = US_NEW_ARRAY(int, width * map->height);
    bool arrived = false;
    queue[count++] = 12 * width + 17;
    seen[queue[0]] = 1;
    for (int k = 0; k < count && !arrived; k++) {
        int x = queue[k] % width, y = queue[k] / width;
        arrived = x == 30;
        for (int d = 0; d < 9; d++) {
            int nx = x + d % 3 - 1, ny = y + d / 3 - 1, next = ny * width + nx;
            if (!is_grass(map, nx, ny) || next == shut || seen[next] ||
                !(is_grass(map, nx, y) || is_grass(map, x, ny)))
                continue;
            seen[next] = 1;
            queue[count++] = next;
        }
    }
    us_mem_free(seen);
    us_mem_free(queue);
    return !arrived;
}

/* Menger: there are two disjoint ways just where no single cell parts the bases. */
TEST(there_are_two_ways_where_no_cell_is_in_all_of_them)
{
    us_rng rng = us_rng_derive(6, "noise", 0);
    int seen[3] = {0};
    for (int round = 0; round < 120; round++) {
        US_AUTOPTR(sk_map) map = map_edit_plain();
        for (int y = 0; y < map->height; y++)
            for (int x = 19; x < 29; x++)
                map_edit_paint(map, x, y, 1, 1, us_rng_next_bool(&rng, 54, 100) ? '.' : '^');
        int least = parted(map, -1) ? 0 : 2;
        for (int k = 0; k < 10 * map->height && least == 2; k++)
            least = parted(map, k / 10 * map->width + 19 + k % 10) ? 1 : 2;
        int open = sk_map_count_ways(map, map_edit_domain()).open;
        CHECK_INT(open < 2 ? open : 2, least);
        seen[least]++;
    }
    CHECK(seen[0] > 5 && seen[1] > 5 && seen[2] > 5);
}

TEST(a_symmetry_carries_one_seat_onto_the_other)
{
    const us_domain *domain = map_edit_domain();
    US_AUTOPTR(sk_map) map = map_edit_plain();
    CHECK_INT(sk_map_find_symmetry(map, domain), SK_SYMMETRY_LEFT_RIGHT);
    map_edit_paint(map, 10, 30, 1, 1, 's');
    CHECK_INT(sk_map_find_symmetry(map, domain), SK_SYMMETRY_NONE);
    map_edit_paint(map, 37, 30, 1, 1, 's');
    CHECK_INT(sk_map_find_symmetry(map, domain), SK_SYMMETRY_LEFT_RIGHT);
    map->start[0][0] = 5;
    CHECK_INT(sk_map_find_symmetry(map, domain), SK_SYMMETRY_NONE);
    map->start[1][0] = 5;
    map->entity[3].type = map_edit_type("footman");
    CHECK_INT(sk_map_find_symmetry(map, domain), SK_SYMMETRY_NONE);
    map->entity[5].type = map_edit_type("grunt");
    CHECK_INT(sk_map_find_symmetry(map, domain), SK_SYMMETRY_LEFT_RIGHT);
    map->entity[5].y++;
    CHECK_INT(sk_map_find_symmetry(map, domain), SK_SYMMETRY_NONE);
}

TEST(an_image_of_an_image_is_the_thing_itself)
{
    for (int s = SK_SYMMETRY_NONE; s < SK_SYMMETRIES; s++) {
        bool swaps = s >= SK_SYMMETRY_DIAGONAL;
        int x = 3, y = 5;
        sk_symmetry_apply((sk_symmetry)s, 40, 40, 4, 2, &x, &y);
        CHECK(x >= 0 && y >= 0 && x + (swaps ? 2 : 4) <= 40 && y + (swaps ? 4 : 2) <= 40);
        CHECK((x == 3 && y == 5) == (s == SK_SYMMETRY_NONE));
        sk_symmetry_apply((sk_symmetry)s, 40, 40, swaps ? 2 : 4, swaps ? 4 : 2, &x, &y);
        CHECK_INT(x, 3);
        CHECK_INT(y, 5);
    }
}

/* What the map leaves open is as the rules say. */
TEST(a_start_that_is_not_named_is_that_of_the_rules)
{
    US_AUTOPTR(sk_map) map = map_edit_plain();
    sk_rules poor = *map_edit_rules();
    map_edit_remove(map, "peasant", 0);
    map_edit_remove(map, "peon", 1);
    poor.start[us_domain_find_resource(map_edit_domain(), "gold")] = 399;
    check_faults(map, &poor,
                 "seat 0 has no peasant, and 399 gold where one costs 400\n"
                 "seat 1 has no peon, and 399 gold where one costs 400\n");
    check_faults(map, map_edit_rules(), "");
}
