#include "game/skirmish/act.h"

/* Phases of building and repairing. */
enum { TO_SITE, AT_SITE, IN_SITE };

enum {
    SITE_STROKE = 30, /* cycles between updates of a site's hit points */
    SITE_WAKEUP = 15, /* cycles until a builder tries a taken site again */
    SITE_TRIES = 20,
};

/* ---- the site */

/* Returns the builder inside the site; 0: none works. */
static sk_slot builder_of(const sk_game *g, sk_slot site)
{
    sk_slot builder = sk_slot_find(g, g->unit[site].builder);
    bool inside = builder && g->unit[builder].inside && g->unit[builder].house == g->unit[site].id;
    return inside ? builder : 0;
}

static void go_on(sk_game *g, sk_slot slot)
{
    us_cycle left = sk_type_numbers(g, g->unit[slot].type)->making - g->unit[slot].built;
    g->unit[slot].began = g->core->now;
    sk_unit_entity(g, slot)->until = g->core->now + left;
    sk_unit_mark_changed(g, slot);
    sk_unit_wait(g, slot, left < SITE_STROKE ? left : SITE_STROKE);
}

/* Finishes a site and reports the order as done. When the builder comes out, it may have another
 * order, or the building may be gone, as a wall always is. */
static void finish(sk_game *g, sk_slot slot, sk_slot builder)
{
    sk_unit *unit = &g->unit[slot];
    int becomes = sk_type_numbers(g, unit->type)->becomes;
    unit->built = 0;
    unit->builder = 0;
    sk_unit_finish(g, slot);
    if (becomes >= 0) {
        sk_unit_remove(g, slot, US_GONE_SPENT, 0);
        sk_terrain_set(g, unit->x, unit->y, becomes, g->domain->terrain[becomes].amount);
    } else {
        sk_unit_wait(g, slot, 1);
    }
    if (g->unit[builder].phase == IN_SITE) /* else it has another order, and no room to come out */
        sk_task_report_under_way(g, builder);
    sk_unit_wake_at(g, builder, g->core->now + 1);
}

static void build_on(sk_game *g, sk_slot slot)
{
    sk_slot builder = builder_of(g, slot);
    if (!builder) { /* it died inside */
        sk_site_pause(g, slot);
        return;
    }
    sk_site_count_work(g, slot);
    if (g->unit[slot].built < sk_type_numbers(g, g->unit[slot].type)->making)
        go_on(g, slot);
    else
        finish(g, slot, builder);
}

void sk_site_wake(sk_game *g, sk_slot slot)
{
    if (sk_unit_entity(g, slot)->flags & US_ENTITY_UNFINISHED)
        build_on(g, slot);
    else
        sk_making_wake(g, slot);
}

void sk_site_cancel(sk_game *g, sk_slot slot)
{
    sk_seat_refund_type(g, g->unit[slot].owner, g->unit[slot].type, g->rules->refund_percent);
    sk_unit_remove(g, slot, US_GONE_CANCELLED, 0);
}

/* ---- entering and leaving */

static void join_site(sk_game *g, sk_slot slot, sk_slot site)
{
    sk_unit_enter(g, slot, site);
    g->unit[slot].phase = IN_SITE;
    g->unit[site].builder = g->unit[slot].id;
    go_on(g, site);
    sk_unit_set_status(g, slot, g->words->building);
    sk_unit_wake_never(g, slot); /* the site wakes it */
}

static void leave_site(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    sk_slot site = sk_slot_find(g, unit->house);
    if (site && builder_of(g, site) == slot) {
        sk_unit_wake_never(g, slot); /* woken for nothing: the site is unfinished */
        return;
    }
    if (sk_unit_leave(g, slot, unit->from_x, unit->from_y))
        sk_task_end(g, slot, US_REASON_BAD_TARGET); /* a finished site has reported it as done */
}

/* ---- building */

/* Asks idle friends on the site to step off; afterwards they continue their own tasks. Walkers will
 * leave by themselves. Returns true if the site is free. */
