#include <stdio.h>
#include <string.h>

#include "tests/unit/scripted_run.h"

/* ---- decorators: what stands above `a`, what a answers, and what is said in each cycle */

typedef struct row {
    const char *body, *answers;
    const char *said[6]; /* by cycle; NULL: the same as "" */
    us_answer last;      /* in the last of them */
} row;

static void check_row(const row *r)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    us_answer answer = US_ANSWER_NONE;
    us_test_row(r->body);
    scripted_run_tree(&k, r->body, "");
    scripted_run_script(&k, "a", r->answers);
    scripted_run_script(&k, "z", "S");
    for (int t = 0; t < US_COUNT(r->said) && r->said[t]; t++) {
        answer = scripted_run_tick(&k);
        CHECK_STR(scripted_run_log(&k), r->said[t]);
    }
    CHECK_INT(answer, r->last);
}

TEST(decorators_answer_as_they_are_named)
{
    static const row rows[] = {
        {"invert a: act stop()", "RS", {"a>", "a. aS"}, US_FAILURE},
        {"invert a: act stop()", "F", {"a> aF"}, US_SUCCESS},
        {"succeed a: act stop()", "RF", {"a>", "a. aF"}, US_SUCCESS},
        {"fail a: act stop()", "S", {"a> aS"}, US_FAILURE},
        {"retry 3 a: act stop()", "F", {"a> aF", "a> aF", "a> aF"}, US_FAILURE},
        {"retry 3 a: act stop()", "RF", {"a>", "a. aF", "a>"}, US_RUNNING},
        {"retry 3 a: act stop()", "S", {"a> aS"}, US_SUCCESS},
        {"retry a: act stop()", "F", {"a> aF", "a> aF", "a> aF", "a> aF"}, US_RUNNING},
        {"repeat 2 a: act stop()", "S", {"a> aS", "a> aS"}, US_SUCCESS},
        {"repeat 2 a: act stop()", "F", {"a> aF"}, US_FAILURE},
        {"repeat a: act stop()", "S", {"a> aS", "a> aS", "a> aS"}, US_RUNNING},
        {"until-fail a: act stop()", "S", {"a> aS", "a> aS", "a> aS"}, US_RUNNING},
        {"until-fail a: act stop()", "RF", {"a>", "a. aF"}, US_SUCCESS},
        {"repeat 3 once a: act stop()", "RS", {"a>", "a. aS", "", ""}, US_SUCCESS},
        {"retry 3 once a: act stop()", "F", {"a> aF", "", ""}, US_FAILURE},
        {"retry 4 limit 2 a: act stop()", "F", {"a> aF", "a> aF", "", ""}, US_FAILURE},
        {"timeout 3 a: act stop()", "R", {"a>", "a.", "a.", "a!"}, US_FAILURE},
        {"timeout 3 a: act stop()", "RRS", {"a>", "a.", "a. aS"}, US_SUCCESS},
        {"delay 2 a: act stop()", "S", {"", "", "a> aS"}, US_SUCCESS},
        {"retry cooldown 3 a: act stop()", "F", {"a> aF", "", "", "a> aF"}, US_RUNNING},
    };
    for (int i = 0; i < US_COUNT(rows); i++)
        check_row(&rows[i]);
}

TEST(a_timeout_waits_without_a_visit)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(&k, "timeout 30 sequence {\n a: act stop()\n b: act stop()\n }", "");
    k.pause = 1000;
    scripted_run_tick(&k);
    CHECK_INT(us_run_next_cycle(k.run), 30);
    int64_t visits = us_run_read_counts(k.run).visits;
    for (int t = 1; t < 30; t++)
        CHECK_INT(scripted_run_tick(&k), US_RUNNING);
    CHECK_INT(us_run_read_counts(k.run).visits, visits);
    CHECK_INT(scripted_run_tick(&k), US_FAILURE);
}

TEST(a_condition_on_time_is_asked_in_time)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(&k, "sequence memory none {\n check now < 3\n a: act stop()\n }", "");
    k.pause = 1000;
    for (int t = 0; t < 3; t++) {
        CHECK_INT(scripted_run_tick(&k), US_RUNNING);
        CHECK_INT(us_run_next_cycle(k.run), t + 1);
    }
    CHECK_INT(scripted_run_tick(&k), US_FAILURE);
    CHECK_STR(scripted_run_log(&k), "a> a!");
}

TEST(a_semaphore_has_one_holder)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(
        &k,
        "parallel {\n guard bridge a: act stop()\n succeed guard bridge b: act stop()\n"
        " retry parallel lock bridge {\n c: act stop()\n d: act stop()\n }\n }",
        "");
    scripted_run_script(&k, "a", "RRS");
    scripted_run_script(&k, "c", "S");
    scripted_run_script(&k, "d", "RS");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a>");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a.");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a. aS c> cS d>");
    CHECK_INT(scripted_run_tick(&k), US_SUCCESS);
    CHECK_STR(scripted_run_log(&k), "d. dS");
}

