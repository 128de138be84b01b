/* Goals of a plan: when a behavior is retrieved for one, and what comes of it. */
#include "tests/unit/planned_game.h"

#include <stdio.h>

#include "plan/task.h"
#include "tests/brl_text.h"

#define FARM    "achieves BuildUnits(player: self, type: \"farmhouse\", number: 1) {\n"
#define WORKER  "slot w: entity \"worker\" of self\n"
#define BUILD   "act build(unit: w, type: \"farmhouse\", cell: spot)\n"
#define AT_HOME "appendix {\nspot.place: 100 100\n}\n}\n"
#define SPOT    "slot spot: cell\n"
#define FARMER  "behavior \"farm\" " FARM WORKER SPOT "do " BUILD AT_HOME
#define GOLD    "achieves GetResources(player: self, gold: 300) {\n"
#define GATHER                                                                      \
    "slot all: group \"worker\" of self\nslot m: entity \"gold-mine\" of neutral\n" \
    "do act harvest(units: all, target: m)\n}\n"
#define ALL        "slot all: group \"infantry\" of self\nslot prey: entity \"worker\" of enemy\n"
#define KILL       "behavior \"kill\" achieves KillUnit(player: self, unit: prey) {\n" ALL
#define NEVER      "do check gold(self) > 900000\n}\n"
#define ROOT(body) "tree Root {\ndo " body "\n}\n"
#define A_FARM     "goal BuildUnits(player: self, type: \"farmhouse\", number: 1)\n"
#define A_LOAD     "goal GetResources(player: self, gold: 300)\n"

static void begin(planned_game *k, const char *brl)
{
    planned_game_open(k, planned_game_town, planned_game_grove, brl, "");
}

TEST(a_goal_that_holds_already_succeeds_at_once)
{
    US_AUTO(planned_game_close) planned_game k;
    begin(&k,
          ROOT("sequence {\na: goal KillUnitType(player: self, enemy: enemy, type: \"knight\")\n"
               "b: achieve BuildUnits(player: self, type: \"worker\", number: 4)\n" A_FARM "}")
              FARMER);
    planned_game_run(&k, 1);
    CHECK_INT(planned_game_when(&k, "succeeded goal a: KillUnitType", 0), 0);
    CHECK_INT(planned_game_when(&k, "succeeded goal b: achieve BuildUnits", 0), 0);
    CHECK_INT(planned_game_lines(&k, "started goal b"), 0);
    CHECK_INT(planned_game_when(&k, "retrieved behavior farm", 0), 0);
    CHECK_INT(planned_game_retrievals(&k), 1);
}

TEST(the_goal_that_has_the_more_similar_behavior_is_chosen)
{
    US_AUTO(planned_game_close) planned_game k;
    begin(&k, ROOT("choose score similarity pick argmax {\nq: query Attack()\n"
                   "a: goal BuildUnits(player: self, type: \"barracks\", number: 3)\nb: " A_FARM
                   "c: " A_LOAD "}") FARMER);
    planned_game_run(&k, 1);
    CHECK_INT(planned_game_when(&k, "started goal b", 0), 0);
    CHECK_INT(planned_game_when(&k, "retrieved behavior farm", 0), 0);
    CHECK_INT(planned_game_lines(&k, "started goal a"), 0);
    CHECK_INT(planned_game_lines(&k, "query"), 0);
}

/* KillUnit's second argument is a unit, KillUnitType's a seat. */
TEST(a_behavior_of_a_like_goal_takes_what_has_the_same_name)
{
    static const char brl[] =
        ROOT("a: goal KillUnitType(player: self, enemy: enemy, type: \"peon\")") KILL
        "do act attack(units: all, target: prey)\n}\n";
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(&k, planned_game_town_and("entity footman 0 24 24\n"), planned_game_grove,
                      brl, "");
    planned_game_run(&k, 400);
    CHECK_INT(planned_game_lines(&k, "bad-target"), 0);
    CHECK(planned_game_lines(&k, "order attack") > 0);
    CHECK(planned_game_when(&k, "succeeded goal a", 0) > 0);
}

