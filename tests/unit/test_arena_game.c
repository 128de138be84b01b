#include "tests/unit/drawn_arena.h"
#include "tests/unit/test.h"

enum { LONG = 1200 };

TEST(loot_that_is_brought_to_an_exit_counts_and_ends_the_game)
{
    US_AUTO(drawn_arena_end) drawn_arena p = drawn_arena_begin("E..P...$.\n.........\n........g");
    us_id player = drawn_arena_find(&p, "PLAYER", 0), chest = drawn_arena_find(&p, "RESOURCE", 0),
          exit = drawn_arena_find(&p, "EXIT", 0);
    CHECK_INT(drawn_arena_order(&p, player, "steal", chest), US_REASON_NONE);
    REQUIRE(drawn_arena_until(&p, US_EVENT_DONE, player, LONG));
    CHECK_INT(drawn_arena_value(&p, player, "carried"), AR_LOAD);
    CHECK_INT(drawn_arena_value(&p, chest, "stock"), 10);
    CHECK_INT(drawn_arena_order(&p, player, "steal", chest),
              US_REASON_BAD_TARGET); /* its hands are full */
    CHECK_INT(drawn_arena_tally(&p, 0, "loot"), 0);
    CHECK_INT(drawn_arena_order_at(&p, player, "move", 0, 0), US_REASON_NONE);
    const us_event *gained = drawn_arena_until(&p, US_EVENT_GAINED, player, LONG);
    REQUIRE(gained);
    CHECK_INT(gained->value, AR_LOAD);
    CHECK_INT(drawn_arena_tally(&p, 0, "loot"), AR_LOAD);
    CHECK_INT(drawn_arena_value(&p, player, "carried"), 0);
    us_outcome outcome = us_game_outcome(p.game);
    CHECK(outcome.kind == US_OUTCOME_WIN && outcome.winner == 0);
    CHECK_STR(outcome.reason, "loot");
    const us_world *world = us_game_world(p.game, 0);
    CHECK(world->alive[0] && !world->alive[1]);
    CHECK(drawn_arena_entity(&p, exit) != NULL);
}

TEST(what_is_carried_can_be_stolen_and_stays_with_the_body)
{
    US_AUTO(drawn_arena_end)
    drawn_arena p = drawn_arena_begin_hard("t..Q....b\n.........\ng", 50, 0);
    us_id player = drawn_arena_find(&p, "PLAYER", 0), thief = drawn_arena_find(&p, "THIEF", 0),
          brute = drawn_arena_find(&p, "BRUTE", 0);
    CHECK_INT(drawn_arena_order(&p, brute, "steal", player), US_REASON_CANNOT);
    CHECK_INT(drawn_arena_order(&p, thief, "steal", player),
              US_REASON_BAD_TARGET); /* it carries itself */
    drawn_arena_set(&p, thief, "carried", 0);
    CHECK_INT(drawn_arena_order(&p, thief, "steal", player), US_REASON_NONE);
    REQUIRE(drawn_arena_until(&p, US_EVENT_DONE, thief, LONG));
    CHECK(drawn_arena_value(&p, thief, "carried") == 5 &&
          drawn_arena_value(&p, player, "carried") == 0);
    drawn_arena_set(&p, thief, "hit_points", 1);
    drawn_arena_order(&p, player, "attack", thief);
    REQUIRE(drawn_arena_until(&p, US_EVENT_GONE, thief, LONG));
    us_id body = drawn_arena_find(&p, "BODY", 0);
    REQUIRE(body);
    CHECK_INT(drawn_arena_value(&p, body, "stock"), 5);
    CHECK_INT(drawn_arena_order(&p, player, "steal", body), US_REASON_NONE);
    REQUIRE(drawn_arena_until(&p, US_EVENT_DONE, player, LONG));
    CHECK(drawn_arena_value(&p, body, "stock") == 0 &&
          drawn_arena_value(&p, player, "carried") == 5);
}

