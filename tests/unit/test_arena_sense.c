#include "tests/unit/drawn_arena.h"
#include "tests/unit/test.h"

enum { LOOK = AR_LOOK + 1, LONG = 120 };

TEST(who_stands_in_front_in_a_free_line_is_seen_and_told_once)
{
    US_AUTO(drawn_arena_end) drawn_arena p = drawn_arena_begin("P.........g");
    us_id player = drawn_arena_find(&p, "PLAYER", 0), guard = drawn_arena_find(&p, "GUARD", 0);
    drawn_arena_face(&p, guard, 0, 0);
    drawn_arena_set(&p, player, "facing", 6);
    drawn_arena_run(&p, LONG);
    CHECK_INT(drawn_arena_count(&p, US_EVENT_SEEN, guard), 1);
    const us_event *seen = drawn_arena_event(&p, US_EVENT_SEEN, guard);
    REQUIRE(seen);
    CHECK(seen->other == player && seen->x == 0 && seen->y == 0 && seen->seat == 1);
    CHECK(seen->cycle < AR_LOOK);
    CHECK_INT(drawn_arena_entity(&p, guard)->target, player);
    CHECK_INT(drawn_arena_count(&p, US_EVENT_SEEN, player), 0); /* it looks away */
}

TEST(walls_and_closed_doors_hide_cover_and_things_dont)
{
    static const struct {
        const char *rows;
        bool seen;
    } rows[] = {{"P...#...g", false},
                {"P...D...g", false},
                {"P...c...g", true},
                {"P...$...g", true},
                {"P...A...g", true},
                {"..#.....g\n.........\nP", true},
                {"P...#\n....#\n....#...g", false}};
    for (int r = 0; r < US_COUNT(rows); r++) {
        us_test_row(rows[r].rows);
        US_AUTO(drawn_arena_end) drawn_arena p = drawn_arena_begin(rows[r].rows);
        us_id guard = drawn_arena_find(&p, "GUARD", 0);
        drawn_arena_face(&p, guard, 0, drawn_arena_entity(&p, guard)->y);
        drawn_arena_run(&p, LOOK);
        CHECK_INT(drawn_arena_count(&p, US_EVENT_SEEN, guard), rows[r].seen);
    }
}

TEST(behind_its_back_a_character_sees_what_is_near_only)
{
    for (int far = 1; far <= 4; far++) {
        static const char *const rows[] = {"Pg", "P.g", "P..g", "P...g"};
        US_AUTO(drawn_arena_end) drawn_arena p = drawn_arena_begin(rows[far - 1]);
        us_id guard = drawn_arena_find(&p, "GUARD", 0);
        drawn_arena_face(&p, guard, 7, 0);
        drawn_arena_run(&p, LOOK);
        CHECK_INT(drawn_arena_count(&p, US_EVENT_SEEN, guard), far <= AR_CLOSE);
    }
}

/* How near a guard lets the player come that goes there so, in cells. */
static int noticed_at(const char *action)
{
    US_AUTO(drawn_arena_end) drawn_arena p = drawn_arena_begin("P............................g");
    us_id player = drawn_arena_find(&p, "PLAYER", 0), guard = drawn_arena_find(&p, "GUARD", 0);
    drawn_arena_face(&p, guard, 0, 0);
    CHECK_INT(drawn_arena_order_at(&p, player, action, 26, 0), US_REASON_NONE);
    const us_event *seen = drawn_arena_until(&p, US_EVENT_SEEN, guard, 2000);
    int far = seen ? 29 - seen->x : 0;
    return far;
}

TEST(who_sneaks_is_seen_from_half_as_far)
{
    CHECK_INT(noticed_at("move"), 14);
    CHECK_INT(noticed_at("sneak"), 7);
}

