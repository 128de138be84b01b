#include "tests/unit/drawn_arena.h"
#include "tests/unit/test.h"

enum { FIGHT = 3000 };

TEST(an_attack_ends_with_its_target_and_is_counted)
{
    US_AUTO(drawn_arena_end) drawn_arena p = drawn_arena_begin("P.......g\n.........\ng");
    us_id player = drawn_arena_find(&p, "PLAYER", 0), guard = drawn_arena_find(&p, "GUARD", 0);
    CHECK_INT(drawn_arena_order(&p, player, "attack", guard), US_REASON_NONE);
    const us_event *done = drawn_arena_until(&p, US_EVENT_DONE, player, FIGHT);
    REQUIRE(done);
    CHECK_INT(done->value, 1);
    CHECK(!drawn_arena_entity(&p, guard));
    CHECK_STR(drawn_arena_status(&p, player), "idle");
    CHECK_INT(drawn_arena_tally(&p, 0, "kills"), 1);
    CHECK_INT(drawn_arena_tally(&p, 1, "losses"), 1);
    int shots = drawn_arena_count(&p, US_EVENT_SHOT, guard),
        hits = drawn_arena_count(&p, US_EVENT_ATTACKED, guard);
    CHECK(shots == drawn_arena_tally(&p, 0, "shots") && hits > 3 && hits <= shots);
    CHECK_INT(drawn_arena_value(&p, player, "ammo"), 12 - shots);
    const us_event *shot = drawn_arena_event(&p, US_EVENT_SHOT, guard);
    CHECK(shot->other == player && shot->x == 0 && shot->y == 0);
    const us_event *gone = drawn_arena_event(&p, US_EVENT_GONE, guard);
    CHECK(gone && gone->other == player && gone->value == US_GONE_KILLED);
}

TEST(who_has_no_range_strikes_what_it_touches)
{
    US_AUTO(drawn_arena_end) drawn_arena p = drawn_arena_begin_hard("P......b.", 50, 0);
    us_id player = drawn_arena_find(&p, "PLAYER", 0), brute = drawn_arena_find(&p, "BRUTE", 0);
    drawn_arena_set(&p, brute, "range", 0);
    int life = drawn_arena_value(&p, player, "hit_points");
    CHECK_INT(drawn_arena_order(&p, brute, "attack", player), US_REASON_NONE);
    drawn_arena_run(&p, 600);
    CHECK(!drawn_arena_entity(&p, player) || drawn_arena_value(&p, player, "hit_points") < life);
}

TEST(the_last_round_makes_careful)
{
    US_AUTO(drawn_arena_end) drawn_arena p = drawn_arena_begin("P.......g");
    us_id player = drawn_arena_find(&p, "PLAYER", 0), guard = drawn_arena_find(&p, "GUARD", 0);
    int before = drawn_arena_value(&p, guard, "defensive");
    drawn_arena_set(&p, guard, "ammo", 2);
    CHECK_INT(drawn_arena_order(&p, guard, "attack", player), US_REASON_NONE);
    REQUIRE(drawn_arena_until(&p, US_EVENT_SHOT, player, FIGHT));
    CHECK_INT(drawn_arena_value(&p, guard, "defensive"), before);
    REQUIRE(drawn_arena_until(&p, US_EVENT_EMPTY, guard, FIGHT));
    CHECK_INT(drawn_arena_value(&p, guard, "defensive"), before + 20);
}

TEST(rounds_run_out_and_reloading_takes_time_and_rounds)
{
    US_AUTO(drawn_arena_end) drawn_arena p = drawn_arena_begin("P.......g");
    us_id player = drawn_arena_find(&p, "PLAYER", 0), guard = drawn_arena_find(&p, "GUARD", 0);
    drawn_arena_set(&p, player, "ammo", 1);
    drawn_arena_set(&p, player, "rounds", 9);
    CHECK_INT(drawn_arena_order(&p, player, "attack", guard), US_REASON_NONE);
    const us_event *failed = drawn_arena_until(&p, US_EVENT_FAILED, player, FIGHT);
    REQUIRE(failed);
    CHECK_INT(failed->type, US_REASON_NO_RESOURCES);
    CHECK_INT(drawn_arena_count(&p, US_EVENT_EMPTY, player), 1);
    CHECK_INT(drawn_arena_order(&p, player, "attack", guard), US_REASON_NO_RESOURCES);
    us_cycle now = p.g->core->now;
    CHECK_INT(drawn_arena_order(&p, player, "reload", 0), US_REASON_NONE);
    drawn_arena_run(&p, 1);
    CHECK_STR(drawn_arena_status(&p, player), "reloading");
    const us_event *done = drawn_arena_until(&p, US_EVENT_DONE, player, FIGHT);
    REQUIRE(done);
    CHECK_INT(done->cycle - now, AR_RELOADING);
    CHECK(drawn_arena_value(&p, player, "ammo") == 9 &&
          drawn_arena_value(&p, player, "rounds") == 0);
    CHECK_INT(drawn_arena_order(&p, player, "reload", 0), US_REASON_NOTHING);
}

