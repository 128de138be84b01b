#include "tests/unit/pit.h"
#include "tests/unit/test.h"

enum { LONG = 1200 };

TEST(loot_that_is_brought_to_an_exit_counts_and_ends_the_game)
{
    pit p = pit_begin("E..P...$.\n.........\n........g");
    us_id player = pit_find(&p, "PLAYER", 0), chest = pit_find(&p, "RESOURCE", 0),
          exit = pit_find(&p, "EXIT", 0);
    CHECK_INT(pit_order(&p, player, "steal", chest), US_REASON_NONE);
    REQUIRE(pit_until(&p, US_EVENT_DONE, player, LONG));
    CHECK_INT(pit_value(&p, player, "carried"), AR_LOAD);
    CHECK_INT(pit_value(&p, chest, "stock"), 10);
    CHECK_INT(pit_order(&p, player, "steal", chest), US_REASON_BAD_TARGET); /* its hands are full */
    CHECK_INT(pit_tally(&p, 0, "loot"), 0);
    CHECK_INT(pit_order_at(&p, player, "move", 0, 0), US_REASON_NONE);
    const us_event *gained = pit_until(&p, US_EVENT_GAINED, player, LONG);
    REQUIRE(gained);
    CHECK_INT(gained->value, AR_LOAD);
    CHECK_INT(pit_tally(&p, 0, "loot"), AR_LOAD);
    CHECK_INT(pit_value(&p, player, "carried"), 0);
    us_outcome outcome = us_game_outcome(p.game);
    CHECK(outcome.kind == US_OUTCOME_WIN && outcome.winner == 0);
    CHECK_STR(outcome.reason, "loot");
    const us_world *world = us_game_world(p.game, 0);
    CHECK(world->alive[0] && !world->alive[1]);
    CHECK(pit_entity(&p, exit) != NULL);
    pit_end(&p);
}

TEST(what_is_carried_can_be_stolen_and_stays_with_the_body)
{
    pit p = pit_begin_hard("t..Q....b\n.........\ng", 50, 0);
    us_id player = pit_find(&p, "PLAYER", 0), thief = pit_find(&p, "THIEF", 0),
          brute = pit_find(&p, "BRUTE", 0);
    CHECK_INT(pit_order(&p, brute, "steal", player), US_REASON_CANNOT);
    CHECK_INT(pit_order(&p, thief, "steal", player), US_REASON_BAD_TARGET); /* it carries itself */
    pit_set(&p, thief, "carried", 0);
    CHECK_INT(pit_order(&p, thief, "steal", player), US_REASON_NONE);
    REQUIRE(pit_until(&p, US_EVENT_DONE, thief, LONG));
    CHECK(pit_value(&p, thief, "carried") == 5 && pit_value(&p, player, "carried") == 0);
    pit_set(&p, thief, "hit_points", 1);
    pit_order(&p, player, "attack", thief);
    REQUIRE(pit_until(&p, US_EVENT_GONE, thief, LONG));
    us_id body = pit_find(&p, "BODY", 0);
    REQUIRE(body);
    CHECK_INT(pit_value(&p, body, "stock"), 5);
    CHECK_INT(pit_order(&p, player, "steal", body), US_REASON_NONE);
    REQUIRE(pit_until(&p, US_EVENT_DONE, player, LONG));
    CHECK(pit_value(&p, body, "stock") == 0 && pit_value(&p, player, "carried") == 5);
    pit_end(&p);
}

