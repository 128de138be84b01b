#include <stdio.h>
#include <string.h>

#include "tests/unit/scripted_run.h"

/* ---- interrupts: what runs is suspended, and resumed */

/* In each cycle: the gold, and what is said. */
typedef struct moment {
    int gold;
    const char *said;
} moment;

static us_answer check_moments(scripted_run *k, const moment *m, int count)
{
    us_answer answer = US_ANSWER_NONE;
    for (int i = 0; i < count; i++) {
        if (m[i].gold >= 0)
            scripted_run_gold(k, m[i].gold);
        answer = scripted_run_tick(k);
        CHECK_STR(scripted_run_log(k), m[i].said);
    }
    return answer;
}

TEST(what_is_above_the_threshold_suspends_and_what_ran_goes_on)
{
    static const moment moments[] = {
        {0, "a>"},           {80, "a."}, /* more than a's 50, not more than 80 */
        {81, "b> a("},       {0, "b."},  /* what interrupts is not asked again */
        {-1, "b. bS a) a."}, {-1, "a. aS"},
    };
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(&k,
                      "choose score utility pick argmax recheck tick interrupt 80 {\n"
                      " option(50) a: act stop()\n option(gold(self)) b: act stop()\n }",
                      "");
    scripted_run_script(&k, "b", "RRS");
    scripted_run_script(&k, "a", "RRRS");
    CHECK_INT(check_moments(&k, moments, US_COUNT(moments)), US_SUCCESS);
}

TEST(the_best_of_what_was_interrupted_goes_on_first)
{
    static const moment moments[] = {
        {0, "a>"}, {10, "b> a("}, {20, "c> b("}, {13, "c. cF b) b."}, {-1, "b. bS a) a."},
    };
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(&k,
                      "choose score utility recheck tick interrupt 1 {\n option(1) a: act stop()\n"
                      " option(min(gold(self), 2) + 1) b: act stop()\n"
                      " option(gold(self) - 10) c: act stop()\n }",
                      "");
    scripted_run_script(&k, "b", "RRS");
    scripted_run_script(&k, "c", "RF");
    CHECK_INT(check_moments(&k, moments, US_COUNT(moments)), US_RUNNING);
}

TEST(what_was_interrupted_may_take_over_again_by_its_score)
{
    static const moment moments[] = {
        {40, "a>"}, {20, "b> a("}, {60, "b( a) a."}, {20, "a( b) b."}, {-1, "b. bS a) a."},
    };
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(&k,
                      "choose score utility pick argmax recheck tick interrupt 9 hysteresis 2 {\n"
                      " option(gold(self) * gold(self) / 60) a: act stop()\n"
                      " option(20) b: act stop()\n }",
                      "");
    scripted_run_script(&k, "b", "RRS");
    CHECK_INT(check_moments(&k, moments, US_COUNT(moments)), US_RUNNING);
}

TEST(an_interrupt_that_ends_at_once_suspends_nothing)
{
    static const moment moments[] = {{0, "a>"}, {5, "b> bS a."}, {-1, "b> bF a."}, {0, "a."}};
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(&k,
                      "choose score utility recheck tick interrupt 4 {\n option(1) a: act stop()\n"
                      " option(gold(self)) b: act stop()\n }",
                      "");
    scripted_run_script(&k, "b", "S");
    check_moments(&k, moments, 2);
    scripted_run_script(&k, "b", "F");
    check_moments(&k, moments + 2, 2);
}

TEST(what_is_suspended_is_halted_with_the_whole)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(
        &k,
        "timeout 3 choose score utility recheck tick interrupt 4 {\n option(1) sequence {\n"
        " a: act stop()\n c: act stop()\n }\n option(gold(self)) b: act stop()\n }",
        "");
    scripted_run_tick(&k);
    scripted_run_gold(&k, 9);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a> b> a(");
    scripted_run_tick(&k);
    CHECK_INT(scripted_run_tick(&k), US_FAILURE);
    CHECK_STR(scripted_run_log(&k), "b. a! b!");
}

/* A stack above is laid on what itself holds an interrupted candidate: each leaf is told once. */
TEST(what_is_suspended_twice_is_told_once)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(&k,
                      "stacks low {\n choose score utility recheck tick interrupt 4 {\n"
                      " option(1) a: act stop()\n option(gold(self)) b: act stop()\n }\n"
                      " on attacked -> push low call Sub()\n on gone -> pop low\n }",
                      "tree Sub {\n    do c: act stop()\n}\n");
    scripted_run_tick(&k);
    scripted_run_gold(&k, 9);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a> b> a(");
    scripted_run_emit(&k, US_EVENT_ATTACKED);
    CHECK_STR(scripted_run_log(&k), "b( c>");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "c.");
    scripted_run_script(&k, "b", "S");
    scripted_run_emit(&k, US_EVENT_GONE);
    CHECK_STR(scripted_run_log(&k), "c! b) b. bS a) a.");
}

