#include <string.h>

#include "base/rng.h"
#include "domain/regions.h"
#include "domain/steps.h"
#include "tests/unit/small_world.h"

/* Ways and distances that are kept while the ground changes, beside the plain searches. */

enum { WIDE = 70, HIGH = 37, CELLS = WIDE * HIGH, ROUNDS = 60, ASKED = 40 };

typedef struct ground {
    us_domain *domain;
    us_world world;
    uint8_t plane[US_PLANES][CELLS];
} ground;

static void lay(ground *g, us_rng *rng, int percent)
{
    memset(g->plane, 0, sizeof(g->plane));
    g->domain = small_domain();
    g->world = (us_world){.domain = g->domain, .width = WIDE, .height = HIGH, .seats = 2};
    for (int p = 0; p < US_PLANES; p++)
        g->world.plane[p] = g->plane[p];
    for (int cell = 0; cell < CELLS; cell++)
        g->plane[US_PLANE_TERRAIN][cell] = us_rng_next_bool(rng, (uint32_t)percent, 100);
}

/* Changes some cells: their terrain, their building or only the unit on them. */
static void change(ground *g, us_rng *rng)
{
    for (int i = (int)us_rng_next_below(rng, 9); i > 0; i--) {
        uint32_t cell = us_rng_next_below(rng, CELLS);
        g->plane[US_PLANE_TERRAIN][cell] ^= us_rng_next_bool(rng, 1, 3);
        g->plane[US_PLANE_TAKEN][cell] = (uint8_t)us_rng_next_below(rng, 4);
    }
}

static us_box draw_box(us_rng *rng)
{
    return (us_box){(int)us_rng_next_below(rng, WIDE), (int)us_rng_next_below(rng, HIGH),
                    1 + (int)us_rng_next_below(rng, 4), 1 + (int)us_rng_next_below(rng, 3)};
}

TEST(regions_know_the_ways_of_a_world_that_changes)
{
    static ground g;
    int ways = 0, asked = 0;
    for (int neighbors = 4; neighbors <= 8; neighbors += 4) {
        us_rng rng = us_rng_derive(5, "test.regions", (uint64_t)neighbors);
        lay(&g, &rng, 40);
        g.domain->neighbors = neighbors;
        us_regions *regions = us_regions_new(g.domain);
        for (int round = 0; round < ROUNDS; round++) {
            us_regions_update(regions, &g.world);
            us_box from = draw_box(&rng);
            for (int i = 0; i < ASKED; i++, asked++) {
                us_box to = draw_box(&rng);
                from = i % 3 ? from : draw_box(&rng);
                bool way = us_world_has_path(&g.world, 0, from, to);
                CHECK_INT(us_regions_has_path(regions, 0, from, to), way);
                ways += way;
            }
            change(&g, &rng);
        }
        CHECK(!us_regions_has_path(regions, -1, draw_box(&rng), draw_box(&rng)));
        us_regions_free(regions);
        us_domain_free(g.domain);
    }
    CHECK(ways > asked / 10 && ways < asked * 9 / 10);
}

/* The cells that one cell's box leads to lie in the reach, and some of them at each of its edges.
 */
TEST(a_reach_is_the_box_around_all_that_a_way_leads_to)
{
    static ground g;
    us_rng rng = us_rng_derive(5, "test.reach", 0);
    int small = 0;
    lay(&g, &rng, 45);
    us_regions *regions = us_regions_new(g.domain);
    for (int round = 0; round < ROUNDS; round++) {
        us_regions_update(regions, &g.world);
        us_box from = draw_box(&rng), reach = us_regions_reach(regions, 0, from);
        int left = WIDE, right = -1, top = HIGH, bottom = -1;
        for (int cell = 0; cell < CELLS; cell++) {
            us_box to = {cell % WIDE, cell / WIDE, 1, 1};
            bool open = us_regions_open(regions, 0)[to.y * 2 + to.x / 64] >> (to.x % 64) & 1;
            if (!open || !us_world_has_path(&g.world, 0, from, to))
                continue;
            left = to.x < left ? to.x : left;
            right = to.x > right ? to.x : right;
            top = to.y < top ? to.y : top;
            bottom = to.y;
        }
        small += right >= 0 && right - left < WIDE / 2;
        CHECK_INT(reach.width, right < 0 ? 0 : right - left + 1);
        CHECK_INT(reach.height, right < 0 ? 0 : bottom - top + 1);
        CHECK(right < 0 || (reach.x == left && reach.y == top));
        change(&g, &rng);
    }
    CHECK(small > 0);
    CHECK_INT(us_regions_reach(regions, -1, draw_box(&rng)).width, 0);
    us_regions_free(regions);
    us_domain_free(g.domain);
}

static bool is_open(const ground *g, int x, int y)
{
    return us_world_is_inside(&g->world, x, y) && !g->plane[US_PLANE_TERRAIN][y * WIDE + x] &&
           !(g->plane[US_PLANE_TAKEN][y * WIDE + x] & US_TAKEN_BUILDING);
}

/* Whether no cell of the box is open. */
static bool is_solid(const ground *g, us_box box)
{
    for (int y = box.y; y < box.y + box.height; y++)
        for (int x = box.x; x < box.x + box.width; x++)
            if (is_open(g, x, y))
                return false;
    return true;
}

/* Whether a unit can move from a cell to a neighbor that has steps. */
static bool can_move(const ground *g, const uint16_t *steps, bool solid, int x, int y, int nx,
                     int ny)
{
    if (x == nx || y == ny)
        return true;
    if (solid && steps[ny * WIDE + nx] == 0)
        return g->domain->neighbors == 8;
    return is_open(g, nx, y) || is_open(g, x, ny);
}

