/* Plans in whole games: pitfalls of earlier systems, bad libraries, sameness, memory, random trees.
 */
#include "tests/unit/planned_game.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "plan/task.h"
#include "players/players.h"
#include "tests/brl_text.h"
#include "tests/unit/library_file.h"
#include "tests/unit/recorded_game.h"
#include "tests/unit/scratch.h"

#define ROOT(goal) "tree Root {\ndo a: " goal "\n}\n"
#define FARM_GOAL  "goal BuildUnits(player: self, type: \"farmhouse\", number: 1)"
#define FARM       "behavior \"b\" achieves BuildUnits(player: self, type: \"farmhouse\", number: 1) {\n"
#define WORKER     "slot w: entity \"worker\" of self\n"

static void begin(planned_game *k, const char *brl)
{
    planned_game_open(k, planned_game_town, planned_game_grove, brl, "");
}

/* ---- pitfalls */

TEST(pitfall_ids_that_do_not_exist_here)
{
    US_AUTO(planned_game_close) planned_game k;
    begin(&k, ROOT(FARM_GOAL) FARM
          "literal\nslot spot: cell\n"
          "do sequence {\nact build(unit: #150, type: \"farmhouse\", cell: spot)\n"
          "goal KillUnit(player: self, unit: #152)\n}\nappendix {\nspot.place: 100 100\n}\n}\n");
    planned_game_run(&k, 1200);
    CHECK(planned_game_lines(&k, "order build") > 0);
    CHECK_INT(k.refused, 0);
    CHECK_INT(drawn_skirmish_count(&k.s, "farmhouse", 0), 1);
}

TEST(pitfall_places_where_it_cannot_be_done)
{
    planned_game k;
    /* Amid the trees: along 600, across towards the top. */
    for (int across = -600; across <= 600; across += 1200) {
        US_AUTOSTR(brl);
        us_str_addf(
            &brl,
            "%s%s%sslot spot: cell\ndo act build(unit: w, type: \"farmhouse\", cell: spot)\n"
            "appendix {\nspot.place: 300 %d\n}\n}\n",
            ROOT(FARM_GOAL), FARM, WORKER, across);
        begin(&k, brl.text);
        planned_game_run(&k, 2000);
        CHECK(planned_game_lines(&k, "order build") > 0);
        CHECK_INT(k.refused, 0);
        CHECK(drawn_skirmish_count(&k.s, "farmhouse", 0) > 0);
        planned_game_close(&k);
    }
}

TEST(pitfall_a_constant_place_on_trees_fails_and_is_told)
{
    US_AUTO(planned_game_close) planned_game k;
    begin(&k, ROOT(FARM_GOAL) FARM WORKER
          "do s: act build(unit: w, type: \"farmhouse\", cell: (20, 1))\n}\n");
    planned_game_run(&k, 3700);
    CHECK_INT(k.refused, 0);
    CHECK_INT(planned_game_lines(&k, "order build"), 0);
    CHECK_INT(planned_game_lines(&k, "failed step s"), 1);
}

/* By the article they are revised as if a case described them. */
TEST(pitfall_by_the_article_constant_places_and_targets_are_revised)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(&k, planned_game_town, planned_game_grove,
                      ROOT(FARM_GOAL) FARM WORKER
                      "literal\ndo parallel {\n"
                      "s: act build(unit: w, type: \"farmhouse\", cell: (20, 1))\n"
                      "act build(unit: #150, type: \"farmhouse\", cell: (900, 900))\n"
                      "t: act harvest(unit: #151, target: #152)\n}\n}\n",
                      "article");
    planned_game_run(&k, 700);
    CHECK_INT(k.refused, 0);
    CHECK_INT(planned_game_lines(&k, "failed step"), 0);
    CHECK_INT(planned_game_lines(&k, "order build"), 2);
    CHECK_INT(planned_game_lines(&k, "order harvest"), 1);
    CHECK_INT(planned_game_lines(&k, "step t: act harvest(unit: #151, target: #152): #151 = 5\n"),
              1);
}

