#include "behavior/runner.h"

us_value us_value_make_none(us_value_kind kind)
{
    us_value none = {.number = -1};
    if (kind == US_VALUE_ENTITY || kind == US_VALUE_NUMBER || kind == US_VALUE_BOOL ||
        kind == US_VALUE_GROUP)
        none.number = 0;
    else if (kind == US_VALUE_SEAT)
        none.number = US_SEAT_NONE;
    return none;
}

static bool seat_is(const us_view *view, int seat, us_seat owner)
{
    if (seat == US_SEAT_SELF)
        return owner == view->self;
    if (seat == US_SEAT_ENEMY)
        return owner != view->self && owner != US_NEUTRAL;
    return owner == seat;
}

/* Returns the oldest entity of SEAT.ROLE, which near(SEAT.ROLE) means without revision. */
static us_id oldest(const us_view *view, int seat, int role)
{
    const us_world *world = view->world;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (seat_is(view, seat, e->owner) && (world->domain->type[e->type].roles >> role & 1))
            return e->id;
    }
    return 0;
}

static us_value place_value(us_run *run, const us_run_frame *f, const us_arg *arg,
                            us_value_kind kind)
{
    const us_world *world = run->view->world;
    us_value_kind from = arg->expr ? us_expr_kind(arg->expr) : US_VALUE_ENTITY;
    int64_t at = arg->expr ? us_expr_eval(arg->expr, run->view, &f->binding)
                           : oldest(run->view, arg->seat, arg->role);
    if (from == US_VALUE_GROUP) {
        const us_value *group = &f->value[at];
        at = group->count > 0 ? group->id[0] : 0;
    }
    if (kind != US_VALUE_CELL)
        return (us_value){.number = from == US_VALUE_CELL ? 0 : at};
    if (from != US_VALUE_CELL) {
        const us_entity *e = us_world_find(world, (us_id)at);
        at = e ? US_CELL(e->x, e->y) : -1;
    }
    if (at < 0)
        return (us_value){.number = -1};
    int64_t x = US_CELL_X(at) + arg->dx, y = US_CELL_Y(at) + arg->dy;
    bool inside = x >= 0 && y >= 0 && us_world_is_inside(world, (int)x, (int)y);
    return (us_value){.number = inside ? US_CELL(x, y) : -1};
}

us_value us_arg_eval(us_run *run, const us_run_frame *f, const us_arg *arg, us_value_kind kind)
{
    if (arg->anchor)
        return place_value(run, f, arg, kind);
    if (!arg->expr)
        return us_value_make_none(kind);
    int64_t value = us_expr_eval(arg->expr, run->view, &f->binding);
    if (us_expr_kind(arg->expr) == US_VALUE_GROUP) /* the expression's value is the slot */
        return f->value[value];
    return (us_value){.number = value};
}

int64_t us_run_eval_condition(us_run *run, const us_run_frame *f, const us_expr *condition)
{
    run->counts.conditions++;
    return us_expr_eval(condition, run->view, &f->binding);
}
