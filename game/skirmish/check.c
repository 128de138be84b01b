#include "game/skirmish/act.h"

static const us_type_def *def_of(const sk_question *q, const us_entity *entity)
{
    return &q->world->domain->type[entity->type];
}

bool sk_type_can_hit(const sk_scenario *scenario, us_type type, us_type target)
{
    const us_type_def *def = &scenario->domain->type[target];
    const sk_type *numbers = &scenario->rules->type[type];
    int movement = def->movement < 0 ? scenario->words.land : def->movement;
    return numbers->range > 0 && def->kind != US_KIND_RESOURCE &&
           (numbers->targets >> movement & 1);
}

static us_reason check_attack(const sk_question *q, const us_entity *unit)
{
    const us_entity *target = us_world_find(q->world, (us_id)q->order->arg[0]);
    const sk_words *w = &q->scenario->words;
    if (!target || target->owner == q->seat || (target->flags & US_ENTITY_INSIDE) ||
        !sk_type_can_hit(q->scenario, unit->type, target->type))
        return US_REASON_BAD_TARGET;
    int distance = us_entity_distance(q->world->domain, unit, target);
    if (def_of(q, unit)->movement < 0 &&
        (distance > unit->attribute[w->range] || distance < unit->attribute[w->min_range]))
        return US_REASON_BAD_TARGET;
    return US_REASON_NONE;
}

static us_reason check_company(const sk_question *q, const us_entity *unit)
{
    const us_entity *target = us_world_find(q->world, (us_id)q->order->arg[0]);
    if (!target || target->id == unit->id || def_of(q, target)->kind == US_KIND_RESOURCE)
        return US_REASON_BAD_TARGET;
    if (q->order->action == q->scenario->words.defend && target->owner != q->seat)
        return US_REASON_BAD_TARGET;
    return US_REASON_NONE;
}

static us_reason check_harvest(const sk_question *q, const us_entity *unit)
{
    const us_entity *mine = us_world_find(q->world, (us_id)q->order->arg[0]);
    if (!mine)
        return US_REASON_BAD_TARGET;
    int resource = def_of(q, mine)->yields;
    if (resource < 0 || mine->attribute[q->scenario->words.stock] == 0)
        return US_REASON_BAD_TARGET;
    return q->scenario->rules->type[unit->type].gather[resource].capacity ? US_REASON_NONE
                                                                          : US_REASON_CANNOT;
}

/* Returns true if a cutter may be sent there: the cell has trees, or had some, and others may be
 * near. */
static bool is_wood(const sk_scenario *scenario, const us_world *world, int x, int y)
{
    const us_domain *domain = world->domain;
    int here = world->plane[US_PLANE_TERRAIN][us_world_cell(world, x, y)];
    for (int t = 0; t < domain->terrain_count; t++) {
        const us_terrain *terrain = &domain->terrain[t];
        if (terrain->resource == scenario->words.wood && (t == here || terrain->becomes == here))
            return true;
    }
    return false;
}

static us_reason check_chop(const sk_question *q, const us_entity *unit)
{
    us_reason reason = us_order_check_args(q->world, q->order);
    if (reason != US_REASON_NONE)
        return reason;
    int x = US_CELL_X(q->order->arg[0]), y = US_CELL_Y(q->order->arg[0]);
    if (!is_wood(q->scenario, q->world, x, y))
        return US_REASON_BAD_TARGET;
    const sk_gather *gather = q->scenario->rules->type[unit->type].gather;
    return gather[q->scenario->words.wood].capacity ? US_REASON_NONE : US_REASON_CANNOT;
}

bool sk_world_can_afford(const us_world *world, us_seat seat, const int32_t *cost)
{
    for (int r = 0; r < world->domain->resources.count; r++) {
        if (us_world_tally(world, seat, r) < cost[r])
            return false;
    }
    return true;
}

static us_reason check_cost(const sk_question *q, us_type type)
{
    return us_world_can_afford(q->world, q->seat, type) ? US_REASON_NONE : US_REASON_NO_RESOURCES;
}

static us_reason check_repair(const sk_question *q)
{
    const us_entity *target = us_world_find(q->world, (us_id)q->order->arg[0]);
    if (!target || target->owner != q->seat || def_of(q, target)->kind != US_KIND_BUILDING)
        return US_REASON_BAD_TARGET;
    if (!(target->flags & US_ENTITY_UNFINISHED) && !q->scenario->rules->type[target->type].repair)
        return US_REASON_BAD_TARGET;
    bool whole = target->attribute[0] >= def_of(q, target)->attribute[0];
    return whole && !(target->flags & US_ENTITY_UNFINISHED) ? US_REASON_NOTHING : US_REASON_NONE;
}

static us_reason check_product(const sk_question *q, const us_entity *unit, int32_t type)
{
    if (type < 0 || type >= q->world->domain->type_count || q->world->domain->type[type].abstract)
        return US_REASON_BAD_ARGUMENT;
    if (!us_type_can_make(q->world->domain, unit->type, q->order->action, (us_type)type))
        return US_REASON_CANNOT;
    if (!us_world_has_requirement(q->world, q->seat, (us_type)type))
        return US_REASON_REQUIRES;
    return US_REASON_NONE;
}

static us_reason check_place(const sk_question *q)
{
    int32_t cell = q->order->arg[1];
    bool fits =
        us_world_can_place(q->world, (us_type)q->order->arg[0], US_CELL_X(cell), US_CELL_Y(cell));
    return fits ? US_REASON_NONE : US_REASON_BAD_PLACE;
}

