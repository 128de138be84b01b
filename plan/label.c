#include "plan/part.h"

/* Ids are places in the list, from 1: traces want them so. */
uint32_t us_label_around(const us_plan *plan, us_spot spot)
{
    const us_acting *acting = us_acting_around(plan, spot);
    return acting ? acting->label : 0;
}

void us_label_begin(us_plan *plan, us_part *part)
{
    plan->label =
        us_grow(plan->label, plan->labels, &plan->label_capacity, sizeof(us_goal_instance));
    part->pursuit.label = plan->labels;
    plan->label[plan->labels] = (us_goal_instance){
        .id = (uint32_t)plan->labels + 1,
        .parent = us_label_around(plan, part->spot),
        .goal = part->pursuit.goal,
        .seat = plan->view->self,
        .opened = plan->view->world->now,
        .closed = -1,
        .by = "plan",
        .why = "",
    };
    plan->labels++;
}

void us_label_end(us_plan *plan, us_part *part, bool achieved)
{
    us_goal_instance *label = &plan->label[part->pursuit.label];
    label->closed = plan->view->world->now;
    label->achieved = achieved;
}
