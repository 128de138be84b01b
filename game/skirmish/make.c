#include "game/skirmish/act.h"

enum { CROWDED = 15 }; /* cycles until a finished unit tries again to come out */

/* ---- paying */

bool sk_seat_pay_cost(sk_game *g, us_seat seat, const int32_t *cost)
{
    if (!sk_world_can_afford(&g->world, seat, cost))
        return false;
    for (int r = 0; r < g->domain->resources.count; r++)
        sk_tally_add(g, seat, r, -cost[r]);
    return true;
}

bool sk_seat_pay_type(sk_game *g, us_seat seat, us_type type)
{
    return sk_seat_pay_cost(g, seat, sk_type_def(g, type)->cost);
}

void sk_seat_refund_type(sk_game *g, us_seat seat, us_type type, int percent)
{
    for (int r = 0; r < g->domain->resources.count; r++)
        sk_tally_add(g, seat, r, sk_type_def(g, type)->cost[r] * percent / 100);
}

/* ---- production */

static int status_of(const sk_game *g, us_type product)
{
    us_type_kind kind = sk_type_def(g, product)->kind;
    return kind == US_KIND_UPGRADE    ? g->words->researching
           : kind == US_KIND_BUILDING ? g->words->upgrading
                                      : g->words->training;
}

static void show_making(sk_game *g, sk_slot slot)
{
    const sk_unit *unit = &g->unit[slot];
    us_entity *entity = sk_unit_entity(g, slot);
    entity->attribute[g->words->queue] = unit->making_count;
    us_type first = unit->making_count ? unit->making[0].type : US_NO_TYPE;
    entity->product = first;
    entity->action = (int8_t)(first != US_NO_TYPE ? sk_making_action(g, first) : unit->task.action);
    if (!unit->making_count)
        entity->until = 0;
    sk_unit_mark_changed(g, slot);
}

static bool being_learned(const sk_game *g, us_seat seat, us_type upgrade, sk_slot but)
{
    for (int i = 0; i < g->core->count; i++) {
        sk_slot slot = g->slot_at[i];
        if (slot != but && g->entity[i].owner == seat && g->entity[i].product == upgrade &&
            g->entity[i].status != g->words->dead)
            return true;
    }
    return false;
}

static void drop_first(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    for (int i = 1; i < unit->making_count; i++)
        unit->making[i - 1] = unit->making[i];
    unit->making_count--;
    show_making(g, slot);
}

/* Begins the first entry. */
static void start_first(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    while (unit->making_count) {
        sk_making first = unit->making[0];
        const us_type_def *def = sk_type_def(g, first.type);
        bool needless =
            def->kind == US_KIND_UPGRADE && (sk_seat_tally(g, unit->owner, def->tally) ||
                                             being_learned(g, unit->owner, first.type, slot));
        if (!needless)
            break;
        sk_seat_refund_type(g, unit->owner, first.type, 100);
        sk_making_emit_event(g, slot, US_EVENT_FAILED, &first, US_REASON_KNOWN);
        drop_first(g, slot);
    }
    if (!unit->making_count) {
        sk_unit_set_status(g, slot, g->words->idle);
        show_making(g, slot);
        sk_unit_wait(g, slot, 1); /* a tower without production looks around */
        return;
    }
    us_type type = unit->making[0].type;
    unit->began = g->core->now;
    sk_unit_entity(g, slot)->until = g->core->now + sk_type_numbers(g, type)->making;
    sk_unit_set_status(g, slot, status_of(g, type));
    show_making(g, slot);
    sk_unit_wake_at(g, slot, sk_unit_entity(g, slot)->until);
}

us_reason sk_making_add(sk_game *g, sk_slot slot, us_type type, uint32_t order)
{
    sk_unit *unit = &g->unit[slot];
    if (unit->making_count >= g->rules->queue)
        return US_REASON_BUSY;
    if (!us_world_can_feed(&g->world, unit->owner, type))
        return US_REASON_NO_FOOD;
    if (!sk_seat_pay_type(g, unit->owner, type))
        return US_REASON_NO_RESOURCES;
    sk_making entry = {type, order};
    unit->making[unit->making_count++] = entry;
    sk_making_emit_event(g, slot, US_EVENT_ACCEPTED, &entry, US_REASON_NONE);
    if (unit->making_count == 1)
        start_first(g, slot);
    else
        show_making(g, slot);
    return US_REASON_NONE;
}

static void learn(sk_game *g, sk_slot slot, us_type upgrade)
{
    us_seat seat = g->unit[slot].owner;
    sk_tally_add(g, seat, sk_type_def(g, upgrade)->tally, 1);
    sk_stats_update(g, seat);
    sk_unit_emit_event(g, slot, (us_event){.kind = US_EVENT_LEARNED, .type = upgrade});
    for (int b = 0; b < g->rules->bonus_count; b++) {
        const sk_bonus *bonus = &g->rules->bonus[b];
        if (bonus->upgrade != upgrade || bonus->convert == US_NO_TYPE)
            continue;
        for (int i = 0; i < g->core->count; i++) {
            if (g->entity[i].owner == seat && g->entity[i].type == bonus->type &&
                g->entity[i].status != g->words->dead)
                sk_unit_convert(g, g->slot_at[i], bonus->convert);
        }
    }
}