/* ---- calls and slots */

TEST(a_call_has_its_arguments_and_the_file_its_blackboard)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_open(
        &k, "brl 1\n\nslot alarm: number = 3\n\n"
            "tree Main {\n    do sequence {\n        check alarm == 3\n"
            "        call Sub(n: alarm + 4, all: none)\n        check alarm == 8\n"
            "        a: act stop()\n    }\n    slot none: group \"footman\" of self\n}\n\n"
            "tree Sub(n: number, all: group, more: number = 2) {\n    do sequence {\n"
            "        check n == 7 and more == 2\n        check count(in: all) == 1\n"
            "        set alarm = n + 1\n        b: act stop()\n    }\n}\n");
    us_id ids[] = {1};
    scripted_run_start(&k, "Main");
    us_run_bind(k.run, 1, 1, (us_value){.id = ids, .count = 1});
    ids[0] = 5;
    scripted_run_script(&k, "b", "RS");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "b>");
    uint32_t frame[4];
    CHECK_INT(us_run_list_frames(k.run, frame, 4), 2);
    CHECK_INT(us_run_frame_binding(k.run, frame[0]).value[0].number, 8);
    CHECK_INT(us_run_frame_binding(k.run, frame[1]).value[0].number, 8);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "b. bS a>");
    CHECK_INT(us_run_list_frames(k.run, frame, 4), 1);
}

TEST(recursion_is_bounded)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(&k, "call Deep(n: 0)",
                      "tree Deep(n: number) {\n    do sequence {\n        check n >= 0\n"
                      "        call Deep(n: n + 1)\n    }\n}\n");
    CHECK_INT(scripted_run_tick(&k), US_FAILURE);
    CHECK_INT(us_run_read_counts(k.run).frames_most, 64);
}

TEST(what_grows_by_powers_ends_within_the_tick)
{
    enum { MOST = 1 << 18 };
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(&k, "call Wide(n: 0)",
                      "tree Wide(n: number) {\n    do sequence {\n        check n >= 0\n"
                      "        parallel {\n            call Wide(n: n + 1)\n"
                      "            call Wide(n: n + 1)\n        }\n    }\n}\n");
    CHECK_INT(scripted_run_tick(&k), US_FAILURE);
    CHECK(us_run_read_counts(k.run).visits >= MOST);
    CHECK(us_run_read_counts(k.run).visits < MOST + 1000);
}

TEST(no_more_frames_live_than_are_allowed)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(&k, "call Wide(n: 0)",
                      "tree Wide(n: number) {\n    do monitor {\n        delay 1000 act stop()\n"
                      "        when n >= 0 -> call Wide(n: n + 1)\n"
                      "        when n >= 0 -> call Wide(n: n + 2)\n    }\n}\n");
    for (int i = 0; i < 30; i++)
        CHECK_INT(scripted_run_tick(&k), US_RUNNING);
    CHECK_INT(us_run_read_counts(k.run).frames_most, 1 << 14);
}

TEST(frames_take_no_more_memory_than_is_allowed)
{
    enum { WIDE = 300, LONG = 4000, MOST = 1 << 24 };
    US_AUTO(scripted_run_close) scripted_run k = {0};
    US_AUTOSTR(body);
    US_AUTOSTR(rest);
    us_str_add(&body, "parallel {\n");
    us_str_add(&rest, "tree Long {\n    do sequence {\n");
    for (int i = 0; i < WIDE; i++)
        us_str_add(&body, "call Long()\n");
    for (int i = 0; i < LONG; i++)
        us_str_add(&rest, "act stop()\n");
    us_str_add(&body, "}\n");
    us_str_add(&rest, "    }\n}\n");
    scripted_run_tree(&k, body.text, rest.text);
    CHECK_INT(scripted_run_tick(&k), US_RUNNING);
    CHECK(us_run_read_counts(k.run).bytes >= MOST);
    CHECK(us_run_read_counts(k.run).bytes < MOST + 32 * LONG);
    CHECK(us_run_read_counts(k.run).frames < WIDE);
}

