#include "game/skirmish/act.h"
#include "tests/unit/stage.h"
#include "tests/unit/test.h"

static const char base[] = "seat 0 human gold 5000 wood 5000 oil 5000\nseat 1 orc\n"
                           "entity gold-mine neutral 2 2 stock 1000\n"
                           "entity town-hall 0 10 2\n"
                           "entity peasant 0 7 4\n"
                           "entity great-hall 1 26 26\n";

TEST(a_trip_brings_a_hundred_gold)
{
    stage s = stage_begin(base, "", 1);
    us_id peasant = stage_find(&s, "peasant", 0, 0), mine = stage_find(&s, "gold-mine", -1, 0);
    CHECK_INT(stage_order(&s, peasant, "harvest", mine), US_REASON_NONE);
    stage_run(&s, 400);
    CHECK_INT(stage_tally(&s, 0, "gold"), 5100);
    const us_event *gained = stage_event(&s, US_EVENT_GAINED, peasant);
    CHECK(gained && gained->value == 100);
    CHECK_INT(stage_entity(&s, mine)->attribute[s.g->words->stock], 900);
    stage_end(&s);
}

TEST(a_miner_is_inside_for_150_cycles_each)
{
    stage s = stage_begin(base, "", 1);
    us_id peasant = stage_find(&s, "peasant", 0, 0);
    stage_order(&s, peasant, "harvest", stage_find(&s, "gold-mine", -1, 0));
    int inside = 0, trips = 0;
    bool was = false;
    for (int i = 0; i < 4000; i++) {
        stage_run(&s, 1);
        bool is = stage_entity(&s, peasant)->flags & US_ENTITY_INSIDE;
        inside += is;
        trips += is && !was;
        was = is;
    }
    CHECK(trips >= 10);
    CHECK(inside >= (trips - 1) * 150 && inside <= trips * 150);
    stage_end(&s);
}

TEST(a_mine_that_is_empty_goes)
{
    stage s = stage_begin(base, "", 1);
    us_id mine = stage_find(&s, "gold-mine", -1, 0);
    us_id peasant = stage_find(&s, "peasant", 0, 0);
    stage_order(&s, peasant, "harvest", mine);
    stage_run(&s, 8000);
    CHECK_INT(stage_tally(&s, 0, "gold"), 6000);
    CHECK(!stage_entity(&s, mine));
    const us_event *gone = stage_event(&s, US_EVENT_GONE, mine);
    CHECK(gone && gone->value == US_GONE_SPENT);
    CHECK_STR(stage_status(&s, peasant), "idle");
    CHECK_INT(stage_events(&s, US_EVENT_DONE, peasant), 1);
    CHECK_INT(stage_events(&s, US_EVENT_FAILED, peasant), 0); /* it has been done already */
    stage_end(&s);
}

TEST(miners_go_on_at_the_next_mine_when_one_is_near)
{
    stage s = stage_begin("seat 0 human\nseat 1 orc\n"
                          "entity gold-mine neutral 2 2 stock 200\n"
                          "entity gold-mine neutral 2 9 stock 5000\n"
                          "entity town-hall 0 10 4\nentity peasant 0 7 4\n"
                          "entity great-hall 1 26 26\n",
                          "", 1);
    us_id second = stage_find(&s, "gold-mine", -1, 1);
    stage_order(&s, stage_find(&s, "peasant", 0, 0), "harvest", stage_find(&s, "gold-mine", -1, 0));
    stage_run(&s, 4000);
    CHECK(stage_entity(&s, second)->attribute[s.g->words->stock] < 5000);
    stage_end(&s);
}

TEST(three_miners_at_one_mine_do_not_take_more_than_it_has)
{
    stage s = stage_begin(base, "", 1);
    us_id mine = stage_find(&s, "gold-mine", -1, 0);
    stage_add(&s, "peasant", 0, 7, 6);
    stage_add(&s, "peasant", 0, 7, 5);
    for (int i = 0; i < 3; i++)
        stage_order(&s, stage_find(&s, "peasant", 0, i), "harvest", mine);
    stage_run(&s, 6000);
    CHECK_INT(stage_tally(&s, 0, "gold"), 6000);
    CHECK(!stage_entity(&s, mine));
    stage_end(&s);
}

