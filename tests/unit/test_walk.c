#include "tests/unit/obstacles.h"
#include "tests/unit/test.h"

#include <stdlib.h>

/* How far the crowd's outermost stands from a cell, in king's moves. */
static int radius(const crowd *c, drawn_skirmish *s, int x, int y)
{
    int most = 0;
    for (int i = 0; i < c->count; i++) {
        const us_entity *unit = drawn_skirmish_entity(s, c->id[i]);
        int dx = abs(unit->x - x), dy = abs(unit->y - y);
        int far = dx > dy ? dx : dy;
        most = far > most ? far : most;
    }
    return most;
}

static int failures(const crowd *c, drawn_skirmish *s)
{
    int failed = 0;
    for (int i = 0; i < c->count; i++)
        failed += drawn_skirmish_events(s, US_EVENT_FAILED, c->id[i]);
    return failed;
}

TEST(a_group_sent_to_one_cell_ends_in_a_compact_crowd)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = obstacles_begin(40, 1);
    crowd c = {0};
    crowd_add_block(&c, &s, "peasant", 0, 1, 1, 8, 40);
    for (int i = 0; i < c.count; i++)
        crowd_send(&c, &s, i, 25, 20);
    us_cycle took = crowd_run(&c, &s, 1000);
    CHECK(took > 0);
    CHECK_INT(failures(&c, &s), 0);
    CHECK(radius(&c, &s, 25, 20) <= 5); /* 49 cells are within 3 */
    crowd_check_pace(&c, &s);
}

TEST(a_group_gets_through_a_gap_one_cell_wide)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = obstacles_begin(40, 1);
    obstacles_fill(&s, 20, 0, 1, 40, false);
    obstacles_set(&s, 20, 15, true);
    crowd c = {0};
    crowd_add_block(&c, &s, "peasant", 0, 1, 1, 8, 60);
    for (int i = 0; i < c.count; i++)
        crowd_send(&c, &s, i, 28 + i % 8, 5 + i / 8);
    us_cycle took = crowd_run(&c, &s, 3000);
    CHECK(took > 0);
    CHECK_INT(failures(&c, &s), 0);
    CHECK(crowd_there(&c, &s) >= 50); /* some find a friend at rest there */
    crowd_check_pace(&c, &s);
}

TEST(opposite_groups_pass_each_other_in_a_corridor)
{
    static const char *const row[] = {"1 wide", "2 wide", "3 wide"};
    for (int wide = 1; wide <= 3; wide++) {
        us_test_row(row[wide - 1]);
        US_AUTO(drawn_skirmish_end) drawn_skirmish s = obstacles_begin(44, 1);
        obstacles_fill(&s, 12, 0, 20, 44, false);
        obstacles_fill(&s, 12, 9, 20, wide, true);
        crowd c = {0};
        for (int i = 0; i < 30; i++) {
            crowd_add(&c, &s, "peasant", 0, 1 + i % 6, 5 + i / 6);
            crowd_add(&c, &s, "peasant", 0, 36 + i % 6, 5 + i / 6);
        }
        for (int i = 0; i < c.count; i++)
            crowd_send(&c, &s, i, c.was_x[i ^ 1], c.was_y[i ^ 1]);
        us_cycle took = crowd_run(&c, &s, 3500);
        CHECK(took > 0);
        CHECK_INT(failures(&c, &s), 0);
        CHECK(crowd_there(&c, &s) >= 50); /* some find a friend at rest there */
        crowd_check_pace(&c, &s);
    }
    us_test_row(NULL);
}

TEST(an_idle_friend_in_a_gap_is_pushed_out_of_it)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = obstacles_begin(40, 1);
    obstacles_fill(&s, 20, 0, 1, 40, false);
    obstacles_set(&s, 20, 15, true);
    crowd c = {0};
    us_id blocker = crowd_add(&c, &s, "peasant", 0, 20, 15);
    crowd_add(&c, &s, "peasant", 0, 10, 15);
    crowd_send(&c, &s, 1, 30, 15);
    us_cycle took = crowd_run(&c, &s, 16 * 20 + 40);
    CHECK(took > 0);
    CHECK_INT(crowd_there(&c, &s), 1);
    const us_entity *pushed = drawn_skirmish_entity(&s, blocker);
    CHECK(pushed->x != 20);
    CHECK_STR(drawn_skirmish_status(&s, blocker), "idle");
    CHECK_INT(drawn_skirmish_events(&s, US_EVENT_ACCEPTED, blocker), 0);
    crowd_check_pace(&c, &s);
}

