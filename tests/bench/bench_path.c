#include "tests/bench/bench.h"

#include "base/rng.h"
#include "game/skirmish/path/field.h"
#include "tests/temp_map.h"

#include <stdio.h>

enum { LAND = 0, PLENTY = 100000000, REPEATS = 5 };

static double seconds(void)
{
    return 1e-9 * (double)bench_ns();
}

/* side x side, so many percent rocks, a hall for each seat. The caller closes both. */
static sk_game *begin(int side, int rocks, us_scenario **scenario)
{
    us_rng rng = us_rng_derive(1, "bench.path", (uint64_t)side);
    us_str text;
    us_str_init(&text);
    us_str_addf(&text,
                "understudy map 1\nname bench\nfamily open\nsize %d %d\nfair no\n"
                "seat 0 human\nseat 1 orc\nentity town-hall 0 0 0\n"
                "entity great-hall 1 %d %d\nterrain\n",
                side, side, side - 4, side - 4);
    for (int y = 0; y < side; y++) {
        for (int x = 0; x < side; x++) {
            bool hall = (x < 5 && y < 5) || (x >= side - 5 && y >= side - 5);
            us_str_add_char(&text,
                            !hall && us_rng_next_bool(&rng, (uint32_t)rocks, 100) ? '^' : '.');
        }
        us_str_add_char(&text, '\n');
    }
    us_scenario_def def = us_scenario_def_default();
    def.max_cycles = US_CYCLES_LIMIT;
    *scenario = us_temp_map_open(&text, &def);
    us_str_clear(&text);
    return (sk_game *)us_game_new(*scenario, 1);
}

static void end(sk_game *g, us_scenario *scenario)
{
    us_game_free(&g->base);
    us_scenario_close(scenario);
}

static sk_goal open_cell(const sk_game *g, us_rng *rng, bool empty)
{
    for (;;) {
        int cell = (int)us_rng_next_below(rng, (uint32_t)g->cells);
        if ((g->pass[cell] >> LAND & 1) && !(empty && g->occupant[cell]))
            return (sk_goal){(int16_t)(cell % g->width), (int16_t)(cell / g->width), 1, 1, 0};
    }
}

static sk_slot peasant(sk_game *g, us_rng *rng)
{
    sk_goal at = open_cell(g, rng, true);
    sk_slot slot =
        sk_unit_add(g, us_domain_find_type(g->domain, "peasant"), 0, at.x, at.y, true, 0);
    us_assert(slot);
    return slot;
}

/* One worker to and fro between two goals, as from mine to depot. */
static void time_steps(int side, int rocks)
{
    us_scenario *scenario;
    sk_game *g = begin(side, rocks, &scenario);
    us_rng rng = us_rng_derive(2, "bench.steps", 0);
    sk_slot slot = peasant(g, &rng);
    sk_goal goal[2] = {{0, 0, 4, 4, 1}, {(int16_t)(side - 4), (int16_t)(side - 4), 4, 4, 1}};
    double best = 1e9;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        int steps = 0, way = 0;
        double from = seconds();
        while (steps < 1000000) {
            us_cycle wait = 1;
            g->core->path_left = PLENTY;
            sk_walk_result result = sk_unit_walk(g, slot, &goal[way], &wait);
            us_assert(result != SK_NO_WAY);
            g->core->now += wait;
            steps += result == SK_STEPPED;
            way ^= result == SK_ARRIVED;
        }
        double took = (seconds() - from) / steps;
        best = took < best ? took : best;
    }
    printf("path: a step, %dx%d, %2d%% rocks, 1 unit, 2 goals:  %6.1f ns\n", side, side, rocks,
           best * 1e9);
    end(g, scenario);
}

/* Whole fields from random goals, each new. */
static void time_fields(int side, int rocks)
{
    us_scenario *scenario;
    sk_game *g = begin(side, rocks, &scenario);
    us_rng rng = us_rng_derive(3, "bench.fields", 0);
    double best = 1e9;
    int64_t nodes = 0;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        double took = 0;
        int64_t before = g->core->path_nodes;
        for (int n = 0; n < 100; n++) {
            sk_goal goal = open_cell(g, &rng, true);
            g->core->now++;
            double from = seconds();
            sk_field_make_whole(g, &goal, LAND);
            took += seconds() - from;
        }
        nodes = (g->core->path_nodes - before) / 100;
        best = took / 100 < best ? took / 100 : best;
    }
    printf("path: a field, %dx%d, %2d%% rocks, %5d cells:       %6.1f us\n", side, side, rocks,
           (int)nodes, best * 1e6);
    end(g, scenario);
}

/* All walk to random goals, each its own, and at once to the next: the worst there is. */
static void time_throng(int side, int rocks, int units)
{
    us_scenario *scenario;
    sk_game *g = begin(side, rocks, &scenario);
    us_rng rng = us_rng_derive(4, "bench.throng", 0);
    static us_id id[SK_SLOTS];
    for (int i = 0; i < units; i++)
        id[i] = g->unit[peasant(g, &rng)].id;
    int move = us_domain_find_action(g->domain, "move");
    us_game_step(&g->base, 1, NULL, NULL);
    double best = 1e9;
    int64_t nodes = 0;
    uint32_t order = 1;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        int64_t before = g->core->path_nodes;
        double took = 0;
        for (int round = 0; round < 500; round++) {
            for (int i = 0; i < units; i++) {
                if (g->unit[sk_slot_find(g, id[i])].task.action >= 0)
                    continue;
                sk_goal to = open_cell(g, &rng, false);
                us_order o = {.id = order++,
                              .seat = 0,
                              .action = (int8_t)move,
                              .unit = &id[i],
                              .unit_count = 1,
                              .arg = {US_CELL(to.x, to.y)}};
                us_game_act(&g->base, &o);
            }
            double from = seconds();
            us_game_step(&g->base, g->core->now + 10, NULL, NULL);
            took += seconds() - from;
        }
        nodes = g->core->path_nodes - before;
        best = took < best ? took : best;
    }
    printf("path: %3d units, each its own goal, %dx%d, %2d%% rocks: %8.0f cycles/s, "
           "%4d cells opened a cycle, %.1f MB of fields\n",
           units, side, side, rocks, 5000 / best, (int)(nodes / 5000),
           (double)sk_fields_size(side, side, g->domain->movements.count) / 1e6);
    end(g, scenario);
}

void bench_path(void)
{
    time_steps(64, 0);
    time_steps(64, 16);
    time_fields(64, 0);
    time_fields(64, 16);
    time_fields(128, 0);
    time_fields(128, 16);
    time_throng(64, 16, 60);
    time_throng(128, 16, 50);
    time_throng(128, 16, 100);
    time_throng(128, 16, 200);
    time_throng(128, 16, 400);
    time_throng(128, 16, 800);
}
