/* Plays one game and prints how it ended: embed AGENT MAP, such as library:all.db ridge-1. */
#include <stdio.h>

#include "understudy/agent.h"
#include "understudy/game.h"

static us_status play(const char *agent, const char *map, us_error *err)
{
    us_scenario_def scenario_def = us_scenario_def_default();
    us_match_def def = us_match_def_default();
    us_scenario *scenario = NULL;
    us_match_state state;

    scenario_def.map = map;
    us_status status = us_scenario_open(&scenario_def, &scenario, err);
    if (status != US_OK)
        return status;
    def.scenario = scenario;
    def.seed = 7;
    status = us_agent_open(agent, scenario, 0, def.seed, &def.player[0], err);
    if (status == US_OK)
        status = us_agent_open("ai:passive", scenario, 1, def.seed, &def.player[1], err);
    if (status == US_OK) {
        us_match *match = us_match_new(&def); /* owns the players from now on */
        do {
            us_match_step(match, 3000, &state); /* comes back early at the end */
            printf("cycle %d: %lld orders\n", (int)state.now, (long long)state.orders);
        } while (state.outcome.kind == US_OUTCOME_NONE);
        status = us_match_status(match, err); /* a program that failed: no result */
        if (status == US_OK)
            printf("%s: %s\n", state.outcome.reason,
                   state.outcome.kind == US_OUTCOME_DRAW ? "a draw"
                   : state.outcome.winner == 0           ? agent
                                                         : "ai:passive");
        us_match_free(match);
    } else {
        us_player_close(def.player[0]);
    }
    us_scenario_close(scenario);
    return status;
}

int main(int argc, char **argv)
{
    us_error err;
    char text[1024];
    if (play(argc > 1 ? argv[1] : "expert:rush", argc > 2 ? argv[2] : "open-1", &err) == US_OK)
        return 0;
    fprintf(stderr, "%s\n", us_error_print(&err, text, sizeof text));
    return 1;
}
