/* Counting queries that nothing acts on: tests/requery.h. */
#include "tests/requery.h"

#include "tests/unit/arena_world.h"

typedef struct drawn_skirmish {
    arena_world a;
    requery *queries;
    us_id guard;
} drawn_skirmish;

static void open_stage(drawn_skirmish *s)
{
    us_error err = {0};
    arena_world_open(&s->a);
    s->guard = arena_world_add(&s->a, "GUARD", 1, 5, 5);
    arena_world_add(&s->a, "PLAYER", 0, 9, 9);
    REQUIRE(requery_new(s->a.domain, 1, &s->queries, &err) == US_OK);
}

static void close_stage(drawn_skirmish *s)
{
    requery_free(s->queries);
    arena_world_close(&s->a);
}

static requery_count run_cycles(drawn_skirmish *s, int cycles)
{
    for (int i = 0; i < cycles; i++) {
        requery_on_world(s->queries, &s->a.world);
        s->a.world.now++;
    }
    return requery_counted(s->queries);
}

enum { TICK, EVENT, BY_1, BY_2, BY_3, BY_5, BY_10, BY_20, BY_30, ONCE };

TEST(what_does_not_move_is_asked_once)
{
    drawn_skirmish s;
    open_stage(&s);
    requery_count c = run_cycles(&s, 50);
    CHECK_INT(c.looks, 50);
    CHECK_INT(c.queries[TICK], 50);
    for (int w = EVENT; w < REQUERY_WAYS; w++)
        CHECK_INT(c.queries[w], 1);
    for (int w = 0; w < REQUERY_WAYS; w++)
        CHECK_INT(c.same[w], 50);
    CHECK_INT(c.others, 0);
    CHECK_INT(c.moved[2], 0);
    close_stage(&s);
}

TEST(a_step_is_asked_by_those_whose_threshold_it_reaches)
{
    drawn_skirmish s;
    open_stage(&s);
    run_cycles(&s, 10);
    arena_world_set(&s.a, s.guard, "alarm", 10); /* a fifth of 0.10 */
    requery_count c = run_cycles(&s, 10);
    CHECK_INT(c.moved[2], 1);
    CHECK_INT(c.moved[0], 0);
    CHECK_INT(c.queries[TICK], 20);
    CHECK_INT(c.queries[EVENT], 2);
    CHECK_INT(c.queries[BY_2], 2);
    CHECK_INT(c.queries[BY_3], 1);
    close_stage(&s);
}

TEST(what_is_heard_changes_no_answer)
{
    drawn_skirmish s;
    us_event noise = {.kind = US_EVENT_NOISE, .value = 5};
    open_stage(&s);
    noise.entity = s.guard;
    run_cycles(&s, 10);
    for (int i = 0; i < 10; i++) {
        requery_on_events(s.queries, &noise, 1);
        run_cycles(&s, 1);
    }
    requery_count c = run_cycles(&s, 10);
    CHECK_INT(c.queries[TICK], 30);
    for (int w = EVENT; w < REQUERY_WAYS; w++) {
        CHECK_INT(c.queries[w], 1);
        CHECK_INT(c.same[w], 30);
    }
    close_stage(&s);
}

/* Of the published choices: what fits a moment of calm and what fits one of alarm. */
TEST(an_answer_that_is_late_counts_until_it_is_asked)
{
    drawn_skirmish s;
    open_stage(&s);
    arena_world_set(&s.a, s.guard, "aggressive", 80);
    arena_world_set(&s.a, s.guard, "defensive", 30);
    arena_world_set(&s.a, s.guard, "alarm", 40);
    run_cycles(&s, 10);
    arena_world_set(&s.a, s.guard, "aggressive", 50);
    arena_world_set(&s.a, s.guard, "defensive", 10);
    arena_world_set(&s.a, s.guard, "alarm", 70);
    requery_count c = run_cycles(&s, 10); /* moved by 0.3 + 0.2 + 0.3 of 5 */
    CHECK_INT(c.others, 1);
    CHECK_INT(c.same[EVENT], 20);
    CHECK_INT(c.same[BY_10], 20);
    CHECK_INT(c.same[BY_20], 10);
    CHECK_INT(c.same[BY_30], 10);
    CHECK_INT(c.same[ONCE], 10);
    close_stage(&s);
}

TEST(others_than_the_seats_characters_have_none)
{
    drawn_skirmish s;
    open_stage(&s);
    arena_world_add(&s.a, "DOOR", 1, 7, 7);
    run_cycles(&s, 10);
    us_id second = arena_world_add(&s.a, "BRUTE", 1, 20, 20);
    CHECK_INT(run_cycles(&s, 10).looks, 30);
    arena_world_remove(&s.a, second);
    requery_count c = run_cycles(&s, 10);
    CHECK_INT(c.looks, 40);
    CHECK_INT(c.queries[TICK], 40);
    CHECK_INT(c.queries[EVENT], 2);
    CHECK_INT(c.queries[ONCE], 2);
    close_stage(&s);
}
