/* What traces cost: reading orders, storing states and reading them again. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"
#include "tests/bench/bench.h"
#include "tests/measured.h"
#include "traces/reader.h"
#include "traces/recorder.h"
#include "traces/states.h"

enum { ORDERS = 1000000, STATES = 100000, UNITS = 40, ROUNDS = 5 };

static double file_mb(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 ? (double)info.st_size / 1e6 : 0;
}

/* Orders of one to six units, of four kinds, some refused, some labeled. */
static void write_orders(const char *path, us_scenario *scenario)
{
    us_recorder *recorder = NULL;
    us_error err;
    us_game *game = us_game_new(scenario, 1);
    us_trace_header header = us_trace_header_from_game(game, scenario->map_name, NULL);
    bench_need(us_recorder_open(path, &header, scenario->domain, &recorder, &err), &err);
    us_observer observer = us_recorder_observer(recorder);
    us_rng rng = us_rng_derive(1, "bench.orders", 0);
    static const char *const actions[] = {"move", "harvest", "build", "attack"};
    us_id unit[6];
    for (uint32_t i = 0; i < ORDERS; i++) {
        const char *name = actions[us_rng_next_below(&rng, 4)];
        us_order order = {.id = i + 1, .seat = (us_seat)(i % 2), .unit = unit};
        order.action = (int8_t)us_domain_find_action(scenario->domain, name);
        const us_action_def *action = &scenario->domain->action[order.action];
        order.unit_count = action->group ? 1 + (int)us_rng_next_below(&rng, 6) : 1;
        for (int u = 0; u < order.unit_count; u++)
            unit[u] = 1 + us_rng_next_below(&rng, 400);
        for (int a = 0; a < action->param_count; a++)
            order.arg[a] = action->param[a].kind == US_VALUE_CELL
                               ? US_CELL(us_rng_next_below(&rng, 128), us_rng_next_below(&rng, 128))
                               : (int32_t)us_rng_next_below(&rng, 20);
        order.goal = us_rng_next_below(&rng, 3);
        observer.order(observer.context, (us_cycle)(i / 20), &order,
                       us_rng_next_below(&rng, 20) ? US_REASON_NONE : US_REASON_BUSY);
    }
    bench_need(us_recorder_close(recorder, &err), &err);
    us_game_free(game);
}

static void bench_orders(const char *path)
{
    us_scenario *scenario = bench_open("open-4", 1000000);
    us_error err;
    double took[ROUNDS];
    int64_t units = 0;
    write_orders(path, scenario);
    for (int r = 0; r < ROUNDS; r++) {
        us_trace *trace = NULL;
        us_trace_record record;
        int64_t start = bench_ns();
        bench_need(us_trace_open(path, &trace, &err), &err);
        us_trace_set_domain(trace, scenario->domain);
        do {
            bench_need(us_trace_next(trace, &record, &err), &err);
            units += record.kind == US_TRACE_ORDER ? record.order.unit_count : 0;
        } while (record.kind != US_TRACE_STOP);
        us_trace_close(trace);
        took[r] = (double)(bench_ns() - start);
    }
    double seconds = bench_median(took, ROUNDS) / 1e9;
    double each = (double)units / ROUNDS / ORDERS;
    printf("trace    %d orders of %.1f units, %.1f MB: read in %.2f s\n", ORDERS, each,
           file_mb(path), seconds);
    test_measured("orders", seconds, "orders of %.1f units", each);
    us_scenario_close(scenario);
}

static void bench_states(const char *path, const char *map, us_cycle every)
{
    us_scenario *scenario = bench_open(map, US_CYCLES_LIMIT);
    us_game *game = bench_game_with_units(scenario, UNITS);
    us_trace_header trace = us_trace_header_from_game(game, map, NULL);
    us_states_header header = us_states_header_from_trace(&trace, us_game_world(game, US_NEUTRAL));
    us_states_writer *writer = NULL;
    us_error err;
    double took[ROUNDS], writing = 0, entities = 0;
    unlink(path);
    bench_need(us_states_writer_open(path, &header, scenario->domain, &writer, &err), &err);
    for (int i = 0; i < STATES; i++) {
        const us_world *world = us_game_world(game, US_NEUTRAL);
        us_cycle next = world->now + every;
        int64_t start = bench_ns();
        us_states_writer_add(writer, world);
        writing += (double)(bench_ns() - start);
        us_game_step(game, next, NULL, NULL);
    }
    int64_t start = bench_ns();
    bench_need(us_states_writer_close(writer, &err), &err);
    writing += (double)(bench_ns() - start);
    for (int r = 0; r < ROUNDS; r++) {
        us_states *states = NULL;
        const us_world *world = NULL;
        start = bench_ns();
        bench_need(us_states_open(path, scenario->domain, &states, &err), &err);
        do {
            bench_need(us_states_next(states, &world, &err), &err);
            entities += world ? world->count : 0;
        } while (world);
        us_states_close(states);
        took[r] = (double)(bench_ns() - start);
    }
    double seconds = bench_median(took, ROUNDS) / 1e9;
    printf("states   %s %dx%d, %d units (%.0f entities), %d states %d cycles apart: stored in "
           "%.2f s and %.2f MB, read in %.2f s\n",
           map, scenario->width, scenario->height, UNITS, entities / ROUNDS / STATES, STATES,
           (int)every, writing / 1e9, file_mb(path), seconds);
    test_measured("states", seconds, "%s, %d cycles apart", map, (int)every);
    test_measured("sidecar", file_mb(path), "%s, %d cycles apart", map, (int)every);
    us_game_free(game);
    us_scenario_close(scenario);
}

void bench_trace(void)
{
    char path[64];
    snprintf(path, sizeof(path), "/tmp/us-bench-%ld.jsonl", (long)getpid());
    bench_orders(path);
    bench_states(path, "open-2", 1);
    bench_states(path, "open-2", 8);
    bench_states(path, "open-2", 64);
    bench_states(path, "open-4", 8);
    unlink(path);
}
