/* Sites and units that are avoided for a while: sites where building failed, stranded units. */
#include "domain/action.h"
#include "plan/task.h"

enum { BLOCKED = 1800, STRANDED = 900 }; /* ticks */

/* ---- places */

void us_plan_block_site(us_plan *plan, const us_order *order)
{
    us_blocked_site blocked = {.until = plan->view->world->now +
                                        us_ticks_to_cycles(plan->domain, BLOCKED)};
    if (us_order_product(plan->domain, order, NULL) != US_NO_TYPE &&
        us_order_box(plan->domain, plan->view->world, order, &blocked.box))
        plan->blocked[plan->spoils++ % US_BLOCKED_SITE_MAX] = blocked;
}

bool us_plan_has_blocked_site(const us_plan *plan, const us_order *order, us_box box)
{
    if (us_order_product(plan->domain, order, NULL) == US_NO_TYPE)
        return false;
    for (int i = 0; i < US_BLOCKED_SITE_MAX; i++)
        if (plan->view->world->now < plan->blocked[i].until &&
            us_box_distance(plan->blocked[i].box, box) == 0)
            return true;
    return false;
}

/* ---- units */

/* Whether a way leads to less than half of the seat's units of the same movement. */
static bool is_cut_off(const us_plan *plan, const us_entity *unit)
{
    const us_world *world = plan->view->world;
    int movement = plan->domain->type[unit->type].movement, others = 0, reached = 0;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (e->owner != unit->owner || e->id == unit->id || (e->flags & US_ENTITY_INSIDE) ||
            plan->domain->type[e->type].movement != movement)
            continue;
        others++;
        reached += us_world_has_path(world, movement, us_entity_box(plan->domain, unit),
                                     us_entity_box(plan->domain, e));
    }
    return 2 * reached < others;
}

bool us_plan_mark_stranded(us_plan *plan, us_id unit)
{
    const us_entity *e = us_world_find(plan->view->world, unit);
    if (!e || plan->domain->type[e->type].movement < 0 || !is_cut_off(plan, e))
        return false;
    plan->stranded[plan->strands++ % US_STRANDED_MAX] = (us_stranded_unit){
        unit, plan->view->world->now + us_ticks_to_cycles(plan->domain, STRANDED)};
    return true;
}

bool us_plan_is_stranded(const us_plan *plan, us_id unit)
{
    for (int i = 0; i < US_STRANDED_MAX; i++)
        if (plan->stranded[i].unit == unit && plan->view->world->now < plan->stranded[i].until)
            return true;
    return false;
}
