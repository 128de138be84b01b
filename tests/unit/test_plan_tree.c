#include "traces/plan_tree.h"

#include "tests/unit/scripted_planner.h"
#include "tests/unit/test.h"
#include <string.h>

enum { GOAL = US_NOTE_GOAL, BEHAVIOR = US_NOTE_BEHAVIOR, STEP = US_NOTE_STEP };

static us_plan_tree plan_at(us_cycle cycle)
{
    us_plan_tree plan = {.count = 0};
    us_error err = {0};
    for (int i = 0; i < scripted_planner_notes && scripted_planner_script[i].cycle <= cycle; i++)
        if (us_plan_tree_add(&plan, &scripted_planner_script[i], &err) != US_OK)
            FAIL("note %d: %s", i, err.text);
    return plan;
}

static const us_plan_node *node_of(const us_plan_tree *plan, uint32_t number)
{
    int at = us_plan_tree_find(plan, number);
    REQUIRE(at != US_PLAN_NONE);
    return &plan->node[at];
}

/* ---- a plan at a cycle */

TEST(a_plan_is_known_at_any_cycle)
{
    static const struct {
        us_cycle cycle;
        uint32_t node;
        int state, since, closed; /* closed -1: open */
        const char *why;
    } rows[] = {
        {0, 1, US_NOTE_STARTED, 0, -1, ""},
        {0, 2, US_NOTE_STARTED, 0, -1, ""},
        {0, 3, US_NOTE_READY, 0, -1, ""},
        {0, 4, US_NOTE_WAITING, 0, -1, "before it: a"},
        {100, 3, US_NOTE_SUCCEEDED, 100, 100, "it holds"},
        {199, 4, US_NOTE_WAITING, 100, -1, "gold 400 of 600"},
        {200, 4, US_NOTE_FAILED, 200, 200, "no-way"},
        {200, 2, US_NOTE_FAILED, 200, 200, "step 4: no-way"},
        {200, 1, US_NOTE_STARTED, 0, -1, ""},
        {300, 8, US_NOTE_HELD, 300, -1, ""},
        {400, 8, US_NOTE_WAITING, 400, -1, "a farm fell"},
        {600, 8, US_NOTE_STARTED, 410, -1, ""},
        {600, 9, US_NOTE_STOPPED, 530, 530, "its builder died"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTO(us_plan_tree_clear) us_plan_tree plan = plan_at(rows[i].cycle);
        const us_plan_node *node = node_of(&plan, rows[i].node);
        CHECK_INT(node->state, rows[i].state);
        CHECK_INT(node->since, rows[i].since);
        CHECK_INT(node->closed, rows[i].closed);
        CHECK_INT(node->over, rows[i].closed >= 0);
        CHECK_STR(node->why, rows[i].why);
    }
}

TEST(nodes_tell_how_they_were_found_and_what_they_hold)
{
    US_AUTO(us_plan_tree_clear) us_plan_tree plan = plan_at(600);
    const us_plan_node *rush = node_of(&plan, 2), *attack = node_of(&plan, 4),
                       *build = node_of(&plan, 9);
    CHECK(rush->attempt == 1 && rush->case_id == 5 && rush->similarity == 930000001);
    CHECK(rush->margin == 40000000 && rush->behavior == 0x3fa1b2c3d4e5f601);
    CHECK_STR(rush->other, "siege");
    CHECK_STR(attack->label, "b");
    const us_plan_slot *slot = &plan.slot[attack->slot];
    CHECK_STR(slot->name, "s1");
    CHECK(slot->units == 14 && slot->unit[13] == 19 && slot->cell == -1);
    slot = &plan.slot[slot->next];
    CHECK_STR(slot->name, "s2");
    CHECK(slot->units == 0 && slot->cell == US_CELL(12, 5) && slot->next == US_PLAN_NONE);
    slot = &plan.slot[build->slot];
    CHECK(slot->units == 1 && slot->unit[0] == 7 && slot->cycle == 510);
    slot = &plan.slot[slot->next];
    CHECK(slot->units == 0 && slot->cell == -1 && slot->next == US_PLAN_NONE);
    CHECK_INT(plan.count, 8);
    CHECK_INT(plan.open, 4);
}

static void check_walk(const us_plan_tree *plan, bool into, const uint32_t *expected, int count)
{
    int met = 0;
    for (int at = us_plan_tree_next(plan, US_PLAN_NONE, into); at != US_PLAN_NONE;
         at = us_plan_tree_next(plan, at, into)) {
        REQUIRE(met < count);
        CHECK_INT(plan->node[at].number, expected[met++]);
    }
    CHECK_INT(met, count);
}

TEST(a_walk_meets_children_before_siblings)
{
    static const uint32_t whole[] = {1, 2, 3, 4, 7, 8, 9, 10}, top[] = {1};
    us_plan_tree plan = plan_at(600);
    check_walk(&plan, true, whole, US_COUNT(whole));
    check_walk(&plan, false, top, US_COUNT(top));
    us_plan_tree_clear(&plan);
    check_walk(&plan, true, whole, 0);
}

TEST(what_stands_below_an_end_is_over_and_may_tell_its_own)
{
    US_AUTO(us_plan_tree_clear) us_plan_tree plan = plan_at(600);
    us_note end = {.cycle = 610, .kind = US_NOTE_STOPPED, .of = GOAL, .node = 1, .why = "over"};
    us_note late = {.cycle = 610, .kind = US_NOTE_SUCCEEDED, .of = GOAL, .node = 8};
    CHECK_INT(us_plan_tree_add(&plan, &end, NULL), US_OK);
    CHECK_INT(plan.open, 0);
    CHECK_INT(us_plan_node_end(node_of(&plan, 8)), US_PLAN_STOPPED);
    CHECK_INT(node_of(&plan, 8)->closed, 610);
    CHECK_INT(node_of(&plan, 4)->closed, 200);
    CHECK_INT(us_plan_tree_add(&plan, &late, NULL), US_OK);
    CHECK_INT(us_plan_node_end(node_of(&plan, 8)), US_PLAN_SUCCEEDED);
    CHECK_INT(plan.open, 0);
}

TEST(ends_are_summed_up_by_type_of_goal)
{
    static const struct {
        const char *goal;
        int64_t count[US_NOTE_SUBJECTS][US_PLAN_ENDS];
    } rows[] = {
        {"WinWargus", {{0, 0, 0, 1}, {0, 1, 0, 1}, {0, 1, 1, 1}}},
        {"BuildUnits", {{1, 0, 0, 0}}},
        {"ResourceInfrastructure", {{0, 0, 0, 1}}},
    };
    US_AUTO(us_plan_tree_clear) us_plan_tree plan = plan_at(600);
    us_plan_sums sums = us_plan_tree_summarize(&plan);
    CHECK_INT(sums.count, US_COUNT(rows));
    for (int i = 0; i < sums.count && i < US_COUNT(rows); i++) {
        CHECK_STR(sums.sum[i].goal, rows[i].goal);
        CHECK(memcmp(sums.sum[i].count, rows[i].count, sizeof(rows[i].count)) == 0);
    }
    us_mem_free(sums.sum);
}

/* ---- faults */

TEST(what_does_not_follow_is_a_fault)
{
    static const struct {
        us_note note;
        const char *why;
    } rows[] = {
        {{.kind = US_NOTE_READY, .of = GOAL, .node = 6, .text = "g"},
         "a node 6 begins, expected one above 10"},
        {{.kind = US_NOTE_STARTED, .of = GOAL, .node = 11, .above = 77, .text = "g"},
         "goal 11 stands below 77, which is not there"},
        {{.kind = US_NOTE_STARTED, .of = GOAL, .node = 11, .above = 8, .text = "g"},
         "goal 11 stands below the goal 8, expected a behavior"},
        {{.kind = US_NOTE_STARTED, .of = BEHAVIOR, .node = 11, .above = 7, .text = "b"},
         "behavior 11 stands below the behavior 7, expected a goal"},
        {{.kind = US_NOTE_STARTED, .of = STEP, .node = 11, .above = 1, .text = "s"},
         "step 11 stands below the goal 1, expected a behavior"},
        {{.kind = US_NOTE_STARTED, .of = STEP, .node = 11},
         "step 11 begins without a text, expected what it is"},
        {{.kind = US_NOTE_STARTED, .of = STEP, .node = 11, .above = 2, .text = "s"},
         "step 11 begins below the behavior 2, which ended at cycle 200"},
        {{.kind = US_NOTE_STARTED, .of = GOAL, .node = 11, .above = 7},
         "goal 11 begins without a text"},
        {{.kind = US_NOTE_STARTED, .of = STEP, .node = 1}, "found a step 1, but 1 is a goal"},
        {{.kind = US_NOTE_FAILED, .of = STEP, .node = 4},
         "step 4 is told as \"failed\", but it failed at cycle 200"},
        {{.kind = US_NOTE_BOUND, .of = STEP, .node = 9, .slot = "s1", .cell = 7},
         "step 9 is told as \"bound\", but it stopped at cycle 530"},
        {{.kind = US_NOTE_STARTED, .of = GOAL, .node = 8, .above = 7},
         "goal 8 begins again, it did so at cycle 220"},
        {{.kind = US_NOTE_STARTED, .of = GOAL, .node = 8, .text = "g"}, "goal 8 begins again"},
        {{.kind = US_NOTE_STARTED, .of = BEHAVIOR, .node = 7, .behavior = 3},
         "behavior 7 has another hash than before"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTO(us_plan_tree_clear) us_plan_tree plan = plan_at(600);
        us_note note = rows[i].note, later = {.kind = US_NOTE_STARTED, .of = GOAL, .node = 8};
        us_error err = {0};
        note.cycle = later.cycle = 600;
        us_test_row(rows[i].why);
        CHECK_INT(us_plan_tree_add(&plan, &note, &err), US_BAD_INPUT);
        CHECK(err.line == 0 && us_text_has_prefix(err.text, rows[i].why));
        CHECK_INT(us_plan_tree_add(&plan, &later, NULL), US_OK); /* it goes on */
    }
    US_AUTO(us_plan_tree_clear) us_plan_tree plan = plan_at(540);
    us_note end = {
        .cycle = 550, .kind = US_NOTE_FAILED, .of = BEHAVIOR, .node = 7, .behavior = 0xaa};
    us_note note = {.cycle = 560, .kind = US_NOTE_STARTED, .of = STEP, .node = 10};
    us_error err = {0};
    CHECK_INT(us_plan_tree_add(&plan, &end, NULL), US_OK);
    CHECK_INT(us_plan_tree_add(&plan, &note, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "is told as \"started\", but what is above it ended at cycle 550");
}

/* ---- large plans */

static us_status add(us_plan_tree *plan, int kind, int of, uint32_t number, uint32_t above)
{
    us_note note = {.kind = (uint8_t)kind,
                    .of = (uint8_t)of,
                    .node = number,
                    .above = above,
                    .text = above ? "g(x: 1)" : ""};
    return us_plan_tree_add(plan, &note, NULL);
}

TEST(deep_and_wide_plans_are_kept)
{
    enum { DEEP = 20000, WIDE = 20000 };
    US_AUTO(us_plan_tree_clear) us_plan_tree plan = {.count = 0};
    us_note top = {.kind = US_NOTE_STARTED, .of = GOAL, .node = 1, .text = "top"};
    REQUIRE(us_plan_tree_add(&plan, &top, NULL) == US_OK);
    for (uint32_t i = 2; i <= DEEP; i++)
        REQUIRE(add(&plan, US_NOTE_STARTED, i % 2 ? GOAL : BEHAVIOR, i, i - 1) == US_OK);
    for (uint32_t i = DEEP + 1; i <= DEEP + WIDE; i++) {
        REQUIRE(add(&plan, US_NOTE_STARTED, STEP, i, 2) == US_OK);
        REQUIRE(add(&plan, US_NOTE_SUCCEEDED, STEP, i, 0) == US_OK);
    }
    CHECK_INT(plan.open, DEEP);
    CHECK_INT(plan.node[DEEP - 1].depth, DEEP - 1);
    int met = 0;
    for (int at = us_plan_tree_next(&plan, US_PLAN_NONE, true); at != US_PLAN_NONE;
         at = us_plan_tree_next(&plan, at, true))
        met++;
    CHECK_INT(met, DEEP + WIDE);
    REQUIRE(add(&plan, US_NOTE_FAILED, BEHAVIOR, 2, 0) == US_OK);
    CHECK_INT(plan.open, 1);
}
