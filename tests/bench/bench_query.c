/* What a query in play costs: looked at, asked among 1,000 behaviors of its class, and filled; then
 * the same in turn, as it is where the answer is another one each time. */
#include <stdio.h>

#include "behavior/brl.h"
#include "plan/active_query.h"
#include "tests/bench/bench.h"
#include "tests/measured.h"

enum { BEHAVIORS = 1000, ASKED = 20000, ROUNDS = 9 };

typedef struct drawn_skirmish {
    us_world world;
    us_entity entity;
    us_view view;
    us_query_engine *asker;
    us_active_query asking;
    bool fill; /* else the answer is taken and nothing is filled */
} drawn_skirmish;

static us_brl *make_library(const us_domain *domain)
{
    us_str text;
    us_error err;
    us_brl *brl = NULL;
    us_str_init(&text);
    us_str_add(&text, "brl 1 arena\n\n");
    for (int i = 0; i < BEHAVIORS; i++)
        us_str_addf(&text,
                    "behavior \"b%d\" (entity: entity \"%s\") is Attack {\n"
                    "    described (this.aggressive: 0.%02d, this.defensive: 0.%02d, this.alarm: "
                    "0.%02d, player.bored: 0.%02d, world.difficulty: 0.%02d)\n"
                    "    do sequence {\n        act hide()\n        act attack(target: entity)\n"
                    "    }\n}\n\n",
                    i, i % 3 ? "ENTITY" : "PLAYER", i * 37 % 100, i * 53 % 100, i * 71 % 100,
                    i * 89 % 100, i * 97 % 100);
    us_str_add(&text, "tree T(who: entity) {\n    do query Attack(entity: who) without \"b7\" "
                      "recheck event\n}\n");
    bench_need(us_brl_parse(domain, "bench.brl", text.text, text.length, &brl, &err), &err);
    us_str_clear(&text);
    return brl;
}

static bool is_query(us_run *run, us_node_ref spot)
{
    return us_run_frame_template(run, spot.frame)->node[spot.node].kind == US_NODE_QUERY;
}

static us_answer begin(void *context, us_run *run, us_node_ref spot, us_cycle *until)
{
    drawn_skirmish *s = context;
    *until = US_NEVER;
    if (!is_query(run, spot))
        return US_RUNNING;
    us_active_query_begin(s->asker, run, spot, &s->asking, until);
    return US_RUNNING;
}

static us_answer go(void *context, us_run *run, us_node_ref spot, us_cycle *until)
{
    drawn_skirmish *s = context;
    *until = US_NEVER;
    if (!is_query(run, spot))
        return US_RUNNING;
    if (s->fill)
        return us_query_host_update(&(us_query_host){.asker = s->asker, .run = run}, &s->asking,
                                    until);
    us_active_query_update(s->asker, run, &s->asking, until);
    return US_RUNNING;
}

static void stop(void *context, us_run *run, us_node_ref spot, us_stop how)
{
    (void)context, (void)run, (void)spot, (void)how;
}

static void time_it(drawn_skirmish *s, us_run *run, int step, const char *what,
                    const char *measured)
{
    double time[ROUNDS];
    us_query_counts before = us_query_engine_get_counts(s->asker);
    for (int r = 0; r < ROUNDS; r++) {
        int64_t begun = bench_ns();
        for (int i = 0; i < ASKED; i++) {
            s->world.now++;
            for (int k = 1; k <= 3; k++)
                s->entity.attribute[k] = step ? (s->entity.attribute[k] + step * k) % 100 : 50;
            us_run_tick(run, &s->view, NULL, 0);
        }
        time[r] = (double)(bench_ns() - begun) / ASKED;
    }
    us_query_counts after = us_query_engine_get_counts(s->asker);
    double us = bench_median(time, ROUNDS) / 1e3, ticks = (double)ROUNDS * ASKED;
    printf("query: %d behaviors of the class, %s: %.2f us, in 100 ticks %.0f asked, %.0f filled\n",
           BEHAVIORS, what, us, 100.0 * (double)(after.queries - before.queries) / ticks,
           100.0 * (double)(after.expansions - before.expansions) / ticks);
    if (measured)
        test_measured(measured, us, "%d behaviors of the class", BEHAVIORS);
}

void bench_query(void)
{
    static const us_host host = {.begin = begin, .go = go, .stop = stop};
    static const int8_t faction[2] = {0, 1};
    us_domain *domain = NULL;
    us_case_base *case_base = NULL;
    us_error err;
    bench_need(us_domain_load_shipped("arena", &domain, &err), &err);
    us_brl *brl = make_library(domain);
    bench_need(us_case_base_from_brl(brl, &case_base, &err), &err);
    int32_t *tally = US_NEW_ARRAY(int32_t, 2 * domain->tallies.count);
    static drawn_skirmish s;
    s.world = (us_world){.domain = domain,
                         .width = 8,
                         .height = 8,
                         .seats = 2,
                         .tally = tally,
                         .faction = faction,
                         .entity = &s.entity,
                         .count = 1};
    s.entity = (us_entity){.id = 1, .type = us_domain_find_type(domain, "PLAYER"), .owner = 1};
    s.view = (us_view){.world = &s.world, .self = 1, .actor = 1};
    s.asker = us_query_engine_new(domain, case_base, 0);
    us_run *run = us_run_new(&(us_run_def){&host, &s, 1});
    us_program *program = us_program_new(brl->item[BEHAVIORS]);
    us_run_start(run, program, &(us_value){.number = 1}, 1);
    us_run_tick(run, &s.view, NULL, 0);
    time_it(&s, run, 0, "nothing has changed", NULL);
    time_it(&s, run, 7, "asked", NULL);
    s.fill = true;
    time_it(&s, run, 7, "asked and filled", "expansion");
    us_run_halt(run, &s.view);
    us_run_free(run);
    us_program_free(program);
    us_query_engine_free(s.asker);
    us_case_base_free(case_base);
    us_brl_free(brl);
    us_mem_free(tally);
    us_domain_free(domain);
}
