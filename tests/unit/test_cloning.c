/* Cloning without a plan: each order a behavior of its own, played one after the other. */
#include "learn/learn.h"
#include "tests/unit/planned_game.h"

#define DEMO   "domains/skirmish/demos/rush-open-1.jsonl"
#define FARM   "achieves BuildUnits(player: self, type: \"farmhouse\", number: 9) {\n"
#define WORKER "slot w: entity \"worker\" of self\nslot spot: cell\n"
#define BUILD  "act build(unit: w, type: \"farmhouse\", cell: spot)\n"
#define FARMER FARM WORKER "do " BUILD "appendix {\nspot.place: "
#define ROOT   "tree Root {\ndo goal BuildUnits(player: self, type: \"farmhouse\", number: 9)\n}\n"

/* ---- learning */

static const us_template *first_behavior(const us_brl *brl, us_cycle cycle)
{
    for (int i = 0; i < brl->count; i++)
        if (brl->item[i]->cases[0].cycle == cycle)
            return brl->item[i];
    return NULL;
}

TEST(each_step_is_a_behavior_for_the_top_goal_in_its_own_state)
{
    US_AUTO(us_learn_result_clear) us_learn_result learned;
    us_learn_def def = us_learn_def_default();
    int64_t orders = 0, cycles = 0;
    def.learner = "orders";
    REQUIRE(us_learn_run(DEMO, &def, &learned, NULL) == US_OK);
    CHECK(learned.seen);
    for (int i = 0; i < learned.brl->count; i++) {
        const us_template *made = learned.brl->item[i];
        CHECK_STR(made->goal_name, "WinWargus");
        CHECK_INT(made->node_count, 2);
        CHECK_INT(made->node[1].kind, US_NODE_ACT);
        CHECK_INT(made->case_count, 1);
        CHECK(us_case_find_entry(&made->cases[0], "features") != NULL);
        orders += us_case_find_entry(&made->cases[0], "orders")->count;
        const us_entry *next = us_case_find_entry(&made->cases[0], "next");
        bool last = i == learned.brl->count - 1;
        if (!CHECK(last == (next == NULL)) || last)
            continue;
        us_cycle apart = learned.brl->item[i + 1]->cases[0].cycle - made->cases[0].cycle;
        CHECK_INT(us_entry_number(next, 0), apart > 0 ? apart : 1);
        cycles += apart;
    }
    CHECK_INT(orders, learned.orders);
    CHECK(cycles > 5000);
    CHECK(first_behavior(learned.brl, 0) == learned.brl->item[0]);
}

TEST(the_same_step_is_one_behavior_with_a_case_for_each_state)
{
    US_AUTO(us_learn_result_clear) us_learn_result learned;
    us_learn_def def = us_learn_def_default();
    def.learner = "orders";
    REQUIRE(us_learn_run(DEMO, &def, &learned, NULL) == US_OK);
    int made = learned.brl->count, names = 0;
    for (int i = 0; i < made; i++) {
        bool fresh = true;
        for (int k = 0; k < i; k++)
            fresh &= !us_text_equal(learned.brl->item[k]->name, learned.brl->item[i]->name);
        names += fresh;
    }
    CHECK(3 * names < made);
}

/* ---- playing */

TEST(the_next_one_comes_when_it_was_shown_whatever_becomes_of_the_orders)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(&k, planned_game_town, planned_game_grove,
                      ROOT "behavior \"f1\" " FARMER "100 100\nnext: 50\n}\n}\n"
                           "behavior \"f2\" " FARMER "150 -300\nnext: 70\n}\n}\n"
                           "behavior \"f3\" " FARMER "150 300\n}\n}\n",
                      "");
    planned_game_run(&k, 200);
    CHECK_INT(planned_game_when(&k, "retrieved behavior f1: attempt 1", 0), 0);
    CHECK_INT(planned_game_when(&k, "retrieved behavior f2: attempt 1", 0), 50);
    CHECK_INT(planned_game_when(&k, "retrieved behavior f3: attempt 1", 0), 120);
    CHECK_INT(planned_game_lines(&k, "stopped behavior"), 2);
    CHECK_INT(planned_game_lines(&k, "failed"), 0);
    CHECK_INT(planned_game_lines(&k, "order build"), 3);
    /* Who builds is not called away. */
    us_id one = planned_game_unit(&k, "bound", 0), other = planned_game_unit(&k, "bound", 2);
    CHECK(one > 0 && other > 0 && one != other);
    planned_game_run(&k, 3000);
    CHECK(drawn_skirmish_count(&k.s, "farmhouse", 0) >= 3);
}

TEST(without_pace_the_next_one_comes_at_once)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(&k, planned_game_town, planned_game_grove,
                      ROOT "behavior \"f1\" " FARMER "100 100\nnext: 50\n}\n}\n"
                           "behavior \"f2\" " FARMER "150 -300\nnext: 70\n}\n}\n",
                      "pace=off");
    planned_game_run(&k, 20);
    CHECK_INT(planned_game_when(&k, "retrieved behavior f2: attempt 1", 0), 1);
}

TEST(a_step_that_waits_is_given_up_for_the_next_one)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(&k, planned_game_town, planned_game_grove,
                      ROOT "behavior \"f1\" " FARM "slot s: entity \"knight\" of self\n"
                           "do act move(units: s, cell: (3, 3))\nappendix {\nnext: 40\n}\n}\n"
                           "behavior \"f2\" " FARMER "150 300\nnext: 70\n}\n}\n",
                      "producers=off");
    planned_game_run(&k, 60);
    CHECK_INT(planned_game_when(&k, "waiting", 0), 0);
    CHECK_INT(planned_game_when(&k, "retrieved behavior f2", 0), 40);
    CHECK_INT(planned_game_lines(&k, "order build"), 1);
}

TEST(a_next_one_that_is_no_time_is_as_if_none_were_told)
{
    static const char *const entries[] = {"next: 0", "next: -5", "next: 9000000000000", "next: 1 2",
                                          "next: \"soon\""};
    for (int i = 0; i < US_COUNT(entries); i++) {
        US_AUTO(planned_game_close) planned_game k;
        US_AUTOSTR(brl);
        us_str_addf(&brl, "%sbehavior \"f1\" %s100 100\n%s\n}\n}\n", ROOT, FARMER, entries[i]);
        us_test_row(entries[i]);
        planned_game_open(&k, planned_game_town, planned_game_grove, brl.text, "");
        planned_game_run(&k, 100);
        CHECK_INT(planned_game_lines(&k, "retrieved"), 1);
        CHECK_INT(planned_game_lines(&k, "stopped"), 0);
    }
    us_test_row(NULL);
}
