/* What a plan does of itself so that its steps can go on: who gathers what, what is made and what
 * isn't, who goes along. */
#include "tests/unit/obstacles.h"
#include "tests/unit/planned_game.h"

#include <stdio.h>
#include <string.h>

#define TREE(body)    "tree Root {\n" body "}\n"
#define GOAL(goal)    "tree Root {\ndo a: " goal "\n}\n"
#define LOAD_GOAL     "goal GetResources(player: self, gold: 90000)"
#define LOAD          "behavior \"b\" achieves GetResources(player: self, gold: 90000) {\n"
#define GATHER        "gather: act harvest(units: all, target: m)\n"
#define ALL_AT_MINE   "slot all: group \"worker\" of self\nslot m: entity \"gold-mine\" of neutral\n"
#define KNIGHTS_GOAL  "goal BuildUnits(player: self, type: \"knight\", number: 9)"
#define KNIGHTS       "behavior \"b\" achieves BuildUnits(player: self, type: \"knight\", number: 9) {\n"
#define BARRACKS_SLOT "slot c: entity \"barracks\" of self\n"

static const char two_mines[] = "seat 0 human gold 2000 wood 1000 oil 1000\nseat 1 orc\n"
                                "entity gold-mine neutral 2 6 stock 300\n"
                                "entity gold-mine neutral 2 26 stock 30000\n"
                                "entity town-hall 0 10 4\nentity peasant 0 7 4\n"
                                "entity peasant 0 7 5\nentity great-hall 1 26 26\n";

/* The next mine is farther than the game itself looks. */
TEST(who_has_nothing_left_to_gather_goes_on_elsewhere)
{
    for (int producers = 0; producers < 2; producers++) {
        US_AUTO(planned_game_close) planned_game k;
        planned_game_open(&k, two_mines, planned_game_grove,
                          GOAL(LOAD_GOAL) LOAD ALL_AT_MINE "do " GATHER "}\n",
                          producers ? "" : "producers=off");
        planned_game_run(&k, 2500);
        us_id far = drawn_skirmish_find(&k.s, "gold-mine", US_NEUTRAL, 0);
        CHECK_INT(drawn_skirmish_count(&k.s, "gold-mine", US_NEUTRAL), 1);
        for (int n = 0; n < 2; n++) {
            const us_entity *e =
                drawn_skirmish_entity(&k.s, drawn_skirmish_find(&k.s, "peasant", 0, n));
            bool gathers =
                e->action >= 0 && strcmp(drawn_skirmish_status(&k.s, e->id), "idle") != 0;
            CHECK_INT(gathers, producers);
        }
        CHECK(far != 0);
        CHECK_INT(k.refused, 0);
    }
}

/* No wood at all, and gold for a farm or for anything. Four workers gather gold. */
TEST(who_gathers_what_is_plenty_is_set_to_what_is_lacking)
{
    static const struct {
        const char *settings;
        int gold, chops;
    } game[] = {
        {"gathering=off", 0, 0},
        {"", 0, 2},    /* as many as stay */
        {"", 5000, 5}, /* all, and one again who built */
    };
    for (int i = 0; i < US_COUNT(game); i++) {
        US_AUTO(planned_game_close) planned_game k;
        planned_game_open(
            &k, planned_game_town, planned_game_grove,
            GOAL("goal BuildUnits(player: self, type: \"farmhouse\", number: 1)") "behavior \"b\" "
                                                                                  "achieves "
                                                                                  "BuildUnits("
                                                                                  "player: self, "
                                                                                  "type: "
                                                                                  "\"farmhouse\", "
                                                                                  "number: 1) "
                                                                                  "{\n" ALL_AT_MINE
                                                                                  "slot w: entity "
                                                                                  "\"worker\" of "
                                                                                  "self\nslot "
                                                                                  "spot: cell\ndo "
                                                                                  "parallel "
                                                                                  "{\n" GATHER
                                                                                  "build: act "
                                                                                  "build(unit: w, "
                                                                                  "type: "
                                                                                  "\"farmhouse\", "
                                                                                  "cell: spot)\n}\n"
                                                                                  "appendix "
                                                                                  "{\nspot.place: "
                                                                                  "100 100\n}\n}\n",
            game[i].settings);
        drawn_skirmish_give(&k.s, 0, "wood", -1000);
        drawn_skirmish_give(&k.s, 0, "gold", game[i].gold);
        planned_game_run(&k, 3000);
        CHECK_INT(planned_game_lines(&k, "order chop"), game[i].chops);
        planned_game_run(&k, 2000);
        CHECK_INT(drawn_skirmish_count(&k.s, "farmhouse", 0) > 0, game[i].chops > 0);
    }
}