static us_reason check_make(const sk_question *q, const us_entity *unit)
{
    us_type type = (us_type)q->order->arg[0];
    us_reason reason = check_product(q, unit, q->order->arg[0]);
    if (reason != US_REASON_NONE)
        return reason;
    const us_type_def *def = &q->world->domain->type[type];
    const sk_words *words = &q->scenario->words;
    if (def->kind == US_KIND_UPGRADE) {
        if (us_world_tally(q->world, q->seat, def->tally))
            return US_REASON_KNOWN;
        for (int i = 0; i < q->world->count; i++) {
            if (q->world->entity[i].owner == q->seat && q->world->entity[i].product == type)
                return US_REASON_KNOWN;
        }
    }
    bool conversion = def->kind == US_KIND_BUILDING;
    if (unit->attribute[words->queue] >= (conversion ? 1 : q->scenario->rules->queue) ||
        unit->status == words->upgrading)
        return US_REASON_BUSY;
    if (!us_world_can_feed(q->world, q->seat, type))
        return US_REASON_NO_FOOD;
    return check_cost(q, type);
}

bool sk_action_is_production(const sk_words *words, int action)
{
    return action == words->train || action == words->research || action == words->upgrade;
}

bool sk_action_is_immediate(const sk_words *words, int action)
{
    return action == words->cancel || action == words->dismiss || action == words->set_repair ||
           action == words->set_rally;
}

/* The check has three steps: the unit, its target or place, and the price. */
static us_reason check_actor(const sk_question *q, const us_entity *unit)
{
    const sk_words *w = &q->scenario->words;
    int action = q->order->action;
    if (!us_type_can_do(q->world->domain, unit->type, action))
        return US_REASON_CANNOT;
    if ((unit->flags & US_ENTITY_UNFINISHED) && action != w->cancel && action != w->dismiss)
        return US_REASON_UNFINISHED;
    bool makes = sk_action_is_production(w, action);
    if (!makes && !sk_action_is_immediate(w, action) && unit->attribute[w->queue])
        return US_REASON_BUSY;
    if (makes)
        return check_make(q, unit);
    if (action == w->attack || action == w->attack_ground)
        return unit->attribute[w->range] ? US_REASON_NONE : US_REASON_CANNOT;
    if (action == w->build)
        return check_product(q, unit, q->order->arg[0]);
    if (action == w->deliver)
        return unit->attribute[w->carried] ? US_REASON_NONE : US_REASON_NOTHING;
    if (action == w->cancel)
        return (unit->flags & US_ENTITY_UNFINISHED) || unit->attribute[w->queue]
                   ? US_REASON_NONE
                   : US_REASON_NOTHING;
    return US_REASON_NONE;
}

static us_reason check_object(const sk_question *q, const us_entity *unit)
{
    const sk_words *w = &q->scenario->words;
    int action = q->order->action;
    if (action == w->move || action == w->attack_move || action == w->attack_ground ||
        action == w->patrol || action == w->set_rally)
        return us_order_check_args(q->world, q->order);
    if (action == w->attack)
        return check_attack(q, unit);
    if (action == w->follow || action == w->defend)
        return check_company(q, unit);
    if (action == w->harvest)
        return check_harvest(q, unit);
    if (action == w->chop)
        return check_chop(q, unit);
    if (action == w->build)
        return check_place(q);
    if (action == w->repair)
        return check_repair(q);
    if (action == w->set_repair)
        return (uint32_t)q->order->arg[0] > 1 ? US_REASON_BAD_ARGUMENT : US_REASON_NONE;
    return US_REASON_NONE;
}

static us_reason check_price(const sk_question *q)
{
    bool builds = q->order->action == q->scenario->words.build;
    return builds ? check_cost(q, (us_type)q->order->arg[0]) : US_REASON_NONE;
}

us_reason sk_question_check_unit(const sk_question *q, us_id id)
{
    const us_entity *unit = us_world_find(q->world, id);
    if (!unit)
        return US_REASON_NO_UNIT;
    if (unit->owner != q->seat)
        return US_REASON_NOT_YOURS;
    us_reason reason = check_actor(q, unit);
    if (reason != US_REASON_NONE)
        return reason;
    if (q->order->queued && unit->attribute[q->scenario->words.orders] >= SK_WAITING_MAX)
        return US_REASON_BUSY;
    reason = check_object(q, unit);
    return reason != US_REASON_NONE ? reason : check_price(q);
}

static us_order order_of(us_seat seat, const sk_task *task)
{
    return (us_order){
        .seat = seat, .action = (int8_t)task->action, .arg = {task->arg[0], task->arg[1]}};
}

us_reason sk_task_check(sk_game *g, sk_slot slot, const sk_task *task)
{
    us_seat seat = g->unit[slot].owner;
    us_order order = order_of(seat, task);
    sk_question q = {g->scenario, sk_seat_world(g, seat), seat, &order};
    return sk_question_check_unit(&q, g->unit[slot].id);
}

us_reason sk_task_check_begin(sk_game *g, sk_slot slot, const sk_task *task)
{
    us_seat seat = g->unit[slot].owner;
    us_order order = order_of(seat, task);
    sk_question q = {g->scenario, sk_seat_world(g, seat), seat, &order};
    us_reason reason = check_actor(&q, us_world_find(q.world, g->unit[slot].id));
    return reason != US_REASON_NONE ? reason : check_price(&q);
}

us_reason sk_scenario_check(const us_scenario *scenario, const us_view *view, const us_order *order)
{
    sk_question q = {(const sk_scenario *)scenario, view->world, order->seat, order};
    us_reason first = us_order_check_shape(q.world, order);
    if (first != US_REASON_NONE)
        return first;
    for (int i = 0; i < order->unit_count; i++) {
        us_reason reason = sk_question_check_unit(&q, order->unit[i]);
        if (reason == US_REASON_NONE)
            return reason;
        first = i == 0 ? reason : first;
    }
    return first;
}
