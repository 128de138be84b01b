#include "behavior/stage.h"

#include <string.h>

#include "base/rng.h"
#include "behavior/node_map.h"

enum { SIDE = 16, SEATS = 2 };

/* A leaf or open node that runs. */
typedef struct live {
    us_node_ref node_ref;
    us_node_kind kind;
    const us_timeline_line *line; /* line that answers; NULL: none */
    us_timed_answer end;          /* after: the cycle itself */
    const us_template *fill;      /* behavior that fills it; NULL: it answers by itself */
    int last;                     /* index of the last behavior of the file that was tried, or -1 */
    int tried;
    us_hash compared; /* query with `recheck event`: hash of its description */
} live;

/* An item of the file that has begun. Its program has the item's index as its tag. */
typedef struct stage_item {
    us_program *program; /* NULL: it has not begun */
    int *called;         /* by node: index of the tree that it calls; -1: not looked up */
} stage_item;

struct us_stage {
    us_stage_def def;
    us_world world;
    us_view view;
    us_run *run;
    stage_item *items;                /* by item */
    int lines;                        /* of the script, that have come */
    const us_timeline_line **present; /* by key of the script: the latest line that has come */
    int *asked;                       /* by line of the script: answers used */
    us_rng rng;
    US_LIST(live) live;
    const char *why;       /* why the leaf under visit fails, or NULL */
    us_node_map node_refs; /* indexes of live */
    uint32_t frame;        /* the frame that was looked up last, and its item */
    int item;
    us_answer answer;
};

const char *us_stage_event_kind_name(us_stage_event_kind what)
{
    static const char *const name[] = {"begun",     "succeeded", "failed",  "halted",
                                       "suspended", "resumed",   "pushed",  "popped",
                                       "refused",   "asked",     "timeline"};
    return name[what];
}

static int item_of(const us_brl *brl, const us_template *template)
{
    int index = us_brl_find_index(brl, template->kind, template->name);
    us_assert(index >= 0);
    return index;
}

static bool serves(const us_domain *domain, const us_node *node, const us_template *behavior)
{
    if (node->kind == US_NODE_QUERY)
        return us_template_can_fill(node, behavior);
    return node->kind == US_NODE_GOAL && behavior->kind == US_TEMPLATE_BEHAVIOR &&
           node->what >= 0 && behavior->goal == node->what &&
           us_goal_kind_from_pursue(domain, node->what, node->pursue) ==
               us_goal_kind_from_pursue(domain, behavior->goal, behavior->pursue);
}

/* ---- coverage */

/* Appends to the list the items that the node may call or be filled with. Returns the new count. */
static int reach(us_coverage *coverage, const us_node *node, int *list, int count)
{
    const us_brl *brl = coverage->brl;
    int called =
        node->kind == US_NODE_CALL ? us_brl_find_index(brl, US_TEMPLATE_TREE, node->name) : -1;
    bool open_node = node->kind == US_NODE_GOAL || node->kind == US_NODE_QUERY;
    for (int i = open_node ? 0 : called; i >= 0 && i < (open_node ? brl->count : called + 1); i++) {
        if (coverage->reached[i] || (open_node && !serves(brl->domain, node, brl->item[i])))
            continue;
        coverage->reached[i] = true;
        list[count++] = i;
    }
    return count;
}

us_coverage *us_coverage_new(const us_brl *brl, const us_template *root)
{
    us_coverage *coverage = US_NEW(us_coverage);
    int *list = US_NEW_ARRAY(int, brl->count), count = 1;
    coverage->brl = brl;
    coverage->count = us_mem_alloc_array((size_t)brl->count, sizeof(void *));
    coverage->reached = us_mem_alloc_array((size_t)brl->count, sizeof *coverage->reached);
    for (int i = 0; i < brl->count; i++)
        coverage->count[i] =
            us_mem_alloc_array((size_t)brl->item[i]->node_count, sizeof **coverage->count);
    list[0] = item_of(brl, root);
    coverage->reached[list[0]] = true;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < brl->item[list[i]]->node_count; k++)
            count = reach(coverage, &brl->item[list[i]]->node[k], list, count);
    us_mem_free(list);
    return coverage;
}

