#include "game/skirmish/act.h"
#include "tests/unit/drawn_skirmish.h"
#include "tests/unit/test.h"

static const char base[] = "seat 0 human gold 5000 wood 5000 oil 5000\nseat 1 orc\n"
                           "entity gold-mine neutral 2 2 stock 1000\n"
                           "entity town-hall 0 10 2\n"
                           "entity peasant 0 7 4\n"
                           "entity great-hall 1 26 26\n";

TEST(a_trip_brings_a_hundred_gold)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0),
          mine = drawn_skirmish_find(&s, "gold-mine", -1, 0);
    CHECK_INT(drawn_skirmish_order(&s, peasant, "harvest", mine), US_REASON_NONE);
    drawn_skirmish_run(&s, 400);
    CHECK_INT(drawn_skirmish_tally(&s, 0, "gold"), 5100);
    const us_event *gained = drawn_skirmish_event(&s, US_EVENT_GAINED, peasant);
    CHECK(gained && gained->value == 100);
    CHECK_INT(drawn_skirmish_entity(&s, mine)->attribute[s.g->words->stock], 900);
}

TEST(a_miner_is_inside_for_150_cycles_each)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
    drawn_skirmish_order(&s, peasant, "harvest", drawn_skirmish_find(&s, "gold-mine", -1, 0));
    int inside = 0, trips = 0;
    bool was = false;
    for (int i = 0; i < 4000; i++) {
        drawn_skirmish_run(&s, 1);
        bool is = drawn_skirmish_entity(&s, peasant)->flags & US_ENTITY_INSIDE;
        inside += is;
        trips += is && !was;
        was = is;
    }
    CHECK(trips >= 10);
    CHECK(inside >= (trips - 1) * 150 && inside <= trips * 150);
}

TEST(a_mine_that_is_empty_goes)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    us_id mine = drawn_skirmish_find(&s, "gold-mine", -1, 0);
    us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
    drawn_skirmish_order(&s, peasant, "harvest", mine);
    drawn_skirmish_run(&s, 8000);
    CHECK_INT(drawn_skirmish_tally(&s, 0, "gold"), 6000);
    CHECK(!drawn_skirmish_entity(&s, mine));
    const us_event *gone = drawn_skirmish_event(&s, US_EVENT_GONE, mine);
    CHECK(gone && gone->value == US_GONE_SPENT);
    CHECK_STR(drawn_skirmish_status(&s, peasant), "idle");
    CHECK_INT(drawn_skirmish_events(&s, US_EVENT_DONE, peasant), 1);
    CHECK_INT(drawn_skirmish_events(&s, US_EVENT_FAILED, peasant),
              0); /* it has been done already */
}

TEST(miners_go_on_at_the_next_mine_when_one_is_near)
{
    drawn_skirmish s = drawn_skirmish_begin("seat 0 human\nseat 1 orc\n"
                                            "entity gold-mine neutral 2 2 stock 200\n"
                                            "entity gold-mine neutral 2 9 stock 5000\n"
                                            "entity town-hall 0 10 4\nentity peasant 0 7 4\n"
                                            "entity great-hall 1 26 26\n",
                                            "", 1);
    us_id second = drawn_skirmish_find(&s, "gold-mine", -1, 1);
    drawn_skirmish_order(&s, drawn_skirmish_find(&s, "peasant", 0, 0), "harvest",
                         drawn_skirmish_find(&s, "gold-mine", -1, 0));
    drawn_skirmish_run(&s, 4000);
    CHECK(drawn_skirmish_entity(&s, second)->attribute[s.g->words->stock] < 5000);
    drawn_skirmish_end(&s);
}