TEST(a_behavior_is_retrieved_when_it_needs_to_run_by_the_state_of_then)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(&k, planned_game_town, planned_game_grove,
                      ROOT("sequence {\na: " A_FARM "b: " A_LOAD "}") FARMER
                      "behavior \"rich\" " GOLD "when gold(self) >= 1600\n" GATHER
                      "behavior \"poor\" " GOLD "when gold(self) < 1600\n" GATHER,
                      "gathering=off");
    planned_game_run(&k, 600);
    CHECK_INT(planned_game_lines(&k, "goal b"), 0); /* it waits */
    CHECK_INT(planned_game_retrievals(&k), 1);
    planned_game_run(&k, 600);
    us_cycle done = planned_game_when(&k, "succeeded goal a", 0);
    CHECK(done > 600);
    CHECK_INT(planned_game_when(&k, "ready goal b", 0), done);
    CHECK_INT(planned_game_when(&k, "retrieved behavior poor", 0), done);
    CHECK_INT(planned_game_lines(&k, "retrieved behavior rich"), 0);
}

TEST(three_different_cases_are_tried_then_it_fails_one_level_up)
{
    US_AUTO(planned_game_close) planned_game k;
    begin(&k, ROOT("selector {\na: goal GetResources(player: self, gold: 300) retries 1\n"
                   "b: act stop(units: near(self.worker))\n}") "behavior \"one\" " GOLD
                                                               "do inner: " A_FARM "}\n"
                                                               "behavior \"f1\" " FARM NEVER
                                                               "behavior \"f2\" " FARM NEVER
                                                               "behavior \"f3\" " FARM NEVER
                                                               "behavior \"f4\" " FARM NEVER);
    planned_game_run(&k, 25);
    CHECK_INT(planned_game_lines(&k, "retrieved behavior one: attempt 1"), 1);
    int attempts = 0;
    for (int i = 1; i <= 4; i++) { /* they fit equally: three of them are drawn */
        char line[64];
        snprintf(line, sizeof line, "retrieved behavior f%d: attempt ", i);
        CHECK(planned_game_lines(&k, line) <= 1);
        attempts += planned_game_lines(&k, line);
    }
    CHECK_INT(attempts, 3);
    CHECK_INT(planned_game_lines(&k, ": attempt 2"), 1);
    CHECK_INT(planned_game_lines(&k, ": attempt 3"), 1);
    CHECK_INT(planned_game_lines(&k, "retrieved"), 4);
    CHECK_INT(planned_game_lines(&k, "failed goal inner: BuildUnits"), 1);
    CHECK_INT(planned_game_lines(&k, "failed behavior one: what it does failed"), 1);
    CHECK_INT(planned_game_lines(&k, "failed goal a: GetResources"), 1);
    CHECK_INT(planned_game_lines(&k, "all its attempts failed"), 2);
    CHECK(planned_game_lines(&k, "order stop") > 0);
}

TEST(so_many_are_tried_as_the_step_or_the_setting_says)
{
    planned_game k;
    const char *const brl = ROOT(
        "sequence {\na: goal BuildUnits(player: self, type: \"farmhouse\", number: 1) retries 2\n"
        "}") "behavior \"f1\" " FARM NEVER "behavior \"f2\" " FARM NEVER
             "behavior \"f3\" " FARM NEVER "behavior \"f4\" " FARM NEVER;
    begin(&k, brl);
    planned_game_run(&k, 25);
    CHECK_INT(planned_game_lines(&k, "retrieved"), 2);
    planned_game_close(&k);
    planned_game_open(&k, planned_game_town, planned_game_grove, brl, "attempts=4");
    planned_game_run(&k, 25);
    CHECK_INT(planned_game_lines(&k, "retrieved"), 4);
    planned_game_close(&k);
}

