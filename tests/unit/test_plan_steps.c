/* Steps of a plan: who does them, what they wait for, what is made for them, and their pace. */
#include "tests/unit/planned_game.h"

#include <stdio.h>
#include <string.h>

#define WORKER  "slot w: entity \"worker\" of self\n"
#define SPOT    "slot spot: cell\n"
#define AT_HOME "appendix {\nspot.place: 100 100\n}\n}\n"
#define TWO_SPOTS                                                              \
    "slot w1: entity \"worker\" of self\nslot w2: entity \"worker\" of self\n" \
    "slot spot: cell\nslot spot2: cell\n"
#define AT_TWO        "appendix {\nspot.place: 100 100\nspot2.place: 100 100\n}\n}\n"
#define ROOT(goal)    "tree Root {\ndo a: " goal "\n}\n"
#define FARM_GOAL     "goal BuildUnits(player: self, type: \"farmhouse\", number: 1)"
#define FARM          "behavior \"b\" achieves BuildUnits(player: self, type: \"farmhouse\", number: 1) {\n"
#define LOAD_GOAL     "goal GetResources(player: self, gold: 5000)"
#define LOAD          "behavior \"b\" achieves GetResources(player: self, gold: 5000) {\n"
#define FARM_AT(spot) "act build(unit: w, type: \"farmhouse\", cell: " spot ")\n"

static void begin(planned_game *k, const char *brl, const char *settings)
{
    planned_game_open(k, planned_game_town, planned_game_grove, brl, settings);
}

static void begin_with(planned_game *k, const char *more, const char *brl, const char *settings)
{
    planned_game_open(k, planned_game_town_and(more), planned_game_grove, brl, settings);
}

/* In a pitfall of earlier systems parallel parts shared a unit, or two buildings a place. */
TEST(parallel_parts_share_no_unit_and_no_cell)
{
    US_AUTO(planned_game_close) planned_game k;
    begin(&k,
          ROOT("goal BuildUnits(player: self, type: \"farmhouse\", number: 2)") FARM TWO_SPOTS
          "do parallel {\n"
          "one: act build(unit: w1, type: \"farmhouse\", cell: spot)\n"
          "two: act build(unit: w2, type: \"farmhouse\", cell: spot2)\n}\n" AT_TWO,
          "");
    planned_game_run(&k, 20);
    us_id one = planned_game_unit(&k, "step one", 0), two = planned_game_unit(&k, "step two", 0);
    CHECK(one && two && one != two);
    CHECK_INT(planned_game_lines(&k, "order build"), 2);
    CHECK_INT(k.refused, 0);
    planned_game_run(&k, 1200);
    CHECK_INT(drawn_skirmish_count(&k.s, "farmhouse", 0), 2);
}

/* Enough for the cheap one again and again, never for the dear one: who asked first is served. */
TEST(something_cheap_does_not_starve_something_dear)
{
    US_AUTO(planned_game_close) planned_game k;
    begin_with(
        &k, "entity human-barracks 0 14 10\nentity farm 0 18 10\nentity farm 0 20 10\n",
        ROOT(
            "maintain BuildUnits(player: self, type: \"knight\", number: 1)") "behavior \"b\" "
                                                                              "achieves maintain "
                                                                              "BuildUnits(player: "
                                                                              "self, type: "
                                                                              "\"knight\", number: "
                                                                              "1) {\n"
                                                                              "slot c: entity "
                                                                              "\"barracks\" of "
                                                                              "self\n" WORKER SPOT
                                                                              "slot all: group "
                                                                              "\"worker\" of "
                                                                              "self\nslot m: "
                                                                              "entity "
                                                                              "\"gold-mine\" of "
                                                                              "neutral\n"
                                                                              "do parallel {\n"
                                                                              "gather: act "
                                                                              "harvest(units: all, "
                                                                              "target: m)\n"
                                                                              "cheap: repeat 20 "
                                                                              "act train(unit: c, "
                                                                              "type: \"footman\")\n"
                                                                              "dear: act "
                                                                              "build(unit: w, "
                                                                              "type: "
                                                                              "\"base-hall\", "
                                                                              "cell: "
                                                                              "spot)\n}\n" AT_HOME,
        "pace=off");
    drawn_skirmish_give(&k.s, 0, "gold", -1100);
    planned_game_run(&k, 6000);
    us_cycle dear = planned_game_when(&k, "order build", 0);
    CHECK(dear > 0);
    us_cycle asked = planned_game_when(&k,
                                       "waiting step dear: act build(unit: w, type: \"base-hall\", "
                                       "cell: spot): 1200 gold",
                                       0);
    us_cycle first = planned_game_when(&k, "(footman)", asked); /* it had asked before */
    CHECK(asked >= 0 && first > asked);
    CHECK(planned_game_when(&k, "(footman)", first + 1) > dear); /* that has to wait its turn */
}

