/* What running behaviors costs: a tree of 1,001 nodes all of whose leaves ask for every cycle, so
 * that each tick visits each node; one agent, then 1,000 over the same template; then the same
 * where leaves wait, so that only they are visited whose cycle has come; then one whose leaves all
 * begin and end in each tick, with a host of the bench and on the stage of `tree run --quiet`. */
#include <stdio.h>
#include <string.h>

#include "behavior/brl.h"
#include "behavior/run.h"
#include "behavior/stage.h"
#include "tests/bench/bench.h"
#include "tests/measured.h"

enum { GROUPS = 100, AGENTS = 1000, TICKS = 2000, ROUNDS = 9, LONG = 10000000 };

static us_cycle pause_between = 1;

static us_answer begin(void *context, us_run *run, us_node_ref spot, us_cycle *until)
{
    const us_view *view = context;
    (void)run;
    if (pause_between > 1) /* so that not all come at once */
        *until = view->world->now + 1 + spot.node % pause_between;
    return US_RUNNING;
}

static us_answer go(void *context, us_run *run, us_node_ref spot, us_cycle *until)
{
    const us_view *view = context;
    (void)run;
    (void)spot;
    *until = view->world->now + pause_between;
    return US_RUNNING;
}

static void stop(void *context, us_run *run, us_node_ref spot, us_stop how)
{
    (void)context;
    (void)run;
    (void)spot;
    (void)how;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): other leaves set the cycle */
static us_answer begin_and_end(void *context, us_run *run, us_node_ref spot, us_cycle *until)
{
    (void)context;
    (void)run;
    (void)spot;
    (void)until;
    return US_SUCCESS;
}

/* Ten nodes a group, on three levels. around: what stands in front of the whole. */
static us_brl *make_tree(const us_domain *domain, const char *around)
{
    us_str text;
    us_error err;
    us_brl *brl = NULL;
    us_str_init(&text);
    us_str_addf(&text, "brl 1\n\ntree T {\n    do %sparallel {\n", around);
    for (int i = 0; i < GROUPS; i++)
        us_str_add(&text, "        parallel {\n            invert act stop()\n"
                          "            parallel {\n                act stop()\n"
                          "                act stop()\n            }\n"
                          "            act stop()\n            act stop()\n"
                          "            act stop()\n            act stop()\n        }\n");
    us_str_add(&text, "    }\n}\n");
    if (us_brl_parse(domain, "bench.brl", text.text, text.length, &brl, &err) != US_OK)
        us_assert_fail(err.text, __FILE__, __LINE__);
    us_str_clear(&text);
    return brl;
}

typedef struct drawn_skirmish {
    us_world world;
    us_view view;
    us_program *program;
    us_run *run[AGENTS];
} drawn_skirmish;

static us_host host = {.begin = begin, .go = go, .stop = stop};

static void start(drawn_skirmish *s, int agents)
{
    for (int i = 0; i < agents; i++) {
        s->run[i] = us_run_new(&(us_run_def){&host, &s->view, 1});
        us_run_start(s->run[i], s->program, NULL, 0);
        us_run_tick(s->run[i], &s->view, NULL, 0);
    }
}

static void finish(drawn_skirmish *s, int agents)
{
    for (int i = 0; i < agents; i++)
        us_run_free(s->run[i]);
}

static int64_t visits(const drawn_skirmish *s, int agents)
{
    int64_t sum = 0;
    for (int i = 0; i < agents; i++)
        sum += us_run_read_counts(s->run[i]).visits;
    return sum;
}

static void time_ticks(drawn_skirmish *s, int agents, int ticks, const char *about)
{
    double time[ROUNDS];
    int nodes = us_program_template(s->program)->node_count;
    int64_t seen = 0;
    start(s, agents);
    for (int r = 0; r < ROUNDS; r++) {
        int64_t before = visits(s, agents), begun = bench_ns();
        for (int t = 0; t < ticks; t++) {
            s->world.now++;
            for (int i = 0; i < agents; i++)
                us_run_tick(s->run[i], &s->view, NULL, 0);
        }
        seen = visits(s, agents) - before;
        time[r] = (double)(bench_ns() - begun) / (double)seen;
    }
    double bytes = (double)us_run_read_counts(s->run[0]).bytes / nodes;
    double ns = bench_median(time, ROUNDS);
    double each = (double)seen / ticks / agents;
    printf("run: %d nodes, %d agent%s, %s: %.1f ns a visit, %.0f visits a tick of %.2f us, "
           "%.1f bytes a node\n",
           nodes, agents, agents > 1 ? "s" : "", about, ns, each, ns * each / 1e3, bytes);
    if (pause_between == 1 && agents == 1)
        test_measured(host.begin == begin ? "tree-node" : "tree-begin", ns, "%d nodes", nodes);
    if (pause_between == 1 && agents > 1) {
        test_measured("agents", ns, "%d nodes, %d agents", nodes, agents);
        test_measured("agents-memory", bytes, "%d nodes, %d agents", nodes, agents);
    }
    finish(s, agents);
}

