/* The cost of a step: requested in the order of the demonstration, and waited for. */
#include "domain/action.h"
#include "plan/task.h"

enum { FED = 2 }; /* food is not urgent while so many more units can be fed */

const us_type_def *us_cost_find(const us_plan *plan, const us_order *order)
{
    us_type made = us_order_product(plan->domain, order, NULL);
    return made == US_NO_TYPE ? NULL : &plan->domain->type[made];
}

int64_t us_cost_spare(const us_plan *plan, int resource)
{
    return us_world_tally(plan->view->world, plan->view->self, resource) -
           us_reservations_requested(plan->reserve, resource);
}

/* Returns how many more units could be fed. */
static int room_of(const us_plan *plan)
{
    const us_world *world = plan->view->world;
    if (plan->food_used < 0 || plan->food_supply < 0)
        return 0;
    return us_world_tally(world, plan->view->self, plan->food_supply) -
           us_world_tally(world, plan->view->self, plan->food_used);
}

/* Whether it is what would be built if food were lacking. */
static bool only_feeds(const us_plan *plan, const us_type_def *made)
{
    if (made->food_supply <= 0)
        return false;
    us_type feeder = us_lack_find_food(plan).type;
    return feeder != US_NO_TYPE && made == &plan->domain->type[feeder];
}

bool us_cost_is_served(us_plan *plan, us_task *task, int *lacks)
{
    const us_type_def *made = us_cost_find(plan, &task->step.order);
    if (!made || plan->def.settings.interference != US_SHARED_ALL)
        return true;
    us_rank rank = us_task_rank(plan, task->node_ref);
    if (only_feeds(plan, made) && room_of(plan) >= FED) /* after all other requests */
        rank = (us_rank){.begin = {US_NEVER}, .depth = 1};
    us_reservations_add_request(plan->reserve, made->cost, &rank, task->node);
    if (us_reservations_can_serve(plan->reserve, plan->view, task->node, lacks))
        return true;
    us_gather_balance_request(plan, *lacks, task);
    return false;
}

void us_cost_on_order(us_plan *plan, const us_task *task, const us_order *order, us_reason reason)
{
    /* An order with a cell is paid for when the unit gets there. */
    bool later = us_action_find_param(&plan->domain->action[order->action], US_VALUE_CELL) >= 0;
    if (reason != US_REASON_NONE || !later)
        us_reservations_remove_request(plan->reserve,
                                       task->node); /* paid, or requested anew; else kept */
}
