#include "behavior/runner.h"

#include <string.h>

us_run *us_run_new(const us_run_def *def)
{
    us_run *run = US_NEW(us_run);
    run->host = *def->host;
    run->context = def->context;
    run->rng = us_rng_derive(def->seed, "behavior.choice", 0);
    run->watch = us_watch_new(NULL, NULL, 0);
    us_assert(run->host.begin && run->host.go && run->host.stop);
    return run;
}

void us_run_free(us_run *run)
{
    if (!run)
        return;
    while (run->first)
        us_run_frame_free(run, run->first);
    us_run_boards_free(run);
    us_run_pool_free(run);
    us_watch_free(run->watch);
    us_mem_free(run->by_number);
    us_mem_free(run->open_nodes.item);
    us_mem_free(run->watcher);
    us_mem_free(run->listeners.item);
    us_mem_free(run->locks.item);
    us_mem_free(run->orders.item);
    us_mem_free(run->score);
    us_mem_free(run->events.item);
    us_mem_free(run->tick_events.item);
    us_mem_free(run);
}

/* ---- the root */

void us_run_start(us_run *run, const us_program *program, const us_value *argument, int arguments)
{
    const us_template *t = program->template;
    us_assert(!run->root && arguments <= t->params);
    run->root = us_run_frame_new(run, program, NULL, 0);
    for (int i = 0; i < arguments; i++)
        us_run_frame_bind(run, run->root, t->shared + i, argument[i]);
}

static void dispatch_events(us_run *run, const us_event *event, int events)
{
    uint64_t seen = 0; /* events of one kind count as one: the first */
    for (int i = 0; i < run->events.count; i++)
        us_run_dispatch_event(run, run->events.item[i].name, &run->events.item[i].event);
    run->events.count = 0;
    for (int i = 0; i < events; i++) {
        uint64_t bit = (uint64_t)1 << event[i].kind;
        if (run->listeners.count > 0 && !(seen & bit))
            us_run_dispatch_event(run, us_event_name((us_event_kind)event[i].kind), &event[i]);
        seen |= bit;
    }
}

static us_answer tick_root(us_run *run)
{
    us_answer answer = US_RUNNING;
    for (int round = 0; round < US_ROUNDS && answer == US_RUNNING; round++) {
        if (round > 0 && run->events.count == 0 && !us_watch_has_touched(run->watch))
            break;
        if (round > 0) {
            us_watchers_update(run);
            dispatch_events(run, NULL, 0);
        }
        if (us_run_frame_is_due(run, run->root))
            answer = us_run_frame_visit(run, run->root);
    }
    return answer;
}

void us_run_begin_change(us_run *run, const us_view *view)
{
    us_assert(!run->ticking);
    run->own = *view;
    run->view = &run->own;
    run->now = view->world->now;
    run->ticking = true;
}

void us_run_end_change(us_run *run)
{
    run->ticking = false;
    run->view = NULL;
}

us_answer us_run_tick(us_run *run, const us_view *view, const us_event *event, int events)
{
    if (!run->root)
        return US_ANSWER_NONE;
    us_run_begin_change(run, view);
    run->tick_events_before += run->tick_events.count;
    run->tick_events.count = 0;
    run->visits_then = run->counts.visits;
    us_watchers_update(run);
    dispatch_events(run, event, events);
    us_answer answer = tick_root(run);
    if (answer != US_RUNNING) {
        us_run_frame_free(run, run->root);
        run->root = NULL;
    }
    us_run_end_change(run);
    return answer;
}

us_cycle us_run_next_cycle(const us_run *run)
{
    if (!run->root)
        return US_NEVER;
    bool now = us_run_frame_is_due(run, run->root) || run->events.count > 0 ||
               us_watch_has_touched(run->watch) || us_watch_has_timed(run->watch);
    return now ? run->now + 1 : run->root->node[0].wake;
}

bool us_run_has_watches(const us_run *run)
{
    return us_watch_member_count(run->watch) > 0;
}

void us_run_halt(us_run *run, const us_view *view)
{
    us_run_begin_change(run, view);
    if (run->root)
        us_run_frame_halt(run, run->root);
    run->root = NULL;
    us_run_end_change(run);
}

/* ---- for hosts */