/* By the memory itself: in a game much changes at once. */
TEST(what_failed_is_left_out_until_the_state_has_changed)
{
    us_brl *brl = brl_read("brl 1\nbehavior \"f1\" " FARM NEVER "behavior \"f2\" " FARM
                           "do check gold(self) > 900000\nappendix {\nfeature.gold: 1\n}\n"
                           "case at 5 in \"m\" {\nfeature.gold: 2\n}\n}\n",
                           NULL);
    us_case_base *case_base = NULL;
    REQUIRE(us_case_base_from_brl(brl, &case_base, NULL) == US_OK);
    const us_space *space = us_case_base_space(case_base);
    REQUIRE(us_case_base_case_count(case_base) == 3);
    REQUIRE(us_case_base_get_case(case_base, 0).behavior == 0);
    REQUIRE(us_case_base_get_case(case_base, 2).behavior == 1);
    us_failed_tries *tries = us_failed_tries_new(brl_domain(), case_base);
    us_goal goal = us_goal_make(brl_domain(), 0), other = us_goal_make(brl_domain(), 1);
    int32_t state[256] = {0}, later[256] = {0};
    REQUIRE(space->count <= US_COUNT(state));
    for (int i = 0; i < space->count; i++) {
        state[i] = (int32_t)space->dimension[i].low;
        later[i] = (int32_t)(i % 4 ? space->dimension[i].low : space->dimension[i].high);
    }
    us_failed_tries_add(tries, &goal, 1, true, state, 100);
    CHECK(us_failed_tries_excluded(tries, &goal, state, 200, false)[1]);
    CHECK(!us_failed_tries_excluded(tries, &goal, state, 200, false)[0]);
    CHECK(!us_failed_tries_excluded(tries, &other, state, 200, false)[1]);
    CHECK(!us_failed_tries_is_hopeless(tries, &goal, state, 200));
    CHECK(!us_failed_tries_excluded(tries, &goal, later, 200, false)[1]);
    CHECK(!us_failed_tries_excluded(tries, &goal, state, 200, false)[1]); /* it is forgotten */
    us_failed_tries_add(tries, &goal, 1, true, state, 200);
    us_failed_tries_add(tries, &goal, -1, true, state, 200);
    CHECK(us_failed_tries_is_hopeless(tries, &goal, state, 300));
    CHECK(!us_failed_tries_excluded(tries, &goal, state, 300, false)[2]);
    CHECK(us_failed_tries_excluded(tries, &goal, state, 300, true)[2]); /* of the same behavior */
    CHECK(!us_failed_tries_excluded(tries, &goal, state, 300, true)[0]);
    CHECK(us_failed_tries_excluded(tries, &goal, state, 1999, false)[1]);
    CHECK(!us_failed_tries_excluded(tries, &goal, state, 2000,
                                    false)[1]); /* after a minute, anyhow */
    CHECK(!us_failed_tries_is_hopeless(tries, &goal, state, 2000));
    for (int i = 0; i < 1000; i++)
        us_failed_tries_add(tries, &goal, i & 1, true, state, 3000);
    CHECK(us_failed_tries_excluded(tries, &goal, state, 3000, false)[0]);
    us_failed_tries_free(tries);
    tries = us_failed_tries_new(brl_domain(), case_base);
    us_failed_tries_add(tries, &goal, 1, false, state, 100); /* another one was due */
    CHECK(us_failed_tries_excluded(tries, &goal, state, 200, true)[1]);
    CHECK(!us_failed_tries_excluded(tries, &goal, state, 200, true)[2]);
    us_failed_tries_free(tries);
    us_case_base_free(case_base);
    us_brl_free(brl);
}

TEST(an_increase_counts_from_where_it_began)
{
    US_AUTO(planned_game_close) planned_game k;
    char town[1024];
    snprintf(town, sizeof town, "%sentity farm 0 14 10\n", planned_game_town);
    planned_game_open(
        &k, town, planned_game_grove,
        ROOT("sequence {\na: achieve BuildUnits(player: self, type: \"farmhouse\", number: 1)\n"
             "b: " A_FARM "}") FARMER,
        "");
    planned_game_run(&k, 2);
    CHECK_INT(planned_game_when(&k, "succeeded goal a", 0), 0);
    CHECK_INT(planned_game_when(&k, "started goal b", 0), 0);
    CHECK_INT(planned_game_when(&k, "succeeded goal b", 0), -1);
    planned_game_run(&k, 1200);
    CHECK(planned_game_when(&k, "succeeded goal b", 0) > 0);
    CHECK_INT(drawn_skirmish_count(&k.s, "farmhouse", 0), 2);
}

/* Two farms are two, but the same gold is there for both. */
TEST(increases_at_the_same_time_count_their_own_but_of_what_is_spent)
{
    US_AUTO(planned_game_close) planned_game k;
    begin(&k, ROOT("parallel {\na: " A_FARM "b: " A_FARM "c: " A_LOAD "d: " A_LOAD
                   "}") "behavior \"f\" " FARM GATHER "behavior \"g\" " GOLD GATHER);
    planned_game_run(&k, 2);
    CHECK_INT(planned_game_lines(&k, "started goal"), 4);
    CHECK(drawn_skirmish_add(&k.s, "farm", 0, 14, 10) != 0);
    drawn_skirmish_give(&k.s, 0, "gold", 300);
    planned_game_run(&k, 20);
    CHECK_INT(planned_game_lines(&k, "succeeded goal a"), 1);
    CHECK_INT(planned_game_lines(&k, "succeeded goal b"), 0);
    CHECK_INT(planned_game_lines(&k, "succeeded goal c"), 1);
    CHECK_INT(planned_game_lines(&k, "succeeded goal d"), 1);
    CHECK(drawn_skirmish_add(&k.s, "farm", 0, 18, 10) != 0);
    planned_game_run(&k, 20);
    CHECK_INT(planned_game_lines(&k, "succeeded goal b"), 1);
}

