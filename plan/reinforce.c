#include "plan/reinforce.h"

#include "domain/action.h"
#include "plan/task.h"

enum { LOOK = 15 }; /* ticks between looks */

static bool is_fight(const us_plan *plan, const us_task *task)
{
    if (!task->node_ref.frame || task->early || task->kind != US_NODE_ACT ||
        (task->step.state != US_STEP_GIVEN && task->step.state != US_STEP_TAKEN))
        return false;
    const us_action_def *def = &plan->domain->action[task->step.order.action];
    return def->group && us_action_can_harm(def);
}

static bool is_taken(us_plan *plan, const us_order *order)
{
    return us_scenario_check(plan->def.scenario, plan->view, order) == US_REASON_NONE;
}

/* ---- new units join */

static const us_task *fight_of(const us_plan *plan, uint32_t node)
{
    for (int i = 0; i < plan->tasks; i++)
        if (plan->task[i]->node == node && is_fight(plan, plan->task[i]))
            return plan->task[i];
    return NULL;
}

static void join(us_plan *plan, us_id unit, const us_task *fight)
{
    us_order order = fight->step.order;
    order.unit = &unit;
    order.unit_count = 1;
    order.goal = us_plan_find_goal(plan, fight->node_ref);
    if (is_taken(plan, &order))
        us_plan_give_order(plan, &order, NULL);
}

static void send_made(us_plan *plan)
{
    us_reinforcements *all = &plan->reinforcements;
    int kept = 0;
    for (int i = 0; i < all->count; i++) {
        us_reinforcement item = all->item[i];
        const us_entity *made = item.made ? us_world_find(plan->view->world, item.made) : NULL;
        const us_task *fight = made ? fight_of(plan, item.fight) : NULL;
        if (fight && us_plan_is_idle(plan, made))
            join(plan, item.made, fight);
        if (!item.made)
            all->item[kept++] = item;
    }
    all->count = kept;
}

/* ---- making new units */

static us_type type_of(const us_plan *plan, const us_task *fight)
{
    for (int i = 0; i < fight->step.units; i++) {
        const us_entity *e = us_world_find(plan->view->world, fight->step.unit[i]);
        if (e)
            return e->type;
    }
    return US_NO_TYPE;
}

/* Whether the stock covers its cost beside all requests. */
static bool is_spare(const us_plan *plan, us_type type)
{
    for (int r = 0; r < plan->domain->resources.count; r++) {
        int32_t cost = plan->domain->type[type].cost[r];
        if (cost > 0 && us_cost_spare(plan, r) < cost)
            return false;
    }
    return true;
}

static bool make_one(us_plan *plan, us_id maker, us_type type, const us_task *fight)
{
    const us_producer *row;
    int rows = us_domain_producers(plan->domain, type, &row);
    us_order order = {.seat = plan->view->self,
                      .unit = &maker,
                      .unit_count = 1,
                      .arg = {type},
                      .goal = us_plan_find_goal(plan, fight->node_ref)};
    for (int i = 0; i < rows; i++) {
        const us_action_def *def = &plan->domain->action[row[i].action];
        order.action = (int8_t)row[i].action;
        if (def->param_count != 1 || !is_taken(plan, &order))
            continue;
        us_plan_give_order(plan, &order, NULL);
        US_LIST_PUT(plan->reinforcements,
                    ((us_reinforcement){.maker = maker, .fight = fight->node}));
        return true;
    }
    return false;
}

static bool reinforce(us_plan *plan, const us_task *fight)
{
    const us_world *world = plan->view->world;
    us_type type = type_of(plan, fight);
    if (type == US_NO_TYPE || !is_spare(plan, type))
        return false;
    for (int i = 0; i < world->count; i++)
        if (us_plan_is_idle(plan, &world->entity[i]) &&
            make_one(plan, world->entity[i].id, type, fight))
            return true;
    return false;
}

static bool is_on(const us_plan *plan)
{
    int how = plan->def.settings.reinforcements;
    return how == US_REINFORCE_DOMAIN ? plan->domain->reinforcements : how == US_REINFORCE_ON;
}

us_cycle us_reinforcements_update(us_plan *plan)
{
    bool fights = false, begun = false;
    if (!is_on(plan))
        return US_NEVER;
    send_made(plan);
    for (int i = 0; i < plan->tasks && !begun; i++) {
        bool fight = is_fight(plan, plan->task[i]);
        begun = fight && reinforce(plan, plan->task[i]);
        fights |= fight;
    }
    return fights ? plan->view->world->now + us_ticks_to_cycles(plan->domain, LOOK) : US_NEVER;
}

/* ---- results */

static void forget(us_plan *plan, us_reinforcement *item)
{
    *item = plan->reinforcements.item[--plan->reinforcements.count];
}

void us_reinforcements_on_order(us_plan *plan, const us_order *order, us_reason reason)
{
    us_reinforcements *all = &plan->reinforcements;
    for (int i = 0; i < all->count; i++) {
        us_reinforcement *item = &all->item[i];
        if (item->order || order->unit_count != 1 || order->unit[0] != item->maker)
            continue;
        item->order = order->id;
        if (reason != US_REASON_NONE)
            forget(plan, item);
        return;
    }
}

void us_reinforcements_on_event(us_plan *plan, const us_event *event)
{
    us_reinforcements *all = &plan->reinforcements;
    for (int i = 0; i < all->count; i++) {
        us_reinforcement *item = &all->item[i];
        bool lost = (event->kind == US_EVENT_GONE && event->entity == item->maker) ||
                    (event->kind == US_EVENT_FAILED && (uint32_t)event->value == item->order);
        if (event->kind == US_EVENT_CREATED && event->other == item->maker)
            item->made = event->entity;
        else if (lost && !item->made)
            forget(plan, item);
        else
            continue;
        return;
    }
}
