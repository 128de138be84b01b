#include "game/skirmish/act.h"
#include "tests/unit/drawn_skirmish.h"
#include "tests/unit/test.h"

static const char two[] = "seat 0 human gold 5000 wood 5000 oil 5000\nseat 1 orc\n"
                          "entity town-hall 0 1 1\nentity great-hall 1 26 26\n";

static void wound(drawn_skirmish *s, us_id id, int32_t hit_points)
{
    sk_unit_entity(s->g, sk_slot_find(s->g, id))->attribute[0] = hit_points;
}

/* Every blow of one type on another lies in the published range and all of it is used. */
TEST(blows_lie_between_half_and_the_whole)
{
    static const struct {
        const char *by, *on;
        int low, high;
    } rows[] = {
        /* max(1, basic - armor) + piercing = b; b - rand mod ((b + 2) / 2) */
        {"footman", "grunt", 4, 7},    /* 6 - 2 + 3 = 7, mod 4 */
        {"footman", "ogre", 3, 5},     /* 6 - 4 + 3 = 5, mod 3 */
        {"footman", "pig-farm", 2, 4}, /* 1 + 3 = 4, mod 3 */
        {"archer", "grunt", 4, 7},     /* 1 + 6 = 7 */
        {"peasant", "peon", 3, 5},     /* 3 + 2 = 5 */
        {"knight", "grunt", 5, 10},    /* 8 - 2 + 4 = 10, mod 6 */
    };
    for (int r = 0; r < US_COUNT(rows); r++) {
        US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(two, "", (uint64_t)r);
        us_id by = drawn_skirmish_add(&s, rows[r].by, 0, 12, 12);
        us_id on = drawn_skirmish_add(&s, rows[r].on, 1, 13, 12);
        int low = 1000, high = 0;
        for (int i = 0; i < 200; i++) {
            wound(&s, on, 1000);
            wound(&s, by, 1000);
            if (i == 0)
                CHECK_INT(drawn_skirmish_order(&s, by, "attack", on), US_REASON_NONE);
            drawn_skirmish_run(&s, 70);
        }
        for (int i = 0; i < s.events.count; i++) {
            const us_event *event = &s.events.event[i];
            if (event->kind != US_EVENT_ATTACKED || event->entity != on)
                continue;
            low = event->value < low ? event->value : low;
            high = event->value > high ? event->value : high;
        }
        CHECK_INT(low, rows[r].low);
        CHECK_INT(high, rows[r].high);
    }
}

TEST(a_footman_strikes_every_25_cycles)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(two, "", 3);
    us_id footman = drawn_skirmish_add(&s, "footman", 0, 12, 12);
    us_id farm = drawn_skirmish_add(&s, "pig-farm", 1, 13, 12);
    drawn_skirmish_order(&s, footman, "attack", farm);
    drawn_skirmish_run(&s, 1000);
    CHECK_INT(drawn_skirmish_events(&s, US_EVENT_ATTACKED, farm), 40);
}

TEST(killing_is_tallied_and_told)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(two, "", 3);
    us_id knight = drawn_skirmish_add(&s, "knight", 0, 12, 12);
    us_id peon = drawn_skirmish_add(&s, "peon", 1, 13, 12);
    wound(&s, peon, 4);
    drawn_skirmish_order(&s, knight, "attack", peon);
    drawn_skirmish_run(&s, 300);
    CHECK(!drawn_skirmish_entity(&s, peon));
    const us_event *gone = drawn_skirmish_event(&s, US_EVENT_GONE, peon);
    CHECK(gone && gone->value == US_GONE_KILLED && gone->other == knight);
    CHECK_INT(drawn_skirmish_tally(&s, 0, "kills"), 1);
    CHECK_INT(drawn_skirmish_tally(&s, 1, "losses"), 1);
    CHECK_INT(drawn_skirmish_tally(&s, 0, "score"), 30);
    CHECK(drawn_skirmish_event(&s, US_EVENT_DONE, knight) != NULL);
}

TEST(archers_hit_from_four_cells_and_not_from_five)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(two, "", 3);
    us_id archer = drawn_skirmish_add(&s, "archer", 0, 12, 12);
    us_id farm = drawn_skirmish_add(&s, "pig-farm", 1, 18, 12);
    drawn_skirmish_order(&s, archer, "attack", farm);
    drawn_skirmish_run(&s, 120);
    CHECK_INT(drawn_skirmish_entity(&s, archer)->x, 14);
    CHECK(drawn_skirmish_events(&s, US_EVENT_ATTACKED, farm) >= 1);
}