TEST(what_is_maintained_is_pursued_again_when_it_fails)
{
    US_AUTO(planned_game_close) planned_game k;
    begin(
        &k,
        ROOT(
            "a: maintain ResourceInfrastructure(player: self, farms: 1, peasants: 0)") "behavior "
                                                                                       "\"keep\" "
                                                                                       "achieves "
                                                                                       "ResourceInf"
                                                                                       "rastructure"
                                                                                       "(player: "
                                                                                       "self, "
                                                                                       "farms: 1, "
                                                                                       "peasants: "
                                                                                       "0) "
                                                                                       "{\n" WORKER
                                                                                           SPOT
                                                                                       "do " BUILD
                                                                                           AT_HOME);
    planned_game_run(&k, 1200);
    us_cycle held = planned_game_when(&k, "held goal a", 0);
    CHECK(held > 0);
    CHECK_INT(planned_game_lines(&k, "succeeded goal a"), 0);
    CHECK_INT(planned_game_lines(&k, "succeeded behavior keep"), 1);
    planned_game_destroy(&k, drawn_skirmish_find(&k.s, "farm", 0, 0));
    planned_game_run(&k, 20);
    us_cycle again = planned_game_when(&k, "waiting goal a", held);
    CHECK(again > held && again <= k.state.now);
    CHECK_INT(planned_game_lines(&k, "retrieved behavior keep"), 2);
    planned_game_run(&k, 1200);
    CHECK_INT(planned_game_lines(&k, "held goal a"), 2);
    CHECK_INT(drawn_skirmish_count(&k.s, "farmhouse", 0), 1);
}

TEST(a_behavior_is_stopped_when_it_is_no_longer_alive)
{
    US_AUTO(planned_game_close) planned_game k;
    begin(&k, ROOT("selector {\na: " A_FARM
                   "}") "behavior \"farm\" " FARM WORKER SPOT "while count(self, \"worker\") >= 4\n"
                        "do sequence {\n delay 300 act stop(units: near(self.worker))\n" BUILD
                        "}\n" AT_HOME);
    planned_game_run(&k, 100);
    CHECK_INT(planned_game_lines(&k, "failed behavior"), 0);
    planned_game_destroy(&k, drawn_skirmish_find(&k.s, "peasant", 0, 3));
    planned_game_run(&k, 30);
    CHECK(planned_game_lines(&k, "failed behavior farm: ") >= 1);
    CHECK(planned_game_lines(&k, "count(self, \"worker\") >= 4") >= 1);
    CHECK_INT(planned_game_lines(&k, "order build"), 0);
}

TEST(what_stops_with_its_goal_is_told)
{
    US_AUTO(planned_game_close) planned_game k;
    begin(&k, ROOT("timeout 60 a: " A_FARM) "behavior \"farm\" " FARM WORKER
                  SPOT "do delay 300 act stop(units: near(self.worker))\n" AT_HOME);
    planned_game_run(&k, 70);
    CHECK_INT(planned_game_when(&k, "stopped behavior farm", 0), 60);
    CHECK_INT(planned_game_when(&k, "stopped goal a", 0), 60);
}

/* Once, however often it is asked. */
TEST(a_query_that_is_answered_has_started)
{
    US_AUTO(planned_game_close) planned_game k;
    begin(&k, ROOT("a: query Attack() recheck tick") "behavior \"walk\" is Attack {\n"
                                                     "do delay 300 act stop(units: "
                                                     "near(self.worker))\n}\n");
    planned_game_run(&k, 40);
    CHECK_INT(planned_game_when(&k, "started step a: query Attack()", 0), 0);
    CHECK_INT(planned_game_lines(&k, "started step a"), 1);
}

