/* Orders that no node gives: standing orders, the gather balance and detached orders; and the
 * threats that the root hears of. */
#include <string.h>

#include "base/sort.h"
#include "base/str.h"
#include "domain/action.h"
#include "plan/squad.h"

/* ---- standing orders */

enum { STAYS = -1 }; /* an action: none, the unit was ordered to stay */

static us_standing_order *find(const us_plan *plan, us_id unit)
{
    const us_standing_orders *all = &plan->standing_orders;
    int at = us_array_lower_bound(unit, all->item, all->count, sizeof *all->item);
    return at < all->count && all->item[at].unit == unit ? &all->item[at] : NULL;
}

void us_standing_order_set(us_plan *plan, us_id unit, const us_order *order)
{
    us_standing_orders *all = &plan->standing_orders;
    us_standing_order *item = find(plan, unit);
    if (!item) {
        int at = us_array_lower_bound(unit, all->item, all->count, sizeof *all->item);
        all->item = us_array_grow(all->item, all->count, &all->capacity, sizeof *all->item);
        item = &all->item[at];
        memmove(item + 1, item, (size_t)(all->count++ - at) * sizeof *item);
    }
    *item = (us_standing_order){
        .unit = unit, .order = *order, .type = US_NO_TYPE, .next = us_plan_after(plan, US_LOOK)};
    item->order.unit = NULL;
    item->order.unit_count = 0;
}

bool us_standing_order_joined(const us_plan *plan, us_id unit)
{
    const us_standing_order *item = find(plan, unit);
    return item && item->joined;
}

void us_standing_order_forget(us_plan *plan, us_id unit)
{
    us_standing_orders *all = &plan->standing_orders;
    us_standing_order *item = find(plan, unit);
    if (item)
        memmove(item, item + 1, (size_t)(--all->count - (int)(item - all->item)) * sizeof *item);
}

/* Puts the item off; the pause grows as long as nothing comes of it. */
static void put_off(const us_plan *plan, us_standing_order *item)
{
    item->pause = item->pause == 0                 ? US_STANDING_LATER
                  : item->pause < US_STANDING_MOST ? item->pause * 2
                                                   : US_STANDING_MOST;
    item->next = us_plan_after(plan, item->pause);
}

/* Goes on elsewhere, and later. */
static void give_up(const us_plan *plan, us_standing_order *item)
{
    item->failed = true;
    put_off(plan, item);
}

static bool is_back(const us_plan *plan, const us_standing_order *item, const us_order *order)
{
    const us_action_def *def = &plan->domain->action[order->action];
    bool same = item->order.action == order->action;
    for (int p = 0; p < def->param_count && same; p++)
        same = item->order.arg[p] == order->arg[p];
    return same;
}

void us_standing_order_on_order(us_plan *plan, const us_order *order, us_reason reason)
{
    const us_action_def *def = &plan->domain->action[order->action];
    /* Stop and stand end standing orders. */
    bool ends = reason == US_REASON_NONE && def->param_count == 0 && def->effect_count == 0;
    for (int i = 0; i < order->unit_count; i++) {
        if (ends)
            us_standing_order_set(plan, order->unit[i], order);
        us_standing_order *item = find(plan, order->unit[i]);
        if (item && ends) {
            item->order.action = STAYS;
        } else if (item && is_back(plan, item, order)) {
            item->order.id = order->id;
            if (reason != US_REASON_NONE)
                give_up(plan, item);
        }
    }
}