/* A footman is to be trained, and nobody gathers; who was told to stop is left. */
TEST(who_has_nothing_to_do_gathers)
{
    for (int gathering = 0; gathering < 2; gathering++) {
        US_AUTO(planned_game_close) planned_game k;
        planned_game_open(
            &k, planned_game_town_and("entity human-barracks 0 14 10\nentity farm 0 18 10\n"),
            planned_game_grove,
            TREE(BARRACKS_SLOT "slot w: entity \"worker\" of self\ndo sequence {\n"
                               "act stop(unit: w)\n"
                               "one: act train(unit: c, type: \"footman\")\n}\n"),
            gathering ? "" : "gathering=off");
        drawn_skirmish_give(&k.s, 0, "gold", -1900);
        planned_game_run(&k, 1500);
        CHECK_INT(planned_game_lines(&k, "order harvest") > 0, gathering);
        CHECK_INT(planned_game_lines(&k, "order train"), gathering);
        char stopped[64];
        snprintf(stopped, sizeof stopped, "order harvest %u", planned_game_unit(&k, "w = ", 0));
        CHECK_INT(planned_game_lines(&k, stopped), 0);
    }
}

/* They train one after the other: no second house for that. */
TEST(nothing_is_made_for_who_is_only_at_work)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(
        &k,
        planned_game_town_and(
            "entity human-barracks 0 14 10\nentity farm 0 18 10\nentity farm 0 20 10\n"),
        planned_game_grove,
        GOAL(KNIGHTS_GOAL) KNIGHTS BARRACKS_SLOT
        "slot d: entity \"barracks\" of self\ndo parallel {\n"
        "one: act train(unit: c, type: \"footman\")\n"
        "two: act train(unit: d, type: \"footman\")\n}\n}\n",
        "");
    drawn_skirmish_give(&k.s, 0, "gold", 9000);
    drawn_skirmish_give(&k.s, 0, "wood", 9000);
    planned_game_run(&k, 1000);
    CHECK_INT(planned_game_lines(&k, "order build"), 0);
    CHECK_INT(planned_game_lines(&k, "order train"), 2);
    CHECK(planned_game_when(&k, "succeeded step two", 0) >
          planned_game_when(&k, "succeeded step one", 0));
    CHECK_INT(drawn_skirmish_count(&k.s, "footman", 0), 2);
}

/* One was shown; three stand about. */
TEST(who_strikes_takes_along_all_who_are_free)
{
    for (int company = 0; company < 2; company++) {
        US_AUTO(planned_game_close) planned_game k;
        planned_game_open(
            &k,
            planned_game_town_and(
                "entity footman 0 14 10\nentity footman 0 15 10\nentity footman 0 16 10\n"),
            planned_game_grove,
            TREE("slot s: entity \"infantry\" of self\n"
                 "do strike: act attack-move(units: s, cell: (20, 20))\n"),
            company ? "" : "company=off");
        planned_game_run(&k, 3);
        us_id first = drawn_skirmish_find(&k.s, "footman", 0, 0);
        char all[64], one[64];
        snprintf(all, sizeof all, "s = %u %u %u", first, first + 1, first + 2);
        snprintf(one, sizeof one, "s = %u", first);
        CHECK_INT(planned_game_lines(&k, all), company);
        CHECK(planned_game_lines(&k, one) > 0 || company);
    }
}

/* Nobody gathers yet when the first scout is sent. */
TEST(who_could_gather_is_not_taken_along)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(&k, planned_game_town, planned_game_grove,
                      TREE("slot s: entity \"worker\" of self\n"
                           "do strike: act attack-move(units: s, cell: (20, 20))\n"),
                      "");
    planned_game_run(&k, 3);
    CHECK_INT(drawn_skirmish_count(&k.s, "peasant", 0), 4);
    char one[64];
    int orders = 0;
    for (int n = 0; n < 4; n++) {
        snprintf(one, sizeof one, "order attack-move %u (",
                 drawn_skirmish_find(&k.s, "peasant", 0, n));
        orders += planned_game_lines(&k, one);
    }
    CHECK_INT(orders, 1);
}