TEST(the_root_ends_but_not_the_game)
{
    planned_game k;
    begin(&k, ROOT("check gold(self) > 900000"));
    planned_game_run(&k, 3000);
    CHECK_INT(k.state.outcome.kind, US_OUTCOME_NONE);
    int starts = planned_game_lines(&k, "started behavior Root");
    CHECK(starts > 2 && starts < 20);
    CHECK_INT(planned_game_lines(&k, "failed behavior Root: what it does failed"), starts);
    planned_game_close(&k);
    begin(&k, ROOT("act stop(units: near(self.worker))"));
    planned_game_run(&k, 3000);
    CHECK_INT(k.state.outcome.kind, US_OUTCOME_NONE);
    CHECK(planned_game_lines(&k, "succeeded behavior Root") > 50);
    planned_game_close(&k);
}

TEST(what_is_for_another_type_does_not_fit)
{
    planned_game k;
    const char *const brl = ROOT("a: " A_FARM) "behavior \"two\" " GOLD NEVER;
    begin(&k, brl);
    planned_game_run(&k, 25);
    CHECK_INT(planned_game_lines(&k, "retrieved"), 0);
    CHECK(planned_game_lines(&k, "no behavior for it") > 0);
    planned_game_close(&k);
    planned_game_open(&k, planned_game_town, planned_game_grove, brl, "least=0");
    planned_game_run(&k, 25);
    CHECK(planned_game_lines(&k, "retrieved behavior two") > 0);
    planned_game_close(&k);
}

TEST(no_behavior_is_begun_below_itself)
{
    US_AUTO(planned_game_close) planned_game k;
    const char *brl =
        ROOT("selector {\na: " A_FARM "}") "behavior \"one\" " FARM "do x: " A_LOAD "}\n"
                                           "behavior \"two\" " GOLD "do y: " A_FARM "}\n";
    planned_game_open(&k, planned_game_town, planned_game_grove, brl, "least=0");
    planned_game_run(&k, 25);
    CHECK_INT(planned_game_lines(&k, "retrieved behavior one"), 1);
    /* What nothing was left for below itself may still do elsewhere. */
    CHECK_INT(planned_game_lines(&k, "retrieved behavior two: attempt 1"), 1);
    CHECK_INT(planned_game_lines(&k, "retrieved behavior two: attempt 2"), 1);
    CHECK_INT(planned_game_lines(&k, "failed goal a"), 1);
    CHECK(planned_game_lines(&k, "no behavior for it but what is at work above it") > 0);
    CHECK(planned_game_retrievals(&k) < 20);
}

TEST(what_would_lie_too_deep_fails)
{
    US_AUTO(planned_game_close) planned_game k;
    US_AUTOSTR(brl);
    us_str_add(&brl, ROOT("selector {\na: " A_FARM "}"));
    for (int i = 0; i < 80; i++)
        us_str_addf(&brl, "behavior \"n%d\" %sdo x: %s}\n", i, i % 2 ? GOLD : FARM,
                    i % 2 ? A_FARM : A_LOAD);
    planned_game_open(&k, planned_game_town, planned_game_grove, brl.text, "gathering=off");
    planned_game_run(&k, 2000);
    CHECK(planned_game_lines(&k, "it would lie too deep") > 0);
    CHECK(planned_game_retrievals(&k) <= 24 + 2000 / 20 + 1);
}

/* A goal that nothing can satisfy: so many retrievals a minute of game time, whatever is asked. */
TEST(what_no_behavior_can_satisfy_costs_a_bounded_number_of_retrievals)
{
    enum { MINUTE = 1800 };
    static const char *const roots[] = {
        ROOT("maintain BuildUnits(player: self, type: \"farmhouse\", number: 9)"),
        ROOT("parallel {\nmaintain BuildUnits(player: self, type: \"farmhouse\", number: 9)\n"
             "maintain BuildUnits(player: self, type: \"farmhouse\", number: 8)\n"
             "maintain BuildUnits(player: self, type: \"farmhouse\", number: 7)\n}"),
        ROOT("repeat selector {\n" A_FARM "act stop(units: near(self.worker))\n}"),
        ROOT("maintain Research(player: self, type: \"melee-weapon-1\")"),
    };
    for (int i = 0; i < US_COUNT(roots); i++) {
        US_AUTO(planned_game_close) planned_game k;
        US_AUTOSTR(brl);
        us_str_add(&brl, roots[i]);
        for (int b = 0; b < 40 && i < 3; b++)
            us_str_addf(&brl, "behavior \"f%d\" %s%s", b, FARM, NEVER);
        us_test_row(roots[i]);
        begin(&k, brl.text);
        planned_game_run(&k, MINUTE);
        int64_t first = planned_game_retrievals(&k);
        planned_game_run(&k, 9 * MINUTE);
        CHECK(first <= 24 + MINUTE / 20);
        CHECK(planned_game_retrievals(&k) - first <= 9 * MINUTE / 20 + 1);
        CHECK(planned_game_retrievals(&k) > 0);
    }
    us_test_row(NULL);
}