TEST(a_miner_fills_up_what_it_carries_and_no_more)
{
    static const struct {
        int carried;
        int32_t stock;
        int carries;
        int32_t left;
    } rows[] = {{0, 1000, 100, 900}, {60, 1000, 100, 960}, {60, 41, 100, 1}, {60, 39, 99, 0}};
    for (int r = 0; r < US_COUNT(rows); r++) {
        stage s = stage_begin(base, "", 1);
        us_id peasant = stage_find(&s, "peasant", 0, 0), mine = stage_find(&s, "gold-mine", -1, 0);
        sk_unit *unit = &s.g->unit[sk_slot_of(s.g, peasant)];
        unit->carries = (int8_t)us_domain_resource(s.scenario->domain, "gold");
        unit->carried = (int16_t)rows[r].carried;
        sk_entity(s.g, sk_slot_of(s.g, mine))->attribute[s.g->words->stock] = rows[r].stock;
        stage_order(&s, peasant, "harvest", mine);
        stage_run(&s, 100);
        CHECK(unit->inside);
        while (unit->inside)
            stage_run(&s, 1);
        CHECK_INT(unit->carried, rows[r].carries);
        const us_entity *left = stage_entity(&s, mine);
        CHECK_INT(left ? left->attribute[s.g->words->stock] : 0, rows[r].left);
        stage_end(&s);
    }
}

/* Between the mine and what is walled in there are two cells; all else is farther. */
static const char box[] = "\n......^^^^^^\n......^....^\n......^....^\n......^....^\n"
                          "......^....^\n......^^^^^^";
static const char beside_box[] = "seat 0 human gold 5000 wood 5000 oil 5000\nseat 1 orc\n"
                                 "entity gold-mine neutral 2 2 stock 100\n"
                                 "entity town-hall 0 2 12\nentity peasant 0 4 9\n"
                                 "entity great-hall 1 26 26\n";

TEST(gold_goes_to_the_nearest_hall_that_can_be_reached)
{
    stage s = stage_begin(beside_box, box, 1);
    us_id peasant = stage_find(&s, "peasant", 0, 0);
    stage_add(&s, "town-hall", 0, 7, 2);
    stage_order(&s, peasant, "harvest", stage_find(&s, "gold-mine", -1, 0));
    stage_run(&s, 500);
    CHECK_INT(stage_tally(&s, 0, "gold"), 5100);
    stage_end(&s);
}

TEST(a_load_that_no_way_leads_home_with_ends_the_work)
{
    stage s = stage_begin(beside_box, box, 1);
    us_id peasant = stage_find(&s, "peasant", 0, 0);
    stage_add(&s, "town-hall", 0, 7, 2);
    sk_unit_remove(s.g, sk_slot_of(s.g, stage_find(&s, "town-hall", 0, 0)), US_GONE_KILLED, 0);
    sk_sweep(s.g);
    stage_order(&s, peasant, "harvest", stage_find(&s, "gold-mine", -1, 0));
    stage_run(&s, 500);
    CHECK_STR(stage_status(&s, peasant), "idle");
    CHECK_INT(stage_events(&s, US_EVENT_FAILED, peasant), 0); /* it has been done already */
    CHECK_INT(stage_order(&s, peasant, "return", 0), US_REASON_NONE);
    stage_run(&s, 10);
    const us_event *failed = stage_event(&s, US_EVENT_FAILED, peasant);
    CHECK(failed && failed->type == US_REASON_NO_WAY);
    stage_end(&s);
}

