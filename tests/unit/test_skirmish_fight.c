#include "game/skirmish/act.h"
#include "tests/unit/stage.h"
#include "tests/unit/test.h"

static const char two[] = "seat 0 human gold 5000 wood 5000 oil 5000\nseat 1 orc\n"
                          "entity town-hall 0 1 1\nentity great-hall 1 26 26\n";

static void wound(stage *s, us_id id, int32_t hit_points)
{
    sk_entity(s->g, sk_slot_of(s->g, id))->attribute[0] = hit_points;
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
        stage s = stage_begin(two, "", (uint64_t)r);
        us_id by = stage_add(&s, rows[r].by, 0, 12, 12);
        us_id on = stage_add(&s, rows[r].on, 1, 13, 12);
        int low = 1000, high = 0;
        for (int i = 0; i < 200; i++) {
            wound(&s, on, 1000);
            wound(&s, by, 1000);
            if (i == 0)
                CHECK_INT(stage_order(&s, by, "attack", on), US_REASON_NONE);
            stage_run(&s, 70);
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
        stage_end(&s);
    }
}

TEST(a_footman_strikes_every_25_cycles)
{
    stage s = stage_begin(two, "", 3);
    us_id footman = stage_add(&s, "footman", 0, 12, 12);
    us_id farm = stage_add(&s, "pig-farm", 1, 13, 12);
    stage_order(&s, footman, "attack", farm);
    stage_run(&s, 1000);
    CHECK_INT(stage_events(&s, US_EVENT_ATTACKED, farm), 40);
    stage_end(&s);
}

TEST(killing_is_tallied_and_told)
{
    stage s = stage_begin(two, "", 3);
    us_id knight = stage_add(&s, "knight", 0, 12, 12);
    us_id peon = stage_add(&s, "peon", 1, 13, 12);
    wound(&s, peon, 4);
    stage_order(&s, knight, "attack", peon);
    stage_run(&s, 300);
    CHECK(!stage_entity(&s, peon));
    const us_event *gone = stage_event(&s, US_EVENT_GONE, peon);
    CHECK(gone && gone->value == US_GONE_KILLED && gone->other == knight);
    CHECK_INT(stage_tally(&s, 0, "kills"), 1);
    CHECK_INT(stage_tally(&s, 1, "losses"), 1);
    CHECK_INT(stage_tally(&s, 0, "score"), 30);
    CHECK(stage_event(&s, US_EVENT_DONE, knight) != NULL);
    stage_end(&s);
}

TEST(archers_hit_from_four_cells_and_not_from_five)
{
    stage s = stage_begin(two, "", 3);
    us_id archer = stage_add(&s, "archer", 0, 12, 12);
    us_id farm = stage_add(&s, "pig-farm", 1, 18, 12);
    stage_order(&s, archer, "attack", farm);
    stage_run(&s, 120);
    CHECK_INT(stage_entity(&s, archer)->x, 14);
    CHECK(stage_events(&s, US_EVENT_ATTACKED, farm) >= 1);
    stage_end(&s);
}

TEST(a_rock_hits_all_around_friend_or_foe)
{
    stage s = stage_begin(two, "", 3);
    us_id ballista = stage_add(&s, "ballista", 0, 12, 12);
    us_id ogre = stage_add(&s, "ogre", 1, 19, 12);
    us_id beside = stage_add(&s, "ogre", 1, 20, 12);
    us_id friend = stage_add(&s, "knight", 0, 19, 13);
    us_id far = stage_add(&s, "ogre", 1, 19, 16);
    stage_order_at(&s, ballista, "attack-ground", 19, 12);
    stage_run(&s, 60);
    CHECK(stage_events(&s, US_EVENT_ATTACKED, ogre) >= 1);
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
    stage_end(&s);
}

TEST(a_rock_misses_who_has_gone)
{
    stage s = stage_begin(two, "", 3);
    us_id ballista = stage_add(&s, "ballista", 0, 10, 12);
    us_id peon = stage_add(&s, "peon", 1, 18, 12);
    stage_order(&s, ballista, "attack", peon);
    stage_order_at(&s, peon, "move", 30, 12);
    stage_run(&s, 150);
    CHECK(stage_entity(&s, peon) != NULL);
    CHECK_INT(stage_entity(&s, peon)->attribute[0], 30);
    stage_end(&s);
}