TEST(who_hides_is_seen_from_beside_its_cover_only)
{
    US_AUTO(drawn_arena_end)
    drawn_arena p = drawn_arena_begin("#########\n#.......#\n#Pc....g#\n#.......#\n#########");
    us_id player = drawn_arena_find(&p, "PLAYER", 0), guard = drawn_arena_find(&p, "GUARD", 0);
    CHECK_INT(drawn_arena_order(&p, player, "hide", 0), US_REASON_NONE);
    REQUIRE(drawn_arena_until(&p, US_EVENT_DONE, player, LONG));
    CHECK_STR(drawn_arena_status(&p, player), "hiding");
    drawn_arena_face(&p, guard, 0, 2);
    us_events_reset(&p.events);
    drawn_arena_run(&p, LONG);
    CHECK_INT(drawn_arena_count(&p, US_EVENT_SEEN, guard), 0);
    CHECK_STR(drawn_arena_status(&p, player), "hiding"); /* while it stays */
    drawn_arena_order_at(&p, guard, "move", 3, 2);
    CHECK(drawn_arena_until(&p, US_EVENT_SEEN, guard, 400) != NULL);
}

TEST(who_is_gone_from_sight_is_lost_where_it_was_last)
{
    US_AUTO(drawn_arena_end) drawn_arena p = drawn_arena_begin("P.......\n......#.\n......#g");
    us_id player = drawn_arena_find(&p, "PLAYER", 0), guard = drawn_arena_find(&p, "GUARD", 0);
    drawn_arena_face(&p, player, 7, 1);
    drawn_arena_order_at(&p, guard, "move", 7, 0);
    REQUIRE(drawn_arena_until(&p, US_EVENT_SEEN, player, LONG));
    CHECK_INT(drawn_arena_entity(&p, player)->target, guard);
    drawn_arena_run(&p, LONG);
    drawn_arena_order_at(&p, guard, "move", 7, 2);
    const us_event *lost = drawn_arena_until(&p, US_EVENT_LOST, player, LONG);
    REQUIRE(lost);
    CHECK(lost->other == guard && lost->x == 7 && lost->y <= 1);
    CHECK_INT(drawn_arena_entity(&p, player)->target, 0);
    CHECK_INT(drawn_arena_order_at(&p, guard, "stand", 0, 0), US_REASON_NONE);
    drawn_arena_order_at(&p, guard, "move", 7, 0);
    CHECK(drawn_arena_until(&p, US_EVENT_SEEN, player, LONG) != NULL);
}

TEST(the_target_is_what_one_acts_on_else_the_nearest_in_sight)
{
    US_AUTO(drawn_arena_end) drawn_arena p = drawn_arena_begin("P...g....\n.........\n.......s.");
    us_id player = drawn_arena_find(&p, "PLAYER", 0), guard = drawn_arena_find(&p, "GUARD", 0),
          sniper = drawn_arena_find(&p, "SNIPER", 0);
    drawn_arena_face(&p, player, 8, 0);
    drawn_arena_run(&p, LOOK);
    CHECK_INT(drawn_arena_count(&p, US_EVENT_SEEN, player), 2);
    CHECK_INT(drawn_arena_entity(&p, player)->target, guard);
    drawn_arena_order(&p, player, "attack", sniper);
    CHECK_INT(drawn_arena_entity(&p, player)->target, sniper);
    drawn_arena_order(&p, player, "stand", 0);
    CHECK_INT(drawn_arena_entity(&p, player)->target, guard);
}