/* Returns the neighbor's steps plus one, if that is less. */
static uint16_t step_from(const ground *g, const uint16_t *steps, bool solid, int x, int y,
                          uint16_t least)
{
    for (int d = 0; d < 9; d++) {
        int nx = x + d % 3 - 1, ny = y + d / 3 - 1;
        if (nx >= 0 && ny >= 0 && nx < WIDE && ny < HIGH && steps[ny * WIDE + nx] < least &&
            can_move(g, steps, solid, x, y, nx, ny))
            least = (uint16_t)(steps[ny * WIDE + nx] + 1);
    }
    return least;
}

/* Lowers all cells until none can be lowered. */
static void count_steps(const ground *g, us_box to, uint16_t *steps)
{
    bool solid = is_solid(g, to);
    memset(steps, 0xff, CELLS * sizeof *steps);
    for (int y = to.y; y < to.y + to.height && y < HIGH; y++)
        for (int x = to.x; x < to.x + to.width && x < WIDE; x++)
            if (solid || is_open(g, x, y))
                steps[y * WIDE + x] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int cell = 0; cell < CELLS; cell++) {
            int x = cell % WIDE, y = cell / WIDE;
            uint16_t least =
                is_open(g, x, y) ? step_from(g, steps, solid, x, y, steps[cell]) : steps[cell];
            changed = changed || least < steps[cell];
            steps[cell] = least;
        }
    }
}

/* The way from each cell goes down by one step at a time, by moves that a unit can make. */
static void check_ways(const ground *g, const us_steps *steps, const uint16_t *map, us_box to)
{
    bool solid = is_solid(g, to);
    for (int cell = 0; cell < CELLS; cell++) {
        int next = us_steps_next(steps, cell), x = cell % WIDE, y = cell / WIDE;
        bool ends = map[cell] == 0 || map[cell] == US_NO_STEPS;
        CHECK_INT(next == cell, ends);
        CHECK(ends || map[next] + 1 == map[cell]);
        CHECK(ends || can_move(g, map, solid, x, y, next % WIDE, next / WIDE));
    }
}

TEST(steps_are_counted_anew_where_the_ground_or_the_box_has_changed)
{
    static ground g;
    static uint16_t wanted[CELLS];
    for (int neighbors = 4; neighbors <= 8; neighbors += 4) {
        us_rng rng = us_rng_derive(6, "test.steps", 0);
        lay(&g, &rng, 35);
        g.domain->neighbors = neighbors;
        us_regions *regions = us_regions_new(g.domain);
        us_steps *steps = us_steps_new();
        us_box to = draw_box(&rng);
        for (int round = 0; round < ROUNDS; round++) {
            us_regions_update(regions, &g.world);
            const uint16_t *map = us_steps_map(steps, regions, 0, to);
            count_steps(&g, to, wanted);
            CHECK(memcmp(map, wanted, sizeof wanted) == 0);
            check_ways(&g, steps, map, to);
            if (round % 3)
                change(&g, &rng);
            if (round % 4 == 0)
                to = draw_box(&rng);
        }
        us_steps_free(steps);
        us_regions_free(regions);
        us_domain_free(g.domain);
    }
}

TEST(steps_lead_to_all_cells_from_which_a_way_leads_and_to_no_others)
{
    static ground g;
    int ways = 0, asked = 0;
    for (int neighbors = 4; neighbors <= 8; neighbors += 4) {
        us_rng rng = us_rng_derive(8, "test.steps", (uint64_t)neighbors);
        lay(&g, &rng, 40);
        g.domain->neighbors = neighbors;
        us_regions *regions = us_regions_new(g.domain);
        us_steps *steps = us_steps_new();
        for (int round = 0; round < ROUNDS; round++, change(&g, &rng)) {
            us_box to = draw_box(&rng);
            us_regions_update(regions, &g.world);
            const uint16_t *map = us_steps_map(steps, regions, 0, to);
            for (int cell = 0; cell < CELLS; cell++) {
                us_box from = {cell % WIDE, cell / WIDE, 1, 1};
                if (!is_open(&g, from.x, from.y))
                    continue;
                bool way = us_regions_has_path(regions, 0, from, to);
                CHECK_INT(map[cell] != US_NO_STEPS, way);
                ways += way;
                asked++;
            }
        }
        us_steps_free(steps);
        us_regions_free(regions);
        us_domain_free(g.domain);
    }
    CHECK(ways > asked / 10 && ways < asked * 9 / 10);
}

TEST(a_turn_tells_that_a_cell_opened_or_closed)
{
    static ground g;
    us_rng rng = us_rng_derive(7, "test.turns", 0);
    lay(&g, &rng, 0);
    us_regions *regions = us_regions_new(g.domain);
    us_regions_update(regions, &g.world);
    uint32_t turn = us_regions_turn(regions, 0);
    g.plane[US_PLANE_TAKEN][5] = US_TAKEN_UNIT;
    us_regions_update(regions, &g.world);
    CHECK_INT(us_regions_turn(regions, 0), turn);
    g.plane[US_PLANE_TAKEN][5] = US_TAKEN_BUILDING;
    us_regions_update(regions, &g.world);
    CHECK_INT(us_regions_turn(regions, 0), turn + 1);
    CHECK_INT(us_regions_open(regions, 0)[0] >> 4 & 3, 1);
    us_regions_free(regions);
    us_domain_free(g.domain);
}