void us_coverage_free(us_coverage *coverage)
{
    if (!coverage)
        return;
    for (int i = 0; i < coverage->brl->count; i++)
        us_mem_free(coverage->count[i]);
    us_mem_free(coverage->count);
    us_mem_free(coverage->reached);
    us_mem_free(coverage);
}

/* ---- reports */

static int depth_of(const us_run *run, us_node_ref node_ref)
{
    int depth = 0;
    for (;;) {
        const us_template *t = us_run_frame_template(run, node_ref.frame);
        for (int node = node_ref.node; node >= 0; node = t->node[node].parent)
            depth++;
        node_ref = us_run_frame_parent(run, node_ref.frame);
        if (node_ref.frame == 0)
            return depth;
        depth++;
    }
}

/* Returns the index of the frame's item. */
static int item_at(us_stage *stage, uint32_t frame)
{
    if (frame != stage->frame) {
        stage->item = us_run_frame_tag(stage->run, frame);
        stage->frame = frame;
    }
    return stage->item;
}

static void report(us_stage *stage, us_node_ref node_ref, us_stage_event_kind what,
                   const char *text)
{
    const us_stage_def *def = &stage->def;
    int item = item_at(stage, node_ref.frame);
    if (def->coverage && node_ref.node >= 0 && what < US_STAGE_KINDS) {
        def->coverage->count[item][node_ref.node][what]++;
        def->coverage->reached[item] = true;
    }
    if (!def->on_event)
        return;
    us_node_ref above = us_run_frame_parent(stage->run, node_ref.frame);
    us_stage_event event = {
        stage->world.now, what, node_ref, def->brl->item[item], depth_of(stage->run, node_ref),
        US_NODE_KINDS,    text, 0};
    if (above.frame)
        event.inside = us_run_frame_template(stage->run, above.frame)->node[above.node].kind;
    def->on_event(def->context, &event);
}

static void on_answer(void *context, us_run *run, us_node_ref node_ref, us_answer answer)
{
    us_stage *stage = context;
    const char *why = answer != US_FAILURE ? NULL
                      : node_ref.node < 0  ? us_run_frame_failure(run, node_ref.frame)
                                           : stage->why;
    report(stage, node_ref,
           answer == US_RUNNING   ? US_STAGE_BEGUN
           : answer == US_SUCCESS ? US_STAGE_SUCCEEDED
           : answer == US_FAILURE ? US_STAGE_FAILED
                                  : US_STAGE_HALTED,
           why ? why : "");
    stage->why = NULL;
}

static void on_notice(void *context, us_run *run, us_node_ref node_ref, us_run_notice what)
{
    (void)run;
    report(context, node_ref,
           what == US_PUSHED   ? US_STAGE_PUSHED
           : what == US_POPPED ? US_STAGE_POPPED
                               : US_STAGE_REFUSED,
           "");
}

/* ---- leaves and open nodes */

static live *live_at(const us_stage *stage, us_node_ref node_ref)
{
    int index = us_node_map_find(&stage->node_refs, node_ref);
    us_assert(index >= 0); /* it runs */
    return &stage->live.item[index];
}

static const us_node *node_at(us_stage *stage, us_node_ref node_ref)
{
    return &stage->def.brl->item[item_at(stage, node_ref.frame)]->node[node_ref.node];
}

static const us_program *program_of(us_stage *stage, int item)
{
    const us_template *template = stage->def.brl->item[item];
    stage_item *acted = &stage->items[item];
    if (!acted->program) {
        acted->program = us_program_new(template);
        us_program_set_tag(acted->program, item);
        acted->called = US_NEW_ARRAY(int, template->node_count);
        for (int i = 0; i < template->node_count; i++)
            acted->called[i] = -1;
    }
    return acted->program;
}

