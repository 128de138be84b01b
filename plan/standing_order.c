#include "plan/standing_order.h"

#include <string.h>

#include "base/sort.h"
#include "domain/action.h"

#include "plan/task.h"

enum {
    LOOK = 15,   /* ticks between looks: no event announces that a mine is empty */
    LATER = 300, /* ticks after nothing was found to go on with, or it failed; then twice that, */
    MOST = 4800, /* up to that */
    JOIN = 150,  /* ticks between looks at idle units */
    STAYS = -1,  /* an action: none, the unit was ordered to stay */
};

typedef struct standing_order {
    us_id unit;
    us_order order; /* without units; its id: of the order that sent the unit back */
    us_type type;   /* of the target, or US_NO_TYPE */
    us_cycle next;  /* no look before */
    int pause;      /* the last one in ticks, or 0 */
    bool failed;    /* the last target failed */
    bool joined;    /* no order set the unit to it: it does as other units */
} standing_order;

struct us_standing_orders {
    const us_domain *domain;
    standing_order *item; /* by unit */
    int count, capacity;
    us_cycle next, join;
};

us_standing_orders *us_standing_orders_new(const us_domain *domain)
{
    us_standing_orders *standing_orders = US_NEW(us_standing_orders);
    standing_orders->domain = domain;
    return standing_orders;
}

void us_standing_orders_free(us_standing_orders *standing_orders)
{
    if (standing_orders)
        us_mem_free(standing_orders->item);
    us_mem_free(standing_orders);
}

static standing_order *find(const us_standing_orders *standing_orders, us_id unit)
{
    int at = us_array_lower_bound(unit, standing_orders->item, standing_orders->count,
                                  sizeof(standing_order));
    return at < standing_orders->count && standing_orders->item[at].unit == unit
               ? &standing_orders->item[at]
               : NULL;
}

void us_standing_orders_set(us_standing_orders *standing_orders, us_id unit, const us_order *order,
                            us_cycle now)
{
    standing_order *item = find(standing_orders, unit);
    if (!item) {
        int at = us_array_lower_bound(unit, standing_orders->item, standing_orders->count,
                                      sizeof(standing_order));
        standing_orders->item = us_array_grow(standing_orders->item, standing_orders->count,
                                              &standing_orders->capacity, sizeof(standing_order));
        item = &standing_orders->item[at];
        memmove(item + 1, item, (size_t)(standing_orders->count++ - at) * sizeof(standing_order));
    }
    *item = (standing_order){.unit = unit,
                             .order = *order,
                             .type = US_NO_TYPE,
                             .next = now + us_ticks_to_cycles(standing_orders->domain, LOOK)};
    item->order.unit = NULL;
    item->order.unit_count = 0;
}

bool us_standing_orders_is_joined(const us_standing_orders *standing_orders, us_id unit)
{
    const standing_order *item = find(standing_orders, unit);
    return item && item->joined;
}

void us_standing_orders_remove(us_standing_orders *standing_orders, us_id unit)
{
    standing_order *item = find(standing_orders, unit);
    if (item) {
        int behind = --standing_orders->count - (int)(item - standing_orders->item);
        memmove(item, item + 1, (size_t)behind * sizeof(standing_order));
    }
}

/* Whether the action ends standing orders: stop or stand. */
static bool ends_standing_orders(const us_action_def *def)
{
    return def->param_count == 0 && def->effect_count == 0;
}

/* Puts the item off; the pause grows as long as nothing comes of it. */
static void put_off(const us_standing_orders *standing_orders, standing_order *item, us_cycle now)
{
    item->pause = item->pause == 0 ? LATER : item->pause < MOST ? item->pause * 2 : MOST;
    item->next = now + us_ticks_to_cycles(standing_orders->domain, item->pause);
}

/* Goes on elsewhere, and later. */
static void give_up(const us_standing_orders *standing_orders, standing_order *item, us_cycle now)
{
    item->failed = true;
    put_off(standing_orders, item, now);
}

static bool is_back(const us_plan *plan, const standing_order *item, const us_order *order)
{
    const us_action_def *def = &plan->domain->action[order->action];
    bool same = item->order.action == order->action;
    for (int p = 0; p < def->param_count && same; p++)
        same = item->order.arg[p] == order->arg[p];
    return same;
}

void us_standing_orders_on_order(us_plan *plan, const us_order *order, us_reason reason)
{
    bool ends =
        reason == US_REASON_NONE && ends_standing_orders(&plan->domain->action[order->action]);
    for (int i = 0; i < order->unit_count; i++) {
        if (ends)
            us_standing_orders_set(plan->standing_orders, order->unit[i], order, plan->now);
        standing_order *item = find(plan->standing_orders, order->unit[i]);
        if (item && ends) {
            item->order.action = STAYS;
        } else if (item && is_back(plan, item, order)) {
            item->order.id = order->id;
            if (reason != US_REASON_NONE)
                give_up(plan->standing_orders, item, plan->now);
        }
    }
}

void us_standing_orders_on_event(us_standing_orders *standing_orders, const us_event *event,
                                 us_cycle now)
{
    standing_order *item = find(standing_orders, event->entity);
    if (!item)
        return;
    bool own = (uint32_t)event->value == item->order.id;
    if (own && event->kind == US_EVENT_DONE) {
        item->pause = 0;
        item->failed = false;
    } else if (own && event->type != US_REASON_INTERRUPTED) {
        give_up(standing_orders, item, now);
    }
}

