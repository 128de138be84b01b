#include "game/skirmish/act.h"

enum {
    GUARD_NAP = 20, /* cycles between two looks of an idle fighter */
    FLIGHT = 6,     /* cells that a coward runs */
    FAILED_LEGS = 8 /* an explorer that finds no way so often gives up */
};

/* phases of an idle unit */
enum { AT_EASE, RETURNING, FLEEING };

void sk_wait(sk_game *g, sk_slot slot, us_cycle cycles)
{
    sk_wake_at(g, slot, g->core->now + (cycles > 0 ? cycles : 1));
}

bool sk_go(sk_game *g, sk_slot slot, const sk_goal *goal, int status)
{
    us_cycle wait = 1;
    switch (sk_walk(g, slot, goal, &wait)) {
    case SK_ARRIVED:
        sk_walk_end(g, slot);
        return true;
    case SK_STEPPED:
        g->unit[slot].busy = g->core->now + wait;
        break;
    case SK_WAITING:
        break;
    case SK_NO_WAY:
        sk_end(g, slot, US_REASON_NO_WAY);
        return false;
    }
    sk_unit_status(g, slot, status);
    sk_wait(g, slot, wait);
    return false;
}

static sk_goal cell_goal(int x, int y)
{
    return (sk_goal){(int16_t)x, (int16_t)y, 1, 1, 0};
}

void sk_do_move(sk_game *g, sk_slot slot)
{
    sk_goal goal = cell_goal(g->unit[slot].to_x, g->unit[slot].to_y);
    if (sk_go(g, slot, &goal, g->words->moving))
        sk_end(g, slot, US_REASON_NONE);
}

void sk_do_stop(sk_game *g, sk_slot slot)
{
    sk_end(g, slot, US_REASON_NONE);
}

void sk_do_stand(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    unit->stands = true;
    sk_under_way(g, slot);
    if (sk_help_self(g, slot))
        return;
    sk_unit_status(g, slot, g->words->guarding);
    sk_wait(g, slot, GUARD_NAP);
}

void sk_do_patrol(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    if (sk_help_self(g, slot))
        return;
    sk_goal goal = unit->phase ? cell_goal(unit->from_x, unit->from_y)
                               : cell_goal(unit->to_x, unit->to_y);
    if (!sk_go(g, slot, &goal, g->words->moving))
        return;
    sk_under_way(g, slot);
    unit->phase = !unit->phase;
    sk_wait(g, slot, 1);
}

void sk_do_follow(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    sk_slot leader = sk_slot_of(g, unit->target);
    if (!leader) {
        sk_end(g, slot, US_REASON_NONE);
        return;
    }
    sk_goal goal = sk_goal_around(g, leader, 2);
    if (g->unit[leader].inside) {
        sk_wait(g, slot, 30);
    } else if (sk_go(g, slot, &goal, g->words->moving)) {
        sk_under_way(g, slot);
        sk_unit_status(g, slot, g->words->guarding);
        sk_wait(g, slot, 10);
    }
}

/* From leg to leg to random cells; those not seen yet are preferred. */
void sk_do_explore(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    uint8_t bit = (uint8_t)(1u << sk_def(g, unit->type)->movement);
    const uint8_t *explored = g->plane[US_PLANE_EXPLORED];
    if (unit->phase && unit->phase < FAILED_LEGS + 2) {
        sk_goal goal = cell_goal(unit->to_x, unit->to_y);
        us_cycle wait = 1;
        sk_walk_result result = sk_walk(g, slot, &goal, &wait);
        if (result == SK_STEPPED)
            unit->busy = g->core->now + wait;
        if (result == SK_STEPPED || result == SK_WAITING) {
            sk_unit_status(g, slot, g->words->moving);
            sk_wait(g, slot, wait);
            return;
        }
        if (result == SK_ARRIVED) {
            sk_under_way(g, slot);
            unit->phase = 0;
        }
    }
    if (unit->phase > FAILED_LEGS) {
        sk_end(g, slot, US_REASON_NO_WAY);
        return;
    }
    for (int try = 0; try < 16; try++) {
        int x = (int)us_rng_below(&g->core->rng, (uint32_t)g->width);
        int y = (int)us_rng_below(&g->core->rng, (uint32_t)g->height);
        int cell = sk_cell(g, x, y);
        if (!(g->pass[cell] & bit) || (try < 8 && explored[cell] & (1u << unit->owner)))
            continue;
        unit->to_x = (int16_t)x;
        unit->to_y = (int16_t)y;
        break;
    }
    unit->phase++;
    sk_walk_end(g, slot);
    sk_wait(g, slot, 1);
}

