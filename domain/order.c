#include "domain/order.h"

#include <string.h>

static const char *const reasons[US_REASONS] = {
    [US_REASON_NONE] = "none",
    [US_REASON_NO_UNIT] = "no-unit",
    [US_REASON_NOT_YOURS] = "not-yours",
    [US_REASON_CANNOT] = "cannot",
    [US_REASON_UNFINISHED] = "unfinished",
    [US_REASON_BUSY] = "busy",
    [US_REASON_BAD_ARGUMENT] = "bad-argument",
    [US_REASON_BAD_TARGET] = "bad-target",
    [US_REASON_BAD_PLACE] = "bad-place",
    [US_REASON_NO_RESOURCES] = "no-resources",
    [US_REASON_NO_FOOD] = "no-food",
    [US_REASON_REQUIRES] = "requires",
    [US_REASON_KNOWN] = "known",
    [US_REASON_NOTHING] = "nothing",
    [US_REASON_NO_WAY] = "no-way",
    [US_REASON_EXHAUSTED] = "exhausted",
    [US_REASON_INTERRUPTED] = "interrupted",
    [US_REASON_DEAD] = "dead",
    [US_REASON_OVER] = "over",
};

int32_t us_cell_from_xy(int64_t x, int64_t y)
{
    bool fits = x >= INT16_MIN && x <= INT16_MAX && y >= INT16_MIN && y <= INT16_MAX;
    return fits ? US_CELL(x, y) : -1;
}

us_reason us_order_check_shape(const us_world *world, const us_order *order)
{
    if (order->seat < 0 || order->seat >= world->seats || order->action < 0 ||
        order->action >= world->domain->action_count || order->unit_count < 1)
        return US_REASON_BAD_ARGUMENT;
    const us_action_def *action = &world->domain->action[order->action];
    if ((order->unit_count > 1 && !action->group) || (order->queued && !action->queues))
        return US_REASON_BAD_ARGUMENT;
    return world->alive[order->seat] ? US_REASON_NONE : US_REASON_OVER;
}

static bool is_good_arg(const us_world *world, us_value_kind kind, int32_t arg)
{
    const us_domain *domain = world->domain;
    if (kind == US_VALUE_CELL)
        return us_world_is_inside(world, US_CELL_X(arg), US_CELL_Y(arg));
    if (kind == US_VALUE_TYPE)
        return arg >= 0 && arg < domain->type_count && !domain->type[arg].abstract;
    if (kind == US_VALUE_RESOURCE)
        return arg >= 0 && arg < domain->resources.count;
    return kind != US_VALUE_SEAT || (arg >= 0 && arg < world->seats);
}

us_reason us_order_check_args(const us_world *world, const us_order *order)
{
    const us_action_def *action = &world->domain->action[order->action];
    for (int p = 0; p < action->param_count; p++) {
        if (!is_good_arg(world, action->param[p].kind, order->arg[p]))
            return US_REASON_BAD_ARGUMENT;
    }
    return US_REASON_NONE;
}

const char *us_reason_name(us_reason reason)
{
    return (int)reason < US_REASONS ? reasons[reason] : "?";
}

int us_reason_from_name(const char *name)
{
    return US_ROW_FIND(reasons, US_REASONS, name);
}

/* The pool moves when it grows, so the orders' pointers into it are adjusted. */
static void reserve_pool(us_orders *orders, int more)
{
    if (orders->pool_count + more <= orders->pool_capacity)
        return;
    int capacity = orders->pool_capacity ? orders->pool_capacity : 64;
    while (capacity < orders->pool_count + more)
        capacity *= 2;
    orders->pool = us_mem_realloc(orders->pool, (size_t)capacity * sizeof(*orders->pool));
    orders->pool_capacity = capacity;
    int at = 0;
    for (int i = 0; i < orders->count; i++) {
        orders->order[i].unit = orders->pool + at;
        at += orders->order[i].unit_count;
    }
}

static void reserve_orders(us_orders *orders, int capacity)
{
    if (orders->capacity >= capacity)
        return;
    orders->order = us_mem_realloc(orders->order, (size_t)capacity * sizeof(*orders->order));
    orders->capacity = capacity;
}

void us_orders_reserve(us_orders *orders, int count, int units)
{
    reserve_orders(orders, count);
    reserve_pool(orders, units);
}

us_order *us_orders_add(us_orders *orders, us_seat seat, int action, const us_id *unit, int count)
{
    us_assert(count >= 0 && count <= US_ORDER_UNITS_MAX);
    us_assert(action >= 0 && action < US_ACTIONS_MAX);
    reserve_pool(orders, count);
    if (orders->count == orders->capacity)
        reserve_orders(orders, orders->capacity ? orders->capacity * 2 : 16);
    us_id *units = orders->pool + orders->pool_count;
    if (count > 0)
        memcpy(units, unit, (size_t)count * sizeof(*unit));
    orders->pool_count += count;
    us_order *order = &orders->order[orders->count++];
    *order = (us_order){
        .seat = seat,
        .action = (int8_t)action,
        .unit = units,
        .unit_count = count,
    };
    return order;
}

us_order *us_orders_add_copy(us_orders *orders, const us_order *order)
{
    us_order *copy =
        us_orders_add(orders, order->seat, order->action, order->unit, order->unit_count);
    const us_id *unit = copy->unit;
    *copy = *order;
    copy->unit = unit;
    return copy;
}

void us_orders_reset(us_orders *orders)
{
    orders->count = 0;
    orders->pool_count = 0;
}

void us_orders_clear(us_orders *orders)
{
    us_mem_free(orders->order);
    us_mem_free(orders->pool);
    *orders = (us_orders){0};
}

static void write_arg(const us_domain *domain, const us_param *param, int32_t value,
                      us_json_writer *writer)
{
    us_rows rows = us_kind_rows(domain, param->kind);
    if (param->kind == US_VALUE_CELL) {
        us_json_write_key_int(writer, "x", US_CELL_X(value));
        us_json_write_key_int(writer, "y", US_CELL_Y(value));
    } else if (param->kind == US_VALUE_TYPE || param->kind == US_VALUE_RESOURCE) {
        bool known = value >= 0 && value < rows.count;
        us_json_write_key_string(writer, param->name, known ? us_row_name(rows, value) : NULL);
    } else {
        us_json_write_key_int(writer, param->name,
                              param->kind == US_VALUE_ENTITY ? (int64_t)(us_id)value : value);
    }
}

void us_order_write(const us_domain *domain, const us_order *order, us_json_writer *writer)
{
    const us_action_def *action = &domain->action[order->action];
    us_json_write_key_string(writer, "order", action->name);
    us_json_write_key_open(writer, "args", '{');
    if (action->group || order->unit_count != 1) {
        us_json_write_key_open(writer, "units", '[');
        for (int i = 0; i < order->unit_count; i++)
            us_json_write_int(writer, order->unit[i]);
        us_json_write_close(writer, ']');
    } else {
        us_json_write_key_int(writer, "unit", order->unit[0]);
    }
    for (int i = 0; i < action->param_count; i++)
        write_arg(domain, &action->param[i], order->arg[i], writer);
    if (order->queued)
        us_json_write_key_bool(writer, "queued", true);
    us_json_write_close(writer, '}');
}
