#include "plan/part.h"

/* Ids are places in the list, from 1: traces want them so. */
uint32_t us_label_around(const us_plan *plan, us_spot spot)
{
    const us_acting *acting = us_acting_around(plan, spot);
    return acting ? acting->label : 0;
}

static int open_label(us_plan *plan, const us_goal *goal, uint32_t parent)
{
    plan->label =
        us_grow(plan->label, plan->labels, &plan->label_capacity, sizeof(us_goal_instance));
    plan->label[plan->labels] = (us_goal_instance){
        .id = (uint32_t)plan->labels + 1,
        .parent = parent,
        .goal = *goal,
        .seat = plan->view->self,
        .opened = plan->view->world->now,
        .closed = -1,
        .by = "plan",
        .why = "",
    };
    return plan->labels++;
}

static void close_label(us_plan *plan, int index, bool achieved)
{
    plan->label[index].closed = plan->view->world->now;
    plan->label[index].achieved = achieved;
}

/* At the top stand the plan's goal, and below it what is done beside it. */
static uint32_t at_top(us_plan *plan, const us_goal *goal)
{
    if (goal->type == plan->goal.type)
        plan->top_label = (uint32_t)plan->labels + 1;
    return plan->top_label == (uint32_t)plan->labels + 1 ? 0 : plan->top_label;
}

void us_label_begin(us_plan *plan, us_part *part)
{
    const us_goal *goal = &part->pursuit.goal;
    uint32_t parent = us_label_around(plan, part->spot);
    part->pursuit.label = open_label(plan, goal, parent ? parent : at_top(plan, goal));
}

void us_label_end(us_plan *plan, us_part *part, bool achieved)
{
    close_label(plan, part->pursuit.label, achieved);
}

/* A tree is run for the plan's goal. */
void us_label_begin_tree(us_plan *plan, us_acting *acting)
{
    us_goal goal = plan->goal;
    us_goal_settle(plan->domain, &goal, plan->view->self, plan->view->world->seats);
    acting->label = (uint32_t)open_label(plan, &goal, 0) + 1;
}

void us_label_end_tree(us_plan *plan, const us_acting *acting)
{
    int index = (int)acting->label - 1;
    int64_t began[US_GAINS_MAX] = {0};
    const us_goal *goal = &plan->label[index].goal;
    close_label(plan, index, us_goal_reached(plan->domain, goal, plan->view, began));
}