TEST(a_rock_hits_all_around_friend_or_foe)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(two, "", 3);
    us_id ballista = drawn_skirmish_add(&s, "ballista", 0, 12, 12);
    us_id ogre = drawn_skirmish_add(&s, "ogre", 1, 19, 12);
    us_id beside = drawn_skirmish_add(&s, "ogre", 1, 20, 12);
    us_id friend = drawn_skirmish_add(&s, "knight", 0, 19, 13);
    us_id far = drawn_skirmish_add(&s, "ogre", 1, 19, 16);
    drawn_skirmish_order_at(&s, ballista, "attack-ground", 19, 12);
    drawn_skirmish_run(&s, 60);
    CHECK(drawn_skirmish_events(&s, US_EVENT_ATTACKED, ogre) >= 1);
    int blow[4] = {0};
    const us_id who[4] = {ogre, beside, friend, far};
    for (int i = 0; i < s.events.count; i++) {
        const us_event *event = &s.events.event[i];
        for (int w = 0; w < 4; w++) {
            if (event->kind == US_EVENT_ATTACKED && event->other == ballista &&
                event->entity == who[w])
                blow[w] = event->value;
        }
    }
    CHECK(blow[0] >= 38 && blow[0] <= 76);
    CHECK(blow[1] >= 19 && blow[1] <= 38);
    CHECK(blow[2] >= 19 && blow[2] <= 38);
    CHECK_INT(blow[3], 0);
}

TEST(a_rock_misses_who_has_gone)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(two, "", 3);
    us_id ballista = drawn_skirmish_add(&s, "ballista", 0, 10, 12);
    us_id peon = drawn_skirmish_add(&s, "peon", 1, 18, 12);
    drawn_skirmish_order(&s, ballista, "attack", peon);
    drawn_skirmish_order_at(&s, peon, "move", 30, 12);
    drawn_skirmish_run(&s, 150);
    CHECK(drawn_skirmish_entity(&s, peon) != NULL);
    CHECK_INT(drawn_skirmish_entity(&s, peon)->attribute[0], 30);
}

TEST(siege_steps_back_from_what_is_too_near)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(two, "", 3);
    us_id ballista = drawn_skirmish_add(&s, "ballista", 0, 12, 12);
    us_id farm = drawn_skirmish_add(&s, "pig-farm", 1, 13, 12);
    drawn_skirmish_order(&s, ballista, "attack", farm);
    drawn_skirmish_run(&s, 400);
    CHECK(drawn_skirmish_events(&s, US_EVENT_ATTACKED, farm) >= 1);
    CHECK(us_entity_distance(s.scenario->domain, drawn_skirmish_entity(&s, ballista),
                             drawn_skirmish_entity(&s, farm)) >= 2);
}

TEST(walls_are_broken_by_attack_ground)
{
    US_AUTO(drawn_skirmish_end)
    drawn_skirmish s = drawn_skirmish_begin(two, "\n\n\n\n\n\n\n\n\n\n\n\n................#", 3);
    us_id footman = drawn_skirmish_add(&s, "footman", 0, 12, 12);
    CHECK_INT(drawn_skirmish_order_at(&s, footman, "attack-ground", 16, 12), US_REASON_NONE);
    drawn_skirmish_run(&s, 1000);
    const us_world *world = us_game_world(s.game, US_NEUTRAL);
    int terrain = world->plane[US_PLANE_TERRAIN][us_world_cell(world, 16, 12)];
    CHECK_STR(s.scenario->domain->terrain[terrain].name, "rubble");
    CHECK(drawn_skirmish_event(&s, US_EVENT_DONE, footman) != NULL);
    CHECK_STR(drawn_skirmish_status(&s, footman), "idle");
}

TEST(idle_fighters_answer_and_go_back)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(two, "", 3);
    us_id footman = drawn_skirmish_add(&s, "knight", 0, 12, 12);
    us_id grunt = drawn_skirmish_add(&s, "peon", 1, 17, 12);
    drawn_skirmish_run(&s, 600);
    CHECK(!drawn_skirmish_entity(&s, grunt));
    CHECK_INT(drawn_skirmish_entity(&s, footman)->x, 12);
    CHECK_INT(drawn_skirmish_entity(&s, footman)->y, 12);
    CHECK_STR(drawn_skirmish_status(&s, footman), "idle");
}