TEST(supplies_are_taken_by_who_needs_them)
{
    US_AUTO(drawn_arena_end) drawn_arena p = drawn_arena_begin("Pa.m.....\n.........\n........g");
    us_id player = drawn_arena_find(&p, "PLAYER", 0), box = drawn_arena_find(&p, "AMMO", 0),
          kit = drawn_arena_find(&p, "MEDKIT", 0);
    drawn_arena_set(&p, player, "rounds", AR_ROUNDS_MAX - 3);
    drawn_arena_order_at(&p, player, "move", 5, 0);
    REQUIRE(drawn_arena_until(&p, US_EVENT_DONE, player, LONG));
    CHECK_INT(drawn_arena_value(&p, player, "rounds"), AR_ROUNDS_MAX);
    const us_event *gone = drawn_arena_event(&p, US_EVENT_GONE, box);
    CHECK(gone && gone->value == US_GONE_SPENT && !drawn_arena_entity(&p, box));
    CHECK(drawn_arena_entity(&p, kit) != NULL);
    drawn_arena_set(&p, player, "hit_points", 170);
    drawn_arena_order_at(&p, player, "move", 2, 0);
    REQUIRE(drawn_arena_until(&p, US_EVENT_DONE, player, LONG));
    CHECK_INT(drawn_arena_value(&p, player, "hit_points"), 200);
    CHECK(!drawn_arena_entity(&p, kit));
}

TEST(doors_open_to_who_walks_against_them_and_close_again)
{
    drawn_arena p = drawn_arena_begin(
        "P...#...g\n....D....\n....#....\n....#....\n....#....\n....#....\n....#....\n....#....");
    us_id player = drawn_arena_find(&p, "PLAYER", 0), door = drawn_arena_find(&p, "DOOR", 0);
    const us_world *world = us_game_world(p.game, 0);
    int cell = us_world_cell(world, 4, 1);
    CHECK_INT(world->plane[US_PLANE_TAKEN][cell], US_TAKEN_UNIT);
    CHECK(!ar_line_is_clear(p.g, us_world_cell(world, 0, 1), us_world_cell(world, 8, 1)));
    drawn_arena_order_at(&p, player, "move", 6, 1);
    bool opened = false;
    for (int n = 0; n < LONG && !drawn_arena_event(&p, US_EVENT_DONE, player); n++) {
        drawn_arena_run(&p, 1);
        opened |= drawn_arena_entity(&p, door)->flags & US_ENTITY_INSIDE;
    }
    CHECK(opened && drawn_arena_event(&p, US_EVENT_DONE, player));
    CHECK(ar_line_is_clear(p.g, us_world_cell(world, 0, 1), us_world_cell(world, 8, 1)));
    drawn_arena_run(&p, AR_OPEN + AR_SECOND);
    CHECK(!(drawn_arena_entity(&p, door)->flags & US_ENTITY_INSIDE));
    CHECK_INT(world->plane[US_PLANE_TAKEN][cell], US_TAKEN_UNIT);
    drawn_arena_end(&p);
}

TEST(friends_change_places_and_opponents_stand_in_the_way)
{
    US_AUTO(drawn_arena_end)
    drawn_arena p = drawn_arena_begin("g......Y\n########\nP.....b.\n########");
    us_id left = drawn_arena_find(&p, "GUARD", 0), right = drawn_arena_find(&p, "GUARD", 1);
    us_id player = drawn_arena_find(&p, "PLAYER", 0), brute = drawn_arena_find(&p, "BRUTE", 0);
    drawn_arena_order_at(&p, left, "move", 7, 0);
    drawn_arena_order_at(&p, right, "move", 0, 0);
    drawn_arena_order_at(&p, player, "move", 7, 2);
    drawn_arena_run(&p, 500);
    CHECK(drawn_arena_entity(&p, left)->x == 7 && drawn_arena_entity(&p, right)->x == 0);
    CHECK_INT(drawn_arena_count(&p, US_EVENT_BUMPED, left), 0);
    CHECK_INT(drawn_arena_entity(&p, player)->x, 5);
    const us_event *bumped = drawn_arena_event(&p, US_EVENT_BUMPED, player);
    REQUIRE(bumped);
    CHECK(bumped->other == brute && bumped->x == 6 && bumped->y == 2);
    CHECK(drawn_arena_count(&p, US_EVENT_BUMPED, player) <= 6); /* once a second */
    const us_event *failed = drawn_arena_event(&p, US_EVENT_FAILED, player);
    CHECK(failed && failed->type == US_REASON_NO_WAY);
}