TEST(a_corridor_full_of_idle_friends_lets_a_group_through)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = obstacles_begin(44, 1);
    obstacles_fill(&s, 12, 0, 20, 44, false);
    obstacles_fill(&s, 12, 9, 20, 1, true);
    crowd c = {0}, walls = {0};
    crowd_add_block(&walls, &s, "peasant", 0, 12, 9, 20, 20);
    crowd_add_block(&c, &s, "peasant", 0, 1, 5, 6, 12);
    for (int i = 0; i < c.count; i++)
        crowd_send(&c, &s, i, 36 + i % 6, 5 + i / 6);
    us_cycle took = crowd_run(&c, &s, 2500);
    CHECK(took > 0);
    CHECK_INT(failures(&c, &s), 0);
    CHECK(crowd_there(&c, &s) >= 10); /* the pushed may have been faster */
}

TEST(one_who_stands_ground_in_the_only_gap_is_passed_at_last)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = obstacles_begin(40, 1);
    obstacles_fill(&s, 20, 0, 1, 40, false);
    obstacles_set(&s, 20, 15, true);
    us_id guard = drawn_skirmish_add(&s, "footman", 0, 20, 15);
    drawn_skirmish_order(&s, guard, "stand", 0);
    crowd c = {0};
    crowd_add_block(&c, &s, "peasant", 0, 10, 13, 2, 6);
    for (int i = 0; i < c.count; i++)
        crowd_send(&c, &s, i, 28 + i % 2, 13 + i / 2);
    us_cycle took = crowd_run(&c, &s, 2500);
    CHECK(took > 0);
    CHECK_INT(crowd_there(&c, &s), 6);
}

TEST(wood_cutters_are_walked_around_and_keep_their_place)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = obstacles_begin(40, 1);
    int forest = us_domain_find_terrain(s.scenario->domain, "forest");
    for (int x = 10; x < 30; x++)
        sk_terrain_set(s.g, x, 10, forest, 100);
    us_id cutter[12];
    for (int i = 0; i < 12; i++) {
        cutter[i] = drawn_skirmish_add(&s, "peasant", 0, 12 + i, 11);
        CHECK_INT(drawn_skirmish_order_at(&s, cutter[i], "chop", 12 + i, 10), US_REASON_NONE);
    }
    crowd c = {0};
    crowd_add(&c, &s, "peasant", 0, 8, 11);
    crowd_send(&c, &s, 0, 31, 11);
    us_cycle took = crowd_run(&c, &s, 16 * 23 + 60); /* 23 cells; at most three more */
    CHECK(took > 0);
    for (int i = 0; i < 12; i++) {
        CHECK_INT(drawn_skirmish_entity(&s, cutter[i])->x, 12 + i);
        CHECK_INT(drawn_skirmish_entity(&s, cutter[i])->y, 11);
    }
}

TEST(an_enemy_in_the_only_gap_ends_the_walk)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = obstacles_begin(40, 1);
    obstacles_fill(&s, 20, 0, 1, 40, false);
    obstacles_set(&s, 20, 15, true);
    drawn_skirmish_add(&s, "peon", 1, 20, 15);
    crowd c = {0};
    crowd_add_block(&c, &s, "peasant", 0, 10, 13, 2, 6);
    for (int i = 0; i < c.count; i++)
        crowd_send(&c, &s, i, 28 + i % 2, 13 + i / 2);
    us_cycle took = crowd_run(&c, &s, 2500);
    CHECK(took > 300); /* not at once: enemies move */
    CHECK_INT(crowd_failed(&c, &s, US_REASON_NO_WAY), 6);
}

/* A wall with a gap above and one below, and enemies who stand in them. */
static drawn_skirmish wall_of_gaps(int gap_y, int far_y, bool both)
{
    drawn_skirmish s = obstacles_begin(64, 1);
    obstacles_fill(&s, 30, 0, 2, 64, false);
    obstacles_fill(&s, 30, gap_y, 2, 1, true);
    obstacles_fill(&s, 30, far_y, 2, 1, true);
    drawn_skirmish_add(&s, "peon", 1, 30, gap_y);
    drawn_skirmish_add(&s, "peon", 1, 31, gap_y);
    if (both)
        drawn_skirmish_add(&s, "peon", 1, 30, far_y);
    return s;
}

TEST(enemies_in_the_near_gap_are_left_for_the_far_one)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = wall_of_gaps(12, 45, false);
    crowd c = {0};
    crowd_add(&c, &s, "peasant", 0, 20, 12);
    crowd_send(&c, &s, 0, 40, 12);
    us_cycle took = crowd_run(&c, &s, 16 * (10 + 34 + 34) + 300 + 40); /* there, back and over */
    CHECK(took > 0);
    CHECK_INT(crowd_there(&c, &s), 1);
}