/* Returns the frame of a running node. NULL: the frame has ended, or the node doesn't run. */
static us_run_frame *running(const us_run *run, us_node_ref node_ref)
{
    us_run_frame *f = us_run_frame_find(run, node_ref.frame);
    if (!f || node_ref.node < 0 || node_ref.node >= f->program->template->node_count)
        return NULL;
    return f->node[node_ref.node].answer == US_RUNNING ? f : NULL;
}

static us_run_frame *running_leaf(const us_run *run, us_node_ref node_ref)
{
    us_run_frame *f = running(run, node_ref);
    return f && (f->program->step[node_ref.node].flags & US_STEP_LEAF) ? f : NULL;
}

static const us_open_node *open_node_at(const us_run *run, us_node_ref node_ref)
{
    us_run_frame *f = running_leaf(run, node_ref);
    uint32_t inside = f ? f->node[node_ref.node].inside : 0;
    return inside ? &run->open_nodes.item[inside - 1] : NULL;
}

static void mark_done(us_run_frame *f, const us_fill *fill)
{
    const us_template *t = f->program->template;
    int body = us_template_body(t);
    for (int i = body + 1; i < t->node[body].end; i = t->node[i].end)
        for (int k = 0; k < fill->done_count; k++)
            if (strcmp(t->node[i].label, fill->done[k]) == 0)
                f->node[i].flags |= US_DONE;
}

uint32_t us_run_fill(us_run *run, us_node_ref open_node, const us_fill *fill)
{
    us_run_frame *f = running_leaf(run, open_node);
    us_assert(f);
    us_run_clear_node(run, open_node);
    us_node_state *state = &f->node[open_node.node];
    if (!us_run_can_begin(run, f))
        return 0;
    us_run_frame *made = us_run_frame_new(run, fill->program, f, open_node.node);
    us_open_node_ensure(run, state)->frame = made;
    made->granted = fill->granted;
    const us_template *t = fill->program->template;
    for (int i = 0; fill->value && i < t->slot_count; i++)
        if (!fill->bound || us_slots_has(fill->bound, i))
            us_run_frame_bind(run, made, i, fill->value[i]);
    mark_done(made, fill);
    us_node_mark_dirty(made, 0, 0);
    return made->number;
}

void us_run_clear_node(us_run *run, us_node_ref open_node)
{
    const us_open_node *at = open_node_at(run, open_node);
    us_run_frame *inside = at ? at->frame : NULL;
    if (!inside)
        return;
    us_node_state *state = &us_run_frame_find(run, open_node.frame)->node[open_node.node];
    us_assert(!inside->visited);
    run->open_nodes.item[state->inside - 1].frame = NULL;
    state->cursor = US_ANSWER_NONE;
    us_run_frame_halt(run, inside);
}

uint32_t us_run_node_frame(const us_run *run, us_node_ref open_node)
{
    const us_open_node *at = open_node_at(run, open_node);
    return at && at->frame ? at->frame->number : 0;
}

us_answer us_run_node_last_answer(const us_run *run, us_node_ref open_node)
{
    us_run_frame *f = running_leaf(run, open_node);
    return f ? (us_answer)f->node[open_node.node].cursor : US_ANSWER_NONE;
}

const char *us_run_node_failure(const us_run *run, us_node_ref open_node)
{
    const us_open_node *at = open_node_at(run, open_node);
    return at && at->why ? at->why : "";
}

const char *us_run_frame_failure(const us_run *run, uint32_t frame)
{
    const us_run_frame *f = us_run_frame_find(run, frame);
    return f && f->why ? f->why : "";
}

void us_run_wake(us_run *run, us_node_ref node_ref)
{
    us_run_frame *f = running(run, node_ref);
    if (f)
        us_node_mark_dirty(f, node_ref.node, US_WOKEN);
}

bool us_run_watch(us_run *run, us_node_ref node_ref, const us_expr *condition,
                  const us_binding *binding)
{
    us_run_frame *f = running_leaf(run, node_ref);
    us_assert(f && run->view);
    us_open_node *open_node = us_open_node_ensure(run, &f->node[node_ref.node]);
    us_watchers_remove(run, open_node->watch);
    run->counts.conditions++;
    int64_t value = us_expr_eval(condition, run->view, binding);
    open_node->watch = us_watcher_add(run, f, node_ref.node, -1, condition, binding, value);
    return value != 0;
}

