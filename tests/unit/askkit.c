#include "tests/unit/askkit.h"

#include <string.h>

static us_demand *find(ask_kit *s, us_spot spot)
{
    for (int i = 0; i < ASK_QUERIES; i++)
        if (s->asking[i].spot.frame == spot.frame && s->asking[i].spot.node == spot.node)
            return &s->asking[i];
    return NULL;
}

static us_asks asks_of(ask_kit *s)
{
    return (us_asks){.asker = s->asker, .run = s->run};
}

static us_answer answered(ask_kit *s, us_demand *asking, int ran, us_answer answer)
{
    if (s->answered)
        s->answered(s, asking, ran, answer);
    if (answer == US_RUNNING)
        return answer;
    s->why = asking->why;
    asking->spot.frame = 0;
    return answer;
}

static bool is_query(us_run *run, us_spot spot)
{
    return us_run_template(run, spot.frame)->node[spot.node].kind == US_NODE_QUERY;
}

static us_answer begin(void *context, us_run *run, us_spot spot, us_cycle *until)
{
    ask_kit *s = context;
    if (!is_query(run, spot)) {
        s->begun++;
        *until = US_NEVER;
        return s->acts;
    }
    us_demand *asking = find(s, (us_spot){0, 0});
    REQUIRE(asking);
    us_asks asks = asks_of(s);
    return answered(s, asking, -1, us_ask_open(&asks, spot, asking, until));
}

static us_answer go(void *context, us_run *run, us_spot spot, us_cycle *until)
{
    ask_kit *s = context;
    if (!is_query(run, spot)) {
        *until = US_NEVER;
        return s->acts;
    }
    us_demand *asking = find(s, spot);
    REQUIRE(asking);
    us_asks asks = asks_of(s);
    int ran = asking->behavior;
    return answered(s, asking, ran, us_ask_go(&asks, asking, until));
}

static void stop(void *context, us_run *run, us_spot spot, us_stop how)
{
    ask_kit *s = context;
    if (!is_query(run, spot))
        return;
    us_asks asks = asks_of(s);
    us_demand *asking = find(s, spot);
    us_ask_stop(&asks, asking, how);
    if (how == US_HALT)
        asking->spot.frame = 0;
}

static int64_t score(void *context, us_run *run, us_spot spot)
{
    ask_kit *s = context;
    REQUIRE(spot.node < US_COUNT(s->alike));
    return us_ask_score(s->alike[spot.node] = us_ask_similarity(s->asker, run, spot));
}

static const us_host host = {.begin = begin, .go = go, .stop = stop, .score = score};

void ask_open(ask_kit *s, const char *text)
{
    ask_open_drawing(s, text, 0);
}

void ask_open_drawing(ask_kit *s, const char *text, us_ties ties)
{
    memset(s, 0, sizeof *s);
    s->ties = ties;
    s->acts = US_RUNNING;
    arena_world_open(&s->a);
    s->brl = arena_world_read(&s->a, text, &s->shelf);
    s->asker = us_answerer_new(s->a.domain, s->shelf, ties);
    s->actor = arena_world_add(&s->a, "THIEF", 1, 5, 5);
    for (int i = 0; i < s->brl->count; i++)
        if (s->brl->item[i]->kind == US_TEMPLATE_TREE)
            s->root = us_program_new(s->brl->item[i]);
    REQUIRE(s->root);
    s->run = us_run_new(&(us_run_def){&host, s, 1});
}

us_answer ask_hear(ask_kit *s, const us_event *event, int events)
{
    us_view view = {&s->a.world, 1, s->actor, NULL};
    if (us_run_count(s->run).frames == 0)
        us_run_start(s->run, s->root, NULL, 0);
    s->asked = false;
    us_answer got = us_run_tick(s->run, &view, event, events);
    s->a.world.now++;
    return got;
}

us_answer ask_tick(ask_kit *s)
{
    return ask_hear(s, NULL, 0);
}

us_event ask_noise(const ask_kit *s, int value)
{
    return (us_event){.kind = US_EVENT_NOISE, .entity = s->actor, .value = value};
}

void ask_close(ask_kit *s)
{
    us_view view = {&s->a.world, 1, s->actor, NULL};
    us_run_halt(s->run, &view);
    us_run_free(s->run);
    us_program_free(s->root);
    us_answerer_free(s->asker);
    us_shelf_free(s->shelf);
    us_brl_free(s->brl);
    arena_world_close(&s->a);
}

const char *ask_runs(const ask_kit *s)
{
    return s->asking[0].spot.frame && s->asking[0].behavior >= 0
               ? us_shelf_name(s->shelf, s->asking[0].behavior)
               : "";
}
