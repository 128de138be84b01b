/* Ways that a plan opens where none leads, and who goes on where. */
#include "tests/unit/land.h"
#include "tests/unit/plankit.h"

#define TREE(body)  "tree Root {\n" body "}\n"
#define GATHER      "gather: act harvest(units: all, target: m)\n"
#define ALL_AT_MINE "slot all: group \"worker\" of self\nslot m: entity \"gold-mine\" of neutral\n"
#define FOOTMAN     "slot s: entity \"infantry\" of self\n"

#define SEA   "................~~~............."
#define ROW   "................TTT............."
#define FOUR  ROW "\n" ROW "\n" ROW "\n" ROW
#define EIGHT FOUR "\n" FOUR

static const char walled[] = EIGHT "\n" EIGHT "\n" EIGHT "\n" EIGHT;

#define SEAS SEA "\n" SEA "\n" SEA "\n" SEA "\n" SEA "\n" SEA "\n" SEA "\n" SEA

static const char sea[] = SEAS "\n" SEAS "\n" SEAS "\n" SEAS;

TEST(a_way_is_opened_where_none_leads_there)
{
    for (int ways = 0; ways < 2; ways++) {
        plankit k;
        plankit_open(&k, plankit_town_and("entity footman 0 13 14\n"), walled,
                     TREE("slot s: entity \"infantry\" of self\n"
                          "do strike: act attack-move(units: s, cell: (24, 14))\n"),
                     ways ? "" : "ways=off");
        plankit_run(&k, 20);
        CHECK_INT(plankit_lines(&k, "order chop") > 0, ways);
        CHECK_INT(plankit_lines(&k, "waiting step strike") > 0, ways);
        CHECK_INT(plankit_lines(&k, ": a way"), ways);
        plankit_run(&k, 6000);
        const us_entity *e = stage_entity(&k.s, stage_find(&k.s, "footman", 0, 0));
        CHECK(e != NULL);
        CHECK_INT(e && e->x > 18, ways);
        plankit_close(&k);
    }
}

/* Who would cut them is at a mine; it goes back there when the way is open. */
TEST(who_opens_a_way_is_called_away_for_it)
{
    plankit k;
    plankit_open(&k, plankit_town_and("entity footman 0 13 14\n"), walled,
                 TREE(ALL_AT_MINE
                      "slot s: entity \"infantry\" of self\n"
                      "do sequence {\n" GATHER
                      "strike: delay 400 act attack-move(units: s, cell: (24, 14))\n}\n"),
                 "");
    plankit_run(&k, 500);
    CHECK_INT(plankit_lines(&k, "order chop"), 4);
    CHECK_INT(plankit_lines(&k, "order harvest"), 1);
    CHECK_INT(plankit_lines(&k, ": a way"), 1);
    plankit_run(&k, 6000);
    const us_entity *e = stage_entity(&k.s, stage_find(&k.s, "footman", 0, 0));
    CHECK(e && e->x > 18);
    CHECK_INT(plankit_lines(&k, "order harvest"), 5);
    plankit_close(&k);
}

/* Water is between. */
TEST(nobody_is_called_where_no_way_can_be_opened)
{
    plankit k;
    plankit_open(&k,
                 "seat 0 human gold 2000 wood 1000\nseat 1 orc\nentity town-hall 0 4 4\n"
                 "entity peasant 0 9 4\nentity footman 0 9 9\nentity great-hall 1 26 26\n",
                 sea,
                 TREE("slot s: entity \"infantry\" of self\n"
                      "do strike: act attack-move(units: s, cell: (24, 14))\n"),
                 "");
    plankit_run(&k, 1500);
    CHECK_INT(plankit_lines(&k, "order chop"), 0);
    CHECK_INT(plankit_lines(&k, ": a way"), 0);
    CHECK(plankit_lines(&k, "failed step strike") > 0);
    plankit_close(&k);
}

/* Whoever could cut them can't come there. */
TEST(who_waits_for_a_way_in_vain_gives_up)
{
    plankit k;
    plankit_open(&k, plankit_town_and("entity footman 0 13 20\n"), walled,
                 TREE(FOOTMAN "do strike: act attack-move(units: s, cell: (24, 20))\n"), "");
    land_fill(&k.s, 0, 16, 16, 2, false);
    land_fill(&k.s, 16, 0, 3, 18, false);
    plankit_run(&k, 2300);
    CHECK_INT(plankit_lines(&k, ": a way"), 1);
    CHECK_INT(plankit_lines(&k, "failed step strike"), 0);
    plankit_run(&k, 400);
    CHECK_INT(plankit_lines(&k, "failed step strike"), 1);
    CHECK_INT(plankit_lines(&k, "order chop"), 0);
    plankit_close(&k);
}

/* Two rooms behind the trees. */
TEST(ways_are_opened_one_after_the_other)
{
    plankit k;
    plankit_open(&k, plankit_town_and("entity footman 0 14 4\nentity knight 0 13 20\n"), walled,
                 TREE(FOOTMAN "slot r: entity \"knight\" of self\n"
                              "do parallel {\n"
                              "upper: act move(units: s, cell: (24, 3))\n"
                              "lower: act move(units: r, cell: (24, 21))\n}\n"),
                 "");
    land_fill(&k.s, 19, 11, 13, 2, false);
    plankit_run(&k, 12000);
    CHECK(plankit_lines(&k, "succeeded step upper") > 0);
    CHECK(plankit_lines(&k, "succeeded step lower") > 0);
    CHECK_INT(plankit_lines(&k, "failed step"), 0);
    plankit_close(&k);
}

/* It goes to and fro behind the trees. */
TEST(a_way_is_opened_to_who_moves)
{
    plankit k;
    plankit_open(&k, plankit_town_and("entity footman 0 13 14\n"), walled,
                 TREE(FOOTMAN "slot e: entity \"peon\" of enemy\n"
                              "do strike: act attack(units: s, target: e)\n"),
                 "");
    us_id e = stage_find(&k.s, "peon", 1, 0);
    CHECK_INT(stage_order_at(&k.s, e, "patrol", 24, 6), US_REASON_NONE);
    plankit_run(&k, 4200);
    CHECK(plankit_lines(&k, "order chop") > 0);
    CHECK_INT(plankit_lines(&k, "succeeded step strike"), 1);
    CHECK_INT(plankit_lines(&k, "failed step strike"), 0);
    plankit_close(&k);
}