/* More goals than may be retrieved for: each is in want all the time. */
TEST(so_many_retrievals_are_made_at_once_then_one_in_twenty_cycles)
{
    static const struct {
        us_cycle cycles; /* beyond those before */
        int retrievals;
    } rows[] = {{1, 24}, {19, 24}, {1, 25}, {19, 25}, {1, 26}, {59, 28}, {1, 29}};
    US_AUTO(planned_game_close) planned_game k;
    US_AUTOSTR(brl);
    us_str_add(&brl, "tree Root {\ndo parallel {\n");
    for (int i = 0; i < 40; i++)
        us_str_addf(&brl, "maintain BuildUnits(player: self, type: \"farmhouse\", number: %d)\n",
                    i + 2);
    us_str_add(&brl, "}\n}\nbehavior \"f\" " FARM NEVER);
    begin(&k, brl.text);
    for (int i = 0; i < US_COUNT(rows); i++) {
        planned_game_run(&k, rows[i].cycles);
        CHECK_INT(planned_game_retrievals(&k), rows[i].retrievals);
    }
}

/* A case of a behavior with a demonstration (NULL: none), and three attempts with that result. */
static void add_attempted(us_str *brl, const char *demo, int result)
{
    us_str_add(brl, "case at 0 {\n");
    if (demo)
        us_str_addf(brl, "demo: \"%s\"\n", demo);
    us_str_add(brl, "attempts: \"00000000000000a1\" \"00000000000000a2\" \"00000000000000a3\"\n"
                    "attempts.states:");
    for (int i = 0; i < 3; i++) {
        us_str_addf(brl, " 0 0 %d", result);
        for (int k = 0; k < brl_domain()->feature_count; k++)
            us_str_add(brl, " 0");
    }
    us_str_add(brl, "\n}\n}\n");
}

/* Of two behaviors below the one that leads, one shares its demonstration, the other has won. */
TEST(a_behavior_that_leads_below_another_one_is_of_the_same_demonstration)
{
    static const struct {
        const char *whole, *lost, *won;
        const char *first, *second;
    } rows[] = {
        {"a.jsonl", "a.jsonl", "b.jsonl", "lost", "won"},
        {"a.jsonl", "b.jsonl", "c.jsonl", "won", "lost"}, /* none shares it */
        {"a.jsonl", "a.jsonl", NULL, "won", "lost"},      /* one was written by hand */
        {NULL, "a.jsonl", "b.jsonl", "won", "lost"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTO(planned_game_close) planned_game k;
        US_AUTOSTR(brl);
        us_test_row(rows[i].first);
        us_str_add(&brl, ROOT("goal WinWargus(player: self)"));
        us_str_add(&brl, "behavior \"whole\" achieves WinWargus(player: self) {\n"
                         "do goal DefeatPlayer(player: enemy)\n");
        add_attempted(&brl, rows[i].whole, US_WON);
        us_str_add(&brl, "behavior \"lost\" achieves DefeatPlayer(player: enemy) {\n"
                         "do check gold(self) > 900000\n");
        add_attempted(&brl, rows[i].lost, US_LOST);
        us_str_add(&brl, "behavior \"won\" achieves DefeatPlayer(player: enemy) {\n"
                         "do check gold(self) > 900001\n");
        add_attempted(&brl, rows[i].won, US_WON);
        begin(&k, brl.text);
        planned_game_run(&k, 5);
        char line[64];
        snprintf(line, sizeof line, "retrieved behavior %s: attempt 1", rows[i].first);
        CHECK_INT(planned_game_lines(&k, line), 1);
        snprintf(line, sizeof line, "retrieved behavior %s: attempt 2", rows[i].second);
        CHECK_INT(planned_game_lines(&k, line), 1);
    }
    us_test_row(NULL);
}