/* Peasants can fight, but the step is about soldiers. */
TEST(pitfall_by_the_article_no_worker_fights_in_place_of_a_soldier)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(&k, planned_game_town, planned_game_grove,
                      ROOT(FARM_GOAL) FARM "slot s: entity \"infantry\" of self\n"
                                           "do s: act attack-move(unit: s, cell: (20, 9))\n}\n",
                      "article");
    planned_game_run(&k, 590);
    CHECK_INT(planned_game_lines(&k, "order attack-move"), 0);
    CHECK_INT(planned_game_lines(&k, "waiting step s"), 1);
    drawn_skirmish_add(&k.s, "footman", 0, 8, 8);
    planned_game_run(&k, 60);
    CHECK_INT(planned_game_lines(&k, "order attack-move"), 1);
}

TEST(pitfall_what_goes_on_is_not_ordered_anew)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(
        &k, planned_game_town, planned_game_grove,
        ROOT("goal GetResources(player: self, gold: 9000)") "behavior \"b\" achieves "
                                                            "GetResources(player: self, gold: "
                                                            "9000) {\n"
                                                            "slot all: group \"worker\" of "
                                                            "self\nslot more: group "
                                                            "\"worker\" of self\n"
                                                            "slot m: entity \"gold-mine\" of "
                                                            "neutral\n"
                                                            "do sequence {\none: act "
                                                            "harvest(units: all, target: m)\n"
                                                            "two: act harvest(units: more, "
                                                            "target: m)\n}\n}\n",
        "producers=off");
    planned_game_run(&k, 4000);
    CHECK_INT(planned_game_lines(&k, "order harvest"), 1);
    CHECK_INT(planned_game_lines(&k, "succeeded step two: act harvest(units: more, target: m): "
                                     "all units that could do it are at work"),
              1);
}

/* ---- bad libraries */

TEST(a_library_without_a_fitting_behavior_loses_without_a_crash)
{
    static const char *const files[] = {
        "", "behavior \"x\" is Attack {\ndo act stop()\n}\n",
        "behavior \"x\" achieves Research(player: self, type: \"shield-1\") {\ndo act stop()\n}\n"};
    for (int i = 0; i < US_COUNT(files); i++) {
        US_AUTO(planned_game_close) planned_game k;
        us_library *library = NULL;
        char agent[600], name[32];
        US_AUTOSTR(brl);
        us_str_addf(&brl, "brl 1\n%s", files[i]);
        snprintf(name, sizeof name, "bad%d.db", i);
        library = library_file_open(name, US_LIBRARY_CREATE, brl_domain());
        library_file_put(library, brl.text);
        us_library_close(library);
        snprintf(agent, sizeof agent, "library:%s", scratch(name));
        planned_game_agents(&k, "open-2", agent, "idle", 5);
        planned_game_run(&k, 4000);
        CHECK(planned_game_lines(&k, "failed goal WinWargus") > 0);
        CHECK(planned_game_lines(&k, "no behavior for it") > 0);
        CHECK_INT(k.state.outcome.kind, US_OUTCOME_NONE);
    }
}

TEST(a_behavior_that_names_what_is_nowhere_is_told_of_and_left_out)
{
    US_AUTO(planned_game_close) planned_game k;
    char agent[600];
    us_library *library = library_file_open("odd.db", US_LIBRARY_CREATE, brl_domain());
    library_file_put(library, "brl 1\nbehavior \"odd\" achieves WinWargus(player: self) {\n"
                              "slot w: group \"footman\" of self\ndo act stop(units: w)\n}\n");
    us_library_close(library);
    CHECK(library_file_sql("odd.db",
                           "UPDATE behaviors SET body = replace(body, 'footman', 'dragons')") > 0);
    snprintf(agent, sizeof agent, "library:%s", scratch("odd.db"));
    planned_game_agents(&k, "open-2", agent, "idle", 5);
    planned_game_run(&k, 2000);
    CHECK(planned_game_lines(&k, "failed goal WinWargus") > 0);
    CHECK(planned_game_lines(&k, "dragons") > 0);
    CHECK(planned_game_lines(&k, "no behavior for it") > 0); /* it is not read again and again */
    CHECK(planned_game_retrievals(&k) < 10);
}