TEST(three_miners_at_one_mine_do_not_take_more_than_it_has)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    us_id mine = drawn_skirmish_find(&s, "gold-mine", -1, 0);
    drawn_skirmish_add(&s, "peasant", 0, 7, 6);
    drawn_skirmish_add(&s, "peasant", 0, 7, 5);
    for (int i = 0; i < 3; i++)
        drawn_skirmish_order(&s, drawn_skirmish_find(&s, "peasant", 0, i), "harvest", mine);
    drawn_skirmish_run(&s, 6000);
    CHECK_INT(drawn_skirmish_tally(&s, 0, "gold"), 6000);
    CHECK(!drawn_skirmish_entity(&s, mine));
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
        US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
        us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0),
              mine = drawn_skirmish_find(&s, "gold-mine", -1, 0);
        sk_unit *unit = &s.g->unit[sk_slot_find(s.g, peasant)];
        unit->carries = (int8_t)us_domain_find_resource(s.scenario->domain, "gold");
        unit->carried = (int16_t)rows[r].carried;
        sk_unit_entity(s.g, sk_slot_find(s.g, mine))->attribute[s.g->words->stock] = rows[r].stock;
        drawn_skirmish_order(&s, peasant, "harvest", mine);
        drawn_skirmish_run(&s, 100);
        CHECK(unit->inside);
        while (unit->inside)
            drawn_skirmish_run(&s, 1);
        CHECK_INT(unit->carried, rows[r].carries);
        const us_entity *left = drawn_skirmish_entity(&s, mine);
        CHECK_INT(left ? left->attribute[s.g->words->stock] : 0, rows[r].left);
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
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(beside_box, box, 1);
    us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
    drawn_skirmish_add(&s, "town-hall", 0, 7, 2);
    drawn_skirmish_order(&s, peasant, "harvest", drawn_skirmish_find(&s, "gold-mine", -1, 0));
    drawn_skirmish_run(&s, 500);
    CHECK_INT(drawn_skirmish_tally(&s, 0, "gold"), 5100);
}

TEST(a_load_that_no_way_leads_home_with_ends_the_work)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(beside_box, box, 1);
    us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
    drawn_skirmish_add(&s, "town-hall", 0, 7, 2);
    sk_unit_remove(s.g, sk_slot_find(s.g, drawn_skirmish_find(&s, "town-hall", 0, 0)),
                   US_GONE_KILLED, 0);
    sk_game_sweep(s.g);
    drawn_skirmish_order(&s, peasant, "harvest", drawn_skirmish_find(&s, "gold-mine", -1, 0));
    drawn_skirmish_run(&s, 500);
    CHECK_STR(drawn_skirmish_status(&s, peasant), "idle");
    CHECK_INT(drawn_skirmish_events(&s, US_EVENT_FAILED, peasant),
              0); /* it has been done already */
    CHECK_INT(drawn_skirmish_order(&s, peasant, "return", 0), US_REASON_NONE);
    drawn_skirmish_run(&s, 10);
    const us_event *failed = drawn_skirmish_event(&s, US_EVENT_FAILED, peasant);
    CHECK(failed && failed->type == US_REASON_NO_WAY);
}

TEST(a_mine_that_cannot_be_reached_is_not_the_next)
{
    for (int other = 0; other < 2; other++) {
        US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(beside_box, box, 1);
        us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
        us_id walled = drawn_skirmish_add(&s, "gold-mine", -1, 7, 2);
        us_id open = other ? drawn_skirmish_add(&s, "gold-mine", -1, 11, 11) : 0;
        sk_unit_entity(s.g, sk_slot_find(s.g, walled))->attribute[s.g->words->stock] = 500;
        if (other)
            sk_unit_entity(s.g, sk_slot_find(s.g, open))->attribute[s.g->words->stock] = 500;
        drawn_skirmish_order(&s, peasant, "harvest", drawn_skirmish_find(&s, "gold-mine", -1, 0));
        drawn_skirmish_run(&s, 1200);
        if (other)
            CHECK(drawn_skirmish_entity(&s, open)->attribute[s.g->words->stock] < 500);
        else
            CHECK_STR(drawn_skirmish_status(&s, peasant), "idle");
    }
}

static const char wood[] = "seat 0 human gold 5000 wood 5000 oil 5000\nseat 1 orc\n"
                           "entity gold-mine neutral 24 2 stock 1000\n"
                           "entity town-hall 0 10 2\nentity peasant 0 7 4\n"
                           "entity great-hall 1 26 26\n";

TEST(wood_takes_1200_cycles_and_fells_the_tree)
{
    US_AUTO(drawn_skirmish_end)
    drawn_skirmish s = drawn_skirmish_begin(wood, "\n\n\nTT\nTT\nTT", 1);
    us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
    CHECK_INT(drawn_skirmish_order_at(&s, peasant, "chop", 1, 4), US_REASON_NONE);
    drawn_skirmish_run(&s, 90); /* five cells */
    CHECK_STR(drawn_skirmish_status(&s, peasant), "gathering");
    drawn_skirmish_run(&s, 1100);
    CHECK_INT(drawn_skirmish_tally(&s, 0, "wood"), 5000);
    drawn_skirmish_run(&s, 400);
    CHECK_INT(drawn_skirmish_tally(&s, 0, "wood"), 5100);
    const us_event *felled = drawn_skirmish_event(&s, US_EVENT_TERRAIN, 0);
    CHECK(felled && felled->x == 1 && felled->y == 4);
    CHECK_STR(s.scenario->domain->terrain[felled->value].name, "stump");
}

