#include "plan/task.h"

/* At the top stand the plan's goal and, below it, goals that are pursued beside it. */
static uint32_t at_top(us_plan *plan, uint32_t node, const us_goal *goal)
{
    if (goal->type != plan->goal.type)
        return plan->top;
    plan->top = node;
    return 0;
}

void us_plan_open_label(us_plan *plan, uint32_t node, const us_goal *goal, uint32_t above)
{
    const us_world *world = plan->view->world;
    plan->label =
        us_array_grow(plan->label, plan->labels, &plan->label_capacity, sizeof(us_goal_instance));
    us_goal_instance *made = &plan->label[plan->labels++];
    *made = (us_goal_instance){
        .id = node,
        .parent = above ? above : at_top(plan, node, goal),
        .goal = *goal,
        .seat = plan->view->self,
        .opened = world->now,
        .closed = -1,
        .by = "plan",
        .why = "",
    };
    us_goal_resolve_seats(plan->domain, &made->goal, made->seat, world->seats);
}

void us_plan_close_label(us_plan *plan, uint32_t node, bool achieved)
{
    int at = us_goal_instance_find(plan->label, plan->labels, node);
    us_assert(at >= 0);
    plan->label[at].closed = plan->view->world->now;
    plan->label[at].achieved = achieved;
}