/* Each state of a machine begins seven times before it is left, in each of those above. */
TEST(nested_machines_end_within_the_tick)
{
    enum { DEEP = 16, MOST = 1 << 18 };
    US_AUTO(scripted_run_close) scripted_run k = {0};
    US_AUTOSTR(text);
    us_str_add(&text, "brl 1\n\n");
    for (int i = 0; i < DEEP; i++)
        us_str_addf(&text, "slot n%d: number = 0\n", i);
    us_str_add(&text, "\ntree Main {\ndo ");
    for (int i = 0; i < DEEP; i++)
        us_str_addf(&text, "machine {\nstate s {\nsequence {\nset n%d = n%d + 1\n", i, i);
    us_str_add(&text, "a: act stop()\n");
    for (int i = DEEP - 1; i >= 0; i--)
        us_str_addf(&text,
                    "}\non success when n%d %% 7 != 0 -> goto s\n"
                    "on success -> goto success\n}\n}\n",
                    i);
    us_str_add(&text, "}\n");
    scripted_run_open(&k, text.text);
    k.quiet = true;
    scripted_run_script(&k, "a", "S");
    scripted_run_start(&k, "Main");
    int64_t visits = 0;
    for (int i = 0; i < 3; i++) {
        CHECK_INT(scripted_run_tick(&k), US_RUNNING);
        CHECK(us_run_read_counts(k.run).visits - visits < MOST + 1000);
        visits = us_run_read_counts(k.run).visits;
    }
}

TEST(a_set_slot_is_seen_by_conditions_in_the_same_tick)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_open(&k,
                      "brl 1\n\nslot alarm: number = 0\n\n"
                      "tree Main {\n    do parallel {\n        selector memory none {\n"
                      "            check alarm > 0\n            a: act stop()\n        }\n"
                      "        sequence {\n            b: act stop()\n            set alarm = 1\n"
                      "            c: act stop()\n        }\n    }\n}\n");
    scripted_run_start(&k, "Main");
    scripted_run_script(&k, "b", "RS");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a> b>");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a. b. bS c> a!");
}

/* What a `set` costs beside the frames that share the slot, and what is watched. */
static int64_t count_watched(int idle, int checks)
{
    scripted_run k = {.quiet = true};
    us_str text;
    us_str_init(&text);
    us_str_add(&text,
               "brl 1\n\nslot m: number = 0\nslot n: number = 0\n\ntree Main {\ndo parallel {\n"
               "sequence memory none {\n");
    for (int i = 0; i < checks; i++)
        us_str_add(&text, "check n < 5\n");
    us_str_add(&text, "act stand()\n}\n");
    for (int i = 0; i < idle; i++)
        us_str_add(&text, "call Idle()\n");
    us_str_add(&text, "sequence {\ndelay 1 a: act stop()\nset m = m + 1\nact stand()\n}\n}\n}\n\n"
                      "tree Idle {\ndo act stand()\n}\n");
    scripted_run_open(&k, text.text);
    us_str_clear(&text);
    scripted_run_start(&k, "Main");
    k.pause = 1000;
    scripted_run_script(&k, "a", "S");
    scripted_run_tick(&k);
    int64_t before = us_run_read_counts(k.run).bound;
    scripted_run_tick(&k);
    int64_t after = us_run_read_counts(k.run).bound;
    CHECK_INT(us_run_frame_binding(k.run, 1).value[0].number, 1);
    scripted_run_close(&k);
    return after - before;
}

TEST(a_set_looks_at_frames_and_watchers_once)
{
    CHECK_INT(count_watched(10, 10), 1 + 10 + 10);
    CHECK_INT(count_watched(400, 300), 1 + 400 + 300);
}

/* ---- machines and monitors */

static const char machine_body[] =
    "machine {\n state calm {\n a: act stop()\n b: act stop()\n on attacked when gold(self) >= 5 "
    "-> "
    "goto fight\n on success -> goto success\n on failure -> goto failure\n }\n"
    " state fight {\n c: act stop()\n when gold(self) < 5 -> goto calm\n on done -> goto calm\n }\n"
    " }";

TEST(a_machine_runs_a_set_and_goes_where_its_rules_say)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(&k, machine_body, "");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a> b>");
    scripted_run_emit(&k, US_EVENT_ATTACKED);
    CHECK_STR(scripted_run_log(&k), "a. b.");
    scripted_run_gold(&k, 7);
    scripted_run_tick(&k); /* the event is over */
    CHECK_STR(scripted_run_log(&k), "a. b.");
    scripted_run_emit(&k, US_EVENT_ATTACKED);
    CHECK_STR(scripted_run_log(&k), "a! b! c>");
    scripted_run_gold(&k, 3);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "c! a> b>");
    scripted_run_script(&k, "a", "S");
    scripted_run_script(&k, "b", "RRS");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a. aS b.");
    CHECK_INT(scripted_run_tick(&k), US_SUCCESS);
    CHECK_STR(scripted_run_log(&k), "b. bS");
}

TEST(a_machine_knows_when_one_of_a_state_failed)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(&k, machine_body, "");
    scripted_run_script(&k, "b", "RF");
    scripted_run_tick(&k);
    CHECK_INT(scripted_run_tick(&k), US_FAILURE);
    CHECK_STR(scripted_run_log(&k), "a> b> a. b. bF a!");
}