TEST(a_group_turns_back_as_one)
{
    static const char *const row[] = {"to one cell", "to a cell each"};
    for (int each = 0; each < 2; each++) {
        us_test_row(row[each]);
        US_AUTO(drawn_skirmish_end) drawn_skirmish s = wall_of_gaps(12, 45, false);
        crowd c = {0};
        crowd_add_block(&c, &s, "peasant", 0, 16, 8, 6, 60);
        for (int i = 0; i < c.count; i++)
            crowd_send(&c, &s, i, 40 + each * (i % 6), 12 + each * (i / 6));
        CHECK(crowd_run(&c, &s, 16 * 80 + 60 * 40) > 0); /* one after the other through the gap */
        CHECK_INT(failures(&c, &s), 0);
        CHECK(radius(&c, &s, 40, 12) <= 12);
        crowd_check_pace(&c, &s);
    }
    us_test_row(NULL);
}

TEST(enemies_in_all_gaps_end_the_walk)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = wall_of_gaps(12, 45, true);
    crowd c = {0};
    crowd_add_block(&c, &s, "peasant", 0, 16, 8, 6, 12);
    for (int i = 0; i < c.count; i++)
        crowd_send(&c, &s, i, 40, 12);
    CHECK(crowd_run(&c, &s, 2500) > 300);
    CHECK_INT(crowd_failed(&c, &s, US_REASON_NO_WAY), 12);
}

TEST(where_the_far_gap_is_filled_too_the_near_one_is_tried_again)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = wall_of_gaps(12, 45, false);
    crowd c = {0};
    crowd_add(&c, &s, "peasant", 0, 20, 12);
    crowd_send(&c, &s, 0, 40, 12);
    CHECK_INT(crowd_run(&c, &s, 700), -1); /* on its way to the far one */
    drawn_skirmish_add(&s, "peon", 1, 30, 45);
    for (int x = 30; x < 32; x++)
        sk_unit_remove(s.g, s.g->occupant[sk_game_cell(s.g, x, 12)], US_GONE_KILLED, 0);
    CHECK(crowd_run(&c, &s, 2000) > 0);
    CHECK_INT(crowd_there(&c, &s), 1);
}

TEST(where_there_is_no_way_the_walk_fails_at_once)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = obstacles_begin(40, 1);
    obstacles_fill(&s, 20, 0, 1, 40, false);
    crowd c = {0};
    crowd_add(&c, &s, "peasant", 0, 10, 13);
    crowd_send(&c, &s, 0, 30, 13);
    CHECK(crowd_run(&c, &s, 5) > 0);
    CHECK_INT(crowd_failed(&c, &s, US_REASON_NO_WAY), 1);
    obstacles_set(&s, 20, 30, true);
    crowd_send(&c, &s, 0, 30, 13);
    CHECK(crowd_run(&c, &s, 16 * 40) > 0);
    CHECK_INT(crowd_there(&c, &s), 1);
}

TEST(a_way_that_closes_is_left_for_another)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = obstacles_begin(40, 1);
    obstacles_fill(&s, 20, 0, 1, 40, false);
    obstacles_set(&s, 20, 10, true);
    obstacles_set(&s, 20, 30, true);
    crowd c = {0};
    crowd_add_block(&c, &s, "peasant", 0, 2, 8, 3, 9);
    for (int i = 0; i < c.count; i++)
        crowd_send(&c, &s, i, 30 + i % 3, 8 + i / 3);
    CHECK_INT(crowd_run(&c, &s, 120), -1);
    obstacles_set(&s, 20, 10, false);
    CHECK(crowd_run(&c, &s, 2000) > 0);
    CHECK_INT(crowd_there(&c, &s), 9);
}

static us_cycle walk_once(drawn_skirmish *s, crowd *c, int x, int y)
{
    crowd_send(c, s, 0, x, y);
    us_cycle took = crowd_run(c, s, 5000);
    CHECK_INT(crowd_there(c, s), 1);
    return took;
}

