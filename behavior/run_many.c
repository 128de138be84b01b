#include "behavior/runner.h"

/* Returns whether a maintain goal has held once. It counts as done, whatever it still does. */
static bool met(const us_node_state *state)
{
    return state->answer == US_RUNNING && (state->flags & US_MET);
}

/* ---- sequence and selector: the answer `on` lets the next child begin */

static us_answer child_of_line(us_run *run, us_run_frame *f, int node, int child)
{
    us_node_state *state = &f->node[child];
    if (state->flags & US_DONE)
        return US_SUCCESS;
    us_answer answer = us_node_visit_child(run, f, node, child);
    if (answer == US_RUNNING && met(state) && f->program->step[node].kind == US_NODE_SEQUENCE) {
        us_node_halt(run, f, child);
        answer = US_SUCCESS;
    }
    return answer;
}

static us_answer line_from(us_run *run, us_run_frame *f, int node, int child, us_answer on)
{
    const us_program_step *all = f->program->step;
    us_node_state *state = &f->node[node];
    for (; child < all[node].end; child = all[child].end) {
        bool begins = f->node[child].answer != US_RUNNING;
        us_answer answer = child_of_line(run, f, node, child);
        state->cursor = (uint16_t)child;
        if (answer != on)
            return answer;
        if (all[node].memory == US_MEMORY_KEEP && begins && all[child].end < all[node].end) {
            state->cursor = all[child].end;
            us_node_state_wake_at(run, state, run->now + 1);
            return US_RUNNING;
        }
    }
    return on;
}

static us_answer with_memory(us_run *run, us_run_frame *f, int node, bool begins, us_answer on)
{
    const us_program_step *step = &f->program->step[node];
    us_node_state *state = &f->node[node];
    bool stays = step->memory == US_MEMORY_LATCH || step->memory == US_MEMORY_KEEP;
    int child = state->cursor && (!begins || stays) ? state->cursor : node + 1;
    us_answer answer = line_from(run, f, node, child, on);
    if (answer == US_SUCCESS || (answer == US_FAILURE && !stays))
        state->cursor = 0;
    return answer;
}

/* Watches the nodes left of the running child, if they only ask. Otherwise the node evaluates all
 * of them anew in the next cycle, and watches only its own checks. */
static void watch_left(us_run *run, us_run_frame *f, int node, int child, const us_pass *pass)
{
    const us_program_step *all = f->program->step;
    us_node_state *state = &f->node[node];
    for (int i = node + 1; i < child; i = all[i].end)
        if (pass->asks_only || all[i].kind == US_NODE_CHECK)
            us_checks_watch(run, f, i, node, pass);
    us_checks_unwatch(run, f, child, all[node].end, node);
    state->flags &= (uint8_t)~US_SETTLED;
    if (pass->asks_only)
        state->flags |= US_SETTLED;
    else
        us_node_state_wake_at(run, state, run->now + 1);
}

/* before: the child that ran until now, or 0. */
static us_answer line_anew(us_run *run, us_run_frame *f, int node, int child, int before,
                           us_answer on)
{
    const us_program_step *all = f->program->step;
    us_pass pass = {.binds = run->binds, .visits = run->counts.visits};
    uint32_t alone = run->alone;
    pass.asks_only = child == node + 1;
    us_answer answer = on;
    for (; child < all[node].end; child = all[child].end) {
        pass.asks_only = pass.asks_only && run->alone == alone;
        answer = child_of_line(run, f, node, child);
        if (answer != on)
            break;
    }
    if (answer != US_RUNNING)
        return answer;
    f->node[node].cursor = (uint16_t)child;
    if (before && before != child)
        us_node_halt(run, f, before);
    if (all[node].memory == US_MEMORY_SCAN)
        us_node_state_wake_at(run, &f->node[node], run->now + 1);
    else
        watch_left(run, f, node, child, &pass);
    return US_RUNNING;
}

static us_answer without_memory(us_run *run, us_run_frame *f, int node, bool begins, us_answer on)
{
    us_node_state *state = &f->node[node];
    bool settled = !begins && (state->flags & (US_SETTLED | US_WOKEN)) == US_SETTLED;
    int before = begins ? 0 : state->cursor;
    state->flags &= (uint8_t)~US_WOKEN;
    if (!settled)
        return line_anew(run, f, node, node + 1, before, on);
    us_answer answer = child_of_line(run, f, node, before); /* nothing left of it has changed */
    if (answer != on)
        return answer;
    return line_anew(run, f, node, f->program->step[before].end, 0, on);
}

us_answer us_node_visit_sequence(us_run *run, us_run_frame *f, int node, bool begins)
{
    const us_program_step *step = &f->program->step[node];
    us_answer on = step->kind == US_NODE_SEQUENCE ? US_SUCCESS : US_FAILURE;
    bool anew = step->memory == US_MEMORY_NONE || step->memory == US_MEMORY_SCAN;
    return anew ? without_memory(run, f, node, begins, on) : with_memory(run, f, node, begins, on);
}