/* Passes the arguments of a goal or query to a behavior. Returns false if the behavior takes
 * another kind. */
static bool pass(us_stage *stage, us_node_ref node_ref, const us_template *behavior,
                 us_value *value, us_slots *bound)
{
    const us_node *node = node_at(stage, node_ref);
    if (node->kind == US_NODE_QUERY)
        return us_run_eval_query(stage->run, node_ref, behavior, value, bound);
    us_binding binding = us_run_frame_binding(stage->run, node_ref.frame);
    us_goal goal = us_goal_make(behavior->domain, node->what);
    for (int i = 0; i < node->arg_count; i++)
        if (node->arg[i].expr && !node->arg[i].anchor && node->arg[i].param >= 0)
            us_goal_set_arg(&goal, node->arg[i].param,
                            us_expr_eval(node->arg[i].expr, &stage->view, &binding));
    us_template_bind_goal(behavior, &goal, value, bound);
    return true;
}

/* Returns the next behavior of the file that may fill the node, or NULL. */
static const us_template *next_of_file(us_stage *stage, us_node_ref node_ref, live *leaf)
{
    const us_brl *brl = stage->def.brl;
    us_value value[US_SLOTS_MAX];
    while (++leaf->last < brl->count) {
        const us_template *behavior = brl->item[leaf->last];
        if (serves(brl->domain, node_at(stage, node_ref), behavior) &&
            pass(stage, node_ref, behavior, value, &(us_slots){0}))
            return behavior;
    }
    return NULL;
}

/* Fills the node. Returns false if the behavior does not take the arguments, or would lie too
 * deep. */
static bool fill(us_stage *stage, us_node_ref node_ref, const us_template *behavior)
{
    us_value value[US_SLOTS_MAX];
    us_slots bound = {0};
    return pass(stage, node_ref, behavior, value, &bound) &&
           us_run_fill(stage->run, node_ref,
                       &(us_fill){program_of(stage, item_of(stage->def.brl, behavior)), value,
                                  &bound, NULL, 0, false});
}

static const us_timeline_line *line_for(us_stage *stage, us_node_ref node_ref)
{
    const us_timeline *script = stage->def.timeline;
    return script ? us_timeline_find(script, stage->present, item_at(stage, node_ref.frame),
                                     node_ref.node)
                  : NULL;
}

/* Returns the line's next answer, and moves on. */
static const us_timeline_answer *next_answer(us_stage *stage, const us_timeline_line *line)
{
    int *asked = &stage->asked[line - stage->def.timeline->line];
    int index = *asked < line->answers ? (*asked)++ : line->answers - 1;
    return &stage->def.timeline->answer[line->answer + index];
}

static us_timed_answer draw(us_stage *stage, const us_timeline_answer *answer)
{
    us_timed_answer end = {US_SUCCESS, 1};
    if (answer)
        end = answer->chance == answer->of ||
                      us_rng_next_bool(&stage->rng, (uint32_t)answer->chance, (uint32_t)answer->of)
                  ? answer->then
                  : answer->other;
    us_cycle now = stage->world.now;
    end.after = us_cycle_after(now, end.after);
    return end;
}

/* Asks the timeline or the file: fills the node, or determines how and when it ends. */
static us_answer ask(us_stage *stage, live *leaf)
{
    us_node_ref node_ref = leaf->node_ref;
    leaf->line = line_for(stage, node_ref);
    const us_timeline_answer *answer = leaf->line ? next_answer(stage, leaf->line) : NULL;
    const us_template *with = answer                      ? answer->fill
                              : leaf->kind != US_NODE_ACT ? next_of_file(stage, node_ref, leaf)
                                                          : NULL;
    if (with && with == leaf->fill && us_run_node_frame(stage->run, node_ref))
        return US_RUNNING;
    if (!answer && !with && (leaf->tried > 0 || leaf->kind == US_NODE_QUERY)) {
        stage->why = leaf->kind == US_NODE_QUERY ? "no behavior of the file fits" : NULL;
        return US_FAILURE;
    }
    leaf->tried++;
    bool filled = leaf->fill;
    leaf->fill = with;
    if (with)
        return fill(stage, node_ref, with) ? US_RUNNING : US_FAILURE;
    leaf->end = draw(stage, answer);
    if (filled)
        us_run_clear_node(stage->run, node_ref); /* may move the other leaves */
    return US_RUNNING;
}

