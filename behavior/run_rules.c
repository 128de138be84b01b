#include "behavior/runner.h"

#include <string.h>

/* ---- events and listeners */

void us_listener_add(us_run *run, us_run_frame *f, int node)
{
    US_LIST_PUT(run->listeners, ((us_node_ref_in){f, node}));
}

void us_listener_remove(us_run *run, us_run_frame *f, int node)
{
    int kept = 0;
    for (int i = 0; i < run->listeners.count; i++)
        if (run->listeners.item[i].frame != f || run->listeners.item[i].node != node)
            run->listeners.item[kept++] = run->listeners.item[i];
    run->listeners.count = kept;
}

/* Fires the rules that hear the event. number: of the event; a rule keeps the first one of a
 * tick. */
static bool fire(us_run_frame *f, int parent, const char *event, int32_t number, int32_t before)
{
    const us_program_step *all = f->program->step;
    bool fired = false;
    for (int i = parent + 1; i < all[parent].end; i = all[i].end) {
        const us_node *rule = us_run_frame_node(f, i);
        if (rule->kind != US_NODE_RULE || rule->what < US_RULE_EVENT ||
            strcmp(rule->name, event) != 0)
            continue;
        if (!(f->node[i].flags & US_FIRED) || f->node[i].count < before)
            f->node[i].count = number;
        f->node[i].flags |= US_FIRED;
        fired = true;
    }
    return fired;
}

static us_event of_itself(const us_run *run)
{
    us_id actor = run->own.actor;
    const us_entity *e = run->view && actor ? us_world_find(run->view->world, actor) : NULL;
    return (us_event){.cycle = run->now,
                      .seat = run->own.self,
                      .entity = actor,
                      .other = actor,
                      .x = e ? e->x : (int16_t)-1,
                      .y = e ? e->y : (int16_t)-1};
}

void us_run_emit(us_run *run, const char *event, const us_event *what)
{
    size_t length = strlen(event);
    us_assert(length <= US_NAME_MAX);
    for (int i = 0; i < run->events.count; i++)
        if (strcmp(run->events.item[i].name, event) == 0)
            return;
    us_emitted_event *emitted = US_LIST_ADD(run->events);
    memcpy(emitted->name, event, length + 1);
    emitted->event = what ? *what : of_itself(run);
}

void us_run_dispatch_event(us_run *run, const char *name, const us_event *event)
{
    if (run->listeners.count == 0)
        return;
    int32_t before = run->tick_events_before, number = before + run->tick_events.count;
    US_LIST_PUT(run->tick_events, *event);
    for (int i = 0; i < run->listeners.count; i++) {
        us_run_frame *f = run->listeners.item[i].frame;
        int node = run->listeners.item[i].node;
        us_node_kind kind = (us_node_kind)f->program->step[node].kind;
        bool any =
            kind == US_NODE_CHOOSE ? us_choose_apply_hint(f, node, name) : kind == US_NODE_QUERY;
        int parent = kind == US_NODE_MACHINE ? f->node[node].cursor : node;
        if (!(f->node[node].flags & US_DORMANT) && (any || fire(f, parent, name, number, before)))
            us_node_mark_dirty(f, node, US_WOKEN);
    }
}

/* ---- rules */

/* Evaluates the condition of a rule. The condition of a rule without an event is watched from the
 * first evaluation on. */
static bool holds(us_run *run, us_run_frame *f, int owner, int rule)
{
    const us_node *at = us_run_frame_node(f, rule);
    us_node_state *state = &f->node[rule];
    if (at->arg_count == 0)
        return true;
    if (!f->program->step[rule].level)
        return us_run_eval_condition(run, f, at->arg[0].expr);
    if (state->inside)
        return us_watch_value(run->watch, (int)state->inside - 1, run->view);
    int64_t value = us_run_eval_condition(run, f, at->arg[0].expr);
    state->inside =
        1 + (uint32_t)us_watcher_add(run, f, owner, -1, at->arg[0].expr, &f->binding, value);
    return value;
}

void us_rules_end(us_run *run, us_run_frame *f, int parent)
{
    const us_program_step *all = f->program->step;
    for (int i = parent + 1; i < all[parent].end; i = all[i].end) {
        us_node_state *state = &f->node[i];
        if (all[i].kind != US_NODE_RULE)
            continue;
        if (state->inside)
            us_watcher_remove(run, (int)state->inside - 1);
        state->inside = 0;
        state->flags &= (uint8_t)~US_FIRED;
    }
}

/* Takes the event of a rule, which counts once, whether or not the condition holds. */
static bool takes_event(const us_run *run, us_run_frame *f, int rule, us_event *out)
{
    us_node_state *state = &f->node[rule];
    bool fired = state->flags & US_FIRED;
    state->flags &= (uint8_t)~US_FIRED;
    *out = (us_event){.x = -1, .y = -1}; /* for an event of an earlier tick */
    if (fired && state->count >= run->tick_events_before)
        *out = run->tick_events.item[state->count - run->tick_events_before];
    return fired;
}

static void run_rule(us_run *run, us_run_frame *f, int node, int rule, const us_event *event)
{
    bool always = us_run_frame_node(f, rule)->what == US_RULE_ALWAYS;
    bool runs = f->node[rule].answer == US_RUNNING;
    const us_event *around = run->own.event;
    if (event && !runs)
        run->own.event = event;
    if (runs || holds(run, f, node, rule)) {
        us_answer answer = us_node_visit_child(run, f, node, rule);
        if (answer != US_RUNNING && always && holds(run, f, node, rule))
            us_node_state_wake_at(run, &f->node[node], run->now + 1);
    }
    run->own.event = around;
}