TEST(siege_steps_back_from_what_is_too_near)
{
    stage s = stage_begin(two, "", 3);
    us_id ballista = stage_add(&s, "ballista", 0, 12, 12);
    us_id farm = stage_add(&s, "pig-farm", 1, 13, 12);
    stage_order(&s, ballista, "attack", farm);
    stage_run(&s, 400);
    CHECK(stage_events(&s, US_EVENT_ATTACKED, farm) >= 1);
    CHECK(us_entity_distance(s.scenario->domain, stage_entity(&s, ballista),
                             stage_entity(&s, farm)) >= 2);
    stage_end(&s);
}

TEST(walls_are_broken_by_attack_ground)
{
    stage s = stage_begin(two, "\n\n\n\n\n\n\n\n\n\n\n\n................#", 3);
    us_id footman = stage_add(&s, "footman", 0, 12, 12);
    CHECK_INT(stage_order_at(&s, footman, "attack-ground", 16, 12), US_REASON_NONE);
    stage_run(&s, 1000);
    const us_world *world = us_game_world(s.game, US_NEUTRAL);
    int terrain = world->plane[US_PLANE_TERRAIN][us_world_cell(world, 16, 12)];
    CHECK_STR(s.scenario->domain->terrain[terrain].name, "rubble");
    CHECK(stage_event(&s, US_EVENT_DONE, footman) != NULL);
    CHECK_STR(stage_status(&s, footman), "idle");
    stage_end(&s);
}

TEST(idle_fighters_answer_and_go_back)
{
    stage s = stage_begin(two, "", 3);
    us_id footman = stage_add(&s, "knight", 0, 12, 12);
    us_id grunt = stage_add(&s, "peon", 1, 17, 12);
    stage_run(&s, 600);
    CHECK(!stage_entity(&s, grunt));
    CHECK_INT(stage_entity(&s, footman)->x, 12);
    CHECK_INT(stage_entity(&s, footman)->y, 12);
    CHECK_STR(stage_status(&s, footman), "idle");
    stage_end(&s);
}

TEST(who_stands_ground_does_not_chase)
{
    stage s = stage_begin(two, "", 3);
    us_id knight = stage_add(&s, "knight", 0, 12, 12);
    stage_order(&s, knight, "stand", 0);
    stage_add(&s, "peon", 1, 16, 12);
    stage_run(&s, 600);
    CHECK_INT(stage_entity(&s, knight)->x, 12);
    CHECK_INT(stage_count(&s, "peon", 1), 1);
    wound(&s, stage_add(&s, "peon", 1, 13, 12), 1);
    stage_run(&s, 200);
    CHECK_INT(stage_count(&s, "peon", 1), 1);
    CHECK_STR(stage_status(&s, knight), "guarding");
    stage_end(&s);
}

TEST(a_plain_move_passes_by_and_an_attack_move_fights)
{
    for (int fights = 0; fights < 2; fights++) {
        stage s = stage_begin(two, "", 3);
        us_id knight = stage_add(&s, "knight", 0, 8, 12);
        us_id farm = stage_add(&s, "pig-farm", 1, 14, 14);
        stage_order_at(&s, knight, fights ? "attack-move" : "move", 24, 12);
        stage_run(&s, 17 * 12 + 30);
        CHECK(fights ? stage_events(&s, US_EVENT_ATTACKED, farm) > 0
                     : stage_events(&s, US_EVENT_ATTACKED, farm) == 0);
        CHECK_INT(stage_entity(&s, knight)->x == 24, !fights);
        stage_run(&s, 8000);
        CHECK(!fights || !stage_entity(&s, farm));
        CHECK(stage_event(&s, US_EVENT_DONE, knight) != NULL);
        stage_end(&s);
    }
}

TEST(workers_flee_when_hit)
{
    stage s = stage_begin(two, "", 3);
    us_id peasant = stage_add(&s, "peasant", 0, 12, 12);
    us_id grunt = stage_add(&s, "grunt", 1, 13, 12);
    stage_order(&s, grunt, "attack", peasant);
    stage_run(&s, 60);
    const us_entity *there = stage_entity(&s, peasant);
    CHECK(there && there->x < 12);
    stage_end(&s);
}

TEST(towers_shoot_who_comes_near)
{
    stage s = stage_begin(two, "", 3);
    stage_add(&s, "human-guard-tower", 0, 12, 12);
    us_id peon = stage_add(&s, "peon", 1, 19, 12);
    us_id safe = stage_add(&s, "peon", 1, 20, 13);
    wound(&s, peon, 5);
    wound(&s, safe, 5);
    stage_run(&s, 600);
    CHECK(!stage_entity(&s, peon));
    CHECK(stage_entity(&s, safe) != NULL);
    stage_end(&s);
}