/* Returns the present answer, and in *until the cycle of the next call. */
static us_answer answer_now(us_stage *stage, const live *leaf, us_cycle *until)
{
    *until = leaf->fill || leaf->end.answer == US_RUNNING ? US_NEVER : leaf->end.after;
    if (*until <= stage->world.now)
        return leaf->end.answer;
    if (leaf->kind == US_NODE_QUERY && node_at(stage, leaf->node_ref)->recheck == US_RECHECK_TICK)
        *until = stage->world.now + 1;
    return US_RUNNING;
}

/* Returns the next descriptor of the query: its own ones, or, without any, those that have a value
 * in the domain. NULL: no more. */
static const us_expr *compared(us_stage *stage, us_node_ref node_ref, int *at)
{
    const us_node *node = node_at(stage, node_ref);
    const us_domain *domain = stage->def.brl->domain;
    bool own = false;
    for (int i = 0; i < node->arg_count; i++) {
        own = own || node->arg[i].descriptor;
        if (node->arg[i].descriptor && i >= *at) {
            *at = i + 1;
            return node->arg[i].expr;
        }
    }
    for (int i = *at; !own && i < domain->descriptor_count; i++) {
        *at = i + 1;
        if (domain->descriptor[i].value)
            return domain->descriptor[i].value;
    }
    return NULL;
}

static us_hash compared_now(us_stage *stage, us_node_ref node_ref)
{
    us_binding binding = us_run_frame_binding(stage->run, node_ref.frame);
    us_hash hash = US_HASH_START;
    const us_expr *expr;
    for (int at = 0; (expr = compared(stage, node_ref, &at));)
        hash = us_hash_add(hash, (uint64_t)us_expr_eval(expr, &stage->view, &binding));
    return hash;
}

/* Watches the descriptors of a query, so that it is woken as in play. */
static void watch_all(us_stage *stage, live *leaf)
{
    const us_expr *expr;
    for (int at = 0; (expr = compared(stage, leaf->node_ref, &at));)
        us_run_watch_own(stage->run, leaf->node_ref, expr);
    leaf->compared = compared_now(stage, leaf->node_ref);
}

static us_answer begin(void *context, us_run *run, us_node_ref node_ref, us_cycle *until)
{
    us_stage *stage = context;
    const us_node *node = node_at(stage, node_ref);
    live leaf = {.node_ref = node_ref, .kind = node->kind, .last = -1};
    (void)run;
    if (node->kind == US_NODE_QUERY && node->recheck == US_RECHECK_EVENT)
        watch_all(stage, &leaf);
    us_answer answer = ask(stage, &leaf);
    if (answer == US_RUNNING)
        answer = answer_now(stage, &leaf, until);
    if (answer != US_RUNNING)
        return answer;
    us_node_map_put(&stage->node_refs, node_ref, stage->live.count);
    US_LIST_PUT(stage->live, leaf);
    return US_RUNNING;
}

/* Continues a leaf whose frame has ended, whose time has come, or that was woken. */
static us_answer go_leaf(us_stage *stage, live *leaf, us_cycle *until)
{
    us_node_ref node_ref = leaf->node_ref;
    const us_node *node = node_at(stage, node_ref);
    us_answer answer = US_RUNNING;
    if (leaf->fill && !us_run_node_frame(stage->run, node_ref)) {
        us_answer ended = us_run_node_last_answer(stage->run, node_ref);
        if (ended == US_SUCCESS || node->kind == US_NODE_QUERY || leaf->tried >= node->retries)
            return ended;
        answer = ask(stage, leaf);
    } else if (node->recheck != US_RECHECK_ENTRY && line_for(stage, node_ref) != leaf->line) {
        report(stage, node_ref, US_STAGE_ASKED,
               node->recheck == US_RECHECK_TICK                  ? "as in each cycle"
               : compared_now(stage, node_ref) != leaf->compared ? "what it compares has changed"
                                                                 : "there was an event");
        answer = ask(stage, leaf);
    }
    return answer == US_RUNNING ? answer_now(stage, leaf, until) : answer;
}

