#include "plan/gather_balance.h"

#include "plan/task.h"

enum {
    STALL = 90,  /* ticks that a step waits before a unit is reassigned */
    APART = 200, /* ticks until the next unit is */
    LAPSE = 60,  /* ticks without a call after which a task waits no more */
};

/* Returns the resource that the entity goes on gathering, or -1. */
static int gained(const us_plan *plan, const us_entity *e)
{
    const us_action_def *def = us_plan_entity_action(plan, e);
    for (int i = 0; def && def->continues && i < def->effect_count; i++) {
        if (def->effect[i].kind != US_EFFECT_GAIN)
            continue;
        if (def->effect[i].resource >= 0)
            return def->effect[i].resource;
        const us_entity *from = us_world_find(plan->view->world, e->target);
        return from ? plan->domain->type[from->type].yields : -1;
    }
    return -1;
}

static bool gains(const us_action_def *def, int resource)
{
    for (int i = 0; i < def->effect_count; i++)
        if (def->effect[i].kind == US_EFFECT_GAIN &&
            (def->effect[i].resource == resource || def->effect[i].resource < 0))
            return def->continues;
    return false;
}

/* Returns the nearest source of the resource; of equals the older one. */
static us_id nearest_source(us_plan *plan, const us_entity *unit, us_order *order, int param,
                            int resource)
{
    const us_world *world = plan->view->world;
    us_id best = 0;
    int least = INT32_MAX;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        int far = us_entity_distance(plan->domain, unit, e);
        order->arg[param] = (int32_t)e->id;
        if (plan->domain->type[e->type].yields != resource || far >= least ||
            us_scenario_check(plan->def.scenario, plan->view, order) != US_REASON_NONE)
            continue;
        best = e->id;
        least = far;
    }
    return best;
}

static bool set_to(us_plan *plan, const us_entity *unit, int action, int resource, uint32_t label)
{
    const us_action_def *def = &plan->domain->action[action];
    us_id id = unit->id;
    us_order order = {
        .seat = plan->view->self, .action = (int8_t)action, .unit = &id, .unit_count = 1};
    for (int p = 0; p < def->param_count; p++) {
        if (def->param[p].kind == US_VALUE_ENTITY)
            order.arg[p] = (int32_t)nearest_source(plan, unit, &order, p, resource);
        else if (def->param[p].kind == US_VALUE_CELL)
            order.arg[p] = us_standing_orders_find_cell(plan, unit, action);
    }
    if (us_scenario_check(plan->def.scenario, plan->view, &order) != US_REASON_NONE)
        return false;
    order.goal = label;
    us_plan_give_order(plan, &order, NULL);
    us_standing_orders_set(plan->standing_orders, id, &order, plan->view->world->now);
    return true;
}

/* Sets the unit to the resource, by the first action that gathers it. */
static bool moved(us_plan *plan, const us_entity *unit, int resource, uint32_t label)
{
    const us_type_def *type = &plan->domain->type[unit->type];
    for (int a = 0; a < plan->domain->action_count; a++)
        if (gains(&plan->domain->action[a], resource) && (type->gathers >> resource & 1) &&
            us_type_can_do(plan->domain, unit->type, a) && set_to(plan, unit, a, resource, label))
            return true;
    return false;
}

bool us_gather_balance_assign(us_plan *plan, const us_entity *unit)
{
    const us_world *world = plan->view->world;
    uint32_t gathers = plan->domain->type[unit->type].gathers;
    int best = -1, least = INT32_MAX;
    if (!plan->def.settings.gathering || !gathers)
        return false;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        int yields = plan->domain->type[e->type].yields;
        int far = us_entity_distance(plan->domain, unit, e);
        if (yields >= 0 && (gathers >> yields & 1) && far < least) {
            best = yields;
            least = far;
        }
    }
    return best >= 0 && moved(plan, unit, best, plan->top);
}

/* Reassigns one unit from an abundant resource that more units gather than this one. */
static void move_one(us_plan *plan, int resource, uint32_t label)
{
    const us_world *world = plan->view->world;
    int at[US_RESOURCES_MAX] = {0};
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        int other = e->owner == plan->view->self ? gained(plan, e) : -1;
        if (other >= 0)
            at[other]++;
    }
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        int other = e->owner == plan->view->self ? gained(plan, e) : -1;
        if (other >= 0 && at[other] > at[resource] && us_cost_spare(plan, other) > 0 &&
            us_reservations_hold(plan->reserve, e->id, 0) != US_HOLD_FIRM &&
            moved(plan, e, resource, label))
            return;
    }
}

void us_gather_balance_request(us_plan *plan, int resource, const us_task *task)
{
    uint32_t holder = task->node;
    us_gather_balance *state = &plan->gains;
    us_cycle now = plan->view->world->now;
    if (!plan->def.settings.gathering)
        return;
    if (state->holder[resource] != holder) {
        if (state->holder[resource] &&
            now - state->called[resource] <= us_ticks_to_cycles(plan->domain, LAPSE))
            return; /* another task waits already */
        state->holder[resource] = holder;
        state->next[resource] = now + us_ticks_to_cycles(plan->domain, STALL);
    }
    state->called[resource] = now;
    if (now < state->next[resource])
        return;
    state->next[resource] = now + us_ticks_to_cycles(plan->domain, APART);
    move_one(plan, resource, us_plan_find_goal(plan, task->node_ref));
}
