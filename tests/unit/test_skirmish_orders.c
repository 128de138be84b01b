/* Orders behind one another, workers that mend by themselves, and where the young go. */
#include "base/str.h"
#include "tests/unit/drawn_skirmish.h"
#include "tests/unit/test.h"

static const char base[] = "seat 0 human gold 5000 wood 5000 oil 5000\nseat 1 orc\n"
                           "entity gold-mine neutral 2 2 stock 1000\n"
                           "entity town-hall 0 10 2\n"
                           "entity peasant 0 7 4\n"
                           "entity great-hall 1 26 26\n";

static int waiting(drawn_skirmish *s, us_id unit)
{
    return drawn_skirmish_entity(s, unit)->attribute[s->g->words->orders];
}

static bool stands_at(drawn_skirmish *s, us_id unit, int x, int y)
{
    const us_entity *entity = drawn_skirmish_entity(s, unit);
    return entity && entity->x == x && entity->y == y;
}

/* ---- orders behind one another */

TEST(queued_orders_are_done_one_after_another)
{
    static const int corner[3][2] = {{7, 12}, {15, 12}, {15, 20}};
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
    s.queued = true; /* the first begins at once: there is nothing to wait for */
    for (int i = 0; i < 3; i++)
        CHECK_INT(drawn_skirmish_order_at(&s, peasant, "move", corner[i][0], corner[i][1]),
                  US_REASON_NONE);
    CHECK_INT(waiting(&s, peasant), 2);
    int at = 0;
    for (int i = 0; i < 600; i++) {
        drawn_skirmish_run(&s, 1);
        if (at < 3 && stands_at(&s, peasant, corner[at][0], corner[at][1]))
            at++;
        if (at < 3)
            CHECK(!us_text_equal(drawn_skirmish_status(&s, peasant), "idle"));
    }
    CHECK_INT(at, 3);
    CHECK_INT(waiting(&s, peasant), 0);
    CHECK_STR(drawn_skirmish_status(&s, peasant), "idle");
    CHECK_INT(drawn_skirmish_events(&s, US_EVENT_ACCEPTED, peasant), 3);
    CHECK_INT(drawn_skirmish_events(&s, US_EVENT_DONE, peasant), 3);
    CHECK_INT(drawn_skirmish_events(&s, US_EVENT_FAILED, peasant), 0);
    int32_t last = 0;
    for (int i = 0; i < s.events.count; i++) {
        const us_event *event = &s.events.event[i];
        if (event->kind == US_EVENT_DONE) {
            CHECK(event->value > last);
            last = event->value;
        }
    }
}

TEST(whatever_is_not_queued_ends_all_that_waits)
{
    static const char *const actions[] = {"stop", "stand", "dismiss"};
    for (int i = 0; i < US_COUNT(actions); i++) {
        US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
        us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
        s.queued = true;
        for (int x = 8; x < 12; x++)
            drawn_skirmish_order_at(&s, peasant, "move", x, 20);
        drawn_skirmish_run(&s, 5);
        s.queued = false;
        CHECK_INT(drawn_skirmish_order(&s, peasant, actions[i], 0), US_REASON_NONE);
        drawn_skirmish_run(&s, 100);
        CHECK_INT(drawn_skirmish_events(&s, US_EVENT_FAILED, peasant), 4);
        CHECK_INT(drawn_skirmish_event(&s, US_EVENT_FAILED, peasant)->type,
                  i < 2 ? US_REASON_INTERRUPTED : US_REASON_DEAD);
        CHECK_INT(drawn_skirmish_events(&s, US_EVENT_DONE, peasant), 1);
        if (i < 2)
            CHECK_INT(waiting(&s, peasant), 0);
    }
}

TEST(eight_orders_wait_and_no_more)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
    drawn_skirmish_order_at(&s, peasant, "move", 20, 20);
    s.queued = true;
    for (int i = 0; i < SK_WAITING_MAX; i++)
        CHECK_INT(drawn_skirmish_order_at(&s, peasant, "move", i, 20), US_REASON_NONE);
    CHECK_STR(us_reason_name(drawn_skirmish_order_at(&s, peasant, "move", 9, 20)),
              us_reason_name(US_REASON_BUSY));
    CHECK_INT(waiting(&s, peasant), SK_WAITING_MAX);
    s.queued = false;
    CHECK_INT(drawn_skirmish_order_at(&s, peasant, "move", 9, 20), US_REASON_NONE);
    CHECK_INT(waiting(&s, peasant), 0);
}

