#include "game/skirmish/act.h"

enum { OUT_AGAIN = 10 }; /* cycles until a unit without room outside tries again */

void sk_unit_enter(sk_game *g, sk_slot slot, sk_slot house)
{
    g->unit[slot].house = g->unit[house].id;
    sk_unit_end_walk(g, slot);
    sk_unit_hide(g, slot);
}

void sk_unit_publish_load(sk_game *g, sk_slot slot)
{
    const sk_unit *unit = &g->unit[slot];
    us_entity *entity = sk_unit_entity(g, slot);
    entity->attribute[g->words->carried] = unit->carried;
    entity->attribute[g->words->carries] = unit->carried ? unit->carries : -1;
    sk_unit_mark_changed(g, slot);
}

void sk_site_count_work(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    us_cycle total = sk_type_numbers(g, unit->type)->making;
    int64_t growth = sk_type_def(g, unit->type)->attribute[0] - 1;
    int64_t before = growth * unit->built / total;
    unit->built += g->core->now - unit->began;
    unit->began = g->core->now;
    sk_unit_entity(g, slot)->attribute[0] += (int32_t)(growth * unit->built / total - before);
    sk_unit_mark_changed(g, slot);
}

void sk_site_pause(sk_game *g, sk_slot slot)
{
    g->unit[slot].builder = 0;
    sk_unit_entity(g, slot)->until = 0;
    sk_unit_mark_changed(g, slot);
    sk_unit_wake_never(g, slot);
}

/* Takes the load at the end of the unit's time in a mine. */
static void take_load(sk_game *g, sk_slot slot, sk_slot mine)
{
    sk_unit *unit = &g->unit[slot];
    us_entity *source = sk_unit_entity(g, mine);
    int resource = sk_type_def(g, source->type)->yields;
    int32_t *stock = &source->attribute[g->words->stock];
    int had = unit->carries == resource ? unit->carried : 0;
    int32_t load = sk_type_numbers(g, unit->type)->gather[resource].capacity - had;
    if (load > *stock)
        load = *stock;
    if (load <= 0)
        return;
    unit->carries = (int8_t)resource;
    unit->carried = (int16_t)(had + load);
    *stock -= load;
    sk_unit_mark_changed(g, mine);
    sk_unit_publish_load(g, slot);
}

bool sk_unit_leave(sk_game *g, sk_slot slot, int to_x, int to_y)
{
    sk_unit *unit = &g->unit[slot];
    if (!unit->inside)
        return true;
    sk_slot house = sk_slot_find(g, unit->house);
    sk_goal around = house ? sk_goal_from_unit(g, house, 0) : sk_goal_from_cell(unit->x, unit->y);
    if (unit->loading && house)
        take_load(g, slot, house);
    unit->loading = false;
    if (!sk_unit_show(g, slot, &around, to_x, to_y)) {
        sk_unit_wait(g, slot, OUT_AGAIN);
        return false;
    }
    unit->house = 0;
    if (!house)
        return true;
    if (g->unit[house].builder == unit->id) {
        sk_site_count_work(g, house);
        sk_site_pause(g, house);
    }
    bool empty = sk_type_def(g, g->unit[house].type)->kind == US_KIND_RESOURCE &&
                 sk_unit_entity(g, house)->attribute[g->words->stock] == 0;
    if (empty)
        sk_unit_remove(g, house, US_GONE_SPENT, 0);
    return true;
}