/* The builder is nobody's where nothing is reserved, and builds all the same. */
TEST(who_is_ordered_is_not_sent_back)
{
    static const char *const shared[] = {"", "interference=units", "interference=off"};
    for (int i = 0; i < US_COUNT(shared); i++) {
        US_AUTO(planned_game_close) planned_game k;
        us_test_row(shared[i]);
        planned_game_open(&k, planned_game_town, planned_game_grove,
                          TREE(ALL_AT_MINE
                               "slot w: entity \"worker\" of self\n"
                               "do sequence {\n" GATHER
                               "build: delay 60 act build(unit: w, type: \"farmhouse\", "
                               "cell: (16, 12))\nlong: delay 9000 act stand(units: w)\n}\n"),
                          shared[i]);
        planned_game_run(&k, 1500);
        CHECK_INT(planned_game_lines(&k, "order build"), 1);
        CHECK_INT(planned_game_lines(&k, "succeeded step build: act build"), 1);
        CHECK_INT(planned_game_lines(&k, "order harvest"),
                  2); /* all; the builder, when it is done */
    }
}

TEST(who_is_told_to_stop_stays_there)
{
    for (int stop = 0; stop < 2; stop++) {
        US_AUTO(planned_game_close) planned_game k;
        planned_game_open(
            &k, planned_game_town, planned_game_grove,
            stop ? TREE(ALL_AT_MINE "do sequence {\n" GATHER
                                    "halt: delay 60 act stop(units: all)\nlong: delay "
                                    "9000 act stand(units: all)\n}\n")
                 : TREE(ALL_AT_MINE "do sequence {\n" GATHER
                                    "halt: delay 60 act move(units: all, cell: (12, 12))\n"
                                    "long: delay 9000 act stand(units: all)\n}\n"),
            "");
        planned_game_run(&k, 900);
        CHECK_INT(planned_game_lines(&k, stop ? "succeeded step halt: act stop"
                                              : "succeeded step halt: act move"),
                  1);
        CHECK_INT(planned_game_lines(&k, "order harvest"), stop ? 1 : 5);
    }
}

/* Three peasants are told nothing; one is trained later. */
TEST(who_was_told_nothing_does_as_its_fellows_do)
{
    for (int producers = 0; producers < 2; producers++) {
        US_AUTO(planned_game_close) planned_game k;
        planned_game_open(&k, planned_game_town_and("entity farm 0 18 10\n"), planned_game_grove,
                          TREE("slot w: entity \"worker\" of self\nslot m: entity \"gold-mine\" of "
                               "neutral\ndo parallel {\ngather: act harvest(unit: w, target: m)\n"
                               "act train(unit: h, type: \"worker\")\n"
                               "delay 9000 act stand(units: w)\n}\n"
                               "slot h: entity \"base-hall\" of self\n"),
                          producers ? "" : "producers=off");
        planned_game_run(&k, 900);
        int gather = 0;
        for (int n = 0; n < drawn_skirmish_count(&k.s, "peasant", 0); n++)
            gather +=
                drawn_skirmish_entity(&k.s, drawn_skirmish_find(&k.s, "peasant", 0, n))->action >=
                0;
        CHECK_INT(drawn_skirmish_count(&k.s, "peasant", 0), 5);
        CHECK_INT(gather, producers ? 5 : 1);
    }
}

/* The peasants are at the mine: a group of any who move doesn't get them. */
TEST(nobody_leaves_work_for_a_fight)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(&k, planned_game_town_and("entity footman 0 14 10\n"), planned_game_grove,
                      TREE(ALL_AT_MINE "slot s: group role mobile of self\ndo sequence {\n" GATHER
                                       "delay 60 act attack-move(units: s, cell: (20, 20))\n}\n"),
                      "");
    planned_game_run(&k, 300);
    CHECK_INT(planned_game_lines(&k, "order attack-move"), 1);
    CHECK_INT(planned_game_lines(&k, "order harvest"), 1);
    CHECK(planned_game_unit(&k, "s = ", 0) == drawn_skirmish_find(&k.s, "footman", 0, 0));
}

/* All four gather; the first was set to it, the others do as it does. A fight by one of any type
 * gets one of those, and not the first. */
