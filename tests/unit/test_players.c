#include "players/skirmish/skirmish_players.h"
#include "tests/unit/drawn_skirmish.h"
#include "tests/unit/test.h"
#include "understudy/game.h"

#include <stdio.h>
#include <string.h>

/* Games of scripted players on small maps; nobody sits on the other side unless said. */

static const char plain[] = "seat 0 human gold 2000 wood 1000 oil 1000\nseat 1 orc\n"
                            "entity gold-mine neutral 2 6 stock 30000\n"
                            "entity town-hall 0 10 4\nentity peasant 0 7 4\n"
                            "entity peasant 0 7 5\nentity peasant 0 7 6\nentity peasant 0 7 7\n"
                            "entity great-hall 1 26 26\nentity peon 1 31 31\n";
static const char grove[] = "................TTTTTTTTTTTTTT..\n................TTTTTTTTTTTTTT..\n"
                            "................TTTTTTTTTTTTTT..\n................TTTTTTTTTTTTTT..\n"
                            "................TTTTTTTTTTTTTT..\n";

typedef struct bout {
    drawn_skirmish s; /* over the match's game */
    us_match *match;
    us_player *player[2];
    us_match_state state;
    int orders, refused, unlabeled, closed_goals;
    us_cycle now;
} bout;

static us_player *seat(const us_scenario *scenario, const char *agent, us_seat self)
{
    bool ai = strncmp(agent, "ai:", 3) == 0;
    const us_player_kind *kind = ai ? &us_ai_kind : &us_expert_kind;
    us_player_def def = {scenario, self, 7, strchr(agent, ':') + 1};
    us_player *player = NULL;
    REQUIRE(kind->open(kind, &def, &player, NULL) == US_OK);
    return player;
}

static int labels_of(const us_player *player, const us_goal_instance **out)
{
    return player->kind->labels ? player->kind->labels(player, out) : 0;
}

static void see_order(void *context, us_cycle now, const us_order *order, us_reason reason)
{
    bout *b = context;
    b->orders++;
    b->refused += reason != US_REASON_NONE;
    b->now = now;
    if (order->goal == 0) {
        b->unlabeled++;
        return;
    }
    const us_goal_instance *goal;
    int count = labels_of(b->player[order->seat], &goal);
    bool open = order->goal <= (uint32_t)count && goal[order->goal - 1].opened <= now &&
                (goal[order->goal - 1].closed < 0 || goal[order->goal - 1].closed >= now);
    b->closed_goals += !open;
}

static void begin(bout *b, const char *lines, const char *picture, const char *first,
                  const char *second)
{
    memset(b, 0, sizeof(*b));
    b->s.scenario = drawn_skirmish_open(lines, picture);
    us_match_def def = us_match_def_default();
    def.scenario = b->s.scenario;
    def.seed = 3;
    b->player[0] = def.player[0] = first ? seat(b->s.scenario, first, 0) : NULL;
    b->player[1] = def.player[1] = second ? seat(b->s.scenario, second, 1) : NULL;
    def.observer = (us_observer){.context = b, .order = see_order};
    b->match = us_match_new(&def);
    b->s.game = us_match_game(b->match);
    b->s.g = (sk_game *)b->s.game;
}

static void run(bout *b, us_cycle cycles)
{
    us_match_step(b->match, cycles, &b->state);
}

static void end(bout *b)
{
    us_match_free(b->match);
    us_scenario_close(b->s.scenario);
}

/* Run until so many finished ones of the type are there, or the cycles are over. */
static bool await(bout *b, const char *type, us_seat owner, int count, us_cycle cycles)
{
    for (us_cycle i = 0; i < cycles && drawn_skirmish_count(&b->s, type, owner) < count; i += 50)
        run(b, 50);
    return drawn_skirmish_count(&b->s, type, owner) >= count;
}

/* It is gone from one cycle to the next, as if the enemy had killed it. */
static void destroy_one(bout *b, us_id id)
{
    CHECK_INT(drawn_skirmish_order(&b->s, id, "dismiss", 0), US_REASON_NONE);
    run(b, 1);
}

static void destroy(bout *b, const char *type, us_seat owner, int count)
{
    for (; count > 0 && drawn_skirmish_find(&b->s, type, owner, 0); count--)
        destroy_one(b, drawn_skirmish_find(&b->s, type, owner, 0));
}