TEST(trees_of_a_library_are_called)
{
    US_AUTO(planned_game_close) planned_game k;
    char agent[600];
    us_library *library = library_file_open("called.db", US_LIBRARY_CREATE, brl_domain());
    library_file_put(library, "brl 1\ntree Halt(w: entity) {\ndo s: act stop(units: w)\n}\n"
                              "behavior \"calls\" achieves WinWargus(player: self) {\n"
                              "do call Halt(w: first(self, role: worker))\n}\n");
    us_library_close(library);
    snprintf(agent, sizeof agent, "library:%s", scratch("called.db"));
    planned_game_agents(&k, "open-2", agent, "idle", 5);
    planned_game_run(&k, 50);
    CHECK_INT(planned_game_lines(&k, "order stop"), 1);
}

TEST(who_strikes_is_answered)
{
    for (int off = 0; off < 2; off++) {
        planned_game k;
        char agent[600], town[1024];
        us_library *library = library_file_open("answers.db", US_LIBRARY_CREATE, brl_domain());
        library_file_put(
            library, "brl 1\nbehavior \"sit\" achieves WinWargus(player: self) {\n"
                     "slot w: group \"worker\" of self\ndo repeat delay 50 act stop(units: w)\n}\n"
                     "behavior \"strike\" achieves KillUnit(player: self, unit: who) {\n"
                     "slot who: entity of enemy\nslot w: group role attacker of self\n"
                     "do act attack(units: w, target: who)\n}\n");
        us_library_close(library);
        snprintf(agent, sizeof agent, "library:%s%s", scratch("answers.db"),
                 off ? "?reactions=off" : "");
        snprintf(town, sizeof town, "%sentity grunt 1 9 9\n", planned_game_town);
        planned_game_alone(&k, town, planned_game_grove, agent);
        planned_game_run(&k, 600);
        CHECK_INT(planned_game_lines(&k, "started goal KillUnit") > 0, !off);
        CHECK_INT(planned_game_lines(&k, "order attack") > 0, !off);
        planned_game_close(&k);
        scratch_clean();
    }
}

/* Five were shown, and one is there: against who strikes it goes, else it waits. */
TEST(who_is_struck_does_not_wait_for_company)
{
    US_AUTO(planned_game_close) planned_game k;
    char agent[600], town[1024];
    us_library *library = library_file_open("alone.db", US_LIBRARY_CREATE, brl_domain());
    library_file_put(
        library, "brl 1\nbehavior \"go\" achieves WinWargus(player: self) {\n"
                 "slot g: group \"infantry\" of self\nslot e: entity \"peon\" of enemy\n"
                 "do strike: act attack(units: g, target: e)\nappendix {\ng.number: 5\n}\n}\n"
                 "behavior \"answer\" achieves KillUnit(player: self, unit: who) {\n"
                 "slot who: entity of enemy\nslot g: group \"infantry\" of self\n"
                 "do strike: act attack(units: g, target: who)\nappendix {\ng.number: 5\n}\n}\n");
    us_library_close(library);
    snprintf(agent, sizeof agent, "library:%s?producers=off", scratch("alone.db"));
    snprintf(town, sizeof town, "%sentity footman 0 17 5\nentity grunt 1 9 9\n", planned_game_town);
    planned_game_alone(&k, town, planned_game_grove, agent);
    us_id grunt = drawn_skirmish_find(&k.s, "grunt", 1, 0),
          peon = drawn_skirmish_find(&k.s, "peon", 1, 0);
    planned_game_run(&k, 600);
    char at_grunt[32], at_peon[32];
    snprintf(at_grunt, sizeof at_grunt, "(%d)", (int)grunt);
    snprintf(at_peon, sizeof at_peon, "(%d)", (int)peon);
    CHECK(planned_game_lines(&k, at_grunt) > 0);
    CHECK_INT(planned_game_lines(&k, at_peon), 0);
    CHECK(planned_game_lines(&k, "somebody to do it") > 0);
}

