#include "game/skirmish/act.h"

enum {
    QUEUE_NAP = 30,  /* cycles until somebody before a crowd tries again */
    QUEUE_TRIES = 3, /* so often; then the way counts as closed */
};

static void tell_order(sk_game *g, sk_slot slot, us_event_kind kind, us_reason reason)
{
    const sk_unit *unit = &g->unit[slot];
    if (unit->order)
        sk_tell(g, (us_event){.kind = (uint8_t)kind,
                              .seat = unit->owner,
                              .type = (us_type)reason,
                              .entity = unit->id,
                              .value = (int32_t)unit->order,
                              .extra = unit->action,
                              .x = unit->x,
                              .y = unit->y});
}

void sk_under_way(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    if (unit->under_way)
        return;
    unit->under_way = true;
    tell_order(g, slot, US_EVENT_DONE, US_REASON_NONE);
}

void sk_forsake(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    if (unit->action >= 0 && !unit->under_way)
        tell_order(g, slot, US_EVENT_FAILED, US_REASON_DEAD);
    for (int i = 0; i < unit->queued; i++)
        sk_tell_made(g, slot, US_EVENT_FAILED, &unit->queue[i], US_REASON_DEAD);
}

void sk_begin(sk_game *g, sk_slot slot, int action, uint32_t order)
{
    sk_unit *unit = &g->unit[slot];
    us_entity *entity = sk_entity(g, slot);
    if (unit->action >= 0 && !unit->under_way)
        tell_order(g, slot, US_EVENT_FAILED, US_REASON_INTERRUPTED);
    sk_walk_end(g, slot);
    unit->action = entity->action = (int8_t)action;
    unit->order = order;
    unit->phase = unit->attempts = 0;
    unit->stands = unit->under_way = false;
    unit->foe = unit->target = entity->target = 0;
    unit->from_x = unit->x;
    unit->from_y = unit->y;
    unit->began = unit->tracked = g->core->now;
    unit->hit_by = 0;
    entity->product = US_NO_TYPE;
    sk_touch(g, slot);
    us_cycle now = g->core->now;
    sk_wake_at(g, slot, unit->busy > now ? unit->busy : now);
    tell_order(g, slot, US_EVENT_ACCEPTED, US_REASON_NONE);
}

void sk_end(sk_game *g, sk_slot slot, us_reason reason)
{
    sk_unit *unit = &g->unit[slot];
    us_entity *entity = sk_entity(g, slot);
    if (reason != US_REASON_NONE)
        tell_order(g, slot, US_EVENT_FAILED, reason);
    else if (!unit->under_way)
        tell_order(g, slot, US_EVENT_DONE, reason);
    sk_walk_end(g, slot);
    unit->action = entity->action = -1;
    unit->order = 0;
    unit->hit_by = 0;
    unit->phase = 0;
    unit->under_way = false;
    unit->foe = unit->target = entity->target = 0;
    unit->from_x = unit->x;
    unit->from_y = unit->y;
    entity->product = US_NO_TYPE;
    sk_touch(g, slot);
    sk_unit_status(g, slot, g->words->idle);
    us_cycle soon = g->core->now + 1;
    sk_wake_at(g, slot, unit->busy > soon ? unit->busy : soon);
}

void sk_wait(sk_game *g, sk_slot slot, us_cycle cycles)
{
    sk_wake_at(g, slot, g->core->now + (cycles > 0 ? cycles : 1));
}

static bool go(sk_game *g, sk_slot slot, const sk_goal *goal, int status, bool patient)
{
    sk_unit *unit = &g->unit[slot];
    us_cycle wait = 1;
    switch (sk_walk(g, slot, goal, &wait)) {
    case SK_ARRIVED:
        sk_walk_end(g, slot);
        if (patient)
            unit->attempts = 0;
        return true;
    case SK_STEPPED:
    case SK_WAITING:
        break;
    case SK_NO_WAY:
        if (!patient || unit->attempts++ >= QUEUE_TRIES ||
            !sk_way_exists(g, sk_def(g, unit->type)->movement, unit->x, unit->y, goal)) {
            sk_end(g, slot, US_REASON_NO_WAY);
            return false;
        }
        wait = QUEUE_NAP;
        break;
    }
    sk_unit_status(g, slot, status);
    sk_wait(g, slot, wait);
    return false;
}

bool sk_go(sk_game *g, sk_slot slot, const sk_goal *goal, int status)
{
    return go(g, slot, goal, status, false);
}

bool sk_go_patiently(sk_game *g, sk_slot slot, const sk_goal *goal, int status)
{
    return go(g, slot, goal, status, true);
}
