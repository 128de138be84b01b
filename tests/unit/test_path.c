#include "tests/unit/obstacles.h"
#include "tests/unit/test.h"

#include <string.h>

enum { LAND = 0, PLENTY = 1000000 };

static sk_goal random_goal(const drawn_skirmish *s, us_rng *rng)
{
    sk_goal goal = {(int16_t)us_rng_next_below(rng, (uint32_t)s->g->width),
                    (int16_t)us_rng_next_below(rng, (uint32_t)s->g->height), 1, 1, 0};
    if (us_rng_next_bool(rng, 1, 2)) {
        goal.w = (uint8_t)(1 + us_rng_next_below(rng, 4));
        goal.h = (uint8_t)(1 + us_rng_next_below(rng, 4));
        goal.range = (uint8_t)us_rng_next_below(rng, 5);
    }
    return goal;
}

/* Rocks come and go while the fields of before are kept. */
static void shake(drawn_skirmish *s, us_rng *rng, int changes)
{
    for (int i = 0; i < changes; i++) {
        int x = (int)us_rng_next_below(rng, (uint32_t)s->g->width);
        int y = (int)us_rng_next_below(rng, (uint32_t)s->g->height);
        if (!s->g->occupant[sk_game_cell(s->g, x, y)])
            obstacles_set(s, x, y, us_rng_next_bool(rng, 1, 2));
    }
}

TEST(a_field_holds_the_shortest_distances)
{
    us_rng rng = us_rng_derive(1, "fields", 0);
    for (int map = 0; map < 60; map++) {
        US_AUTO(drawn_skirmish_end) drawn_skirmish s = obstacles_begin(32, 1);
        obstacles_scatter(&s, &rng, (int)us_rng_next_below(&rng, 50));
        for (int n = 0; n < 60; n++) {
            sk_goal goal = random_goal(&s, &rng);
            int x = 0, y = 0, i = -1;
            obstacles_free_cell(&s, &rng, &x, &y);
            if (sk_goal_is_reached(&goal, x, y))
                continue;
            int *far = obstacles_distances(&s, &goal), expected = far[sk_game_cell(s.g, x, y)];
            s.g->core->path_left = PLENTY;
            sk_growth growth = sk_field_reach(s.g, sk_goal_key(&goal, LAND), x, y, &i);
            CHECK_INT(growth, expected == LAND_NONE ? SK_UNREACHABLE : SK_GROWN);
            if (growth == SK_GROWN)
                CHECK_INT(sk_field_distance(s.g, i)[sk_game_cell(s.g, x, y)], expected);
            us_mem_free(far);
        }
    }
}

/* Follows a route; the distance that is left at its end, or LAND_NONE after a step that is not
 * open. */
static int follow(const drawn_skirmish *s, const int *far, int x, int y, uint64_t route, int *steps)
{
    *steps = 0;
    for (; route > 1; route >>= 3, ++*steps) {
        int d = (int)(route & 7);
        if (!obstacles_step_open(s, x, y, sk_dx[d], sk_dy[d]))
            return LAND_NONE;
        x += sk_dx[d];
        y += sk_dy[d];
    }
    return far[sk_game_cell(s->g, x, y)];
}

TEST(a_lone_search_finds_a_shortest_way)
{
    us_rng rng = us_rng_derive(2, "seek", 0);
    int found = 0;
    for (int map = 0; map < 40; map++) {
        US_AUTO(drawn_skirmish_end) drawn_skirmish s = obstacles_begin(40, 1);
        obstacles_scatter(&s, &rng, (int)us_rng_next_below(&rng, 40));
        us_id id = drawn_skirmish_add(&s, "peasant", 0, 8, 8);
        sk_slot slot = sk_slot_find(s.g, id);
        for (int n = 0; n < 60; n++) {
            sk_goal goal = random_goal(&s, &rng);
            int x, y, left = 0, steps;
            uint64_t route = 0;
            obstacles_free_cell(&s, &rng, &x, &y);
            sk_unit_move(s.g, slot, x, y);
            int *far = obstacles_distances(&s, &goal), expected = far[sk_game_cell(s.g, x, y)];
            s.g->core->path_left = PLENTY;
            if (sk_route_find(s.g, slot, &goal, LAND, &route, &left) == SK_GROWN && expected > 0) {
                found++;
                CHECK_INT(left, expected);
                int end = follow(&s, far, x, y, route, &steps);
                CHECK_INT(end + steps, expected);
            }
            us_mem_free(far);
        }
    }
    CHECK(found > 1500);
}

