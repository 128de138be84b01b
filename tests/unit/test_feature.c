#include <string.h>

#include "domain/action.h"
#include "domain/goal.h"
#include "players/players.h"
#include "tests/unit/test.h"
#include "understudy/game.h"

/* What skirmish declares in the language, over games of players that know what they do. */

static us_scenario *scenario;

static us_match *begin(void)
{
    static const char *const agent[2] = {"expert:balanced", "ai:land-attack"};
    us_scenario_def def = us_scenario_def_default();
    def.domain = "skirmish";
    def.map = "open-2";
    REQUIRE(us_scenario_open(&def, &scenario, NULL) == US_OK);
    us_match_def match = us_match_def_default();
    match.scenario = scenario;
    match.seed = 3;
    for (us_seat seat = 0; seat < 2; seat++)
        REQUIRE(us_agent_open(agent[seat], scenario, seat, 3, &match.player[seat], NULL) == US_OK);
    return us_match_new(&match);
}

static void end(us_match *match)
{
    us_match_free(match);
    us_scenario_close(scenario);
}

static us_view view_of(us_match *match, us_seat seat)
{
    return (us_view){us_game_world(us_match_game(match), US_NEUTRAL), seat};
}

static int64_t feature(const char *name, us_match *match, us_seat seat)
{
    const us_domain *domain = scenario->domain;
    int index = us_domain_find_feature(domain, name);
    REQUIRE(index >= 0);
    us_view view = view_of(match, seat);
    return us_expr_eval(domain->feature[index].value, &view, NULL);
}

TEST(there_are_features_of_each_group)
{
    us_match *match = begin();
    const us_domain *domain = scenario->domain;
    CHECK(domain->feature_count >= 35);
    CHECK_INT(domain->feature_groups.count, 4);
    for (int g = 0; g < domain->feature_groups.count; g++) {
        int count = 0;
        for (int i = 0; i < domain->feature_count; i++)
            count += domain->feature[i].group == g;
        us_test_row(domain->feature_groups.name[g]);
        CHECK(count >= 8);
    }
    us_test_row(NULL);
    end(match);
}

TEST(what_one_side_has_is_what_the_other_sees)
{
    us_match *match = begin();
    us_match_state state = {0};
    const us_domain *domain = scenario->domain;
    for (int turn = 0; turn < 12; turn++) {
        us_match_step(match, 700, &state);
        for (int i = 0; i < domain->feature_count; i++) {
            char other[80] = "enemy-";
            strncat(other, domain->feature[i].name, sizeof(other) - 7);
            if (us_domain_find_feature(domain, other) < 0)
                continue;
            us_test_row(other);
            CHECK_INT(feature(other, match, 1), feature(domain->feature[i].name, match, 0));
            CHECK_INT(feature(other, match, 0), feature(domain->feature[i].name, match, 1));
        }
    }
    us_test_row(NULL);
    end(match);
}

/* Over a whole game nearly all of them move, and mostly within their range. */
TEST(features_tell_the_states_of_a_game_apart)
{
    us_match *match = begin();
    us_match_state state = {0};
    const us_domain *domain = scenario->domain;
    int64_t low[US_FEATURES_MAX], high[US_FEATURES_MAX];
    int outside = 0, asked = 0, moved = 0;
    for (int i = 0; i < domain->feature_count; i++) {
        low[i] = INT64_MAX;
        high[i] = INT64_MIN;
    }
    while (state.outcome.kind == US_OUTCOME_NONE) {
        us_match_step(match, 500, &state);
        us_view view = view_of(match, 0);
        for (int i = 0; i < domain->feature_count; i++, asked++) {
            int64_t value = us_expr_eval(domain->feature[i].value, &view, NULL);
            low[i] = value < low[i] ? value : low[i];
            high[i] = value > high[i] ? value : high[i];
            outside += value < domain->feature[i].low || value > domain->feature[i].high;
        }
    }
    for (int i = 0; i < domain->feature_count; i++)
        moved += high[i] > low[i];
    CHECK(moved >= 30);
    CHECK(outside < asked / 20);
    end(match);
}