TEST(a_felled_tree_opens_the_shorter_way)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = obstacles_begin(40, 1);
    int forest = us_domain_find_terrain(s.scenario->domain, "forest");
    for (int y = 0; y < 36; y++)
        sk_terrain_set(s.g, 20, y, forest, 100);
    crowd c = {0};
    crowd_add(&c, &s, "peasant", 0, 18, 3);
    us_cycle around = walk_once(&s, &c, 22, 3);
    walk_once(&s, &c, 18, 3);
    sk_terrain_set(s.g, 20, 3, us_domain_find_terrain(s.scenario->domain, "stump"), 0);
    drawn_skirmish_run(
        &s, SK_FIELD_STALE); /* what is known of the longer way may be used for so long */
    us_cycle straight = walk_once(&s, &c, 22, 3);
    CHECK(around > 16 * 60);
    CHECK(straight <= 16 * 4 + 2);
}

TEST(orders_every_cycle_make_nobody_faster)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = obstacles_begin(40, 1);
    crowd c = {0};
    crowd_add(&c, &s, "peasant", 0, 2, 2);
    for (int i = 0; i < 320; i++) {
        crowd_send(&c, &s, 0, 30, 2 + i % 2);
        crowd_run(&c, &s, 1);
    }
    CHECK(c.was_x[0] >= 20); /* nor slower */
    crowd_check_pace(&c, &s);
}

static crowd three_hundred(drawn_skirmish *s, us_rng *rng)
{
    crowd c = {0};
    obstacles_scatter(s, rng, 15);
    while (c.count < 300) {
        int x, y;
        obstacles_free_cell(s, rng, &x, &y);
        crowd_add(&c, s, "peasant", 0, x, y);
    }
    for (int i = 0; i < c.count; i++) {
        sk_goal goal = {0, 0, 1, 1, 0};
        int x, y;
        do {
            obstacles_free_cell(s, rng, &x, &y);
            goal.x = (int16_t)x;
            goal.y = (int16_t)y;
        } while (!sk_path_exists(s->g, 0, c.x[i], c.y[i], &goal));
        crowd_send(&c, s, i, x, y);
    }
    return c;
}

TEST(three_hundred_reach_random_goals_on_a_large_map)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = obstacles_begin(128, 1);
    us_rng rng = us_rng_derive(1, "three hundred", 0);
    crowd c = three_hundred(&s, &rng);
    us_cycle took = crowd_run(&c, &s, 4000);
    CHECK(took > 0);
    CHECK_INT(failures(&c, &s), 0);
    CHECK(crowd_there(&c, &s) >= 290); /* some were pushed off again, some shared a goal */
    crowd_check_pace(&c, &s);
}

TEST(a_snapshot_amid_the_throng_goes_on_the_same)
{
    US_AUTO(drawn_skirmish_end)
    drawn_skirmish s = obstacles_begin(128, 1), copy = obstacles_begin(128, 1);
    us_rng rng = us_rng_derive(2, "three hundred", 0);
    crowd c = three_hundred(&s, &rng);
    crowd_run(&c, &s, 300);
    US_AUTOSTR(save);
    us_game_save(s.game, &save);
    us_error err = {0};
    CHECK_INT(us_game_load(copy.game, save.text, save.length, &err), US_OK);
    for (int i = 0; i < 20; i++) {
        CHECK_HASH(us_game_hash(copy.game), us_game_hash(s.game));
        CHECK_INT(copy.g->core->path_nodes, s.g->core->path_nodes);
        drawn_skirmish_run(&s, 50);
        drawn_skirmish_run(&copy, 50);
    }
}

/* Rooms in a row, one gap between two; everybody wants to be elsewhere. */
TEST(nobody_is_stuck_in_rooms_with_narrow_doors)
{
    for (uint64_t round = 0; round < 12; round++) {
        US_AUTO(drawn_skirmish_end) drawn_skirmish s = obstacles_begin(32, 1);
        us_rng rng = us_rng_derive(round, "rooms", 0);
        for (int x = 5; x < 28; x += 5 + (int)us_rng_next_below(&rng, 3)) {
            obstacles_fill(&s, x, 0, 1, 32, false);
            obstacles_set(&s, x, (int)us_rng_next_below(&rng, 28), true);
        }
        crowd c = {0};
        for (int i = 0; i < 120; i++) {
            int x, y;
            obstacles_free_cell(&s, &rng, &x, &y);
            crowd_add(&c, &s, "peasant", 0, x, y);
        }
        for (int i = 0; i < c.count; i++) {
            int x, y;
            obstacles_free_cell(&s, &rng, &x, &y);
            sk_goal goal = {(int16_t)x, (int16_t)y, 1, 1, 0};
            if (sk_path_exists(s.g, 0, c.x[i], c.y[i], &goal))
                crowd_send(&c, &s, i, x, y);
        }
        CHECK(crowd_run(&c, &s, 8000) > 0);
        CHECK_INT(failures(&c, &s), 0);
    }
}