TEST(two_friends_who_go_the_same_way_both_get_there)
{
    US_AUTO(drawn_arena_end)
    drawn_arena p = drawn_arena_begin("P.......\n######.#\n#....#gg\n#....#..\n#.......\n########");
    us_id first = drawn_arena_find(&p, "GUARD", 0), second = drawn_arena_find(&p, "GUARD", 1);
    drawn_arena_order_at(&p, first, "move", 1, 2);
    drawn_arena_order_at(&p, second, "move", 2, 2);
    drawn_arena_run(&p, 600);
    CHECK(drawn_arena_event(&p, US_EVENT_DONE, first) &&
          drawn_arena_event(&p, US_EVENT_DONE, second));
    CHECK(drawn_arena_entity(&p, first)->x == 1 && drawn_arena_entity(&p, second)->x == 2);
}

TEST(who_cannot_get_there_fails_and_a_wall_is_reached_beside_it)
{
    drawn_arena p = drawn_arena_begin(
        "P...#..g\n....#...\n....#...\n....#...\n....#...\n....#...\n....#...\n....#...");
    us_id player = drawn_arena_find(&p, "PLAYER", 0);
    CHECK_INT(drawn_arena_order_at(&p, player, "move", 6, 3), US_REASON_NONE);
    const us_event *failed = drawn_arena_until(&p, US_EVENT_FAILED, player, 5);
    CHECK(failed && failed->type == US_REASON_NO_WAY);
    CHECK_INT(drawn_arena_order_at(&p, player, "move", 4, 3),
              US_REASON_NONE); /* into a wall: beside it */
    CHECK(drawn_arena_until(&p, US_EVENT_DONE, player, LONG) != NULL);
    CHECK_INT(drawn_arena_entity(&p, player)->x, 3);
    drawn_arena_end(&p);
}

TEST(an_order_that_is_replaced_fails_as_interrupted)
{
    US_AUTO(drawn_arena_end) drawn_arena p = drawn_arena_begin("P........\n.........\n........g");
    us_id player = drawn_arena_find(&p, "PLAYER", 0);
    drawn_arena_order_at(&p, player, "move", 8, 0);
    drawn_arena_run(&p, 40);
    drawn_arena_order_at(&p, player, "sneak", 0, 2);
    drawn_arena_run(&p, LONG);
    const us_event *failed = drawn_arena_event(&p, US_EVENT_FAILED, player);
    const us_event *done = drawn_arena_event(&p, US_EVENT_DONE, player);
    CHECK(failed && failed->value == 1 && failed->type == US_REASON_INTERRUPTED);
    CHECK(done && done->value == 2);
    CHECK_INT(drawn_arena_count(&p, US_EVENT_ACCEPTED, player), 2);
    CHECK(drawn_arena_entity(&p, player)->x == 0 && drawn_arena_entity(&p, player)->y == 2);
}

TEST(who_hides_takes_cover_that_nobody_looks_into)
{
    drawn_arena p = drawn_arena_begin(
        "..........\n....c.....\nP.........g\n....##....\n....c#....\n....##....\n..........");
    us_id player = drawn_arena_find(&p, "PLAYER", 0);
    drawn_arena_face(&p, player, 9, 2);
    drawn_arena_run(&p, AR_LOOK + 1); /* it sees the guard */
    drawn_arena_order(&p, player, "hide", 0);
    CHECK(drawn_arena_until(&p, US_EVENT_DONE, player, LONG) != NULL);
    CHECK(drawn_arena_entity(&p, player)->x == 4 && drawn_arena_entity(&p, player)->y == 4);
    CHECK_STR(drawn_arena_status(&p, player), "hiding");
    drawn_arena_end(&p);
    p = drawn_arena_begin("P........g"); /* no cover at all */
    player = drawn_arena_find(&p, "PLAYER", 0);
    drawn_arena_order(&p, player, "hide", 0);
    const us_event *failed = drawn_arena_until(&p, US_EVENT_FAILED, player, 5);
    CHECK(failed && failed->type == US_REASON_BAD_PLACE);
    drawn_arena_end(&p);
}

