#include "experiments/run/results.h"

#include "experiments/run/games.h"
#include "players/play.h"
#include "tests/unit/near_equal.h"

enum { A = 7, B = 8, C = 9, CELLS = 3 };

TEST(a_place_that_shows_one_course_counts_once)
{
    us_repeats *r = us_repeats_new(CELLS);
    CHECK(!us_repeats_add(r, 1, 0, A, 1));
    CHECK(!us_repeats_add(r, 1, 1, B, 0));
    CHECK(us_repeats_add(r, 1, 0, A, 1));
    CHECK(us_repeats_add(r, 1, 1, B, 0));
    CHECK(us_repeats_is_deterministic(r, 1));
    us_repeats_free(r);
}

TEST(a_cell_in_which_chance_plays_counts_all)
{
    us_repeats *r = us_repeats_new(CELLS);
    for (int i = 0; i < 5; i++) {
        us_repeats_add(r, 0, 0, A, 1); /* however often the one comes up */
        us_repeats_add(r, 0, 1, i < 4 ? B : C, 0);
        us_repeats_add(r, 1, 0, A, 1);
    }
    CHECK(!us_repeats_is_deterministic(r, 0));
    CHECK(us_repeats_is_deterministic(r, 1));
    us_repeats_free(r);
}

TEST(a_course_that_is_not_known_is_like_no_other)
{
    us_repeats *r = us_repeats_new(CELLS);
    us_repeats_add(r, 0, 0, 0, 1);
    us_repeats_add(r, 0, 0, 0, 1);
    CHECK(!us_repeats_is_deterministic(r, 0));
    CHECK(us_repeats_combine_courses(A, 0) == 0 && us_repeats_combine_courses(0, B) == 0);
    CHECK(us_repeats_combine_courses(A, B) != us_repeats_combine_courses(B, A));
    us_repeats_free(r);
}

/* 200 pairs of one course, all won: without this the test would have been over after 30. */
TEST(repeats_decide_no_sequential_test)
{
    us_sprt_def def = us_sprt_def_default();
    us_sprt s = us_sprt_start(&def);
    us_repeats *r = us_repeats_new(CELLS);
    for (int i = 0; i < 200; i++)
        CHECK_INT(us_repeats_add_to_test(r, &s, 0, i % 2, A + i % 2, 1), US_SPRT_RUNNING);
    CHECK_INT(s.weighed, 2);
    CHECK_INT(s.steps, 200);
    us_repeats_free(r);
}

TEST(what_waits_counts_once_chance_shows)
{
    us_sprt_def def = us_sprt_def_default();
    us_sprt s = us_sprt_start(&def), plain = us_sprt_start(&def);
    us_repeats *r = us_repeats_new(CELLS);
    for (int i = 0; i < 24; i++) {
        double value = i == 15 ? 0 : i % 2 ? -0.5 : 1;
        us_hash course = i == 15 ? C : A + (us_hash)(i % 2);
        us_repeats_add_to_test(r, &s, 2, i % 2, course, value);
        us_sprt_add(&plain, value);
        CHECK_INT(s.weighed, i >= 15 ? i + 1 : i > 0 ? 2 : 1);
    }
    CHECK_NEAR(s.mean, plain.mean, 1e-12);
    CHECK_NEAR(s.squares, plain.squares, 1e-12);
    us_repeats_free(r);
}

static void ready(void *context, us_match *match, const char *const *agent)
{
    (void)agent;
    us_course_hash_observe(context, match);
}

static us_hash play_hash(const char *agent, uint64_t seed)
{
    us_play_def def = us_play_def_default();
    us_course_hash course;
    US_AUTOFREE us_play_result *result = US_NEW(us_play_result);
    us_error err = {0};
    def.scenario.domain = "microrts";
    def.scenario.map = "plain-8";
    def.scenario.max_cycles = 600;
    def.agent[0] = agent;
    def.agent[1] = "ai:worker-rush";
    def.seed = seed;
    def.context = &course;
    def.ready = ready;
    CHECK_INT(us_play_run(&def, result, &err), US_OK);
    return course.hash;
}

TEST(the_course_is_that_of_the_game_and_not_of_its_seed)
{
    us_hash course = play_hash("ai:light-rush", 1);
    CHECK(course != 0);
    for (uint64_t seed = 2; seed < 6; seed++)
        CHECK(play_hash("ai:light-rush", seed) == course);
    CHECK(play_hash("ai:worker-rush", 1) != course);
    CHECK(play_hash("ai:random-biased", 1) != play_hash("ai:random-biased", 2));
    CHECK(play_hash("ai:random-biased", 1) == play_hash("ai:random-biased", 1));
}
