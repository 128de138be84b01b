#include "tests/unit/pit.h"
#include "tests/unit/test.h"

enum { LOOK = AR_LOOK + 1, LONG = 120 };

TEST(who_stands_in_front_in_a_free_line_is_seen_and_told_once)
{
    pit p = pit_begin("P.........g");
    us_id player = pit_find(&p, "PLAYER", 0), guard = pit_find(&p, "GUARD", 0);
    pit_face(&p, guard, 0, 0);
    pit_set(&p, player, "facing", 6);
    pit_run(&p, LONG);
    CHECK_INT(pit_count(&p, US_EVENT_SEEN, guard), 1);
    const us_event *seen = pit_event(&p, US_EVENT_SEEN, guard);
    REQUIRE(seen);
    CHECK(seen->other == player && seen->x == 0 && seen->y == 0 && seen->seat == 1);
    CHECK(seen->cycle < AR_LOOK);
    CHECK_INT(pit_entity(&p, guard)->target, player);
    CHECK_INT(pit_count(&p, US_EVENT_SEEN, player), 0); /* it looks away */
    pit_end(&p);
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
        pit p = pit_begin(rows[r].rows);
        us_id guard = pit_find(&p, "GUARD", 0);
        pit_face(&p, guard, 0, pit_entity(&p, guard)->y);
        pit_run(&p, LOOK);
        CHECK_INT(pit_count(&p, US_EVENT_SEEN, guard), rows[r].seen);
        pit_end(&p);
    }
}

TEST(behind_its_back_a_character_sees_what_is_near_only)
{
    for (int far = 1; far <= 4; far++) {
        static const char *const rows[] = {"Pg", "P.g", "P..g", "P...g"};
        pit p = pit_begin(rows[far - 1]);
        us_id guard = pit_find(&p, "GUARD", 0);
        pit_face(&p, guard, 7, 0);
        pit_run(&p, LOOK);
        CHECK_INT(pit_count(&p, US_EVENT_SEEN, guard), far <= AR_CLOSE);
        pit_end(&p);
    }
}

/* How near a guard lets the player come that goes there so, in cells. */
static int noticed_at(const char *action)
{
    pit p = pit_begin("P............................g");
    us_id player = pit_find(&p, "PLAYER", 0), guard = pit_find(&p, "GUARD", 0);
    pit_face(&p, guard, 0, 0);
    CHECK_INT(pit_order_at(&p, player, action, 26, 0), US_REASON_NONE);
    const us_event *seen = pit_until(&p, US_EVENT_SEEN, guard, 2000);
    int far = seen ? 29 - seen->x : 0;
    pit_end(&p);
    return far;
}

TEST(who_sneaks_is_seen_from_half_as_far)
{
    CHECK_INT(noticed_at("move"), 14);
    CHECK_INT(noticed_at("sneak"), 7);
}

TEST(who_hides_is_seen_from_beside_its_cover_only)
{
    pit p = pit_begin("#########\n#.......#\n#Pc....g#\n#.......#\n#########");
    us_id player = pit_find(&p, "PLAYER", 0), guard = pit_find(&p, "GUARD", 0);
    CHECK_INT(pit_order(&p, player, "hide", 0), US_REASON_NONE);
    REQUIRE(pit_until(&p, US_EVENT_DONE, player, LONG));
    CHECK_STR(pit_status(&p, player), "hiding");
    pit_face(&p, guard, 0, 2);
    us_events_reset(&p.events);
    pit_run(&p, LONG);
    CHECK_INT(pit_count(&p, US_EVENT_SEEN, guard), 0);
    CHECK_STR(pit_status(&p, player), "hiding"); /* while it stays */
    pit_order_at(&p, guard, "move", 3, 2);
    CHECK(pit_until(&p, US_EVENT_SEEN, guard, 400) != NULL);
    pit_end(&p);
}

TEST(who_is_gone_from_sight_is_lost_where_it_was_last)
{
    pit p = pit_begin("P.......\n......#.\n......#g");
    us_id player = pit_find(&p, "PLAYER", 0), guard = pit_find(&p, "GUARD", 0);
    pit_face(&p, player, 7, 1);
    pit_order_at(&p, guard, "move", 7, 0);
    REQUIRE(pit_until(&p, US_EVENT_SEEN, player, LONG));
    CHECK_INT(pit_entity(&p, player)->target, guard);
    pit_run(&p, LONG);
    pit_order_at(&p, guard, "move", 7, 2);
    const us_event *lost = pit_until(&p, US_EVENT_LOST, player, LONG);
    REQUIRE(lost);
    CHECK(lost->other == guard && lost->x == 7 && lost->y <= 1);
    CHECK_INT(pit_entity(&p, player)->target, 0);
    CHECK_INT(pit_order_at(&p, guard, "stand", 0, 0), US_REASON_NONE);
    pit_order_at(&p, guard, "move", 7, 0);
    CHECK(pit_until(&p, US_EVENT_SEEN, player, LONG) != NULL);
    pit_end(&p);
}