TEST(who_gathers_for_want_of_else_is_called_to_a_fight)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(
        &k, planned_game_town, planned_game_grove,
        TREE("slot w: entity \"worker\" of self\nslot m: entity \"gold-mine\" of neutral\n"
             "slot s: entity \"worker\" of self\ndo sequence {\n"
             "gather: act harvest(unit: w, target: m)\n"
             "delay 600 act attack-move(unit: s, cell: (20, 20))\n}\n"),
        "");
    planned_game_run(&k, 500);
    CHECK_INT(planned_game_lines(&k, "order harvest"), 4);
    planned_game_run(&k, 400);
    CHECK_INT(planned_game_lines(&k, "order attack-move"), 1);
    CHECK(planned_game_unit(&k, "s = ", 0) != planned_game_unit(&k, "w = ", 0));
}

/* Both behaviors end well while peasants gather. */
TEST(who_gathers_brings_about_that_there_is_more_and_nothing_else)
{
    static const struct {
        const char *name, *goal;
        bool waits;
    } rows[] = {
        {"more of something", "GetResources(player: self, gold: 90000)", true},
        {"somebody is gone", "DefeatPlayer(player: enemy)", false},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTO(planned_game_close) planned_game k;
        US_AUTOSTR(brl);
        us_test_row(rows[i].name);
        us_str_addf(&brl,
                    "tree Root {\ndo a: goal %s\n}\nbehavior \"b\" achieves %s {\n" ALL_AT_MINE
                    "do " GATHER "}\n",
                    rows[i].goal, rows[i].goal);
        planned_game_open(&k, planned_game_town, planned_game_grove, brl.text, "");
        planned_game_run(&k, 300);
        CHECK_INT(planned_game_lines(&k, "what goes on to bring it about") > 0, rows[i].waits);
        CHECK_INT(planned_game_lines(&k, "it ended and its goal is not reached") > 0,
                  !rows[i].waits);
    }
    us_test_row(NULL);
}

/* Nobody is said to train: who can isn't there, and is put up first. */
TEST(what_makes_it_is_made_where_nobody_said_who)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(&k, planned_game_town_and("entity farm 0 18 10\n"), planned_game_grove,
                      TREE("do act train(type: \"footman\")\n"), "");
    planned_game_run(&k, 9000);
    CHECK_INT(drawn_skirmish_count(&k.s, "human-barracks", 0), 1);
    CHECK(drawn_skirmish_count(&k.s, "footman", 0) >= 1);
}

static const char walled_mine[] =
    "seat 0 human gold 2000 wood 1000 oil 1000\nseat 1 orc\n"
    "entity gold-mine neutral 2 6 stock 200\nentity gold-mine neutral 27 6 stock 30000\n"
    "entity town-hall 0 10 4\nentity peasant 0 7 5\nentity great-hall 1 26 26\n";

/* No way leads to the other mine, and peasants aren't set to make one. */
TEST(what_comes_to_nothing_is_tried_again_later_and_later)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(&k, walled_mine, "", GOAL(LOAD_GOAL) LOAD ALL_AT_MINE "do " GATHER "}\n", "");
    obstacles_fill(&k.s, 20, 0, 2, 32, false);
    planned_game_run(&k, 5000);
    us_cycle at[5], from = 0;
    for (int i = 0; i < 5; i++, from = at[i - 1] + 1)
        at[i] = planned_game_when(&k, "order harvest", from);
    CHECK(at[1] > 0 && at[4] > 0);
    for (int i = 2; i < 5; i++) {
        us_cycle pause = 300 << (i - 2), apart = at[i] - at[i - 1];
        CHECK(apart >= pause && apart < pause + 200);
    }
    CHECK_INT(planned_game_lines(&k, "order harvest"), 5);
    obstacles_fill(&k.s, 20, 0, 2, 32, true);
    planned_game_run(&k, 1000);
    const us_entity *e = drawn_skirmish_entity(&k.s, drawn_skirmish_find(&k.s, "peasant", 0, 0));
    CHECK(e->action >= 0);
    CHECK_INT(planned_game_lines(&k, "order harvest"), 6);
}