TEST(what_is_reserved_is_free_when_its_part_ends)
{
    US_AUTO(planned_game_close) planned_game k;
    /* one fails after its builder was taken, one is stopped by the other's end */
    begin(&k,
          ROOT(FARM_GOAL) FARM WORKER SPOT
          "slot all: group \"worker\" of self\n"
          "do sequence {\n"
          "succeed timeout 20 first: act move(units: all, cell: (28, 16))\n"
          "second: act move(units: all, cell: (8, 16))\n"
          "third: act build(unit: w, type: \"farmhouse\", cell: spot)\n}\n" AT_HOME,
          "");
    planned_game_run(&k, 300);
    us_cycle stopped = planned_game_when(&k, "stopped step first", 0);
    CHECK(stopped > 0);
    CHECK(planned_game_when(&k, "started step second", 0) >= stopped);
    CHECK(planned_game_when(&k, "started step second", 0) <= stopped + 15);
    CHECK_INT(planned_game_lines(
                  &k, "bound step second: act move(units: all, cell: (8, 16)): all = 3 4 5 6"),
              1);
    planned_game_run(&k, 300);
    CHECK(planned_game_lines(&k, "order build") > 0);
}

TEST(who_harvested_goes_back_to_it)
{
    US_AUTO(planned_game_close) planned_game k;
    begin(&k,
          ROOT(LOAD_GOAL) LOAD WORKER SPOT
          "slot all: group \"worker\" of self\nslot m: entity \"gold-mine\" of neutral\n"
          "do sequence {\ngather: act harvest(units: all, target: m)\n"
          "farm: " FARM_AT("spot") "}\n" AT_HOME,
          "");
    planned_game_run(&k, 400);
    us_id builder = planned_game_unit(&k, "bound step farm", 0);
    REQUIRE(builder != 0);
    us_cycle built = -1;
    planned_game_run(&k, 1200);
    built = planned_game_when(&k, "succeeded step farm", 0);
    REQUIRE(built > 0);
    CHECK(planned_game_when(&k, "order harvest", built) >= built);
    CHECK_INT(planned_game_lines(&k, "order harvest"), 2);
    planned_game_run(&k, 300);
    const char *at = drawn_skirmish_status(&k.s, builder);
    CHECK(strcmp(at, "gathering") == 0 || strcmp(at, "carrying") == 0);
    /* nobody else was called away */
    for (int n = 0; n < 4; n++)
        CHECK(strcmp(drawn_skirmish_status(&k.s, drawn_skirmish_find(&k.s, "peasant", 0, n)),
                     "idle") != 0);
}

TEST(a_dead_builder_is_replaced)
{
    for (int producers = 0; producers < 2; producers++) {
        US_AUTO(planned_game_close) planned_game k;
        begin(&k, ROOT(FARM_GOAL) FARM WORKER SPOT "do farm: " FARM_AT("spot") AT_HOME,
              producers ? "" : "producers=off");
        planned_game_run(&k, 5);
        us_id builder = planned_game_unit(&k, "bound step farm", 0);
        planned_game_destroy(&k, builder);
        planned_game_run(&k, 30);
        CHECK_INT(planned_game_lines(&k, "failed behavior b"), !producers);
        if (producers)
            CHECK(planned_game_unit(&k, "bound step farm", 2) != builder);
        CHECK_INT(planned_game_lines(&k, "started step farm"), 1 + producers);
        planned_game_run(&k, 900);
        CHECK_INT(drawn_skirmish_count(&k.s, "farmhouse", 0) > 0, producers);
    }
}

typedef struct lacking {
    const char *what, *more, *brl, *made;
} lacking;

