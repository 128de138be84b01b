#include "behavior/runner.h"

#include <string.h>

_Static_assert(US_TURNS_MOST == 128, "what fails by it says so");

/* ---- dormant nodes: no ticks, not halted */

us_run_frame *us_run_frame_child(const us_run *run, const us_run_frame *f, int node)
{
    const us_program_step *step = &f->program->step[node];
    const us_node_state *state = &f->node[node];
    bool open_node = (step->flags & US_STEP_LEAF) || step->kind == US_NODE_CALL;
    if (open_node)
        return state->inside ? run->open_nodes.item[state->inside - 1].frame : NULL;
    return step->kind == US_NODE_STACKS ? us_run_frame_find(run, state->inside) : NULL;
}

void us_node_set_dormant(us_run *run, us_run_frame *f, int node, bool sleeps)
{
    const us_program_step *all = f->program->step, *step = &all[node];
    us_node_state *state = &f->node[node];
    if (state->answer != US_RUNNING)
        return;
    state->flags = (uint8_t)(sleeps ? state->flags | US_DORMANT : state->flags & ~US_DORMANT);
    bool leaf = step->flags & US_STEP_LEAF;
    if (leaf && !sleeps)
        run->host.stop(run->context, run, us_node_ref_from_frame(f, node), US_RESUME);
    us_run_frame *below = us_run_frame_child(run, f, node);
    for (int i = node + 1; i < step->end; i = all[i].end) {
        bool asleep = step->kind == US_NODE_STACKS   ? i == node + 1 && below
                      : step->kind == US_NODE_CHOOSE ? i != state->cursor
                                                     : false;
        if (!asleep) /* already dormant: trees below the top, interrupted candidates */
            us_node_set_dormant(run, f, i, sleeps);
    }
    if (below)
        us_node_set_dormant(run, below, 0, sleeps);
    if (leaf && sleeps)
        run->host.stop(run->context, run, us_node_ref_from_frame(f, node), US_SUSPEND);
}

/* ---- contents of stacks. Node state: inside is the number of the frame that is awake, or 0 if the
 * default tree is. */

static us_run_frame **stack_at(us_run_frame *f, int node, int stack)
{
    return &f->top[f->program->step[node].count + stack];
}

static us_run_frame *highest(us_run_frame *f, int node)
{
    for (int i = us_run_frame_node(f, node)->list_count - 1; i >= 0; i--)
        if (*stack_at(f, node, i))
            return *stack_at(f, node, i);
    return NULL;
}

static void pop(us_run *run, us_run_frame *f, int node, int stack)
{
    us_run_frame **top = stack_at(f, node, stack), *gone = *top;
    if (!gone)
        return;
    *top = gone->below;
    us_run_frame_halt(run, gone);
}

static void flush(us_run *run, us_run_frame *f, int node, int stack)
{
    while (*stack_at(f, node, stack))
        pop(run, f, node, stack);
}

/* Hashes the constant arguments of a call. With the values of all arguments, a stack could grow
 * with every event. */
static us_hash written(const us_node *call, const us_template *t)
{
    us_hash hash = US_HASH_START;
    for (int p = 0; p < t->params; p++) {
        const us_arg *arg = t->slot[t->shared + p].initial;
        for (int i = 0; i < call->arg_count; i++)
            arg = call->arg[i].param == p ? &call->arg[i] : arg;
        int64_t value = 0;
        bool fixed = arg && arg->expr && !arg->anchor && us_expr_is_constant(arg->expr, &value);
        hash = us_hash_add(us_hash_add(hash, fixed), fixed ? (uint64_t)value : 0);
    }
    return hash;
}

static bool is_same(const us_run_frame *a, const us_run_frame *b)
{
    return a->program == b->program && a->written == b->written;
}

static bool is_default(const us_run_frame *f, int node, const us_run_frame *tree)
{
    const us_node *first = us_run_frame_node(f, node + 1);
    const us_template *t = tree->program->template;
    return first->kind == US_NODE_CALL && strcmp(first->name, t->name) == 0 &&
           written(first, t) == tree->written;
}