static bool reached(us_match *match, const char *text, us_seat seat)
{
    us_source source = {.file = "goal", .text = text};
    us_goal goal;
    REQUIRE(us_goal_parse(scenario->domain, &source, &goal, NULL) == US_OK);
    us_view view = view_of(match, seat);
    return us_goal_is_reached(scenario->domain, &goal, &view, NULL);
}

TEST(whoever_won_has_reached_its_goal)
{
    us_match *match = begin();
    us_match_state state = {0};
    us_match_step(match, 100, &state);
    for (us_seat seat = 0; seat < 2; seat++) {
        CHECK(!reached(match, "WinWargus(self)", seat));
        CHECK(!reached(match, "DefeatPlayer(enemy)", seat));
        CHECK(!reached(match, "KillUnitType(self, enemy, \"worker\")", seat));
        CHECK(reached(match, "KillUnitType(self, enemy, \"siege\")", seat));
        CHECK(reached(match, "ResourceInfrastructure(self, 0, 1)", seat));
        CHECK(!reached(match, "ResourceInfrastructure(self, 9, 40)", seat));
    }
    while (state.outcome.kind == US_OUTCOME_NONE)
        us_match_step(match, 500, &state);
    REQUIRE(state.outcome.kind == US_OUTCOME_WIN);
    us_seat winner = state.outcome.winner, loser = !winner;
    CHECK(reached(match, "WinWargus(self)", winner) && reached(match, "WinWargus(enemy)", loser));
    CHECK(reached(match, "DefeatPlayer(enemy)", winner));
    CHECK(!reached(match, "DefeatPlayer(self)", winner) &&
          !reached(match, "WinWargus(self)", loser));
    end(match);
}

TEST(the_goals_are_alike_as_the_ontology_says)
{
    us_match *match = begin();
    const us_domain *domain = scenario->domain;
    int win = us_domain_find_goal(domain, "WinWargus"),
        get = us_domain_find_goal(domain, "GetResources");
    int defeat = us_domain_find_goal(domain, "DefeatPlayer");
    REQUIRE(win >= 0 && get >= 0 && defeat >= 0 && domain->goal_count == 8);
    for (int a = 0; a < 8; a++)
        for (int b = 0; b < 8; b++)
            CHECK_INT(domain->goal_likeness[a * 8 + b], domain->goal_likeness[b * 8 + a]);
    CHECK(domain->goal_likeness[defeat * 8 + win] > domain->goal_likeness[defeat * 8 + get]);
    end(match);
}

/* What the game tells as done is done as the action says. */
TEST(an_order_is_done_as_the_domain_says)
{
    us_match *match = begin();
    const us_domain *domain = scenario->domain;
    us_game *game = us_match_game(match);
    const us_world *world = us_game_world(game, US_NEUTRAL);
    us_view view = {world, 0};
    us_events events = {0};
    us_source source = {.text = "first(self, role: worker)"};
    us_expr *first = NULL;
    REQUIRE(us_expr_compile(domain, NULL, US_VALUE_ENTITY, &source, &first, NULL) == US_OK);
    us_id id = (us_id)us_expr_eval(first, &view, NULL);
    us_order order = {.id = 77, .seat = 0, .unit = &id, .unit_count = 1};
    order.action = (int8_t)us_domain_find_action(domain, "move");
    order.arg[0] = US_CELL(world->width / 2, world->height / 2);
    CHECK(us_action_is_allowed(&view, &order, id));
    REQUIRE(us_game_act(game, &order) == US_REASON_NONE);
    bool done = false;
    for (int i = 0; i < 4000 && !done; i++) {
        view.world = us_game_world(game, US_NEUTRAL);
        CHECK(i > 0 || !us_action_is_done(&view, &order, id, 0));
        us_events_reset(&events);
        us_game_step(game, view.world->now + 1, NULL, &events);
        for (int e = 0; e < events.count; e++)
            done |= events.event[e].kind == US_EVENT_DONE && events.event[e].value == 77;
    }
    view.world = us_game_world(game, US_NEUTRAL);
    CHECK(done && us_action_is_done(&view, &order, id, 0));
    us_events_clear(&events);
    us_expr_free(first);
    end(match);
}
