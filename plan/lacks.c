/* Lacks for notes: one of a few kinds, and a name of the domain. */
#include "domain/action.h"
#include "plan/task.h"

static const char *type_name(const us_plan *plan, us_type type)
{
    return type == US_NO_TYPE ? NULL : plan->domain->type[type].name;
}

us_type us_plan_find_maker(const us_plan *plan, const us_order *order)
{
    const us_producer *row;
    us_type made = us_order_product(plan->domain, order, NULL);
    int rows = made == US_NO_TYPE ? 0 : us_domain_producers(plan->domain, made, &row);
    int own = plan->view->world->faction[plan->view->self];
    for (int i = 0; i < rows; i++) {
        int faction = plan->domain->type[row[i].actor].faction;
        if (row[i].action == order->action && (faction < 0 || faction == own))
            return row[i].actor;
    }
    return US_NO_TYPE;
}

const char *us_lack_item(const us_plan *plan, const us_lack *lack)
{
    if (lack->type != US_NO_TYPE)
        return type_name(plan, lack->type);
    return lack->role >= 0 ? plan->domain->roles.name[lack->role] : NULL;
}

/* ---- refusals */

static us_note_lack lack_of(us_reason reason)
{
    switch (reason) {
    case US_REASON_NO_RESOURCES:
        return US_LACKS_RESOURCE;
    case US_REASON_NOT_YOURS:
    case US_REASON_CANNOT:
    case US_REASON_UNFINISHED:
    case US_REASON_BUSY:
    case US_REASON_INTERRUPTED:
        return US_LACKS_UNIT;
    case US_REASON_NO_FOOD:
        return US_LACKS_FOOD;
    case US_REASON_REQUIRES:
        return US_LACKS_REQUIREMENT;
    case US_REASON_BAD_TARGET:
    case US_REASON_BAD_PLACE:
    case US_REASON_EXHAUSTED:
        return US_LACKS_PLACE;
    case US_REASON_NO_WAY:
        return US_LACKS_WAY;
    case US_REASON_NO_UNIT:
    case US_REASON_DEAD:
        return US_LACKS_LIFE;
    default:
        return US_LACKS_OTHER;
    }
}

/* Returns the first resource that the seat has too little of. */
static const char *short_of(const us_plan *plan, const us_type_def *made)
{
    for (int r = 0; made && r < plan->domain->resources.count; r++)
        if (us_world_tally(plan->view->world, plan->view->self, r) < made->cost[r])
            return plan->domain->resources.name[r];
    return NULL;
}

/* Returns the type of the unit that should do it now. */
static const char *actor_name(const us_plan *plan, const us_action_task *step)
{
    us_id id = step->order.unit_count ? step->unit[0] : 0;
    const us_entity *e = id ? us_world_find(plan->view->world, id) : NULL;
    return type_name(plan, e ? e->type : US_NO_TYPE);
}

static const char *item_of(const us_plan *plan, const us_action_task *step, us_note_lack lacks)
{
    const us_type_def *made = us_cost_find(plan, &step->order);
    switch (lacks) {
    case US_LACKS_RESOURCE:
        return short_of(plan, made);
    case US_LACKS_UNIT:
        return actor_name(plan, step);
    case US_LACKS_FOOD:
        return type_name(plan, us_lack_find_food(plan).type);
    case US_LACKS_REQUIREMENT:
        return type_name(plan, us_lack_find_required(plan, made).type);
    case US_LACKS_LIFE:
        return type_name(plan, step->actor);
    default:
        return NULL;
    }
}

us_lacking us_lacking_choose(us_lacking lacks)
{
    return lacks.kind ? lacks : (us_lacking){.kind = US_LACKS_OTHER};
}

us_task_reason us_task_reason_from_refusal(const us_plan *plan, const us_task *task,
                                           us_reason reason)
{
    us_note_lack lacks = lack_of(reason);
    return (us_task_reason){us_reason_name(reason), {lacks, item_of(plan, &task->step, lacks), 0}};
}

/* ---- lacks of tasks */

us_task_reason us_task_reason_from_wait(const us_task *task)
{
    return (us_task_reason){task->waits, task->lacks};
}

void us_plan_pass_lack(us_plan *plan, us_node_ref node_ref, const us_task_reason *why)
{
    us_active_behavior *active = us_plan_find_behavior(plan, node_ref);
    if (!active)
        return;
    active->lacks = why->lacks;
}
