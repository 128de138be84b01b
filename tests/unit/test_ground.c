#include <string.h>

#include "base/rng.h"
#include "tests/unit/small_world.h"

/* What the world says of its ground: ways and room. */

enum { WIDE = 150, HIGH = 70, CELLS = WIDE * HIGH };

typedef struct ground {
    us_domain *domain;
    us_world world;
    uint8_t plane[US_PLANES][CELLS];
} ground;

static void lay_ground(ground *g, uint64_t index, uint32_t percent)
{
    us_rng rng = us_rng_derive(3, "test.ground", index);
    memset(g->plane, 0, sizeof(g->plane));
    g->world = (us_world){.domain = g->domain, .width = WIDE, .height = HIGH, .seats = 2};
    for (int p = 0; p < US_PLANES; p++)
        g->world.plane[p] = g->plane[p];
    for (int cell = 0; cell < CELLS; cell++) {
        bool closed = us_rng_next_bool(&rng, percent, 100);
        g->plane[US_PLANE_TERRAIN][cell] = closed && us_rng_next_bool(&rng, 1, 2);
        g->plane[US_PLANE_TAKEN][cell] = closed && !g->plane[US_PLANE_TERRAIN][cell]
                                             ? US_TAKEN_BUILDING
                                         : us_rng_next_bool(&rng, 1, 9) ? US_TAKEN_UNIT
                                                                        : 0;
    }
}

static bool is_open(const ground *g, int x, int y)
{
    return us_world_is_inside(&g->world, x, y) && !g->plane[US_PLANE_TERRAIN][y * WIDE + x] &&
           g->plane[US_PLANE_TAKEN][y * WIDE + x] != US_TAKEN_BUILDING;
}

/* Step by step in eight directions, across a corner where one side is open. */
static void walk_everywhere(const ground *g, us_box from, bool *reached)
{
    static int queue[CELLS];
    int head = 0, tail = 0;
    memset(reached, 0, CELLS * sizeof(*reached));
    for (int ring = 0; ring < 2 && tail == 0; ring++) {
        for (int y = from.y - ring; y < from.y + from.height + ring; y++)
            for (int x = from.x - ring; x < from.x + from.width + ring; x++)
                if (is_open(g, x, y)) {
                    reached[y * WIDE + x] = true;
                    queue[tail++] = y * WIDE + x;
                }
    }
    while (head < tail) {
        int x = queue[head] % WIDE, y = queue[head] / WIDE;
        head++;
        for (int d = 0; d < 9; d++) {
            int nx = x + d % 3 - 1, ny = y + d / 3 - 1;
            if (!is_open(g, nx, ny) || reached[ny * WIDE + nx] ||
                (nx != x && ny != y && !is_open(g, nx, y) && !is_open(g, x, ny)))
                continue;
            reached[ny * WIDE + nx] = true;
            queue[tail++] = ny * WIDE + nx;
        }
    }
}

static bool arrives(const ground *g, const bool *reached, us_box to)
{
    for (int ring = 0, found = 0; ring < 2 && !found; ring++) {
        for (int y = to.y - ring; y < to.y + to.height + ring; y++) {
            for (int x = to.x - ring; x < to.x + to.width + ring; x++) {
                if (!is_open(g, x, y))
                    continue;
                found = 1;
                if (reached[y * WIDE + x])
                    return true;
            }
        }
    }
    return false;
}

TEST(a_way_is_found_where_a_walk_finds_one)
{
    static ground g;
    static bool reached[CELLS];
    int ways = 0, asked = 0;
    g.domain = small_domain();
    for (uint64_t i = 0; i < 40; i++) {
        us_rng rng = us_rng_derive(4, "test.ground", i);
        lay_ground(&g, i, 30 + (uint32_t)i % 20);
        us_box from = {(int)us_rng_next_below(&rng, WIDE - 3),
                       (int)us_rng_next_below(&rng, HIGH - 3), 1, 1};
        from.width = from.height = 1 + (int)i % 3;
        walk_everywhere(&g, from, reached);
        for (int n = 0; n < 30; n++, asked++) {
            us_box to = {(int)us_rng_next_below(&rng, WIDE - 3),
                         (int)us_rng_next_below(&rng, HIGH - 3), 1 + n % 3, 1 + n % 2};
            bool way = us_world_has_path(&g.world, 0, from, to);
            CHECK_INT(way, arrives(&g, reached, to));
            CHECK_INT(way, us_world_has_path(&g.world, 0, to, from));
            ways += way;
        }
    }
    CHECK(ways > asked / 10 && ways < asked * 9 / 10);
    CHECK(!us_world_has_path(&g.world, -1, (us_box){0, 0, 1, 1}, (us_box){0, 0, 1, 1}));
    us_domain_free(g.domain);
}

TEST(a_snake_of_a_way_is_followed_to_its_end)
{
    static ground g;
    g.domain = small_domain();
    lay_ground(&g, 0, 0);
    for (int y = 1; y < HIGH; y += 2) /* walls with a gap, now left, now right */
        for (int x = 0; x < WIDE; x++)
            g.plane[US_PLANE_TERRAIN][y * WIDE + x] = x != (y % 4 == 1 ? 0 : WIDE - 1);
    us_box from = {WIDE - 1, 0, 1, 1}, to = {5, HIGH - 2, 1, 1};
    CHECK(us_world_has_path(&g.world, 0, from, to));
    g.plane[US_PLANE_TERRAIN][33 * WIDE] = 1;
    CHECK(!us_world_has_path(&g.world, 0, from, to));
    us_domain_free(g.domain);
}

