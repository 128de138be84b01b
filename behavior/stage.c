#include "behavior/stage.h"

#include <string.h>

#include "base/rng.h"

enum { SIDE = 16, SEATS = 2 };

/* A leaf or hole that runs. */
typedef struct live {
    us_spot spot;
    us_outcome_at end;       /* after: the very cycle */
    const us_template *fill; /* what fills it; NULL: it answers by itself */
    int last;                /* index of the last behavior of the file that filled a goal, or -1 */
    int tried;
} live;

struct us_stage {
    us_stage_def def;
    us_world world;
    us_view view;
    us_run *run;
    us_program **program; /* by item; made when it is needed */
    int lines;            /* of the script, that have come */
    int *asked;           /* by line of the script */
    us_rng rng;
    US_LIST(live) live;
    us_answer answer;
};

const char *us_staged_name(us_staged what)
{
    static const char *const name[] = {"begun",  "succeeded", "failed",
                                       "halted", "suspended", "resumed"};
    return name[what];
}

us_coverage *us_coverage_new(const us_brl *brl)
{
    us_coverage *coverage = US_NEW(us_coverage);
    coverage->brl = brl;
    coverage->count = us_alloc_array((size_t)brl->count, sizeof(void *));
    for (int i = 0; i < brl->count; i++)
        coverage->count[i] =
            us_alloc_array((size_t)brl->item[i]->node_count, sizeof **coverage->count);
    return coverage;
}

void us_coverage_free(us_coverage *coverage)
{
    if (!coverage)
        return;
    for (int i = 0; i < coverage->brl->count; i++)
        us_free(coverage->count[i]);
    us_free(coverage->count);
    us_free(coverage);
}

/* ---- what is told */

static int item_of(const us_brl *brl, const us_template *template)
{
    int index = us_brl_index(brl, template->kind, template->name);
    us_assert(index >= 0);
    return index;
}

static int depth_of(const us_run *run, us_spot spot)
{
    int depth = 0;
    for (;;) {
        const us_template *t = us_run_template(run, spot.frame);
        for (int node = spot.node; node >= 0; node = t->node[node].parent)
            depth++;
        spot = us_run_above(run, spot.frame);
        if (spot.frame == 0)
            return depth;
        depth++;
    }
}

static void report(us_stage *stage, us_spot spot, us_staged what)
{
    const us_stage_def *def = &stage->def;
    const us_template *t = us_run_template(stage->run, spot.frame);
    if (def->coverage && spot.node >= 0)
        def->coverage->count[item_of(def->brl, t)][spot.node][what]++;
    if (!def->told)
        return;
    us_spot above = us_run_above(stage->run, spot.frame);
    us_staged_event event = {stage->world.now,           what,         spot, t,
                             depth_of(stage->run, spot), US_NODE_KINDS};
    if (above.frame)
        event.inside = us_run_template(stage->run, above.frame)->node[above.node].kind;
    def->told(def->context, &event);
}

static void told(void *context, us_run *run, us_spot spot, us_answer answer)
{
    (void)run;
    report(context, spot,
           answer == US_RUNNING   ? US_STAGED_BEGUN
           : answer == US_SUCCESS ? US_STAGED_SUCCEEDED
           : answer == US_FAILURE ? US_STAGED_FAILED
                                  : US_STAGED_HALTED);
}

/* ---- leaves and holes */

static live *live_at(us_stage *stage, us_spot spot)
{
    for (int i = stage->live.count - 1; i >= 0; i--) {
        live *leaf = &stage->live.item[i];
        if (leaf->spot.frame == spot.frame && leaf->spot.node == spot.node)
            return leaf;
    }
    us_assert(!"it runs");
    return NULL;
}

static const us_node *node_at(const us_stage *stage, us_spot spot)
{
    return &us_run_template(stage->run, spot.frame)->node[spot.node];
}

static const us_program *program_of(us_stage *stage, const us_template *template)
{
    us_program **program = &stage->program[item_of(stage->def.brl, template)];
    if (!*program)
        *program = us_program_new(template);
    return *program;
}

static bool excluded(const us_node *query, const us_template *behavior)
{
    for (int i = 0; i < query->list_count; i++)
        if (strcmp(query->list[i], behavior->name) == 0)
            return true;
    return false;
}

static bool serves(const us_domain *domain, const us_node *node, const us_template *behavior)
{
    if (behavior->kind != US_TEMPLATE_BEHAVIOR)
        return false;
    if (node->kind == US_NODE_GOAL)
        return node->what >= 0 && behavior->goal == node->what &&
               us_pursued_kind(domain, node->what, node->pursue) ==
                   us_pursued_kind(domain, behavior->goal, behavior->pursue);
    int class = us_domain_class(domain, node->name);
    for (int i = 0; i < behavior->class_count; i++) {
        int own = us_domain_class(domain, behavior->classes[i]);
        bool is = class >= 0 && own >= 0 ? us_class_is(domain, own, class)
                                         : strcmp(behavior->classes[i], node->name) == 0;
        if (is)
            return !excluded(node, behavior);
    }
    return false;
}

