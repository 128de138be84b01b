/* What learning costs: demonstrations that are played again, and a long made-up trace with many
 * goals, with stored states or without. Made-up orders are no game, so it is not played again. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/progress.h"
#include "learn/learn.h"
#include "tests/bench/bench.h"
#include "tests/measured.h"
#include "traces/recorder.h"
#include "traces/states.h"

enum { ORDERS = 1000000, GOALS = 10000, A_CYCLE = 20, STATES_APART = 8 };

typedef struct paths {
    char trace[64], goals[64], states[64];
} paths;

/* One seat's orders to four units, 20 a cycle: each is another than the one before it. */
static void write_orders(const paths *p, us_scenario *scenario, const us_trace_header *header)
{
    us_recorder *recorder = NULL;
    us_error err;
    bench_need(us_recorder_open(p->trace, header, scenario->domain, &recorder, &err), &err);
    us_observer observer = us_recorder_observer(recorder);
    us_rng rng = us_rng_derive(1, "bench.learn", 0);
    int move = us_domain_find_action(scenario->domain, "move");
    us_id unit[4];
    for (uint32_t i = 0; i < ORDERS; i++) {
        us_order order = {.id = i + 1, .unit = unit, .action = (int8_t)move};
        order.unit_count = 1 + (int)us_rng_next_below(&rng, 4);
        for (int u = 0; u < order.unit_count; u++)
            unit[u] = 1 + (us_id)u * 20 + us_rng_next_below(&rng, 20);
        order.arg[0] = US_CELL(us_rng_next_below(&rng, 128), us_rng_next_below(&rng, 128));
        observer.order(observer.context, (us_cycle)(i / A_CYCLE), &order, US_REASON_NONE);
    }
    bench_need(us_recorder_close(recorder, &err), &err);
}

/* A goal over all; below it so many side by side, and as many below each as make 10,000. */
static void write_goals(const paths *p, const us_domain *domain, int wide)
{
    us_annotation *annotation = us_annotation_new(domain);
    us_goal_instance made = {.closed = -1, .by = "bench", .why = "", .spans = 1};
    us_error err;
    us_span span = {1, ORDERS + 1};
    int win = us_domain_find_goal(domain, "WinWargus"),
        gather = us_domain_find_goal(domain, "GetResources");
    int kill = us_domain_find_goal(domain, "KillUnitType");
    made.span = &span;
    made.id = 1;
    made.goal = us_goal_make(domain, win);
    us_goal_set_arg(&made.goal, 0, 0);
    us_annotation_add(annotation, &made);
    for (int i = 0; i < wide; i++) {
        uint32_t from = 1 + (uint32_t)((int64_t)i * ORDERS / wide);
        uint32_t to = 1 + (uint32_t)((int64_t)(i + 1) * ORDERS / wide);
        int below = (int)((int64_t)(i + 1) * (GOALS - 1 - wide) / wide -
                          (int64_t)i * (GOALS - 1 - wide) / wide);
        for (int k = -1; k < below; k++) {
            span.from = k < 0 ? from : from + (uint32_t)((int64_t)(to - from) * k / below);
            span.to = k < 0 ? to : from + (uint32_t)((int64_t)(to - from) * (k + 1) / below);
            made.id++;
            made.opened = (us_cycle)((span.from - 1) / A_CYCLE);
            made.goal = us_goal_make(domain, k < 0 ? kill : gather);
            us_goal_set_arg(&made.goal, 0, 0);
            us_goal_set_arg(&made.goal, 1, k < 0 ? 1 : 100 + i % 50);
            if (k < 0)
                us_goal_set_arg(&made.goal, 2, us_domain_find_type(domain, "worker"));
            us_annotation_add(annotation, &made);
        }
    }
    bench_need(us_annotation_save(annotation, p->goals, &err), &err);
    us_annotation_free(annotation);
}

static void write_states(const paths *p, us_scenario *scenario, const us_trace_header *trace)
{
    us_error err;
    us_game *game = bench_game_with_units(scenario, 40);
    us_cycle offset = us_game_world(game, US_NEUTRAL)->now;
    us_states_header header = us_states_header_from_trace(trace, us_game_world(game, US_NEUTRAL));
    us_states_writer *writer = NULL;
    unlink(p->states);
    bench_need(us_states_writer_open(p->states, &header, scenario->domain, &writer, &err), &err);
    for (us_cycle c = 0; c < ORDERS / A_CYCLE; c += STATES_APART) {
        us_world world = *us_game_world(game, US_NEUTRAL);
        world.now -= offset;
        us_states_writer_add(writer, &world);
        us_game_step(game, offset + c + STATES_APART, NULL, NULL);
    }
    bench_need(us_states_writer_close(writer, &err), &err);
    us_game_free(game);
}