static bool on_stack(us_run_frame *f, int node, int stack, const us_run_frame *tree)
{
    for (us_run_frame *at = *stack_at(f, node, stack); at; at = at->below)
        if (is_same(at, tree))
            return true;
    return stack == 0 && is_default(f, node, tree);
}

static void pop_to(us_run *run, us_run_frame *f, int node, int stack, const us_run_frame *tree)
{
    us_run_frame **top = stack_at(f, node, stack);
    while (*top && !is_same(*top, tree))
        pop(run, f, node, stack);
}

static void push(us_run *run, const us_stack_order *order)
{
    us_run_frame *f = order->stacks.frame;
    int node = order->stacks.node;
    for (int i = us_run_frame_node(f, node)->list_count - 1; i >= 0; i--) {
        if (!on_stack(f, node, i, order->frame))
            continue;
        for (int k = us_run_frame_node(f, node)->list_count - 1; k > i; k--)
            flush(run, f, node, k);
        pop_to(run, f, node, i, order->frame);
        us_run_frame_free(run, order->frame);
        return;
    }
    us_run_frame **top = stack_at(f, node, order->stack);
    order->frame->below = *top;
    *top = order->frame;
    us_run_report_notice(run, order->frame, -1, US_PUSHED);
}

static void carry_out(us_run *run, const us_stack_order *order)
{
    us_run_frame *f = order->stacks.frame;
    int node = order->stacks.node;
    switch (order->kind) {
    case US_NODE_PUSH:
        push(run, order);
        break;
    case US_NODE_POP:
        pop(run, f, node, order->stack);
        break;
    case US_NODE_FLUSH:
        flush(run, f, node, order->stack);
        break;
    default:
        if (on_stack(f, node, order->stack, order->frame))
            pop_to(run, f, node, order->stack, order->frame);
        us_run_frame_free(run, order->frame);
    }
}

static bool take_order(us_run *run, us_run_frame *f, int node, us_stack_order *out)
{
    for (int i = 0; i < run->orders.count; i++) {
        us_node_ref_in at = run->orders.item[i].stacks;
        if (at.frame != f || at.node != node)
            continue;
        *out = run->orders.item[i];
        run->orders.count--;
        memmove(&run->orders.item[i], &run->orders.item[i + 1],
                (size_t)(run->orders.count - i) * sizeof *run->orders.item);
        return true;
    }
    return false;
}

static bool carry_out_all(us_run *run, us_run_frame *f, int node)
{
    us_stack_order order;
    bool any = false;
    for (; take_order(run, f, node, &order); any = true)
        carry_out(run, &order);
    return any;
}

void us_stacks_halt(us_run *run, us_run_frame *f, int node)
{
    us_stack_order order;
    while (take_order(run, f, node, &order))
        if (order.frame)
            us_run_frame_free(run, order.frame);
    for (int i = us_run_frame_node(f, node)->list_count - 1; i >= 0; i--)
        flush(run, f, node, i);
}

/* ---- running */

static void sleep_entry(us_run *run, us_run_frame *f, int node, us_run_frame *entry, bool sleeps)
{
    if (entry)
        us_node_set_dormant(run, entry, 0, sleeps);
    else
        us_node_set_dormant(run, f, node + 1, sleeps);
}

/* Makes the tree on top awake, and all others dormant. */
static void change_turn(us_run *run, us_run_frame *f, int node, us_run_frame *top)
{
    us_node_state *state = &f->node[node];
    us_run_frame *awake = us_run_frame_find(run, state->inside);
    uint32_t number = top ? top->number : 0;
    if (number == state->inside)
        return;
    if (awake || state->inside == 0)
        sleep_entry(run, f, node, awake, true);
    state->inside = number;
    sleep_entry(run, f, node, top, false);
}

