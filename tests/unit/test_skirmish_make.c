#include "tests/unit/drawn_skirmish.h"
#include "tests/unit/test.h"

static const char base[] = "seat 0 human gold 9000 wood 9000 oil 9000\nseat 1 orc\n"
                           "entity town-hall 0 10 2\n"
                           "entity human-barracks 0 16 2\n"
                           "entity peasant 0 7 4\n"
                           "entity great-hall 1 26 26\n";

TEST(training_costs_takes_its_time_and_food)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    drawn_skirmish_add(&s, "farm", 0, 2, 20);
    us_id barracks = drawn_skirmish_find(&s, "human-barracks", 0, 0);
    int32_t used = drawn_skirmish_tally(&s, 0, "food_used");
    CHECK_INT(drawn_skirmish_order_make(&s, barracks, "train", "footman"), US_REASON_NONE);
    CHECK_INT(drawn_skirmish_tally(&s, 0, "gold"), 8400);
    CHECK_STR(drawn_skirmish_status(&s, barracks), "training");
    drawn_skirmish_run(&s, 300);
    CHECK_INT(drawn_skirmish_count(&s, "footman", 0), 0);
    drawn_skirmish_run(&s, 1);
    CHECK_INT(drawn_skirmish_count(&s, "footman", 0), 1);
    CHECK_INT(drawn_skirmish_tally(&s, 0, "food_used"), used + 1);
    CHECK_STR(drawn_skirmish_status(&s, barracks), "idle");
    const us_entity *footman = drawn_skirmish_entity(&s, drawn_skirmish_find(&s, "footman", 0, 0));
    CHECK_INT(us_entity_distance(s.scenario->domain, footman, drawn_skirmish_entity(&s, barracks)),
              1);
}

TEST(training_is_refused_for_a_reason)
{
    static const struct {
        const char *type, *own;
        us_reason reason;
    } rows[] = {
        {"grunt", NULL, US_REASON_CANNOT},
        {"peasant", NULL, US_REASON_CANNOT},
        {"archer", NULL, US_REASON_REQUIRES},
        {"archer", "human-lumber-mill", US_REASON_NONE},
        {"knight", "stables", US_REASON_REQUIRES},
        {"ballista", "human-blacksmith", US_REASON_REQUIRES},
        {"infantry", NULL, US_REASON_BAD_ARGUMENT}, /* abstract */
    };
    for (int r = 0; r < US_COUNT(rows); r++) {
        US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
        drawn_skirmish_add(&s, "farm", 0, 2, 20);
        if (rows[r].own)
            drawn_skirmish_add(&s, rows[r].own, 0, 20, 20);
        us_reason reason = drawn_skirmish_order_make(
            &s, drawn_skirmish_find(&s, "human-barracks", 0, 0), "train", rows[r].type);
        CHECK_STR(us_reason_name(reason), us_reason_name(rows[r].reason));
    }
}

TEST(without_food_nothing_is_trained)
{
    drawn_skirmish s = drawn_skirmish_begin(base, "", 1); /* the hall feeds one: the peasant */
    us_id barracks = drawn_skirmish_find(&s, "human-barracks", 0, 0);
    CHECK_STR(us_reason_name(drawn_skirmish_order_make(&s, barracks, "train", "footman")),
              us_reason_name(US_REASON_NO_FOOD));
    us_id farm = drawn_skirmish_add(&s, "farm", 0, 2, 20);
    CHECK_INT(drawn_skirmish_order_make(&s, barracks, "train", "footman"), US_REASON_NONE);
    /* the farm goes while he is in training: he waits inside until there is food again */
    sk_unit_remove(s.g, sk_slot_find(s.g, farm), US_GONE_KILLED, 0);
    sk_game_sweep(s.g);
    drawn_skirmish_run(&s, 600);
    CHECK_INT(drawn_skirmish_count(&s, "footman", 0), 0);
    drawn_skirmish_add(&s, "farm", 0, 2, 20);
    drawn_skirmish_run(&s, 30);
    CHECK_INT(drawn_skirmish_count(&s, "footman", 0), 1);
    drawn_skirmish_end(&s);
}

static int count_events(const drawn_skirmish *s, us_event_kind kind, us_id entity,
                        const char *action)
{
    int count = 0, wanted = us_domain_find_action(s->scenario->domain, action);
    for (int i = 0; i < s->events.count; i++) {
        const us_event *event = &s->events.event[i];
        count += event->kind == kind && event->entity == entity && event->extra == wanted;
    }
    return count;
}

