#include "plan/part.h"

static uint32_t parent_of(const us_plan *plan, us_spot spot)
{
    uint32_t number = us_goal_around(plan, spot);
    for (int i = plan->labels - 1; i >= 0; i--)
        if (plan->label[i].id == number)
            return number;
    return 0;
}

void us_label_begin(us_plan *plan, us_part *part)
{
    plan->label =
        us_grow(plan->label, plan->labels, &plan->label_capacity, sizeof(us_goal_instance));
    part->pursuit.label = plan->labels;
    plan->label[plan->labels++] = (us_goal_instance){
        .id = part->number,
        .parent = parent_of(plan, part->spot),
        .goal = part->pursuit.goal,
        .seat = plan->view->self,
        .opened = plan->view->world->now,
        .closed = -1,
        .by = "plan",
        .why = "",
    };
}

void us_label_end(us_plan *plan, us_part *part, bool achieved)
{
    us_goal_instance *label = &plan->label[part->pursuit.label];
    label->closed = plan->view->world->now;
    label->achieved = achieved;
}