/* The library is told what became of its top, and what was done beside it is labeled below it. */
TEST(when_the_game_is_over_its_plan_knows)
{
    for (int lost = 0; lost < 2; lost++) {
        planned_game k;
        us_library *library = library_file_open("over.db", US_LIBRARY_CREATE, brl_domain());
        library_file_put(library,
                         "brl 1\nbehavior \"sit\" achieves WinWargus(player: self) {\n"
                         "slot w: group \"worker\" of self\ndo delay 30000 act stop(units: w)\n}\n"
                         "behavior \"strike\" achieves KillUnit(player: self, unit: who) {\n"
                         "slot who: entity of enemy\nslot w: group role attacker of self\n"
                         "do act attack(units: w, target: who)\n}\n");
        us_library_close(library);
        char agent[600], town[1024];
        snprintf(agent, sizeof agent, "library:%s", scratch("over.db"));
        snprintf(town, sizeof town, "%sentity grunt 1 9 9\n", planned_game_town);
        planned_game_alone(&k, town, planned_game_grove, agent);
        planned_game_run(&k, 300);
        const us_goal_instance *label;
        int labels = us_plan_labels(k.plan, &label);
        CHECK(labels > 1);
        for (int i = 0; i < labels; i++)
            CHECK_INT(label[i].parent, i == 0 ? 0 : 1);
        static const char *const types[2][3] = {{"grunt", "great-hall", "peon"},
                                                {"peasant", "town-hall", NULL}};
        for (int t = 0; t < 3 && types[lost][t]; t++)
            for (us_id id; (id = drawn_skirmish_find(&k.s, types[lost][t], lost ? 0 : 1, 0)) != 0;)
                planned_game_destroy(&k, id);
        planned_game_run(&k, 50);
        CHECK(k.state.outcome.kind != US_OUTCOME_NONE);
        CHECK_INT(planned_game_lines(&k, "succeeded goal WinWargus"), !lost);
        CHECK_INT(planned_game_lines(&k, "succeeded behavior sit"), !lost);
        CHECK_INT(planned_game_lines(&k, "failed goal WinWargus(player: 0): the game is lost"),
                  lost);
        CHECK_INT(planned_game_lines(&k, "failed behavior sit"), lost);
        planned_game_close(&k);
        scratch_clean();
    }
}

/* Else nobody would ever know of a behavior that gets nowhere. */
TEST(in_a_draw_what_was_pursued_has_failed)
{
    US_AUTO(planned_game_close) planned_game k;
    us_library *library = library_file_open("over.db", US_LIBRARY_CREATE, brl_domain());
    library_file_put(library,
                     "brl 1\nbehavior \"sit\" achieves WinWargus(player: self) {\n"
                     "slot w: group \"worker\" of self\ndo parallel {\n"
                     "delay 30000 act stop(units: w)\n"
                     "maintain BuildUnits(player: self, type: \"worker\", number: 1)\n}\n}\n");
    us_library_close(library);
    char agent[600];
    snprintf(agent, sizeof agent, "library:%s", scratch("over.db"));
    planned_game_alone(&k, planned_game_town, planned_game_grove, agent);
    planned_game_run(&k, 100);
    CHECK_INT(planned_game_lines(&k, "failed"), 0);
    us_outcome draw = {.kind = US_OUTCOME_DRAW, .winner = US_NEUTRAL, .reason = "cycle limit"};
    us_view view = {us_game_world(us_match_game(k.match), 0), 0};
    us_plan_end_game(k.plan, &view, &draw);
    const us_note *note;
    int notes = us_plan_notes(k.plan, &note), failed = 0;
    for (int i = 0; i < notes; i++) {
        CHECK_INT(note[i].kind, US_NOTE_FAILED);
        CHECK_STR(note[i].why, "the game is a draw");
        failed += note[i].of == US_NOTE_BEHAVIOR;
    }
    CHECK_INT(notes, 2);
    CHECK_INT(failed, 1);
}

