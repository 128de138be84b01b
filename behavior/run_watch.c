#include "behavior/runner.h"

/* ---- watched expressions, and the nodes that they wake */

int us_watcher_add(us_run *run, us_run_frame *f, int node, int condition, const us_expr *expr,
                   const us_binding *binding, int64_t value)
{
    int member = us_watch_add(run->watch, expr, binding, run->view, value);
    if (member >= run->watcher_room) {
        run->watcher_room = run->watcher_room ? 2 * run->watcher_room : 16;
        run->watcher =
            us_mem_realloc(run->watcher, (size_t)run->watcher_room * sizeof *run->watcher);
    }
    us_assert(member < run->watcher_room);
    run->watcher[member] = (us_watcher){f, node, condition, expr, binding, -1};
    return member;
}

void us_watcher_remove(us_run *run, int member)
{
    us_watch_remove(run->watch, member);
    run->watcher[member].frame = NULL;
}

void us_watchers_remove(us_run *run, int first)
{
    while (first >= 0) {
        int next = run->watcher[first].next;
        us_watcher_remove(run, first);
        first = next;
    }
}

void us_watchers_on_bound(us_run *run, const us_run_frame *f, const us_board *board, int slot)
{
    int left = us_watch_member_count(run->watch);
    run->counts.bound += left;
    for (int i = 0; left > 0; i++) {
        const us_watcher *w = &run->watcher[i];
        if (!w->frame)
            continue;
        left--;
        bool own = board ? w->frame->board == board : w->frame == f;
        if (own && (w->binding != &w->frame->binding || us_expr_has_slot(w->expr, slot)))
            us_watch_touch(run->watch, i);
    }
}

void us_conditions_on_bound(us_run *run, us_run_frame *f)
{
    if (f->waiting == 0 || !f->opened)
        return;
    if (run->view) {
        us_conditions_eval(run, f);
    } else {
        f->rebound = true;
        us_node_mark_dirty(f, 0, 0);
    }
}

/* Records that a condition of the frame is false: the frame fails at its next visit. */
static void break_frame(us_run_frame *f, int condition)
{
    if (f->why)
        return;
    f->why = us_program_condition(f->program, condition)->text;
    us_node_mark_dirty(f, 0, 0);
}

void us_watchers_update(us_run *run)
{
    int flips;
    us_watch_update(run->watch, run->view);
    run->counts.conditions += us_watch_evaluation_count(run->watch);
    const int *flip = us_watch_changes(run->watch, &flips);
    for (int i = 0; i < flips; i++) {
        const us_watcher *w = &run->watcher[flip[i]];
        if (w->condition < 0)
            us_node_mark_dirty(w->frame, w->node, US_WOKEN);
        else if (!us_watch_value(run->watch, flip[i], run->view))
            break_frame(w->frame, w->condition);
    }
}

/* ---- preconditions and alive-conditions */

static bool all_bound(const us_slots *uses, const us_slots *bound)
{
    for (int i = 0; i < US_SLOT_WORDS; i++)
        if (uses->word[i] & ~bound->word[i])
            return false;
    return true;
}

void us_conditions_eval(us_run *run, us_run_frame *f)
{
    const us_program *p = f->program;
    f->rebound = false;
    for (int i = 0; i < p->conditions && f->waiting > 0; i++) {
        const us_expr *condition = us_program_condition(p, i)->expr;
        bool once = i < p->template->when_count;
        if (f->condition[i] || !all_bound(&p->uses[i], &f->bound))
            continue;
        f->waiting--;
        f->condition[i] = 1;
        if (once && f->granted && !f->opened)
            continue;
        int64_t holds = us_run_eval_condition(run, f, condition);
        if (!once)
            f->condition[i] =
                2 + (uint32_t)us_watcher_add(run, f, 0, i, condition, &f->binding, holds);
        if (!holds)
            break_frame(f, i);
    }
}

void us_conditions_end(us_run *run, us_run_frame *f)
{
    for (int i = f->program->template->when_count; i < f->program->conditions; i++)
        if (f->condition[i] > 1)
            us_watcher_remove(run, (int)f->condition[i] - 2);
}

/* ---- checks that a node without memory passed */

void us_checks_watch(us_run *run, us_run_frame *f, int from, int owner, const us_pass *pass)
{
    int end = f->program->step[from].end;
    for (int i = from; i < end; i++) {
        us_node_state *state = &f->node[i];
        if (f->program->step[i].kind != US_NODE_CHECK || us_run_frame_node(f, i)->arg_count == 0 ||
            us_node_state_check_visits(state) <= pass->visits)
            continue;
        if (!state->inside) {
            const us_expr *condition = us_run_frame_node(f, i)->arg[0].expr;
            int member = us_watcher_add(run, f, owner, -1, condition, &f->binding,
                                        state->answer == US_SUCCESS);
            if (run->binds != pass->binds)
                us_watch_touch(run->watch, member);
            state->inside = 1 + (uint32_t)member;
        }
        run->watcher[state->inside - 1].node = owner;
    }
}

void us_checks_unwatch(us_run *run, us_run_frame *f, int from, int end, int owner)
{
    for (int i = from; i < end; i++) {
        us_node_state *state = &f->node[i];
        if (f->program->step[i].kind != US_NODE_CHECK || !state->inside ||
            run->watcher[state->inside - 1].node != owner)
            continue;
        us_watcher_remove(run, (int)state->inside - 1);
        state->inside = 0;
    }
}