/* A clock that ran out while its node lay dormant has run out. */
TEST(time_goes_on_for_what_is_suspended)
{
    static const moment moments[] = {
        {0, "a>"}, {9, "b> a("}, {0, "b."}, {-1, "b."}, {-1, "b. bS a) a!"},
    };
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(&k,
                      "choose score utility recheck tick interrupt 4 {\n"
                      " option(1) timeout 3 a: act stop()\n option(gold(self)) b: act stop()\n }",
                      "");
    scripted_run_script(&k, "b", "RRRS");
    check_moments(&k, moments, 4);
    scripted_run_tick(&k);
    CHECK_CONTAINS(scripted_run_log(&k), moments[4].said);
}

/* ---- events, and what a host says */

TEST(a_try_that_failed_waits_for_the_next_cycle_whatever_is_heard)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(
        &k,
        "choose pick argmax recheck event again 3 {\n sequence {\n emit x\n a: act stop()\n }\n"
        " b: act stop()\n }",
        "");
    scripted_run_script(&k, "a", "F");
    for (int i = 0; i < 4; i++) {
        scripted_run_tick(&k);
        CHECK_STR(scripted_run_log(&k), i < 3 ? "a> aF" : "a> aF b>");
    }
}

static int64_t counted(scripted_run *k, us_node_ref spot)
{
    int64_t *asked = k->own;
    bool first = us_run_frame_template(k->run, spot.frame)->node[spot.node].label[0] == 'a';
    ++*asked;
    return first ? 3000000000 : 9000000000;
}

TEST(scores_of_a_host_are_wide_and_asked_once_a_recheck)
{
    int64_t asked = 0;
    scripted_run k = {0};
    scripted_run_tree(
        &k, "choose score q pick argmax recheck tick {\n a: act stop()\n b: act stop()\n }", "");
    k.score = counted;
    k.own = &asked;
    for (int i = 1; i <= 4; i++) {
        scripted_run_tick(&k);
        CHECK_STR(scripted_run_log(&k), i == 1 ? "b>" : "b.");
        CHECK_INT(asked, 2 * i);
    }
    scripted_run_close(&k);
    asked = 0;
    scripted_run_tree(
        &k,
        "choose score q pick proportional hysteresis 1 recheck tick {\n a: act stop()\n"
        " b: act stop()\n }",
        "");
    k.score = counted;
    k.own = &asked;
    for (int i = 1; i <= 40; i++)
        scripted_run_tick(&k);
    CHECK_INT(asked, 2 * 40);
    CHECK(scripted_run_leaf_at(&k, scripted_run_node_ref(&k, "b")) !=
          NULL); /* by the scores, not by the shares left */
    scripted_run_close(&k);
}

/* ---- hints */

static void emit_event(scripted_run *k, const char *event)
{
    us_run_emit(k->run, event, NULL);
    scripted_run_tick(k);
}

static const char hinted[] = "choose score hint recheck event {\n a: act stop()\n"
                             " cover: sequence {\n check gold(self) > 2\n c: act stop()\n }\n"
                             " flee: act stop()\n }";

TEST(a_hint_raises_a_candidate)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_gold((scripted_run_tree(&k, hinted, ""), &k), 3);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a>");
    scripted_run_emit(&k, US_EVENT_ATTACKED); /* no hint */
    CHECK_STR(scripted_run_log(&k), "a.");
    emit_event(&k, "cover");
    CHECK_STR(scripted_run_log(&k), "c> a!");
    scripted_run_emit(&k, US_EVENT_ATTACKED); /* it stays as long as it runs */
    CHECK_STR(scripted_run_log(&k), "c.");
}

TEST(a_hint_may_be_refused_and_that_is_told)
{
    char body[400];
    US_AUTO(scripted_run_close) scripted_run k = {0};
    snprintf(body, sizeof body, "monitor {\n%s\n on refused -> no: act stop()\n }", hinted);
    scripted_run_tree(&k, body, "");
    scripted_run_script(&k, "no", "S");
    scripted_run_tick(&k);
    emit_event(&k, "cover"); /* its guard fails: what runs goes on */
    CHECK_STR(scripted_run_log(&k), "a> a. no> noS");
    emit_event(&k, "flee");
    CHECK_STR(scripted_run_log(&k), "flee> a!");
    scripted_run_gold(&k, 3); /* another hint, another answer */
    emit_event(&k, "cover");
    CHECK_STR(scripted_run_log(&k), "c> flee!");
}

/* Where scores are asked on entry only, a hint waits for the next choice. */
TEST(a_hint_waits_until_its_candidate_was_tried)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(&k, "repeat choose score hint {\n a: act stop()\n b: act stop()\n }", "");
    scripted_run_script(&k, "a", "RRS");
    scripted_run_script(&k, "b", "S");
    scripted_run_tick(&k);
    emit_event(&k, "b");
    CHECK_STR(scripted_run_log(&k), "a> a.");
    scripted_run_tick(&k);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a. aS b> bS");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a>");
}

TEST(a_hint_with_an_interrupt_is_heard_and_then_all_goes_on)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(&k,
                      "choose score hint recheck event interrupt 1 {\n a: act stop()\n"
                      " attacked: act stop()\n }",
                      "");
    scripted_run_script(&k, "attacked", "RS");
    scripted_run_tick(&k);
    scripted_run_emit(&k, US_EVENT_ATTACKED); /* an event of the game is a hint, too */
    CHECK_STR(scripted_run_log(&k), "a> attacked> a(");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "attacked. attackedS a) a.");
}
