#include "tests/requery.h"

#include "base/file.h"
#include "game/game.h"
#include "plan/active_query.h"

const char *const requery_way[REQUERY_WAYS] = {
    "recheck tick",
    "recheck event",
    "recheck event threshold 1",
    "recheck event threshold 2",
    "recheck event threshold 3",
    "recheck event threshold 5",
    "recheck event threshold 10",
    "recheck event threshold 20",
    "recheck event threshold 30",
    "recheck entry",
};
const char *const requery_descriptor[REQUERY_DESCRIPTORS] = {
    "this.aggressive", "this.defensive", "this.alarm", "player.bored", "world.difficulty",
};

/* A character's queries. */
typedef struct shadow {
    requery *all;
    struct shadow *next;
    us_id id;
    us_run *run;
    us_active_query asking[REQUERY_WAYS];
} shadow;

struct requery {
    us_seat seat;
    us_brl *library, *tree;
    us_case_base *case_base;
    us_query_engine *asker[REQUERY_WAYS];
    us_program *program;
    shadow *first;
    us_events heard, own; /* since the last look; those of one character */
    requery_count counted;
};

static int way_at(us_run *run, us_node_ref node_ref)
{
    const us_template *t = us_run_frame_template(run, node_ref.frame);
    int way = 0;
    for (int n = 0; n < node_ref.node; n++)
        way += t->node[n].kind == US_NODE_QUERY;
    return way;
}

static us_answer begin(void *context, us_run *run, us_node_ref node_ref, us_cycle *until)
{
    shadow *s = context;
    int way = way_at(run, node_ref);
    *until = US_NEVER;
    us_active_query_begin(s->all->asker[way], run, node_ref, &s->asking[way], until);
    return US_RUNNING;
}

static us_answer go(void *context, us_run *run, us_node_ref node_ref, us_cycle *until)
{
    shadow *s = context;
    int way = way_at(run, node_ref);
    *until = US_NEVER;
    us_active_query_update(s->all->asker[way], run, &s->asking[way], until);
    return US_RUNNING;
}

static void stop(void *context, us_run *run, us_node_ref node_ref, us_stop how)
{
    (void)context, (void)run, (void)node_ref, (void)how;
}

static const us_host host = {.begin = begin, .go = go, .stop = stop};

static us_status read_tree(const us_domain *domain, us_brl **out, us_error *err)
{
    us_str text;
    us_str_init(&text);
    us_str_add(&text, "brl 1 arena\n\ntree Shadow {\n    do parallel {\n");
    for (int w = 0; w < REQUERY_WAYS; w++) {
        us_str_add(&text, "        query Attack(entity: nearest(this, enemy)) describe (");
        for (int d = 0; d < REQUERY_DESCRIPTORS; d++)
            us_str_addf(&text, "%s%s", d ? ", " : "", requery_descriptor[d]);
        us_str_addf(&text, ") %s\n", requery_way[w]);
    }
    us_str_add(&text, "    }\n}\n");
    us_status status = us_brl_parse(domain, "requery", text.text, text.length, out, err);
    us_str_clear(&text);
    return status;
}

us_status requery_new(const us_domain *domain, us_seat seat, requery **out, us_error *err)
{
    requery *q = US_NEW(requery);
    us_str path;
    q->seat = seat;
    us_str_init(&path);
    us_status status = us_data_find_domain_file("arena", "paper.brl", &path, err);
    if (status == US_OK)
        status = us_brl_load(domain, path.text, &q->library, err);
    if (status == US_OK)
        status = us_case_base_from_brl(q->library, &q->case_base, err);
    if (status == US_OK)
        status = read_tree(domain, &q->tree, err);
    us_str_clear(&path);
    if (status != US_OK) {
        requery_free(q);
        return status;
    }
    q->program = us_program_new(q->tree->item[0]);
    for (int w = 0; w < REQUERY_WAYS; w++)
        q->asker[w] = us_query_engine_new(domain, q->case_base, 0);
    *out = q;
    return US_OK;
}

void requery_free(requery *queries)
{
    for (shadow *s = queries->first, *next; s; s = next) {
        next = s->next;
        us_run_free(s->run);
        us_mem_free(s);
    }
    us_program_free(queries->program);
    for (int w = 0; w < REQUERY_WAYS; w++)
        us_query_engine_free(queries->asker[w]);
    us_case_base_free(queries->case_base);
    us_brl_free(queries->tree);
    us_brl_free(queries->library);
    us_events_clear(&queries->heard);
    us_events_clear(&queries->own);
    us_mem_free(queries);
}

static shadow *shadow_of(requery *q, us_id id)
{
    for (shadow *s = q->first; s; s = s->next)
        if (s->id == id)
            return s;
    shadow *s = US_NEW(shadow);
    s->next = q->first;
    q->first = s;
    s->all = q;
    s->id = id;
    s->run = us_run_new(&(us_run_def){&host, s, 1});
    us_run_start(s->run, q->program, NULL, 0);
    return s;
}

static void count(requery_count *c, const shadow *s, const us_active_query *before)
{
    const us_active_query *now = &s->asking[0];
    c->looks++;
    for (int w = 0; w < REQUERY_WAYS; w++)
        c->same[w] += s->asking[w].behavior == now->behavior;
    if (!before->node_ref.frame)
        return;
    c->others += now->behavior != before->behavior;
    for (int d = 0; d < REQUERY_DESCRIPTORS; d++)
        c->moved[d] += now->value[d] != before->value[d];
}

void requery_on_events(requery *queries, const us_event *event, int count)
{
    for (int i = 0; i < count; i++)
        us_events_add(&queries->heard, &event[i]);
}

static void choose_own(requery *q, us_id id)
{
    us_events_reset(&q->own);
    for (int i = 0; i < q->heard.count; i++) {
        const us_event *event = &q->heard.event[i];
        if (event->entity ? event->entity == id : us_event_is_relevant(event, q->seat))
            us_events_add(&q->own, event);
    }
}

void requery_on_world(requery *queries, const us_world *world)
{
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (e->owner != queries->seat || !world->domain->type[e->type].archetype[0])
            continue;
        shadow *s = shadow_of(queries, e->id);
        us_active_query before = s->asking[0];
        us_view view = {.world = world, .self = queries->seat, .actor = e->id};
        choose_own(queries, e->id);
        us_run_tick(s->run, &view, queries->own.event, queries->own.count);
        count(&queries->counted, s, &before);
    }
    us_events_reset(&queries->heard);
}

requery_count requery_counted(const requery *queries)
{
    requery_count c = queries->counted;
    for (int w = 0; w < REQUERY_WAYS; w++)
        c.queries[w] = (int32_t)us_query_engine_get_counts(queries->asker[w]).queries;
    return c;
}
