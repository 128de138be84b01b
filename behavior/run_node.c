#include "behavior/runner.h"

/* By kind; NULL: a leaf, or us_node_visit_decorator. */
static us_visitor *const visitors[US_NODE_KINDS] = {
    [US_NODE_CHECK] = us_node_visit_check,       [US_NODE_CALL] = us_node_visit_call,
    [US_NODE_EMIT] = us_node_visit_emit,         [US_NODE_SET] = us_node_visit_set,
    [US_NODE_SEQUENCE] = us_node_visit_sequence, [US_NODE_SELECTOR] = us_node_visit_sequence,
    [US_NODE_ORDER] = us_node_visit_order,       [US_NODE_PARALLEL] = us_node_visit_parallel,
    [US_NODE_STATE] = us_node_visit_state,       [US_NODE_CHOOSE] = us_node_visit_choose,
    [US_NODE_MACHINE] = us_node_visit_machine,   [US_NODE_MONITOR] = us_node_visit_monitor,
    [US_NODE_STACKS] = us_node_visit_stacks,     [US_NODE_PUSH] = us_node_visit_stack_order,
    [US_NODE_POP] = us_node_visit_stack_order,   [US_NODE_POP_TO] = us_node_visit_stack_order,
    [US_NODE_FLUSH] = us_node_visit_stack_order,
};

void us_run_report_answer(us_run *run, const us_run_frame *f, int node, us_answer answer)
{
    if (run->host.on_answer)
        run->host.on_answer(run->context, run, us_node_ref_from_frame(f, node), answer);
}

void us_run_report_notice(us_run *run, const us_run_frame *f, int node, us_run_notice what)
{
    if (run->host.on_notice)
        run->host.on_notice(run->context, run, us_node_ref_from_frame(f, node), what);
}

/* Cleans up after a node. No node below it runs any more. */
static void clean(us_run *run, us_run_frame *f, int node)
{
    const us_program_step *step = &f->program->step[node];
    if (step->flags & US_STEP_LISTENS)
        us_listener_remove(run, f, node);
    switch (step->kind) {
    case US_NODE_ACT:
    case US_NODE_GOAL:
    case US_NODE_QUERY:
    case US_NODE_CALL:
        us_open_node_end(run, &f->node[node]);
        break;
    case US_NODE_SEQUENCE:
    case US_NODE_SELECTOR:
        us_checks_unwatch(run, f, node + 1, step->end, node);
        break;
    case US_NODE_GUARD:
    case US_NODE_PARALLEL:
        us_locks_release(run, f, node);
        break;
    case US_NODE_MACHINE:
        us_rules_end(run, f, f->node[node].cursor);
        break;
    case US_NODE_MONITOR:
    case US_NODE_STACKS:
        us_rules_end(run, f, node);
        break;
    default:
        break;
    }
}

static inline void end(us_run *run, us_run_frame *f, int node, us_answer answer)
{
    const us_program_step *step = &f->program->step[node];
    us_node_state *state = &f->node[node];
    bool empty = (step->flags & (US_STEP_LEAF | US_STEP_LISTENS)) == US_STEP_LEAF && !state->inside;
    if (step->flags & US_STEP_HALTS)
        us_node_halt_children(run, f, node);
    if ((step->flags & US_STEP_CLEANS) && !empty)
        clean(run, f, node);
    state->answer = (uint8_t)answer;
    state->flags &= US_STAYS | US_FIRED;
    us_run_report_answer(run, f, node, answer);
}

/* Takes the answer of the host to a leaf. asked: the leaf has just begun. */
static inline us_answer take_answer(us_run *run, us_run_frame *f, int node, us_answer answer,
                                    us_cycle until, bool asked)
{
    us_node_state *state = &f->node[node];
    us_assert(answer != US_ANSWER_NONE);
    if (answer == US_RUNNING) {
        state->wake = state->count = until > run->now ? until : run->now + 1;
        if (!state->inside)
            return US_RUNNING;
        answer = us_node_visit_leaf(run, f, node, asked); /* it was filled just now */
    }
    if (answer != US_RUNNING)
        end(run, f, node, answer);
    return answer;
}

static us_answer begin_leaf(us_run *run, us_run_frame *f, int node)
{
    us_node_state *state = &f->node[node];
    us_cycle until = run->now + 1;
    state->inside = 0;
    state->cursor = US_ANSWER_NONE;
    if (f->program->step[node].flags & US_STEP_LISTENS)
        us_listener_add(run, f, node);
    us_answer answer = run->host.begin(run->context, run, us_node_ref_from_frame(f, node), &until);
    return take_answer(run, f, node, answer, until, true);
}

/* Visits a running leaf that no frame fills, the most frequent case. */
static us_answer go_on(us_run *run, us_run_frame *f, int node)
{
    us_cycle until = run->now + 1;
    f->node[node].flags &= (uint8_t) ~(US_DIRTY | US_WOKEN);
    us_answer answer = run->host.go(run->context, run, us_node_ref_from_frame(f, node), &until);
    return take_answer(run, f, node, answer, until, false);
}

