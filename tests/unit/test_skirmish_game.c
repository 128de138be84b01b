#include "base/str.h"
#include "tests/unit/drawn_skirmish.h"
#include "tests/unit/test.h"

/* ---- fog */

static const char foggy[] = "seat 0 human\nseat 1 orc\nentity town-hall 0 1 1\n"
                            "entity peasant 0 6 3\nentity great-hall 1 27 27\n"
                            "entity gold-mine neutral 15 15 stock 500\n";

static bool known(us_game *game, us_seat seat, us_id id)
{
    return us_world_find(us_game_world(game, seat), id) != NULL;
}

static drawn_skirmish begin_in_fog(const char *lines, const char *picture)
{
    drawn_skirmish s = {.scenario = drawn_skirmish_open_fog(lines, picture)};
    s.game = us_game_new(s.scenario, 1);
    s.g = (sk_game *)s.game;
    return s;
}

TEST(fog_hides_what_nobody_of_the_seat_sees)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = begin_in_fog(foggy, "");
    us_id grunt = drawn_skirmish_add(&s, "grunt", 1, 16, 3);
    us_id knight = drawn_skirmish_add(&s, "knight", 0, 6, 6);
    CHECK(known(s.game, 0, knight));
    CHECK(!known(s.game, 0, grunt));
    CHECK(!known(s.game, 0, drawn_skirmish_find(&s, "great-hall", 1, 0)));
    CHECK(
        known(s.game, 0, drawn_skirmish_find(&s, "gold-mine", -1, 0))); /* mines are on every map */
    CHECK(known(s.game, US_NEUTRAL, grunt));
    CHECK_STR(us_reason_name(drawn_skirmish_order(&s, knight, "attack", grunt)),
              us_reason_name(US_REASON_BAD_TARGET));
    us_order order = {.seat = 0,
                      .action = (int8_t)s.g->words->attack,
                      .unit = &knight,
                      .unit_count = 1,
                      .arg = {(int32_t)grunt}};
    us_view view = {us_game_world(s.game, 0), 0};
    CHECK_STR(us_reason_name(us_scenario_check(s.scenario, &view, &order)),
              us_reason_name(US_REASON_BAD_TARGET));
    drawn_skirmish_order_at(&s, grunt, "move", 9, 3);
    drawn_skirmish_run(&s, 200);
    CHECK(known(s.game, 0, grunt));
}

TEST(fog_remembers_terrain_as_it_was_seen)
{
    US_AUTO(drawn_skirmish_end)
    drawn_skirmish s = begin_in_fog(foggy, "\n\n\n\n\n\n\n\n........T......................T");
    sk_terrain_set(s.g, 8, 8, us_domain_find_terrain(s.scenario->domain, "stump"), 0);
    sk_terrain_set(s.g, 31, 8, us_domain_find_terrain(s.scenario->domain, "stump"), 0);
    const us_world *world = us_game_world(s.game, 0);
    const uint8_t *terrain = world->plane[US_PLANE_TERRAIN];
    int forest = us_domain_find_terrain(s.scenario->domain, "forest");
    CHECK(!(world->plane[US_PLANE_SEEN][us_world_cell(world, 31, 8)] & 1));
    CHECK_INT(terrain[us_world_cell(world, 31, 8)], forest); /* nobody looked */
    us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
    drawn_skirmish_order_at(&s, peasant, "move", 8, 9);
    drawn_skirmish_run(&s, 200);
    world = us_game_world(s.game, 0);
    CHECK(world->plane[US_PLANE_TERRAIN][us_world_cell(world, 8, 8)] != forest);
    CHECK(world->plane[US_PLANE_EXPLORED][us_world_cell(world, 8, 8)] & 1);
    CHECK_INT(world->plane[US_PLANE_TERRAIN][us_world_cell(world, 31, 8)], forest);
}

