#include "tests/unit/query_run.h"

#include <string.h>

static us_active_query *find(query_run *s, us_node_ref node_ref)
{
    for (int i = 0; i < ASK_QUERIES; i++)
        if (s->asking[i].node_ref.frame == node_ref.frame &&
            s->asking[i].node_ref.node == node_ref.node)
            return &s->asking[i];
    return NULL;
}

static us_query_host query_host_of(query_run *s)
{
    return (us_query_host){.asker = s->asker, .run = s->run};
}

static us_answer answered(query_run *s, us_active_query *asking, int ran, us_answer answer)
{
    if (s->answered)
        s->answered(s, asking, ran, answer);
    if (answer == US_RUNNING)
        return answer;
    s->why = asking->why;
    asking->node_ref.frame = 0;
    return answer;
}

static bool is_query(us_run *run, us_node_ref node_ref)
{
    return us_run_frame_template(run, node_ref.frame)->node[node_ref.node].kind == US_NODE_QUERY;
}

static us_answer begin(void *context, us_run *run, us_node_ref node_ref, us_cycle *until)
{
    query_run *s = context;
    if (!is_query(run, node_ref)) {
        s->begun++;
        *until = US_NEVER;
        return s->acts;
    }
    us_active_query *asking = find(s, (us_node_ref){0, 0});
    REQUIRE(asking);
    us_query_host asks = query_host_of(s);
    return answered(s, asking, -1, us_query_host_begin(&asks, node_ref, asking, until));
}

static us_answer go(void *context, us_run *run, us_node_ref node_ref, us_cycle *until)
{
    query_run *s = context;
    if (!is_query(run, node_ref)) {
        *until = US_NEVER;
        return s->acts;
    }
    us_active_query *asking = find(s, node_ref);
    REQUIRE(asking);
    us_query_host asks = query_host_of(s);
    int ran = asking->behavior;
    return answered(s, asking, ran, us_query_host_update(&asks, asking, until));
}

static void stop(void *context, us_run *run, us_node_ref node_ref, us_stop how)
{
    query_run *s = context;
    if (!is_query(run, node_ref))
        return;
    us_query_host asks = query_host_of(s);
    us_active_query *asking = find(s, node_ref);
    us_query_host_stop(&asks, asking, how);
    if (how == US_HALT)
        asking->node_ref.frame = 0;
}

static int64_t score(void *context, us_run *run, us_node_ref node_ref)
{
    query_run *s = context;
    REQUIRE(node_ref.node < US_COUNT(s->alike));
    return us_active_query_score(s->alike[node_ref.node] =
                                     us_query_engine_similarity(s->asker, run, node_ref));
}

static const us_host host = {.begin = begin, .go = go, .stop = stop, .score = score};

void query_run_open(query_run *s, const char *text)
{
    query_run_open_drawing(s, text, 0);
}

void query_run_open_drawing(query_run *s, const char *text, us_ties ties)
{
    memset(s, 0, sizeof *s);
    s->ties = ties;
    s->acts = US_RUNNING;
    arena_world_open(&s->a);
    s->brl = arena_world_read(&s->a, text, &s->case_base);
    s->asker = us_query_engine_new(s->a.domain, s->case_base, ties);
    s->actor = arena_world_add(&s->a, "THIEF", 1, 5, 5);
    for (int i = 0; i < s->brl->count; i++)
        if (s->brl->item[i]->kind == US_TEMPLATE_TREE)
            s->root = us_program_new(s->brl->item[i]);
    REQUIRE(s->root);
    s->run = us_run_new(&(us_run_def){&host, s, 1});
}

us_answer query_run_on_events(query_run *s, const us_event *event, int events)
{
    us_view view = {&s->a.world, 1, s->actor, NULL};
    if (us_run_read_counts(s->run).frames == 0)
        us_run_start(s->run, s->root, NULL, 0);
    s->asked = false;
    us_answer got = us_run_tick(s->run, &view, event, events);
    s->a.world.now++;
    return got;
}

us_answer query_run_tick(query_run *s)
{
    return query_run_on_events(s, NULL, 0);
}

us_event query_run_noise(const query_run *s, int value)
{
    return (us_event){.kind = US_EVENT_NOISE, .entity = s->actor, .value = value};
}

void query_run_close(query_run *s)
{
    us_view view = {&s->a.world, 1, s->actor, NULL};
    us_run_halt(s->run, &view);
    us_run_free(s->run);
    us_program_free(s->root);
    us_query_engine_free(s->asker);
    us_case_base_free(s->case_base);
    us_brl_free(s->brl);
    arena_world_close(&s->a);
}

const char *query_run_runs(const query_run *s)
{
    return s->asking[0].node_ref.frame && s->asking[0].behavior >= 0
               ? us_case_base_behavior_name(s->case_base, s->asking[0].behavior)
               : "";
}