us_answer us_node_visit(us_run *run, us_run_frame *f, int node)
{
    const us_program_step *step = &f->program->step[node];
    us_node_state *state = &f->node[node];
    bool begins = state->answer != US_RUNNING;
    if (f->why) /* the frame has failed: nothing begins or goes on */
        return US_RUNNING;
    run->counts.visits++;
    run->alone += (step->flags & US_STEP_ALONE) != 0;
    bool leaf = step->flags & US_STEP_LEAF;
    if (!begins && leaf && !state->inside)
        return go_on(run, f, node);
    state->wake = US_NEVER;
    if (begins) {
        state->answer = US_RUNNING;
        state->flags &= US_STAYS | US_FIRED | US_HINTED;
        us_run_report_answer(run, f, node, US_RUNNING);
        if (leaf)
            return begin_leaf(run, f, node);
    } else {
        state->flags &= (uint8_t)~US_DIRTY;
    }
    us_visitor *visit = visitors[step->kind];
    us_answer answer = leaf    ? us_node_visit_leaf(run, f, node, false)
                       : visit ? visit(run, f, node, begins)
                               : us_node_visit_decorator(run, f, node, begins);
    if (answer != US_RUNNING)
        end(run, f, node, answer);
    return answer;
}

/* ---- halting: the innermost first */

void us_node_halt_children(us_run *run, us_run_frame *f, int node)
{
    const us_program_step *all = f->program->step;
    for (int i = node + 1; i < all[node].end; i = all[i].end)
        if (f->node[i].answer == US_RUNNING)
            us_node_halt(run, f, i);
}

void us_node_halt(us_run *run, us_run_frame *f, int node)
{
    const us_program_step *step = &f->program->step[node];
    us_node_state *state = &f->node[node];
    if (state->answer != US_RUNNING)
        return;
    if (step->kind == US_NODE_STACKS)
        us_stacks_halt(run, f, node);
    us_node_halt_children(run, f, node);
    bool leaf = step->flags & US_STEP_LEAF;
    if ((leaf || step->kind == US_NODE_CALL) && state->inside) {
        us_run_frame *inside = run->open_nodes.item[state->inside - 1].frame;
        run->open_nodes.item[state->inside - 1].frame = NULL;
        if (inside)
            us_run_frame_halt(run, inside);
    }
    if (leaf)
        run->host.stop(run->context, run, us_node_ref_from_frame(f, node), US_HALT);
    if (step->flags & US_STEP_CLEANS)
        clean(run, f, node);
    bool line = step->kind == US_NODE_SEQUENCE || step->kind == US_NODE_SELECTOR;
    if (line && step->memory != US_MEMORY_KEEP)
        state->cursor = 0;
    state->answer = US_ANSWER_NONE;
    state->flags &= US_STAYS | US_FIRED;
    us_run_report_answer(run, f, node, US_ANSWER_NONE);
}

void us_node_release(us_run *run, us_run_frame *f, int node)
{
    if (f->program->step[node].flags & US_STEP_CLEANS)
        clean(run, f, node);
    us_run_report_answer(run, f, node, US_ANSWER_NONE);
}

void us_run_frame_halt(us_run *run, us_run_frame *f)
{
    us_node_halt(run, f, 0);
    if (f->opened)
        us_run_report_answer(run, f, -1, US_ANSWER_NONE);
    if (f->above && us_run_frame_node(f->above, f->above_node)->kind == US_NODE_STACKS)
        us_run_report_notice(run, f, -1, US_POPPED);
    us_run_frame_free(run, f);
}

/* ---- frames */

bool us_run_frame_is_due(const us_run *run, const us_run_frame *f)
{
    return !f->opened || (f->node[0].flags & US_DIRTY) || f->node[0].wake <= run->now;
}

/* Opens a frame: binds the initial values of its slots, and evaluates the conditions that use only
 * bound slots. */
static void open_frame(us_run *run, us_run_frame *f)
{
    const us_template *t = f->program->template;
    us_run_report_answer(run, f, -1, US_RUNNING);
    for (int i = 0; i < t->slot_count; i++)
        if (!us_slots_has(&f->bound, i) && t->slot[i].initial)
            us_run_frame_bind(run, f, i,
                              us_arg_eval(run, f, t->slot[i].initial, t->slot[i].slot.kind));
    us_conditions_eval(run, f);
    f->opened = true;
}

us_answer us_run_frame_visit(us_run *run, us_run_frame *f)
{
    us_answer answer = US_RUNNING;
    f->visited = true;
    if (!f->opened)
        open_frame(run, f);
    else if (f->rebound)
        us_conditions_eval(run, f);
    if (!f->why)
        answer = us_node_visit(run, f, 0);
    if (answer == US_RUNNING && f->why) {
        us_node_halt(run, f, 0);
        answer = US_FAILURE;
    }
    f->visited = false;
    if (answer != US_RUNNING)
        us_run_report_answer(run, f, -1, answer);
    return answer;
}