TEST(sights_are_counted_up_and_down)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = begin_in_fog(foggy, "");
    us_id scout = drawn_skirmish_add(&s, "knight", 0, 16, 20);
    drawn_skirmish_order_at(&s, scout, "move", 3, 20);
    drawn_skirmish_run(&s, 400);
    /* what the moved knight saw before is dark again, what it sees now is lit */
    const us_world *world = us_game_world(s.game, 0);
    CHECK(!(world->plane[US_PLANE_SEEN][us_world_cell(world, 16, 20)] & 1));
    CHECK(world->plane[US_PLANE_EXPLORED][us_world_cell(world, 16, 20)] & 1);
    CHECK(world->plane[US_PLANE_SEEN][us_world_cell(world, 3, 20)] & 1);
    sk_unit_remove(s.g, sk_slot_find(s.g, scout), US_GONE_KILLED, 0);
    sk_game_sweep(s.g);
    drawn_skirmish_run(&s, 1);
    world = us_game_world(s.game, 0);
    CHECK(!(world->plane[US_PLANE_SEEN][us_world_cell(world, 3, 20)] & 1));
}

TEST(fog_hides_what_others_are_to_do_and_make)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = begin_in_fog(foggy, "");
    const sk_words *w = s.g->words;
    us_id barracks = drawn_skirmish_add(&s, "orc-barracks", 1, 10, 6);
    us_id peon = drawn_skirmish_add(&s, "peon", 1, 9, 6);
    drawn_skirmish_give(&s, 1, "gold", 5000);
    drawn_skirmish_add(&s, "pig-farm", 1, 20, 20);
    CHECK_INT(drawn_skirmish_order_at(&s, barracks, "rally", 3, 9), US_REASON_NONE);
    CHECK_INT(drawn_skirmish_order_make(&s, barracks, "train", "grunt"), US_REASON_NONE);
    CHECK_INT(drawn_skirmish_order(&s, peon, "auto-repair", 1), US_REASON_NONE);
    CHECK_INT(drawn_skirmish_order(&s, peon, "defend", barracks), US_REASON_NONE);
    s.queued = true;
    CHECK_INT(drawn_skirmish_order_at(&s, peon, "move", 9, 20), US_REASON_NONE);
    for (us_seat seat = 0; seat < 2; seat++) {
        const us_world *world = us_game_world(s.game, seat);
        const us_entity *house = us_world_find(world, barracks), *unit = us_world_find(world, peon);
        bool own = seat == 1;
        REQUIRE(house && unit);
        CHECK_INT(house->attribute[w->rally], own ? 9 * 32 + 3 : -1);
        CHECK_INT(house->attribute[w->queue], own);
        CHECK((house->product != US_NO_TYPE) == own);
        CHECK((house->until != 0) == own);
        CHECK_INT(house->action, own ? w->train : -1);
        CHECK_INT(house->status, w->training);
        CHECK_INT(unit->attribute[w->auto_repair], own);
        CHECK_INT(unit->attribute[w->orders], own);
        CHECK_INT(unit->action, own ? w->defend : -1);
        CHECK_INT(unit->target, own ? barracks : 0);
    }
}

TEST(a_builder_learns_on_the_spot_what_its_seat_did_not_know)
{
    for (int queued = 0; queued < 2; queued++) {
        US_AUTO(drawn_skirmish_end) drawn_skirmish s = begin_in_fog(foggy, "");
        us_id peasant = drawn_skirmish_find(&s, "peasant", 0, 0);
        drawn_skirmish_give(&s, 0, "gold", 5000);
        drawn_skirmish_give(&s, 0, "wood", 5000);
        drawn_skirmish_add(&s, "pig-farm", 1, 22, 4);
        s.queued = queued;
        if (queued)
            CHECK_INT(drawn_skirmish_order_at(&s, peasant, "move", 7, 4), US_REASON_NONE);
        CHECK_INT(drawn_skirmish_order_build(&s, peasant, "farm", 22, 4), US_REASON_NONE);
        drawn_skirmish_run(&s, 100);
        CHECK_INT(drawn_skirmish_events(&s, US_EVENT_FAILED, peasant), 0);
        CHECK_INT(drawn_skirmish_entity(&s, peasant)->action, s.g->words->build);
        drawn_skirmish_run(&s, 400);
        const us_event *failed = drawn_skirmish_event(&s, US_EVENT_FAILED, peasant);
        CHECK(failed && failed->type == US_REASON_BAD_PLACE && failed->x > 14);
    }
}

