/* Replacing the template of a frame that runs. */
#include <string.h>

#include "behavior/node_match.h"
#include "behavior/runner.h"

typedef struct replacing {
    us_run *run;
    us_run_frame *frame;
    const us_template *old, *new;
    const us_program *program; /* of new */
    const us_program_step *old_step, *step;
    int *from;  /* by new node: the old one whose state it takes over, or -1 */
    int *to;    /* by old node: the new one, or -1 */
    bool *runs; /* by new node: it runs on */
} replacing;

/* ---- whether the new template may take the place of the old one */

static us_status refuse(us_error *err, const char *why)
{
    return us_error_set(err, US_FAILED, NULL, 0, 0, "%s", why);
}

static bool has_stacks(const us_template *of)
{
    for (int i = 0; i < of->node_count; i++)
        if (of->node[i].kind == US_NODE_STACKS)
            return true;
    return of->kind == US_TEMPLATE_ARCHETYPE;
}

static bool same_args(const us_arg *a, int count, const us_arg *b, int others)
{
    bool same = count == others;
    for (int i = 0; same && i < count; i++)
        same = strcmp(a[i].name, b[i].name) == 0 && strcmp(a[i].text, b[i].text) == 0;
    return same;
}

static bool same_slots(const us_template *old, const us_template *new)
{
    if (old->shared != new->shared || old->params != new->params ||
        old->slot_count > new->slot_count)
        return false;
    for (int i = 0; i < old->slot_count; i++)
        if (old->slot[i].slot.kind != new->slot[i].slot.kind ||
            strcmp(old->slot[i].slot.name, new->slot[i].slot.name) != 0)
            return false;
    return true;
}

us_status us_run_check_replace(const us_template *old, const us_template *new, us_error *err)
{
    us_assert(old->domain == new->domain);
    if (has_stacks(old) || has_stacks(new))
        return refuse(err, "a tree with stacks cannot be replaced while it runs");
    if (old->kind != new->kind || old->goal != new->goal || old->pursue != new->pursue ||
        !same_args(old->goal_arg, old->goal_args, new->goal_arg, new->goal_args))
        return refuse(err, "the new one is of another kind, or achieves another goal");
    if (!same_slots(old, new))
        return refuse(err, "the new one lacks a slot, or has the slots in another order");
    return US_OK;
}

/* ---- which nodes keep their states */

/* Kinds whose children may change while they run. A new node of such a kind may stand above nodes
 * that run. */
static bool is_plain(const us_template *of, int node)
{
    switch (of->node[node].kind) {
    case US_NODE_INVERT:
    case US_NODE_SUCCEED:
    case US_NODE_FAIL:
    case US_NODE_RETRY:
    case US_NODE_REPEAT:
    case US_NODE_UNTIL_FAIL:
    case US_NODE_TIMEOUT:
    case US_NODE_DELAY:
    case US_NODE_SQUAD:
    case US_NODE_RULE:
    case US_NODE_SEQUENCE:
    case US_NODE_SELECTOR:
    case US_NODE_ORDER:
    case US_NODE_MONITOR:
        return true;
    case US_NODE_PARALLEL:
        return of->node[node].list_count == 0;
    default:
        return false;
    }
}

static bool is_leaf(const us_template *of, int node)
{
    return of->node[node].end == node + 1;
}

static bool was_running(const replacing *r, int new)
{
    return r->from[new] >= 0 && r->frame->node[r->from[new]].answer == US_RUNNING;
}

/* The nodes from this one down begin anew. */
static void renew(replacing *r, int new)
{
    for (int i = new; i < r->new->node[new].end; i++) {
        r->from[i] = -1;
        r->runs[i] = false;
    }
}

/* Whether the subtree stands there as before. */
static bool is_whole(const replacing *r, int new)
{
    int old = r->from[new], size = r->new->node[new].end - new;
    if (old < 0 || r->old->node[old].end - old != size)
        return false;
    for (int i = 0; i < size; i++)
        if (r->from[new + i] != old + i || !us_nodes_are_equal(r->old, old + i, r->new, new + i))
            return false;
    return true;
}

/* What stood below an old node that is no plain one, and stands elsewhere now, begins anew. */
static void renew_scattered(replacing *r)
{
    for (int i = 0; i < r->new->node_count; i++) {
        if (!is_plain(r->new, i) && !is_leaf(r->new, i) && !is_whole(r, i))
            renew(r, i);
        for (int above = r->from[i]; above >= 0; above = r->old->node[above].parent) {
            bool plain = is_plain(r->old, above) || is_leaf(r->old, above);
            if (plain || (above == r->from[i] && is_whole(r, i)))
                continue;
            int up = i;
            while (up >= 0 && r->from[up] != above)
                up = r->new->node[up].parent;
            if (up < 0 || !is_whole(r, up)) {
                r->from[i] = -1;
                break;
            }
        }
    }
}