/* The nearer one is shut off; the farther one isn't. */
TEST(where_one_can_not_be_reached_another_is_taken)
{
    US_AUTO(planned_game_close) planned_game k;
    static char more[512];
    snprintf(more, sizeof more, "%sentity gold-mine neutral 4 28 stock 30000\n", walled_mine);
    planned_game_open(&k, more, "", GOAL(LOAD_GOAL) LOAD ALL_AT_MINE "do " GATHER "}\n", "");
    obstacles_fill(&k.s, 20, 0, 2, 32, false);
    planned_game_run(&k, 4000);
    CHECK_INT(planned_game_lines(&k, "order harvest"), 3);
    const us_entity *e = drawn_skirmish_entity(&k.s, drawn_skirmish_find(&k.s, "peasant", 0, 0));
    CHECK(e->action >= 0);
}

/* Peasants who are shown in a fight are called to it where company is off. */
TEST(who_patrols_is_called_to_a_fight)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(
        &k, planned_game_town_and("entity footman 0 14 10\n"), planned_game_grove,
        TREE("slot g: entity \"infantry\" of self\nslot s: group \"infantry\" of self\n"
             "do sequence {\nact patrol(units: g, cell: (18, 12))\n"
             "delay 60 act attack-move(units: s, cell: (20, 20))\n}\n"),
        "");
    planned_game_run(&k, 300);
    CHECK_INT(planned_game_lines(&k, "order patrol"), 1);
    CHECK_INT(planned_game_lines(&k, "order attack-move"), 1);
}

/* Three were shown and are bound; one dies on the way. */
TEST(who_is_left_of_a_group_goes_on)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(
        &k,
        planned_game_town_and(
            "entity footman 0 14 10\nentity footman 0 15 10\nentity footman 0 16 10\n"),
        planned_game_grove,
        GOAL(KNIGHTS_GOAL) KNIGHTS "slot s: group \"infantry\" of self\ndo sequence {\n"
                                   "first: act move(units: s, cell: (18, 12))\n"
                                   "strike: delay 60 act attack-move(units: s, cell: (22, 22))\n}\n"
                                   "appendix {\ns.number: 3\n}\n}\n",
        "pace=off");
    planned_game_run(&k, 20);
    us_id one = drawn_skirmish_find(&k.s, "footman", 0, 0);
    planned_game_destroy(&k, one);
    planned_game_run(&k, 800);
    char left[64];
    snprintf(left, sizeof left, "order attack-move %u %u (", one + 1, one + 2);
    CHECK_INT(planned_game_lines(&k, left), 1);
    CHECK_INT(planned_game_lines(&k, "order train"), 0);
}

/* The oldest worker stands between rocks, with nothing to do. */
TEST(who_gets_nowhere_is_not_sent_to_build)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(&k,
                      "seat 0 human gold 2000 wood 1000\nseat 1 orc\nentity peasant 0 20 20\n"
                      "entity town-hall 0 4 4\nentity peasant 0 9 4\nentity peasant 0 9 6\n"
                      "entity peasant 0 9 8\nentity great-hall 1 26 26\n",
                      "",
                      GOAL(KNIGHTS_GOAL) KNIGHTS
                      "slot w: entity \"worker\" of self\nslot spot: cell\n"
                      "do one: act build(unit: w, type: \"farmhouse\", cell: spot)\n"
                      "appendix {\nspot.place: 100 100\n}\n}\n",
                      "");
    obstacles_fill(&k.s, 19, 19, 3, 1, false);
    obstacles_fill(&k.s, 19, 21, 3, 1, false);
    obstacles_fill(&k.s, 19, 20, 1, 1, false);
    obstacles_fill(&k.s, 21, 20, 1, 1, false);
    planned_game_run(&k, 5);
    CHECK_INT(planned_game_lines(&k, "order build"), 1);
    us_id alone = drawn_skirmish_find(&k.s, "peasant", 0, 0),
          sent = planned_game_unit(&k, "step one", 0);
    CHECK(sent > alone);
    planned_game_run(&k, 1200);
    CHECK(drawn_skirmish_count(&k.s, "farmhouse", 0) > 0);
}

TEST(who_dies_while_its_cost_is_lacking_is_replaced)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(&k, planned_game_town, planned_game_grove,
                      TREE("slot w: entity \"worker\" of self\n"
                           "do one: act build(unit: w, type: \"farmhouse\", cell: (14, 12))\n"),
                      "");
    drawn_skirmish_give(&k.s, 0, "gold", -2000);
    planned_game_run(&k, 40);
    CHECK_INT(planned_game_lines(&k, "waiting step one"), 1);
    us_id first = drawn_skirmish_find(&k.s, "peasant", 0, 0);
    planned_game_destroy(&k, first);
    drawn_skirmish_give(&k.s, 0, "gold", 2000);
    planned_game_run(&k, 40);
    CHECK_INT(planned_game_lines(&k, "order build"), 1);
    CHECK(planned_game_unit(&k, "step one", 0) > first);
}