TEST(a_wood_cutter_goes_on_to_the_next_tree_and_stops_after_the_last)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(wood, "\n\n\nTT\nT", 1);
    us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
    drawn_skirmish_order_at(&s, peasant, "chop", 1, 3);
    drawn_skirmish_run(&s, 9000);
    CHECK_INT(drawn_skirmish_tally(&s, 0, "wood"), 5300);
    CHECK_STR(drawn_skirmish_status(&s, peasant), "idle");
}

TEST(trees_that_are_walled_in_are_passed_over)
{
    US_AUTO(drawn_skirmish_end)
    drawn_skirmish s = drawn_skirmish_begin(wood, "\n\n\n\n\n\n\n\n^^^^\n.T.^...T\n.T.^\n^^^^", 1);
    us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
    CHECK_INT(drawn_skirmish_order_at(&s, peasant, "chop", 1, 9), US_REASON_NONE);
    drawn_skirmish_run(&s, 200);
    CHECK_STR(drawn_skirmish_status(&s, peasant), "gathering");
    CHECK_INT(s.g->unit[sk_slot_find(s.g, peasant)].work_x, 7);
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
        US_AUTO(drawn_skirmish_end)
        drawn_skirmish s = drawn_skirmish_begin(wood, rows[r].picture, 1);
        us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
        CHECK_INT(drawn_skirmish_order_at(&s, peasant, "chop", 1, 9), US_REASON_NONE);
        drawn_skirmish_run(&s, 20);
        if (rows[r].reason == US_REASON_EXHAUSTED)
            sk_terrain_set(s.g, 1, 9, us_domain_find_terrain(s.scenario->domain, "stump"), 0);
        drawn_skirmish_run(&s, 200);
        const us_event *failed = drawn_skirmish_event(&s, US_EVENT_FAILED, peasant);
        CHECK_STR(us_reason_name(failed ? (us_reason)failed->type : US_REASON_NONE),
                  us_reason_name(rows[r].reason));
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
        US_AUTO(drawn_skirmish_end)
        drawn_skirmish s = drawn_skirmish_begin(base, "\n\n\n\n\n\n\nTTTTT", 1);
        for (int i = 0; i < 3 && rows[r].own[i]; i++)
            drawn_skirmish_add(&s, rows[r].own[i], 0, 20, 4 * i + 4);
        us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
        if (rows[r].gain && rows[r].resource[0] == 'g')
            drawn_skirmish_order(&s, peasant, "harvest",
                                 drawn_skirmish_find(&s, "gold-mine", -1, 0));
        else
            drawn_skirmish_order_at(&s, peasant, "chop", 4, 7);
        drawn_skirmish_run(&s, 1700);
        const us_event *gained = drawn_skirmish_event(&s, US_EVENT_GAINED, peasant);
        CHECK_INT(gained ? gained->value : 0, rows[r].gain);
    }
}

TEST(return_brings_the_load_home)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(wood, "\n\n\nTT", 1);
    us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
    CHECK_INT(drawn_skirmish_order(&s, peasant, "return", 0), US_REASON_NOTHING);
    drawn_skirmish_order_at(&s, peasant, "chop", 1, 3);
    drawn_skirmish_run(&s, 600);
    CHECK_INT(drawn_skirmish_order(&s, peasant, "return", 0), US_REASON_NONE);
    drawn_skirmish_run(&s, 400);
    int32_t gain = drawn_skirmish_tally(&s, 0, "wood") - 5000;
    CHECK(gain > 20 && gain < 60);
    CHECK_STR(drawn_skirmish_status(&s, peasant), "idle");
}