TEST(only_what_takes_a_unit_its_time_is_queued)
{
    static const char *const actions[] = {"stop", "dismiss", "auto-repair", "return"};
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0),
          hall = drawn_skirmish_find(&s, "town-hall", 0, 0);
    s.queued = true;
    for (int i = 0; i < US_COUNT(actions); i++)
        CHECK_STR(us_reason_name(drawn_skirmish_order(&s, peasant, actions[i], 0)), "bad-argument");
    CHECK_STR(us_reason_name(drawn_skirmish_order_make(&s, hall, "train", "peasant")),
              "bad-argument");
    CHECK_STR(us_reason_name(drawn_skirmish_order_at(&s, hall, "rally", 5, 5)), "bad-argument");
}

TEST(a_worker_puts_up_three_farms_in_a_row)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
    s.queued = true;
    for (int i = 0; i < 3; i++)
        CHECK_INT(drawn_skirmish_order_build(&s, peasant, "farm", 4 + 3 * i, 12), US_REASON_NONE);
    drawn_skirmish_run(&s, 2300);
    CHECK_INT(drawn_skirmish_count(&s, "farm", 0), 3);
    CHECK_INT(drawn_skirmish_tally(&s, 0, "gold"), 5000 - 3 * 500);
    CHECK_INT(drawn_skirmish_events(&s, US_EVENT_DONE, peasant), 3);
}

TEST(what_waits_is_judged_again_and_the_next_begins)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
    s.queued = true;
    CHECK_INT(drawn_skirmish_order_at(&s, peasant, "move", 7, 8), US_REASON_NONE);
    CHECK_INT(drawn_skirmish_order_build(&s, peasant, "farm", 8, 8), US_REASON_NONE);
    CHECK_INT(drawn_skirmish_order_at(&s, peasant, "move", 7, 14), US_REASON_NONE);
    drawn_skirmish_give(&s, 0, "gold", -4501);
    drawn_skirmish_run(&s, 300);
    const us_event *failed = drawn_skirmish_event(&s, US_EVENT_FAILED, peasant);
    CHECK(failed && failed->type == US_REASON_NO_RESOURCES && failed->extra == s.g->words->build);
    CHECK_INT(drawn_skirmish_events(&s, US_EVENT_DONE, peasant), 2);
    CHECK(stands_at(&s, peasant, 7, 14));
}

TEST(who_dies_fails_in_all_that_it_was_to_do)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
    s.queued = true;
    for (int x = 8; x < 12; x++)
        drawn_skirmish_order_at(&s, peasant, "move", x, 20);
    sk_unit_entity(s.g, sk_slot_find(s.g, peasant))->attribute[0] = 1;
    drawn_skirmish_add(&s, "grunt", 1, 7, 6);
    drawn_skirmish_run(&s, 100);
    CHECK(!drawn_skirmish_entity(&s, peasant));
    CHECK_INT(drawn_skirmish_events(&s, US_EVENT_FAILED, peasant), 4);
}

TEST(a_bad_place_is_told_before_the_price)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
    drawn_skirmish_give(&s, 0, "gold", -5000);
    CHECK_STR(us_reason_name(drawn_skirmish_order_build(&s, peasant, "farm", 3, 3)), "bad-place");
    CHECK_STR(us_reason_name(drawn_skirmish_order_build(&s, peasant, "farm", 8, 8)),
              "no-resources");
}

