/* Does a seat have an advantage? The same player for the same faction against itself, on all
 * fair maps: won by seat 0 : won by seat 1. Over all maps each player should win 40% to 60% on
 * either side. The spread says how far single pairs of map and player lean: about 1 is what chance
 * gives, 12 is when the seat decides each pair. */
#include "base/error.h"
#include "game/maps.h"
#include "players/players.h"
#include "tests/bench/bench.h"
#include "understudy/game.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const agents[] = {"ai:footman-rush", "ai:land-attack", "ai:boom",
                                     "expert:knights", "expert:balanced"};
enum { SEEDS = 12, AGENTS = US_COUNT(agents) };

static us_outcome play(const char *map, const char *agent, uint64_t seed)
{
    us_error err = {0};
    us_scenario_def def = us_scenario_def_default();
    def.map = map;
    def.faction[0] = def.faction[1] = "human";
    us_scenario *scenario = NULL;
    bench_need(us_scenario_open(&def, &scenario, &err), &err);
    us_match_def match_def = us_match_def_default();
    match_def.scenario = scenario;
    match_def.seed = seed;
    for (us_seat seat = 0; seat < 2; seat++)
        bench_need(us_agent_open(agent, scenario, seat, seed, &match_def.player[seat], &err), &err);
    us_match *match = us_match_new(&match_def);
    us_match_state state = {0};
    us_match_run(match, &state);
    us_match_free(match);
    us_scenario_close(scenario);
    return state.outcome;
}

/* Of the chi-squared distribution, by degrees of freedom. */
typedef struct spread {
    double sum;
    int pairs, leaning[2];
} spread;

static void add_pair(spread *s, int won, int lost)
{
    if (won + lost == 0)
        return;
    s->sum += (double)(won - lost) * (won - lost) / (won + lost);
    s->pairs++;
    s->leaning[0] += won > lost;
    s->leaning[1] += won < lost;
}

static void sum_up(const char *what, int won, int lost)
{
    int decided = won + lost;
    bool even = decided == 0 || (won * 10 >= decided * 4 && won * 10 <= decided * 6);
    printf("seats    %s: seat 0 won %d, seat 1 won %d%s\n", what, won, lost,
           even ? "" : " (not even)");
}

int main(void)
{
    us_error err = {0};
    us_map_info *maps = NULL;
    int count = 0, won[AGENTS + 1] = {0}, lost[AGENTS + 1] = {0};
    spread all = {0};
    const us_game_kind *kind = us_game_kind_find("skirmish");
    if (kind->maps->list(&maps, &count, &err) != US_OK)
        bench_die(&err);
    for (int m = 0; m < count; m++) {
        if (!maps[m].fair)
            continue;
        printf("seats    %-14s", maps[m].name);
        for (int a = 0; a < AGENTS; a++) {
            int here[2] = {0};
            for (uint64_t seed = 1; seed <= SEEDS; seed++) {
                us_outcome outcome = play(maps[m].name, agents[a], seed);
                if (outcome.kind == US_OUTCOME_WIN)
                    here[outcome.winner]++;
            }
            printf(" %2d:%-2d", here[0], here[1]);
            won[a] += here[0];
            lost[a] += here[1];
            add_pair(&all, here[0], here[1]);
        }
        printf("\n");
    }
    us_mem_free(maps);
    for (int a = 0; a < AGENTS; a++) {
        sum_up(agents[a], won[a], lost[a]);
        won[AGENTS] += won[a];
        lost[AGENTS] += lost[a];
    }
    sum_up("all", won[AGENTS], lost[AGENTS]);
    printf("seats    of %d pairs %d lean to seat 0, %d to seat 1; spread %.2f of chance\n",
           all.pairs, all.leaning[0], all.leaning[1], all.pairs ? all.sum / all.pairs : 0.0);
    return 0;
}