TEST(a_body_is_found_once_by_who_did_not_make_it)
{
    US_AUTO(drawn_arena_end)
    drawn_arena p = drawn_arena_begin("#########\nP..g..#gg\n......#..\n......#..\n.........");
    us_id player = drawn_arena_find(&p, "PLAYER", 0), first = drawn_arena_find(&p, "GUARD", 0),
          other = drawn_arena_find(&p, "GUARD", 1), third = drawn_arena_find(&p, "GUARD", 2);
    drawn_arena_set(&p, first, "hit_points", 1);
    drawn_arena_order(&p, player, "attack", first);
    REQUIRE(drawn_arena_until(&p, US_EVENT_GONE, first, 600));
    const us_event *gone = drawn_arena_event(&p, US_EVENT_GONE, first);
    CHECK(gone->other == player && gone->value == US_GONE_KILLED);
    us_id body = drawn_arena_find(&p, "BODY", 0);
    REQUIRE(body);
    CHECK(drawn_arena_event(&p, US_EVENT_CREATED, body) != NULL);
    drawn_arena_order_at(&p, other, "move", 4, 4);
    drawn_arena_order_at(&p, third, "move", 5, 4);
    us_events_reset(&p.events);
    drawn_arena_run(&p, 300);
    CHECK_INT(drawn_arena_count(&p, US_EVENT_BODY, other) +
                  drawn_arena_count(&p, US_EVENT_BODY, third),
              1);
    CHECK_INT(drawn_arena_count(&p, US_EVENT_BODY, player), 0);
    const us_event *found = drawn_arena_event(&p, US_EVENT_BODY, other);
    found = found ? found : drawn_arena_event(&p, US_EVENT_BODY, third);
    CHECK(found && found->other == body && found->x == 3 && found->y == 1);
}

TEST(steps_are_heard_by_the_other_seat_sneaking_is_not)
{
    for (int sneaks = 0; sneaks < 2; sneaks++) {
        US_AUTO(drawn_arena_end)
        drawn_arena p = drawn_arena_begin("P.........\n##########\ng....g....");
        us_id player = drawn_arena_find(&p, "PLAYER", 0), guard = drawn_arena_find(&p, "GUARD", 0);
        drawn_arena_order_at(&p, player, sneaks ? "sneak" : "move", 3, 0);
        drawn_arena_run(&p, 200);
        CHECK_INT(drawn_arena_count(&p, US_EVENT_NOISE, guard) > 0, !sneaks);
        CHECK_INT(drawn_arena_count(&p, US_EVENT_NOISE, player), 0);
        const us_event *noise = drawn_arena_event(&p, US_EVENT_NOISE, guard);
        CHECK(sneaks || (noise && noise->other == player && noise->value == AR_LOUD_STEP &&
                         noise->x == 1 && noise->y == 0));
    }
}

TEST(a_noise_covers_what_is_not_louder_for_half_a_second)
{
    US_AUTO(drawn_arena_end)
    drawn_arena p = drawn_arena_begin("P.........\n##########\ng.........");
    us_id guard = drawn_arena_find(&p, "GUARD", 0);
    const struct {
        us_cycle wait;
        int loud;
        bool heard;
    } rows[] = {{1, 5, true}, {1, 5, false},           {1, 4, false},
                {1, 8, true}, {AR_DEAF - 2, 6, false}, {2, 6, true}};
    int count = 0;
    for (int r = 0; r < US_COUNT(rows); r++) {
        drawn_arena_run(&p, rows[r].wait);
        ar_noise_emit(p.g, -1, 1, 1, rows[r].loud);
        drawn_arena_run(&p, 1);
        count += rows[r].heard;
        CHECK_INT(drawn_arena_count(&p, US_EVENT_NOISE, guard), count);
    }
}

TEST(who_has_nothing_to_do_turns_to_what_it_hears)
{
    US_AUTO(drawn_arena_end)
    drawn_arena p = drawn_arena_begin("P.........\n##########\n....gg....");
    us_id guard = drawn_arena_find(&p, "GUARD", 0), busy = drawn_arena_find(&p, "GUARD", 1);
    drawn_arena_order_at(&p, busy, "move", 9, 2);
    drawn_arena_run(&p, 2);
    ar_noise_emit(p.g, -1, 0, 2, 20);
    drawn_arena_run(&p, 1);
    CHECK_INT(drawn_arena_value(&p, guard, "facing"), 6);
    CHECK_INT(drawn_arena_value(&p, busy, "facing"), 2);
    CHECK_INT(drawn_arena_value(&p, guard, "alarm"), 10);
}
