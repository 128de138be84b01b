#include "behavior/runner.h"

#include <string.h>

/* ---- semaphores */

static bool held(const us_run *run, const char *name)
{
    for (int i = 0; i < run->locks.count; i++)
        if (strcmp(run->locks.item[i].name, name) == 0)
            return true;
    return false;
}

bool us_lock_acquire(us_run *run, us_run_frame *f, int node, const char *name)
{
    if (held(run, name))
        return false;
    US_LIST_PUT(run->locks, ((us_lock){name, {f, node}}));
    return true;
}

void us_locks_release(us_run *run, us_run_frame *f, int node)
{
    int kept = 0;
    for (int i = 0; i < run->locks.count; i++)
        if (run->locks.item[i].holder.frame != f || run->locks.item[i].holder.node != node)
            run->locks.item[kept++] = run->locks.item[i];
    run->locks.count = kept;
}

/* ---- one child */

/* Starts the next round with the next cycle, so that no loop runs without end within a cycle. */
static us_answer next_round(us_run *run, us_node_state *state)
{
    us_node_state_wake_at(run, state, run->now + 1);
    return US_RUNNING;
}

static us_answer again(us_run *run, const us_program_step *step, us_node_state *state,
                       us_answer child)
{
    bool retry = step->kind == US_NODE_RETRY;
    if (step->kind == US_NODE_UNTIL_FAIL)
        return child == US_FAILURE ? US_SUCCESS : next_round(run, state);
    if (child != (retry ? US_FAILURE : US_SUCCESS))
        return child;
    bool last = step->count > 0 && ++state->count >= step->count;
    return last ? child : next_round(run, state);
}

static us_answer delayed(us_run *run, us_run_frame *f, int node)
{
    us_node_state *state = &f->node[node];
    if (run->now < state->count) {
        us_node_state_wake_at(run, state, state->count);
        return US_RUNNING;
    }
    return us_node_visit_child(run, f, node, node + 1);
}

static us_answer timed(us_run *run, us_run_frame *f, int node)
{
    us_node_state *state = &f->node[node];
    if (run->now >= state->count)
        return US_FAILURE;
    us_node_state_wake_at(run, state, state->count);
    return us_node_visit_child(run, f, node, node + 1);
}

/* Begins a node before its child. Returns false if the node fails, or already knows its answer. */
static bool enter(us_run *run, us_run_frame *f, int node)
{
    const us_program_step *step = &f->program->step[node];
    us_node_state *state = &f->node[node];
    switch (step->kind) {
    case US_NODE_RETRY:
    case US_NODE_REPEAT:
        state->count = 0;
        return true;
    case US_NODE_ONCE:
        return state->cursor == US_ANSWER_NONE;
    case US_NODE_LIMIT:
        return state->count < step->count && state->count++ >= 0;
    case US_NODE_GUARD:
        return us_lock_acquire(run, f, node, us_run_frame_node(f, node)->name);
    case US_NODE_TIMEOUT:
    case US_NODE_DELAY:
        state->count = us_cycle_after(run->now, step->count);
        return true;
    case US_NODE_COOLDOWN: /* cursor: it has ended, in cycle count */
        return !state->cursor || run->now >= us_cycle_after(state->count, step->count);
    default:
        return true;
    }
}

/* Runs rounds until one goes on, the last one ends, or the next one must wait. With joined rounds,
 * at most two are visited: the second one has begun in this cycle. */
static us_answer rounds(us_run *run, us_run_frame *f, int node)
{
    const us_program_step *step = &f->program->step[node];
    us_node_state *state = &f->node[node];
    for (;;) {
        bool took_time = f->node[node + 1].answer == US_RUNNING;
        us_answer child = us_node_visit_child(run, f, node, node + 1);
        if (child == US_RUNNING)
            return US_RUNNING;
        us_answer answer = again(run, step, state, child);
        if (answer != US_RUNNING || !took_time || step->memory == US_ROUNDS_APART)
            return answer;
    }
}

us_answer us_node_visit_decorator(us_run *run, us_run_frame *f, int node, bool begins)
{
    const us_program_step *step = &f->program->step[node];
    us_node_state *state = &f->node[node];
    if (begins && !enter(run, f, node))
        return step->kind == US_NODE_ONCE ? (us_answer)state->cursor : US_FAILURE;
    if (step->kind == US_NODE_DELAY)
        return delayed(run, f, node);
    if (step->kind == US_NODE_TIMEOUT)
        return timed(run, f, node);
    if (step->kind == US_NODE_RETRY || step->kind == US_NODE_REPEAT ||
        step->kind == US_NODE_UNTIL_FAIL)
        return rounds(run, f, node);
    us_answer child = us_node_visit_child(run, f, node, node + 1);
    if (child == US_RUNNING)
        return US_RUNNING;
    switch (step->kind) {
    case US_NODE_INVERT:
        return child == US_SUCCESS ? US_FAILURE : US_SUCCESS;
    case US_NODE_SUCCEED:
        return US_SUCCESS;
    case US_NODE_FAIL:
        return US_FAILURE;
    case US_NODE_ONCE:
        state->cursor = (uint16_t)child;
        return child;
    case US_NODE_COOLDOWN:
        state->cursor = 1;
        state->count = run->now;
        return child;
    default: /* limit, guard, squad, option, rule */
        return child;
    }
}