TEST(patrols_go_to_and_fro)
{
    stage s = stage_begin(two, "", 3);
    us_id knight = stage_add(&s, "knight", 0, 8, 12);
    stage_order_at(&s, knight, "patrol", 16, 12);
    int turns = 0, last = 8, way = 1;
    for (int i = 0; i < 1200; i++) {
        stage_run(&s, 1);
        int x = stage_entity(&s, knight)->x;
        if ((x - last) * way < 0) {
            turns++;
            way = -way;
        }
        last = x;
    }
    CHECK(turns >= 8);
    CHECK_INT(stage_events(&s, US_EVENT_DONE, knight), 1); /* under way is success */
    stage_end(&s);
}

TEST(a_patrol_to_where_it_stands_is_a_guard)
{
    stage s = stage_begin(two, "", 3);
    us_id knight = stage_add(&s, "knight", 0, 8, 12);
    CHECK_INT(stage_order_at(&s, knight, "patrol", 8, 12), US_REASON_NONE);
    stage_run(&s, 200);
    CHECK_STR(stage_status(&s, knight), "guarding");
    CHECK(s.g->core->wakes < 60); /* it does not wake each cycle for nothing */
    stage_end(&s);
}

TEST(a_patrol_to_where_another_stands_is_a_guard)
{
    stage s = stage_begin(two, "", 3);
    us_id knight = stage_add(&s, "knight", 0, 8, 12);
    us_id other = stage_add(&s, "knight", 0, 9, 12);
    CHECK_INT(stage_order(&s, other, "stand", 0), US_REASON_NONE);
    CHECK_INT(stage_order_at(&s, knight, "patrol", 9, 12), US_REASON_NONE);
    stage_run(&s, 400);
    CHECK_STR(stage_status(&s, knight), "guarding");
    CHECK(s.g->core->wakes < 120);
    stage_end(&s);
}

TEST(who_follows_stays_near)
{
    stage s = stage_begin(two, "", 3);
    us_id knight = stage_add(&s, "knight", 0, 8, 12);
    us_id peasant = stage_add(&s, "peasant", 0, 10, 12);
    stage_order(&s, knight, "follow", peasant);
    stage_order_at(&s, peasant, "move", 24, 20);
    stage_run(&s, 400);
    CHECK(us_entity_distance(s.scenario->domain, stage_entity(&s, knight),
                             stage_entity(&s, peasant)) <= 3);
    stage_end(&s);
}

TEST(who_defends_strikes_the_attacker)
{
    stage s = stage_begin(two, "", 3);
    us_id knight = stage_add(&s, "knight", 0, 8, 12);
    us_id farm = stage_add(&s, "farm", 0, 10, 12);
    stage_order(&s, knight, "defend", farm);
    us_id grunt = stage_add(&s, "grunt", 1, 14, 12);
    stage_order(&s, grunt, "attack", farm);
    stage_run(&s, 900);
    CHECK(!stage_entity(&s, grunt));
    stage_end(&s);
}

TEST(berserkers_regenerate_once_it_is_known)
{
    stage s = stage_begin(two, "", 3);
    us_id berserker = stage_add(&s, "berserker", 1, 12, 12);
    wound(&s, berserker, 10);
    stage_run(&s, 300);
    CHECK_INT(stage_entity(&s, berserker)->attribute[0], 10);
    us_type known = us_domain_type(s.scenario->domain, "regeneration");
    sk_tally_add(s.g, 1, s.scenario->domain->type[known].tally, 1);
    sk_stats_learn(s.g, 1);
    stage_run(&s, 600);
    CHECK_INT(stage_entity(&s, berserker)->attribute[0], 20); /* one in two seconds */
    stage_end(&s);
}