static void time_long(drawn_skirmish *s)
{
    start(s, 1);
    uint64_t allocations = us_mem_alloc_count();
    size_t bytes = us_run_read_counts(s->run[0]).bytes;
    int64_t begun = bench_ns();
    for (int t = 0; t < LONG; t++) {
        s->world.now++;
        us_run_tick(s->run[0], &s->view, NULL, 0);
    }
    double seconds = (double)(bench_ns() - begun) / 1e9;
    int64_t grown = (int64_t)us_run_read_counts(s->run[0]).bytes - (int64_t)bytes;
    allocations = us_mem_alloc_count() - allocations;
    printf("run: %d ticks, a leaf in %d a tick: %.1f s, %lld allocations, %lld bytes more\n", LONG,
           pause_between, seconds, (long long)allocations, (long long)grown);
    test_measured("ticks", (double)grown, "bytes of the run");
    test_measured("ticks", (double)allocations, "allocations");
    finish(s, 1);
}

/* The tree on a stage that counts begins and ends, with an answer for all leaves. */
static void time_stage(const us_brl *brl)
{
    static const char answers[] = "act stop: success after 0\n";
    US_AUTOPTR(us_timeline) script = NULL;
    us_error err;
    double time[ROUNDS];
    int nodes = brl->item[0]->node_count;
    if (us_timeline_read(brl, brl->item[0], "bench", answers, strlen(answers), &script, &err) !=
        US_OK)
        us_assert_fail(err.text, __FILE__, __LINE__);
    us_coverage *coverage = us_coverage_new(brl, brl->item[0]);
    us_stage *stage = us_stage_new(&(us_stage_def){
        .brl = brl, .root = brl->item[0], .timeline = script, .coverage = coverage});
    for (int r = 0; r < ROUNDS; r++) {
        int64_t begun = bench_ns();
        for (int t = 0; t < TICKS; t++)
            us_stage_tick(stage);
        time[r] = (double)(bench_ns() - begun) / TICKS / nodes;
    }
    double ns = bench_median(time, ROUNDS);
    printf("run: %d nodes, on a stage, each leaf begins and ends each cycle: %.1f ns a node\n",
           nodes, ns);
    test_measured("tree-run", ns, "%d nodes", nodes);
    us_stage_free(stage);
    us_coverage_free(coverage);
}

void bench_run(void)
{
    us_domain *domain = NULL;
    us_error err;
    if (us_domain_load_shipped("skirmish", &domain, &err) != US_OK)
        us_assert_fail(err.text, __FILE__, __LINE__);
    us_brl *brl = make_tree(domain, "");
    static drawn_skirmish s;
    s.world = (us_world){.domain = domain, .width = 8, .height = 8, .seats = 2};
    s.view.world = &s.world;
    s.program = us_program_new(brl->item[0]);
    time_ticks(&s, 1, TICKS, "each leaf asks each cycle");
    time_ticks(&s, AGENTS, 5, "each leaf asks each cycle");
    pause_between = 100;
    time_ticks(&s, 1, TICKS, "a leaf asks once in 100 cycles");
    pause_between = 1000;
    time_long(&s);
    pause_between = 1;
    us_program_free(s.program);
    us_brl_free(brl);
    brl = make_tree(domain, "until-fail succeed ");
    s.program = us_program_new(brl->item[0]);
    host.begin = begin_and_end;
    time_ticks(&s, 1, TICKS, "each leaf begins and ends each cycle");
    time_stage(brl);
    us_program_free(s.program);
    us_brl_free(brl);
    us_domain_free(domain);
}
