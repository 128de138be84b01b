#include "game/skirmish/skirmish.h"
#include "game/skirmish/state.h"
#include "players/players.h"
#include "tests/bench/bench.h"
#include "tests/measured.h"
#include "understudy/game.h"

#include <stdio.h>
#include <stdlib.h>

enum { WINDOW = 1000, WINDOWS = 4096, ROUNDS = 7 };

static us_match *match_of(us_scenario *scenario, const char *p0, const char *p1, uint64_t seed)
{
    us_match_def def = us_match_def_default();
    def.scenario = scenario;
    def.seed = seed;
    const char *agent[2] = {p0, p1};
    for (us_seat seat = 0; seat < 2; seat++) {
        us_error err = {0};
        bench_need(us_agent_open(agent[seat], scenario, seat, seed, &def.player[seat], &err), &err);
    }
    return us_match_new(&def);
}

static int mobiles(us_match *match)
{
    const us_world *world = us_game_world(us_match_game(match), US_NEUTRAL);
    int count = 0;
    for (int i = 0; i < world->count; i++)
        count += world->domain->type[world->entity[i].type].kind == US_KIND_UNIT;
    return count;
}

void bench_players(void)
{
    static const char *const pairs[][3] = {
        {"open-1", "expert:economy", "ai:boom"},
        {"choke-1", "expert:balanced", "ai:land-attack"},
        {"ridge-1", "expert:siege", "ai:turtle"},
    };
    for (int p = 0; p < US_COUNT(pairs); p++) {
        static double speed[WINDOWS], units[WINDOWS];
        int count = 0;
        us_scenario *scenario = bench_open(pairs[p][0], 60000);
        for (uint64_t seed = 1; seed <= 5; seed++) {
            us_match *match = match_of(scenario, pairs[p][1], pairs[p][2], seed);
            us_match_state state = {0};
            while (state.outcome.kind == US_OUTCOME_NONE && count < WINDOWS) {
                int before = mobiles(match);
                int64_t start = bench_ns();
                us_match_step(match, WINDOW, &state);
                int64_t took = bench_ns() - start;
                int after = mobiles(match);
                if (before < 50 || after < 50 || before > 75 || after > 75)
                    continue;
                units[count] = (before + after) / 2.0;
                speed[count++] = WINDOW * 1e9 / (double)(took > 0 ? took : 1);
            }
            us_match_free(match);
        }
        double cycles = bench_median(speed, count), many = bench_median(units, count);
        printf("players  %s %dx%d, %s against %s, thinking included: %.0f cycles/s with %.0f "
               "units (%d windows of %d cycles)\n",
               pairs[p][0], scenario->width, scenario->height, pairs[p][1], pairs[p][2], cycles,
               many, count, WINDOW);
        test_measured("players", cycles, "%s, %.0f units", pairs[p][0], many);
        us_scenario_close(scenario);
    }
}

void bench_games(void)
{
    static const char *const pairs[][3] = {
        {"open-1", "expert:rush", "ai:footman-rush"},
        {"open-1", "expert:knights", "ai:land-attack"},
        {"choke-1", "expert:towers", "ai:boom"},
        {"ridge-1", "expert:siege", "ai:raid"},
        {"scattered-1", "expert:economy", "ai:turtle"},
    };
    for (int p = 0; p < US_COUNT(pairs); p++) {
        double took[ROUNDS], cycles[ROUNDS];
        us_scenario *scenario = bench_open(pairs[p][0], 40000);
        for (int r = 0; r < ROUNDS; r++) {
            int64_t start = bench_ns();
            us_match *match = match_of(scenario, pairs[p][1], pairs[p][2], (uint64_t)r + 1);
            us_match_state state = {0};
            us_match_run(match, &state);
            us_match_free(match);
            took[r] = (double)(bench_ns() - start);
            cycles[r] = state.now;
        }
        double speed = 1e9 / bench_median(took, ROUNDS);
        printf("games    %s %dx%d, %s against %s: %.1f games/s (%.0f cycles each)\n", pairs[p][0],
               scenario->width, scenario->height, pairs[p][1], pairs[p][2], speed,
               bench_median(cycles, ROUNDS));
        test_measured("games", speed, "%s, %s", pairs[p][0], pairs[p][1]);
        us_scenario_close(scenario);
    }
}

/* ---- how the cost of a cycle grows */

static us_id near_mine(const us_world *world, int x, int y)
{
    us_id best = 0;
    int least = INT32_MAX;
    for (int i = 0; i < world->count; i++) {
        const us_entity *entity = &world->entity[i];
        int distance = us_entity_cell_distance(world->domain, entity, x, y);
        if (world->domain->type[entity->type].kind == US_KIND_RESOURCE && distance < least) {
            least = distance;
            best = entity->id;
        }
    }
    return best;
}

