#include "tests/unit/pit.h"
#include "tests/unit/test.h"

enum { FIGHT = 3000 };

TEST(an_attack_ends_with_its_target_and_is_counted)
{
    pit p = pit_begin("P.......g\n.........\ng");
    us_id player = pit_find(&p, "PLAYER", 0), guard = pit_find(&p, "GUARD", 0);
    CHECK_INT(pit_order(&p, player, "attack", guard), US_REASON_NONE);
    const us_event *done = pit_until(&p, US_EVENT_DONE, player, FIGHT);
    REQUIRE(done);
    CHECK_INT(done->value, 1);
    CHECK(!pit_entity(&p, guard));
    CHECK_STR(pit_status(&p, player), "idle");
    CHECK_INT(pit_tally(&p, 0, "kills"), 1);
    CHECK_INT(pit_tally(&p, 1, "losses"), 1);
    int shots = pit_count(&p, US_EVENT_SHOT, guard), hits = pit_count(&p, US_EVENT_ATTACKED, guard);
    CHECK(shots == pit_tally(&p, 0, "shots") && hits > 3 && hits <= shots);
    CHECK_INT(pit_value(&p, player, "ammo"), 12 - shots);
    const us_event *shot = pit_event(&p, US_EVENT_SHOT, guard);
    CHECK(shot->other == player && shot->x == 0 && shot->y == 0);
    const us_event *gone = pit_event(&p, US_EVENT_GONE, guard);
    CHECK(gone && gone->other == player && gone->value == US_GONE_KILLED);
    pit_end(&p);
}

TEST(who_has_no_range_strikes_what_it_touches)
{
    pit p = pit_begin_hard("P......b.", 50, 0);
    us_id player = pit_find(&p, "PLAYER", 0), brute = pit_find(&p, "BRUTE", 0);
    pit_set(&p, brute, "range", 0);
    int life = pit_value(&p, player, "hit_points");
    CHECK_INT(pit_order(&p, brute, "attack", player), US_REASON_NONE);
    pit_run(&p, 600);
    CHECK(!pit_entity(&p, player) || pit_value(&p, player, "hit_points") < life);
    pit_end(&p);
}

TEST(the_last_round_makes_careful)
{
    pit p = pit_begin("P.......g");
    us_id player = pit_find(&p, "PLAYER", 0), guard = pit_find(&p, "GUARD", 0);
    int before = pit_value(&p, guard, "defensive");
    pit_set(&p, guard, "ammo", 2);
    CHECK_INT(pit_order(&p, guard, "attack", player), US_REASON_NONE);
    REQUIRE(pit_until(&p, US_EVENT_SHOT, player, FIGHT));
    CHECK_INT(pit_value(&p, guard, "defensive"), before);
    REQUIRE(pit_until(&p, US_EVENT_EMPTY, guard, FIGHT));
    CHECK_INT(pit_value(&p, guard, "defensive"), before + 20);
    pit_end(&p);
}

TEST(rounds_run_out_and_reloading_takes_time_and_rounds)
{
    pit p = pit_begin("P.......g");
    us_id player = pit_find(&p, "PLAYER", 0), guard = pit_find(&p, "GUARD", 0);
    pit_set(&p, player, "ammo", 1);
    pit_set(&p, player, "rounds", 9);
    CHECK_INT(pit_order(&p, player, "attack", guard), US_REASON_NONE);
    const us_event *failed = pit_until(&p, US_EVENT_FAILED, player, FIGHT);
    REQUIRE(failed);
    CHECK_INT(failed->type, US_REASON_NO_RESOURCES);
    CHECK_INT(pit_count(&p, US_EVENT_EMPTY, player), 1);
    CHECK_INT(pit_order(&p, player, "attack", guard), US_REASON_NO_RESOURCES);
    us_cycle now = p.g->core->now;
    CHECK_INT(pit_order(&p, player, "reload", 0), US_REASON_NONE);
    pit_run(&p, 1);
    CHECK_STR(pit_status(&p, player), "reloading");
    const us_event *done = pit_until(&p, US_EVENT_DONE, player, FIGHT);
    REQUIRE(done);
    CHECK_INT(done->cycle - now, AR_RELOADING);
    CHECK(pit_value(&p, player, "ammo") == 9 && pit_value(&p, player, "rounds") == 0);
    CHECK_INT(pit_order(&p, player, "reload", 0), US_REASON_NOTHING);
    pit_end(&p);
}

TEST(an_attacker_gives_up_whom_it_has_not_seen_for_long)
{
    pit p = pit_begin(
        "P.....#..\n......#.g\n......#..\n......#..\n......#..\n......#..\n......#..\n......#..");
    us_id player = pit_find(&p, "PLAYER", 0), guard = pit_find(&p, "GUARD", 0);
    CHECK_INT(pit_order(&p, player, "attack", guard), US_REASON_NONE);
    const us_event *failed = pit_until(&p, US_EVENT_FAILED, player, FIGHT);
    REQUIRE(failed);
    CHECK_INT(failed->type, US_REASON_BAD_TARGET);
    CHECK(failed->cycle >= AR_TRACK && failed->cycle <= AR_TRACK + AR_SECOND);
    CHECK_INT(pit_entity(&p, player)->target, 0);
    pit_end(&p);
}