static void remove_leaf(us_stage *stage, us_node_ref node_ref)
{
    int index = us_node_map_find(&stage->node_refs, node_ref), last = --stage->live.count;
    us_node_map_put(&stage->node_refs, stage->live.item[last].node_ref, index);
    us_node_map_remove(&stage->node_refs, node_ref);
    stage->live.item[index] = stage->live.item[last];
}

static us_answer go(void *context, us_run *run, us_node_ref node_ref, us_cycle *until)
{
    us_stage *stage = context;
    live leaf = *live_at(stage, node_ref); /* others may be halted meanwhile, which moves them */
    us_answer answer = go_leaf(stage, &leaf, until);
    (void)run;
    if (answer == US_RUNNING)
        *live_at(stage, node_ref) = leaf;
    else
        remove_leaf(stage, node_ref);
    return answer;
}

static void stop(void *context, us_run *run, us_node_ref node_ref, us_stop how)
{
    (void)run;
    if (how == US_HALT)
        remove_leaf(context, node_ref);
    else
        report(context, node_ref, how == US_SUSPEND ? US_STAGE_SUSPENDED : US_STAGE_RESUMED, "");
}

static const us_program *tree(void *context, us_run *run, us_node_ref node_ref, const char *name)
{
    us_stage *stage = context;
    int *called = &stage->items[item_at(stage, node_ref.frame)].called[node_ref.node];
    (void)run;
    if (*called < 0)
        *called = us_brl_find_index(stage->def.brl, US_TEMPLATE_TREE, name);
    return *called < 0 ? NULL : program_of(stage, *called);
}

static int64_t score(void *context, us_run *run, us_node_ref node_ref)
{
    us_stage *stage = context;
    const us_timeline *script = stage->def.timeline;
    int key = script ? script->node[item_at(stage, node_ref.frame)][node_ref.node].score : -1;
    (void)run;
    return key >= 0 && stage->present[key] ? stage->present[key]->value : 0;
}

/* ---- the stage */

static void make_world(us_stage *stage)
{
    const us_domain *domain = stage->def.brl->domain;
    uint8_t *plane = US_NEW_ARRAY(uint8_t, SIDE * SIDE);
    int8_t *faction = US_NEW_ARRAY(int8_t, SEATS);
    uint8_t *alive = US_NEW_ARRAY(uint8_t, SEATS);
    for (int i = 0; i < SEATS; i++) {
        faction[i] = -1;
        alive[i] = 1;
    }
    stage->world = (us_world){.domain = domain,
                              .width = SIDE,
                              .height = SIDE,
                              .seats = SEATS,
                              .tally = US_NEW_ARRAY(int32_t, SEATS * domain->tallies.count + 1),
                              .faction = faction,
                              .alive = alive,
                              .revision = US_NEW_ARRAY(uint32_t, us_revision_count(domain, SEATS)),
                              .census = US_NEW_ARRAY(uint16_t, us_census_size(domain, SEATS))};
    for (int i = 0; i < US_PLANES; i++)
        stage->world.plane[i] = plane;
    stage->view = (us_view){&stage->world, 0};
}

