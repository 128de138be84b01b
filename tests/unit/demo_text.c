#include "tests/unit/demo_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "learn/step_extractor.h"
#include "tests/unit/test.h"

demo_text demo_text_begin(void)
{
    static const us_trace_header header = {.seats = 2};
    demo_text c = {.domain = NULL, .log.header = &header};
    REQUIRE(us_domain_load_shipped("skirmish", &c.domain, NULL) == US_OK);
    c.log.domain = c.domain;
    c.annotation = us_annotation_new(c.domain);
    return c;
}

void demo_text_end(demo_text *c)
{
    us_goal_episodes_free(c->episodes);
    us_annotation_free(c->annotation);
    us_orders_clear(&c->log.orders);
    us_mem_free(c->log.line);
    us_domain_free(c->domain);
}

void demo_text_orders(demo_text *c, us_seat seat, int count, us_cycle apart)
{
    for (int i = 0; i < count; i++) {
        int n = c->log.orders.count;
        us_cycle last = n > 0 ? c->log.line[n - 1].cycle : 0;
        us_id unit = 100 + (us_id)n;
        us_orders_add(&c->log.orders, seat, us_domain_find_action(c->domain, "stop"), &unit, 1)
            ->id = (uint32_t)n + 1;
        c->log.line = us_mem_realloc(c->log.line, (size_t)(n + 1) * sizeof(*c->log.line));
        c->log.line[n] = (us_log_line){.cycle = last + apart, .line = n + 2, .unit_type = ""};
    }
}

uint32_t demo_text_goal(demo_text *c, const char *goal, const char *orders)
{
    us_goal_instance made = {.closed = -1, .by = "hand", .why = ""};
    us_span span[64];
    us_source source = {.file = "goal", .text = goal, .line = 1, .column = 1};
    REQUIRE(us_goal_parse(c->domain, &source, &made.goal, NULL) == US_OK);
    us_goal_resolve_seats(c->domain, &made.goal, 0, 2);
    made.span = span;
    while (*orders) {
        char *end;
        uint32_t from = (uint32_t)strtoul(orders, &end, 10), to = from;
        if (*end == '-')
            to = (uint32_t)strtoul(end + 1, &end, 10);
        REQUIRE(made.spans < US_COUNT(span));
        span[made.spans++] = (us_span){from, to + 1};
        orders = *end ? end + 1 : end;
    }
    return us_annotation_add(c->annotation, &made)->id;
}

static us_step_extractor *watch(demo_text *c, us_nesting nesting)
{
    us_annotation_sort(c->annotation);
    us_goal_episodes_free(c->episodes);
    c->episodes = us_goal_episodes_new(
        &c->log, c->annotation, 0, &(us_goal_episodes_def){.nesting = nesting, .literal = true});
    us_step_extractor *extractor = us_step_extractor_new(c->episodes);
    for (int o = 0; o < c->episodes->orders; o++)
        us_step_extractor_add_order(extractor, o, NULL);
    return extractor;
}

void demo_text_learn(demo_text *c, us_nesting nesting)
{
    us_step_extractor *extractor = watch(c, nesting);
    for (int i = 0; i < c->episodes->count; i++) {
        const us_step *act;
        int acts = us_step_extractor_list_acts(extractor, i, &act);
        us_goal_episodes_add_acts(c->episodes, i, act, acts);
    }
    us_goal_episodes_compute_order(c->episodes);
    us_step_extractor_free(extractor);
}

void demo_text_extract(demo_text *c)
{
    us_step_extractor *extractor = watch(c, US_NEST_LABELS);
    us_step_extractor_finish(extractor);
    us_step_extractor_free(extractor);
}

const us_goal_episode *demo_text_episode(const demo_text *c, uint32_t id)
{
    for (int i = 0; i < c->episodes->count; i++)
        if (c->episodes->episode[i].instance->id == id && c->episodes->episode[i].whole == i)
            return &c->episodes->episode[i];
    return NULL;
}

static void name_step(const us_goal_episodes *episodes, const us_step *step, us_str *out)
{
    if (step->kind == US_STEP_GOAL)
        us_str_addf(out, "%u", (unsigned)episodes->episode[step->episode].instance->id);
    else
        us_str_addf(out, "a%u", (unsigned)step->order->id);
}

const char *demo_text_structure(const us_goal_episodes *episodes, const us_goal_episode *episode)
{
    static char text[1024];
    US_AUTOSTR(out);
    for (int i = 0; episode && i < episode->steps; i++) {
        bool any = false;
        us_str_add(&out, i ? "; " : "");
        name_step(episodes, &episode->step[i], &out);
        for (int then = 0; then < episode->steps; then++) {
            for (int p = 0; p < episode->pairs; p++) {
                if (episode->before[p].first != i || episode->before[p].then != then)
                    continue;
                us_str_add(&out, any ? " " : " < ");
                any = true;
                name_step(episodes, &episode->step[then], &out);
            }
        }
    }
    snprintf(text, sizeof(text), "%s", episode ? out.text : "no lesson");
    return text;
}