void us_standing_order_on_event(us_plan *plan, const us_event *event)
{
    us_standing_order *item = find(plan, event->entity);
    if (!item)
        return;
    bool own = (uint32_t)event->value == item->order.id;
    if (own && event->kind == US_EVENT_DONE) {
        item->pause = 0;
        item->failed = false;
    } else if (own && event->type != US_REASON_INTERRUPTED) {
        give_up(plan, item);
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

static int32_t place_near(us_plan *plan, const us_entity *unit, int action)
{
    us_slot_description what = at_place(plan, unit, US_VALUE_CELL);
    us_cell_query query = {
        .described = &what, .action = action, .type = US_NO_TYPE, .unit = unit->id};
    return us_reviser_find_cell(plan->reviser, &query);
}

/* ---- the gather balance */

/* Returns the resource that the entity goes on gathering, or -1. */
static int gained(const us_plan *plan, const us_entity *e)
{
    const us_action_def *def = us_plan_entity_action(plan, e);
    for (int i = 0; def && def->continues && i < def->effect_count; i++) {
        if (def->effect[i].kind != US_EFFECT_GAIN)
            continue;
        if (def->effect[i].resource >= 0)
            return def->effect[i].resource;
        const us_entity *from = us_world_find(plan->seat.view->world, e->target);
        return from ? plan->domain->type[from->type].yields : -1;
    }
    return -1;
}

static bool gains(const us_action_def *def, int resource)
{
    for (int i = 0; i < def->effect_count; i++)
        if (def->effect[i].kind == US_EFFECT_GAIN &&
            (def->effect[i].resource == resource || def->effect[i].resource < 0))
            return def->continues;
    return false;
}

/* Returns the nearest source of the resource; of equals the older one. */
static us_id nearest_source(us_plan *plan, const us_entity *unit, us_order *order, int param,
                            int resource)
{
    const us_world *world = plan->seat.view->world;
    us_id best = 0;
    int least = INT32_MAX;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        int far = us_entity_distance(plan->domain, unit, e);
        order->arg[param] = (int32_t)e->id;
        if (plan->domain->type[e->type].yields != resource || far >= least ||
            !us_order_allowed(&plan->seat, order))
            continue;
        best = e->id;
        least = far;
    }
    return best;
}

static bool set_to(us_plan *plan, const us_entity *unit, int action, int resource, uint32_t label)
{
    const us_action_def *def = &plan->domain->action[action];
    us_id id = unit->id;
    us_order order = {
        .seat = plan->seat.view->self, .action = (int8_t)action, .unit = &id, .unit_count = 1};
    for (int p = 0; p < def->param_count; p++) {
        if (def->param[p].kind == US_VALUE_ENTITY)
            order.arg[p] = (int32_t)nearest_source(plan, unit, &order, p, resource);
        else if (def->param[p].kind == US_VALUE_CELL)
            order.arg[p] = place_near(plan, unit, action);
    }
    if (!us_order_allowed(&plan->seat, &order))
        return false;
    order.goal = label;
    us_executor_order(&plan->exec, &order, NULL);
    us_standing_order_set(plan, id, &order);
    return true;
}

/* Sets the unit to the resource, by the first action that gathers it. */
static bool moved(us_plan *plan, const us_entity *unit, int resource, uint32_t label)
{
    const us_type_def *type = &plan->domain->type[unit->type];
    for (int a = 0; a < plan->domain->action_count; a++)
        if (gains(&plan->domain->action[a], resource) && (type->gathers >> resource & 1) &&
            us_type_can_do(plan->domain, unit->type, a) && set_to(plan, unit, a, resource, label))
            return true;
    return false;
}

static bool gather_nearest(us_plan *plan, const us_entity *unit)
{
    const us_world *world = plan->seat.view->world;
    uint32_t gathers = plan->domain->type[unit->type].gathers;
    int best = -1, least = INT32_MAX;
    if (!plan->def.settings.gathering || !gathers)
        return false;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        int yields = plan->domain->type[e->type].yields;
        int far = us_entity_distance(plan->domain, unit, e);
        if (yields >= 0 && (gathers >> yields & 1) && far < least) {
            best = yields;
            least = far;
        }
    }
    return best >= 0 && moved(plan, unit, best, plan->top);
}

/* Whether more of the resource is spare than anything costs. */
static bool is_abundant(const us_plan *plan, int resource)
{
    int64_t spare = us_cost_spare(plan, resource);
    for (us_type t = 0; t < plan->domain->type_count; t++)
        if (plan->domain->type[t].cost[resource] >= spare)
            return false;
    return true;
}

/* Reassigns one unit from a spare resource that is abundant, or that more units gather. */
static void move_one(us_plan *plan, int resource, uint32_t label)
{
    const us_world *world = plan->seat.view->world;
    int at[US_RESOURCES_MAX] = {0};
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        int other = e->owner == plan->seat.view->self ? gained(plan, e) : -1;
        if (other >= 0)
            at[other]++;
    }
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        int other = e->owner == plan->seat.view->self ? gained(plan, e) : -1;
        if (other < 0 || other == resource || us_cost_spare(plan, other) <= 0)
            continue;
        if ((at[other] > at[resource] || is_abundant(plan, other)) &&
            us_reservations_hold(plan->reserve, e->id, 0) != US_HOLD_FIRM &&
            moved(plan, e, resource, label))
            return;
    }
}

