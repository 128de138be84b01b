/* Ways that a plan opens where none leads, and who goes on where. */
#include "tests/unit/obstacles.h"
#include "tests/unit/planned_game.h"

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
        US_AUTO(planned_game_close) planned_game k;
        planned_game_open(&k, planned_game_town_and("entity footman 0 13 14\n"), walled,
                          TREE("slot s: entity \"infantry\" of self\n"
                               "do strike: act attack-move(units: s, cell: (24, 14))\n"),
                          ways ? "" : "ways=off");
        planned_game_run(&k, 20);
        CHECK_INT(planned_game_lines(&k, "order chop") > 0, ways);
        CHECK_INT(planned_game_lines(&k, "waiting step strike") > 0, ways);
        CHECK_INT(planned_game_lines(&k, ": a way"), ways);
        planned_game_run(&k, 6000);
        const us_entity *e =
            drawn_skirmish_entity(&k.s, drawn_skirmish_find(&k.s, "footman", 0, 0));
        CHECK(e != NULL);
        CHECK_INT(e && e->x > 18, ways);
    }
}

TEST(nobody_is_sent_for_a_while_where_one_was_lost_on_the_way)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(
        &k, planned_game_town_and("entity footman 0 13 14\n"), walled,
        TREE("slot s: entity \"infantry\" of self\n"
             "do repeat 9 succeed strike: act attack-move(units: s, cell: (24, 14))\n"),
        "");
    planned_game_run(&k, 20);
    int sent = planned_game_lines(&k, "order chop");
    CHECK_INT(sent, 1); /* one of four */
    for (int n = 0; n < drawn_skirmish_count(&k.s, "peasant", 0); n++) {
        us_id peasant = drawn_skirmish_find(&k.s, "peasant", 0, n);
        if (drawn_skirmish_entity(&k.s, peasant)->action >= 0)
            planned_game_destroy(&k, peasant);
    }
    planned_game_run(&k, 1500);
    CHECK_INT(planned_game_lines(&k, "order chop"), sent);
    planned_game_run(&k, 1500);
    CHECK(planned_game_lines(&k, "order chop") > sent);
}

/* Who would cut them is at a mine; it goes back there when the way is open. */
TEST(who_opens_a_way_is_called_away_for_it)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(&k, planned_game_town_and("entity footman 0 13 14\n"), walled,
                      TREE(ALL_AT_MINE
                           "slot s: entity \"infantry\" of self\n"
                           "do sequence {\n" GATHER
                           "strike: delay 400 act attack-move(units: s, cell: (24, 14))\n}\n"),
                      "");
    planned_game_run(&k, 500);
    CHECK_INT(planned_game_lines(&k, "order chop"), 1);
    CHECK_INT(planned_game_lines(&k, "order harvest"), 1);
    CHECK_INT(planned_game_lines(&k, ": a way"), 1);
    planned_game_run(&k, 6000);
    const us_entity *e = drawn_skirmish_entity(&k.s, drawn_skirmish_find(&k.s, "footman", 0, 0));
    CHECK(e && e->x > 18);
    CHECK_INT(planned_game_lines(&k, "order harvest"), 2);
}

/* Water is between. */
TEST(nobody_is_called_where_no_way_can_be_opened)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(&k,
                      "seat 0 human gold 2000 wood 1000\nseat 1 orc\nentity town-hall 0 4 4\n"
                      "entity peasant 0 9 4\nentity footman 0 9 9\nentity great-hall 1 26 26\n",
                      sea,
                      TREE("slot s: entity \"infantry\" of self\n"
                           "do strike: act attack-move(units: s, cell: (24, 14))\n"),
                      "");
    planned_game_run(&k, 1500);
    CHECK_INT(planned_game_lines(&k, "order chop"), 0);
    CHECK_INT(planned_game_lines(&k, ": a way"), 0);
    CHECK(planned_game_lines(&k, "failed step strike") > 0);
}

/* Whoever could cut them can't come there. */
TEST(who_waits_for_a_way_in_vain_gives_up)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(&k, planned_game_town_and("entity footman 0 13 20\n"), walled,
                      TREE(FOOTMAN "do strike: act attack-move(units: s, cell: (24, 20))\n"), "");
    obstacles_fill(&k.s, 0, 16, 16, 2, false);
    obstacles_fill(&k.s, 16, 0, 3, 18, false);
    planned_game_run(&k, 2300);
    CHECK_INT(planned_game_lines(&k, ": a way"), 1);
    CHECK_INT(planned_game_lines(&k, "failed step strike"), 0);
    planned_game_run(&k, 400);
    CHECK_INT(planned_game_lines(&k, "failed step strike"), 1);
    CHECK_INT(planned_game_lines(&k, "order chop"), 0);
}

/* Two rooms behind the trees. */
TEST(ways_are_opened_one_after_the_other)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(&k, planned_game_town_and("entity footman 0 14 4\nentity knight 0 13 20\n"),
                      walled,
                      TREE(FOOTMAN "slot r: entity \"knight\" of self\n"
                                   "do parallel {\n"
                                   "upper: act move(units: s, cell: (24, 3))\n"
                                   "lower: act move(units: r, cell: (24, 21))\n}\n"),
                      "");
    obstacles_fill(&k.s, 19, 11, 13, 2, false);
    planned_game_run(&k, 12000);
    CHECK(planned_game_lines(&k, "succeeded step upper") > 0);
    CHECK(planned_game_lines(&k, "succeeded step lower") > 0);
    CHECK_INT(planned_game_lines(&k, "failed step"), 0);
}

/* It goes to and fro behind the trees. */
TEST(a_way_is_opened_to_who_moves)
{
    US_AUTO(planned_game_close) planned_game k;
    US_AUTOSTR(units); /* of sixteen workers, four open it */
    us_str_add(&units, "entity footman 0 13 14\n");
    for (int x = 1; x <= 12; x++)
        us_str_addf(&units, "entity peasant 0 %d 1\n", x);
    planned_game_open(&k, planned_game_town_and(units.text), walled,
                      TREE(FOOTMAN "slot e: entity \"peon\" of enemy\n"
                                   "do strike: act attack(units: s, target: e)\n"),
                      "");
    us_id e = drawn_skirmish_find(&k.s, "peon", 1, 0);
    CHECK_INT(drawn_skirmish_order_at(&k.s, e, "patrol", 24, 6), US_REASON_NONE);
    planned_game_run(&k, 4200);
    CHECK(planned_game_lines(&k, "order chop") > 0);
    CHECK_INT(planned_game_lines(&k, "succeeded step strike"), 1);
    CHECK_INT(planned_game_lines(&k, "failed step strike"), 0);
}