void us_run_watch_own(us_run *run, us_node_ref node_ref, const us_expr *expr)
{
    us_run_frame *f = running_leaf(run, node_ref);
    us_assert(f && run->view);
    int64_t value = us_run_eval_condition(run, f, expr);
    int member = us_watcher_add(run, f, node_ref.node, -1, expr, &f->binding, value);
    us_open_node *open_node = us_open_node_ensure(run, &f->node[node_ref.node]);
    run->watcher[member].next = open_node->watch;
    open_node->watch = member;
}

us_value us_run_eval_arg(us_run *run, uint32_t frame, const us_arg *arg, us_value_kind kind)
{
    us_run_frame *f = us_run_frame_find(run, frame);
    us_assert(f && run->view);
    return us_arg_eval(run, f, arg, kind);
}

bool us_run_eval_query(us_run *run, us_node_ref query, const us_template *behavior, us_value *value,
                       us_slots *bound)
{
    const us_node *node = &us_run_frame_template(run, query.frame)->node[query.node];
    for (int i = 0; i < node->arg_count; i++) {
        const us_arg *arg = &node->arg[i];
        int slot = arg->descriptor ? -1 : us_template_find_slot(behavior, arg->name);
        if (slot < 0 || !behavior->slot[slot].param)
            continue;
        us_value_kind kind = arg->expr && !arg->anchor ? us_expr_kind(arg->expr) : US_VALUE_ENTITY;
        if (behavior->slot[slot].slot.kind != kind)
            return false;
        value[slot] = us_run_eval_arg(run, query.frame, arg, kind);
        us_slots_add(bound, slot);
    }
    return true;
}

void us_run_mark_held(us_run *run, us_node_ref node_ref)
{
    us_run_frame *f = running(run, node_ref);
    int node = node_ref.node;
    while (f) {
        us_node_kind kind = (us_node_kind)f->program->step[node].kind;
        if (kind == US_NODE_INVERT || kind == US_NODE_FAIL || kind == US_NODE_UNTIL_FAIL)
            return;
        us_node_mark_dirty(f, node, US_MET);
        node = f->program->step[node].parent;
        if (node == US_NO_NODE) { /* continues through calls, but not out of a filled goal */
            node = f->above_node;
            f = f->above;
            if (!f || f->program->step[node].kind != US_NODE_CALL)
                return;
        } else if (us_node_kind_row((us_node_kind)f->program->step[node].kind)->most != 1) {
            return;
        }
    }
}

const us_template *us_run_frame_template(const us_run *run, uint32_t frame)
{
    const us_run_frame *f = us_run_frame_find(run, frame);
    return f ? f->program->template : NULL;
}

int us_run_frame_tag(const us_run *run, uint32_t frame)
{
    const us_run_frame *f = us_run_frame_find(run, frame);
    us_assert(f);
    return f->program->tag;
}

us_node_ref us_run_frame_parent(const us_run *run, uint32_t frame)
{
    const us_run_frame *f = us_run_frame_find(run, frame);
    return f && f->above ? us_node_ref_from_frame(f->above, f->above_node) : (us_node_ref){0, 0};
}

us_answer us_run_node_answer(const us_run *run, us_node_ref node_ref)
{
    const us_run_frame *f = us_run_frame_find(run, node_ref.frame);
    return f ? (us_answer)f->node[node_ref.node].answer : US_ANSWER_NONE;
}

us_binding us_run_frame_binding(const us_run *run, uint32_t frame)
{
    const us_run_frame *f = us_run_frame_find(run, frame);
    us_assert(f);
    return f->binding;
}

bool us_run_is_bound(const us_run *run, uint32_t frame, int slot)
{
    const us_run_frame *f = us_run_frame_find(run, frame);
    return f && us_slots_has(&f->bound, slot);
}

void us_run_bind(us_run *run, uint32_t frame, int slot, us_value value)
{
    us_run_frame *f = us_run_frame_find(run, frame);
    us_assert(f);
    us_run_frame_bind(run, f, slot, value);
}

const us_view *us_run_view(const us_run *run)
{
    return run->view;
}

int us_run_list_frames(const us_run *run, uint32_t *frame, int room)
{
    int count = 0;
    for (const us_run_frame *f = run->first; f; f = f->after, count++)
        if (count < room)
            frame[count] = f->number;
    return count;
}

us_run_counts us_run_read_counts(const us_run *run)
{
    return run->counts;
}
