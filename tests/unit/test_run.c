#include "tests/unit/runkit.h"

TEST(a_sequence_goes_on_where_it_was)
{
    kit k = {0};
    kit_tree(&k, "sequence {\n a: act stop()\n b: act stop()\n c: act stop()\n }", "");
    kit_script(&k, "a", "S");
    kit_script(&k, "b", "RRS");
    CHECK_INT(kit_tick(&k), US_RUNNING);
    CHECK_STR(kit_said(&k), "a> aS b>");
    CHECK_INT(kit_tick(&k), US_RUNNING);
    CHECK_STR(kit_said(&k), "b.");
    CHECK_INT(kit_tick(&k), US_RUNNING);
    CHECK_STR(kit_said(&k), "b. bS c>");
    kit_close(&k);
}

TEST(an_order_begins_what_may_begin)
{
    kit k = {0};
    kit_tree(&k,
             "order {\n a: act stop()\n b: act stop()\n c: act stop()\n d: act stop()\n"
             " a before c\n b before c\n b before d\n }",
             "");
    kit_script(&k, "a", "RS");
    kit_script(&k, "b", "S");
    kit_script(&k, "c", "S");
    kit_script(&k, "d", "RRS");
    kit_tick(&k);
    CHECK_STR(kit_said(&k), "a> b> bS d>");
    kit_tick(&k);
    CHECK_STR(kit_said(&k), "a. aS c> cS d.");
    CHECK_INT(kit_tick(&k), US_SUCCESS);
    CHECK_STR(kit_said(&k), "d. dS");
    kit_close(&k);
}

TEST(an_order_fails_at_once_and_halts_the_rest)
{
    kit k = {0};
    kit_tree(&k,
             "order {\n a: act stop()\n b: act stop()\n c: act stop()\n d: act stop()\n"
             " a before c\n b before d\n a before d\n }",
             "");
    kit_script(&k, "b", "RF");
    kit_tick(&k);
    CHECK_STR(kit_said(&k), "a> b>");
    CHECK_INT(kit_tick(&k), US_FAILURE);
    CHECK_STR(kit_said(&k), "a. b. bF a!");
    kit_close(&k);
}

TEST(a_maintain_counts_once_it_was_met_and_ends_with_its_order)
{
    kit k = {0};
    kit_tree(&k,
             "order {\n a: maintain ResourceInfrastructure(player: self, farms: 1, peasants: 2)\n"
             " b: act stop()\n a before b\n }",
             "");
    kit_script(&k, "b", "RS");
    kit_tick(&k);
    CHECK_STR(kit_said(&k), "a>");
    us_run_met(k.run, kit_node_ref(&k, "a"));
    kit_tick(&k);
    CHECK_STR(kit_said(&k), "a. b>");
    CHECK_INT(kit_tick(&k), US_SUCCESS);
    CHECK_STR(kit_said(&k), "a. b. bS a!");
    kit_close(&k);
}

static const char fill_text[] =
    "brl 1\n\n"
    "behavior \"top\" achieves DefeatPlayer(player: enemy) {\n"
    "    do sequence {\n"
    "        g: goal Research(player: self, type: \"melee-weapon-1\")\n"
    "        h: act stop()\n"
    "    }\n"
    "}\n"
    "behavior \"in\" achieves Research(player: self, type: \"melee-weapon-1\") {\n"
    "    slot w: entity \"peasant\" of self\n"
    "    slot m: entity\n"
    "    when gold(self) >= 10\n"
    "    when exists(w)\n"
    "    while gold(self) >= 5\n"
    "    do sequence {\n"
    "        p: act stop()\n"
    "        q: act train(unit: near(self.producer), type: \"footman\") -> m\n"
    "        r: act stop()\n"
    "        s: act stop(unit: w)\n"
    "    }\n"
    "}\n";

static void open_fill(kit *k)
{
    kit_open(k, fill_text);
    kit_start(k, "top");
    kit_gold(k, 50);
}

static uint32_t fill(kit *k, const char *const *done, int done_count)
{
    us_fill fill = {.program = kit_program(k, "in"), .done = done, .done_count = done_count};
    return us_run_fill(k->run, kit_node_ref(k, "g"), &fill);
}