TEST(who_stands_ground_does_not_chase)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(two, "", 3);
    us_id knight = drawn_skirmish_add(&s, "knight", 0, 12, 12);
    drawn_skirmish_order(&s, knight, "stand", 0);
    drawn_skirmish_add(&s, "peon", 1, 16, 12);
    drawn_skirmish_run(&s, 600);
    CHECK_INT(drawn_skirmish_entity(&s, knight)->x, 12);
    CHECK_INT(drawn_skirmish_count(&s, "peon", 1), 1);
    wound(&s, drawn_skirmish_add(&s, "peon", 1, 13, 12), 1);
    drawn_skirmish_run(&s, 200);
    CHECK_INT(drawn_skirmish_count(&s, "peon", 1), 1);
    CHECK_STR(drawn_skirmish_status(&s, knight), "guarding");
}

TEST(a_plain_move_passes_by_and_an_attack_move_fights)
{
    for (int fights = 0; fights < 2; fights++) {
        US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(two, "", 3);
        us_id knight = drawn_skirmish_add(&s, "knight", 0, 8, 12);
        us_id farm = drawn_skirmish_add(&s, "pig-farm", 1, 14, 14);
        drawn_skirmish_order_at(&s, knight, fights ? "attack-move" : "move", 24, 12);
        drawn_skirmish_run(&s, 17 * 12 + 30);
        CHECK(fights ? drawn_skirmish_events(&s, US_EVENT_ATTACKED, farm) > 0
                     : drawn_skirmish_events(&s, US_EVENT_ATTACKED, farm) == 0);
        CHECK_INT(drawn_skirmish_entity(&s, knight)->x == 24, !fights);
        drawn_skirmish_run(&s, 8000);
        CHECK(!fights || !drawn_skirmish_entity(&s, farm));
        CHECK(drawn_skirmish_event(&s, US_EVENT_DONE, knight) != NULL);
    }
}

TEST(workers_flee_when_hit)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(two, "", 3);
    us_id peasant = drawn_skirmish_add(&s, "peasant", 0, 12, 12);
    us_id grunt = drawn_skirmish_add(&s, "grunt", 1, 13, 12);
    drawn_skirmish_order(&s, grunt, "attack", peasant);
    drawn_skirmish_run(&s, 60);
    const us_entity *there = drawn_skirmish_entity(&s, peasant);
    CHECK(there && there->x < 12);
}

TEST(towers_shoot_who_comes_near)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(two, "", 3);
    drawn_skirmish_add(&s, "human-guard-tower", 0, 12, 12);
    us_id peon = drawn_skirmish_add(&s, "peon", 1, 19, 12);
    us_id safe = drawn_skirmish_add(&s, "peon", 1, 20, 13);
    wound(&s, peon, 5);
    wound(&s, safe, 5);
    drawn_skirmish_run(&s, 600);
    CHECK(!drawn_skirmish_entity(&s, peon));
    CHECK(drawn_skirmish_entity(&s, safe) != NULL);
}

TEST(patrols_go_to_and_fro)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(two, "", 3);
    us_id knight = drawn_skirmish_add(&s, "knight", 0, 8, 12);
    drawn_skirmish_order_at(&s, knight, "patrol", 16, 12);
    int turns = 0, last = 8, way = 1;
    for (int i = 0; i < 1200; i++) {
        drawn_skirmish_run(&s, 1);
        int x = drawn_skirmish_entity(&s, knight)->x;
        if ((x - last) * way < 0) {
            turns++;
            way = -way;
        }
        last = x;
    }
    CHECK(turns >= 8);
    CHECK_INT(drawn_skirmish_events(&s, US_EVENT_DONE, knight), 1); /* under way is success */
}

TEST(a_patrol_to_where_it_stands_is_a_guard)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(two, "", 3);
    us_id knight = drawn_skirmish_add(&s, "knight", 0, 8, 12);
    CHECK_INT(drawn_skirmish_order_at(&s, knight, "patrol", 8, 12), US_REASON_NONE);
    drawn_skirmish_run(&s, 200);
    CHECK_STR(drawn_skirmish_status(&s, knight), "guarding");
    CHECK(s.g->core->wakes < 60); /* it does not wake each cycle for nothing */
}