TEST(what_is_queued_is_accepted_then_done_or_failed)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    drawn_skirmish_add(&s, "farm", 0, 2, 20);
    us_id barracks = drawn_skirmish_find(&s, "human-barracks", 0, 0);
    for (int i = 0; i < 2; i++)
        drawn_skirmish_order_make(&s, barracks, "train", "footman");
    drawn_skirmish_run(&s, 1);
    CHECK_INT(count_events(&s, US_EVENT_ACCEPTED, barracks, "train"), 2);
    CHECK_INT(drawn_skirmish_order(&s, barracks, "cancel", 0), US_REASON_NONE);
    drawn_skirmish_run(&s, 301);
    CHECK_INT(count_events(&s, US_EVENT_ACCEPTED, barracks, "train"), 2);
    CHECK_INT(count_events(&s, US_EVENT_DONE, barracks, "train"), 1);
    CHECK_INT(count_events(&s, US_EVENT_FAILED, barracks, "train"), 1);
}

TEST(nothing_is_paid_back_for_what_a_building_that_goes_had_queued)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    drawn_skirmish_add(&s, "farm", 0, 2, 20);
    us_id barracks = drawn_skirmish_find(&s, "human-barracks", 0, 0);
    for (int i = 0; i < 3; i++)
        drawn_skirmish_order_make(&s, barracks, "train", "footman");
    CHECK_INT(drawn_skirmish_order(&s, barracks, "dismiss", 0), US_REASON_NONE);
    drawn_skirmish_run(&s, 5);
    CHECK_INT(drawn_skirmish_tally(&s, 0, "gold"), 9000 - 3 * 600);
}

TEST(the_young_come_out_towards_the_middle_of_the_map)
{
    static const struct {
        int x, y, birth_x, birth_y;
    } rows[] = {{4, 8, 7, 11}, {22, 8, 21, 11}, {4, 20, 7, 19}, {22, 20, 21, 19}};
    for (int r = 0; r < US_COUNT(rows); r++) {
        US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
        drawn_skirmish_add(&s, "farm", 0, 2, 28);
        us_id barracks = drawn_skirmish_add(&s, "human-barracks", 0, rows[r].x, rows[r].y);
        CHECK_INT(drawn_skirmish_order_make(&s, barracks, "train", "footman"), US_REASON_NONE);
        drawn_skirmish_run(&s, 301);
        const us_entity *footman =
            drawn_skirmish_entity(&s, drawn_skirmish_find(&s, "footman", 0, 0));
        CHECK_INT(footman ? footman->x : -1, rows[r].birth_x);
        CHECK_INT(footman ? footman->y : -1, rows[r].birth_y);
    }
}

TEST(a_queue_holds_six_and_pays_back_the_last_first)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    for (int i = 0; i < 3; i++)
        drawn_skirmish_add(&s, "farm", 0, 2 + 3 * i, 20);
    us_id barracks = drawn_skirmish_find(&s, "human-barracks", 0, 0);
    for (int i = 0; i < 6; i++)
        CHECK_INT(drawn_skirmish_order_make(&s, barracks, "train", "footman"), US_REASON_NONE);
    CHECK_STR(us_reason_name(drawn_skirmish_order_make(&s, barracks, "train", "footman")),
              us_reason_name(US_REASON_BUSY));
    CHECK_INT(drawn_skirmish_tally(&s, 0, "gold"), 9000 - 6 * 600);
    CHECK_INT(drawn_skirmish_order(&s, barracks, "cancel", 0), US_REASON_NONE);
    CHECK_INT(drawn_skirmish_tally(&s, 0, "gold"), 9000 - 5 * 600);
    drawn_skirmish_run(&s, 5 * 300 + 5);
    CHECK_INT(drawn_skirmish_count(&s, "footman", 0), 5);
    CHECK_STR(us_reason_name(drawn_skirmish_order(&s, barracks, "cancel", 0)),
              us_reason_name(US_REASON_NOTHING));
    CHECK_INT(count_events(&s, US_EVENT_DONE, barracks, "train"), 5);
}

