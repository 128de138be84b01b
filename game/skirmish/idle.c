#include "game/skirmish/act.h"

enum {
    GUARD_NAP = 20, /* cycles between two looks of an idle fighter */
    FLIGHT = 6,     /* cells that a coward runs */
    FLIGHT_TIME = 300,
};

/* phases of an idle unit */
enum { AT_EASE, RETURNING, FLEEING };

/* Cowards who gather run away; other cowards (casters) stay and fight. */
static bool gathers(const sk_game *g, us_type type)
{
    return sk_numbers(g, type)->coward && sk_def(g, type)->gathers;
}

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

/* Somebody hit it since it last looked. */
static void answer(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    us_id by = unit->hit_by;
    sk_slot enemy = sk_slot_of(g, by);
    unit->hit_by = 0;
    if (!enemy || sk_def(g, unit->type)->movement < 0)
        return;
    if (gathers(g, unit->type))
        flee(g, slot, by);
    else if (!unit->foe && sk_can_hit(g, slot, enemy))
        unit->foe = by;
}

/* Walking without an order: no way is no failure. True: there, or given up. */
static bool stroll(sk_game *g, sk_slot slot, int x, int y)
{
    sk_goal goal = sk_goal_cell(x, y);
    us_cycle wait = 1;
    sk_walk_result result = sk_walk(g, slot, &goal, &wait);
    if (result == SK_ARRIVED || result == SK_NO_WAY) {
        sk_walk_end(g, slot);
        return true;
    }
    sk_unit_status(g, slot, g->words->moving);
    sk_wait(g, slot, wait);
    return false;
}

void sk_idle_wake(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    const sk_type *numbers = sk_numbers(g, unit->type);
    bool walks = sk_def(g, unit->type)->movement >= 0;
    bool guards = numbers->range > 0 && !gathers(g, unit->type);
    if (unit->hit_by)
        answer(g, slot);
    if (unit->phase == FLEEING) {
        bool tired = g->core->now - unit->began > FLIGHT_TIME;
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