TEST(a_patrol_to_where_another_stands_is_a_guard)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(two, "", 3);
    us_id knight = drawn_skirmish_add(&s, "knight", 0, 8, 12);
    us_id other = drawn_skirmish_add(&s, "knight", 0, 9, 12);
    CHECK_INT(drawn_skirmish_order(&s, other, "stand", 0), US_REASON_NONE);
    CHECK_INT(drawn_skirmish_order_at(&s, knight, "patrol", 9, 12), US_REASON_NONE);
    drawn_skirmish_run(&s, 400);
    CHECK_STR(drawn_skirmish_status(&s, knight), "guarding");
    CHECK(s.g->core->wakes < 120);
}

TEST(who_follows_stays_near)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(two, "", 3);
    us_id knight = drawn_skirmish_add(&s, "knight", 0, 8, 12);
    us_id peasant = drawn_skirmish_add(&s, "peasant", 0, 10, 12);
    drawn_skirmish_order(&s, knight, "follow", peasant);
    drawn_skirmish_order_at(&s, peasant, "move", 24, 20);
    drawn_skirmish_run(&s, 400);
    CHECK(us_entity_distance(s.scenario->domain, drawn_skirmish_entity(&s, knight),
                             drawn_skirmish_entity(&s, peasant)) <= 3);
}

TEST(who_defends_strikes_the_attacker)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(two, "", 3);
    us_id knight = drawn_skirmish_add(&s, "knight", 0, 8, 12);
    us_id farm = drawn_skirmish_add(&s, "farm", 0, 10, 12);
    drawn_skirmish_order(&s, knight, "defend", farm);
    us_id grunt = drawn_skirmish_add(&s, "grunt", 1, 14, 12);
    drawn_skirmish_order(&s, grunt, "attack", farm);
    drawn_skirmish_run(&s, 900);
    CHECK(!drawn_skirmish_entity(&s, grunt));
}

TEST(berserkers_regenerate_once_it_is_known)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(two, "", 3);
    us_id berserker = drawn_skirmish_add(&s, "berserker", 1, 12, 12);
    wound(&s, berserker, 10);
    drawn_skirmish_run(&s, 300);
    CHECK_INT(drawn_skirmish_entity(&s, berserker)->attribute[0], 10);
    us_type known = us_domain_find_type(s.scenario->domain, "regeneration");
    sk_tally_add(s.g, 1, s.scenario->domain->type[known].tally, 1);
    sk_stats_update(s.g, 1);
    drawn_skirmish_run(&s, 600);
    CHECK_INT(drawn_skirmish_entity(&s, berserker)->attribute[0], 20); /* one in two seconds */
}

TEST(who_has_nothing_left_is_defeated)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(two, "", 3);
    us_id hall = drawn_skirmish_find(&s, "great-hall", 1, 0);
    wound(&s, hall, 5);
    us_id knight = drawn_skirmish_add(&s, "knight", 0, 25, 26);
    drawn_skirmish_order(&s, knight, "attack", hall);
    drawn_skirmish_run(&s, 500);
    us_outcome outcome = us_game_outcome(s.game);
    CHECK_INT(outcome.kind, US_OUTCOME_WIN);
    CHECK_INT(outcome.winner, 0);
    CHECK(drawn_skirmish_event(&s, US_EVENT_DEFEATED, 0) &&
          drawn_skirmish_event(&s, US_EVENT_OVER, 0));
    CHECK(s.g->core->now < 500);
    CHECK_STR(us_reason_name(drawn_skirmish_order_at(&s, knight, "move", 3, 3)),
              us_reason_name(US_REASON_OVER));
}

TEST(who_can_never_act_again_is_defeated)
{
    static const struct {
        const char *own; /* besides a great hall with no peon */
        int32_t gold;
        bool out;
    } rows[] = {
        {NULL, 399, true}, /* a peon costs 400 */
        {NULL, 400, false},
        {"peon", 0, false},
        {"catapult", 0, false},
        {"orc-barracks", 399, true},
        {"orc-guard-tower", 0, false}, /* it strikes */
        {"orc-watch-tower", 399, true},
        {"orc-lumber-mill", 0, true},
    };
    for (int r = 0; r < US_COUNT(rows); r++) {
        US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(two, "", 3);
        drawn_skirmish_add(&s, "knight", 0, 5, 5);
        drawn_skirmish_give(&s, 1, "gold", rows[r].gold - drawn_skirmish_tally(&s, 1, "gold"));
        if (rows[r].own)
            drawn_skirmish_add(&s, rows[r].own, 1, 20, 20);
        drawn_skirmish_run(&s, 130);
        CHECK_INT(us_game_outcome(s.game).kind == US_OUTCOME_WIN, rows[r].out);
    }
}

