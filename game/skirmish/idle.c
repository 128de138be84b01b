#include "game/skirmish/act.h"

enum {
    GUARD_WAKEUP = 20, /* cycles between looks of an idle fighter */
    FLIGHT = 6,        /* cells of a flight */
    FLIGHT_TIME = 300,
};

/* Phases of an idle unit. */
enum { AT_EASE, RETURNING, FLEEING };

/* Gatherers among the cowards flee; other cowards (casters) stay and fight. */
static bool gathers(const sk_game *g, us_type type)
{
    return sk_type_numbers(g, type)->coward && sk_type_def(g, type)->gathers;
}

static void flee(sk_game *g, sk_slot slot, us_id from)
{
    sk_unit *unit = &g->unit[slot];
    sk_slot enemy = sk_slot_find(g, from);
    if (!enemy)
        return;
    int dx = unit->x - g->unit[enemy].x, dy = unit->y - g->unit[enemy].y;
    int x = unit->x + (dx > 0 ? FLIGHT : dx < 0 ? -FLIGHT : 0);
    int y = unit->y + (dy > 0 ? FLIGHT : dy < 0 ? -FLIGHT : 0);
    x = x < 0 ? 0 : x >= g->width ? g->width - 1 : x;
    y = y < 0 ? 0 : y >= g->height ? g->height - 1 : y;
    if (!(g->pass[sk_game_cell(g, x, y)] & (1u << sk_type_def(g, unit->type)->movement)))
        return;
    unit->phase = FLEEING;
    unit->to_x = (int16_t)x;
    unit->to_y = (int16_t)y;
    unit->began = g->core->now;
}

/* Responds to an attack since the unit's last look. */
static void answer(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    us_id by = unit->hit_by;
    sk_slot enemy = sk_slot_find(g, by);
    unit->hit_by = 0;
    if (!enemy || sk_type_def(g, unit->type)->movement < 0)
        return;
    if (gathers(g, unit->type))
        flee(g, slot, by);
    else if (!unit->foe && sk_unit_can_hit(g, slot, enemy))
        unit->foe = by;
}

/* Walks without an order: a missing way is no failure. Returns true if the unit is there or gives
 * up. */
static bool stroll(sk_game *g, sk_slot slot, int x, int y)
{
    sk_goal goal = sk_goal_from_cell(x, y);
    return sk_unit_advance(g, slot, &goal, g->words->moving) != SK_LEG_ON;
}

/* Returns the nearest damaged building that it can reach and pay for; 0: none. */
static us_id find_damaged(sk_game *g, sk_slot slot)
{
    const sk_unit *unit = &g->unit[slot];
    us_id best = 0;
    int best_distance = sk_type_numbers(g, unit->type)->reaction + 1;
    for (int i = 0; i < g->core->count; i++) {
        const us_entity *entity = &g->entity[i];
        const us_type_def *def = sk_type_def(g, entity->type);
        const sk_type *numbers = sk_type_numbers(g, entity->type);
        if (entity->owner != unit->owner || !numbers->repair ||
            entity->attribute[0] >= def->attribute[0] || entity->status == g->words->dead ||
            (entity->flags & US_ENTITY_UNFINISHED))
            continue;
        int distance = us_entity_cell_distance(g->domain, entity, unit->x, unit->y);
        sk_goal goal = sk_goal_from_unit(g, g->slot_at[i], 1);
        if (distance >= best_distance ||
            !sk_world_can_afford(&g->world, unit->owner, numbers->repair_cost) ||
            !sk_path_exists(g, sk_type_def(g, unit->type)->movement, unit->x, unit->y, &goal))
            continue;
        best = entity->id;
        best_distance = distance;
    }
    return best;
}

void sk_unit_wake_idle(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    const sk_type *numbers = sk_type_numbers(g, unit->type);
    bool walks = sk_type_def(g, unit->type)->movement >= 0;
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
    if (guards && sk_unit_defend_self(g, slot)) {
        if (walks)
            unit->phase = RETURNING;
        return;
    }
    /* returns to the post that it left for a fight */
    if (unit->phase == RETURNING) {
        if (!stroll(g, slot, unit->from_x, unit->from_y))
            return;
        unit->phase = AT_EASE;
    }
    bool repairs = sk_unit_entity(g, slot)->attribute[g->words->auto_repair];
    us_id damaged = repairs ? find_damaged(g, slot) : 0;
    if (damaged) {
        sk_task_begin(g, slot, &(sk_task){.action = g->words->repair, .arg = {(int32_t)damaged}});
        return;
    }
    sk_unit_set_status(g, slot, g->words->idle);
    if (guards || repairs)
        sk_unit_wait(g, slot, GUARD_WAKEUP);
}