us_stage *us_stage_new(const us_stage_def *def)
{
    us_stage *stage = US_NEW(us_stage);
    const us_host host = {.begin = begin,
                          .go = go,
                          .stop = stop,
                          .tree = tree,
                          .score = score,
                          .on_answer = def->on_event || def->coverage ? on_answer : NULL,
                          .on_notice = on_notice};
    const us_timeline *script = def->timeline;
    stage->def = *def;
    make_world(stage);
    stage->rng = us_rng_derive(def->seed, "stage.chance", 0);
    stage->items = US_NEW_ARRAY(stage_item, def->brl->count);
    stage->present = US_NEW_ARRAY(const us_timeline_line *, (script ? script->keys : 0) + 1);
    stage->asked = US_NEW_ARRAY(int, (script ? script->count : 0) + 1);
    stage->run = us_run_new(&(us_run_def){&host, stage, def->seed});
    stage->answer = US_RUNNING;
    us_run_start(stage->run, program_of(stage, item_of(def->brl, def->root)), NULL, 0);
    return stage;
}

void us_stage_free(us_stage *stage)
{
    if (!stage)
        return;
    us_run_free(stage->run);
    for (int i = 0; i < stage->def.brl->count; i++) {
        us_program_free(stage->items[i].program);
        us_mem_free(stage->items[i].called);
    }
    us_mem_free(stage->items);
    us_mem_free(stage->present);
    us_mem_free(stage->asked);
    us_mem_free(stage->live.item);
    us_node_map_clear(&stage->node_refs);
    us_mem_free((void *)stage->world.plane[0]);
    us_mem_free((void *)stage->world.tally);
    us_mem_free((void *)stage->world.faction);
    us_mem_free((void *)stage->world.alive);
    us_mem_free((void *)stage->world.revision);
    us_mem_free((void *)stage->world.census);
    us_mem_free(stage);
}

static void report_line(const us_stage *stage, const us_timeline_line *line)
{
    us_stage_event event = {.cycle = stage->world.now,
                            .what = US_STAGE_LINE,
                            .node_ref = {0, -1},
                            .text = line->text,
                            .line = line->number};
    bool happens = line->what == US_TIMELINE_EVENT || line->what == US_TIMELINE_SET;
    if (happens && stage->def.on_event)
        stage->def.on_event(stage->def.context, &event);
}

/* Wakes the acts that end now. Like a game's report of the end of an order, this comes before the
 * tick, and before anything that hears of it. */
static void end_acts(us_stage *stage)
{
    for (int i = 0; i < stage->live.count; i++) {
        const live *leaf = &stage->live.item[i];
        if (leaf->kind == US_NODE_ACT && leaf->end.answer != US_RUNNING &&
            leaf->end.after <= stage->world.now)
            us_run_wake(stage->run, leaf->node_ref);
    }
}

static void run_lines(us_stage *stage, us_events *events)
{
    const us_timeline *script = stage->def.timeline;
    for (; script && stage->lines < script->count; stage->lines++) {
        const us_timeline_line *line = &script->line[stage->lines];
        if (line->cycle > stage->world.now)
            break;
        report_line(stage, line);
        if (line->what == US_TIMELINE_SET) /* the root's frame has number 1 */
            us_run_bind(stage->run, 1, line->slot, (us_value){.number = line->value});
        else if (line->what != US_TIMELINE_EVENT)
            stage->present[line->key] = line;
        else if (line->event < 0)
            us_run_emit(stage->run, line->name, NULL);
        else
            us_events_add(events, &(us_event){.cycle = line->cycle,
                                              .kind = (uint8_t)line->event,
                                              .type = US_NO_TYPE});
    }
}

us_answer us_stage_tick(us_stage *stage)
{
    us_events events = {0};
    if (stage->answer != US_RUNNING)
        return stage->answer;
    run_lines(stage, &events);
    end_acts(stage);
    stage->answer = us_run_tick(stage->run, &stage->view, events.event, events.count);
    us_events_clear(&events);
    stage->world.now++;
    return stage->answer;
}

us_cycle us_stage_now(const us_stage *stage)
{
    return stage->world.now;
}

void us_stage_halt(us_stage *stage)
{
    us_run_halt(stage->run, &stage->view);
}
