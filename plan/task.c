#include "plan/task.h"

us_task *us_task_new(us_plan *plan, us_node_ref node_ref, us_node_kind kind)
{
    us_task *task = NULL;
    for (int i = 0; i < plan->tasks && !task; i++)
        task = plan->task[i]->node_ref.frame ? NULL : plan->task[i];
    if (!task) {
        plan->task =
            us_array_grow(plan->task, plan->tasks, &plan->task_capacity, sizeof(us_task *));
        task = plan->task[plan->tasks++] = US_NEW(us_task);
    }
    us_id *unit = task->kind == US_NODE_ACT ? task->step.unit : NULL;
    int room = task->kind == US_NODE_ACT ? task->step.room : 0;
    if (unit && kind != US_NODE_ACT)
        us_mem_free(unit);
    *task = (us_task){.node_ref = node_ref, .kind = kind, .born = plan->view->world->now};
    if (kind == US_NODE_ACT) {
        task->step.unit = unit;
        task->step.room = room;
    }
    return task;
}

us_task *us_task_find(const us_plan *plan, us_node_ref node_ref)
{
    for (int i = 0; i < plan->tasks; i++) {
        us_task *task = plan->task[i];
        if (task->node_ref.frame == node_ref.frame && task->node_ref.node == node_ref.node)
            return task;
    }
    return NULL;
}

void us_task_free(us_plan *plan, us_task *task)
{
    if (!task->left)
        us_reservations_release(plan->reserve, task->node);
    for (int i = 0; i < plan->givens; i++)
        if (plan->given[i] == task)
            plan->given[i] = NULL;
    task->node_ref = (us_node_ref){0};
}

us_active_behavior *us_active_behavior_new(us_plan *plan, uint32_t frame)
{
    us_active_behavior *active = NULL;
    for (int i = 0; i < plan->actings && !active; i++)
        active = plan->active[i].frame ? NULL : &plan->active[i];
    if (!active) {
        plan->active = us_array_grow(plan->active, plan->actings, &plan->active_capacity,
                                     sizeof(us_active_behavior));
        active = &plan->active[plan->actings++];
    }
    *active = (us_active_behavior){.frame = frame, .node = ++plan->nodes};
    return active;
}

us_active_behavior *us_active_behavior_find(const us_plan *plan, uint32_t frame)
{
    for (int i = 0; frame && i < plan->actings; i++)
        if (plan->active[i].frame == frame)
            return &plan->active[i];
    return NULL;
}

void us_active_behavior_free(us_active_behavior *active)
{
    us_arena_free(active->arena);
    *active = (us_active_behavior){0};
}

void us_active_behavior_end(us_plan *plan, us_node_ref open_node, uint32_t *frame,
                            us_note_kind kind, const us_task_reason *why)
{
    us_active_behavior *active = us_active_behavior_find(plan, *frame);
    us_run_clear_node(plan->run, open_node);
    if (active) {
        us_plan_log_behavior(plan, active, kind, why);
        us_active_behavior_free(active);
    }
    *frame = 0;
}

us_active_behavior *us_plan_find_behavior(const us_plan *plan, us_node_ref node_ref)
{
    for (uint32_t frame = node_ref.frame; frame;
         frame = us_run_frame_parent(plan->run, frame).frame) {
        us_active_behavior *active = us_active_behavior_find(plan, frame);
        if (active)
            return active;
    }
    return NULL;
}

uint32_t us_plan_find_goal(const us_plan *plan, us_node_ref node_ref)
{
    const us_active_behavior *active = us_plan_find_behavior(plan, node_ref);
    while (active && active->asked)
        active = us_plan_find_behavior(plan, us_run_frame_parent(plan->run, active->frame));
    return !active ? 0 : active->above ? active->above : active->node;
}

const us_node *us_task_node(const us_plan *plan, const us_task *task)
{
    return &us_run_frame_template(plan->run, task->node_ref.frame)->node[task->node_ref.node];
}

const us_arg *us_node_arg(const us_node *node, int param)
{
    for (int i = 0; i < node->arg_count; i++)
        if (node->arg[i].param == param)
            return &node->arg[i];
    return NULL;
}

void us_plan_set_trouble(us_plan *plan, const char *why)
{
    us_str_reset(&plan->trouble);
    us_str_add(&plan->trouble, why);
}

void us_plan_give_order(us_plan *plan, const us_order *order, us_task *task)
{
    us_orders_add_copy(plan->orders, order)->step = task ? task->node : 0;
    plan->given =
        us_array_grow(plan->given, plan->givens, &plan->given_capacity, sizeof(us_task *));
    plan->given[plan->givens++] = task;
    plan->counts.orders++;
}