TEST(the_young_gather_by_what_their_seat_knows)
{
    drawn_skirmish s = begin_in_fog(foggy, "\n\n\n\n\n\n\n\n...............................T\n"
                                           "...............................T");
    us_id hall = drawn_skirmish_find(&s, "town-hall", 0, 0);
    drawn_skirmish_give(&s, 0, "gold", 5000);
    drawn_skirmish_add(&s, "farm", 0, 1, 10);
    sk_terrain_set(s.g, 31, 8, us_domain_find_terrain(s.scenario->domain, "grass"), 0);
    CHECK_INT(drawn_skirmish_order_at(&s, hall, "rally", 31, 8), US_REASON_NONE);
    CHECK_INT(drawn_skirmish_order_make(&s, hall, "train", "peasant"), US_REASON_NONE);
    drawn_skirmish_run(&s, 230);
    us_id young = drawn_skirmish_find(&s, "peasant", 0, 1);
    REQUIRE(young);
    CHECK_INT(s.g->unit[sk_slot_find(s.g, young)].to_x, 31);
    CHECK_INT(drawn_skirmish_entity(&s, young)->action, s.g->words->chop);
    drawn_skirmish_end(&s);
}

/* ---- the end */

TEST(the_cycle_limit_is_a_draw)
{
    US_AUTOPTR(us_scenario) scenario = drawn_skirmish_open(foggy, "");
    scenario->max_cycles = 500;
    US_AUTOPTR(us_game) game = us_game_new(scenario, 1);
    CHECK_INT(us_game_step(game, 10000, NULL, NULL), 500);
    CHECK_INT(us_game_outcome(game).kind, US_OUTCOME_DRAW);
    CHECK_STR(us_game_outcome(game).reason, "cycle limit");
}

TEST(without_a_rival_from_the_start_the_game_is_won)
{
    us_scenario *scenario =
        drawn_skirmish_open("seat 0 human\nseat 1 orc\nentity town-hall 0 1 1\n", "");
    us_game *game = us_game_new(scenario, 1);
    us_game_step(game, 10, NULL, NULL);
    CHECK_INT(us_game_outcome(game).kind, US_OUTCOME_WIN);
    CHECK_INT(us_game_outcome(game).winner, 0);
    us_game_free(game);
    us_scenario_close(scenario);
}

/* ---- the machine under it */

static const char busy[] = "seat 0 human gold 90000 wood 90000\nseat 1 orc gold 90000 wood 90000\n"
                           "entity town-hall 0 1 1\nentity great-hall 1 27 27\n"
                           "entity gold-mine neutral 10 1 stock 200000\n"
                           "entity gold-mine neutral 19 28 stock 200000\n";

static void a_crowd(drawn_skirmish *s)
{
    for (int i = 0; i < 24; i++) {
        us_seat seat = (us_seat)(i % 2);
        int x = seat ? 20 + i / 2 % 6 : 2 + i / 2 % 6, y = seat ? 24 + i / 12 : 6 + i / 12;
        bool works = i / 2 % 2;
        us_id id = drawn_skirmish_add(s,
                                      seat    ? works ? "peon" : "grunt"
                                      : works ? "peasant"
                                              : "footman",
                                      seat, x, y);
        if (works)
            drawn_skirmish_order(s, id, "harvest", drawn_skirmish_find(s, "gold-mine", -1, seat));
        else
            drawn_skirmish_order_at(s, id, "patrol", seat ? 28 : 4, 15);
    }
}

TEST(no_memory_is_allocated_in_a_cycle)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(busy, "", 1);
    a_crowd(&s);
    us_game_step(s.game, 100, NULL, NULL);
    uint64_t before = us_mem_alloc_count();
    us_game_step(s.game, 20000, NULL, NULL);
    CHECK_INT(us_mem_alloc_count() - before, 0);
}

TEST(a_cycle_wakes_only_who_has_something_to_do)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(busy, "", 1);
    a_crowd(&s);
    us_game_step(s.game, 1000, NULL, NULL);
    int64_t before = s.g->core->wakes;
    us_game_step(s.game, 11000, NULL, NULL);
    double each = (double)(s.g->core->wakes - before) / 10000;
    CHECK(each < 26 / 8.0); /* 26 units, and less than one in eight awake a cycle */
}

TEST(orders_given_again_and_again_do_not_hasten_a_walk)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(busy, "", 1);
    us_id footman = drawn_skirmish_add(&s, "footman", 0, 2, 10);
    for (int i = 0; i < 160; i++) {
        drawn_skirmish_order_at(&s, footman, "move", 28, 10);
        drawn_skirmish_run(&s, 1);
    }
    CHECK_INT(drawn_skirmish_entity(&s, footman)->x, 2 + 160 / 16);
}

