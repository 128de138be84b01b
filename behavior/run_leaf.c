#include "behavior/runner.h"

/* ---- open nodes */

us_open_node *us_open_node_ensure(us_run *run, us_node_state *state)
{
    if (!state->inside) {
        if (!run->open_node_free) {
            US_LIST_PUT(run->open_nodes, (us_open_node){0});
            run->open_node_free = run->open_nodes.count;
        }
        state->inside = (uint32_t)run->open_node_free;
        us_open_node *open_node = &run->open_nodes.item[state->inside - 1];
        run->open_node_free = open_node->watch;
        *open_node = (us_open_node){.watch = -1};
    }
    return &run->open_nodes.item[state->inside - 1];
}

void us_open_node_end(us_run *run, us_node_state *state)
{
    if (!state->inside)
        return;
    us_open_node *open_node = &run->open_nodes.item[state->inside - 1];
    us_run_frame *inside = open_node->frame;
    if (inside) {
        open_node->frame = NULL;
        us_run_frame_halt(run, inside); /* may move the open nodes */
        open_node = &run->open_nodes.item[state->inside - 1];
    }
    us_watchers_remove(run, open_node->watch);
    open_node->watch = run->open_node_free;
    run->open_node_free = (int)state->inside;
    state->inside = 0;
}

static us_run_frame *frame_inside(const us_run *run, const us_node_state *state)
{
    return state->inside ? run->open_nodes.item[state->inside - 1].frame : NULL;
}

/* ---- nodes of the host: actions, goals, queries */

static us_answer ask(us_run *run, us_run_frame *f, int node)
{
    us_node_state *state = &f->node[node];
    us_cycle until = run->now + 1;
    state->flags &= (uint8_t)~US_WOKEN;
    us_answer answer = run->host.go(run->context, run, us_node_ref_from_frame(f, node), &until);
    state->count = until > run->now ? until : run->now + 1;
    us_assert(answer != US_ANSWER_NONE);
    return answer;
}

/* Visits the frame that fills the node. Returns false if the frame has just ended. */
static bool still_inside(us_run *run, us_node_state *state, us_run_frame *inside)
{
    if (!us_run_frame_is_due(run, inside))
        return true;
    us_answer answer = us_run_frame_visit(run, inside);
    if (answer == US_RUNNING)
        return true;
    us_open_node *open_node = &run->open_nodes.item[state->inside - 1];
    open_node->frame = NULL;
    open_node->why = inside->why;
    state->cursor = (uint16_t)answer;
    us_run_frame_free(run, inside);
    return false;
}

us_answer us_node_visit_leaf(us_run *run, us_run_frame *f, int node, bool asked)
{
    us_node_state *state = &f->node[node];
    us_answer answer = US_RUNNING;
    if (!asked && ((state->flags & US_WOKEN) || state->count <= run->now))
        answer = ask(run, f, node);
    us_run_frame *inside;
    for (int round = 0; answer == US_RUNNING && (inside = frame_inside(run, state)); round++) {
        if (still_inside(run, state, inside)) {
            us_node_state_wake_at(run, state, inside->node[0].wake);
            break;
        }
        if (round == US_ROUNDS) { /* frames end in it again and again */
            state->count = run->now + 1;
            break;
        }
        answer = ask(run, f, node);
    }
    us_node_state_wake_at(run, state, state->count);
    return answer;
}

/* ---- calls */

us_run_frame *us_run_frame_from_call(us_run *run, us_run_frame *f, int node, us_run_frame *above,
                                     int above_node)
{
    const us_node *at = us_run_frame_node(f, node);
    if (!us_run_can_begin(run, above))
        return NULL;
    const us_program *program =
        run->host.tree
            ? run->host.tree(run->context, run, us_node_ref_from_frame(f, node), at->name)
            : NULL;
    if (!program)
        return NULL;
    const us_template *t = program->template;
    us_run_frame *made = us_run_frame_new(run, program, above, above_node);
    for (int i = 0; i < at->arg_count; i++) {
        const us_arg *arg = &at->arg[i];
        int slot = t->shared + arg->param;
        if (arg->param >= 0 && arg->param < t->params)
            us_run_frame_bind(run, made, slot, us_arg_eval(run, f, arg, t->slot[slot].slot.kind));
    }
    return made;
}

us_answer us_node_visit_call(us_run *run, us_run_frame *f, int node, bool begins)
{
    us_node_state *state = &f->node[node];
    if (begins) {
        state->inside = 0;
        us_run_frame *made = us_run_frame_from_call(run, f, node, f, node);
        if (!made)
            return US_FAILURE;
        us_open_node_ensure(run, state)->frame = made;
    }
    us_run_frame *inside = frame_inside(run, state);
    if (!still_inside(run, state, inside))
        return (us_answer)state->cursor;
    us_node_state_wake_at(run, state, inside->node[0].wake);
    return US_RUNNING;
}

/* ---- nodes that end at once */

us_answer us_node_visit_check(us_run *run, us_run_frame *f, int node, bool begins)
{
    const us_node *at = us_run_frame_node(f, node);
    us_node_state *state = &f->node[node];
    (void)begins;
    if (at->arg_count == 0) {
        us_answer answer = us_node_visit_child(run, f, node, node + 1);
        if (answer == US_RUNNING) /* a sound condition is never running */
            us_node_halt_children(run, f, node);
        return answer == US_SUCCESS ? US_SUCCESS : US_FAILURE;
    }
    us_node_state_set_check_visits(state, run->counts.visits);
    bool holds = state->inside ? us_watch_value(run->watch, (int)state->inside - 1, run->view)
                               : us_run_eval_condition(run, f, at->arg[0].expr);
    return holds ? US_SUCCESS : US_FAILURE;
}

us_answer us_node_visit_emit(us_run *run, us_run_frame *f, int node, bool begins)
{
    (void)begins;
    const us_node *at = us_run_frame_node(f, node);
    if (at->arg_count == 0)
        us_run_emit(run, at->name, NULL);
    else if (run->host.send)
        run->host.send(run->context, run, us_node_ref_from_frame(f, node),
                       us_arg_eval(run, f, &at->arg[0], us_expr_kind(at->arg[0].expr)));
    return US_SUCCESS;
}

us_answer us_node_visit_set(us_run *run, us_run_frame *f, int node, bool begins)
{
    const us_node *at = us_run_frame_node(f, node);
    (void)begins;
    us_assert(at->slot >= 0 && at->arg_count == 1);
    us_value_kind kind = f->program->template->slot[at->slot].slot.kind;
    us_run_frame_bind(run, f, at->slot, us_arg_eval(run, f, &at->arg[0], kind));
    return US_SUCCESS;
}