/* The next of the file that may fill it; NULL: there is none. */
static const us_template *next_of_file(const us_stage *stage, const us_node *node, live *leaf)
{
    const us_brl *brl = stage->def.brl;
    for (int i = leaf->last + 1; i < brl->count; i++) {
        if (!serves(brl->domain, node, brl->item[i]))
            continue;
        leaf->last = i;
        return brl->item[i];
    }
    return NULL;
}

/* What the arguments of a goal or query say of a behavior: to its goal, or to its parameters. */
static void bind(us_stage *stage, us_spot spot, const us_template *behavior, us_value *value,
                 us_slots *bound)
{
    const us_node *node = node_at(stage, spot);
    us_binding binding = us_run_binding(stage->run, spot.frame);
    bool pursued = node->kind == US_NODE_GOAL;
    us_goal goal = {0};
    if (pursued)
        goal = us_goal_empty(behavior->domain, node->what);
    for (int i = 0; i < node->arg_count; i++) {
        const us_arg *arg = &node->arg[i];
        if (!arg->expr || arg->descriptor || us_expr_kind(arg->expr) == US_VALUE_GROUP)
            continue;
        int64_t number = us_expr_eval(arg->expr, &stage->view, &binding);
        int slot = pursued ? -1 : us_slot_find(behavior, arg->name);
        if (pursued && arg->param >= 0)
            us_goal_give(&goal, arg->param, number);
        if (slot < 0 || behavior->slot[slot].slot.kind != us_expr_kind(arg->expr))
            continue;
        value[slot].number = number;
        us_slots_add(bound, slot);
    }
    if (pursued)
        us_slots_of_goal(behavior, &goal, value, bound);
}

static void fill(us_stage *stage, us_spot spot, const us_template *behavior)
{
    us_value *value = US_NEW_ARRAY(us_value, behavior->slot_count + 1);
    us_slots bound = {0};
    bind(stage, spot, behavior, value, &bound);
    live_at(stage, spot)->fill = behavior;
    us_run_fill(stage->run, spot,
                &(us_fill){program_of(stage, behavior), value, &bound, NULL, 0, false});
    us_free(value);
}

/* The present answer of the timeline, which moves on with each asking. */
static const us_script_answer *scripted(us_stage *stage, const us_node *node, bool moves)
{
    const us_script *script = stage->def.script;
    const us_script_line *line = us_script_find(script, stage->lines, node);
    if (!line)
        return NULL;
    int *asked = &stage->asked[line - script->line];
    int index = *asked < line->answers ? *asked : line->answers - 1;
    *asked += moves && *asked < line->answers;
    return &script->answer[line->answer + index];
}

static us_answer answer_now(us_stage *stage, const live *leaf, us_cycle *until)
{
    if (leaf->end.answer != US_RUNNING && leaf->end.after <= stage->world.now)
        return leaf->end.answer;
    *until = leaf->end.answer == US_RUNNING ? US_NEVER : leaf->end.after;
    return US_RUNNING;
}

static us_answer begin_leaf(us_stage *stage, us_spot spot, us_cycle *until)
{
    const us_node *node = node_at(stage, spot);
    const us_script_answer *answer = scripted(stage, node, true);
    us_outcome_at end = {US_SUCCESS, 1};
    const us_template *with = NULL;
    US_LIST_PUT(stage->live, ((live){.spot = spot, .last = -1}));
    if (!answer && node->kind != US_NODE_ACT)
        with = next_of_file(stage, node, live_at(stage, spot));
    if (answer && answer->fill)
        with = answer->fill;
    if (with) {
        live_at(stage, spot)->tried = 1;
        *until = node->recheck == US_RECHECK_TICK ? stage->world.now + 1 : US_NEVER;
        fill(stage, spot, with);
        return US_RUNNING;
    }
    if (answer && answer->chance < answer->of)
        end = us_rng_chance(&stage->rng, (uint32_t)answer->chance, (uint32_t)answer->of)
                  ? answer->then
                  : answer->other;
    else if (answer)
        end = answer->then;
    end.after = end.after >= US_NEVER - stage->world.now ? US_NEVER : stage->world.now + end.after;
    live *leaf = live_at(stage, spot);
    leaf->end = end;
    return answer_now(stage, leaf, until);
}