TEST(a_dead_units_orders_are_refused_and_ids_are_not_used_again)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(busy, "", 1);
    us_id footman = drawn_skirmish_add(&s, "footman", 0, 2, 10);
    CHECK_INT(drawn_skirmish_order(&s, footman, "dismiss", 0), US_REASON_NONE);
    CHECK_STR(us_reason_name(drawn_skirmish_order_at(&s, footman, "move", 3, 3)),
              us_reason_name(US_REASON_NO_UNIT));
    for (int i = 0; i < 50; i++) {
        us_id next = drawn_skirmish_add(&s, "footman", 0, 2, 10);
        CHECK(next > footman);
        footman = next;
        drawn_skirmish_order(&s, footman, "dismiss", 0);
    }
}

TEST(a_snapshot_of_another_map_is_refused)
{
    drawn_skirmish a = drawn_skirmish_begin(busy, "", 1), b = drawn_skirmish_begin(foggy, "", 1);
    US_AUTOSTR(save);
    us_game_save(a.game, &save);
    us_error err = {0};
    us_hash before = us_game_hash(b.game);
    CHECK_INT(us_game_load(b.game, save.text, save.length, &err), US_MISMATCH);
    CHECK_INT(us_game_load(b.game, save.text, 3, &err), US_MISMATCH);
    CHECK_HASH(us_game_hash(b.game), before);
    CHECK_INT(us_game_load(a.game, save.text, save.length, &err), US_OK);
    drawn_skirmish_end(&a);
    drawn_skirmish_end(&b);
}

TEST(when_all_slots_are_taken_nobody_is_born_until_one_is_free)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(busy, "", 1);
    sk_tally_add(s.g, 0, s.g->words->food_supply, 100000);
    us_id barracks = drawn_skirmish_add(&s, "human-barracks", 0, 1, 20);
    us_id last = 0;
    while (s.g->core->free_slot && s.g->core->count < SK_SLOTS - 1)
        last = s.g->unit[sk_unit_add(s.g, us_domain_find_type(s.scenario->domain, "farm"),
                                     US_NEUTRAL, 14, 14, true, 0)]
                   .id;
    CHECK(last != 0);
    CHECK_INT(drawn_skirmish_order_make(&s, barracks, "train", "footman"), US_REASON_NONE);
    drawn_skirmish_run(&s, 400);
    CHECK_INT(drawn_skirmish_count(&s, "footman", 0), 0);
    sk_unit_remove(s.g, sk_slot_find(s.g, last), US_GONE_SPENT, 0);
    sk_game_sweep(s.g);
    drawn_skirmish_run(&s, 40);
    CHECK_INT(drawn_skirmish_count(&s, "footman", 0), 1);
}

/* In how many of 100 games seat 0 begins on the left, each seat with what is its own. */
static int begun_left(const us_scenario *scenario)
{
    int left = 0;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        US_AUTOPTR(us_game) game = us_game_new(scenario, seed);
        const us_world *world = us_game_world(game, US_NEUTRAL);
        for (int i = 0; i < world->count; i++) {
            const us_entity *entity = &world->entity[i];
            if (entity->owner == US_NEUTRAL)
                continue;
            CHECK_INT(world->domain->type[entity->type].faction, world->faction[entity->owner]);
            left += entity->owner == 0 && entity->x < 16;
        }
    }
    return left;
}

TEST(on_a_fair_map_the_seed_draws_who_begins_where)
{
    static const char even[] = "seat 0 human\nseat 1 orc\nentity town-hall 0 1 1\n"
                               "entity great-hall 1 27 27\n"
                               "entity gold-mine neutral 10 1 stock 500\n"
                               "entity gold-mine neutral 19 28 stock 500\n";
    static const char odd[] = "seat 0 human\nseat 1 orc\nentity town-hall 0 1 1\n"
                              "entity great-hall 1 27 27\n"
                              "entity gold-mine neutral 10 1 stock 500\n";
    us_scenario *fair = drawn_skirmish_open_fair(even, ""), *unsaid = drawn_skirmish_open(even, "");
    US_AUTOPTR(us_scenario) untrue = drawn_skirmish_open_fair(odd, "");
    int left = begun_left(fair);
    CHECK(left > 30 && left < 70);
    CHECK_INT(begun_left(unsaid), 100);
    CHECK_INT(begun_left(untrue), 100);
    us_scenario_close(fair);
    us_scenario_close(unsaid);
}