TEST(research_makes_stronger_once)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    us_id smith = drawn_skirmish_add(&s, "human-blacksmith", 0, 20, 8);
    us_id other = drawn_skirmish_add(&s, "human-blacksmith", 0, 20, 14);
    us_type footman = us_domain_find_type(s.scenario->domain, "footman");
    int before = sk_game_stats(s.g, 0, footman)->piercing;
    CHECK_STR(us_reason_name(drawn_skirmish_order_make(&s, smith, "research", "sword-2")),
              us_reason_name(US_REASON_REQUIRES));
    CHECK_INT(drawn_skirmish_order_make(&s, smith, "research", "sword-1"), US_REASON_NONE);
    CHECK_STR(us_reason_name(drawn_skirmish_order_make(&s, other, "research", "sword-1")),
              us_reason_name(US_REASON_KNOWN));
    drawn_skirmish_run(&s, 1001);
    CHECK_INT(sk_game_stats(s.g, 0, footman)->piercing, before + 2);
    CHECK_INT(sk_game_stats(s.g, 1, footman)->piercing, before);
    CHECK(drawn_skirmish_event(&s, US_EVENT_LEARNED, smith) != NULL);
    CHECK_STR(us_reason_name(drawn_skirmish_order_make(&s, other, "research", "sword-1")),
              us_reason_name(US_REASON_KNOWN));
    CHECK_INT(drawn_skirmish_order_make(&s, other, "research", "sword-2"), US_REASON_NONE);
}

TEST(a_hall_becomes_a_keep_and_keeps_its_wounds)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    us_id hall = drawn_skirmish_find(&s, "town-hall", 0, 0);
    CHECK_STR(us_reason_name(drawn_skirmish_order_make(&s, hall, "upgrade", "castle")),
              us_reason_name(US_REASON_CANNOT));
    sk_unit_entity(s.g, sk_slot_find(s.g, hall))->attribute[0] = 1000;
    CHECK_INT(drawn_skirmish_order_make(&s, hall, "upgrade", "keep"), US_REASON_NONE);
    CHECK_STR(drawn_skirmish_status(&s, hall), "upgrading");
    CHECK_STR(us_reason_name(drawn_skirmish_order_make(&s, hall, "train", "peasant")),
              us_reason_name(US_REASON_BUSY));
    drawn_skirmish_run(&s, 1001);
    CHECK_INT(drawn_skirmish_entity(&s, hall)->type,
              us_domain_find_type(s.scenario->domain, "keep"));
    CHECK_INT(drawn_skirmish_entity(&s, hall)->attribute[0], 1200);
    CHECK_INT(drawn_skirmish_tally(&s, 0, "oil"), 8800);
    const us_event *converted = drawn_skirmish_event(&s, US_EVENT_CONVERTED, hall);
    CHECK(converted && converted->value == us_domain_find_type(s.scenario->domain, "town-hall"));
}

TEST(a_converting_upgrade_changes_the_living_and_the_unborn)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    drawn_skirmish_add(&s, "farm", 0, 2, 20);
    drawn_skirmish_add(&s, "keep", 0, 2, 24);
    drawn_skirmish_add(&s, "farm", 0, 6, 20);
    us_id mill = drawn_skirmish_add(&s, "human-lumber-mill", 0, 20, 8);
    us_id archer = drawn_skirmish_add(&s, "archer", 0, 20, 20);
    CHECK_INT(drawn_skirmish_order_make(&s, mill, "research", "ranger-training"), US_REASON_NONE);
    drawn_skirmish_run(&s, 1251);
    CHECK_INT(drawn_skirmish_entity(&s, archer)->type,
              us_domain_find_type(s.scenario->domain, "ranger"));
    CHECK_INT(drawn_skirmish_order_make(&s, drawn_skirmish_find(&s, "human-barracks", 0, 0),
                                        "train", "archer"),
              US_REASON_NONE);
    drawn_skirmish_run(&s, 400);
    CHECK_INT(drawn_skirmish_count(&s, "ranger", 0), 2);
    CHECK_INT(drawn_skirmish_count(&s, "archer", 0), 0);
}

TEST(a_child_leaves_its_house_where_there_is_land)
{
    /* the barracks stands walled in by water */
    drawn_skirmish s =
        drawn_skirmish_begin("seat 0 human gold 9000 wood 9000\nseat 1 orc\n"
                             "entity town-hall 0 20 20\nentity farm 0 28 2\n"
                             "entity human-barracks 0 2 2\nentity great-hall 1 26 26\n",
                             "~~~~~~~\n~~~~~~~\n~~...~~\n~~...~~\n~~...~~\n~~~~~~~\n~~~~~~~", 1);
    us_id barracks = drawn_skirmish_find(&s, "human-barracks", 0, 0);
    CHECK_INT(drawn_skirmish_order_make(&s, barracks, "train", "footman"), US_REASON_NONE);
    drawn_skirmish_run(&s, 400);
    /* the nearest land is beyond the water: he comes out there */
    CHECK_INT(drawn_skirmish_count(&s, "footman", 0), 1);
    drawn_skirmish_end(&s);
}