static us_slot_description at_place(us_plan *plan, const us_entity *unit, us_value_kind kind)
{
    us_slot_description what;
    us_slot_description_init(kind, &what);
    what.placed = true;
    us_description_compute_place(us_reviser_frame(plan->reviser), us_entity_box(plan->domain, unit),
                                 &what.along, &what.across);
    return what;
}

int32_t us_standing_orders_find_cell(us_plan *plan, const us_entity *unit, int action)
{
    us_slot_description what = at_place(plan, unit, US_VALUE_CELL);
    us_cell_query query = {
        .described = &what, .action = action, .type = US_NO_TYPE, .unit = unit->id};
    return us_reviser_find_cell(plan->reviser, &query);
}

/* Finds another target or place for the order, near the unit. */
static bool find_other(us_plan *plan, const us_entity *unit, const standing_order *item,
                       us_order *order)
{
    const us_action_def *def = &plan->domain->action[order->action];
    for (int p = 0; p < def->param_count; p++) {
        us_value_kind kind = def->param[p].kind;
        if (kind == US_VALUE_ENTITY) {
            us_id id;
            us_slot_description what = at_place(plan, unit, kind);
            what.type = item->type;
            us_id but = item->failed ? (us_id)item->order.arg[p] : 0;
            if (!us_plan_find_target(plan, &what, order, p, but, &id) &&
                !us_plan_find_target(plan, &what, order, p, 0, &id))
                return false;
            order->arg[p] = (int32_t)id;
        } else if (kind == US_VALUE_CELL) {
            order->arg[p] = us_standing_orders_find_cell(plan, unit, order->action);
        }
    }
    return us_scenario_check(plan->def.scenario, plan->view, order) == US_REASON_NONE;
}

static bool order_back(us_plan *plan, const us_entity *unit, standing_order *item)
{
    us_order order = item->order;
    us_id id = unit->id;
    order.unit = &id;
    order.unit_count = 1;
    bool fits = !item->failed &&
                us_scenario_check(plan->def.scenario, plan->view, &order) == US_REASON_NONE;
    if (!fits && !find_other(plan, unit, item, &order))
        return false;
    memcpy(item->order.arg, order.arg, sizeof order.arg);
    us_plan_give_order(plan, &order, NULL);
    return true;
}

/* Records the target's type while the target is there: it may be gone when the type is needed. */
static void remember_target(us_plan *plan, standing_order *item)
{
    const us_action_def *def = &plan->domain->action[item->order.action];
    for (int p = 0; p < def->param_count && item->type == US_NO_TYPE; p++) {
        const us_entity *target = def->param[p].kind == US_VALUE_ENTITY
                                      ? us_world_find(plan->view->world, (us_id)item->order.arg[p])
                                      : NULL;
        if (target)
            item->type = target->type;
    }
}

/* Returns the gathering order of the nearest unit of its type, or NULL. */
static const standing_order *of_fellow(us_plan *plan, const us_entity *unit)
{
    const standing_order *best = NULL;
    int least = INT32_MAX;
    for (int i = 0; i < plan->standing_orders->count; i++) {
        const standing_order *item = &plan->standing_orders->item[i];
        const us_entity *fellow = us_world_find(plan->view->world, item->unit);
        if (!fellow || fellow->type != unit->type || item->order.action == STAYS ||
            !us_action_has_effect(&plan->domain->action[item->order.action], US_EFFECT_GAIN))
            continue;
        int far = us_entity_distance(plan->domain, unit, fellow);
        if (far >= least)
            continue;
        best = item;
        least = far;
    }
    return best;
}

static bool join_fellow(us_plan *plan, const us_entity *unit)
{
    const standing_order *like = of_fellow(plan, unit);
    if (!like)
        return false;
    us_order order = like->order;
    us_cycle soon = plan->view->world->now - us_ticks_to_cycles(plan->domain, LOOK);
    us_standing_orders_set(plan->standing_orders, unit->id, &order, soon);
    return true;
}

/* Lets idle units without a standing order gather as units of their type do, or else what is
 * nearest. */
static void join_who_gathers(us_plan *plan)
{
    const us_world *world = plan->view->world;
    for (int i = 0; i < world->count; i++) {
        const us_entity *unit = &world->entity[i];
        if (us_plan_is_idle(plan, unit) && !find(plan->standing_orders, unit->id) &&
            (join_fellow(plan, unit) || us_gather_balance_assign(plan, unit)))
            find(plan->standing_orders, unit->id)->joined = true;
    }
}

us_cycle us_standing_orders_update(us_plan *plan)
{
    us_standing_orders *standing_orders = plan->standing_orders;
    us_cycle now = plan->view->world->now;
    if (!plan->def.settings.producers)
        return US_NEVER;
    if (now < standing_orders->next)
        return standing_orders->next;
    standing_orders->next = now + us_ticks_to_cycles(plan->domain, LOOK);
    if (now >= standing_orders->join) {
        standing_orders->join = now + us_ticks_to_cycles(plan->domain, JOIN);
        join_who_gathers(plan);
    }
    for (int i = 0; i < standing_orders->count; i++) {
        standing_order *item = &standing_orders->item[i];
        const us_entity *unit = us_world_find(plan->view->world, item->unit);
        if (item->order.action != STAYS)
            remember_target(plan, item);
        if (!unit || item->order.action == STAYS || now < item->next ||
            unit->owner != plan->view->self || unit->action == item->order.action ||
            us_reservations_hold(plan->reserve, unit->id, 0) == US_HOLD_FIRM)
            continue;
        item->next = now + us_ticks_to_cycles(plan->domain, LOOK);
        if (!order_back(plan, unit, item))
            put_off(standing_orders, item, now);
    }
    return standing_orders->next;
}
