#include "domain/order.h"

#include <string.h>

#include "base/str.h"

#define SHORT "%.63s"

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

us_reason us_order_shape(const us_world *world, const us_order *order)
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
        return us_world_inside(world, US_CELL_X(arg), US_CELL_Y(arg));
    if (kind == US_VALUE_TYPE)
        return arg >= 0 && arg < domain->type_count && !domain->type[arg].abstract;
    if (kind == US_VALUE_RESOURCE)
        return arg >= 0 && arg < domain->resources.count;
    return kind != US_VALUE_SEAT || (arg >= 0 && arg < world->seats);
}

us_reason us_order_args(const us_world *world, const us_order *order)
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

int us_reason_of(const char *name)
{
    for (int i = 0; i < US_REASONS; i++)
        if (us_text_equal(reasons[i], name))
            return i;
    return -1;
}

/* The pool moves when it grows: the orders' pointers into it move along. */
static void reserve_pool(us_orders *orders, int more)
{
    if (orders->pool_count + more <= orders->pool_capacity)
        return;
    int capacity = orders->pool_capacity ? orders->pool_capacity : 64;
    while (capacity < orders->pool_count + more)
        capacity *= 2;
    orders->pool = us_realloc(orders->pool, (size_t)capacity * sizeof(*orders->pool));
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
    orders->order = us_realloc(orders->order, (size_t)capacity * sizeof(*orders->order));
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

us_order *us_orders_copy(us_orders *orders, const us_order *order)
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
    us_free(orders->order);
    us_free(orders->pool);
    *orders = (us_orders){0};
}

static void write_arg(const us_domain *domain, const us_param *param, int32_t value,
                      us_json_writer *writer)
{
    switch (param->kind) {
    case US_VALUE_CELL:
        us_write_key_int(writer, "x", US_CELL_X(value));
        us_write_key_int(writer, "y", US_CELL_Y(value));
        break;
    case US_VALUE_TYPE:
        us_write_key(writer, param->name);
        if (value >= 0 && value < domain->type_count)
            us_write_string(writer, domain->type[value].name);
        else
            us_write_null(writer);
        break;
    case US_VALUE_RESOURCE:
        us_write_key(writer, param->name);
        if (value >= 0 && value < domain->resources.count)
            us_write_string(writer, domain->resources.name[value]);
        else
            us_write_null(writer);
        break;
    case US_VALUE_ENTITY:
        us_write_key_int(writer, param->name, (us_id)value);
        break;
    default:
        us_write_key_int(writer, param->name, value);
        break;
    }
}

void us_order_write(const us_domain *domain, const us_order *order, us_json_writer *writer)
{
    const us_action_def *action = &domain->action[order->action];
    us_write_key_string(writer, "order", action->name);
    us_write_key(writer, "args");
    us_write_open(writer, '{');
    if (action->group || order->unit_count != 1) {
        us_write_key(writer, "units");
        us_write_open(writer, '[');
        for (int i = 0; i < order->unit_count; i++)
            us_write_int(writer, order->unit[i]);
        us_write_close(writer, ']');
    } else {
        us_write_key_int(writer, "unit", order->unit[0]);
    }
    for (int i = 0; i < action->param_count; i++)
        write_arg(domain, &action->param[i], order->arg[i], writer);
    if (order->queued)
        us_write_key_bool(writer, "queued", true);
    us_write_close(writer, '}');
}

static us_status read_id(const us_json_node *node, us_id *out, us_error *err)
{
    int64_t id;
    if (!us_json_int(node, &id) || id < 1 || id > UINT32_MAX)
        return us_json_fail(node, err, "bad unit: expected an entity's id, 1 to %u", UINT32_MAX);
    *out = (us_id)id;
    return US_OK;
}

static us_status read_units(const us_action_def *action, const us_json_node *args, us_id *units,
                            int *count, us_error *err)
{
    const us_json_node *one = us_json_find(args, "unit");
    const us_json_node *many = us_json_find(args, "units");
    if (!action->group && many)
        return us_json_fail(many, err, "\"%s\" is for one: expected \"unit\", an id", action->name);
    if (!one == !many)
        return us_json_fail(args, err, "expected %s",
                            action->group ? "one of \"units\" and \"unit\""
                                          : "\"unit\", the id of who does it");
    if (one) {
        *count = 1;
        return read_id(one, units, err);
    }
    if (us_json_type(many) != US_JSON_ARRAY || us_json_size(many) < 1 ||
        us_json_size(many) > US_ORDER_UNITS_MAX)
        return us_json_fail(many, err, "bad \"units\": expected an array of 1 to %d ids",
                            US_ORDER_UNITS_MAX);
    int n = 0;
    for (const us_json_node *node = us_json_first(many); node; node = us_json_next(node)) {
        US_TRY(read_id(node, &units[n], err));
        for (int i = 0; i < n; i++)
            if (units[i] == units[n])
                return us_json_fail(node, err, "unit %u stands here twice: expected it once",
                                    units[n]);
        n++;
    }
    *count = n;
    return US_OK;
}