TEST(an_interrupted_miner_comes_out_with_its_load)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
    drawn_skirmish_order(&s, peasant, "harvest", drawn_skirmish_find(&s, "gold-mine", -1, 0));
    while (!(drawn_skirmish_entity(&s, peasant)->flags & US_ENTITY_INSIDE))
        drawn_skirmish_run(&s, 1);
    us_cycle in = s.g->core->now;
    CHECK_INT(drawn_skirmish_order_at(&s, peasant, "move", 15, 15), US_REASON_NONE);
    while (drawn_skirmish_entity(&s, peasant)->flags & US_ENTITY_INSIDE)
        drawn_skirmish_run(&s, 1);
    CHECK(s.g->core->now - in >= 149);
    CHECK_INT(drawn_skirmish_entity(&s, peasant)->attribute[s.g->words->carried], 100);
    drawn_skirmish_run(&s, 400);
    CHECK_INT(drawn_skirmish_entity(&s, peasant)->x, 15);
}

/* ---- building */

TEST(a_farm_costs_takes_600_cycles_and_feeds_four)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
    int32_t food = drawn_skirmish_tally(&s, 0, "food_supply");
    CHECK_INT(drawn_skirmish_order_build(&s, peasant, "farm", 8, 8), US_REASON_NONE);
    drawn_skirmish_run(&s, 100);
    CHECK_INT(drawn_skirmish_tally(&s, 0, "gold"), 4500);
    CHECK_INT(drawn_skirmish_tally(&s, 0, "wood"), 4750);
    us_id farm = drawn_skirmish_find(&s, "farm", 0, 0);
    CHECK(farm != 0);
    CHECK(drawn_skirmish_entity(&s, farm)->flags & US_ENTITY_UNFINISHED);
    CHECK(drawn_skirmish_entity(&s, peasant)->flags & US_ENTITY_INSIDE);
    CHECK(drawn_skirmish_entity(&s, farm)->attribute[0] < 100);
    CHECK_INT(drawn_skirmish_count(&s, "farm", 0), 0);
    drawn_skirmish_run(&s, 700);
    CHECK_INT(drawn_skirmish_count(&s, "farm", 0), 1);
    CHECK_INT(drawn_skirmish_entity(&s, farm)->attribute[0], 400);
    CHECK_INT(drawn_skirmish_tally(&s, 0, "food_supply"), food + 4);
    CHECK(!(drawn_skirmish_entity(&s, peasant)->flags & US_ENTITY_INSIDE));
    const us_event *created = drawn_skirmish_event(&s, US_EVENT_CREATED, farm);
    const us_event *finished = drawn_skirmish_event(&s, US_EVENT_FINISHED, farm);
    CHECK(created && finished && created->other == peasant);
    CHECK_INT(finished->cycle - created->cycle, 600);
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
    drawn_skirmish s = drawn_skirmish_begin(
        base, "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n....................~~~~", 1);
    us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
    for (int r = 0; r < US_COUNT(rows); r++)
        CHECK_STR(us_reason_name(
                      drawn_skirmish_order_build(&s, peasant, rows[r].type, rows[r].x, rows[r].y)),
                  us_reason_name(rows[r].reason));
    drawn_skirmish_give(&s, 0, "gold", -4501);
    CHECK_STR(us_reason_name(drawn_skirmish_order_build(&s, peasant, "farm", 5, 20)),
              us_reason_name(US_REASON_NO_RESOURCES));
    drawn_skirmish_end(&s);
}

TEST(a_cancelled_site_pays_three_quarters_back)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
    drawn_skirmish_order_build(&s, peasant, "farm", 8, 8);
    drawn_skirmish_run(&s, 200);
    us_id farm = drawn_skirmish_find(&s, "farm", 0, 0);
    CHECK_INT(drawn_skirmish_order(&s, farm, "cancel", 0), US_REASON_NONE);
    CHECK_INT(drawn_skirmish_tally(&s, 0, "gold"), 4500 + 375);
    CHECK(!drawn_skirmish_entity(&s, farm));
    drawn_skirmish_run(&s, 5);
    CHECK(!(drawn_skirmish_entity(&s, peasant)->flags & US_ENTITY_INSIDE));
    CHECK_STR(drawn_skirmish_status(&s, peasant), "idle");
    const us_event *failed = drawn_skirmish_event(&s, US_EVENT_FAILED, peasant);
    CHECK(failed && failed->type == US_REASON_BAD_TARGET);
}