void us_stacks_visit_default(us_run *run, us_run_frame *f, int node)
{
    us_node_state *state = &f->node[node];
    us_answer answer = US_RUNNING;
    if (f->node[node + 1].answer == US_RUNNING || state->count != run->now)
        answer = us_node_visit_child(run, f, node, node + 1);
    if (answer != US_RUNNING)
        state->count = run->now;
    if (f->node[node + 1].answer != US_RUNNING)
        us_node_state_wake_at(run, state, run->now + 1);
}

/* Visits the tree on top. Returns true if it ended, so that the tree below goes on. */
static bool visit_top(us_run *run, us_run_frame *f, int node, us_run_frame *top)
{
    us_answer answer = us_run_frame_is_due(run, top) ? us_run_frame_visit(run, top) : US_RUNNING;
    if (answer == US_RUNNING) {
        us_node_state_wake_at(run, &f->node[node], top->node[0].wake);
        return false;
    }
    for (int i = 0; i < us_run_frame_node(f, node)->list_count; i++)
        if (*stack_at(f, node, i) == top)
            *stack_at(f, node, i) = top->below;
    us_run_report_notice(run, top, -1, US_POPPED);
    us_run_frame_free(run, top);
    return true;
}

us_answer us_node_visit_stacks(us_run *run, us_run_frame *f, int node, bool begins)
{
    us_node_state *state = &f->node[node];
    if (begins) {
        state->inside = 0;
        state->count = -1;
        if (f->program->step[node].flags & US_STEP_LISTENS)
            us_listener_add(run, f, node);
    }
    state->flags &= (uint8_t)~US_WOKEN;
    us_rules_run(run, f, node);
    carry_out_all(run, f, node);
    bool more = true;
    for (int turn = 0; more && turn < US_TURNS_MOST; turn++) {
        us_run_frame *top = highest(f, node);
        change_turn(run, f, node, top);
        more = top && visit_top(run, f, node, top);
        if (!top)
            us_stacks_visit_default(run, f, node);
        more = carry_out_all(run, f, node) || more;
    }
    if (more)
        f->why = "its trees push one another without end: 128 had their turn in one cycle";
    return US_RUNNING;
}

const char *us_run_frame_stack(const us_run *run, uint32_t frame)
{
    us_run_frame *f = us_run_frame_find(run, frame);
    if (!f || !f->above)
        return NULL;
    const us_node *at = us_run_frame_node(f->above, f->above_node);
    if (at->kind == US_NODE_CALL && at->parent >= 0 &&
        us_run_frame_node(f->above, at->parent)->kind == US_NODE_STACKS)
        return "";
    for (int i = 0; at->kind == US_NODE_STACKS && i < at->list_count; i++)
        for (us_run_frame *on = *stack_at(f->above, f->above_node, i); on; on = on->below)
            if (on == f)
                return at->list[i];
    return NULL;
}

/* ---- operations on stacks */

static bool find_stack(us_run_frame *f, int node, const char *name, us_stack_order *out)
{
    while (f) {
        const us_node *at = us_run_frame_node(f, node);
        for (int i = 0; at->kind == US_NODE_STACKS && i < at->list_count; i++) {
            if (strcmp(at->list[i], name) != 0)
                continue;
            out->stacks = (us_node_ref_in){f, node};
            out->stack = i;
            return true;
        }
        node = at->parent;
        if (node < 0) {
            node = f->above_node;
            f = f->above;
        }
    }
    return false;
}

us_answer us_node_visit_stack_order(us_run *run, us_run_frame *f, int node, bool begins)
{
    const us_node *at = us_run_frame_node(f, node);
    us_stack_order order = {.kind = at->kind};
    (void)begins;
    if (!find_stack(f, node, at->name, &order))
        return US_FAILURE;
    if (at->kind == US_NODE_PUSH || at->kind == US_NODE_POP_TO) {
        us_run_frame *above = order.stacks.frame;
        order.frame = us_run_frame_from_call(run, f, node + 1, above, order.stacks.node);
        if (!order.frame)
            return US_FAILURE;
        order.frame->written =
            written(us_run_frame_node(f, node + 1), order.frame->program->template);
    }
    US_LIST_PUT(run->orders, order);
    return US_SUCCESS;
}