TEST(supplies_are_taken_by_who_needs_them)
{
    pit p = pit_begin("Pa.m.....\n.........\n........g");
    us_id player = pit_find(&p, "PLAYER", 0), box = pit_find(&p, "AMMO", 0),
          kit = pit_find(&p, "MEDKIT", 0);
    pit_set(&p, player, "rounds", AR_ROUNDS_MAX - 3);
    pit_order_at(&p, player, "move", 5, 0);
    REQUIRE(pit_until(&p, US_EVENT_DONE, player, LONG));
    CHECK_INT(pit_value(&p, player, "rounds"), AR_ROUNDS_MAX);
    const us_event *gone = pit_event(&p, US_EVENT_GONE, box);
    CHECK(gone && gone->value == US_GONE_SPENT && !pit_entity(&p, box));
    CHECK(pit_entity(&p, kit) != NULL);
    pit_set(&p, player, "hit_points", 170);
    pit_order_at(&p, player, "move", 2, 0);
    REQUIRE(pit_until(&p, US_EVENT_DONE, player, LONG));
    CHECK_INT(pit_value(&p, player, "hit_points"), 200);
    CHECK(!pit_entity(&p, kit));
    pit_end(&p);
}

TEST(doors_open_to_who_walks_against_them_and_close_again)
{
    pit p = pit_begin(
        "P...#...g\n....D....\n....#....\n....#....\n....#....\n....#....\n....#....\n....#....");
    us_id player = pit_find(&p, "PLAYER", 0), door = pit_find(&p, "DOOR", 0);
    const us_world *world = us_game_world(p.game, 0);
    int cell = us_world_cell(world, 4, 1);
    CHECK_INT(world->plane[US_PLANE_TAKEN][cell], US_TAKEN_UNIT);
    CHECK(!ar_line(p.g, us_world_cell(world, 0, 1), us_world_cell(world, 8, 1)));
    pit_order_at(&p, player, "move", 6, 1);
    bool opened = false;
    for (int n = 0; n < LONG && !pit_event(&p, US_EVENT_DONE, player); n++) {
        pit_run(&p, 1);
        opened |= pit_entity(&p, door)->flags & US_ENTITY_INSIDE;
    }
    CHECK(opened && pit_event(&p, US_EVENT_DONE, player));
    CHECK(ar_line(p.g, us_world_cell(world, 0, 1), us_world_cell(world, 8, 1)));
    pit_run(&p, AR_OPEN + AR_SECOND);
    CHECK(!(pit_entity(&p, door)->flags & US_ENTITY_INSIDE));
    CHECK_INT(world->plane[US_PLANE_TAKEN][cell], US_TAKEN_UNIT);
    pit_end(&p);
}

TEST(friends_change_places_and_opponents_stand_in_the_way)
{
    pit p = pit_begin("g......Y\n########\nP.....b.\n########");
    us_id left = pit_find(&p, "GUARD", 0), right = pit_find(&p, "GUARD", 1);
    us_id player = pit_find(&p, "PLAYER", 0), brute = pit_find(&p, "BRUTE", 0);
    pit_order_at(&p, left, "move", 7, 0);
    pit_order_at(&p, right, "move", 0, 0);
    pit_order_at(&p, player, "move", 7, 2);
    pit_run(&p, 500);
    CHECK(pit_entity(&p, left)->x == 7 && pit_entity(&p, right)->x == 0);
    CHECK_INT(pit_count(&p, US_EVENT_BUMPED, left), 0);
    CHECK_INT(pit_entity(&p, player)->x, 5);
    const us_event *bumped = pit_event(&p, US_EVENT_BUMPED, player);
    REQUIRE(bumped);
    CHECK(bumped->other == brute && bumped->x == 6 && bumped->y == 2);
    CHECK(pit_count(&p, US_EVENT_BUMPED, player) <= 6); /* once a second */
    const us_event *failed = pit_event(&p, US_EVENT_FAILED, player);
    CHECK(failed && failed->type == US_REASON_NO_WAY);
    pit_end(&p);
}

