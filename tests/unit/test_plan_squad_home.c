/* What a squad does at home: it meets threats and grows. The town of seat 0 lies in the northwest,
 * that of seat 1 in the southeast. */
#include "tests/unit/planned_game.h"

/* An attack on the enemy's hall by infantry, and a second step. */
static const char attack[] =
    "tree Root {\nslot s: entity \"infantry\" of self\nslot h: entity \"hall\" of enemy\n"
    "do squad sequence {\nattack: act attack(units: s, target: h)\ndelay 9000 act stop(units: "
    "s)\n}\n}\n";

/* A thick row of trees between the two towns, as far as the column. */
static void draw_trees(us_str *out, int width)
{
    for (int y = 0; y < 32; y++)
        us_str_addf(out, "%.*s%.*s\n", width,
                    y == 15 || y == 16 ? "TTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTT"
                                       : "................................",
                    32 - width, "................................");
}

TEST(workers_gather_on_while_no_way_leads_to_a_foe)
{
    for (int width = 20; width <= 32; width += 12) {
        US_AUTO(planned_game_close) planned_game k;
        US_AUTOSTR(trees);
        draw_trees(&trees, width);
        planned_game_open(&k, planned_game_town_and("entity farm 0 8 12\nentity grunt 1 8 18\n"),
                          trees.text, attack, "producers=off");
        planned_game_run(&k, 300);
        CHECK_INT(planned_game_lines(&k, "order attack-move") > 0, width == 20);
    }
}

TEST(a_fighter_that_can_not_reach_a_threat_stays_where_it_is)
{
    US_AUTO(planned_game_close) planned_game k;
    US_AUTOSTR(trees);
    draw_trees(&trees, 32);
    planned_game_open(&k,
                      planned_game_town_and("entity farm 0 8 12\nentity footman 0 16 12\n"
                                            "entity footman 0 8 20\nentity grunt 1 12 12\n"),
                      trees.text, attack, "producers=off");
    US_AUTOSTR(order);
    us_str_addf(&order, "order attack-move %u ",
                (unsigned)drawn_skirmish_find(&k.s, "footman", 0, 1));
    planned_game_run(&k, 100);
    CHECK(planned_game_lines(&k, "order attack-move") > 0);
    CHECK_INT(planned_game_lines(&k, order.text), 0);
}

TEST(orders_of_units_at_home_bear_no_step_of_the_attack)
{
    US_AUTO(planned_game_close) planned_game k;
    US_AUTOSTR(order);
    planned_game_open(&k, planned_game_town_and("entity footman 0 16 12\nentity footman 0 2 18\n"),
                      "", attack, "producers=off");
    for (int i = 0; i < 100 && planned_game_lines(&k, "started step attack") == 0; i++)
        planned_game_run(&k, 15);
    us_id home = drawn_skirmish_add(&k.s, "footman", 0, 2, 20);
    drawn_skirmish_add(&k.s, "grunt", 1, 8, 12);
    planned_game_run(&k, 100);
    us_str_addf(&order, "order attack-move %u (8,12)", (unsigned)home);
    CHECK(planned_game_lines(&k, order.text) > 0);
    us_str_add(&order, " step");
    CHECK_INT(planned_game_lines(&k, order.text), 0);
    CHECK(planned_game_lines(&k, ") step 2") > 0);
}

/* A footman costs 600 gold, the cheapest upgrade 300. */
TEST(a_squad_researches_as_soon_as_it_could_pay_for_a_fighter)
{
    for (int gold = 550; gold <= 650; gold += 100) {
        US_AUTO(planned_game_close) planned_game k;
        planned_game_open(
            &k,
            planned_game_town_and("entity human-barracks 0 2 20\nentity human-blacksmith 0 6 20\n"
                                  "entity farm 0 12 20\nentity footman 0 16 12\n"
                                  "entity footman 0 2 18\n"),
            "", attack, "");
        drawn_skirmish_give(&k.s, 0, "gold", gold - 2000);
        planned_game_run(&k, 60);
        CHECK_INT(planned_game_lines(&k, "order research") > 0, gold == 650);
    }
}

TEST(four_halls_make_no_more_workers_than_the_node_says)
{
    US_AUTO(planned_game_close) planned_game k;
    static const char five[] =
        "tree Root {\nslot s: entity \"infantry\" of self\nslot h: entity \"hall\" of enemy\n"
        "do squad workers 5 attack: act attack(units: s, target: h)\n}\n";
    planned_game_open(
        &k,
        planned_game_town_and("entity farm 0 12 20\nentity farm 0 14 20\nentity farm 0 16 20\n"
                              "entity town-hall 0 2 24\nentity town-hall 0 8 24\n"
                              "entity town-hall 0 14 24\nentity footman 0 16 12\n"
                              "entity footman 0 2 18\n"),
        "", five, "");
    CHECK_INT(drawn_skirmish_count(&k.s, "peasant", 0), 4);
    drawn_skirmish_give(&k.s, 0, "gold", 8000);
    planned_game_run(&k, 2500);
    CHECK_INT(drawn_skirmish_count(&k.s, "peasant", 0), 5);
}

TEST(without_producers_a_squad_makes_nothing)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(&k,
                      planned_game_town_and(
                          "entity human-barracks 0 2 20\nentity human-blacksmith 0 6 20\n"
                          "entity farm 0 12 20\nentity footman 0 16 12\nentity footman 0 2 18\n"),
                      "", attack, "producers=off");
    planned_game_run(&k, 400);
    CHECK_INT(planned_game_lines(&k, "order research"), 0);
    CHECK_INT(planned_game_lines(&k, "order train"), 0);
}