TEST(who_is_to_gather_what_has_gone_goes_on_at_the_next)
{
    static const struct {
        const char *action;
        bool other; /* there is another one near */
        us_reason reason;
    } rows[] = {
        {"harvest", true, US_REASON_NONE},
        {"harvest", false, US_REASON_EXHAUSTED},
        {"chop", true, US_REASON_NONE},
        {"chop", false, US_REASON_EXHAUSTED},
    };
    for (int r = 0; r < US_COUNT(rows); r++) {
        drawn_skirmish s = drawn_skirmish_begin(
            base, rows[r].other ? "\n\n\n\n\n\n\nTTTTT" : "\n\n\n\n\n\n\n....T", 1);
        us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0),
              mine = drawn_skirmish_find(&s, "gold-mine", -1, 0);
        us_id second = rows[r].other ? drawn_skirmish_add(&s, "gold-mine", -1, 2, 10) : 0;
        us_test_row(rows[r].action);
        if (second)
            sk_unit_entity(s.g, sk_slot_find(s.g, second))->attribute[s.g->words->stock] = 500;
        s.queued = true;
        CHECK_INT(drawn_skirmish_order_at(&s, peasant, "move", 7, 8), US_REASON_NONE);
        CHECK_INT(r < 2 ? drawn_skirmish_order(&s, peasant, "harvest", mine)
                        : drawn_skirmish_order_at(&s, peasant, "chop", 4, 7),
                  US_REASON_NONE);
        sk_unit_remove(s.g, sk_slot_find(s.g, mine), US_GONE_SPENT, 0);
        sk_game_sweep(s.g);
        sk_terrain_set(s.g, 4, 7, us_domain_find_terrain(s.scenario->domain, "stump"), 0);
        drawn_skirmish_run(&s, 1800);
        const us_event *failed = drawn_skirmish_event(&s, US_EVENT_FAILED, peasant);
        CHECK_INT(failed ? failed->type : US_REASON_NONE, rows[r].reason);
        CHECK((drawn_skirmish_event(&s, US_EVENT_GAINED, peasant) != NULL) == rows[r].other);
        us_test_row(NULL);
        drawn_skirmish_end(&s);
    }
}

TEST(wood_is_cut_where_trees_stand_or_stood)
{
    US_AUTO(drawn_skirmish_end)
    drawn_skirmish s = drawn_skirmish_begin(base, "\n\n\n\n\n\n\nTTTTs", 1);
    us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
    CHECK_STR(us_reason_name(drawn_skirmish_order_at(&s, peasant, "chop", 4, 8)), "bad-target");
    CHECK_INT(drawn_skirmish_order_at(&s, peasant, "chop", 4, 7), US_REASON_NONE);
    drawn_skirmish_run(&s, 1800);
    CHECK(drawn_skirmish_event(&s, US_EVENT_GAINED, peasant) != NULL);
}

/* ---- saving what waits */

static drawn_skirmish with_two_moves(int y, bool queued)
{
    drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
    us_order order = {.id = 1,
                      .action = (int8_t)s.g->words->move,
                      .queued = queued,
                      .unit = &peasant,
                      .unit_count = 1,
                      .arg = {US_CELL(7, 12)}};
    CHECK_INT(us_game_act(s.game, &order), US_REASON_NONE);
    order.id = 2;
    order.queued = true;
    order.arg[0] = US_CELL(15, y);
    CHECK_INT(us_game_act(s.game, &order), US_REASON_NONE);
    return s;
}

TEST(games_that_differ_in_what_waits_have_other_hashes)
{
    drawn_skirmish a = with_two_moves(12, false), same = with_two_moves(12, false);
    drawn_skirmish b = with_two_moves(13, false), c = with_two_moves(12, true);
    CHECK_HASH(us_game_hash(a.game), us_game_hash(same.game));
    CHECK_INT(us_game_tag(a.game), us_game_tag(same.game));
    CHECK(us_game_hash(a.game) != us_game_hash(b.game));
    CHECK(us_game_tag(a.game) != us_game_tag(b.game));
    CHECK(us_game_hash(a.game) != us_game_hash(c.game));
    CHECK(us_game_tag(a.game) != us_game_tag(c.game));
    /* not by the tag alone, which knows all orders that there ever were */
    sk_unit *unit = &a.g->unit[sk_slot_find(a.g, drawn_skirmish_find(&a, "peasant", 0, 0))];
    unit->waiting[0].arg[0] = US_CELL(15, 13);
    CHECK(us_game_hash(a.game) != us_game_hash(same.game));
    drawn_skirmish_end(&a);
    drawn_skirmish_end(&same);
    drawn_skirmish_end(&b);
    drawn_skirmish_end(&c);
}