/* Decides whether a node runs on, once this is known of its children. */
static void decide(replacing *r, int new)
{
    const us_node *node = &r->new->node[new];
    bool line = node->kind == US_NODE_SEQUENCE || node->kind == US_NODE_SELECTOR, any = false;
    for (int i = new + 1; i < node->end; i = r->new->node[i].end) {
        if (line && any && r->runs[i])
            renew(r, i);
        any = any || r->runs[i];
    }
    bool ran = was_running(r, new);
    if (is_leaf(r->new, new) && ran && !us_nodes_are_equal(r->old, r->from[new], r->new, new)) {
        renew(r, new);
        ran = false;
    }
    if (any && !ran && !is_plain(r->new, new)) {
        renew(r, new);
        any = false;
    }
    r->runs[new] = ran || any;
}

static void match(replacing *r, int restart)
{
    us_nodes_match(r->old, r->new, r->from);
    if (restart >= 0)
        renew(r, restart);
    renew_scattered(r);
    for (int i = r->new->node_count - 1; i >= 0; i--)
        decide(r, i);
    for (int i = 0; i < r->old->node_count; i++)
        r->to[i] = -1;
    for (int i = 0; i < r->new->node_count; i++)
        if (r->from[i] >= 0)
            r->to[r->from[i]] = i;
}

/* ---- the end of the old nodes */

/* Whether a node below it is kept, and runs. */
static bool keeps_below(const replacing *r, int old)
{
    for (int i = old + 1; i < r->old->node[old].end; i++)
        if (r->to[i] >= 0 && r->frame->node[i].answer == US_RUNNING)
            return true;
    return false;
}

/* Halts the nodes that are gone. */
static void halt_gone(replacing *r)
{
    for (int i = 0; i < r->old->node_count; i++) {
        if (r->to[i] >= 0 || r->frame->node[i].answer != US_RUNNING)
            continue;
        if (keeps_below(r, i))
            us_node_release(r->run, r->frame, i);
        else
            us_node_halt(r->run, r->frame, i);
    }
}

/* Ends the watches of checks and rules, which are evaluated anew. */
static void end_watches(replacing *r)
{
    for (int i = 0; i < r->old->node_count; i++) {
        const us_node *node = &r->old->node[i];
        us_node_state *state = &r->frame->node[i];
        bool watches =
            node->arg_count > 0 && (node->kind == US_NODE_CHECK || node->kind == US_NODE_RULE);
        if (!watches || !state->inside)
            continue;
        us_watcher_remove(r->run, (int)state->inside - 1);
        state->inside = 0;
    }
}

/* ---- the states of the new nodes */

/* Returns the old child of an old node that the new node, or a node in it, was; or -1. */
static int old_child(const replacing *r, int new, int old)
{
    for (int i = new; i < r->new->node[new].end; i++)
        for (int at = r->from[i]; at >= 0; at = r->old->node[at].parent)
            if (r->old->node[at].parent == old)
                return at;
    return -1;
}

/* Returns the child with which a line goes on: the one that runs, else the first behind those that
 * the old line had passed, which may be its end. 0: a line without memory begins anew. */
static int line_cursor(const replacing *r, int new, int old_cursor)
{
    const us_node *node = &r->new->node[new];
    int next = new + 1, last = next;
    for (int i = new + 1; i < node->end; i = r->new->node[i].end) {
        if (r->runs[i])
            return i;
        last = i;
    }
    if (node->memory == US_MEMORY_NONE || node->memory == US_MEMORY_SCAN)
        return 0;
    for (int i = new + 1; old_cursor > 0 && i < node->end; i = r->new->node[i].end) {
        int child = r->from[new] < 0 ? -1 : old_child(r, i, r->from[new]);
        if (child >= 0 && child < old_cursor)
            next = r->new->node[i].end;
    }
    bool stays = node->memory == US_MEMORY_LATCH ||
                 node->memory == US_MEMORY_KEEP; /* at its last child, which it asks again */
    return next == node->end && stays ? last : next;
}

static void keep_state(replacing *r, us_node_state *made, int new)
{
    const us_node_state *was = &r->frame->node[r->from[new]];
    const us_node *node = &r->new->node[new];
    *made = *was;
    if (node->kind == US_NODE_SEQUENCE || node->kind == US_NODE_SELECTOR) {
        made->cursor = was->cursor || r->runs[new] ? (uint16_t)line_cursor(r, new, was->cursor) : 0;
        made->flags &= (uint8_t)~US_SETTLED;
    } else if ((node->kind == US_NODE_CHOOSE || node->kind == US_NODE_MACHINE) && was->cursor) {
        made->cursor = (uint16_t)(was->cursor - r->from[new] + new);
    }
}