TEST(an_attacker_goes_where_its_target_went)
{
    pit p = pit_begin("b.....#...\n......#...\n....P.#...\n......#...\n..........");
    us_id brute = pit_find(&p, "BRUTE", 0), player = pit_find(&p, "PLAYER", 0);
    pit_face(&p, brute, 5, 0);
    pit_order_at(&p, player, "move", 8, 2);
    pit_run(&p, 30);
    CHECK_INT(pit_order(&p, brute, "attack", player), US_REASON_NONE);
    CHECK(pit_until(&p, US_EVENT_ATTACKED, player, 900) != NULL);
    CHECK_INT(pit_count(&p, US_EVENT_SHOT, player), 0); /* it strikes with its hands */
    CHECK(ar_apart(p.g, ar_find(p.g, brute), ar_find(p.g, player)) == 1);
    pit_end(&p);
}

/* Of so many shots from 8 cells, how many hit. */
static int hits(const char *rows, const char *shooter, const char *target, int difficulty)
{
    enum { SHOTS = 400 };
    pit p = pit_begin_hard(rows, difficulty, 0);
    us_id from = pit_find(&p, shooter, 0), to = pit_find(&p, target, 0);
    int count = 0;
    for (int n = 0; n < SHOTS; n++) {
        us_events_reset(&p.g->told);
        pit_set(&p, to, "hit_points", 200);
        pit_set(&p, from, "ammo", 12);
        ar_strike(p.g, ar_find(p.g, from), ar_find(p.g, to));
        for (int i = 0; i < p.g->told.count; i++)
            count += p.g->told.event[i].kind == US_EVENT_ATTACKED;
    }
    pit_end(&p);
    return count;
}

TEST(cover_halves_what_hits)
{
    pit p = pit_begin("P.......cg");
    us_id guard = pit_find(&p, "GUARD", 0);
    pit_order_at(&p, guard, "move", 8, 0);
    REQUIRE(pit_until(&p, US_EVENT_DONE, guard, 100));
    us_id player = pit_find(&p, "PLAYER", 0);
    int count = 0;
    for (int n = 0; n < 400; n++) {
        us_events_reset(&p.g->told);
        pit_set(&p, guard, "hit_points", 100);
        pit_set(&p, player, "ammo", 12);
        ar_strike(p.g, ar_find(p.g, player), ar_find(p.g, guard));
        for (int i = 0; i < p.g->told.count; i++)
            count += p.g->told.event[i].kind == US_EVENT_ATTACKED;
    }
    int open = hits("P.......g", "PLAYER", "GUARD", 50);
    CHECK(open > 250 && open < 320);   /* 71 of 100 */
    CHECK(count > 110 && count < 170); /* 35 */
    pit_end(&p);
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
    pit p = pit_begin("P.......g");
    us_id player = pit_find(&p, "PLAYER", 0), guard = pit_find(&p, "GUARD", 0);
    pit_face(&p, guard, 0, 0);
    pit_run(&p, AR_LOOK + 1);
    CHECK_INT(pit_value(&p, guard, "alarm"), 20); /* it sees somebody */
    pit_order(&p, player, "attack", guard);
    REQUIRE(pit_until(&p, US_EVENT_SHOT, guard, 200));
    CHECK(pit_value(&p, guard, "alarm") >= 40 && pit_value(&p, guard, "defensive") >= 25);
    pit_order(&p, player, "stand", 0);
    int alarm = pit_value(&p, guard, "alarm"), steps = 0;
    for (int n = 0; n < 30 * AR_SECOND; n++) {
        pit_run(&p, 1);
        int now = pit_value(&p, guard, "alarm");
        steps += now != alarm;
        CHECK(now == alarm || alarm - now == 5 || now > alarm);
        alarm = now;
    }
    CHECK(steps >= 8 && steps <= 24);
    CHECK_INT(alarm, 0);
    CHECK_INT(pit_value(&p, guard, "defensive"), 20);
    pit_end(&p);
}

TEST(boredom_grows_while_nothing_happens)
{
    pit p = pit_begin("P.......#\n........#\n########g");
    us_id player = pit_find(&p, "PLAYER", 0), guard = pit_find(&p, "GUARD", 0);
    pit_run(&p, 10 * AR_DULL + 1);
    CHECK_INT(pit_tally(&p, 0, "bored"), 50);
    CHECK_INT(pit_tally(&p, 1, "bored"), 0);
    ar_strike(p.g, ar_find(p.g, guard), ar_find(p.g, player));
    CHECK_INT(pit_tally(&p, 0, "bored"), 40);
    ar_strike(p.g, ar_find(p.g, player), ar_find(p.g, guard));
    CHECK_INT(pit_tally(&p, 0, "bored"), 35);
    pit_run(&p, 100 * AR_DULL);
    CHECK_INT(pit_tally(&p, 0, "bored"), 100);
    pit_end(&p);
}

TEST(a_snapshot_in_the_middle_of_a_fight_goes_on_alike)
{
    pit p = pit_begin_hard("P......c..g\n.......c..s\nP......c..b\n....#.....t", 60, 0);
    for (int n = 0; n < 2; n++)
        pit_order(&p, pit_find(&p, "PLAYER", n), "attack", pit_find(&p, "GUARD", 0));
    pit_order(&p, pit_find(&p, "GUARD", 0), "attack", pit_find(&p, "PLAYER", 0));
    pit_order(&p, pit_find(&p, "SNIPER", 0), "attack", pit_find(&p, "PLAYER", 1));
    pit_order(&p, pit_find(&p, "BRUTE", 0), "attack", pit_find(&p, "PLAYER", 1));
    pit_run(&p, 45);
    pit_order(&p, pit_find(&p, "THIEF", 0), "attack", pit_find(&p, "PLAYER", 0)); /* told later */
    us_str save;
    us_str_init(&save);
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
    us_str_clear(&save);
    pit_end(&p);
}