/* Alone, without anybody in the way, whatever plans the route. */
TEST(one_alone_takes_a_shortest_way_though_the_ground_changes)
{
    us_rng rng = us_rng_derive(3, "alone", 0);
    int walks = 0;
    for (int map = 0; map < 25; map++) {
        US_AUTO(drawn_skirmish_end) drawn_skirmish s = obstacles_begin(32, 1);
        obstacles_scatter(&s, &rng, (int)us_rng_next_below(&rng, 40));
        int x, y;
        obstacles_free_cell(&s, &rng, &x, &y);
        sk_slot slot = sk_slot_find(s.g, drawn_skirmish_add(&s, "peasant", 0, x, y));
        sk_unit *u = &s.g->unit[slot];
        sk_goal goal[8];
        for (int k = 0; k < US_COUNT(goal); k++)
            goal[k] = random_goal(&s, &rng);
        for (int n = 0; n < 60; n++) {
            shake(&s, &rng, 6);
            s.g->core->now += 2 * SK_FIELD_STALE; /* what is old may be made anew */
            const sk_goal *to = &goal[us_rng_next_below(&rng, US_COUNT(goal))];
            int *far = obstacles_distances(&s, to), expected = far[sk_game_cell(s.g, u->x, u->y)];
            us_mem_free(far);
            int steps = 0;
            us_cycle wait = 1;
            sk_walk_result result = SK_WAITING;
            sk_unit_end_walk(s.g, slot);
            for (int k = 0; k < 2000 && (result == SK_STEPPED || result == SK_WAITING); k++) {
                s.g->core->path_left = PLENTY;
                s.g->core->now += wait;
                result = sk_unit_walk(s.g, slot, to, &wait);
                steps += result == SK_STEPPED;
            }
            CHECK_INT(result, expected == LAND_NONE ? SK_NO_WAY : SK_ARRIVED);
            if (expected != LAND_NONE && result == SK_ARRIVED) {
                walks++;
                /* a field may lead towards what has closed since; not far */
                CHECK(steps >= expected);
                if (steps > expected + 8)
                    FAIL("%d steps where %d do", steps, expected);
            }
        }
    }
    CHECK(walks > 800);
}

TEST(ways_exist_exactly_where_a_search_finds_one)
{
    us_rng rng = us_rng_derive(4, "labels", 0);
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = obstacles_begin(32, 1);
    obstacles_scatter(&s, &rng, 45);
    for (int n = 0; n < 3000; n++) {
        shake(&s, &rng, 1 + n % 4);
        sk_goal goal = random_goal(&s, &rng);
        int x, y;
        obstacles_free_cell(&s, &rng, &x, &y);
        US_AUTOFREE int *far = obstacles_distances(&s, &goal);
        bool expected =
            far[sk_game_cell(s.g, x, y)] != LAND_NONE || sk_goal_is_reached(&goal, x, y);
        CHECK_INT(sk_path_exists(s.g, LAND, x, y, &goal), expected);
    }
}

TEST(a_field_grows_no_further_than_asked_and_goes_on_later)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = obstacles_begin(64, 1);
    sk_goal goal = {10, 10, 1, 1, 0};
    int i = -1;
    CHECK(sk_path_exists(s.g, LAND, 15, 10, &goal)); /* labels are made now */
    s.g->core->path_left = PLENTY;
    int64_t before = s.g->core->path_nodes;
    CHECK_INT(sk_field_reach(s.g, sk_goal_key(&goal, LAND), 15, 10, &i), SK_GROWN);
    int64_t near = s.g->core->path_nodes - before;
    CHECK(near <= 11 * 11);
    CHECK_INT(sk_field_reach(s.g, sk_goal_key(&goal, LAND), 16, 12, &i), SK_GROWN);
    CHECK(s.g->core->path_nodes - before <= 13 * 13);
    int64_t known = s.g->core->path_nodes;
    CHECK_INT(sk_field_reach(s.g, sk_goal_key(&goal, LAND), 12, 8, &i), SK_GROWN);
    CHECK_INT(s.g->core->path_nodes, known);
}