TEST(a_mine_that_cannot_be_reached_is_not_the_next)
{
    for (int other = 0; other < 2; other++) {
        stage s = stage_begin(beside_box, box, 1);
        us_id peasant = stage_find(&s, "peasant", 0, 0);
        us_id walled = stage_add(&s, "gold-mine", -1, 7, 2);
        us_id open = other ? stage_add(&s, "gold-mine", -1, 11, 11) : 0;
        sk_entity(s.g, sk_slot_of(s.g, walled))->attribute[s.g->words->stock] = 500;
        if (other)
            sk_entity(s.g, sk_slot_of(s.g, open))->attribute[s.g->words->stock] = 500;
        stage_order(&s, peasant, "harvest", stage_find(&s, "gold-mine", -1, 0));
        stage_run(&s, 1200);
        if (other)
            CHECK(stage_entity(&s, open)->attribute[s.g->words->stock] < 500);
        else
            CHECK_STR(stage_status(&s, peasant), "idle");
        stage_end(&s);
    }
}

static const char wood[] = "seat 0 human gold 5000 wood 5000 oil 5000\nseat 1 orc\n"
                           "entity gold-mine neutral 24 2 stock 1000\n"
                           "entity town-hall 0 10 2\nentity peasant 0 7 4\n"
                           "entity great-hall 1 26 26\n";

TEST(wood_takes_1200_cycles_and_fells_the_tree)
{
    stage s = stage_begin(wood, "\n\n\nTT\nTT\nTT", 1);
    us_id peasant = stage_find(&s, "peasant", 0, 0);
    CHECK_INT(stage_order_at(&s, peasant, "chop", 1, 4), US_REASON_NONE);
    stage_run(&s, 90); /* five cells */
    CHECK_STR(stage_status(&s, peasant), "gathering");
    stage_run(&s, 1100);
    CHECK_INT(stage_tally(&s, 0, "wood"), 5000);
    stage_run(&s, 400);
    CHECK_INT(stage_tally(&s, 0, "wood"), 5100);
    const us_event *felled = stage_event(&s, US_EVENT_TERRAIN, 0);
    CHECK(felled && felled->x == 1 && felled->y == 4);
    CHECK_STR(s.scenario->domain->terrain[felled->value].name, "stump");
    stage_end(&s);
}

TEST(a_wood_cutter_goes_on_to_the_next_tree_and_stops_after_the_last)
{
    stage s = stage_begin(wood, "\n\n\nTT\nT", 1);
    us_id peasant = stage_find(&s, "peasant", 0, 0);
    stage_order_at(&s, peasant, "chop", 1, 3);
    stage_run(&s, 9000);
    CHECK_INT(stage_tally(&s, 0, "wood"), 5300);
    CHECK_STR(stage_status(&s, peasant), "idle");
    stage_end(&s);
}

TEST(trees_that_are_walled_in_are_passed_over)
{
    stage s = stage_begin(wood, "\n\n\n\n\n\n\n\n^^^^\n.T.^...T\n.T.^\n^^^^", 1);
    us_id peasant = stage_find(&s, "peasant", 0, 0);
    CHECK_INT(stage_order_at(&s, peasant, "chop", 1, 9), US_REASON_NONE);
    stage_run(&s, 200);
    CHECK_STR(stage_status(&s, peasant), "gathering");
    CHECK_INT(s.g->unit[sk_slot_of(s.g, peasant)].work_x, 7);
    stage_end(&s);
}

TEST(without_a_tree_a_wood_cutter_says_why)
{
    static const struct {
        const char *picture;
        us_reason reason;
    } rows[] = {
        {"\n\n\n\n\n\n\n\n^^^^\n.T.^\n.T.^\n^^^^", US_REASON_NO_WAY},
        {"\n\n\n\n\n\n\n\n\n.T", US_REASON_EXHAUSTED},
    };
    for (int r = 0; r < US_COUNT(rows); r++) {
        stage s = stage_begin(wood, rows[r].picture, 1);
        us_id peasant = stage_find(&s, "peasant", 0, 0);
        CHECK_INT(stage_order_at(&s, peasant, "chop", 1, 9), US_REASON_NONE);
        stage_run(&s, 20);
        if (rows[r].reason == US_REASON_EXHAUSTED)
            sk_terrain_set(s.g, 1, 9, us_domain_terrain(s.scenario->domain, "stump"), 0);
        stage_run(&s, 200);
        const us_event *failed = stage_event(&s, US_EVENT_FAILED, peasant);
        CHECK_STR(us_reason_name(failed ? (us_reason)failed->type : US_REASON_NONE),
                  us_reason_name(rows[r].reason));
        stage_end(&s);
    }
}