void us_rules_run(us_run *run, us_run_frame *f, int node)
{
    const us_program_step *all = f->program->step;
    for (int i = node + 1; i < all[node].end; i = all[i].end) {
        if (all[i].kind != US_NODE_RULE)
            continue;
        us_event event;
        bool fired = takes_event(run, f, i, &event);
        if (fired || f->node[i].answer == US_RUNNING ||
            us_run_frame_node(f, i)->what == US_RULE_ALWAYS)
            run_rule(run, f, node, i, fired ? &event : NULL);
    }
}

us_answer us_node_visit_monitor(us_run *run, us_run_frame *f, int node, bool begins)
{
    us_answer answer = US_RUNNING;
    if (begins)
        f->node[node].count = -1;
    if (begins && (f->program->step[node].flags & US_STEP_LISTENS))
        us_listener_add(run, f, node);
    f->node[node].flags &= (uint8_t)~US_WOKEN;
    if (node == 0 && f->program->template->kind == US_TEMPLATE_ARCHETYPE)
        us_stacks_visit_default(run, f, node);
    else
        answer = us_node_visit_child(run, f, node, node + 1);
    if (answer == US_RUNNING)
        us_rules_run(run, f, node);
    return answer;
}

/* ---- machines */

us_answer us_node_visit_state(us_run *run, us_run_frame *f, int node, bool begins)
{
    const us_program_step *all = f->program->step;
    for (int i = node + 1; i < all[node].end; i = all[i].end) {
        us_node_state *state = &f->node[i];
        if (all[i].kind == US_NODE_RULE)
            continue;
        if (begins || state->answer == US_RUNNING)
            (void)us_node_visit_child(run, f, node, i);
    }
    return US_RUNNING; /* until a rule leaves the state */
}

typedef struct outcome {
    bool well, badly; /* all succeeded; one failed */
} outcome;

static outcome outcome_of(const us_run_frame *f, int state)
{
    const us_program_step *all = f->program->step;
    outcome o = {f->node[state].answer == US_RUNNING, false};
    for (int i = state + 1; o.well && i < all[state].end; i = all[i].end)
        if (all[i].kind != US_NODE_RULE)
            o.well = f->node[i].answer == US_SUCCESS;
    for (int i = state + 1; i < all[state].end && f->node[state].answer == US_RUNNING;
         i = all[i].end)
        o.badly = o.badly || (all[i].kind != US_NODE_RULE && f->node[i].answer == US_FAILURE);
    return o;
}

static void report_taken(us_run *run, const us_run_frame *f, int rule)
{
    us_run_report_answer(run, f, rule, US_RUNNING);
    us_run_report_answer(run, f, rule + 1, US_RUNNING);
    us_run_report_answer(run, f, rule + 1, US_SUCCESS);
    us_run_report_answer(run, f, rule, US_SUCCESS);
}

/* Takes the first rule that fits. Returns the node or US_GOTO_* to which it leads, or -1. *cause:
 * its event, if *caused. */
static int rule_leads(us_run *run, us_run_frame *f, int machine, int state, us_event *cause,
                      bool *caused)
{
    const us_program_step *all = f->program->step;
    const us_event *around = run->own.event;
    outcome o = outcome_of(f, state);
    int to = -1;
    for (int i = state + 1; i < all[state].end; i = all[i].end) {
        if (all[i].kind != US_NODE_RULE)
            continue;
        us_event event;
        int what = us_run_frame_node(f, i)->what;
        bool fired = takes_event(run, f, i, &event);
        bool fits = fired || what == US_RULE_ALWAYS || (what == US_RULE_SUCCESS && o.well) ||
                    (what == US_RULE_FAILURE && o.badly);
        run->own.event = fired ? &event : around;
        if (to == -1 && fits && holds(run, f, machine, i)) {
            to = us_run_frame_node(f, i + 1)->what;
            report_taken(run, f, i);
            *caused = fired;
            *cause = event;
        }
        run->own.event = around;
    }
    return to;
}

us_answer us_node_visit_machine(us_run *run, us_run_frame *f, int node, bool begins)
{
    us_node_state *state = &f->node[node];
    bool visited = false, caused = false;
    const us_event *around = run->own.event;
    us_event cause;
    if (begins) {
        state->cursor = (uint16_t)(node + 1);
        if (f->program->step[node].flags & US_STEP_LISTENS)
            us_listener_add(run, f, node);
    }
    state->flags &= (uint8_t)~US_WOKEN;
    for (int round = 0;;) {
        int to = rule_leads(run, f, node, state->cursor, &cause, &caused);
        if (to == US_GOTO_SUCCESS || to == US_GOTO_FAILURE)
            return to == US_GOTO_SUCCESS ? US_SUCCESS : US_FAILURE;
        if (to >= 0) {
            us_node_halt(run, f, state->cursor);
            us_rules_end(run, f, state->cursor);
            state->cursor = (uint16_t)to;
            visited = false;
            if (++round == US_ROUNDS || us_run_is_exhausted(run)) {
                us_node_state_wake_at(run, state, run->now + 1);
                return US_RUNNING;
            }
        } else if (visited) {
            return US_RUNNING;
        } else {
            run->own.event = caused ? &cause : around;
            (void)us_node_visit_child(run, f, node, state->cursor);
            run->own.event = around;
            caused = false;
            visited = true;
        }
    }
}