/* Returns the type of a new unit, which a converting upgrade may have changed. */
static us_type born_as(const sk_game *g, us_seat seat, us_type type)
{
    for (int b = 0; b < g->rules->bonus_count; b++) {
        const sk_bonus *bonus = &g->rules->bonus[b];
        if (bonus->type == type && bonus->convert != US_NO_TYPE &&
            sk_seat_tally(g, seat, sk_type_def(g, bonus->upgrade)->tally))
            return bonus->convert;
    }
    return type;
}

/* Sends a new unit to the rally point of its building. It stays if there is no room near the point.
 */
static void rally(sk_game *g, sk_slot child, int cell)
{
    const sk_unit *unit = &g->unit[child];
    const sk_words *w = g->words;
    int movement = sk_type_def(g, unit->type)->movement;
    int x = cell % g->width, y = cell / g->width;
    const us_entity *there = us_world_at(sk_seat_world(g, unit->owner), x, y);
    sk_task harvest = {.action = w->harvest, .arg = {there ? (int32_t)there->id : 0}};
    sk_task chop = {.action = w->chop, .arg = {US_CELL(x, y)}};
    if (sk_task_check(g, child, &harvest) == US_REASON_NONE) {
        sk_task_begin(g, child, &harvest);
        return;
    }
    if (sk_task_check(g, child, &chop) == US_REASON_NONE) {
        sk_task_begin(g, child, &chop);
        return;
    }
    sk_goal goal = sk_goal_from_cell(x, y);
    if ((g->pass[cell] >> movement & 1) ||
        sk_goal_find_free_cell(g, movement, &goal, unit->x, unit->y, &x, &y))
        sk_task_begin(g, child, &(sk_task){.action = w->move, .arg = {US_CELL(x, y)}});
}

static bool create_unit(sk_game *g, sk_slot slot, us_type type)
{
    const sk_unit *unit = &g->unit[slot];
    const us_type_def *def = sk_type_def(g, type);
    if (!us_world_can_feed(&g->world, unit->owner, type))
        return false;
    sk_goal around = sk_goal_from_unit(g, slot, 0);
    /* without a rally point, towards the middle of the map, which is fair to mirrored seats */
    int cell = sk_unit_entity(g, slot)->attribute[g->words->rally], x = 0, y = 0;
    int to_x = cell < 0 ? g->width / 2 : cell % g->width;
    int to_y = cell < 0 ? g->height / 2 : cell / g->width;
    if (!sk_goal_find_free_cell(g, def->movement, &around, to_x, to_y, &x, &y))
        return false;
    sk_slot child =
        sk_unit_add(g, born_as(g, unit->owner, type), unit->owner, x, y, true, unit->id);
    if (!child)
        return false;
    g->unit[child].from_x = (int16_t)x;
    g->unit[child].from_y = (int16_t)y;
    sk_tally_add(g, unit->owner, g->words->score, sk_type_numbers(g, type)->points);
    sk_unit_wait(g, child, 1);
    if (cell >= 0)
        rally(g, child, cell);
    return true;
}

void sk_making_wake(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    if (g->core->now < sk_unit_entity(g, slot)->until) {
        sk_unit_wake_at(g, slot, sk_unit_entity(g, slot)->until);
        return;
    }
    sk_making made = unit->making[0];
    switch (sk_type_def(g, made.type)->kind) {
    case US_KIND_UPGRADE:
        learn(g, slot, made.type);
        break;
    case US_KIND_BUILDING:
        sk_unit_convert(g, slot, made.type);
        sk_tally_add(g, unit->owner, g->words->score, sk_type_numbers(g, made.type)->points);
        break;
    default:
        if (!create_unit(g, slot, made.type)) {
            sk_unit_wait(g, slot, CROWDED);
            return;
        }
        break;
    }
    sk_making_emit_event(g, slot, US_EVENT_DONE, &made, US_REASON_NONE);
    drop_first(g, slot);
    start_first(g, slot);
}

/* ---- cancelling */

void sk_making_cancel(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    us_assert(unit->making_count > 0);
    sk_making last = unit->making[unit->making_count - 1];
    sk_seat_refund_type(g, unit->owner, last.type, 100);
    sk_making_emit_event(g, slot, US_EVENT_FAILED, &last, US_REASON_INTERRUPTED);
    unit->making_count--;
    if (unit->making_count)
        show_making(g, slot);
    else
        start_first(g, slot);
}