/* ---- idling */

static void flee(sk_game *g, sk_slot slot, us_id from)
{
    sk_unit *unit = &g->unit[slot];
    sk_slot enemy = sk_slot_of(g, from);
    if (!enemy)
        return;
    int dx = unit->x - g->unit[enemy].x, dy = unit->y - g->unit[enemy].y;
    int x = unit->x + (dx > 0 ? FLIGHT : dx < 0 ? -FLIGHT : 0);
    int y = unit->y + (dy > 0 ? FLIGHT : dy < 0 ? -FLIGHT : 0);
    x = x < 0 ? 0 : x >= g->width ? g->width - 1 : x;
    y = y < 0 ? 0 : y >= g->height ? g->height - 1 : y;
    if (!(g->pass[sk_cell(g, x, y)] & (1u << sk_def(g, unit->type)->movement)))
        return;
    unit->phase = FLEEING;
    unit->to_x = (int16_t)x;
    unit->to_y = (int16_t)y;
    unit->began = g->core->now;
}

void sk_alarm(sk_game *g, sk_slot slot, us_id by)
{
    sk_unit *unit = &g->unit[slot];
    sk_slot enemy = sk_slot_of(g, by);
    if (!enemy || g->unit[enemy].owner == unit->owner || unit->owner < 0)
        return;
    unit->hit_by = by;
    if (unit->action >= 0 || unit->inside || sk_def(g, unit->type)->movement < 0)
        return;
    if (sk_numbers(g, unit->type)->coward && sk_numbers(g, unit->type)->gather[0].capacity > 0)
        flee(g, slot, by);
    else if (!unit->foe && sk_can_hit(g, slot, enemy))
        unit->foe = by;
    us_cycle soon = g->core->now + 1;
    sk_wake_at(g, slot, unit->busy > soon ? unit->busy : soon);
}

/* Walking without an order: no way is no failure. True: there, or given up. */
static bool stroll(sk_game *g, sk_slot slot, int x, int y)
{
    sk_goal goal = cell_goal(x, y);
    us_cycle wait = 1;
    sk_walk_result result = sk_walk(g, slot, &goal, &wait);
    if (result == SK_ARRIVED || result == SK_NO_WAY) {
        sk_walk_end(g, slot);
        return true;
    }
    if (result == SK_STEPPED)
        g->unit[slot].busy = g->core->now + wait;
    sk_unit_status(g, slot, g->words->moving);
    sk_wait(g, slot, wait);
    return false;
}

void sk_idle_wake(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    const sk_type *numbers = sk_numbers(g, unit->type);
    bool walks = sk_def(g, unit->type)->movement >= 0;
    bool guards = numbers->range > 0 && !(numbers->coward && numbers->gather[0].capacity > 0);
    if (unit->phase == FLEEING) {
        bool tired = g->core->now - unit->began > 300;
        if (!tired && !stroll(g, slot, unit->to_x, unit->to_y))
            return;
        unit->phase = AT_EASE;
        unit->from_x = unit->x;
        unit->from_y = unit->y;
    }
    if (guards && sk_help_self(g, slot)) {
        if (walks)
            unit->phase = RETURNING;
        return;
    }
    /* back to the post it left for a fight */
    if (unit->phase == RETURNING) {
        if (!stroll(g, slot, unit->from_x, unit->from_y))
            return;
        unit->phase = AT_EASE;
    }
    sk_unit_status(g, slot, g->words->idle);
    if (guards)
        sk_wait(g, slot, GUARD_NAP);
}