TEST(the_target_is_what_one_acts_on_else_the_nearest_in_sight)
{
    pit p = pit_begin("P...g....\n.........\n.......s.");
    us_id player = pit_find(&p, "PLAYER", 0), guard = pit_find(&p, "GUARD", 0),
          sniper = pit_find(&p, "SNIPER", 0);
    pit_face(&p, player, 8, 0);
    pit_run(&p, LOOK);
    CHECK_INT(pit_count(&p, US_EVENT_SEEN, player), 2);
    CHECK_INT(pit_entity(&p, player)->target, guard);
    pit_order(&p, player, "attack", sniper);
    CHECK_INT(pit_entity(&p, player)->target, sniper);
    pit_order(&p, player, "stand", 0);
    CHECK_INT(pit_entity(&p, player)->target, guard);
    pit_end(&p);
}

TEST(a_body_is_found_once_by_who_did_not_make_it)
{
    pit p = pit_begin("#########\nP..g..#gg\n......#..\n......#..\n.........");
    us_id player = pit_find(&p, "PLAYER", 0), first = pit_find(&p, "GUARD", 0),
          other = pit_find(&p, "GUARD", 1), third = pit_find(&p, "GUARD", 2);
    pit_set(&p, first, "hit_points", 1);
    pit_order(&p, player, "attack", first);
    REQUIRE(pit_until(&p, US_EVENT_GONE, first, 600));
    const us_event *gone = pit_event(&p, US_EVENT_GONE, first);
    CHECK(gone->other == player && gone->value == US_GONE_KILLED);
    us_id body = pit_find(&p, "BODY", 0);
    REQUIRE(body);
    CHECK(pit_event(&p, US_EVENT_CREATED, body) != NULL);
    pit_order_at(&p, other, "move", 4, 4);
    pit_order_at(&p, third, "move", 5, 4);
    us_events_reset(&p.events);
    pit_run(&p, 300);
    CHECK_INT(pit_count(&p, US_EVENT_BODY, other) + pit_count(&p, US_EVENT_BODY, third), 1);
    CHECK_INT(pit_count(&p, US_EVENT_BODY, player), 0);
    const us_event *found = pit_event(&p, US_EVENT_BODY, other);
    found = found ? found : pit_event(&p, US_EVENT_BODY, third);
    CHECK(found && found->other == body && found->x == 3 && found->y == 1);
    pit_end(&p);
}

TEST(steps_are_heard_by_the_other_seat_sneaking_is_not)
{
    for (int sneaks = 0; sneaks < 2; sneaks++) {
        pit p = pit_begin("P.........\n##########\ng....g....");
        us_id player = pit_find(&p, "PLAYER", 0), guard = pit_find(&p, "GUARD", 0);
        pit_order_at(&p, player, sneaks ? "sneak" : "move", 3, 0);
        pit_run(&p, 200);
        CHECK_INT(pit_count(&p, US_EVENT_NOISE, guard) > 0, !sneaks);
        CHECK_INT(pit_count(&p, US_EVENT_NOISE, player), 0);
        const us_event *noise = pit_event(&p, US_EVENT_NOISE, guard);
        CHECK(sneaks || (noise && noise->other == player && noise->value == AR_LOUD_STEP &&
                         noise->x == 1 && noise->y == 0));
        pit_end(&p);
    }
}

TEST(a_noise_covers_what_is_not_louder_for_half_a_second)
{
    pit p = pit_begin("P.........\n##########\ng.........");
    us_id guard = pit_find(&p, "GUARD", 0);
    const struct {
        us_cycle wait;
        int loud;
        bool heard;
    } rows[] = {{1, 5, true}, {1, 5, false},           {1, 4, false},
                {1, 8, true}, {AR_DEAF - 2, 6, false}, {2, 6, true}};
    int count = 0;
    for (int r = 0; r < US_COUNT(rows); r++) {
        pit_run(&p, rows[r].wait);
        ar_noise(p.g, -1, 1, 1, rows[r].loud);
        pit_run(&p, 1);
        count += rows[r].heard;
        CHECK_INT(pit_count(&p, US_EVENT_NOISE, guard), count);
    }
    pit_end(&p);
}

TEST(who_has_nothing_to_do_turns_to_what_it_hears)
{
    pit p = pit_begin("P.........\n##########\n....gg....");
    us_id guard = pit_find(&p, "GUARD", 0), busy = pit_find(&p, "GUARD", 1);
    pit_order_at(&p, busy, "move", 9, 2);
    pit_run(&p, 2);
    ar_noise(p.g, -1, 0, 2, 20);
    pit_run(&p, 1);
    CHECK_INT(pit_value(&p, guard, "facing"), 6);
    CHECK_INT(pit_value(&p, busy, "facing"), 2);
    CHECK_INT(pit_value(&p, guard, "alarm"), 10);
    pit_end(&p);
}
