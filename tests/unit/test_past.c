#include "base/rng.h"
#include "players/players.h"
#include "tests/unit/test.h"
#include "traces/world_history.h"
#include "understudy/game.h"

enum { CYCLES = 700 }; /* more than lie between two whole states */

/* As one of both seats sees it, in fog. */
TEST(every_world_that_was_kept_is_given_back)
{
    static us_hash seen[CYCLES + 1];
    US_AUTOPTR(us_scenario) scenario = NULL;
    us_scenario_def def = us_scenario_def_default();
    us_match_def game = us_match_def_default();
    us_rng rng = us_rng_derive(5, "past", 0);
    def.map = "open-2";
    def.fog = true;
    REQUIRE(us_scenario_open(&def, &scenario, NULL) == US_OK);
    game.scenario = scenario;
    for (us_seat seat = 0; seat < 2; seat++)
        REQUIRE(us_agent_open("random", scenario, seat, 1, &game.player[seat], NULL) == US_OK);
    US_AUTOPTR(us_match) match = us_match_new(&game);
    us_world_history *past = us_world_history_new(us_game_world(us_match_game(match), 0));
    seen[0] = us_world_hash(us_game_world(us_match_game(match), 0));
    for (int cycle = 1; cycle <= CYCLES; cycle++) {
        us_match_step(match, 1, NULL);
        const us_world *world = us_game_world(us_match_game(match), 0);
        bool kept = cycle % 2 == 0; /* of the others the one before is given */
        seen[cycle] = kept ? us_world_hash(world) : seen[cycle - 1];
        for (int twice = 0; kept && twice < 2; twice++)
            us_world_history_add(past, world);
        if (us_rng_next_below(&rng, 10) == 0) { /* it is asked while it grows */
            us_cycle at = (us_cycle)us_rng_next_below(&rng, (uint32_t)cycle + 1);
            CHECK_HASH(us_world_hash(us_world_history_at(past, at)), seen[at]);
        }
    }
    for (int i = 0; i < 200; i++) {
        us_cycle at = (us_cycle)us_rng_next_below(&rng, CYCLES + 1);
        const us_world *world = us_world_history_at(past, at);
        CHECK_INT(world->now, at - at % 2);
        CHECK_HASH(us_world_hash(world), seen[at]);
    }
    CHECK_HASH(us_world_hash(us_world_history_at(past, CYCLES + 1000)), seen[CYCLES]);
    CHECK_HASH(us_world_hash(us_world_history_at(past, -1)), seen[0]);
    us_world_history_free(past);
}