static void learn(const paths *p, const char *what, bool relax)
{
    enum { ROUNDS = 3 };
    double took[ROUNDS];
    us_error err;
    us_learn_def def = us_learn_def_default();
    int behaviors = 0, cases = 0;
    def.relax = relax;
    for (int r = 0; r < ROUNDS; r++) {
        us_learn_result learned;
        int64_t start = us_clock_us();
        bench_need(us_learn_run(p->trace, &def, &learned, &err), &err);
        took[r] = (double)(us_clock_us() - start);
        behaviors = learned.brl->count;
        cases = 0;
        for (int i = 0; i < behaviors; i++)
            cases += learned.brl->item[i]->case_count;
        us_learn_result_clear(&learned);
    }
    double seconds = bench_median(took, ROUNDS) / 1e6;
    printf(
        "learn    %d orders, %d goals, %s%s: %d behaviors with %d cases in %.2f s by the clock\n",
        ORDERS, GOALS, what, relax ? ", relaxed" : "", behaviors, cases, seconds);
    test_measured("learn", seconds, "%s%s", what, relax ? ", relaxed" : "");
    fflush(stdout);
}

static double cpu_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* The shipped demonstrations several times over: a library of many games, whose cases are equal. */
static void learn_shipped(void)
{
    enum { TIMES = 10, MOST = 64 };
    const char *trace[TIMES * MOST];
    char library[64];
    us_error err;
    us_str folder;
    glob_t demos;
    us_str_init(&folder);
    bench_need(us_data_find_domain_file("skirmish", "demos", &folder, &err), &err);
    us_str_add(&folder, "/*.jsonl");
    us_assert(glob(folder.text, 0, NULL, &demos) == 0 && demos.gl_pathc <= MOST);
    int count = TIMES * (int)demos.gl_pathc;
    for (int i = 0; i < count; i++)
        trace[i] = demos.gl_pathv[i % (int)demos.gl_pathc];
    snprintf(library, sizeof(library), "/tmp/us-learn-%ld.db", (long)getpid());
    us_learn_def def = us_learn_def_default();
    double start = cpu_ms();
    bench_need(us_learn_to_library(trace, count, &def, library, NULL, &err), &err);
    double each = (cpu_ms() - start) / count;
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    double peak = (double)used.ru_maxrss / 1024; /* of this program so far: run it alone */
    printf("learn    %d demonstrations: %.1f ms of processor time each, at most %.0f MB\n", count,
           each, peak);
    fflush(stdout);
    test_measured("learn-demo", each, "%d demonstrations", count);
    test_measured("learn-memory", peak, "%d demonstrations", count);
    unlink(library);
    globfree(&demos);
    us_str_clear(&folder);
}

void bench_learn(void)
{
    paths p;
    learn_shipped();
    us_scenario *scenario = bench_open("open-4", US_CYCLES_LIMIT);
    us_game *game = us_game_new(scenario, 1);
    snprintf(p.trace, sizeof(p.trace), "/tmp/us-learn-%ld.jsonl", (long)getpid());
    snprintf(p.goals, sizeof(p.goals), "/tmp/us-learn-%ld.goals.json", (long)getpid());
    snprintf(p.states, sizeof(p.states), "/tmp/us-learn-%ld.states", (long)getpid());
    us_trace_header header = us_trace_header_from_game(game, scenario->map_name, NULL);
    header.source = "bench";
    header.unknown = US_TRACE_NO_MAP;
    write_orders(&p, scenario, &header); /* a new trace puts older labels aside */
    write_goals(&p, scenario->domain, 99);
    learn(&p, "nested, no states", false);
    write_goals(&p, scenario->domain, GOALS - 1);
    learn(&p, "side by side, no states", false);
    write_goals(&p, scenario->domain, 99);
    write_states(&p, scenario, &header);
    learn(&p, "nested, 6250 states", false);
    learn(&p, "nested, 6250 states", true);
    unlink(p.trace);
    unlink(p.goals);
    unlink(p.states);
    us_game_free(game);
    us_scenario_close(scenario);
}