TEST(a_goal_is_filled_and_asked_when_that_has_ended)
{
    kit k = {0};
    open_fill(&k);
    k.pause = 100;
    kit_tick(&k);
    CHECK_STR(kit_said(&k), "g>");
    uint32_t frame = fill(&k, NULL, 0);
    CHECK_INT(us_run_inside(k.run, kit_node_ref(&k, "g")), frame);
    CHECK_INT(us_run_above(k.run, frame).frame, 1);
    CHECK_INT(us_run_above(k.run, frame).node, 1);
    kit_script(&k, "p", "F");
    kit_script(&k, "g", "RS");
    kit_tick(&k);
    CHECK_STR(kit_said(&k), "p> pF g. gS h>");
    CHECK(!us_run_template(k.run, frame));
    kit_close(&k);
}

TEST(what_is_done_is_not_done_again)
{
    static const char *const done[] = {"p", "r"};
    kit k = {0};
    open_fill(&k);
    kit_tick(&k);
    kit_said(&k);
    uint32_t frame = fill(&k, done, 2);
    kit_script(&k, "q", "S");
    us_run_bind(k.run, frame, 0, (us_value){.number = 1});
    kit_tick(&k);
    CHECK_STR(kit_said(&k), "g. q> qS s>");
    us_run_clear(k.run, kit_node_ref(&k, "g"));
    CHECK_STR(kit_said(&k), "s!");
    CHECK_INT(us_run_inside(k.run, kit_node_ref(&k, "g")), 0);
    kit_close(&k);
}

TEST(steps_below_a_monitor_are_done_as_others)
{
    static const char *const done[] = {"p"};
    kit k = {0};
    kit_open(&k, "brl 1\n\n"
                 "behavior \"top\" achieves DefeatPlayer(player: enemy) {\n"
                 "    do g: goal Research(player: self, type: \"melee-weapon-1\")\n"
                 "}\n"
                 "behavior \"in\" achieves Research(player: self, type: \"melee-weapon-1\") {\n"
                 "    do monitor {\n"
                 "        sequence {\n"
                 "            p: act stop()\n"
                 "            q: act stop()\n"
                 "        }\n"
                 "        when gold(self) >= 100 -> p2: act stop()\n"
                 "    }\n"
                 "}\n");
    kit_start(&k, "top");
    k.pause = 100;
    kit_tick(&k);
    kit_said(&k);
    fill(&k, done, 1);
    kit_tick(&k);
    CHECK_STR(kit_said(&k), "q>");
    kit_close(&k);
}

TEST(an_alive_condition_that_fails_ends_the_frame)
{
    kit k = {0};
    open_fill(&k);
    k.pause = 100;
    kit_tick(&k);
    fill(&k, NULL, 0);
    kit_tick(&k);
    CHECK_STR(kit_said(&k), "g> p>");
    int64_t asked = us_run_count(k.run).conditions;
    kit_tick(&k);
    CHECK_INT(us_run_count(k.run).conditions, asked);
    kit_gold(&k, 7);
    kit_tick(&k);
    CHECK_INT(us_run_count(k.run).conditions, asked + 1);
    CHECK_STR(kit_said(&k), "");
    kit_gold(&k, 2);
    kit_tick(&k);
    CHECK_STR(kit_said(&k), "p! g.");
    CHECK_INT(us_run_ended(k.run, kit_node_ref(&k, "g")), US_FAILURE);
    CHECK_STR(us_run_why(k.run, kit_node_ref(&k, "g")), "gold(self) >= 5");
    kit_close(&k);
}

TEST(a_precondition_is_asked_once_when_its_slots_are_bound)
{
    for (int n = 1; n <= 2; n++) {
        kit k = {0};
        open_fill(&k);
        k.pause = 100;
        kit_tick(&k);
        uint32_t frame = fill(&k, NULL, 0);
        kit_tick(&k);
        int64_t asked = us_run_count(k.run).conditions;
        us_run_bind(k.run, frame, 0, (us_value){.number = n});
        kit_tick(&k);
        CHECK_INT(us_run_count(k.run).conditions, asked + 1);
        CHECK_STR(kit_said(&k), n == 1 ? "g> p>" : "g> p> p! g.");
        if (n == 2)
            CHECK_STR(us_run_why(k.run, kit_node_ref(&k, "g")), "exists(w)");
        kit_close(&k);
    }
}

