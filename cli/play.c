#include "cli/play.h"

#include <stdio.h>
#include <string.h>

#include "cli/game.h"
#include "cli/out.h"
#include "players/players.h"
#include "traces/recorder.h"

enum { SLICE = 256 }; /* cycles between looks at interrupts */

static us_status open_scenario(const us_play_def *def, us_scenario **out, us_error *err)
{
    us_scenario_def scenario = us_scenario_def_default();
    scenario.domain = def->domain;
    scenario.map = def->map;
    scenario.max_cycles = def->max_cycles;
    scenario.fog = def->fog;
    for (int seat = 0; seat < 2; seat++)
        scenario.faction[seat] = def->faction[seat];
    return us_scenario_open(&scenario, out, err);
}

static us_status open_players(const us_play_def *def, const us_scenario *scenario, uint64_t seed,
                              us_player **player, us_error *err)
{
    us_status status = US_OK;
    for (us_seat seat = 0; seat < 2 && status == US_OK; seat++) {
        if (!def->agent[seat])
            continue;
        if (seat >= scenario->seats)
            status = us_fail(err, US_BAD_INPUT, NULL, 0, 0, "%s has no seat %d", def->map, seat);
        else
            status = us_agent_open(def->agent[seat], scenario, seat, seed, &player[seat], err);
    }
    for (int seat = 0; seat < 2 && status != US_OK; seat++) {
        us_player_close(player[seat]);
        player[seat] = NULL;
    }
    return status;
}

static us_status run_match(us_match *match, us_recorder *recorder, us_match_state *state,
                           us_error *err)
{
    us_match_step(match, 0, state);
    while (state->outcome.kind == US_OUTCOME_NONE) {
        us_match_step(match, SLICE, state);
        if (recorder)
            US_TRY(us_recorder_status(recorder, err));
        if (us_interrupted() && state->outcome.kind == US_OUTCOME_NONE)
            return us_fail(err, US_INTERRUPTED, NULL, 0, 0, "interrupted at cycle %d",
                           (int)state->now);
    }
    return US_OK;
}

/* Record, watch, run. */
static us_status observe_and_run(const us_play_def *def, us_match *match, us_play_result *result,
                                 us_error *err)
{
    us_game *game = us_match_game(match);
    us_recorder *recorder = NULL;
    if (def->trace) {
        us_trace_header header = us_trace_header_of(game, def->map, def->agent);
        US_TRY(us_recorder_open(def->trace, &header, game->scenario->domain, &recorder, err));
        us_observer observer = us_recorder_observer(recorder);
        us_match_observe(match, &observer);
    }
    us_watch *watch = NULL;
    if (def->watch) {
        watch = us_watch_new(game->scenario, def->agent, def->speed, def->watch_to_stderr);
        us_observer observer = us_watch_observer(watch);
        us_match_observe(match, &observer);
    }
    us_status status = run_match(match, recorder, &result->state, err);
    us_watch_free(watch);
    us_status closed = us_recorder_close(recorder, status == US_OK ? err : NULL);
    result->hash = us_game_hash(game);
    result->seed = game->seed;
    return status == US_OK ? closed : status;
}

us_status us_play(const us_play_def *def, us_play_result *out, us_error *err)
{
    us_scenario *scenario = NULL;
    us_match_def match_def = us_match_def_default();
    US_TRY(open_scenario(def, &scenario, err));
    us_status status = open_players(def, scenario, def->seed, match_def.player, err);
    if (status == US_OK) {
        match_def.scenario = scenario;
        match_def.seed = def->seed;
        us_match *match = us_match_new(&match_def);
        us_play_result result = {.seed = def->seed};
        snprintf(result.map, sizeof(result.map), "%s", def->map);
        for (int seat = 0; seat < 2; seat++)
            snprintf(result.agent[seat], sizeof(result.agent[seat]), "%s",
                     def->agent[seat] ? def->agent[seat] : "");
        status = observe_and_run(def, match, &result, err);
        us_match_free(match);
        if (status == US_OK)
            *out = result;
    }
    us_scenario_close(scenario);
    return status;
}