static us_status read_arg(const us_domain *domain, const us_param *param, const us_json_node *args,
                          int32_t *out, us_error *err)
{
    const char *text;
    char hint[US_HINT_SIZE];
    int64_t value, y;
    switch (param->kind) {
    case US_VALUE_CELL:
        US_TRY(us_json_need_int(args, "x", 0, INT16_MAX, &value, err));
        US_TRY(us_json_need_int(args, "y", 0, INT16_MAX, &y, err));
        *out = US_CELL(value, y);
        return US_OK;
    case US_VALUE_TYPE:
        US_TRY(us_json_need_string(args, param->name, &text, err));
        *out = us_domain_type(domain, text);
        if (*out < 0)
            return us_json_fail(us_json_find(args, param->name), err,
                                "\"" SHORT "\" is not a type: expected one of domain \"%s\"%s",
                                text, domain->name, us_domain_hint_type(domain, text, hint));
        return US_OK;
    case US_VALUE_RESOURCE:
        US_TRY(us_json_need_string(args, param->name, &text, err));
        *out = us_domain_resource(domain, text);
        if (*out < 0)
            return us_json_fail(us_json_find(args, param->name), err,
                                "\"" SHORT "\" is not a resource: expected one of domain \"%s\"",
                                text, domain->name);
        return US_OK;
    case US_VALUE_ENTITY:
        US_TRY(us_json_need_int(args, param->name, 1, UINT32_MAX, &value, err));
        break;
    case US_VALUE_SEAT:
        US_TRY(us_json_need_int(args, param->name, US_NEUTRAL, US_SEATS_MAX - 1, &value, err));
        break;
    default:
        US_TRY(us_json_need_int(args, param->name, INT32_MIN, INT32_MAX, &value, err));
        break;
    }
    *out = (int32_t)(uint32_t)value;
    return US_OK;
}

static us_status check_keys(const us_action_def *action, const us_json_node *args, us_error *err)
{
    const char *keys[US_PARAMS_MAX + 5];
    int count = 0;
    keys[count++] = "unit";
    if (action->group)
        keys[count++] = "units";
    if (action->queues)
        keys[count++] = "queued";
    for (int i = 0; i < action->param_count; i++) {
        bool cell = action->param[i].kind == US_VALUE_CELL;
        keys[count++] = cell ? "x" : action->param[i].name;
        if (cell)
            keys[count++] = "y";
    }
    keys[count] = NULL;
    return us_json_only(args, keys, err);
}

us_status us_order_read(const us_domain *domain, us_seat seat, const us_json_node *object,
                        us_orders *orders, us_error *err)
{
    const us_json_node *name, *args;
    if (us_json_type(object) != US_JSON_OBJECT)
        return us_json_fail(object, err, "expected an order, an object");
    US_TRY(us_json_need(object, "order", US_JSON_STRING, &name, err));
    int index = us_domain_action(domain, us_json_string(name));
    char hint[US_HINT_SIZE];
    if (index < 0)
        return us_json_fail(name, err,
                            "\"" SHORT "\" is not an action: expected one of domain \"%s\"%s",
                            us_json_string(name), domain->name,
                            us_domain_hint_action(domain, us_json_string(name), hint));
    const us_action_def *action = &domain->action[index];
    US_TRY(us_json_need(object, "args", US_JSON_OBJECT, &args, err));
    US_TRY(check_keys(action, args, err));
    int32_t arg[US_PARAMS_MAX] = {0};
    for (int i = 0; i < action->param_count; i++)
        US_TRY(read_arg(domain, &action->param[i], args, &arg[i], err));
    bool queued = false;
    US_TRY(us_json_want_bool(args, "queued", &queued, err));
    us_id units[US_ORDER_UNITS_MAX];
    int count = 0;
    US_TRY(read_units(action, args, units, &count, err));
    us_order *order = us_orders_add(orders, seat, index, units, count);
    memcpy(order->arg, arg, sizeof(arg));
    order->queued = queued;
    return US_OK;
}
