#include "tests/unit/scripted_run.h"

TEST(a_sequence_goes_on_where_it_was)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(&k, "sequence {\n a: act stop()\n b: act stop()\n c: act stop()\n }", "");
    scripted_run_script(&k, "a", "S");
    scripted_run_script(&k, "b", "RRS");
    CHECK_INT(scripted_run_tick(&k), US_RUNNING);
    CHECK_STR(scripted_run_log(&k), "a> aS b>");
    CHECK_INT(scripted_run_tick(&k), US_RUNNING);
    CHECK_STR(scripted_run_log(&k), "b.");
    CHECK_INT(scripted_run_tick(&k), US_RUNNING);
    CHECK_STR(scripted_run_log(&k), "b. bS c>");
}

TEST(an_order_begins_what_may_begin)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(&k,
                      "order {\n a: act stop()\n b: act stop()\n c: act stop()\n d: act stop()\n"
                      " a before c\n b before c\n b before d\n }",
                      "");
    scripted_run_script(&k, "a", "RS");
    scripted_run_script(&k, "b", "S");
    scripted_run_script(&k, "c", "S");
    scripted_run_script(&k, "d", "RRS");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a> b> bS d>");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a. aS c> cS d.");
    CHECK_INT(scripted_run_tick(&k), US_SUCCESS);
    CHECK_STR(scripted_run_log(&k), "d. dS");
}

TEST(an_order_fails_at_once_if_others_wait_for_the_child_that_failed)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(&k,
                      "order {\n a: act stop()\n b: act stop()\n c: act stop()\n d: act stop()\n"
                      " a before c\n b before d\n a before d\n }",
                      "");
    scripted_run_script(&k, "b", "RF");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a> b>");
    CHECK_INT(scripted_run_tick(&k), US_FAILURE);
    CHECK_STR(scripted_run_log(&k), "a. b. bF a!");
}

TEST(an_order_that_has_lost_a_child_that_nobody_waits_for_goes_on_and_fails_in_the_end)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(&k,
                      "order {\n a: act stop()\n b: act stop()\n c: act stop()\n"
                      " a before c\n }",
                      "");
    scripted_run_script(&k, "a", "RRS");
    scripted_run_script(&k, "b", "F");
    scripted_run_script(&k, "c", "RS");
    CHECK_INT(scripted_run_tick(&k), US_RUNNING);
    CHECK_STR(scripted_run_log(&k), "a> b> bF");
    scripted_run_tick(&k);
    CHECK_INT(scripted_run_tick(&k), US_RUNNING);
    CHECK_STR(scripted_run_log(&k), "a. a. aS c>");
    CHECK_INT(scripted_run_tick(&k), US_FAILURE);
    CHECK_STR(scripted_run_log(&k), "c. cS");
}

TEST(a_failed_order_does_not_wait_for_a_maintain_that_is_met)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(
        &k,
        "order {\n a: maintain ResourceInfrastructure(player: self, farms: 1, peasants: 2)\n"
        " b: act stop()\n c: act stop()\n a before b\n }",
        "");
    scripted_run_script(&k, "b", "RS");
    scripted_run_script(&k, "c", "F");
    scripted_run_tick(&k);
    us_run_mark_held(k.run, scripted_run_node_ref(&k, "a"));
    CHECK_INT(scripted_run_tick(&k), US_RUNNING);
    CHECK_INT(scripted_run_tick(&k), US_FAILURE);
    CHECK_STR(scripted_run_log(&k), "a> c> cF a. b> a. b. bS a!");
}

TEST(a_maintain_counts_once_it_was_met_and_ends_with_its_order)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(
        &k,
        "order {\n a: maintain ResourceInfrastructure(player: self, farms: 1, peasants: 2)\n"
        " b: act stop()\n a before b\n }",
        "");
    scripted_run_script(&k, "b", "RS");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a>");
    us_run_mark_held(k.run, scripted_run_node_ref(&k, "a"));
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a. b>");
    CHECK_INT(scripted_run_tick(&k), US_SUCCESS);
    CHECK_STR(scripted_run_log(&k), "a. b. bS a!");
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