TEST(a_site_rests_without_its_builder_and_another_goes_on)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
    us_id other = drawn_skirmish_add(&s, "peasant", 0, 14, 14);
    drawn_skirmish_order_build(&s, peasant, "farm", 8, 8);
    drawn_skirmish_run(&s, 300);
    us_id farm = drawn_skirmish_find(&s, "farm", 0, 0);
    CHECK_INT(drawn_skirmish_order_at(&s, peasant, "move", 20, 8), US_REASON_NONE);
    drawn_skirmish_run(&s, 40);
    int32_t rested = drawn_skirmish_entity(&s, farm)->attribute[0];
    drawn_skirmish_run(&s, 800);
    CHECK_INT(drawn_skirmish_entity(&s, farm)->attribute[0], rested);
    CHECK(!(drawn_skirmish_entity(&s, peasant)->flags & US_ENTITY_INSIDE));
    CHECK_INT(drawn_skirmish_order(&s, other, "repair", farm), US_REASON_NONE);
    drawn_skirmish_run(&s, 550);
    CHECK_INT(drawn_skirmish_count(&s, "farm", 0), 1);
    CHECK_INT(drawn_skirmish_tally(&s, 0, "gold"), 4500);
}

TEST(a_site_keeps_its_work_and_is_free_when_its_builder_is_out)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
    us_id other = drawn_skirmish_add(&s, "peasant", 0, 10, 8);
    drawn_skirmish_order_build(&s, peasant, "farm", 8, 8);
    while (!(drawn_skirmish_entity(&s, peasant)->flags & US_ENTITY_INSIDE))
        drawn_skirmish_run(&s, 1);
    drawn_skirmish_run(&s, 40);
    us_id farm = drawn_skirmish_find(&s, "farm", 0, 0);
    us_cycle left = s.g->core->now,
             worked = left - drawn_skirmish_event(&s, US_EVENT_CREATED, farm)->cycle;
    CHECK_INT(drawn_skirmish_order(&s, peasant, "stop", 0), US_REASON_NONE);
    drawn_skirmish_run(&s, 2);
    CHECK_INT(s.g->unit[sk_slot_find(s.g, farm)].built, worked);
    us_cycle again = s.g->core->now;
    CHECK_INT(drawn_skirmish_order(&s, other, "repair", farm), US_REASON_NONE);
    drawn_skirmish_run(&s, 600);
    CHECK_INT(drawn_skirmish_events(&s, US_EVENT_FAILED, other), 0);
    CHECK_INT(drawn_skirmish_events(&s, US_EVENT_DONE, other), 1);
    const us_event *finished = drawn_skirmish_event(&s, US_EVENT_FINISHED, farm);
    CHECK_INT(finished ? finished->cycle - again : 0, 600 - worked);
    CHECK_INT(drawn_skirmish_entity(&s, farm)->attribute[0], 400);
}

TEST(one_builder_is_enough)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    us_id other = drawn_skirmish_add(&s, "peasant", 0, 10, 8);
    drawn_skirmish_order_build(&s, drawn_skirmish_find(&s, "peasant", 0, 0), "farm", 8, 8);
    drawn_skirmish_run(&s, 200);
    CHECK_INT(drawn_skirmish_order(&s, other, "repair", drawn_skirmish_find(&s, "farm", 0, 0)),
              US_REASON_NONE);
    drawn_skirmish_run(&s, 5);
    const us_event *failed = drawn_skirmish_event(&s, US_EVENT_FAILED, other);
    CHECK(failed && failed->type == US_REASON_BUSY);
}

TEST(a_builder_whose_site_falls_says_so)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
    drawn_skirmish_order_build(&s, peasant, "farm", 8, 8);
    drawn_skirmish_run(&s, 200);
    sk_unit_remove(s.g, sk_slot_find(s.g, drawn_skirmish_find(&s, "farm", 0, 0)), US_GONE_KILLED,
                   0);
    sk_game_sweep(s.g);
    drawn_skirmish_run(&s, 5);
    const us_event *failed = drawn_skirmish_event(&s, US_EVENT_FAILED, peasant);
    CHECK(failed && failed->type == US_REASON_BAD_TARGET);
    CHECK_INT(drawn_skirmish_events(&s, US_EVENT_DONE, peasant), 0);
}