TEST(income_bonuses_count_the_largest_only)
{
    static const struct {
        const char *own[3];
        const char *resource;
        int gain;
    } rows[] = {
        {{"keep"}, "gold", 110},
        {{"castle"}, "gold", 120},
        {{"keep", "castle"}, "gold", 120},
        {{"castle", "castle"}, "gold", 120},
        {{"human-lumber-mill"}, "gold", 100},
        {{"human-lumber-mill"}, "wood", 125},
        {{"human-lumber-mill", "human-lumber-mill"}, "wood", 125},
        {{"keep"}, "wood", 100},
    };
    for (int r = 0; r < US_COUNT(rows); r++) {
        stage s = stage_begin(base, "\n\n\n\n\n\n\nTTTTT", 1);
        for (int i = 0; i < 3 && rows[r].own[i]; i++)
            stage_add(&s, rows[r].own[i], 0, 20, 4 * i + 4);
        us_id peasant = stage_find(&s, "peasant", 0, 0);
        if (rows[r].gain && rows[r].resource[0] == 'g')
            stage_order(&s, peasant, "harvest", stage_find(&s, "gold-mine", -1, 0));
        else
            stage_order_at(&s, peasant, "chop", 4, 7);
        stage_run(&s, 1700);
        const us_event *gained = stage_event(&s, US_EVENT_GAINED, peasant);
        CHECK_INT(gained ? gained->value : 0, rows[r].gain);
        stage_end(&s);
    }
}

TEST(return_brings_the_load_home)
{
    stage s = stage_begin(wood, "\n\n\nTT", 1);
    us_id peasant = stage_find(&s, "peasant", 0, 0);
    CHECK_INT(stage_order(&s, peasant, "return", 0), US_REASON_NOTHING);
    stage_order_at(&s, peasant, "chop", 1, 3);
    stage_run(&s, 600);
    CHECK_INT(stage_order(&s, peasant, "return", 0), US_REASON_NONE);
    stage_run(&s, 400);
    int32_t gain = stage_tally(&s, 0, "wood") - 5000;
    CHECK(gain > 20 && gain < 60);
    CHECK_STR(stage_status(&s, peasant), "idle");
    stage_end(&s);
}

TEST(an_interrupted_miner_comes_out_with_its_load)
{
    stage s = stage_begin(base, "", 1);
    us_id peasant = stage_find(&s, "peasant", 0, 0);
    stage_order(&s, peasant, "harvest", stage_find(&s, "gold-mine", -1, 0));
    while (!(stage_entity(&s, peasant)->flags & US_ENTITY_INSIDE))
        stage_run(&s, 1);
    us_cycle in = s.g->core->now;
    CHECK_INT(stage_order_at(&s, peasant, "move", 15, 15), US_REASON_NONE);
    while (stage_entity(&s, peasant)->flags & US_ENTITY_INSIDE)
        stage_run(&s, 1);
    CHECK(s.g->core->now - in >= 149);
    CHECK_INT(stage_entity(&s, peasant)->attribute[s.g->words->carried], 100);
    stage_run(&s, 400);
    CHECK_INT(stage_entity(&s, peasant)->x, 15);
    stage_end(&s);
}

/* ---- building */