TEST(a_lost_building_is_built_again)
{
    bout b;
    begin(&b, plain, grove, "expert:knights", NULL);
    REQUIRE(await(&b, "barracks", 0, 1, 6000));
    destroy(&b, "barracks", 0, 1);
    CHECK_INT(drawn_skirmish_count(&b.s, "barracks", 0), 0);
    CHECK(await(&b, "barracks", 0, 1, 9000));
    end(&b);
}

TEST(a_lost_hall_is_built_again)
{
    bout b;
    begin(&b, plain, grove, "expert:balanced", NULL);
    run(&b, 1500);
    drawn_skirmish_give(&b.s, 0, "gold", 2000);
    drawn_skirmish_give(&b.s, 0, "wood", 2000);
    destroy(&b, "hall", 0, 1);
    CHECK(await(&b, "hall", 0, 1, 6000));
    end(&b);
}

TEST(lost_workers_are_replaced)
{
    bout b;
    begin(&b, plain, grove, "expert:economy", NULL);
    REQUIRE(await(&b, "worker", 0, 8, 6000));
    destroy(&b, "worker", 0, 4);
    CHECK(drawn_skirmish_count(&b.s, "worker", 0) < 6);
    CHECK(await(&b, "worker", 0, 8, 6000));
    end(&b);
}

TEST(a_dead_builder_is_replaced)
{
    bout b;
    begin(&b, plain, grove, "expert:towers", NULL);
    /* the first site: kill whoever works in it */
    us_id site = 0;
    for (int i = 0; i < 40 && !site; i++) {
        run(&b, 50);
        const us_world *world = us_game_world(b.s.game, US_NEUTRAL);
        for (int k = 0; k < world->count; k++) {
            if (world->entity[k].owner == 0 && (world->entity[k].flags & US_ENTITY_UNFINISHED))
                site = world->entity[k].id;
        }
    }
    REQUIRE(site);
    const us_world *world = us_game_world(b.s.game, US_NEUTRAL);
    us_id builder = 0;
    for (int k = 0; k < world->count; k++) {
        if (world->entity[k].owner == 0 && (world->entity[k].flags & US_ENTITY_INSIDE))
            builder = world->entity[k].id;
    }
    REQUIRE(builder);
    destroy_one(&b, builder);
    run(&b, 2000);
    const us_entity *house = drawn_skirmish_entity(&b.s, site);
    CHECK(house && !(house->flags & US_ENTITY_UNFINISHED));
    end(&b);
}

TEST(those_who_attack_the_base_are_met)
{
    static const char *const agents[] = {"expert:balanced", "expert:knights", "ai:passive",
                                         "ai:boom"};
    for (int i = 0; i < US_COUNT(agents); i++) {
        us_test_row(agents[i]);
        bout b;
        begin(&b, plain, grove, agents[i], NULL);
        REQUIRE(await(&b, "worker", 0, 8, 8000));
        us_id grunt = drawn_skirmish_add(&b.s, "grunt", 1, 12, 12);
        us_id hall = drawn_skirmish_find(&b.s, "hall", 0, 0);
        CHECK_INT(drawn_skirmish_order(&b.s, grunt, "attack", hall), US_REASON_NONE);
        run(&b, 1500);
        CHECK(!drawn_skirmish_entity(&b.s, grunt));
        CHECK(drawn_skirmish_entity(&b.s, hall) != NULL);
        end(&b);
    }
}

TEST(an_empty_mine_is_left_for_another_with_a_hall)
{
    bout b;
    begin(&b,
          "seat 0 human gold 3000 wood 2500 oil 1000\nseat 1 orc\n"
          "entity gold-mine neutral 2 6 stock 1500\nentity gold-mine neutral 3 25 stock 30000\n"
          "entity town-hall 0 10 4\nentity peasant 0 7 4\nentity peasant 0 7 5\n"
          "entity peasant 0 7 6\nentity peasant 0 7 7\nentity peasant 0 8 7\n"
          "entity great-hall 1 26 26\nentity peon 1 31 31\n",
          grove, "expert:towers", NULL);
    us_id second = drawn_skirmish_find(&b.s, "gold-mine", US_NEUTRAL, 1);
    REQUIRE(await(&b, "hall", 0, 2, 12000));
    run(&b, 1500);
    const us_entity *mine = drawn_skirmish_entity(&b.s, second);
    REQUIRE(mine != NULL);
    CHECK(mine->attribute[b.s.g->words->stock] < 30000);
    /* the new hall stands near the new mine */
    const us_entity *hall = drawn_skirmish_entity(&b.s, drawn_skirmish_find(&b.s, "hall", 0, 1));
    CHECK(hall && us_entity_distance(b.s.scenario->domain, hall, mine) <= 10);
    end(&b);
}