static void open_fill(scripted_run *k)
{
    scripted_run_open(k, fill_text);
    scripted_run_start(k, "top");
    scripted_run_gold(k, 50);
}

static uint32_t fill(scripted_run *k, const char *const *done, int done_count)
{
    us_fill fill = {
        .program = scripted_run_program(k, "in"), .done = done, .done_count = done_count};
    return us_run_fill(k->run, scripted_run_node_ref(k, "g"), &fill);
}

TEST(a_goal_is_filled_and_asked_when_that_has_ended)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    open_fill(&k);
    k.pause = 100;
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "g>");
    uint32_t frame = fill(&k, NULL, 0);
    CHECK_INT(us_run_node_frame(k.run, scripted_run_node_ref(&k, "g")), frame);
    CHECK_INT(us_run_frame_parent(k.run, frame).frame, 1);
    CHECK_INT(us_run_frame_parent(k.run, frame).node, 1);
    scripted_run_script(&k, "p", "F");
    scripted_run_script(&k, "g", "RS");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "p> pF g. gS h>");
    CHECK(!us_run_frame_template(k.run, frame));
}

TEST(what_is_done_is_not_done_again)
{
    static const char *const done[] = {"p", "r"};
    US_AUTO(scripted_run_close) scripted_run k = {0};
    open_fill(&k);
    scripted_run_tick(&k);
    scripted_run_log(&k);
    uint32_t frame = fill(&k, done, 2);
    scripted_run_script(&k, "q", "S");
    us_run_bind(k.run, frame, 0, (us_value){.number = 1});
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "g. q> qS s>");
    us_run_clear_node(k.run, scripted_run_node_ref(&k, "g"));
    CHECK_STR(scripted_run_log(&k), "s!");
    CHECK_INT(us_run_node_frame(k.run, scripted_run_node_ref(&k, "g")), 0);
}

TEST(steps_below_a_monitor_are_done_as_others)
{
    static const char *const done[] = {"p"};
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_open(
        &k, "brl 1\n\n"
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
    scripted_run_start(&k, "top");
    k.pause = 100;
    scripted_run_tick(&k);
    scripted_run_log(&k);
    fill(&k, done, 1);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "q>");
}

TEST(an_alive_condition_that_fails_ends_the_frame)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    open_fill(&k);
    k.pause = 100;
    scripted_run_tick(&k);
    fill(&k, NULL, 0);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "g> p>");
    int64_t asked = us_run_read_counts(k.run).conditions;
    scripted_run_tick(&k);
    CHECK_INT(us_run_read_counts(k.run).conditions, asked);
    scripted_run_gold(&k, 7);
    scripted_run_tick(&k);
    CHECK_INT(us_run_read_counts(k.run).conditions, asked + 1);
    CHECK_STR(scripted_run_log(&k), "");
    scripted_run_gold(&k, 2);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "p! g.");
    CHECK_INT(us_run_node_last_answer(k.run, scripted_run_node_ref(&k, "g")), US_FAILURE);
    CHECK_STR(us_run_node_failure(k.run, scripted_run_node_ref(&k, "g")), "gold(self) >= 5");
}

TEST(a_precondition_is_asked_once_when_its_slots_are_bound)
{
    for (int n = 1; n <= 2; n++) {
        US_AUTO(scripted_run_close) scripted_run k = {0};
        open_fill(&k);
        k.pause = 100;
        scripted_run_tick(&k);
        uint32_t frame = fill(&k, NULL, 0);
        scripted_run_tick(&k);
        int64_t asked = us_run_read_counts(k.run).conditions;
        us_run_bind(k.run, frame, 0, (us_value){.number = n});
        scripted_run_tick(&k);
        CHECK_INT(us_run_read_counts(k.run).conditions, asked + 1);
        CHECK_STR(scripted_run_log(&k), n == 1 ? "g> p>" : "g> p> p! g.");
        if (n == 2)
            CHECK_STR(us_run_node_failure(k.run, scripted_run_node_ref(&k, "g")), "exists(w)");
    }
}