TEST(who_hacks_at_a_house_turns_to_who_strikes_him)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(two, "", 3);
    us_id knight = drawn_skirmish_add(&s, "knight", 0, 12, 12);
    drawn_skirmish_add(&s, "pig-farm", 1, 13, 12);
    drawn_skirmish_order_at(&s, knight, "attack-move", 30, 12);
    drawn_skirmish_run(&s, 60);
    us_id peon = drawn_skirmish_add(&s, "peon", 1, 12, 11);
    drawn_skirmish_order(&s, peon, "attack", knight);
    drawn_skirmish_run(&s, 400);
    CHECK(!drawn_skirmish_entity(&s, peon));
}

TEST(the_front_rank_strikes_whom_it_touches)
{
    /* a lane one cell wide: a peon in front, an ogre that nobody can reach behind it */
    drawn_skirmish s = drawn_skirmish_begin(
        two, "\n\n\n\n\n\n\n\n\n\n\n..........^^^^^^^^^\n\n..........^^^^^^^^^", 3);
    us_id footman = drawn_skirmish_add(&s, "footman", 0, 12, 12);
    us_id peon = drawn_skirmish_add(&s, "peon", 1, 13, 12);
    us_id ogre = drawn_skirmish_add(&s, "ogre", 1, 14, 12);
    drawn_skirmish_order(&s, peon, "stand", 0);
    drawn_skirmish_order(&s, ogre, "stand", 0);
    drawn_skirmish_order_at(&s, footman, "attack-move", 25, 12);
    drawn_skirmish_run(&s, 300);
    CHECK(drawn_skirmish_events(&s, US_EVENT_ATTACKED, peon) > 0);
    drawn_skirmish_end(&s);
}

TEST(a_building_that_falls_lets_its_builder_out)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(two, "", 3);
    us_id peasant = drawn_skirmish_add(&s, "peasant", 0, 12, 12);
    drawn_skirmish_order_build(&s, peasant, "farm", 14, 12);
    drawn_skirmish_run(&s, 100);
    us_id farm = drawn_skirmish_find(&s, "farm", 0, 0);
    us_id knight = drawn_skirmish_add(&s, "ogre", 1, 17, 12);
    wound(&s, farm, 1);
    drawn_skirmish_order(&s, knight, "attack", farm);
    for (int i = 0; i < 400 && drawn_skirmish_entity(&s, farm); i++) {
        wound(&s, farm, 1);
        drawn_skirmish_run(&s, 1);
    }
    CHECK(!drawn_skirmish_entity(&s, farm));
    drawn_skirmish_run(&s, 2);
    const us_entity *out = drawn_skirmish_entity(&s, peasant);
    CHECK(out && !(out->flags & US_ENTITY_INSIDE));
}

TEST(who_strikes_himself_down_ends_his_order_once)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = drawn_skirmish_begin(two, "", 3);
    us_id footman = drawn_skirmish_add(&s, "footman", 0, 12, 12);
    wound(&s, footman, 1);
    drawn_skirmish_order_at(&s, footman, "attack-ground", 12, 12);
    drawn_skirmish_run(&s, 100);
    CHECK(!drawn_skirmish_entity(&s, footman));
    CHECK_INT(drawn_skirmish_events(&s, US_EVENT_DONE, footman), 1);
    CHECK_INT(drawn_skirmish_events(&s, US_EVENT_FAILED, footman), 0);
}

TEST(who_finds_no_way_to_explore_gives_up)
{
    drawn_skirmish s = drawn_skirmish_begin(
        two, "\n\n\n\n\n\n\n\n\n\n..........^^^\n..........^.^\n..........^^^", 3);
    us_id footman = drawn_skirmish_add(&s, "footman", 0, 11, 11);
    drawn_skirmish_order(&s, footman, "explore", 0);
    drawn_skirmish_run(&s, 100);
    const us_event *failed = drawn_skirmish_event(&s, US_EVENT_FAILED, footman);
    CHECK(failed && failed->type == US_REASON_NO_WAY);
    CHECK_INT(drawn_skirmish_events(&s, US_EVENT_FAILED, footman), 1);
    drawn_skirmish_end(&s);
}