/* A worker, supply, a building that is required. */
static const lacking lacks[] = {
    {"a barracks", "",
     "slot b: entity \"barracks\" of self\ndo s: act train(unit: b, type: \"footman\")\n",
     "human-barracks"},
    {"supply", "entity human-barracks 0 14 10\nentity footman 0 20 20\n",
     "slot b: entity \"barracks\" of self\ndo s: repeat 3 act train(unit: b, type: \"footman\")\n",
     "farm"},
    {"a lumber mill", "entity human-barracks 0 14 10\nentity farm 0 20 10\n",
     "slot b: entity \"barracks\" of self\ndo s: act train(unit: b, type: \"archer\")\n",
     "human-lumber-mill"},
};

TEST(what_a_step_lacks_is_made)
{
    for (int i = 0; i < 2 * US_COUNT(lacks); i++) {
        const lacking *row = &lacks[i / 2];
        US_AUTO(planned_game_close) planned_game k;
        US_AUTOSTR(brl);
        us_test_row(row->what);
        us_str_addf(
            &brl, "%s%s%s}\n", ROOT("goal BuildUnits(player: self, type: \"soldier\", number: 3)"),
            "behavior \"b\" achieves BuildUnits(player: self, type: \"soldier\", number: 3) {\n",
            row->brl);
        begin_with(&k, row->more, brl.text, i % 2 ? "producers=off" : "");
        planned_game_run(&k, 1500);
        char order[64], told[64];
        snprintf(order, sizeof order, "(%s,", row->made);
        snprintf(told, sizeof told, "act build(type: \"%s\")", row->made);
        CHECK_INT(planned_game_lines(&k, order) > 0, i % 2 == 0);
        CHECK_INT(planned_game_lines(&k, told) > 0, i % 2 == 0);
    }
    us_test_row(NULL);
}

TEST(a_worker_is_trained_where_nobody_could_build)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(&k,
                      "seat 0 human gold 2000 wood 1000 oil 1000\nseat 1 orc\n"
                      "entity gold-mine neutral 2 6 stock 30000\nentity town-hall 0 10 4\n"
                      "entity great-hall 1 26 26\n",
                      planned_game_grove,
                      ROOT(FARM_GOAL) FARM WORKER SPOT "do farm: " FARM_AT("spot") AT_HOME, "");
    planned_game_run(&k, 2500);
    CHECK(planned_game_lines(&k, "(peasant)") > 0);
    CHECK(drawn_skirmish_count(&k.s, "farmhouse", 0) > 0);
    CHECK_INT(planned_game_lines(&k, "failed"), 0);
}

TEST(the_pace_of_the_demonstration_is_kept)
{
    static const char brl[] = ROOT(LOAD_GOAL) LOAD
        "slot w: entity \"worker\" of self\nslot v: entity \"worker\" of self\n"
        "do order {\n"
        "one: act stop(units: w)\n"
        "two: act stop(units: v)\n"
        "three: goal BuildUnits(player: self, type: \"knight\", number: 1)\n"
        "one before three\n"
        "}\nappendix {\npace.one: 100\npace.two: 250\npace.three: 100 400\n}\n}\n"
        "behavior \"never\" achieves BuildUnits(player: self, type: \"knight\", number: 1) {\n"
        "do delay 5000 act stop(units: near(self.worker))\n}\n";
    planned_game k;
    begin(&k, brl, "");
    planned_game_run(&k, 600);
    CHECK_INT(planned_game_when(&k, "started step one", 0), 0);
    CHECK_INT(planned_game_when(&k, "ready step two", 0), 150);
    CHECK_INT(planned_game_when(&k, "stopped goal three", 0), 300);
    CHECK_INT(planned_game_lines(&k, "it was given up by now when it was shown"), 1);
    CHECK(planned_game_when(&k, "succeeded step two", 0) >= 150);
    planned_game_close(&k);
    begin(&k, brl, "pace=off");
    planned_game_run(&k, 600);
    CHECK_INT(planned_game_when(&k, "ready step two", 0), 0);
    CHECK_INT(planned_game_when(&k, "stopped goal three", 0), -1);
    planned_game_close(&k);
}