/* ---- order and parallel: ended children are not visited */

static void forget_children(us_run_frame *f, int node, int from)
{
    const us_program_step *all = f->program->step;
    for (int i = from; i < all[node].end; i = all[i].end)
        f->node[i].answer = US_ANSWER_NONE;
}

static bool settled(const us_node_state *state)
{
    return (state->flags & US_DONE) || state->answer == US_SUCCESS || met(state);
}

static bool may_begin(const us_run_frame *f, int child)
{
    const us_program_step *step = &f->program->step[child];
    const uint16_t *first = f->program->before + step->before;
    for (int i = 0; i < step->waits; i++)
        if (!settled(&f->node[first[i]]))
            return false;
    return true;
}

/* Whether a child waits for this one. */
static bool is_awaited(const us_run_frame *f, int node, int child)
{
    const us_program_step *all = f->program->step;
    for (int i = node + 1; i < all[node].end; i = all[i].end) {
        const uint16_t *first = f->program->before + all[i].before;
        for (int k = 0; k < all[i].waits; k++)
            if (first[k] == child)
                return true;
    }
    return false;
}

/* Visits all children that are due. *more: a child was settled, so that others may begin. */
static us_answer order_pass(us_run *run, us_run_frame *f, int node, bool running, bool *more)
{
    const us_program_step *all = f->program->step;
    bool all_ended = true, failed = false;
    for (int i = node + 1; i < all[node].end; i = all[i].end) {
        us_node_state *state = &f->node[i];
        bool runs = state->answer == US_RUNNING, was = settled(state);
        if (state->answer == US_FAILURE && !was) {
            failed = true;
            continue;
        }
        if ((was && !runs) || (runs && !running) || (!runs && !may_begin(f, i))) {
            all_ended = all_ended && was;
            continue;
        }
        us_answer answer = us_node_visit_child(run, f, node, i);
        failed = failed || answer == US_FAILURE;
        if (answer == US_FAILURE && is_awaited(f, node, i))
            return US_FAILURE;
        *more = *more || (!was && settled(state));
        all_ended = all_ended && (answer == US_FAILURE || settled(state));
    }
    return !all_ended ? US_RUNNING : failed ? US_FAILURE : US_SUCCESS;
}

us_answer us_node_visit_order(us_run *run, us_run_frame *f, int node, bool begins)
{
    if (begins)
        forget_children(f, node, node + 1);
    us_answer answer = US_RUNNING;
    bool more = true;
    for (bool running = true; more && answer == US_RUNNING; running = false) {
        more = false;
        answer = order_pass(run, f, node, running, &more);
    }
    return answer;
}

static bool take_locks(us_run *run, us_run_frame *f, int node)
{
    const us_node *at = us_run_frame_node(f, node);
    for (int i = 0; i < at->list_count; i++)
        if (!us_lock_acquire(run, f, node, at->list[i]))
            return false;
    return true;
}

/* Ends the parallel: halts the children that run. seen: the first child that was not looked at in
 * this visit. */
static us_answer end_parallel(us_run *run, us_run_frame *f, int node, int seen, bool runs,
                              bool begins, us_answer answer)
{
    if (begins)
        forget_children(f, node, seen);
    if (runs || (!begins && seen < f->program->step[node].end))
        us_node_halt_children(run, f, node);
    return answer;
}

us_answer us_node_visit_parallel(us_run *run, us_run_frame *f, int node, bool begins)
{
    const us_program_step *all = f->program->step, *step = &all[node];
    int fail = step->fail, good = 0, bad = 0, ended = 0;
    bool runs = false;
    if (begins && !take_locks(run, f, node)) {
        forget_children(f, node, node + 1);
        return US_FAILURE;
    }
    for (int i = node + 1; i < step->end; i = all[i].end) {
        us_node_state *state = &f->node[i];
        if (begins)
            state->answer = US_ANSWER_NONE;
        us_answer answer = state->flags & US_DONE        ? US_SUCCESS
                           : state->answer <= US_RUNNING ? us_node_visit_child(run, f, node, i)
                                                         : (us_answer)state->answer;
        if (answer == US_RUNNING) {
            runs = true;
            good += (state->flags & US_MET) != 0;
        } else {
            ended++;
            good += answer == US_SUCCESS;
            bad += answer == US_FAILURE;
        }
        if (good >= step->count)
            return end_parallel(run, f, node, all[i].end, runs, begins, US_SUCCESS);
        if ((fail > 0 && bad >= fail) ||
            (fail == US_FAIL_EARLY && step->children - bad < step->count))
            return end_parallel(run, f, node, all[i].end, runs, begins, US_FAILURE);
    }
    return ended == step->children ? US_FAILURE : US_RUNNING;
}