TEST(a_farm_costs_takes_600_cycles_and_feeds_four)
{
    stage s = stage_begin(base, "", 1);
    us_id peasant = stage_find(&s, "peasant", 0, 0);
    int32_t food = stage_tally(&s, 0, "food_supply");
    CHECK_INT(stage_order_build(&s, peasant, "farm", 8, 8), US_REASON_NONE);
    stage_run(&s, 100);
    CHECK_INT(stage_tally(&s, 0, "gold"), 4500);
    CHECK_INT(stage_tally(&s, 0, "wood"), 4750);
    us_id farm = stage_find(&s, "farm", 0, 0);
    CHECK(farm != 0);
    CHECK(stage_entity(&s, farm)->flags & US_ENTITY_UNFINISHED);
    CHECK(stage_entity(&s, peasant)->flags & US_ENTITY_INSIDE);
    CHECK(stage_entity(&s, farm)->attribute[0] < 100);
    CHECK_INT(stage_count(&s, "farm", 0), 0);
    stage_run(&s, 700);
    CHECK_INT(stage_count(&s, "farm", 0), 1);
    CHECK_INT(stage_entity(&s, farm)->attribute[0], 400);
    CHECK_INT(stage_tally(&s, 0, "food_supply"), food + 4);
    CHECK(!(stage_entity(&s, peasant)->flags & US_ENTITY_INSIDE));
    const us_event *created = stage_event(&s, US_EVENT_CREATED, farm);
    const us_event *finished = stage_event(&s, US_EVENT_FINISHED, farm);
    CHECK(created && finished && created->other == peasant);
    CHECK_INT(finished->cycle - created->cycle, 600);
    stage_end(&s);
}

TEST(building_is_refused_for_a_reason)
{
    static const struct {
        const char *type;
        int x, y;
        us_reason reason;
    } rows[] = {
        {"farm", 0, 31, US_REASON_BAD_PLACE},  /* leaves the map */
        {"farm", 11, 3, US_REASON_BAD_PLACE},  /* the hall stands there */
        {"farm", 20, 20, US_REASON_BAD_PLACE}, /* water */
        {"farm", 400, 2, US_REASON_BAD_PLACE},
        {"town-hall", 2, 7, US_REASON_BAD_PLACE}, /* too near to the mine */
        {"town-hall", 2, 9, US_REASON_NONE},
        {"stables", 5, 20, US_REASON_REQUIRES},
        {"pig-farm", 5, 20, US_REASON_CANNOT},
        {"footman", 5, 20, US_REASON_CANNOT},
        {"human-barracks", 5, 20, US_REASON_NONE},
    };
    stage s =
        stage_begin(base, "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n....................~~~~", 1);
    us_id peasant = stage_find(&s, "peasant", 0, 0);
    for (int r = 0; r < US_COUNT(rows); r++)
        CHECK_STR(
            us_reason_name(stage_order_build(&s, peasant, rows[r].type, rows[r].x, rows[r].y)),
            us_reason_name(rows[r].reason));
    stage_give(&s, 0, "gold", -4501);
    CHECK_STR(us_reason_name(stage_order_build(&s, peasant, "farm", 5, 20)),
              us_reason_name(US_REASON_NO_RESOURCES));
    stage_end(&s);
}

TEST(a_cancelled_site_pays_three_quarters_back)
{
    stage s = stage_begin(base, "", 1);
    us_id peasant = stage_find(&s, "peasant", 0, 0);
    stage_order_build(&s, peasant, "farm", 8, 8);
    stage_run(&s, 200);
    us_id farm = stage_find(&s, "farm", 0, 0);
    CHECK_INT(stage_order(&s, farm, "cancel", 0), US_REASON_NONE);
    CHECK_INT(stage_tally(&s, 0, "gold"), 4500 + 375);
    CHECK(!stage_entity(&s, farm));
    stage_run(&s, 5);
    CHECK(!(stage_entity(&s, peasant)->flags & US_ENTITY_INSIDE));
    CHECK_STR(stage_status(&s, peasant), "idle");
    const us_event *failed = stage_event(&s, US_EVENT_FAILED, peasant);
    CHECK(failed && failed->type == US_REASON_BAD_TARGET);
    stage_end(&s);
}

TEST(a_site_rests_without_its_builder_and_another_goes_on)
{
    stage s = stage_begin(base, "", 1);
    us_id peasant = stage_find(&s, "peasant", 0, 0);
    us_id other = stage_add(&s, "peasant", 0, 14, 14);
    stage_order_build(&s, peasant, "farm", 8, 8);
    stage_run(&s, 300);
    us_id farm = stage_find(&s, "farm", 0, 0);
    CHECK_INT(stage_order_at(&s, peasant, "move", 20, 8), US_REASON_NONE);
    stage_run(&s, 40);
    int32_t rested = stage_entity(&s, farm)->attribute[0];
    stage_run(&s, 800);
    CHECK_INT(stage_entity(&s, farm)->attribute[0], rested);
    CHECK(!(stage_entity(&s, peasant)->flags & US_ENTITY_INSIDE));
    CHECK_INT(stage_order(&s, other, "repair", farm), US_REASON_NONE);
    stage_run(&s, 550);
    CHECK_INT(stage_count(&s, "farm", 0), 1);
    CHECK_INT(stage_tally(&s, 0, "gold"), 4500);
    stage_end(&s);
}