TEST(what_waits_is_saved_and_done_after_loading)
{
    drawn_skirmish a = with_two_moves(12, false), b = drawn_skirmish_begin(base, "", 1);
    us_id peasant = drawn_skirmish_find(&a, "peasant", 0, 0);
    US_AUTOSTR(save);
    drawn_skirmish_run(&a, 20);
    us_game_save(a.game, &save);
    CHECK_INT(us_game_load(b.game, save.text, save.length, NULL), US_OK);
    CHECK_INT(waiting(&b, peasant), 1);
    us_events_reset(&a.events);
    drawn_skirmish_run(&a, 500);
    drawn_skirmish_run(&b, 500);
    CHECK(stands_at(&b, peasant, 15, 12));
    CHECK_INT(b.events.count, a.events.count);
    CHECK_HASH(us_game_hash(b.game), us_game_hash(a.game));
    drawn_skirmish_end(&a);
    drawn_skirmish_end(&b);
}

/* ---- orders that never end by themselves */

TEST(who_would_go_on_for_ever_makes_way_once_under_way)
{
    static const char *const actions[] = {"patrol", "attack-ground", "follow",
                                          "defend", "stand",         "explore"};
    for (int i = 0; i < US_COUNT(actions); i++) {
        US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
        us_id archer = drawn_skirmish_add(&s, "archer", 0, 18, 8);
        us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
        us_test_row(actions[i]);
        CHECK_INT(i < 2 ? drawn_skirmish_order_at(&s, archer, actions[i], 20, 10)
                        : drawn_skirmish_order(&s, archer, actions[i], peasant),
                  US_REASON_NONE);
        s.queued = true;
        CHECK_INT(drawn_skirmish_order_at(&s, archer, "move", 20, 14), US_REASON_NONE);
        drawn_skirmish_run(&s, 1500);
        CHECK(stands_at(&s, archer, 20, 14));
        CHECK_INT(drawn_skirmish_events(&s, US_EVENT_DONE, archer), 2);
        CHECK_INT(drawn_skirmish_events(&s, US_EVENT_FAILED, archer), 0);
        us_test_row(NULL);
    }
}

TEST(who_gathers_brings_its_load_home_first)
{
    static const struct {
        const char *resource;
        int cycles;
    } rows[] = {{"gold", 500}, {"wood", 1800}};
    for (int r = 0; r < US_COUNT(rows); r++) {
        US_AUTO(drawn_skirmish_end)
        drawn_skirmish s = drawn_skirmish_begin(base, "\n\n\n\n\n\n\nTTTTT", 1);
        us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
        if (r == 0)
            drawn_skirmish_order(&s, peasant, "harvest",
                                 drawn_skirmish_find(&s, "gold-mine", -1, 0));
        else
            drawn_skirmish_order_at(&s, peasant, "chop", 4, 7);
        s.queued = true;
        CHECK_INT(drawn_skirmish_order_at(&s, peasant, "move", 7, 8), US_REASON_NONE);
        drawn_skirmish_run(&s, rows[r].cycles);
        CHECK_INT(drawn_skirmish_tally(&s, 0, rows[r].resource), 5100);
        CHECK(stands_at(&s, peasant, 7, 8));
        CHECK_INT(drawn_skirmish_events(&s, US_EVENT_FAILED, peasant), 0);
    }
}

TEST(a_load_without_a_hall_does_not_hold_up_what_waits)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
    drawn_skirmish_order(&s, peasant, "harvest", drawn_skirmish_find(&s, "gold-mine", -1, 0));
    s.queued = true;
    CHECK_INT(drawn_skirmish_order_build(&s, peasant, "town-hall", 10, 10), US_REASON_NONE);
    drawn_skirmish_run(&s, 100);
    sk_unit_remove(s.g, sk_slot_find(s.g, drawn_skirmish_find(&s, "town-hall", 0, 0)),
                   US_GONE_KILLED, 0);
    sk_game_sweep(s.g);
    drawn_skirmish_run(&s, 400);
    CHECK_INT(drawn_skirmish_events(&s, US_EVENT_FAILED, peasant), 0);
    CHECK(drawn_skirmish_find(&s, "town-hall", 0, 0) != 0);
}

/* ---- mending by itself */

static us_id hurt_farm(drawn_skirmish *s, int x, int y)
{
    us_id farm = drawn_skirmish_add(s, "farm", 0, x, y);
    sk_unit_entity(s->g, sk_slot_find(s->g, farm))->attribute[0] = 380;
    return farm;
}

