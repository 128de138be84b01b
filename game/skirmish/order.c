#include "game/skirmish/act.h"

#include <string.h>

/* ---- what may be ordered: only the view decides, so that people, players and plans can ask */

typedef struct sk_question {
    const sk_scenario *scenario;
    const us_world *world;
    us_seat seat;
    const us_order *order;
} sk_question;

static const us_type_def *def_of(const sk_question *q, const us_entity *entity)
{
    return &q->world->domain->type[entity->type];
}

static us_reason check_cell(const sk_question *q)
{
    int x = US_CELL_X(q->order->arg[0]), y = US_CELL_Y(q->order->arg[0]);
    return us_world_inside(q->world, x, y) ? US_REASON_NONE : US_REASON_BAD_ARGUMENT;
}

static us_reason check_attack(const sk_question *q, const us_entity *unit)
{
    const us_entity *target = us_world_find(q->world, (us_id)q->order->arg[0]);
    const sk_type *numbers = &q->scenario->rules->type[unit->type];
    if (!numbers->range)
        return US_REASON_CANNOT;
    if (!target || target->id == unit->id || (target->flags & US_ENTITY_INSIDE) ||
        def_of(q, target)->kind == US_KIND_RESOURCE)
        return US_REASON_BAD_TARGET;
    int movement = def_of(q, target)->movement;
    uint32_t bit = 1u << (movement < 0 ? q->scenario->words.land : movement);
    if (!(numbers->targets & bit))
        return US_REASON_BAD_TARGET;
    if (def_of(q, unit)->movement < 0 &&
        us_entity_distance(q->world->domain, unit, target) > numbers->range + 2)
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

static us_reason check_chop(const sk_question *q, const us_entity *unit)
{
    us_reason reason = check_cell(q);
    if (reason != US_REASON_NONE)
        return reason;
    int cell = us_world_cell(q->world, US_CELL_X(q->order->arg[0]), US_CELL_Y(q->order->arg[0]));
    int resource = q->world->domain->terrain[q->world->plane[US_PLANE_TERRAIN][cell]].resource;
    if (resource < 0)
        return US_REASON_BAD_TARGET;
    return q->scenario->rules->type[unit->type].gather[resource].capacity ? US_REASON_NONE
                                                                          : US_REASON_CANNOT;
}

static us_reason check_cost(const sk_question *q, us_type type)
{
    for (int r = 0; r < q->world->domain->resources.count; r++) {
        if (us_world_tally(q->world, q->seat, r) < q->world->domain->type[type].cost[r])
            return US_REASON_NO_RESOURCES;
    }
    return US_REASON_NONE;
}

static us_reason check_repair(const sk_question *q)
{
    const us_entity *target = us_world_find(q->world, (us_id)q->order->arg[0]);
    if (!target || target->owner != q->seat || !q->scenario->rules->type[target->type].repair)
        return US_REASON_BAD_TARGET;
    bool whole = target->attribute[0] >= def_of(q, target)->attribute[0];
    return whole && !(target->flags & US_ENTITY_UNFINISHED) ? US_REASON_NOTHING : US_REASON_NONE;
}

static us_reason check_product(const sk_question *q, const us_entity *unit, us_type type)
{
    if (type < 0 || type >= q->world->domain->type_count ||
        q->world->domain->type[type].abstract)
        return US_REASON_BAD_ARGUMENT;
    if (!us_type_makes(q->world->domain, unit->type, q->order->action, type))
        return US_REASON_CANNOT;
    if (!us_world_meets(q->world, q->seat, type))
        return US_REASON_REQUIRES;
    return US_REASON_NONE;
}

bool sk_far_enough(const sk_rules *rules, const us_world *world, const us_entity *self)
{
    const sk_type *numbers = &rules->type[self->type];
    for (int i = 0; i < world->count; i++) {
        const us_entity *other = &world->entity[i];
        const sk_type *theirs = &rules->type[other->type];
        if ((numbers->apart_from == US_NO_TYPE ||
             !us_type_is(world->domain, other->type, numbers->apart_from)) &&
            (theirs->apart_from == US_NO_TYPE ||
             !us_type_is(world->domain, self->type, theirs->apart_from)))
            continue;
        int apart = numbers->apart > theirs->apart ? numbers->apart : theirs->apart;
        if (us_entity_distance(world->domain, self, other) < apart)
            return false;
    }
    return true;
}

static us_reason check_build(const sk_question *q, const us_entity *unit)
{
    us_type type = (us_type)q->order->arg[0];
    us_reason reason = check_product(q, unit, type);
    if (reason != US_REASON_NONE)
        return reason;
    const us_domain *domain = q->world->domain;
    const us_type_def *def = &domain->type[type];
    us_entity site = {.type = type, .x = US_CELL_X(q->order->arg[1]),
                      .y = US_CELL_Y(q->order->arg[1])};
    if (!us_world_inside(q->world, site.x, site.y) ||
        !us_world_inside(q->world, site.x + def->width - 1, site.y + def->height - 1))
        return US_REASON_BAD_PLACE;
    for (int y = site.y; y < site.y + def->height; y++) {
        for (int x = site.x; x < site.x + def->width; x++) {
            int cell = us_world_cell(q->world, x, y);
            if (!domain->terrain[q->world->plane[US_PLANE_TERRAIN][cell]].buildable ||
                (q->world->plane[US_PLANE_TAKEN][cell] & US_TAKEN_BUILDING))
                return US_REASON_BAD_PLACE;
        }
    }
    if (!sk_far_enough(q->scenario->rules, q->world, &site))
        return US_REASON_BAD_PLACE;
    return check_cost(q, type);
}

static us_reason check_make(const sk_question *q, const us_entity *unit)
{
    us_type type = (us_type)q->order->arg[0];
    us_reason reason = check_product(q, unit, type);
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
    int32_t supply = us_world_tally(q->world, q->seat, words->food_supply);
    if (supply > q->scenario->rules->food_limit)
        supply = q->scenario->rules->food_limit;
    if (def->food_use && us_world_tally(q->world, q->seat, words->food_used) + def->food_use >
                             supply)
        return US_REASON_NO_FOOD;
    return check_cost(q, type);
}

static us_reason check_unit(const sk_question *q, us_id id)
{
    const sk_words *w = &q->scenario->words;
    const us_entity *unit = us_world_find(q->world, id);
    int action = q->order->action;
    if (!unit)
        return US_REASON_NO_UNIT;
    if (unit->owner != q->seat)
        return US_REASON_NOT_YOURS;
    if (!us_type_does(q->world->domain, unit->type, action))
        return US_REASON_CANNOT;
    if ((unit->flags & US_ENTITY_UNFINISHED) && action != w->cancel && action != w->dismiss)
        return US_REASON_UNFINISHED;
    bool makes = action == w->train || action == w->research || action == w->upgrade;
    if (!makes && action != w->cancel && action != w->dismiss && unit->attribute[w->queue])
        return US_REASON_BUSY;
    if (action == w->move || action == w->attack_move || action == w->patrol)
        return check_cell(q);
    if (action == w->attack_ground)
        return q->scenario->rules->type[unit->type].range ? check_cell(q) : US_REASON_CANNOT;
    if (action == w->attack)
        return check_attack(q, unit);
    if (action == w->follow || action == w->defend)
        return check_company(q, unit);
    if (action == w->harvest)
        return check_harvest(q, unit);
    if (action == w->chop)
        return check_chop(q, unit);
    if (action == w->deliver)
        return unit->attribute[w->carried] ? US_REASON_NONE : US_REASON_NOTHING;
    if (action == w->build)
        return check_build(q, unit);
    if (action == w->repair)
        return check_repair(q);
    if (makes)
        return check_make(q, unit);
    if (action == w->cancel)
        return (unit->flags & US_ENTITY_UNFINISHED) || unit->attribute[w->queue]
                   ? US_REASON_NONE
                   : US_REASON_NOTHING;
    return US_REASON_NONE;
}

static us_reason check_shape(const sk_question *q)
{
    const us_order *order = q->order;
    if (order->seat < 0 || order->seat >= q->world->seats || order->action < 0 ||
        order->action >= q->world->domain->action_count || order->unit_count < 1)
        return US_REASON_BAD_ARGUMENT;
    if (order->unit_count > 1 && !q->world->domain->action[order->action].group)
        return US_REASON_BAD_ARGUMENT;
    return q->world->alive[order->seat] ? US_REASON_NONE : US_REASON_OVER;
}

us_reason sk_check(const us_scenario *scenario, const us_view *view, const us_order *order)
{
    sk_question q = {(const sk_scenario *)scenario, view->world, order->seat, order};
    us_reason first = check_shape(&q);
    if (first != US_REASON_NONE)
        return first;
    for (int i = 0; i < order->unit_count; i++) {
        us_reason reason = check_unit(&q, order->unit[i]);
        if (reason == US_REASON_NONE)
            return US_REASON_NONE;
        if (first == US_REASON_NONE)
            first = reason;
    }
    return first;
}

/* ---- taking up and ending */

static void tell_order(sk_game *g, sk_slot slot, us_event_kind kind, us_reason reason)
{
    const sk_unit *unit = &g->unit[slot];
    if (unit->order)
        sk_tell(g, (us_event){.kind = (uint8_t)kind, .seat = unit->owner, .type = (us_type)reason,
                              .entity = unit->id, .value = (int32_t)unit->order,
                              .extra = unit->action, .x = unit->x, .y = unit->y});
}

void sk_under_way(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    if (unit->under_way)
        return;
    unit->under_way = true;
    tell_order(g, slot, US_EVENT_DONE, US_REASON_NONE);
}

void sk_begin(sk_game *g, sk_slot slot, int action, uint32_t order)
{
    sk_unit *unit = &g->unit[slot];
    us_entity *entity = sk_entity(g, slot);
    if (unit->action >= 0 && !unit->under_way)
        tell_order(g, slot, US_EVENT_FAILED, US_REASON_INTERRUPTED);
    sk_walk_end(g, slot);
    unit->action = entity->action = (int8_t)action;
    unit->order = order;
    unit->phase = unit->attempts = 0;
    unit->stands = unit->under_way = false;
    unit->foe = unit->target = entity->target = 0;
    unit->from_x = unit->x;
    unit->from_y = unit->y;
    unit->began = g->core->now;
    entity->product = US_NO_TYPE;
    sk_touch(g, slot);
    us_cycle now = g->core->now;
    sk_wake_at(g, slot, unit->busy > now ? unit->busy : now);
    tell_order(g, slot, US_EVENT_ACCEPTED, US_REASON_NONE);
}

void sk_end(sk_game *g, sk_slot slot, us_reason reason)
{
    sk_unit *unit = &g->unit[slot];
    us_entity *entity = sk_entity(g, slot);
    if (reason != US_REASON_NONE)
        tell_order(g, slot, US_EVENT_FAILED, reason);
    else if (!unit->under_way)
        tell_order(g, slot, US_EVENT_DONE, reason);
    sk_walk_end(g, slot);
    unit->action = entity->action = -1;
    unit->order = 0;
    unit->phase = 0;
    unit->under_way = false;
    unit->foe = unit->target = entity->target = 0;
    unit->from_x = unit->x;
    unit->from_y = unit->y;
    entity->product = US_NO_TYPE;
    sk_touch(g, slot);
    sk_unit_status(g, slot, g->words->idle);
    us_cycle soon = g->core->now + 1;
    sk_wake_at(g, slot, unit->busy > soon ? unit->busy : soon);
}

/* ---- acting on an order that was found good for this unit */

static void take_up(sk_game *g, sk_slot slot, const us_order *order)
{
    sk_unit *unit = &g->unit[slot];
    us_entity *entity = sk_entity(g, slot);
    const us_action_def *action = &g->domain->action[order->action];
    sk_begin(g, slot, order->action, order->id);
    for (int p = 0; p < action->param_count; p++) {
        int32_t arg = order->arg[p];
        switch (action->param[p].kind) {
        case US_PARAM_ENTITY:
            unit->target = entity->target = (us_id)arg;
            break;
        case US_PARAM_CELL:
            unit->to_x = unit->work_x = US_CELL_X(arg);
            unit->to_y = unit->work_y = US_CELL_Y(arg);
            break;
        case US_PARAM_TYPE:
            unit->makes = entity->product = (us_type)arg;
            break;
        default:
            break;
        }
    }
}

static us_reason act_one(sk_game *g, sk_slot slot, const us_order *order)
{
    const sk_words *w = g->words;
    if (order->action == w->train || order->action == w->research || order->action == w->upgrade)
        return sk_queue(g, slot, (us_type)order->arg[0], order->id);
    if (order->action == w->cancel)
        return sk_cancel(g, slot);
    if (order->action == w->dismiss) {
        sk_refund_all(g, slot);
        sk_unit_remove(g, slot, US_GONE_DISMISSED, 0);
        return US_REASON_NONE;
    }
    take_up(g, slot, order);
    return US_REASON_NONE;
}

us_reason sk_act(us_game *game, const us_order *order)
{
    sk_game *g = (sk_game *)game;
    if (g->core->outcome != US_OUTCOME_NONE)
        return US_REASON_OVER;
    us_view all = {sk_world_of(g, US_NEUTRAL), order->seat};
    sk_question q = {g->scenario, all.world, order->seat, order};
    us_reason first = check_shape(&q);
    if (first != US_REASON_NONE)
        return first;
    bool any = false;
    g->events = &g->pending;
    for (int i = 0; i < order->unit_count; i++) {
        us_reason reason = check_unit(&q, order->unit[i]);
        sk_slot slot = sk_slot_of(g, order->unit[i]);
        if (reason == US_REASON_NONE && slot)
            reason = act_one(g, slot, order);
        else if (reason == US_REASON_NONE)
            reason = US_REASON_NO_UNIT;
        if (reason == US_REASON_NONE)
            any = true;
        else if (first == US_REASON_NONE)
            first = reason;
    }
    g->events = NULL;
    if (!any)
        return first;
    g->core->tag = us_hash_add(g->core->tag, ((uint64_t)order->id << 8) ^ (uint8_t)order->action);
    for (int p = 0; p < US_PARAMS_MAX; p++)
        g->core->tag = us_hash_add(g->core->tag, (uint32_t)order->arg[p]);
    sk_sweep(g);
    g->world.count = g->core->count;
    return US_REASON_NONE;
}

/* ---- verbs by name */

sk_verb sk_verb_find(const char *action)
{
    static const struct {
        const char *name;
        sk_verb verb;
    } verbs[] = {
        {"move", sk_do_move},       {"stop", sk_do_stop},
        {"stand", sk_do_stand},     {"attack", sk_do_attack},
        {"patrol", sk_do_patrol},   {"attack-move", sk_do_attack_move},
        {"follow", sk_do_follow},   {"attack-ground", sk_do_attack_ground},
        {"defend", sk_do_defend},   {"explore", sk_do_explore},
        {"harvest", sk_do_harvest}, {"chop", sk_do_chop},
        {"return", sk_do_return},   {"build", sk_do_build},
        {"repair", sk_do_repair},
    };
    for (int i = 0; i < US_COUNT(verbs); i++) {
        if (strcmp(verbs[i].name, action) == 0)
            return verbs[i].verb;
    }
    return NULL;
}