TEST(a_site_keeps_its_work_and_is_free_when_its_builder_is_out)
{
    stage s = stage_begin(base, "", 1);
    us_id peasant = stage_find(&s, "peasant", 0, 0);
    us_id other = stage_add(&s, "peasant", 0, 10, 8);
    stage_order_build(&s, peasant, "farm", 8, 8);
    while (!(stage_entity(&s, peasant)->flags & US_ENTITY_INSIDE))
        stage_run(&s, 1);
    stage_run(&s, 40);
    us_id farm = stage_find(&s, "farm", 0, 0);
    us_cycle left = s.g->core->now, worked = left - stage_event(&s, US_EVENT_CREATED, farm)->cycle;
    CHECK_INT(stage_order(&s, peasant, "stop", 0), US_REASON_NONE);
    stage_run(&s, 2);
    CHECK_INT(s.g->unit[sk_slot_of(s.g, farm)].built, worked);
    us_cycle again = s.g->core->now;
    CHECK_INT(stage_order(&s, other, "repair", farm), US_REASON_NONE);
    stage_run(&s, 600);
    CHECK_INT(stage_events(&s, US_EVENT_FAILED, other), 0);
    CHECK_INT(stage_events(&s, US_EVENT_DONE, other), 1);
    const us_event *finished = stage_event(&s, US_EVENT_FINISHED, farm);
    CHECK_INT(finished ? finished->cycle - again : 0, 600 - worked);
    CHECK_INT(stage_entity(&s, farm)->attribute[0], 400);
    stage_end(&s);
}

TEST(one_builder_is_enough)
{
    stage s = stage_begin(base, "", 1);
    us_id other = stage_add(&s, "peasant", 0, 10, 8);
    stage_order_build(&s, stage_find(&s, "peasant", 0, 0), "farm", 8, 8);
    stage_run(&s, 200);
    CHECK_INT(stage_order(&s, other, "repair", stage_find(&s, "farm", 0, 0)), US_REASON_NONE);
    stage_run(&s, 5);
    const us_event *failed = stage_event(&s, US_EVENT_FAILED, other);
    CHECK(failed && failed->type == US_REASON_BUSY);
    stage_end(&s);
}

TEST(a_builder_whose_site_falls_says_so)
{
    stage s = stage_begin(base, "", 1);
    us_id peasant = stage_find(&s, "peasant", 0, 0);
    stage_order_build(&s, peasant, "farm", 8, 8);
    stage_run(&s, 200);
    sk_unit_remove(s.g, sk_slot_of(s.g, stage_find(&s, "farm", 0, 0)), US_GONE_KILLED, 0);
    sk_sweep(s.g);
    stage_run(&s, 5);
    const us_event *failed = stage_event(&s, US_EVENT_FAILED, peasant);
    CHECK(failed && failed->type == US_REASON_BAD_TARGET);
    CHECK_INT(stage_events(&s, US_EVENT_DONE, peasant), 0);
    stage_end(&s);
}