TEST(a_second_wave_follows_one_that_died)
{
    bout b;
    begin(&b, plain, grove, "expert:rush", NULL);
    us_id hall = drawn_skirmish_find(&b.s, "hall", 1, 0);
    /* the first wave reaches the enemy and is wiped out */
    bool struck = false;
    for (int i = 0; i < 300 && !struck; i++) {
        run(&b, 50);
        struck = drawn_skirmish_entity(&b.s, hall)->attribute[0] < 1200 ||
                 drawn_skirmish_count(&b.s, "peon", 1) == 0;
    }
    REQUIRE(struck);
    destroy(&b, "infantry", 0, 32);
    int32_t left = drawn_skirmish_entity(&b.s, hall)->attribute[0];
    for (int i = 0; i < 300 && drawn_skirmish_entity(&b.s, hall) &&
                    drawn_skirmish_entity(&b.s, hall)->attribute[0] == left;
         i++)
        run(&b, 50);
    CHECK(!drawn_skirmish_entity(&b.s, hall) ||
          drawn_skirmish_entity(&b.s, hall)->attribute[0] < left);
    end(&b);
}

TEST(the_last_unit_is_hunted_down_in_its_corner)
{
    static const char *const agents[] = {"expert:rush", "expert:siege", "ai:raid"};
    for (int i = 0; i < US_COUNT(agents); i++) {
        us_test_row(agents[i]);
        bout b;
        begin(&b, plain, grove, agents[i], NULL);
        run(&b, 40000);
        CHECK_INT(b.state.outcome.kind, US_OUTCOME_WIN);
        CHECK_INT(b.state.outcome.winner, 0);
        end(&b);
    }
}

/* A raider's town with soldiers, in the upper left. Of the others one peon is at the right, all
 * else lies in the lower left; with soldiers enough that nobody falls on them with all he has. */
static void begin_raid(bout *b)
{
    US_AUTOSTR(lines);
    us_str_add(&lines, "seat 0 human gold 2000 wood 1000 oil 1000\nseat 1 orc gold 1200 wood 800\n"
                       "entity gold-mine neutral 2 6 stock 30000\nentity town-hall 0 10 4\n"
                       "entity human-barracks 0 10 9\nentity great-hall 1 2 27\n"
                       "entity grunt 1 3 31\nentity grunt 1 4 31\nentity grunt 1 5 31\n"
                       "entity peon 1 29 20\n");
    for (int i = 0; i < 14; i++)
        us_str_addf(&lines, "entity peasant 0 %d %d\n", 6 + i % 2, 4 + i / 2);
    for (int i = 0; i < 6; i++)
        us_str_addf(&lines, "entity farm 0 %d 14\n", 2 + 2 * i);
    for (int i = 0; i < 5; i++)
        us_str_addf(&lines, "entity footman 0 %d 9\n", 14 + i);
    begin(b, lines.text, grove, "ai:raid", NULL);
}

/* Soldiers in the right half. */
static int raiders_out(bout *b)
{
    int out = 0;
    us_id id;
    for (int i = 0; (id = drawn_skirmish_find(&b->s, "footman", 0, i)) != 0; i++)
        out += drawn_skirmish_entity(&b->s, id)->x >= 16;
    return out;
}