TEST(growing_by_bits_gives_the_same_field)
{
    us_rng rng = us_rng_derive(5, "bits", 0);
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = obstacles_begin(48, 1);
    obstacles_scatter(&s, &rng, 30);
    for (int n = 0; n < 40; n++) {
        int x, y, i = -1, rounds = 0;
        sk_goal goal = {0, 0, 1, 1, 0};
        obstacles_free_cell(&s, &rng, &x, &y);
        goal.x = (int16_t)x;
        goal.y = (int16_t)y;
        obstacles_free_cell(&s, &rng, &x, &y);
        if (!sk_path_exists(s.g, LAND, x, y, &goal))
            continue;
        sk_growth growth = SK_GROWING;
        while (growth == SK_GROWING && rounds++ < 3000) {
            int64_t nodes = s.g->core->path_nodes;
            s.g->core->path_left = 1 + (int)us_rng_next_below(&rng, 50);
            int left = s.g->core->path_left;
            growth = sk_field_reach(s.g, sk_goal_key(&goal, LAND), x, y, &i);
            CHECK(s.g->core->path_nodes - nodes <= left);
        }
        CHECK_INT(growth, SK_GROWN);
        US_AUTOFREE int *far = obstacles_distances(&s, &goal);
        const uint16_t *distance = sk_field_distance(s.g, i);
        for (int cell = 0; cell < s.g->cells; cell++) {
            if (distance[cell] != SK_FAR && distance[cell] != far[cell])
                FAIL("cell %d: %d, not %d", cell, distance[cell], far[cell]);
        }
    }
}

TEST(what_cannot_be_reached_costs_nothing_to_ask_again)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = obstacles_begin(64, 1);
    obstacles_fill(&s, 30, 0, 1, 64, false);
    sk_goal goal = {50, 10, 1, 1, 0};
    int i = -1;
    s.g->core->path_left = PLENTY;
    CHECK_INT(sk_field_reach(s.g, sk_goal_key(&goal, LAND), 10, 10, &i), SK_UNREACHABLE);
    int64_t nodes = s.g->core->path_nodes;
    for (int n = 0; n < 100; n++) {
        goal.x = (int16_t)(40 + n % 20);
        CHECK_INT(sk_field_reach(s.g, sk_goal_key(&goal, LAND), 10, 10 + n % 9, &i),
                  SK_UNREACHABLE);
    }
    CHECK_INT(s.g->core->path_nodes, nodes);
    obstacles_set(&s, 30, 40, true);
    CHECK_INT(sk_field_reach(s.g, sk_goal_key(&goal, LAND), 10, 10, &i), SK_GROWN);
}

TEST(the_field_unused_for_longest_makes_room)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = obstacles_begin(64, 1);
    int i = -1, count = s.g->fields->count;
    sk_goal first = {1, 1, 1, 1, 0}, second = {2, 1, 1, 1, 0};
    for (int n = 0; n < count; n++) {
        sk_goal goal = {(int16_t)(1 + n % 50), (int16_t)(1 + n / 50), 1, 1, 0};
        s.g->core->now++;
        s.g->core->path_left = PLENTY;
        sk_field_reach(s.g, sk_goal_key(&goal, LAND), 5, 5, &i);
    }
    s.g->core->now++;
    sk_field_reach(s.g, sk_goal_key(&first, LAND), 6, 5, &i); /* used again */
    sk_goal more = {40, 40, 1, 1, 0};
    s.g->core->now++;
    sk_field_reach(s.g, sk_goal_key(&more, LAND), 30, 30, &i);
    CHECK(sk_field_find(s.g, sk_goal_key(&first, LAND)) >= 0);
    CHECK_INT(sk_field_find(s.g, sk_goal_key(&second, LAND)), -1);
    CHECK(sk_field_find(s.g, sk_goal_key(&more, LAND)) >= 0);
}

TEST(fields_stay_small)
{
    CHECK(sk_fields_size(64, 64, 3) < 1500000);
    CHECK(sk_fields_size(128, 128, 3) < 5000000);
    CHECK(sk_fields_size(256, 256, 3) < 6000000);
}

TEST(where_somebody_stands_is_no_distance)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = obstacles_begin(32, 1);
    us_id footman = drawn_skirmish_add(&s, "footman", 0, 10, 10);
    drawn_skirmish_order(&s, footman, "stand", 0);
    drawn_skirmish_run(&s, 60);
    sk_goal goal = sk_goal_from_cell(20, 10);
    uint64_t key = sk_key_around(sk_goal_key(&goal, LAND), 0);
    int i = -1, here = sk_game_cell(s.g, 10, 10);
    s.g->core->path_left = PLENTY;
    CHECK_INT(sk_field_reach(s.g, key, 5, 10, &i), SK_GROWN);
    CHECK(!sk_distance_is_known(sk_field_distance(s.g, i)[here]));
    CHECK_INT(sk_field_reach(s.g, key, 10, 10, &i), SK_UNREACHABLE);
    drawn_skirmish_order_at(&s, footman, "move", 20,
                            10); /* he walks: made anew he is not in the way */
    drawn_skirmish_run(&s, 2);
    s.g->core->path_left = PLENTY;
    CHECK_INT(sk_field_reach(s.g, key, 10, 10, &i), SK_GROWN);
    CHECK_INT(sk_field_distance(s.g, i)[here], 10);
}
