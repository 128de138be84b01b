#include "players/players.h"
#include "tests/measured.h"
#include "tests/unit/test.h"
#include "understudy/game.h"

static const struct {
    const char *map, *p0, *p1;
} rows[] = {
    {"open-1", "expert:economy", "ai:boom"},
    {"ridge-2", "expert:siege", "ai:tower-push"},
    {"choke-4", "expert:knights", "ai:land-attack"},
    {"scattered-1", "random", "random"},
};

TEST(a_match_of_scripted_players_allocates_nothing_after_a_hundred_cycles)
{
    for (int r = 0; r < US_COUNT(rows); r++) {
        us_test_row(rows[r].map);
        us_scenario_def def = us_scenario_def_default();
        def.map = rows[r].map;
        def.max_cycles = 20000;
        us_scenario *scenario = NULL;
        us_error err = {0};
        REQUIRE(us_scenario_open(&def, &scenario, &err) == US_OK);
        us_match_def match_def = us_match_def_default();
        match_def.scenario = scenario;
        match_def.seed = 5;
        const char *agent[] = {rows[r].p0, rows[r].p1};
        for (us_seat seat = 0; seat < 2; seat++)
            REQUIRE(us_agent_open(agent[seat], scenario, seat, 5, &match_def.player[seat], &err) ==
                    US_OK);
        us_match *match = us_match_new(&match_def);
        us_match_state state = {0};
        us_match_step(match, 100, &state);
        uint64_t before = us_mem_alloc_count();
        us_match_run(match, &state);
        CHECK(state.now > 1000);
        uint64_t allocations = us_mem_alloc_count() - before;
        CHECK_INT(allocations, 0);
        test_measured("allocations", (double)allocations, "%s, %d cycles", rows[r].map, state.now);
        us_match_free(match);
        us_scenario_close(scenario);
    }
}
