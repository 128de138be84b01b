/* The units that a step could call. */
#include "plan/task.h"

const us_action_def *us_plan_entity_action(const us_plan *plan, const us_entity *e)
{
    return e && e->action >= 0 ? &plan->domain->action[e->action] : NULL;
}

bool us_plan_is_idle(const us_plan *plan, const us_entity *e)
{
    return e->owner == plan->view->self && e->action < 0 && !(e->flags & US_ENTITY_UNFINISHED) &&
           us_reservations_hold(plan->reserve, e->id, 0) != US_HOLD_FIRM;
}

us_hash us_idle_pool_hash(us_plan *plan)
{
    const us_world *world = plan->view->world;
    uint64_t changes = us_reservations_changes(plan->reserve) + (uint64_t)plan->strands;
    if (plan->hands.hash && plan->hands.at == world->now && plan->hands.changes == changes)
        return plan->hands.hash;
    us_hash hash = us_hash_add(US_HASH_START, changes);
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (e->owner == plan->view->self)
            hash = us_hash_add(hash, (uint64_t)e->id << 32 | (uint64_t)(uint16_t)e->type << 16 |
                                         (uint64_t)(e->flags & US_ENTITY_UNFINISHED ? 1 : 0) << 8 |
                                         (uint8_t)e->action);
    }
    for (int i = 0; i < US_STRANDED_MAX; i++)
        if (world->now < plan->stranded[i].until)
            hash = us_hash_add(hash, plan->stranded[i].unit);
    for (int i = 0; i < plan->threats.count; i++)
        hash = us_hash_add(hash, plan->threats.who[i]);
    plan->hands = (us_idle_pool_state){world->now, changes, hash};
    return hash;
}