/* A settlement of n units over both seats: half mine, an eighth cut wood, the rest patrol. */
static void place_units(sk_game *g, int n, us_rng *rng)
{
    const us_domain *domain = g->domain;
    for (int k = 0; k < n; k++) {
        us_seat seat = (us_seat)(k % 2);
        int job = k / 2 % 8; /* 0-3 mine, 4 wood, 5-7 patrol */
        us_type type = us_type_for_faction(
            domain, us_domain_find_type(domain, job < 5 ? "worker" : "infantry"), g->faction[seat]);
        int x, y, cell;
        do {
            x = (int)us_rng_next_below(rng, (uint32_t)g->width);
            y = (int)us_rng_next_below(rng, (uint32_t)g->height);
            cell = sk_game_cell(g, x, y);
        } while (!(g->pass[cell] & 1) || g->occupant[cell]);
        sk_slot slot = sk_unit_add(g, type, seat, x, y, true, 0);
        sk_unit_wake_at(g, slot, g->core->now);
        us_id id = g->unit[slot].id;
        us_order order = {.id = (uint32_t)k + 1, .seat = seat, .unit = &id, .unit_count = 1};
        const us_world *world = us_game_world(&g->base, US_NEUTRAL);
        if (job < 4) {
            order.action = (int8_t)us_domain_find_action(domain, "harvest");
            order.arg[0] = (int32_t)near_mine(world, x, y);
        } else if (job == 4) {
            order.action = (int8_t)us_domain_find_action(domain, "chop");
            int tries = 0;
            do {
                cell = (int)us_rng_next_below(rng, (uint32_t)g->cells);
            } while (domain->terrain[g->plane[US_PLANE_TERRAIN][cell]].resource < 0 &&
                     ++tries < 100000);
            order.arg[0] = US_CELL(cell % g->width, cell / g->width);
        } else {
            order.action = (int8_t)us_domain_find_action(domain, "patrol");
            do {
                int px = x + (int)us_rng_next_below(rng, 33) - 16,
                    py = y + (int)us_rng_next_below(rng, 33) - 16;
                cell = px < 0 || py < 0 || px >= g->width || py >= g->height
                           ? -1
                           : sk_game_cell(g, px, py);
            } while (cell < 0 || !(g->pass[cell] & 1));
            order.arg[0] = US_CELL(cell % g->width, cell / g->width);
        }
        us_game_act(&g->base, &order);
    }
}

/* Peace, so that the number stays what it is: all units strike for nothing. */
static void disarm(us_scenario *scenario)
{
    sk_scenario *sk = (sk_scenario *)scenario;
    for (int t = 0; t < sk->domain->type_count; t++)
        sk->rules->type[t].range = 0;
    for (int i = 0; i < sk->map->entity_count; i++)
        sk->map->entity[i].stock *= sk->map->entity[i].stock ? 1000 : 1;
}

us_game *bench_game_with_units(us_scenario *scenario, int units)
{
    us_rng rng = us_rng_derive(1, "bench.settle", 0);
    disarm(scenario);
    us_game *game = us_game_new(scenario, 1);
    place_units((sk_game *)game, units, &rng);
    us_game_step(game, 3000, NULL, NULL);
    return game;
}

void bench_scale(void)
{
    static const char *const maps[] = {"open-4", "choke-4"};
    static const int counts[] = {50, 100, 200, 400, 800};
    for (int m = 0; m < US_COUNT(maps); m++) {
        double first = 0;
        for (int c = 0; c < US_COUNT(counts); c++) {
            us_scenario *scenario = bench_open(maps[m], US_CYCLES_LIMIT);
            disarm(scenario);
            us_game *game = us_game_new(scenario, 1);
            us_rng rng = us_rng_derive(1, "bench.settle", 0);
            place_units((sk_game *)game, counts[c], &rng);
            us_cycle now = us_game_step(game, 3000, NULL, NULL);
            double took[ROUNDS];
            int64_t wakes = us_skirmish_wake_count(game), nodes = us_skirmish_path_node_count(game);
            for (int r = 0; r < ROUNDS; r++) {
                int64_t start = bench_ns();
                us_cycle next = us_game_step(game, now + 10000, NULL, NULL);
                took[r] = (double)(bench_ns() - start) / (next - now);
                now = next;
            }
            double cost = bench_median(took, ROUNDS);
            first = c == 0 ? cost / counts[0] : first;
            printf("scale    %s %dx%d, %d units: %.0f ns a cycle, %.2f ns a unit (%.2f of that at "
                   "%d), %.2f wakes and %.1f path cells a cycle, %.2f MB a game\n",
                   maps[m], scenario->width, scenario->height, counts[c], cost, cost / counts[c],
                   cost / counts[c] / first, counts[0],
                   (double)(us_skirmish_wake_count(game) - wakes) / (ROUNDS * 10000.0),
                   (double)(us_skirmish_path_node_count(game) - nodes) / (ROUNDS * 10000.0),
                   (double)us_skirmish_size(game) / 1e6);
            if (counts[c] == 400)
                test_measured("memory", (double)us_skirmish_size(game) / 1e6, "%s", maps[m]);
            if (counts[c] == 800)
                test_measured("scale", cost / counts[c] / first, "%s", maps[m]);
            us_game_free(game);
            us_scenario_close(scenario);
        }
    }
}