TEST(raiders_go_home_when_nobody_can_be_struck)
{
    for (int inside = 0; inside < 2; inside++) {
        bout b;
        us_test_row(inside ? "the worker is inside its site" : "the worker stands there");
        begin_raid(&b);
        us_id peon = drawn_skirmish_find(&b.s, "peon", 1, 0);
        if (inside)
            CHECK_INT(drawn_skirmish_order_build(&b.s, peon, "great-hall", 26, 22), US_REASON_NONE);
        int out = 0;
        for (int i = 0; i < 28; i++) {
            run(&b, 50);
            out = raiders_out(&b) > out ? raiders_out(&b) : out;
        }
        CHECK(out > 0);
        CHECK_INT(raiders_out(&b), 0);
        CHECK_INT(b.refused, 0);
        const us_entity *left = drawn_skirmish_entity(&b.s, peon);
        CHECK_INT(left && (left->flags & US_ENTITY_INSIDE), inside);
        CHECK_INT(left != NULL, inside);
        end(&b);
    }
}

/* The grove, open rows, then a belt across the map: whoever wins has gone through. */
static void expect_through(const char *agent, int open_rows, const char *belt)
{
    US_AUTOSTR(picture);
    us_str_add(&picture, grove);
    for (int i = 0; i < open_rows; i++)
        us_str_add(&picture, "................................\n");
    us_str_add(&picture, belt);
    bout b;
    begin(&b, plain, picture.text, agent, NULL);
    run(&b, 40000);
    CHECK_INT(b.state.outcome.kind, US_OUTCOME_WIN);
    CHECK_INT(b.state.outcome.winner, 0);
    end(&b);
}

TEST(cutters_open_a_way_through_trees)
{
    expect_through("expert:rush", 11,
                   "TTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTT\nTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTT\n");
}

TEST(engines_open_a_way_through_walls)
{
    expect_through("expert:siege", 13, "################################\n");
}

/* The same base in the other corner, of either race. */
TEST(everybody_plays_either_seat_and_either_race)
{
    static const char *const lines[] = {
        "seat 0 human\nseat 1 human\nentity gold-mine neutral 2 6 stock 30000\n"
        "entity gold-mine neutral 28 24 stock 30000\n"
        "entity town-hall 0 10 4\nentity peasant 0 7 4\nentity peasant 0 7 5\n"
        "entity peasant 0 7 6\nentity town-hall 1 18 24\nentity peasant 1 24 27\n"
        "entity peasant 1 24 26\nentity peasant 1 24 25\n",
        "seat 0 orc\nseat 1 orc\nentity gold-mine neutral 2 6 stock 30000\n"
        "entity gold-mine neutral 28 24 stock 30000\n"
        "entity great-hall 0 10 4\nentity peon 0 7 4\nentity peon 0 7 5\n"
        "entity peon 0 7 6\nentity great-hall 1 18 24\nentity peon 1 24 27\n"
        "entity peon 1 24 26\nentity peon 1 24 25\n"};
    int ais = 0;
    while (us_ai_name(ais))
        ais++;
    for (int i = 0; i < ais || us_expert_name(i - ais); i++) {
        char agent[64];
        bool expert = i >= ais;
        snprintf(agent, sizeof(agent), "%s:%s", expert ? "expert" : "ai",
                 expert ? us_expert_name(i - ais) : us_ai_name(i));
        us_test_row(agent);
        for (int k = 0; k < US_COUNT(lines); k++) {
            bout b;
            begin(&b, lines[k], grove, agent, agent);
            run(&b, 2500);
            for (us_seat self = 0; self < 2; self++)
                CHECK(drawn_skirmish_count(&b.s, "worker", self) >= 4 ||
                      drawn_skirmish_tally(&b.s, self, "losses") > 0);
            CHECK_INT(b.refused, 0);
            end(&b);
        }
    }
}

TEST(every_order_of_an_expert_carries_an_open_goal)
{
    const char *name;
    for (int i = 0; (name = us_expert_name(i)) != NULL; i++) {
        char agent[64];
        snprintf(agent, sizeof(agent), "expert:%s", name);
        us_test_row(agent);
        bout b;
        begin(&b, plain, grove, agent, "expert:siege");
        run(&b, 16000);
        CHECK(b.orders > 30);
        CHECK_INT(b.unlabeled, 0);
        CHECK_INT(b.closed_goals, 0);
        end(&b);
    }
}