TEST(a_step_fails_after_its_patience_and_says_for_what_it_waited)
{
    US_AUTO(planned_game_close) planned_game k;
    begin(&k,
          ROOT(FARM_GOAL) FARM "slot k: entity \"knight\" of self\n"
                               "do s: act move(units: k, cell: (3, 3))\n}\n",
          "producers=off");
    planned_game_run(&k, 280);
    CHECK_INT(planned_game_when(&k, "waiting step s", 0), 0);
    CHECK_INT(planned_game_lines(&k, "waiting step s"), 1);
    CHECK_INT(planned_game_lines(&k, "failed step s"), 0);
    planned_game_run(&k, 40);
    CHECK_INT(planned_game_when(
                  &k, "failed step s: act move(unit: k, cell: (3, 3)): somebody to do it", 0),
              300);
}

/* A library's steps come from a game that went otherwise; a tree's from somebody who thought of
 * it. */
TEST(a_behaviors_step_that_comes_to_nothing_is_passed_over)
{
    static const char steps[] = "do sequence {\ns: act move(unit: k, cell: (3, 3))\n"
                                "t: act stop(units: near(self.worker))\n}\n}\n";
    static const char watched[] = /* daemons change nothing of that */
        "do monitor {\nsequence {\ns: act move(unit: k, cell: (3, 3))\n"
        "t: act stop(units: near(self.worker))\n}\nwhen gold(self) < 0 -> act stop()\n}\n}\n";
    char brl[1024];
    for (int off = 0; off < 2; off++) {
        planned_game k;
        snprintf(brl, sizeof brl, "%s%s",
                 ROOT(FARM_GOAL) FARM "slot k: entity \"knight\" of self\n", steps);
        begin(&k, brl, off ? "producers=off&passing=off" : "producers=off");
        planned_game_run(&k, 400);
        CHECK_INT(planned_game_lines(&k, "failed step s"), 1);
        CHECK_INT(planned_game_lines(&k, "order stop"), !off);
        planned_game_close(&k);
        snprintf(brl, sizeof brl, "%s%s",
                 ROOT(FARM_GOAL) FARM "slot k: entity \"knight\" of self\n", watched);
        begin(&k, brl, off ? "producers=off&passing=off" : "producers=off");
        planned_game_run(&k, 400);
        CHECK_INT(planned_game_lines(&k, "failed step s"), 1);
        CHECK_INT(planned_game_lines(&k, "order stop"), !off);
        planned_game_close(&k);
        snprintf(brl, sizeof brl, "%s%s", "tree Root {\nslot k: entity \"knight\" of self\n",
                 steps);
        begin(&k, brl, "producers=off");
        planned_game_run(&k, 400);
        CHECK_INT(planned_game_lines(&k, "failed step s"), 1);
        CHECK_INT(planned_game_lines(&k, "order stop"), 0);
        planned_game_close(&k);
    }
}

TEST(who_waits_looks_again_when_something_else_is_to_be_made)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(&k, planned_game_town_and("entity farm 0 20 10\n"), planned_game_grove,
                      "slot t: type = \"archer\"\n"
                      "tree Root {\nslot hall: entity role hall of self\ndo parallel {\n"
                      "act train(unit: hall, type: t)\n"
                      "sequence {\ndelay 50 set t = \"worker\"\n}\n}\n}\n",
                      "producers=off");
    planned_game_run(&k, 100);
    CHECK_INT(planned_game_lines(&k, "0 waiting step"), 1);
    CHECK_INT(planned_game_lines(&k, "order train"), 1);
}

TEST(whoever_has_begun_a_building_completes_it_though_the_step_is_stopped)
{
    US_AUTO(planned_game_close) planned_game k;
    begin(&k,
          "tree Root {\nslot p: entity \"peasant\" of self\n"
          "slot m: entity \"gold-mine\" of neutral\ndo sequence {\n"
          "act harvest(unit: p, target: m)\n"
          "succeed timeout 300 build: act build(unit: p, type: \"farm\", cell: (14, 12))\n"
          "delay 9000 act stop(unit: p)\n}\n}\n",
          "");
    planned_game_run(&k, 2000);
    CHECK_INT(planned_game_lines(&k, "stopped step build"), 1);
    CHECK_INT(drawn_skirmish_count(&k.s, "farm", 0), 1);
    const us_entity *farm = drawn_skirmish_entity(&k.s, drawn_skirmish_find(&k.s, "farm", 0, 0));
    CHECK(farm && !(farm->flags & US_ENTITY_UNFINISHED));
}