TEST(two_friends_who_go_the_same_way_both_get_there)
{
    pit p = pit_begin("P.......\n######.#\n#....#gg\n#....#..\n#.......\n########");
    us_id first = pit_find(&p, "GUARD", 0), second = pit_find(&p, "GUARD", 1);
    pit_order_at(&p, first, "move", 1, 2);
    pit_order_at(&p, second, "move", 2, 2);
    pit_run(&p, 600);
    CHECK(pit_event(&p, US_EVENT_DONE, first) && pit_event(&p, US_EVENT_DONE, second));
    CHECK(pit_entity(&p, first)->x == 1 && pit_entity(&p, second)->x == 2);
    pit_end(&p);
}

TEST(who_cannot_get_there_fails_and_a_wall_is_reached_beside_it)
{
    pit p =
        pit_begin("P...#..g\n....#...\n....#...\n....#...\n....#...\n....#...\n....#...\n....#...");
    us_id player = pit_find(&p, "PLAYER", 0);
    CHECK_INT(pit_order_at(&p, player, "move", 6, 3), US_REASON_NONE);
    const us_event *failed = pit_until(&p, US_EVENT_FAILED, player, 5);
    CHECK(failed && failed->type == US_REASON_NO_WAY);
    CHECK_INT(pit_order_at(&p, player, "move", 4, 3), US_REASON_NONE); /* into a wall: beside it */
    CHECK(pit_until(&p, US_EVENT_DONE, player, LONG) != NULL);
    CHECK_INT(pit_entity(&p, player)->x, 3);
    pit_end(&p);
}

TEST(an_order_that_is_replaced_fails_as_interrupted)
{
    pit p = pit_begin("P........\n.........\n........g");
    us_id player = pit_find(&p, "PLAYER", 0);
    pit_order_at(&p, player, "move", 8, 0);
    pit_run(&p, 40);
    pit_order_at(&p, player, "sneak", 0, 2);
    pit_run(&p, LONG);
    const us_event *failed = pit_event(&p, US_EVENT_FAILED, player);
    const us_event *done = pit_event(&p, US_EVENT_DONE, player);
    CHECK(failed && failed->value == 1 && failed->type == US_REASON_INTERRUPTED);
    CHECK(done && done->value == 2);
    CHECK_INT(pit_count(&p, US_EVENT_ACCEPTED, player), 2);
    CHECK(pit_entity(&p, player)->x == 0 && pit_entity(&p, player)->y == 2);
    pit_end(&p);
}

TEST(who_hides_takes_cover_that_nobody_looks_into)
{
    pit p = pit_begin(
        "..........\n....c.....\nP.........g\n....##....\n....c#....\n....##....\n..........");
    us_id player = pit_find(&p, "PLAYER", 0);
    pit_face(&p, player, 9, 2);
    pit_run(&p, AR_LOOK + 1); /* it sees the guard */
    pit_order(&p, player, "hide", 0);
    CHECK(pit_until(&p, US_EVENT_DONE, player, LONG) != NULL);
    CHECK(pit_entity(&p, player)->x == 4 && pit_entity(&p, player)->y == 4);
    CHECK_STR(pit_status(&p, player), "hiding");
    pit_end(&p);
    p = pit_begin("P........g"); /* no cover at all */
    player = pit_find(&p, "PLAYER", 0);
    pit_order(&p, player, "hide", 0);
    const us_event *failed = pit_until(&p, US_EVENT_FAILED, player, 5);
    CHECK(failed && failed->type == US_REASON_BAD_PLACE);
    pit_end(&p);
}