/* The state of a new node above nodes that run, as if it had begun with them. */
static void begin_state(replacing *r, us_node_state *made, int new)
{
    const us_node *node = &r->new->node[new];
    made->wake = r->run->now + 1;
    if (node->kind == US_NODE_SEQUENCE || node->kind == US_NODE_SELECTOR)
        made->cursor = (uint16_t)line_cursor(r, new, 0);
    if (node->kind == US_NODE_TIMEOUT)
        made->count = us_cycle_after(r->run->now, node->count);
    if (node->kind == US_NODE_MONITOR)
        made->count = -1;
    if (r->frame->node[0].flags & US_DORMANT)
        made->flags |= US_DORMANT;
}

/* The state of a new node around nodes that are over: it is over, too. */
static void end_state(const replacing *r, us_node_state *state, int new)
{
    bool any = false;
    for (int i = new + 1; i < r->new->node[new].end; i++) {
        if (r->from[i] < 0)
            continue;
        if (state[i].answer != US_SUCCESS && !(state[i].flags & US_DONE))
            return;
        state[new].flags |= state[i].flags & US_DONE;
        any = true;
        i = r->new->node[i].end - 1;
    }
    state[new].answer = any ? US_SUCCESS : US_ANSWER_NONE;
}

static us_node_state *make_states(replacing *r)
{
    int count = r->new->node_count;
    us_node_state *state = US_NEW_ARRAY(us_node_state, count + 1);
    for (int i = count - 1; i >= 0; i--) {
        if (r->from[i] >= 0)
            keep_state(r, &state[i], i);
        else if (r->runs[i])
            begin_state(r, &state[i], i);
        else if (!is_leaf(r->new, i))
            end_state(r, state, i);
        if (r->runs[i])
            state[i].answer = US_RUNNING;
        if (r->runs[i] && !is_leaf(r->new, i))
            state[i].flags |= US_DIRTY | US_WOKEN;
    }
    return state;
}

/* ---- references to the nodes */

static void move_references(replacing *r)
{
    us_run *run = r->run;
    for (int i = 0; i < run->watcher_room; i++)
        if (run->watcher[i].frame == r->frame && run->watcher[i].condition < 0)
            run->watcher[i].node = r->to[run->watcher[i].node];
    for (int i = 0; i < run->listeners.count; i++)
        if (run->listeners.item[i].frame == r->frame)
            run->listeners.item[i].node = r->to[run->listeners.item[i].node];
    for (int i = 0; i < run->locks.count; i++)
        if (run->locks.item[i].holder.frame == r->frame)
            run->locks.item[i].holder.node = r->to[run->locks.item[i].holder.node];
    for (us_run_frame *f = run->first; f; f = f->after)
        if (f->above == r->frame)
            f->above_node = (uint16_t)r->to[f->above_node];
}

static void switch_over(replacing *r)
{
    us_run_frame *f = r->frame;
    US_AUTOFREE us_node_state *state = make_states(r);
    bool conditions =
        same_args(r->old->when, r->old->when_count, r->new->when, r->new->when_count) &&
        same_args(r->old->alive, r->old->alive_count, r->new->alive, r->new->alive_count);
    if (!conditions)
        us_conditions_end(r->run, f);
    move_references(r);
    us_run_frame_lay_anew(r->run, f, r->program, conditions);
    memcpy(f->node, state, (size_t)r->new->node_count * sizeof *state);
    for (int i = 0; i < r->new->node_count; i++) {
        bool begins = r->runs[i] && r->from[i] < 0;
        if (begins && (r->step[i].flags & US_STEP_LISTENS))
            us_listener_add(r->run, f, i);
        if (begins)
            us_run_report_answer(r->run, f, i, US_RUNNING);
    }
    f->node[0].flags &= (uint8_t)~US_DIRTY;
    us_node_mark_dirty(f, 0, US_WOKEN);
}

us_status us_run_replace(us_run *run, const us_view *view, uint32_t frame,
                         const us_program *program, int restart, int *to, us_error *err)
{
    us_run_frame *f = us_run_frame_find(run, frame);
    us_assert(f && !f->visited && run->orders.count == 0);
    const us_template *old = f->program->template, *new = program->template;
    US_TRY(us_run_check_replace(old, new, err));
    if (f->above && f->above->program->step[f->above_node].kind == US_NODE_STACKS)
        return refuse(err, "a tree on a stack cannot be replaced while it runs");
    US_AUTOFREE int *from = US_NEW_ARRAY(int, new->node_count + 1);
    US_AUTOFREE bool *runs = US_NEW_ARRAY(bool, new->node_count + 1);
    replacing r = {run, f, old, new, program, f->program->step, program->step, from, NULL, runs};
    r.to = to;
    us_run_begin_change(run, view);
    match(&r, restart);
    halt_gone(&r);
    end_watches(&r);
    switch_over(&r);
    us_run_end_change(run);
    return US_OK;
}