static uint32_t find_label(const us_plan *plan, uint32_t holder)
{
    if (holder == US_HOLDER_SQUAD)
        return us_squad_find_label(plan);
    const us_task *task = us_task_of_node(&plan->exec, holder);
    return task ? us_plan_find_goal(&plan->exec, task->node_ref) : 0;
}

void us_gather_balance_request(us_plan *plan, int resource, uint32_t holder)
{
    us_gather_balance *state = &plan->gains;
    us_cycle now = plan->now;
    if (!plan->def.settings.gathering)
        return;
    if (state->holder[resource] != holder) {
        if (state->holder[resource] &&
            now - state->called[resource] <= us_ticks_to_cycles(plan->domain, US_BALANCE_LAPSE))
            return; /* another task waits already */
        state->holder[resource] = holder;
        state->next[resource] = us_plan_after(plan, US_BALANCE_STALL);
    }
    state->called[resource] = now;
    if (now < state->next[resource])
        return;
    state->next[resource] = us_plan_after(plan, US_BALANCE_APART);
    move_one(plan, resource, find_label(plan, holder));
}

/* ---- going back to work */

/* Finds another target or place for the order, near the unit. */
static bool find_other(us_plan *plan, const us_entity *unit, const us_standing_order *item,
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
            order->arg[p] = place_near(plan, unit, order->action);
        }
    }
    return us_order_allowed(&plan->seat, order);
}

static bool order_back(us_plan *plan, const us_entity *unit, us_standing_order *item)
{
    us_order order = item->order;
    us_id id = unit->id;
    order.unit = &id;
    order.unit_count = 1;
    bool fits = !item->failed && us_order_allowed(&plan->seat, &order);
    if (!fits && !find_other(plan, unit, item, &order))
        return false;
    memcpy(item->order.arg, order.arg, sizeof order.arg);
    us_executor_order(&plan->exec, &order, NULL);
    return true;
}

/* Records the target's type while the target is there: it may be gone when the type is needed. */
static void remember_target(us_plan *plan, us_standing_order *item)
{
    const us_action_def *def = &plan->domain->action[item->order.action];
    for (int p = 0; p < def->param_count && item->type == US_NO_TYPE; p++) {
        const us_entity *target =
            def->param[p].kind == US_VALUE_ENTITY
                ? us_world_find(plan->seat.view->world, (us_id)item->order.arg[p])
                : NULL;
        if (target)
            item->type = target->type;
    }
}