TEST(friends_without_an_order_step_off_a_site_and_go_on)
{
    static const char *const tasks[] = {NULL, "repair", "chop"};
    for (int t = 0; t < US_COUNT(tasks); t++) {
        US_AUTO(drawn_skirmish_end)
        drawn_skirmish s = drawn_skirmish_begin(base, "\n\n\n\n\n\n\n\n\n\n........TT", 1);
        us_id friend = drawn_skirmish_add(&s, "peasant", 0, 9, 9);
        us_id mill = drawn_skirmish_add(&s, "human-lumber-mill", 0, 10, 7);
        sk_slot slot = sk_slot_find(s.g, friend);
        int action = tasks[t] ? us_domain_find_action(s.g->domain, tasks[t]) : -1;
        us_test_row(tasks[t]);
        sk_unit_entity(s.g, sk_slot_find(s.g, mill))->attribute[0] = 10;
        sk_task task = {.action = action, .arg = {t == 1 ? (int32_t)mill : US_CELL(9, 10)}};
        if (tasks[t])
            sk_task_begin(s.g, slot, &task);
        drawn_skirmish_run(&s, 60);
        CHECK(s.g->unit[slot].x == 9 && s.g->unit[slot].y == 9);
        drawn_skirmish_order_build(&s, drawn_skirmish_find(&s, "peasant", 0, 0), "farm", 8, 8);
        for (int i = 0; i < 40 && !drawn_skirmish_find(&s, "farm", 0, 0); i++)
            drawn_skirmish_run(&s, 10);
        CHECK(drawn_skirmish_find(&s, "farm", 0, 0) != 0);
        drawn_skirmish_run(&s, 60);
        CHECK_INT(drawn_skirmish_entity(&s, friend)->action, action);
        CHECK_INT(s.g->unit[slot].waits, 0);
        us_test_row(NULL);
    }
}

TEST(a_finished_wall_is_terrain)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
    CHECK_INT(drawn_skirmish_order_build(&s, peasant, "human-wall", 8, 8), US_REASON_NONE);
    drawn_skirmish_run(&s, 400);
    const us_world *world = us_game_world(s.game, US_NEUTRAL);
    int terrain = world->plane[US_PLANE_TERRAIN][us_world_cell(world, 8, 8)];
    CHECK_STR(s.scenario->domain->terrain[terrain].name, "wall");
    CHECK_INT(world->plane[US_PLANE_AMOUNT][us_world_cell(world, 8, 8)], 40);
    CHECK_INT(drawn_skirmish_find(&s, "wall", 0, 0), 0);
    CHECK_STR(drawn_skirmish_status(&s, peasant), "idle");
    CHECK(drawn_skirmish_event(&s, US_EVENT_DONE, peasant) != NULL);
}

TEST(who_is_ordered_away_as_its_wall_is_done_has_built_it)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
    drawn_skirmish_order_build(&s, peasant, "human-wall", 8, 8);
    while (!drawn_skirmish_event(&s, US_EVENT_TERRAIN, 0))
        drawn_skirmish_run(&s, 1);
    CHECK_INT(drawn_skirmish_order_at(&s, peasant, "move", 20, 8), US_REASON_NONE);
    CHECK_INT(drawn_skirmish_events(&s, US_EVENT_DONE, peasant), 1);
    drawn_skirmish_run(&s, 400);
    CHECK_INT(drawn_skirmish_events(&s, US_EVENT_FAILED, peasant), 0);
    CHECK_INT(drawn_skirmish_events(&s, US_EVENT_DONE, peasant), 2);
    /* and what it builds next is judged by itself */
    drawn_skirmish_order_build(&s, peasant, "farm", 20, 10);
    drawn_skirmish_run(&s, 100);
    CHECK_INT(drawn_skirmish_order(&s, drawn_skirmish_find(&s, "farm", 0, 0), "cancel", 0),
              US_REASON_NONE);
    drawn_skirmish_run(&s, 5);
    CHECK_INT(drawn_skirmish_events(&s, US_EVENT_DONE, peasant), 2);
    CHECK_INT(drawn_skirmish_events(&s, US_EVENT_FAILED, peasant), 1);
}

TEST(repair_costs_and_heals)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    us_id hall = drawn_skirmish_find(&s, "town-hall", 0, 0),
          peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
    CHECK_INT(drawn_skirmish_order(&s, peasant, "repair", hall), US_REASON_NOTHING);
    sk_unit_entity(s.g, sk_slot_find(s.g, hall))->attribute[0] = 1160;
    CHECK_INT(drawn_skirmish_order(&s, peasant, "repair", hall), US_REASON_NONE);
    drawn_skirmish_run(&s, 1000);
    CHECK_INT(drawn_skirmish_entity(&s, hall)->attribute[0], 1200);
    CHECK_INT(drawn_skirmish_tally(&s, 0, "gold"), 4990);
    CHECK_INT(drawn_skirmish_tally(&s, 0, "wood"), 4990);
    CHECK_STR(drawn_skirmish_status(&s, peasant), "idle");
}
