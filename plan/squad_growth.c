/* The squad grows: idle producers make workers, upgrades and fighters. */
#include "domain/index.h"
#include "plan/squad_internal.h"

static int32_t price(const us_plan *plan, us_type type)
{
    return plan->domain->index->price[type];
}

static us_type find_cheapest_fighter(const us_plan *plan)
{
    const us_world *world = us_squad_world(plan);
    us_seat self = plan->seat.view->self;
    us_type best = US_NO_TYPE;
    for (us_type t = 0; t < plan->domain->type_count; t++) {
        const us_type_def *def = &plan->domain->type[t];
        if (!def->abstract && def->kind == US_KIND_UNIT &&
            us_type_is_fighter(plan->domain, &plan->squad->actions, t) &&
            (def->faction < 0 || def->faction == world->faction[self]) &&
            us_world_has_requirement(world, self, t) &&
            (best == US_NO_TYPE || price(plan, t) < price(plan, best)))
            best = t;
    }
    return best;
}

static bool can_make(const us_plan *plan, us_type maker, us_type type)
{
    const us_producer *row;
    int rows = us_domain_producers(plan->domain, type, &row);
    for (int i = 0; i < rows; i++)
        if (us_type_is_a(plan->domain, maker, row[i].actor))
            return true;
    return false;
}

/* Lets an idle building make one of the type. Returns false if none can. */
static bool make_one(us_plan *plan, us_type type)
{
    const us_world *world = us_squad_world(plan);
    for (int i = 0; i < world->count; i++)
        if (world->entity[i].owner == plan->seat.view->self &&
            !us_squad_moves(plan, &world->entity[i]) &&
            can_make(plan, world->entity[i].type, type) &&
            us_plan_is_idle(plan, &world->entity[i]) &&
            us_plan_make_one(plan, world->entity[i].id, type, us_squad_find_label(plan)))
            return true;
    return false;
}

/* Lists the types of idle buildings, each once. */
static int list_idle(const us_plan *plan, us_type out[US_TYPES_MAX])
{
    const us_world *world = us_squad_world(plan);
    int count = 0;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (us_squad_moves(plan, e) || !us_plan_is_idle(plan, e))
            continue;
        int at = 0;
        while (at < count && out[at] != e->type)
            at++;
        out[at] = e->type;
        count += at == count;
    }
    return count;
}

/* Lets an idle building research an upgrade with resources that no task requests. */
static bool research(us_plan *plan)
{
    us_type idle[US_TYPES_MAX];
    int count = list_idle(plan, idle);
    for (us_type t = 0; t < plan->domain->type_count; t++) {
        const us_type_def *def = &plan->domain->type[t];
        bool upgrade = def->kind == US_KIND_UPGRADE && !def->abstract, able = false;
        for (int i = 0; i < count && upgrade && !able; i++)
            able = can_make(plan, idle[i], t);
        if (able && us_cost_is_spare(plan, t) && make_one(plan, t))
            return true;
    }
    return false;
}

static bool gathers(const us_plan *plan, us_type type)
{
    return type != US_NO_TYPE && plan->domain->type[type].gathers != 0;
}

/* Lets an idle building make a unit that gathers, of the type of which the seat has most, as long
 * as it has fewer than the squad's rules say, with those that are being made. Returns false if none
 * is made. */
static bool make_worker(us_plan *plan)
{
    const us_world *world = us_squad_world(plan);
    int workers = 0, count[US_TYPES_MAX] = {0};
    us_type best = US_NO_TYPE;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (e->owner != plan->seat.view->self)
            continue;
        workers += gathers(plan, e->type) + gathers(plan, e->product);
        if (gathers(plan, e->type) && ++count[e->type] > (best == US_NO_TYPE ? 0 : count[best]))
            best = e->type;
    }
    return best != US_NO_TYPE && workers < plan->squad->rules.workers &&
           us_cost_is_spare(plan, best) && make_one(plan, best);
}

/* Lets workers gather what is lacking for the type. */
static void request_cost(us_plan *plan, us_type type)
{
    for (int r = 0; r < plan->domain->resources.count; r++)
        if (us_cost_spare(plan, r) < plan->domain->type[type].cost[r])
            us_gather_balance_request(plan, r, US_HOLDER_SQUAD);
}

void us_squad_grow(us_plan *plan, const us_squad_scene *s)
{
    const us_squad *squad = plan->squad;
    const us_world *world = us_squad_world(plan);
    us_seat self = plan->seat.view->self;
    if (!plan->def.settings.producers)
        return;
    bool urgent = s->force.mobile * US_SQUAD_WATCH / 100 > s->force.ours;
    us_type type = squad->type == US_NO_TYPE
                       ? US_NO_TYPE
                       : us_type_for_faction(plan->domain, squad->type, world->faction[self]);
    if (urgent && (type == US_NO_TYPE || !us_world_has_requirement(world, self, type)))
        type = find_cheapest_fighter(plan);
    if (type == US_NO_TYPE || us_plan_find_missing_depot(plan) != US_NO_TYPE)
        return;
    request_cost(plan, type);
    if (!urgent && ((!s->threat && make_worker(plan)) || !us_cost_is_spare(plan, type)))
        return;
    if (urgent || !research(plan))
        make_one(plan, type);
}