/* What fills it has ended, or it is woken. */
static us_answer go_filled(us_stage *stage, us_spot spot, us_cycle *until)
{
    const us_node *node = node_at(stage, spot);
    live *leaf = live_at(stage, spot);
    us_answer ended = us_run_ended(stage->run, spot);
    *until = node->recheck == US_RECHECK_TICK ? stage->world.now + 1 : US_NEVER;
    if (us_run_inside(stage->run, spot)) { /* asked again */
        const us_script_answer *answer = scripted(stage, node, false);
        if (node->kind == US_NODE_QUERY && answer && answer->fill && answer->fill != leaf->fill)
            fill(stage, spot, answer->fill);
        return US_RUNNING;
    }
    if (ended == US_ANSWER_NONE)
        return US_FAILURE; /* it would lie too deep */
    if (ended == US_SUCCESS || node->kind == US_NODE_QUERY || leaf->tried >= node->retries)
        return ended;
    const us_script_answer *answer = scripted(stage, node, true);
    const us_template *next = answer ? answer->fill : next_of_file(stage, node, leaf);
    if (!next)
        return US_FAILURE;
    leaf->tried++;
    fill(stage, spot, next);
    return US_RUNNING;
}

static us_answer ended(us_stage *stage, us_spot spot, us_answer answer)
{
    if (answer == US_RUNNING)
        return answer;
    live *leaf = live_at(stage, spot);
    *leaf = stage->live.item[--stage->live.count];
    return answer;
}

static us_answer begin(void *context, us_run *run, us_spot spot, us_cycle *until)
{
    (void)run;
    return ended(context, spot, begin_leaf(context, spot, until));
}

static us_answer go(void *context, us_run *run, us_spot spot, us_cycle *until)
{
    us_stage *stage = context;
    live *leaf = live_at(stage, spot);
    (void)run;
    us_answer answer = leaf->fill ? go_filled(stage, spot, until) : answer_now(stage, leaf, until);
    return ended(stage, spot, answer);
}

static void stop(void *context, us_run *run, us_spot spot, us_stop how)
{
    (void)run;
    if (how == US_HALT)
        ended(context, spot, US_FAILURE);
    else
        report(context, spot, how == US_SUSPEND ? US_STAGED_SUSPENDED : US_STAGED_RESUMED);
}

static const us_program *tree(void *context, us_run *run, us_spot spot, const char *name)
{
    us_stage *stage = context;
    (void)run, (void)spot;
    const us_template *called = us_brl_find(stage->def.brl, US_TEMPLATE_TREE, name);
    return called ? program_of(stage, called) : NULL;
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
    const us_host host = {.begin = begin, .go = go, .stop = stop, .tree = tree, .told = told};
    stage->def = *def;
    make_world(stage);
    stage->rng = us_rng_derive(def->seed, "stage.chance", 0);
    stage->program = US_NEW_ARRAY(us_program *, def->brl->count);
    stage->asked = US_NEW_ARRAY(int, (def->script ? def->script->count : 0) + 1);
    stage->run = us_run_new(&(us_run_def){&host, stage, def->seed});
    stage->answer = US_RUNNING;
    us_run_start(stage->run, program_of(stage, def->root), NULL, 0);
    return stage;
}

void us_stage_free(us_stage *stage)
{
    if (!stage)
        return;
    us_run_free(stage->run);
    for (int i = 0; i < stage->def.brl->count; i++)
        us_program_free(stage->program[i]);
    us_free(stage->program);
    us_free(stage->asked);
    us_free(stage->live.item);
    us_free((void *)stage->world.plane[0]);
    us_free((void *)stage->world.tally);
    us_free((void *)stage->world.faction);
    us_free((void *)stage->world.alive);
    us_free((void *)stage->world.revision);
    us_free((void *)stage->world.census);
    us_free(stage);
}

static void happen(us_stage *stage, us_events *events)
{
    const us_script *script = stage->def.script;
    for (; script && stage->lines < script->count; stage->lines++) {
        const us_script_line *line = &script->line[stage->lines];
        if (line->cycle > stage->world.now)
            break;
        int kind = line->what == US_SCRIPT_EVENT ? us_event_kind_of(line->name) : -1;
        if (kind >= 0)
            us_events_add(
                events,
                &(us_event){.cycle = line->cycle, .kind = (uint8_t)kind, .type = US_NO_TYPE});
        else if (line->what == US_SCRIPT_EVENT)
            us_run_emit(stage->run, line->name, NULL);
        else if (line->what == US_SCRIPT_SET) /* the root's frame is the first */
            us_run_bind(stage->run, 1, line->slot, (us_value){.number = line->value});
    }
}

us_answer us_stage_tick(us_stage *stage)
{
    us_events events = {0};
    if (stage->answer != US_RUNNING)
        return stage->answer;
    happen(stage, &events);
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