TEST(what_was_granted_is_not_asked)
{
    for (int granted = 0; granted < 2; granted++) {
        kit k = {0};
        open_fill(&k);
        kit_gold(&k, 8);
        k.pause = 100;
        kit_tick(&k);
        us_fill fill = {.program = kit_program(&k, "in"), .granted = granted};
        us_run_fill(k.run, kit_node_ref(&k, "g"), &fill);
        kit_tick(&k);
        CHECK_STR(kit_said(&k), granted ? "g> p>" : "g> g.");
        CHECK_STR(us_run_why(k.run, kit_node_ref(&k, "g")), granted ? "" : "gold(self) >= 10");
        kit_close(&k);
    }
}

TEST(a_leaf_is_asked_when_it_is_woken)
{
    kit k = {0};
    kit_tree(&k, "sequence {\n a: act stop()\n b: act stop()\n }", "");
    k.pause = 1000;
    kit_tick(&k);
    CHECK_STR(kit_said(&k), "a>");
    CHECK_INT(us_run_next(k.run), 1000);
    CHECK(!us_run_watches(k.run));
    us_run_wake(k.run, kit_node_ref(&k, "a"));
    CHECK_INT(us_run_next(k.run), 1);
    kit_tick(&k);
    CHECK_STR(kit_said(&k), "a.");
    kit_close(&k);
}

typedef struct test_of_goal {
    us_expr *expr;
    int answers;
} test_of_goal;

static us_answer watch_gold(kit *k, us_node_ref node_ref, bool begins)
{
    test_of_goal *test = k->own;
    k->until = US_NEVER;
    test->answers++;
    if (begins)
        CHECK(!us_run_watch(k->run, node_ref, test->expr, NULL));
    const us_view *view = us_run_view(k->run);
    return us_expr_holds(test->expr, view, NULL) ? US_SUCCESS : US_RUNNING;
}

TEST(a_leaf_is_woken_by_what_it_watches)
{
    kit k = {0};
    us_source source = {.text = "gold(self) >= 10"};
    test_of_goal test = {0};
    REQUIRE(us_expr_compile(brl_domain(), NULL, US_VALUE_BOOL, &source, &test.expr, NULL) == US_OK);
    kit_tree(&k, "repeat 2 a: act stop()", "");
    k.answer = watch_gold;
    k.own = &test;
    kit_tick(&k);
    CHECK(us_run_watches(k.run));
    CHECK_INT(us_run_next(k.run), US_NEVER);
    kit_gold(&k, 9);
    kit_tick(&k);
    CHECK_INT(test.answers, 1);
    kit_gold(&k, 10);
    kit_tick(&k);
    CHECK_INT(test.answers, 2);
    CHECK_STR(kit_said(&k), "a> a. aS");
    CHECK(!us_run_watches(k.run));
    us_expr_free(test.expr);
    kit_close(&k);
}

/* A host that fills from within its answers, and whose filling fails at once, again and again. */
static us_answer fill_always(kit *k, us_node_ref node_ref, bool begins)
{
    const us_template *t = us_run_template(k->run, node_ref.frame);
    (void)begins;
    if (t->node[node_ref.node].kind != US_NODE_GOAL)
        return US_FAILURE;
    us_fill fill = {.program = kit_program(k, "in")};
    us_run_fill(k->run, node_ref, &fill);
    return US_RUNNING;
}

TEST(a_goal_that_is_filled_in_vain_costs_a_bounded_amount)
{
    kit k = {0};
    open_fill(&k);
    k.answer = fill_always;
    for (int t = 1; t < 5; t++) {
        kit_tick(&k);
        CHECK(us_run_count(k.run).frames_most <= 3);
        CHECK(k.goes + k.begins <= 20 * t);
        kit_said(&k);
    }
    kit_close(&k);
}