/* Returns the gathering order of the nearest unit of its type, or NULL. */
static const us_standing_order *of_fellow(us_plan *plan, const us_entity *unit)
{
    const us_standing_order *best = NULL;
    int least = INT32_MAX;
    for (int i = 0; i < plan->standing_orders.count; i++) {
        const us_standing_order *item = &plan->standing_orders.item[i];
        const us_entity *fellow = us_world_find(plan->seat.view->world, item->unit);
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
    const us_standing_order *like = of_fellow(plan, unit);
    if (!like)
        return false;
    us_order order = like->order;
    us_standing_order_set(plan, unit->id, &order);
    find(plan, unit->id)->next = plan->now;
    return true;
}

/* Lets idle units without a standing order gather as units of their type do, or else what is
 * nearest. */
static void join_gatherers(us_plan *plan)
{
    const us_world *world = plan->seat.view->world;
    for (int i = 0; i < world->count; i++) {
        const us_entity *unit = &world->entity[i];
        if (us_plan_is_idle(plan, unit) && !find(plan, unit->id) &&
            (join_fellow(plan, unit) || gather_nearest(plan, unit)))
            find(plan, unit->id)->joined = true;
    }
}

us_cycle us_standing_order_keep(us_plan *plan)
{
    us_standing_orders *all = &plan->standing_orders;
    us_cycle now = plan->now;
    if (!plan->def.settings.producers)
        return US_NEVER;
    if (now < all->next)
        return all->next;
    all->next = us_plan_after(plan, US_LOOK);
    if (now >= all->join) {
        all->join = us_plan_after(plan, US_STANDING_JOIN);
        join_gatherers(plan);
    }
    for (int i = 0; i < all->count; i++) {
        us_standing_order *item = &all->item[i];
        const us_entity *unit = us_world_find(plan->seat.view->world, item->unit);
        if (item->order.action != STAYS)
            remember_target(plan, item);
        if (!unit || item->order.action == STAYS || now < item->next ||
            unit->owner != plan->seat.view->self || unit->action == item->order.action ||
            us_reservations_hold(plan->reserve, unit->id, 0) == US_HOLD_FIRM)
            continue;
        item->next = us_plan_after(plan, US_LOOK);
        if (!order_back(plan, unit, item))
            put_off(plan, item);
    }
    return all->next;
}

/* ---- threats */

us_threats us_threats_init(const us_template *root)
{
    us_threats threats = {.count = 0};
    for (int i = root->shared; i < root->shared + root->params; i++)
        if (threats.count < US_THREATS_MAX && root->slot[i].slot.kind == US_VALUE_ENTITY &&
            us_text_has_prefix(root->slot[i].slot.name, "attacker"))
            threats.slot[threats.count++] = i;
    return threats;
}

void us_threats_on_event(us_threats *threats, const us_view *view, const us_reservations *reserve,
                         const us_event *event)
{
    const us_entity *who = us_world_find(view->world, event->other);
    int place = -1;
    if (event->kind != US_EVENT_ATTACKED || event->seat != view->self || !who ||
        who->owner == view->self || us_reservations_hold(reserve, event->entity, 0) == US_HOLD_FIRM)
        return;
    for (int i = 0; i < threats->count; i++) {
        if (threats->attacker[i] == who->id) {
            threats->seen[i] = event->cycle;
            return;
        }
        if (!threats->attacker[i] && place < 0)
            place = i;
    }
    if (place >= 0) {
        threats->attacker[place] = who->id;
        threats->seen[place] = event->cycle;
    }
}

void us_threats_bind(us_threats *threats, us_run *run, uint32_t root, const us_view *view)
{
    us_binding binding = us_run_frame_binding(run, root);
    for (int i = 0; i < threats->count; i++) {
        bool over = view->world->now - threats->seen[i] >
                        us_ticks_to_cycles(view->world->domain, US_THREAT_LAPSE) ||
                    !us_world_find(view->world, threats->attacker[i]);
        if (over)
            threats->attacker[i] = 0;
        if (binding.value[threats->slot[i]].number != threats->attacker[i])
            us_run_bind(run, root, threats->slot[i], (us_value){.number = threats->attacker[i]});
    }
}

bool us_threats_has_attacker(const us_threats *threats, us_id who)
{
    for (int i = 0; i < threats->count; i++)
        if (who && threats->attacker[i] == who)
            return true;
    return false;
}

/* ---- detached orders */

static bool holds(const us_reservations *reserve, uint32_t holder, us_id unit)
{
    for (int i = 0; i < us_reservations_count_units(reserve, holder); i++)
        if (us_reservations_unit_at(reserve, holder, i) == unit)
            return true;
    return false;
}

void us_detached_order_add(us_plan *plan, us_task *task)
{
    US_LIST_PUT(plan->detached, ((us_detached_order){task->node, task->step.order.id}));
    task->left = true;
}

void us_detached_orders_on_event(us_plan *plan, const us_event *event)
{
    us_reservations *reserve = plan->reserve;
    bool ends = event->kind == US_EVENT_DONE || event->kind == US_EVENT_FAILED;
    int kept = 0;
    for (int i = 0; i < plan->detached.count; i++) {
        us_detached_order left = plan->detached.item[i];
        bool over = event->kind == US_EVENT_GONE || (ends && (uint32_t)event->value == left.order);
        if (event->kind == US_EVENT_CREATED && holds(reserve, left.holder, event->other))
            us_reservations_remove_request(reserve, left.holder);
        if (over && holds(reserve, left.holder, event->entity))
            us_reservations_drop_unit(reserve, event->entity);
        if (us_reservations_count_units(reserve, left.holder) > 0)
            plan->detached.item[kept++] = left;
        else
            us_reservations_release(reserve, left.holder);
    }
    plan->detached.count = kept;
}