TEST(who_is_told_so_mends_what_is_damaged_near_it)
{
    static const struct {
        int on, x;
        const char *lacks;
        int32_t hit_points;
    } rows[] = {
        {1, 12, NULL, 400},   {0, 12, NULL, 380},
        {1, 13, NULL, 400},   {1, 14, NULL, 380}, /* beyond its reaction range */
        {1, 12, "wood", 380},
    };
    for (int r = 0; r < US_COUNT(rows); r++) {
        US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
        us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
        us_id farm = hurt_farm(&s, rows[r].x, 8);
        if (rows[r].lacks)
            drawn_skirmish_give(&s, 0, rows[r].lacks, -5000);
        sk_unit_remove(s.g, sk_slot_find(s.g, drawn_skirmish_find(&s, "town-hall", 0, 0)),
                       US_GONE_KILLED, 0);
        sk_game_sweep(s.g);
        CHECK_INT(drawn_skirmish_order(&s, peasant, "auto-repair", (us_id)rows[r].on),
                  US_REASON_NONE);
        drawn_skirmish_run(&s, 500);
        CHECK_INT(drawn_skirmish_entity(&s, farm)->attribute[0], rows[r].hit_points);
        CHECK_STR(drawn_skirmish_status(&s, peasant), "idle");
        CHECK_INT(drawn_skirmish_entity(&s, peasant)->attribute[s.g->words->auto_repair],
                  rows[r].on);
        CHECK_INT(drawn_skirmish_events(&s, US_EVENT_DONE, peasant), 1);
        CHECK_INT(drawn_skirmish_events(&s, US_EVENT_FAILED, peasant), 0);
    }
}

TEST(mending_by_itself_is_for_who_idles_and_can_be_told_off)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0), farm = hurt_farm(&s, 7, 8);
    drawn_skirmish_order_at(&s, peasant, "move", 20, 4);
    CHECK_STR(us_reason_name(drawn_skirmish_order(&s, peasant, "auto-repair", 2)), "bad-argument");
    CHECK_INT(drawn_skirmish_order(&s, peasant, "auto-repair", 1), US_REASON_NONE);
    drawn_skirmish_run(&s, 400);
    CHECK(stands_at(&s, peasant, 20, 4)); /* too far from the farm now */
    CHECK_INT(drawn_skirmish_entity(&s, farm)->attribute[0], 380);
    drawn_skirmish_order_at(&s, peasant, "move", 9, 6);
    drawn_skirmish_run(&s, 300);
    CHECK_STR(drawn_skirmish_status(&s, peasant), "repairing");
    drawn_skirmish_order(&s, peasant, "auto-repair", 0);
    drawn_skirmish_order_at(&s, peasant, "move", 9, 7);
    int32_t left = drawn_skirmish_entity(&s, farm)->attribute[0];
    drawn_skirmish_run(&s, 300);
    CHECK_INT(drawn_skirmish_entity(&s, farm)->attribute[0], left);
    CHECK_STR(us_reason_name(drawn_skirmish_order(&s, farm, "auto-repair", 1)), "cannot");
}

/* ---- where the young go */

static us_id first_born(drawn_skirmish *s, us_id house, const char *type)
{
    for (int i = 0; i < 5; i++)
        drawn_skirmish_add(s, "farm", 0, 2 + 3 * i, 28);
    int before = drawn_skirmish_count(s, type, 0);
    CHECK_INT(drawn_skirmish_order_make(s, house, "train", type), US_REASON_NONE);
    for (int i = 0; i < 1000 && drawn_skirmish_count(s, type, 0) == before; i++)
        drawn_skirmish_run(s, 1);
    return drawn_skirmish_find(s, type, 0, before);
}

TEST(soldiers_walk_to_the_rally_and_come_out_towards_it)
{
    static const struct {
        int x, y, end_x, end_y;
    } rows[] = {
        {12, 24, 12, 24},
        {2, 11, 2, 11},
        {3, 3, 5, 5}, /* the mine stands there */
        {0, 8, 1, 9}, /* a tree stands there */
    };
    for (int r = 0; r < US_COUNT(rows); r++) {
        US_AUTO(drawn_skirmish_end)
        drawn_skirmish s = drawn_skirmish_begin(base, "\n\n\n\n\n\n\nTTT\nTT", 1);
        us_id barracks = drawn_skirmish_add(&s, "human-barracks", 0, 12, 10);
        CHECK_INT(drawn_skirmish_order_at(&s, barracks, "rally", rows[r].x, rows[r].y),
                  US_REASON_NONE);
        CHECK_INT(drawn_skirmish_entity(&s, barracks)->attribute[s.g->words->rally],
                  rows[r].y * s.g->width + rows[r].x);
        us_id footman = first_born(&s, barracks, "footman");
        const us_entity *young = drawn_skirmish_entity(&s, footman);
        CHECK(r == 0 ? young->y == 13 : young->x == 11);
        drawn_skirmish_run(&s, 400);
        CHECK(stands_at(&s, footman, rows[r].end_x, rows[r].end_y));
        CHECK_INT(drawn_skirmish_events(&s, US_EVENT_FAILED, footman), 0);
    }
}