static void check_nesting(const char *lines)
{
    bout b;
    begin(&b, lines, grove, "expert:knights", "ai:footman-rush");
    run(&b, 16000);
    const us_goal_instance *goal;
    int count = labels_of(b.player[0], &goal);
    REQUIRE(count > 5);
    const us_domain *domain = b.s.scenario->domain;
    CHECK_STR(domain->goal[goal[0].goal.type].name, "WinWargus");
    CHECK_STR(domain->goal[goal[1].goal.type].name, "DefeatPlayer");
    for (int i = 1; i < count; i++) {
        CHECK_INT(goal[i].id, i + 1);
        REQUIRE(goal[i].parent > 0 && goal[i].parent < goal[i].id);
        const us_goal_instance *parent = &goal[goal[i].parent - 1];
        CHECK(goal[i].opened >= parent->opened);
        CHECK(parent->closed < 0 || (goal[i].closed >= 0 && goal[i].closed <= parent->closed));
        CHECK(goal[i].closed < 0 || goal[i].closed >= goal[i].opened);
    }
    end(&b);
}

TEST(goals_lie_within_their_parents)
{
    static const char no_hall[] = "seat 0 human gold 4000 wood 2000 oil 1000\nseat 1 orc\n"
                                  "entity gold-mine neutral 2 6 stock 30000\n"
                                  "entity peasant 0 7 4\nentity peasant 0 7 5\n"
                                  "entity peasant 0 7 6\nentity peasant 0 7 7\n"
                                  "entity great-hall 1 26 26\nentity peon 1 31 31\n";
    check_nesting(plain);
    check_nesting(no_hall); /* to have one is the first goal of all, and yet below the two */
}

TEST(orders_of_an_ai_carry_no_goal)
{
    bout b;
    begin(&b, plain, grove, "ai:land-attack", NULL);
    run(&b, 3000);
    CHECK(b.orders > 10);
    CHECK_INT(b.unlabeled, b.orders);
    end(&b);
}

TEST(an_unknown_name_is_answered_with_the_known_ones)
{
    US_AUTOPTR(us_scenario) scenario = drawn_skirmish_open(plain, grove);
    us_player_def def = {scenario, 0, 1, "nobody"};
    us_player *player = NULL;
    us_error err = {0};
    CHECK_INT(us_ai_kind.open(&us_ai_kind, &def, &player, &err), US_BAD_INPUT);
    CHECK(player == NULL);
    CHECK_CONTAINS(err.text, "ai:nobody");
    CHECK_CONTAINS(err.text, "footman-rush");
    def.argument = "passive"; /* is no expert */
    CHECK_INT(us_expert_kind.open(&us_expert_kind, &def, &player, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "balanced");
}

TEST(thinking_does_bounded_work)
{
    bout b;
    begin(&b, plain, grove, "expert:towers", "ai:land-attack");
    int64_t before[2] = {0, 0};
    for (int i = 0; i < 15 && b.state.outcome.kind == US_OUTCOME_NONE; i++) {
        run(&b, 1000);
        for (int k = 0; k < 2; k++) {
            int64_t work = us_scripted_player_work(b.player[k]);
            /* a think looks at each entity; a few times a minute it looks at the map */
            CHECK(work - before[k] < 30 * 1024 + 60 * 200);
            before[k] = work;
        }
    }
    CHECK(b.state.thinks < 15000 / 15);
    end(&b);
}

TEST(nobody_is_told_twice_what_he_does)
{
    bout b;
    begin(&b, plain, grove, "expert:economy", NULL);
    run(&b, 10000);
    /* some two dozen units, a few orders each, and what is built and trained */
    CHECK(b.orders < 400);
    CHECK_INT(b.refused, 0);
    end(&b);
}

TEST(the_passive_one_stays_at_home)
{
    bout b;
    begin(&b, plain, grove, "ai:passive", NULL);
    run(&b, 20000);
    CHECK(drawn_skirmish_count(&b.s, "worker", 0) >= 8);
    CHECK_INT(drawn_skirmish_count(&b.s, "soldier", 0), 0);
    CHECK_INT(drawn_skirmish_count(&b.s, "hall", 1), 1);
    CHECK_INT(drawn_skirmish_count(&b.s, "worker", 1), 1);
    end(&b);
}

TEST(the_same_seed_gives_the_same_game)
{
    us_hash hash[2];
    for (int i = 0; i < 2; i++) {
        bout b;
        begin(&b, plain, grove, "expert:balanced", "ai:raid");
        run(&b, 12000);
        hash[i] = us_game_hash(b.s.game);
        end(&b);
    }
    CHECK_HASH(hash[0], hash[1]);
}