TEST(an_attacker_gives_up_whom_it_has_not_seen_for_long)
{
    drawn_arena p = drawn_arena_begin(
        "P.....#..\n......#.g\n......#..\n......#..\n......#..\n......#..\n......#..\n......#..");
    us_id player = drawn_arena_find(&p, "PLAYER", 0), guard = drawn_arena_find(&p, "GUARD", 0);
    CHECK_INT(drawn_arena_order(&p, player, "attack", guard), US_REASON_NONE);
    const us_event *failed = drawn_arena_until(&p, US_EVENT_FAILED, player, FIGHT);
    REQUIRE(failed);
    CHECK_INT(failed->type, US_REASON_BAD_TARGET);
    CHECK(failed->cycle >= AR_TRACK && failed->cycle <= AR_TRACK + AR_SECOND);
    CHECK_INT(drawn_arena_entity(&p, player)->target, 0);
    drawn_arena_end(&p);
}

TEST(an_attacker_goes_where_its_target_went)
{
    US_AUTO(drawn_arena_end)
    drawn_arena p = drawn_arena_begin("b.....#...\n......#...\n....P.#...\n......#...\n..........");
    us_id brute = drawn_arena_find(&p, "BRUTE", 0), player = drawn_arena_find(&p, "PLAYER", 0);
    drawn_arena_face(&p, brute, 5, 0);
    drawn_arena_order_at(&p, player, "move", 8, 2);
    drawn_arena_run(&p, 30);
    CHECK_INT(drawn_arena_order(&p, brute, "attack", player), US_REASON_NONE);
    CHECK(drawn_arena_until(&p, US_EVENT_ATTACKED, player, 900) != NULL);
    CHECK_INT(drawn_arena_count(&p, US_EVENT_SHOT, player), 0); /* it strikes with its hands */
    CHECK(ar_entity_distance(p.g, ar_entity_find(p.g, brute), ar_entity_find(p.g, player)) == 1);
}

/* Of so many shots from 8 cells, how many hit. */
static int hits(const char *rows, const char *shooter, const char *target, int difficulty)
{
    enum { SHOTS = 400 };
    US_AUTO(drawn_arena_end) drawn_arena p = drawn_arena_begin_hard(rows, difficulty, 0);
    us_id from = drawn_arena_find(&p, shooter, 0), to = drawn_arena_find(&p, target, 0);
    int count = 0;
    for (int n = 0; n < SHOTS; n++) {
        us_events_reset(&p.g->events);
        drawn_arena_set(&p, to, "hit_points", 200);
        drawn_arena_set(&p, from, "ammo", 12);
        ar_entity_strike(p.g, ar_entity_find(p.g, from), ar_entity_find(p.g, to));
        for (int i = 0; i < p.g->events.count; i++)
            count += p.g->events.event[i].kind == US_EVENT_ATTACKED;
    }
    return count;
}

TEST(cover_halves_what_hits)
{
    US_AUTO(drawn_arena_end) drawn_arena p = drawn_arena_begin("P.......cg");
    us_id guard = drawn_arena_find(&p, "GUARD", 0);
    drawn_arena_order_at(&p, guard, "move", 8, 0);
    REQUIRE(drawn_arena_until(&p, US_EVENT_DONE, guard, 100));
    us_id player = drawn_arena_find(&p, "PLAYER", 0);
    int count = 0;
    for (int n = 0; n < 400; n++) {
        us_events_reset(&p.g->events);
        drawn_arena_set(&p, guard, "hit_points", 100);
        drawn_arena_set(&p, player, "ammo", 12);
        ar_entity_strike(p.g, ar_entity_find(p.g, player), ar_entity_find(p.g, guard));
        for (int i = 0; i < p.g->events.count; i++)
            count += p.g->events.event[i].kind == US_EVENT_ATTACKED;
    }
    int open = hits("P.......g", "PLAYER", "GUARD", 50);
    CHECK(open > 250 && open < 320);   /* 71 of 100 */
    CHECK(count > 110 && count < 170); /* 35 */
}