TEST(friends_without_an_order_step_off_a_site_and_go_on)
{
    static const char *const tasks[] = {NULL, "repair", "chop"};
    for (int t = 0; t < US_COUNT(tasks); t++) {
        stage s = stage_begin(base, "\n\n\n\n\n\n\n\n\n\n........TT", 1);
        us_id friend = stage_add(&s, "peasant", 0, 9, 9);
        us_id mill = stage_add(&s, "human-lumber-mill", 0, 10, 7);
        sk_slot slot = sk_slot_of(s.g, friend);
        int action = tasks[t] ? us_domain_action(s.g->domain, tasks[t]) : -1;
        us_test_row(tasks[t]);
        sk_entity(s.g, sk_slot_of(s.g, mill))->attribute[0] = 10;
        sk_task task = {.action = action, .arg = {t == 1 ? (int32_t)mill : US_CELL(9, 10)}};
        if (tasks[t])
            sk_begin(s.g, slot, &task);
        stage_run(&s, 60);
        CHECK(s.g->unit[slot].x == 9 && s.g->unit[slot].y == 9);
        stage_order_build(&s, stage_find(&s, "peasant", 0, 0), "farm", 8, 8);
        for (int i = 0; i < 40 && !stage_find(&s, "farm", 0, 0); i++)
            stage_run(&s, 10);
        CHECK(stage_find(&s, "farm", 0, 0) != 0);
        stage_run(&s, 60);
        CHECK_INT(stage_entity(&s, friend)->action, action);
        CHECK_INT(s.g->unit[slot].waits, 0);
        us_test_row(NULL);
        stage_end(&s);
    }
}

TEST(a_finished_wall_is_terrain)
{
    stage s = stage_begin(base, "", 1);
    us_id peasant = stage_find(&s, "peasant", 0, 0);
    CHECK_INT(stage_order_build(&s, peasant, "human-wall", 8, 8), US_REASON_NONE);
    stage_run(&s, 400);
    const us_world *world = us_game_world(s.game, US_NEUTRAL);
    int terrain = world->plane[US_PLANE_TERRAIN][us_world_cell(world, 8, 8)];
    CHECK_STR(s.scenario->domain->terrain[terrain].name, "wall");
    CHECK_INT(world->plane[US_PLANE_AMOUNT][us_world_cell(world, 8, 8)], 40);
    CHECK_INT(stage_find(&s, "wall", 0, 0), 0);
    CHECK_STR(stage_status(&s, peasant), "idle");
    CHECK(stage_event(&s, US_EVENT_DONE, peasant) != NULL);
    stage_end(&s);
}

TEST(who_is_ordered_away_as_its_wall_is_done_has_built_it)
{
    stage s = stage_begin(base, "", 1);
    us_id peasant = stage_find(&s, "peasant", 0, 0);
    stage_order_build(&s, peasant, "human-wall", 8, 8);
    while (!stage_event(&s, US_EVENT_TERRAIN, 0))
        stage_run(&s, 1);
    CHECK_INT(stage_order_at(&s, peasant, "move", 20, 8), US_REASON_NONE);
    CHECK_INT(stage_events(&s, US_EVENT_DONE, peasant), 1);
    stage_run(&s, 400);
    CHECK_INT(stage_events(&s, US_EVENT_FAILED, peasant), 0);
    CHECK_INT(stage_events(&s, US_EVENT_DONE, peasant), 2);
    /* and what it builds next is judged by itself */
    stage_order_build(&s, peasant, "farm", 20, 10);
    stage_run(&s, 100);
    CHECK_INT(stage_order(&s, stage_find(&s, "farm", 0, 0), "cancel", 0), US_REASON_NONE);
    stage_run(&s, 5);
    CHECK_INT(stage_events(&s, US_EVENT_DONE, peasant), 2);
    CHECK_INT(stage_events(&s, US_EVENT_FAILED, peasant), 1);
    stage_end(&s);
}

TEST(repair_costs_and_heals)
{
    stage s = stage_begin(base, "", 1);
    us_id hall = stage_find(&s, "town-hall", 0, 0), peasant = stage_find(&s, "peasant", 0, 0);
    CHECK_INT(stage_order(&s, peasant, "repair", hall), US_REASON_NOTHING);
    sk_entity(s.g, sk_slot_of(s.g, hall))->attribute[0] = 1160;
    CHECK_INT(stage_order(&s, peasant, "repair", hall), US_REASON_NONE);
    stage_run(&s, 1000);
    CHECK_INT(stage_entity(&s, hall)->attribute[0], 1200);
    CHECK_INT(stage_tally(&s, 0, "gold"), 4990);
    CHECK_INT(stage_tally(&s, 0, "wood"), 4990);
    CHECK_STR(stage_status(&s, peasant), "idle");
    stage_end(&s);
}