TEST(what_was_granted_is_not_asked)
{
    for (int granted = 0; granted < 2; granted++) {
        US_AUTO(scripted_run_close) scripted_run k = {0};
        open_fill(&k);
        scripted_run_gold(&k, 8);
        k.pause = 100;
        scripted_run_tick(&k);
        us_fill fill = {.program = scripted_run_program(&k, "in"), .granted = granted};
        us_run_fill(k.run, scripted_run_node_ref(&k, "g"), &fill);
        scripted_run_tick(&k);
        CHECK_STR(scripted_run_log(&k), granted ? "g> p>" : "g> g.");
        CHECK_STR(us_run_node_failure(k.run, scripted_run_node_ref(&k, "g")),
                  granted ? "" : "gold(self) >= 10");
    }
}

TEST(a_leaf_is_asked_when_it_is_woken)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(&k, "sequence {\n a: act stop()\n b: act stop()\n }", "");
    k.pause = 1000;
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a>");
    CHECK_INT(us_run_next_cycle(k.run), 1000);
    CHECK(!us_run_has_watches(k.run));
    us_run_wake(k.run, scripted_run_node_ref(&k, "a"));
    CHECK_INT(us_run_next_cycle(k.run), 1);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a.");
}

typedef struct test_of_goal {
    us_expr *expr;
    int answers;
} test_of_goal;

static us_answer watch_gold(scripted_run *k, us_node_ref node_ref, bool begins)
{
    test_of_goal *test = k->own;
    k->until = US_NEVER;
    test->answers++;
    if (begins)
        CHECK(!us_run_watch(k->run, node_ref, test->expr, NULL));
    const us_view *view = us_run_view(k->run);
    return us_expr_is_true(test->expr, view, NULL) ? US_SUCCESS : US_RUNNING;
}

TEST(a_leaf_is_woken_by_what_it_watches)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    us_source source = {.text = "gold(self) >= 10"};
    test_of_goal test = {0};
    REQUIRE(us_expr_compile(brl_domain(), NULL, US_VALUE_BOOL, &source, &test.expr, NULL) == US_OK);
    scripted_run_tree(&k, "repeat 2 a: act stop()", "");
    k.answer = watch_gold;
    k.own = &test;
    scripted_run_tick(&k);
    CHECK(us_run_has_watches(k.run));
    CHECK_INT(us_run_next_cycle(k.run), US_NEVER);
    scripted_run_gold(&k, 9);
    scripted_run_tick(&k);
    CHECK_INT(test.answers, 1);
    scripted_run_gold(&k, 10);
    scripted_run_tick(&k);
    CHECK_INT(test.answers, 2);
    CHECK_STR(scripted_run_log(&k), "a> a. aS");
    CHECK(!us_run_has_watches(k.run));
    us_expr_free(test.expr);
}

/* A host that fills from within its answers, and whose filling fails at once, again and again. */
static us_answer fill_always(scripted_run *k, us_node_ref node_ref, bool begins)
{
    const us_template *t = us_run_frame_template(k->run, node_ref.frame);
    (void)begins;
    if (t->node[node_ref.node].kind != US_NODE_GOAL)
        return US_FAILURE;
    us_fill fill = {.program = scripted_run_program(k, "in")};
    us_run_fill(k->run, node_ref, &fill);
    return US_RUNNING;
}

TEST(a_goal_that_is_filled_in_vain_costs_a_bounded_amount)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    open_fill(&k);
    k.answer = fill_always;
    for (int t = 1; t < 5; t++) {
        scripted_run_tick(&k);
        CHECK(us_run_read_counts(k.run).frames_most <= 3);
        CHECK(k.goes + k.begins <= 20 * t);
        scripted_run_log(&k);
    }
}