/* ---- the same again, and for long */

static const char farmers[] = "brl 1\n" ROOT(FARM_GOAL) FARM WORKER
    "slot all: group \"worker\" of self\nslot m: entity \"gold-mine\" of neutral\nslot spot: cell\n"
    "do parallel {\nact harvest(units: all, target: m)\n"
    "act build(unit: w, type: \"farmhouse\", cell: spot)\n"
    "act train(unit: near(self.producer), type: \"worker\")\n}\n"
    "appendix {\nspot.place: 100 100\n}\n}\n";

TEST(the_same_seed_and_behaviors_give_the_same_trace)
{
    char agent[512];
    recorded_game one, two;
    snprintf(agent, sizeof agent, "tree:%s", planned_game_write(farmers));
    recorded_game_plan plan = {.map = "open-1", .agent = {agent, agent}, .max_cycles = 3000};
    recorded_game_record(&one, &plan);
    recorded_game_record(&two, &plan);
    CHECK(one.length > 5000);
    CHECK(strstr(one.text, "\"plan\":\"bound\"") != NULL);
    CHECK_INT(one.length, two.length);
    CHECK(one.length == two.length && memcmp(one.text, two.text, one.length) == 0);
    recorded_game_drop(&one);
    recorded_game_drop(&two);
}

/* What a plan keeps, but for its labels, is bounded by what is alive. */
TEST(a_long_game_keeps_no_more_than_a_short_one)
{
    US_AUTO(planned_game_close) planned_game k;
    const char *brl = ROOT("repeat parallel {\n"
                           "succeed goal BuildUnits(player: self, type: \"farmhouse\", number: 1)\n"
                           "succeed goal GetResources(player: self, gold: 100000)\n"
                           "succeed goal Research(player: self, type: \"shield-1\")\n}") FARM WORKER
        "do timeout 60 act move(units: w, cell: (12, 12))\n}\n"
        "behavior \"c\" achieves GetResources(player: self, gold: 1) {\nslot w: group \"worker\" "
        "of self\n"
        "slot m: entity \"gold-mine\" of neutral\ndo timeout 90 sequence {\n"
        "act harvest(units: w, target: m)\ndelay 100 act stop(units: w)\n}\n}\n";
    planned_game_open(&k, planned_game_town, planned_game_grove, brl, "least=0");
    planned_game_run(&k, 9000);
    int parts = k.plan->exec.tasks, actings = k.plan->exec.active.capacity;
    size_t bytes = us_run_read_counts(us_plan_run(k.plan)).bytes;
    planned_game_run(&k, 45000);
    CHECK(k.plan->counts.expansions > 100);
    CHECK(k.plan->exec.tasks <= parts + 4);
    CHECK_INT(k.plan->exec.active.capacity, actings);
    CHECK(us_run_read_counts(us_plan_run(k.plan)).bytes <= bytes + 4096);
}

/* ---- what the manual says */

TEST(the_manual_names_every_setting)
{
    const us_plan_setting_row *row;
    US_AUTOFREE char *text = NULL;
    size_t length;
    int rows = us_plan_setting_rows(&row), lines = 0;
    REQUIRE(us_file_read("docs/PLAN.md", 1 << 20, &text, &length, NULL) == US_OK);
    for (int i = 0; i < rows; i++) {
        US_AUTOSTR(line);
        us_str_addf(&line, "\n| `%s` | %s | %s |", row[i].name, row[i].values, row[i].about);
        CHECK_CONTAINS(text, line.text);
    }
    for (const char *at = text; (at = strstr(at, "\n| `")); at++)
        lines++;
    CHECK_INT(lines, rows); /* and no other */
}