TEST(search_stand_face_and_follow_do_what_they_say)
{
    pit p = pit_begin("P.........\n..........\n........gY");
    us_id player = pit_find(&p, "PLAYER", 0), guard = pit_find(&p, "GUARD", 0),
          other = pit_find(&p, "GUARD", 1);
    pit_order_at(&p, player, "search", 3, 0);
    const us_event *done = pit_until(&p, US_EVENT_DONE, player, LONG);
    CHECK(done && done->cycle >= 45 + AR_SEARCH);
    CHECK_INT(pit_entity(&p, player)->x, 3);
    us_cycle now = p.g->core->now;
    pit_order(&p, player, "stand", 0);
    done = pit_until(&p, US_EVENT_DONE, player, LONG);
    CHECK(done && done->cycle - now == AR_SECOND);
    pit_order_at(&p, player, "face", 0, 0);
    CHECK(pit_until(&p, US_EVENT_DONE, player, 3) != NULL);
    CHECK_INT(pit_value(&p, player, "facing"), 6);
    CHECK_INT(pit_order(&p, guard, "follow", guard), US_REASON_BAD_TARGET);
    CHECK_INT(pit_order(&p, guard, "follow", other), US_REASON_NONE);
    pit_order_at(&p, other, "move", 0, 7);
    pit_run(&p, LONG);
    CHECK_INT(pit_count(&p, US_EVENT_DONE, guard), 1);
    CHECK(ar_apart(p.g, ar_find(p.g, guard), ar_find(p.g, other)) <= 2);
    CHECK_STR(p.scenario->domain->action[pit_entity(&p, guard)->action].name, "follow");
    pit_end(&p);
}

TEST(who_surrenders_goes_and_the_last_one_wins)
{
    pit p = pit_begin("P.......g");
    us_id player = pit_find(&p, "PLAYER", 0);
    CHECK_INT(pit_order(&p, player, "surrender", 0), US_REASON_NONE);
    CHECK(!pit_entity(&p, player) && !pit_find(&p, "BODY", 0));
    pit_run(&p, 1);
    us_outcome outcome = us_game_outcome(p.game);
    CHECK(outcome.kind == US_OUTCOME_WIN && outcome.winner == 1);
    CHECK_STR(outcome.reason, "defeat");
    const us_event *gone = pit_event(&p, US_EVENT_GONE, player);
    CHECK(gone && gone->value == US_GONE_DISMISSED);
    CHECK_INT(pit_count(&p, US_EVENT_DONE, player), 1);
    pit_end(&p);
}

TEST(loot_that_is_taken_beside_an_exit_counts_at_once)
{
    pit p = pit_begin("E$.......\nP........\n........g");
    us_id player = pit_find(&p, "PLAYER", 0);
    CHECK_INT(pit_order(&p, player, "steal", pit_find(&p, "RESOURCE", 0)), US_REASON_NONE);
    REQUIRE(pit_until(&p, US_EVENT_GAINED, player, LONG));
    CHECK(pit_entity(&p, player)->x == 0 && pit_entity(&p, player)->y == 1);
    CHECK_STR(us_game_outcome(p.game).reason, "loot");
    pit_end(&p);
}

TEST(loot_counts_also_when_the_last_visitor_falls_as_it_is_brought)
{
    pit p = pit_begin("P.......g");
    int player = ar_find(p.g, pit_find(&p, "PLAYER", 0)),
        guard = ar_find(p.g, pit_find(&p, "GUARD", 0));
    ar_tally(p.g, 0, p.g->words->loot, 10);
    ar_remove(p.g, player, US_GONE_KILLED, guard);
    pit_run(&p, 1);
    us_outcome outcome = us_game_outcome(p.game);
    CHECK(outcome.kind == US_OUTCOME_WIN && outcome.winner == 0);
    CHECK_STR(outcome.reason, "loot");
    pit_end(&p);
}

TEST(all_who_fall_at_once_fell_also_in_the_last_cycle)
{
    pit p = pit_begin("P.......g");
    pit_run(&p, p.scenario->max_cycles - 1);
    ar_remove(p.g, ar_find(p.g, pit_find(&p, "PLAYER", 0)), US_GONE_KILLED, -1);
    ar_remove(p.g, ar_find(p.g, pit_find(&p, "GUARD", 0)), US_GONE_KILLED, -1);
    pit_run(&p, 1);
    CHECK_INT(us_game_outcome(p.game).kind, US_OUTCOME_DRAW);
    CHECK_STR(us_game_outcome(p.game).reason, "all fell");
    pit_end(&p);
}