TEST(young_workers_gather_what_the_rally_points_at)
{
    static const struct {
        int x, y;
        const char *action;
    } rows[] = {{4, 4, "harvest"}, {1, 7, "chop"}, {8, 8, "move"}};
    for (int r = 0; r < US_COUNT(rows); r++) {
        for (int felled = 0; felled < 2; felled++) {
            US_AUTO(drawn_skirmish_end)
            drawn_skirmish s = drawn_skirmish_begin(base, "\n\n\n\n\n\n\nTTT\nTTT", 1);
            us_id hall = drawn_skirmish_find(&s, "town-hall", 0, 0);
            if (felled)
                sk_terrain_set(s.g, 1, 7, us_domain_find_terrain(s.scenario->domain, "stump"), 0);
            CHECK_INT(drawn_skirmish_order_at(&s, hall, "rally", rows[r].x, rows[r].y),
                      US_REASON_NONE);
            us_id young = first_born(&s, hall, "peasant");
            drawn_skirmish_run(&s, 1);
            int action = drawn_skirmish_entity(&s, young)->action;
            CHECK_STR(action < 0 ? "none" : s.scenario->domain->action[action].name,
                      rows[r].action);
            drawn_skirmish_run(&s, 1800);
            CHECK(us_text_equal(rows[r].action, "move")
                      ? stands_at(&s, young, rows[r].x, rows[r].y)
                      : drawn_skirmish_event(&s, US_EVENT_GAINED, young) != NULL);
        }
    }
}

TEST(a_rally_may_be_given_while_it_trains_and_taken_back)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    us_id hall = drawn_skirmish_find(&s, "town-hall", 0, 0),
          peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
    for (int i = 0; i < 2; i++) {
        drawn_skirmish_add(&s, "farm", 0, 2 + 3 * i, 20);
        CHECK_INT(drawn_skirmish_order_make(&s, hall, "train", "peasant"), US_REASON_NONE);
    }
    CHECK_INT(drawn_skirmish_order_at(&s, hall, "rally", 20, 20), US_REASON_NONE);
    drawn_skirmish_run(&s, 230);
    us_id first = drawn_skirmish_find(&s, "peasant", 0, 1);
    CHECK_INT(drawn_skirmish_entity(&s, first)->action, s.g->words->move);
    CHECK_INT(drawn_skirmish_order_at(&s, hall, "rally", 13, 5),
              US_REASON_NONE); /* the hall itself */
    CHECK_INT(drawn_skirmish_entity(&s, hall)->attribute[s.g->words->rally], -1);
    drawn_skirmish_run(&s, 230);
    us_id second = drawn_skirmish_find(&s, "peasant", 0, 2);
    CHECK_INT(drawn_skirmish_entity(&s, second)->action, -1);
    CHECK_STR(us_reason_name(drawn_skirmish_order_at(&s, hall, "rally", 400, 20)), "bad-argument");
    CHECK_STR(us_reason_name(drawn_skirmish_order_at(&s, peasant, "rally", 20, 20)), "cannot");
}

TEST(where_nobody_can_stand_the_young_stay)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(base, "", 1);
    for (int cell = 0; cell < s.g->cells; cell++) {
        if (cell / 32 > 7 && !s.g->occupant[cell])
            sk_terrain_set(s.g, cell % 32, cell / 32, us_domain_find_terrain(s.g->domain, "rocks"),
                           0);
    }
    us_id hall = drawn_skirmish_find(&s, "town-hall", 0, 0);
    CHECK_INT(drawn_skirmish_order_at(&s, hall, "rally", 16, 20), US_REASON_NONE);
    us_id young = first_born(&s, hall, "peasant");
    CHECK_INT(drawn_skirmish_entity(&s, young)->action, -1);
}
