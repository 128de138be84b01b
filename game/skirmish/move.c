#include "game/skirmish/act.h"

enum {
    GUARD_WAKEUP = 20, /* cycles between looks of a unit that stands ground */
    FAILED_LEGS = 8    /* legs without a way, one after the other, until an explorer gives up */
};

void sk_unit_do_move(sk_game *g, sk_slot slot)
{
    sk_goal goal = sk_goal_from_cell(g->unit[slot].to_x, g->unit[slot].to_y);
    if (sk_unit_go(g, slot, &goal, g->words->moving))
        sk_task_end(g, slot, US_REASON_NONE);
}

void sk_unit_do_stop(sk_game *g, sk_slot slot)
{
    sk_task_end(g, slot, US_REASON_NONE);
}

void sk_unit_do_stand(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    unit->stands = true;
    sk_task_report_under_way(g, slot);
    if (sk_unit_defend_self(g, slot))
        return;
    sk_unit_set_status(g, slot, g->words->guarding);
    sk_unit_wait(g, slot, GUARD_WAKEUP);
}

void sk_unit_do_patrol(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    if (sk_unit_defend_self(g, slot))
        return;
    for (int end = 0; end < 2; end++) {
        sk_goal goal = unit->phase ? sk_goal_from_cell(unit->from_x, unit->from_y)
                                   : sk_goal_from_cell(unit->to_x, unit->to_y);
        if (!sk_unit_go(g, slot, &goal, g->words->moving))
            return;
        sk_task_report_under_way(g, slot);
        unit->phase = !unit->phase;
    }
    sk_unit_set_status(g, slot, g->words->guarding); /* both ends are its own cell */
    sk_unit_wait(g, slot, GUARD_WAKEUP);
}

void sk_unit_do_follow(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    sk_slot leader = sk_slot_find(g, unit->target);
    bool inside = leader && g->unit[leader].inside;
    if (!leader || (!inside && !sk_seat_can_see_unit(g, unit->owner, leader))) {
        sk_task_end(g, slot, US_REASON_BAD_TARGET);
        return;
    }
    sk_goal goal = sk_goal_from_unit(g, leader, 2);
    if (inside) {
        sk_unit_set_status(g, slot, g->words->guarding);
        sk_unit_wait(g, slot, 30);
    } else if (sk_unit_go(g, slot, &goal, g->words->moving)) {
        sk_task_report_under_way(g, slot);
        sk_unit_set_status(g, slot, g->words->guarding);
        sk_unit_wait(g, slot, 10);
    }
}

/* Phases of exploring. */
enum { NOWHERE, ON_LEG };

/* Goes from leg to leg, to random cells; it prefers cells that its seat has not seen yet. */
void sk_unit_do_explore(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    uint8_t bit = (uint8_t)(1u << sk_type_def(g, unit->type)->movement);
    const uint8_t *explored = g->plane[US_PLANE_EXPLORED];
    if (unit->phase == ON_LEG) {
        sk_goal goal = sk_goal_from_cell(unit->to_x, unit->to_y);
        sk_leg leg = sk_unit_advance(g, slot, &goal, g->words->moving);
        if (leg == SK_LEG_ON)
            return;
        if (leg == SK_LEG_THERE)
            sk_task_report_under_way(g, slot);
        unit->attempts = leg == SK_LEG_THERE ? 0 : unit->attempts + 1;
        if (unit->attempts > FAILED_LEGS) {
            sk_task_end(g, slot, US_REASON_NO_WAY);
            return;
        }
    }
    for (int try = 0; try < 16; try++) {
        int x = (int)us_rng_next_below(&g->core->rng, (uint32_t)g->width);
        int y = (int)us_rng_next_below(&g->core->rng, (uint32_t)g->height);
        int cell = sk_game_cell(g, x, y);
        if (!(g->pass[cell] & bit) || (try < 8 && explored[cell] & (1u << unit->owner)))
            continue;
        unit->to_x = (int16_t)x;
        unit->to_y = (int16_t)y;
        break;
    }
    unit->phase = ON_LEG;
    sk_unit_end_walk(g, slot);
    sk_unit_wait(g, slot, 1);
}