TEST(who_has_nothing_left_is_defeated)
{
    stage s = stage_begin(two, "", 3);
    us_id hall = stage_find(&s, "great-hall", 1, 0);
    wound(&s, hall, 5);
    us_id knight = stage_add(&s, "knight", 0, 25, 26);
    stage_order(&s, knight, "attack", hall);
    stage_run(&s, 500);
    us_outcome outcome = us_game_outcome(s.game);
    CHECK_INT(outcome.kind, US_OUTCOME_WIN);
    CHECK_INT(outcome.winner, 0);
    CHECK(stage_event(&s, US_EVENT_DEFEATED, 0) && stage_event(&s, US_EVENT_OVER, 0));
    CHECK(s.g->core->now < 500);
    CHECK_STR(us_reason_name(stage_order_at(&s, knight, "move", 3, 3)),
              us_reason_name(US_REASON_OVER));
    stage_end(&s);
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
        stage s = stage_begin(two, "", 3);
        stage_add(&s, "knight", 0, 5, 5);
        stage_give(&s, 1, "gold", rows[r].gold - stage_tally(&s, 1, "gold"));
        if (rows[r].own)
            stage_add(&s, rows[r].own, 1, 20, 20);
        stage_run(&s, 130);
        CHECK_INT(us_game_outcome(s.game).kind == US_OUTCOME_WIN, rows[r].out);
        stage_end(&s);
    }
}

TEST(who_hacks_at_a_house_turns_to_who_strikes_him)
{
    stage s = stage_begin(two, "", 3);
    us_id knight = stage_add(&s, "knight", 0, 12, 12);
    stage_add(&s, "pig-farm", 1, 13, 12);
    stage_order_at(&s, knight, "attack-move", 30, 12);
    stage_run(&s, 60);
    us_id peon = stage_add(&s, "peon", 1, 12, 11);
    stage_order(&s, peon, "attack", knight);
    stage_run(&s, 400);
    CHECK(!stage_entity(&s, peon));
    stage_end(&s);
}

TEST(the_front_rank_strikes_whom_it_touches)
{
    /* a lane one cell wide: a peon in front, an ogre that nobody can reach behind it */
    stage s =
        stage_begin(two, "\n\n\n\n\n\n\n\n\n\n\n..........^^^^^^^^^\n\n..........^^^^^^^^^", 3);
    us_id footman = stage_add(&s, "footman", 0, 12, 12);
    us_id peon = stage_add(&s, "peon", 1, 13, 12);
    us_id ogre = stage_add(&s, "ogre", 1, 14, 12);
    stage_order(&s, peon, "stand", 0);
    stage_order(&s, ogre, "stand", 0);
    stage_order_at(&s, footman, "attack-move", 25, 12);
    stage_run(&s, 300);
    CHECK(stage_events(&s, US_EVENT_ATTACKED, peon) > 0);
    stage_end(&s);
}

TEST(a_building_that_falls_lets_its_builder_out)
{
    stage s = stage_begin(two, "", 3);
    us_id peasant = stage_add(&s, "peasant", 0, 12, 12);
    stage_order_build(&s, peasant, "farm", 14, 12);
    stage_run(&s, 100);
    us_id farm = stage_find(&s, "farm", 0, 0);
    us_id knight = stage_add(&s, "ogre", 1, 17, 12);
    wound(&s, farm, 1);
    stage_order(&s, knight, "attack", farm);
    for (int i = 0; i < 400 && stage_entity(&s, farm); i++) {
        wound(&s, farm, 1);
        stage_run(&s, 1);
    }
    CHECK(!stage_entity(&s, farm));
    stage_run(&s, 2);
    const us_entity *out = stage_entity(&s, peasant);
    CHECK(out && !(out->flags & US_ENTITY_INSIDE));
    stage_end(&s);
}

TEST(who_strikes_himself_down_ends_his_order_once)
{
    stage s = stage_begin(two, "", 3);
    us_id footman = stage_add(&s, "footman", 0, 12, 12);
    wound(&s, footman, 1);
    stage_order_at(&s, footman, "attack-ground", 12, 12);
    stage_run(&s, 100);
    CHECK(!stage_entity(&s, footman));
    CHECK_INT(stage_events(&s, US_EVENT_DONE, footman), 1);
    CHECK_INT(stage_events(&s, US_EVENT_FAILED, footman), 0);
    stage_end(&s);
}

TEST(who_finds_no_way_to_explore_gives_up)
{
    stage s =
        stage_begin(two, "\n\n\n\n\n\n\n\n\n\n..........^^^\n..........^.^\n..........^^^", 3);
    us_id footman = stage_add(&s, "footman", 0, 11, 11);
    stage_order(&s, footman, "explore", 0);
    stage_run(&s, 100);
    const us_event *failed = stage_event(&s, US_EVENT_FAILED, footman);
    CHECK(failed && failed->type == US_REASON_NO_WAY);
    CHECK_INT(stage_events(&s, US_EVENT_FAILED, footman), 1);
    stage_end(&s);
}
