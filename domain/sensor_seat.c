#include "domain/index.h"
#include "domain/sensor.h"

/* Returns whether the condition holds for any of the seats. */
static bool any_seat(const us_call *call, bool (*asks)(const us_call *call, us_seat seat))
{
    uint32_t bits = us_seat_to_bits(call->view, call->arg[0]) >> 1;
    for (int seat = 0; bits; seat++, bits >>= 1)
        if ((bits & 1) && asks(call, (us_seat)seat))
            return true;
    return false;
}

static bool is_alive(const us_call *call, us_seat seat)
{
    return call->world->alive[seat] != 0;
}

int64_t us_sensor_eval_alive(const us_call *call)
{
    return any_seat(call, is_alive);
}

int64_t us_sensor_eval_rivals(const us_call *call)
{
    uint32_t own = us_seat_to_bits(call->view, call->arg[0]);
    int count = 0;
    for (int seat = 0; own && seat < call->world->seats; seat++)
        count += call->world->alive[seat] && !(own >> (seat + 1) & 1);
    return count;
}

/* ---- types */

static bool has_upgrade(const us_call *call, us_seat seat)
{
    us_type type = (us_type)call->arg[1];
    return type >= 0 && call->domain->type[type].kind == US_KIND_UPGRADE &&
           us_world_has_type(call->world, seat, type);
}

int64_t us_sensor_eval_known(const us_call *call)
{
    return any_seat(call, has_upgrade);
}

static bool has_requirement(const us_call *call, us_seat seat)
{
    us_type type = us_call_type(call, 1, seat);
    return type >= 0 && us_world_has_requirement(call->world, seat, type);
}

int64_t us_sensor_eval_meets(const us_call *call)
{
    return any_seat(call, has_requirement);
}

static bool affords(const us_call *call, us_seat seat)
{
    us_type type = us_call_type(call, 1, seat);
    return type >= 0 && us_world_can_afford(call->world, seat, type);
}

int64_t us_sensor_eval_affords(const us_call *call)
{
    return any_seat(call, affords);
}

static bool feeds(const us_call *call, us_seat seat)
{
    us_type type = us_call_type(call, 1, seat);
    return type >= 0 && us_world_can_feed(call->world, seat, type);
}

int64_t us_sensor_eval_feeds(const us_call *call)
{
    return any_seat(call, feeds);
}

/* A unit inside is building a site, which counts itself. */
int64_t us_sensor_eval_making(const us_call *call)
{
    uint32_t owners = us_seat_to_bits(call->view, call->arg[0]);
    us_type type = (us_type)call->arg[1];
    int count = 0;
    for (int i = 0; i < call->world->count; i++) {
        const us_entity *e = &call->world->entity[i];
        if (!(owners >> (e->owner + 1) & 1))
            continue;
        bool site = (e->flags & US_ENTITY_UNFINISHED) && us_type_is_a(call->domain, e->type, type);
        bool makes = e->product != US_NO_TYPE && !(e->flags & US_ENTITY_INSIDE) &&
                     us_type_is_a(call->domain, e->product, type);
        count += site || makes;
    }
    return count;
}

int64_t us_sensor_eval_cost(const us_call *call)
{
    us_type type = us_call_type(call, 0, call->view->self);
    if (type < 0)
        return 0;
    if (!us_call_has_arg(call, 1))
        return call->domain->index->price[type];
    return call->arg[1] < 0 ? 0 : call->domain->type[type].cost[call->arg[1]];
}

int64_t us_sensor_eval_concrete(const us_call *call)
{
    return call->arg[0] >= 0 && !call->domain->type[call->arg[0]].abstract;
}

int64_t us_sensor_eval_fits(const us_call *call)
{
    us_type type = us_call_type(call, 0, call->view->self);
    int64_t cell = call->arg[1];
    return type >= 0 && cell != -1 && call->world->plane[US_PLANE_TERRAIN] &&
           call->world->plane[US_PLANE_TAKEN] &&
           us_world_can_place(call->world, type, US_CELL_X(cell), US_CELL_Y(cell));
}