TEST(difficulty_says_how_well_residents_hit)
{
    int easy = hits("P.......g", "GUARD", "PLAYER", 0),
        hard = hits("P.......g", "GUARD", "PLAYER", 100);
    CHECK(easy > 80 && easy < 150);  /* 29 of 100 */
    CHECK(hard > 310 && hard < 380); /* 87 */
    CHECK(hits("P.......g", "PLAYER", "GUARD", 0) > 250);
}

TEST(moods_move_with_what_happens_and_go_back_slowly)
{
    US_AUTO(drawn_arena_end) drawn_arena p = drawn_arena_begin("P.......g");
    us_id player = drawn_arena_find(&p, "PLAYER", 0), guard = drawn_arena_find(&p, "GUARD", 0);
    drawn_arena_face(&p, guard, 0, 0);
    drawn_arena_run(&p, AR_LOOK + 1);
    CHECK_INT(drawn_arena_value(&p, guard, "alarm"), 20); /* it sees somebody */
    drawn_arena_order(&p, player, "attack", guard);
    REQUIRE(drawn_arena_until(&p, US_EVENT_SHOT, guard, 200));
    CHECK(drawn_arena_value(&p, guard, "alarm") >= 40 &&
          drawn_arena_value(&p, guard, "defensive") >= 25);
    drawn_arena_order(&p, player, "stand", 0);
    int alarm = drawn_arena_value(&p, guard, "alarm"), steps = 0;
    for (int n = 0; n < 30 * AR_SECOND; n++) {
        drawn_arena_run(&p, 1);
        int now = drawn_arena_value(&p, guard, "alarm");
        steps += now != alarm;
        CHECK(now == alarm || alarm - now == 5 || now > alarm);
        alarm = now;
    }
    CHECK(steps >= 8 && steps <= 24);
    CHECK_INT(alarm, 0);
    CHECK_INT(drawn_arena_value(&p, guard, "defensive"), 20);
}

TEST(boredom_grows_while_nothing_happens)
{
    US_AUTO(drawn_arena_end) drawn_arena p = drawn_arena_begin("P.......#\n........#\n########g");
    us_id player = drawn_arena_find(&p, "PLAYER", 0), guard = drawn_arena_find(&p, "GUARD", 0);
    drawn_arena_run(&p, 10 * AR_DULL + 1);
    CHECK_INT(drawn_arena_tally(&p, 0, "bored"), 50);
    CHECK_INT(drawn_arena_tally(&p, 1, "bored"), 0);
    ar_entity_strike(p.g, ar_entity_find(p.g, guard), ar_entity_find(p.g, player));
    CHECK_INT(drawn_arena_tally(&p, 0, "bored"), 40);
    ar_entity_strike(p.g, ar_entity_find(p.g, player), ar_entity_find(p.g, guard));
    CHECK_INT(drawn_arena_tally(&p, 0, "bored"), 35);
    drawn_arena_run(&p, 100 * AR_DULL);
    CHECK_INT(drawn_arena_tally(&p, 0, "bored"), 100);
}

TEST(a_snapshot_in_the_middle_of_a_fight_goes_on_alike)
{
    drawn_arena p =
        drawn_arena_begin_hard("P......c..g\n.......c..s\nP......c..b\n....#.....t", 60, 0);
    for (int n = 0; n < 2; n++)
        drawn_arena_order(&p, drawn_arena_find(&p, "PLAYER", n), "attack",
                          drawn_arena_find(&p, "GUARD", 0));
    drawn_arena_order(&p, drawn_arena_find(&p, "GUARD", 0), "attack",
                      drawn_arena_find(&p, "PLAYER", 0));
    drawn_arena_order(&p, drawn_arena_find(&p, "SNIPER", 0), "attack",
                      drawn_arena_find(&p, "PLAYER", 1));
    drawn_arena_order(&p, drawn_arena_find(&p, "BRUTE", 0), "attack",
                      drawn_arena_find(&p, "PLAYER", 1));
    drawn_arena_run(&p, 45);
    drawn_arena_order(&p, drawn_arena_find(&p, "THIEF", 0), "attack",
                      drawn_arena_find(&p, "PLAYER", 0)); /* told later */
    US_AUTOSTR(save);
    us_game_save(p.game, &save);
    us_game *other = us_game_new(p.scenario, 3);
    REQUIRE(us_game_load(other, save.text, save.length, NULL) == US_OK);
    us_events told = {0};
    us_events_reset(&p.events);
    us_game_step(other, 1200, NULL, &told);
    us_game_step(p.game, 1200, NULL, &p.events);
    CHECK(told.count > 20);
    CHECK_INT(told.count, p.events.count);
    CHECK_HASH(us_game_hash(other), us_game_hash(p.game));
    us_events_clear(&told);
    us_game_free(other);
    drawn_arena_end(&p);
}