TEST(search_stand_face_and_follow_do_what_they_say)
{
    US_AUTO(drawn_arena_end)
    drawn_arena p = drawn_arena_begin("P.........\n..........\n........gY");
    us_id player = drawn_arena_find(&p, "PLAYER", 0), guard = drawn_arena_find(&p, "GUARD", 0),
          other = drawn_arena_find(&p, "GUARD", 1);
    drawn_arena_order_at(&p, player, "search", 3, 0);
    const us_event *done = drawn_arena_until(&p, US_EVENT_DONE, player, LONG);
    CHECK(done && done->cycle >= 45 + AR_SEARCH);
    CHECK_INT(drawn_arena_entity(&p, player)->x, 3);
    us_cycle now = p.g->core->now;
    drawn_arena_order(&p, player, "stand", 0);
    done = drawn_arena_until(&p, US_EVENT_DONE, player, LONG);
    CHECK(done && done->cycle - now == AR_SECOND);
    drawn_arena_order_at(&p, player, "face", 0, 0);
    CHECK(drawn_arena_until(&p, US_EVENT_DONE, player, 3) != NULL);
    CHECK_INT(drawn_arena_value(&p, player, "facing"), 6);
    CHECK_INT(drawn_arena_order(&p, guard, "follow", guard), US_REASON_BAD_TARGET);
    CHECK_INT(drawn_arena_order(&p, guard, "follow", other), US_REASON_NONE);
    drawn_arena_order_at(&p, other, "move", 0, 7);
    drawn_arena_run(&p, LONG);
    CHECK_INT(drawn_arena_count(&p, US_EVENT_DONE, guard), 1);
    CHECK(ar_entity_distance(p.g, ar_entity_find(p.g, guard), ar_entity_find(p.g, other)) <= 2);
    CHECK_STR(p.scenario->domain->action[drawn_arena_entity(&p, guard)->action].name, "follow");
}

TEST(who_surrenders_goes_and_the_last_one_wins)
{
    US_AUTO(drawn_arena_end) drawn_arena p = drawn_arena_begin("P.......g");
    us_id player = drawn_arena_find(&p, "PLAYER", 0);
    CHECK_INT(drawn_arena_order(&p, player, "surrender", 0), US_REASON_NONE);
    CHECK(!drawn_arena_entity(&p, player) && !drawn_arena_find(&p, "BODY", 0));
    drawn_arena_run(&p, 1);
    us_outcome outcome = us_game_outcome(p.game);
    CHECK(outcome.kind == US_OUTCOME_WIN && outcome.winner == 1);
    CHECK_STR(outcome.reason, "defeat");
    const us_event *gone = drawn_arena_event(&p, US_EVENT_GONE, player);
    CHECK(gone && gone->value == US_GONE_DISMISSED);
    CHECK_INT(drawn_arena_count(&p, US_EVENT_DONE, player), 1);
}

TEST(loot_that_is_taken_beside_an_exit_counts_at_once)
{
    US_AUTO(drawn_arena_end) drawn_arena p = drawn_arena_begin("E$.......\nP........\n........g");
    us_id player = drawn_arena_find(&p, "PLAYER", 0);
    CHECK_INT(drawn_arena_order(&p, player, "steal", drawn_arena_find(&p, "RESOURCE", 0)),
              US_REASON_NONE);
    REQUIRE(drawn_arena_until(&p, US_EVENT_GAINED, player, LONG));
    CHECK(drawn_arena_entity(&p, player)->x == 0 && drawn_arena_entity(&p, player)->y == 1);
    CHECK_STR(us_game_outcome(p.game).reason, "loot");
}

TEST(loot_counts_also_when_the_last_visitor_falls_as_it_is_brought)
{
    US_AUTO(drawn_arena_end) drawn_arena p = drawn_arena_begin("P.......g");
    int player = ar_entity_find(p.g, drawn_arena_find(&p, "PLAYER", 0)),
        guard = ar_entity_find(p.g, drawn_arena_find(&p, "GUARD", 0));
    ar_tally_add(p.g, 0, p.g->words->loot, 10);
    ar_entity_remove(p.g, player, US_GONE_KILLED, guard);
    drawn_arena_run(&p, 1);
    us_outcome outcome = us_game_outcome(p.game);
    CHECK(outcome.kind == US_OUTCOME_WIN && outcome.winner == 0);
    CHECK_STR(outcome.reason, "loot");
}

TEST(all_who_fall_at_once_fell_also_in_the_last_cycle)
{
    US_AUTO(drawn_arena_end) drawn_arena p = drawn_arena_begin("P.......g");
    drawn_arena_run(&p, p.scenario->max_cycles - 1);
    ar_entity_remove(p.g, ar_entity_find(p.g, drawn_arena_find(&p, "PLAYER", 0)), US_GONE_KILLED,
                     -1);
    ar_entity_remove(p.g, ar_entity_find(p.g, drawn_arena_find(&p, "GUARD", 0)), US_GONE_KILLED,
                     -1);
    drawn_arena_run(&p, 1);
    CHECK_INT(us_game_outcome(p.game).kind, US_OUTCOME_DRAW);
    CHECK_STR(us_game_outcome(p.game).reason, "all fell");
}