TEST(a_machine_waits_for_events_without_a_visit)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(&k, machine_body, "");
    k.pause = 1000;
    scripted_run_gold(&k, 9);
    scripted_run_tick(&k);
    int64_t visits = us_run_read_counts(k.run).visits;
    scripted_run_emit(&k, US_EVENT_CREATED);
    CHECK_INT(us_run_read_counts(k.run).visits, visits);
    scripted_run_emit(&k, US_EVENT_ATTACKED);
    CHECK_STR(scripted_run_log(&k), "a> b> a! b! c>");
}

TEST(a_monitor_runs_daemons_beside_its_node)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(&k,
                      "monitor {\n a: act stop()\n when gold(self) < 5 -> b: act stop()\n"
                      " on attacked -> c: act stop()\n }",
                      "");
    scripted_run_gold(&k, 9);
    scripted_run_script(&k, "b", "RS");
    k.pause = 1000;
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a>");
    scripted_run_gold(&k, 2);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "b>");
    scripted_run_emit(&k, US_EVENT_ATTACKED);
    CHECK_STR(scripted_run_log(&k), "c>");
    us_run_wake(k.run, scripted_run_node_ref(&k, "b"));
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "b. bS");
    scripted_run_tick(&k); /* still poor: once more */
    CHECK_STR(scripted_run_log(&k), "b>");
    scripted_run_script(&k, "a", "S");
    us_run_wake(k.run, scripted_run_node_ref(&k, "a"));
    CHECK_INT(scripted_run_tick(&k), US_SUCCESS);
    CHECK_STR(scripted_run_log(&k), "a. aS b! c!");
}

TEST(events_of_trees_are_heard_within_the_tick)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(
        &k,
        "parallel {\n machine {\n state one {\n a: act stop()\n on here -> goto two\n }\n"
        " state two {\n sequence {\n emit there\n b: act stop()\n }\n on over -> goto one\n"
        " }\n }\n machine {\n state x {\n c: act stop()\n on there -> goto y\n }\n"
        " state y {\n d: act stop()\n on over -> goto x\n }\n }\n"
        " sequence {\n emit here\n e: act stop()\n }\n }",
        "");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a> c> e> a! b> c! d>");
}

TEST(events_without_end_are_cut_off)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(
        &k,
        "machine {\n state one {\n emit ping\n on ping -> goto two\n }\n state two {\n"
        " emit pong\n on pong -> goto one\n on ping -> goto one\n }\n }",
        "");
    scripted_run_tick(&k);
    CHECK(us_run_read_counts(k.run).visits < 64);
    CHECK_INT(us_run_next_cycle(k.run), 1);
    int64_t visits = us_run_read_counts(k.run).visits;
    scripted_run_tick(&k);
    CHECK(us_run_read_counts(k.run).visits > visits);
}

/* ---- choose */

static int64_t by_label(scripted_run *k, us_node_ref node_ref)
{
    const us_template *t = us_run_frame_template(k->run, node_ref.frame);
    const int64_t *scores = k->own;
    return scores[t->node[node_ref.node].label[0] - 'a'];
}

TEST(choose_tries_the_next_best)
{
    static const int64_t scores[] = {4, 9, 7};
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(&k, "choose score hint {\n a: act stop()\n b: act stop()\n c: act stop()\n }",
                      "");
    k.score = by_label;
    k.own = (void *)(uintptr_t)scores;
    scripted_run_script(&k, "b", "RF");
    scripted_run_script(&k, "c", "F");
    scripted_run_script(&k, "a", "RF");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "b>");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "b. bF c> cF a>");
    CHECK_INT(scripted_run_tick(&k), US_FAILURE);
}

TEST(choose_takes_a_failed_one_again_as_often_as_it_is_told)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(&k, "choose again 2 {\n a: act stop()\n b: act stop()\n }", "");
    scripted_run_script(&k, "a", "F");
    for (int i = 0; i < 3; i++)
        CHECK_INT(scripted_run_tick(&k), US_RUNNING);
    CHECK_STR(scripted_run_log(&k), "a> aF a> aF a> aF b>");
}

TEST(choose_changes_when_another_is_better_by_the_hysteresis)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(&k,
                      "choose score utility pick argmax recheck tick hysteresis 2 {\n"
                      " option(5) a: act stop()\n option(gold(self)) b: act stop()\n }",
                      "");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a>");
    scripted_run_gold(&k, 7);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a.");
    scripted_run_gold(&k, 8);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "b> a!");
}

TEST(choose_rechecks_at_events)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(&k,
                      "choose score utility recheck event {\n"
                      " option(5) a: act stop()\n option(gold(self)) b: act stop()\n }",
                      "");
    scripted_run_tick(&k);
    scripted_run_gold(&k, 8);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a> a.");
    scripted_run_emit(&k, US_EVENT_CREATED);
    CHECK_STR(scripted_run_log(&k), "b> a!");
}