/* What is shut off but for a corner is reached where a cell has eight neighbors, not four. */
TEST(a_corner_is_no_way_where_a_cell_has_four_neighbors)
{
    static ground g;
    g.domain = small_domain();
    lay_ground(&g, 0, 0);
    g.plane[US_PLANE_TERRAIN][0] = g.plane[US_PLANE_TERRAIN][1] = g.plane[US_PLANE_TERRAIN][WIDE] =
        1;
    us_box from = {9, 9, 1, 1}, corner = {0, 0, 1, 1}, beside = {1, 0, 1, 1};
    for (int neighbors = 4; neighbors <= 8; neighbors += 4) {
        g.domain->neighbors = neighbors;
        CHECK_INT(us_world_has_path(&g.world, 0, from, corner), neighbors == 8);
        CHECK_INT(us_world_has_path(&g.world, 0, corner, from), neighbors == 8);
        CHECK(us_world_has_path(&g.world, 0, from, beside));
    }
    us_domain_free(g.domain);
}

TEST(room_needs_ground_and_distance)
{
    static const us_mutation apart = {"'parent': 'house', 'faction': 'red'",
                                      "'parent': 'house', 'apart': {'from': 'rock', 'cells': 3}, "
                                      "'faction': 'red'",
                                      NULL};
    small_world s;
    US_AUTOSTR(text);
    us_domain *domain = NULL;
    small_begin(&s);
    REQUIRE(us_mutate(us_small, &apart, &text));
    REQUIRE(us_domain_parse("small", text.text, text.length, &domain, NULL) == US_OK);
    s.world.domain = domain;
    small_add(&s, 1, "rock", US_NEUTRAL, 0, 0); /* 2 by 2; the house is 3 by 2 */
    us_type red = us_domain_find_type(domain, "redhouse"),
            blue = us_domain_find_type(domain, "bluehouse");
    us_type rock = us_domain_find_type(domain, "rock");
    CHECK(!us_world_can_place(&s.world, red, 3, 0));
    CHECK(us_world_can_place(&s.world, red, 4, 0));
    CHECK(us_world_can_place(&s.world, blue, 3, 0));
    CHECK(!us_world_can_place(&s.world, blue, SMALL_WIDTH - 2, 0));
    CHECK(!us_world_can_place(&s.world, blue, -1, 0));
    s.plane[US_PLANE_TAKEN][us_world_cell(&s.world, 5, 1)] = US_TAKEN_UNIT;
    CHECK(us_world_can_place(&s.world, blue, 4, 0));
    s.plane[US_PLANE_TAKEN][us_world_cell(&s.world, 5, 1)] = US_TAKEN_BUILDING;
    CHECK(!us_world_can_place(&s.world, blue, 4, 0));
    s.plane[US_PLANE_TERRAIN][us_world_cell(&s.world, 9, 9)] = 1;
    CHECK(!us_world_can_place(&s.world, blue, 8, 8));
    /* the distance holds from both sides */
    small_add(&s, 2, "redhouse", 0, 6, 5);
    CHECK(!us_world_can_place(&s.world, rock, 3, 5));
    CHECK(us_world_can_place(&s.world, rock, 2, 5));
    us_domain_free(domain);
    small_end(&s);
}

TEST(families_and_casts_list_what_can_be)
{
    US_AUTOPTR(us_domain) domain = small_domain();
    for (int t = 0; t < domain->type_count; t++) {
        us_types kin = us_domain_subtypes(domain, (us_type)t);
        int expected = 0;
        for (int i = 0; i < domain->type_count; i++) {
            bool below = false;
            for (us_type up = (us_type)i; up != US_NO_TYPE; up = domain->type[up].parent)
                below |= up == t;
            CHECK_INT(us_type_is_a(domain, (us_type)i, (us_type)t), below);
            expected += below && !domain->type[i].abstract;
        }
        CHECK_INT(kin.count, expected);
        for (int i = 0; i < kin.count; i++)
            CHECK(us_type_is_a(domain, kin.type[i], (us_type)t));
    }
    us_types workers = us_domain_role_types(domain, us_domain_find_role(domain, "worker"));
    REQUIRE(workers.count == 2);
    CHECK_STR(domain->type[workers.type[0]].name, "redhand");
    CHECK(!us_type_is_a(domain, US_NO_TYPE, 0) && !us_type_is_a(domain, 0, US_NO_TYPE));
}

TEST(an_entity_is_found_by_its_id_alone)
{
    static const us_id ids[] = {3, 4, 5, 7, 8, 20, 21, 22, 23, 24, 900, UINT32_MAX};
    small_world s;
    small_begin(&s);
    CHECK(us_world_find(&s.world, 3) == NULL);
    for (int n = 0; n < US_COUNT(ids); n++) {
        small_add(&s, ids[n], "redhand", 0, 1, 1);
        for (us_id id = 0; id < 1000; id++) {
            const us_entity *found = us_world_find(&s.world, id);
            int at = 0;
            while (at <= n && ids[at] != id)
                at++;
            CHECK(found == (at <= n ? &s.entity[at] : NULL));
        }
        CHECK(us_world_find(&s.world, ids[n]) == &s.entity[n]);
    }
    small_end(&s);
}