static bool clear_site(sk_game *g, sk_slot slot, const sk_goal *site)
{
    bool clear = true;
    for (int y = site->y; y < site->y + site->h; y++) {
        for (int x = site->x; x < site->x + site->w; x++) {
            sk_slot there = g->occupant[sk_game_cell(g, x, y)];
            if (!there || there == slot)
                continue;
            clear = false;
            sk_unit *other = &g->unit[there];
            int movement = sk_type_def(g, other->type)->movement, to_x, to_y;
            if (other->owner != g->unit[slot].owner || other->task.order || other->walking ||
                movement < 0 || !sk_goal_find_free_cell(g, movement, site, x, y, &to_x, &to_y))
                continue;
            sk_task aside = {.action = g->words->move, .arg = {US_CELL(to_x, to_y)}};
            sk_task_begin_first(g, there, &aside);
        }
    }
    return clear;
}

void sk_unit_do_build(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    us_type type = unit->makes;
    const us_type_def *def = sk_type_def(g, type);
    sk_goal site = {unit->to_x, unit->to_y, (uint8_t)def->width, (uint8_t)def->height, 1};
    if (unit->phase == IN_SITE) {
        leave_site(g, slot);
        return;
    }
    bool fits = true;
    if (unit->phase == TO_SITE) { /* on the way, only the seat's knowledge counts */
        fits = us_world_can_place(sk_seat_world(g, unit->owner), type, site.x, site.y);
        if (fits && !sk_unit_go(g, slot, &site, g->words->moving))
            return;
        unit->phase = AT_SITE;
        unit->attempts = 0;
    }
    if (!fits || !us_world_can_place(&g->world, type, site.x, site.y)) {
        sk_task_end(g, slot, US_REASON_BAD_PLACE);
        return;
    }
    bool clear = clear_site(g, slot, &site);
    if (!clear && unit->attempts++ < SITE_TRIES) {
        sk_unit_wait(g, slot, SITE_WAKEUP);
        return;
    }
    int dx = unit->x - site.x, dy = unit->y - site.y;
    bool near = dx >= -1 && dy >= -1 && dx <= site.w && dy <= site.h;
    us_reason reason = !clear || !near                           ? US_REASON_BAD_PLACE
                       : !sk_seat_pay_type(g, unit->owner, type) ? US_REASON_NO_RESOURCES
                                                                 : US_REASON_NONE;
    if (reason != US_REASON_NONE) {
        sk_task_end(g, slot, reason);
        return;
    }
    sk_unit_hide(g, slot);
    sk_slot house = sk_unit_add(g, type, unit->owner, site.x, site.y, false, unit->id);
    if (!house) {
        sk_seat_refund_type(g, unit->owner, type, 100);
        unit->house = 0;
        unit->phase = TO_SITE;
        sk_task_end(g, slot, US_REASON_BAD_PLACE);
        return;
    }
    join_site(g, slot, house);
}

/* ---- repairing */

void sk_unit_do_repair(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    if (unit->phase == IN_SITE) {
        leave_site(g, slot);
        return;
    }
    sk_slot house = sk_slot_find(g, unit->target);
    if (!house) {
        sk_task_end(g, slot, US_REASON_BAD_TARGET);
        return;
    }
    us_entity *entity = sk_unit_entity(g, house);
    int32_t whole = sk_type_def(g, entity->type)->attribute[0];
    bool unfinished = entity->flags & US_ENTITY_UNFINISHED;
    if (!unfinished && entity->attribute[0] >= whole) {
        sk_task_end(g, slot, US_REASON_NONE);
        return;
    }
    sk_goal goal = sk_goal_from_unit(g, house, 1);
    if (!sk_goal_is_reached(&goal, unit->x, unit->y))
        unit->phase = TO_SITE;
    if (!sk_unit_go(g, slot, &goal, g->words->moving))
        return;
    if (unfinished) {
        if (builder_of(g, house)) /* one builder is enough */
            sk_task_end(g, slot, US_REASON_BUSY);
        else
            join_site(g, slot, house);
        return;
    }
    if (unit->phase == AT_SITE) { /* the time of a stroke is over */
        if (!sk_seat_pay_cost(g, unit->owner, sk_type_numbers(g, entity->type)->repair_cost)) {
            sk_task_end(g, slot, US_REASON_NO_RESOURCES);
            return;
        }
        entity->attribute[0] += sk_type_numbers(g, entity->type)->repair;
        if (entity->attribute[0] > whole)
            entity->attribute[0] = whole;
        sk_unit_mark_changed(g, house);
    }
    unit->phase = AT_SITE;
    sk_unit_set_status(g, slot, g->words->repairing);
    sk_unit_wait(g, slot, g->rules->repair_stroke);
}
