#include "domain/node.h"

uint32_t us_seat_to_bits(const us_view *view, int64_t seat)
{
    uint32_t self = 1u << (view->self + 1);
    if (seat == US_SEAT_SELF)
        return self;
    if (seat == US_SEAT_ENEMY)
        return ((2u << view->world->seats) - 2) & ~self;
    return seat >= US_NEUTRAL && seat < view->world->seats ? 1u << (seat + 1) : 0;
}

int64_t us_tally_sum(const us_view *view, int64_t seat, int tally)
{
    int64_t sum = 0;
    for (uint32_t bits = us_seat_to_bits(view, seat) >> 1; bits; bits &= bits - 1)
        sum += us_world_tally(view->world, (us_seat)__builtin_ctz(bits), tally);
    return sum;
}

int64_t us_member_value(const us_world *world, int64_t id, int member)
{
    const us_entity *e = us_world_find(world, (us_id)id);
    switch (member) {
    case US_MEMBER_X:
        return e ? e->x : -1;
    case US_MEMBER_Y:
        return e ? e->y : -1;
    case US_MEMBER_CELL:
        return e ? US_CELL(e->x, e->y) : -1;
    case US_MEMBER_TYPE:
        return e ? e->type : US_NO_TYPE;
    case US_MEMBER_OWNER:
        return e ? e->owner : US_SEAT_NONE;
    case US_MEMBER_STATUS:
        return e ? e->status : -1;
    case US_MEMBER_ACTION:
        return e ? e->action : -1;
    case US_MEMBER_TARGET:
        return e ? e->target : 0;
    case US_MEMBER_PRODUCT:
        return e ? e->product : US_NO_TYPE;
    case US_MEMBER_FULL:
        return e ? world->domain->type[e->type].attribute[0] : 0;
    default:
        return e ? e->attribute[member - US_MEMBERS] : 0;
    }
}

const us_entity *us_call_entity(const us_call *call, int param)
{
    return us_world_find(call->world, (us_id)call->arg[param]);
}

bool us_call_box(const us_call *call, int param, us_box *out)
{
    int64_t value = call->arg[param];
    if (call->kind[param] == US_VALUE_CELL) {
        *out = (us_box){US_CELL_X(value), US_CELL_Y(value), 1, 1};
        return value != -1;
    }
    const us_entity *entity = us_world_find(call->world, (us_id)value);
    if (entity)
        *out = us_entity_box(call->domain, entity);
    return entity != NULL;
}

us_type us_call_type(const us_call *call, int param, us_seat seat)
{
    us_type type = (us_type)call->arg[param];
    if (type < 0 || !call->domain->type[type].abstract || seat < 0)
        return type;
    us_type own = us_type_for_faction(call->domain, type, call->world->faction[seat]);
    return own == US_NO_TYPE ? type : own;
}