/* One is kept by an enemy's hall on the way. */
TEST(the_last_of_a_group_is_not_waited_for_without_end)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(
        &k,
        planned_game_town_and(
            "entity footman 0 12 18\nentity footman 0 13 18\nentity footman 0 25 25\n"),
        planned_game_grove,
        TREE("slot s: group \"infantry\" of self\n"
             "do strike: act attack-move(units: s, cell: (12, 22))\n"),
        "");
    us_id kept = drawn_skirmish_find(&k.s, "footman", 0, 2);
    planned_game_run(&k, 400);
    CHECK(drawn_skirmish_entity(&k.s, kept)->action >= 0);
    CHECK_INT(planned_game_lines(&k, "succeeded step strike"), 0);
    planned_game_run(&k, 500);
    CHECK(drawn_skirmish_entity(&k.s, kept)->action >= 0);
    CHECK(planned_game_lines(&k, "succeeded step strike") > 0);
}

/* Farms when they are wanted: who is to be fed comes first while there is room. */
TEST(food_waits_while_there_is_room)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(&k, planned_game_town_and("entity farm 0 18 10\nentity farm 0 20 10\n"),
                      planned_game_grove,
                      GOAL(KNIGHTS_GOAL) KNIGHTS
                      "slot h: entity \"base-hall\" of self\nslot w: entity \"worker\" of self\n"
                      "slot spot: cell\n" ALL_AT_MINE "do parallel {\n"
                      "farm: act build(unit: w, type: \"farmhouse\", cell: spot)\n"
                      "train: act train(unit: h, type: \"worker\")\n" GATHER "}\n"
                      "appendix {\nspot.place: 100 100\n}\n}\n",
                      "");
    drawn_skirmish_give(&k.s, 0, "gold", -1900);
    planned_game_run(&k, 2500);
    us_cycle trained = planned_game_when(&k, "order train", 0),
             built = planned_game_when(&k, "order build", 0);
    CHECK(trained > 0 && built > trained);
}

TEST(what_comes_next_comes_now_where_nothing_is_done)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(&k, planned_game_town, planned_game_grove,
                      GOAL(LOAD_GOAL) LOAD
                      "slot w: entity \"worker\" of self\nslot v: entity \"worker\" of self\n"
                      "do order {\none: act stop(units: w)\ntwo: act stop(units: v)\n"
                      "three: act stop(units: v)\ntwo before three\n}\n"
                      "appendix {\npace.one: 100\npace.two: 2500\npace.three: 2600\n}\n}\n",
                      "");
    planned_game_run(&k, 300);
    us_cycle two = planned_game_when(&k, "ready step two", 0);
    CHECK(two >= 0 && two < 30);
    CHECK(planned_game_when(&k, "ready step three", 0) >= two);
}

static const char nomads[] = "seat 0 human gold 3200 wood 1800 oil 1000\nseat 1 orc\n"
                             "entity gold-mine neutral 2 6 stock 30000\n"
                             "entity peasant 0 7 4\nentity peasant 0 7 5\nentity peasant 0 7 6\n"
                             "entity great-hall 1 26 26\n";

/* Two barracks are asked for, and one that is over ends the behavior while the hall is under way.
 */
TEST(a_seat_without_a_depot_builds_one_before_all_other_spending)
{
    for (int producers = 0; producers < 2; producers++) {
        US_AUTO(planned_game_close) planned_game k;
        planned_game_open(&k, nomads, "",
                          TREE("do timeout 1500 act build(type: \"barracks\", "
                               "cell: (16, 16))\n"),
                          producers ? "" : "producers=off");
        planned_game_run(&k, 8000);
        us_cycle hall = planned_game_when(&k, "order build 2 (town-hall", 0);
        CHECK_INT(hall >= 0 && hall < planned_game_when(&k, "(human-barracks", 0), producers);
        CHECK_INT(drawn_skirmish_count(&k.s, "town-hall", 0), producers);
        CHECK(drawn_skirmish_count(&k.s, "human-barracks", 0) > 0);
    }
}
