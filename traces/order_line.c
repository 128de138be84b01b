#include "traces/lines.h"

typedef struct args_seen {
    bool unit, param[US_PARAMS_MAX], x, y, queued;
} args_seen;

static us_status read_units(us_line *line, us_order *order, us_id *units)
{
    int64_t id;
    US_TRY(us_line_need(line, US_PULL_ARRAY, "\"units\", an array of ids"));
    for (;;) {
        us_pull here = line->pull;
        if (us_pull_next(&line->pull) == US_PULL_ARRAY_END)
            return US_OK;
        if (order->unit_count >= US_ORDER_UNITS_MAX)
            return us_line_fail(line, "expected at most %d units", US_ORDER_UNITS_MAX);
        line->pull = here;
        US_TRY(us_line_int(line, "a unit's id", 0, UINT32_MAX, &id));
        units[order->unit_count++] = (us_id)id;
    }
}

/* A name of the domain, or null for what was none. */
static us_status read_name(us_line *line, const us_domain *domain, const us_param *param,
                           int32_t *out)
{
    char name[128];
    us_pull here = line->pull;
    if (us_pull_next(&line->pull) == US_PULL_NULL) {
        *out = -1;
        return US_OK;
    }
    line->pull = here;
    bool type = param->kind == US_VALUE_TYPE;
    US_TRY(us_line_text(line, type ? "a type's name" : "a resource's name", name, sizeof(name)));
    *out = type ? us_domain_type(domain, name) : us_domain_resource(domain, name);
    if (*out < 0)
        return us_line_fail(line, "\"%s\" is not a %s: expected one of domain \"%s\"", name,
                            type ? "type" : "resource", domain->name);
    return US_OK;
}

static us_status read_param(us_line *line, const us_domain *domain, const us_param *param,
                            int32_t *out)
{
    int64_t value = 0;
    switch (param->kind) {
    case US_VALUE_TYPE:
    case US_VALUE_RESOURCE:
        return read_name(line, domain, param, out);
    case US_VALUE_ENTITY:
        US_TRY(us_line_int(line, "an entity's id", 0, UINT32_MAX, &value));
        *out = (int32_t)(uint32_t)value;
        return US_OK;
    default:
        US_TRY(us_line_int(line, param->name, INT32_MIN, INT32_MAX, &value));
        *out = (int32_t)value;
        return US_OK;
    }
}

static us_status read_queued(us_line *line, us_order *order, args_seen *seen)
{
    if (seen->queued)
        return us_line_fail(line, "found this argument again, expected it once");
    seen->queued = true;
    us_pull_kind kind = us_pull_next(&line->pull);
    if (kind != US_PULL_TRUE && kind != US_PULL_FALSE)
        return us_line_refuse(line, "\"queued\", true or false");
    order->queued = kind == US_PULL_TRUE;
    return US_OK;
}

static us_status read_arg(us_line *line, const us_domain *domain, bool newer, us_order *order,
                          us_id *units, args_seen *seen)
{
    const us_action_def *action = &domain->action[order->action];
    bool unit = us_pull_is(&line->pull, "unit"), many = us_pull_is(&line->pull, "units");
    int64_t value = 0;
    if (unit || many) {
        if (seen->unit)
            return us_line_fail(line, "found the units again, expected them once");
        seen->unit = true;
        if (many)
            return read_units(line, order, units);
        US_TRY(us_line_int(line, "\"unit\"", 0, UINT32_MAX, &value));
        units[order->unit_count++] = (us_id)value;
        return US_OK;
    }
    if (us_pull_is(&line->pull, "queued"))
        return read_queued(line, order, seen);
    bool x = us_pull_is(&line->pull, "x"), y = us_pull_is(&line->pull, "y");
    for (int p = 0; p < action->param_count; p++) {
        bool cell = action->param[p].kind == US_VALUE_CELL;
        if (!(cell ? x || y : us_pull_is(&line->pull, action->param[p].name)))
            continue;
        bool *was = !cell ? &seen->param[p] : x ? &seen->x : &seen->y;
        if (*was)
            return us_line_fail(line, "found this argument again, expected it once");
        *was = true;
        if (!cell)
            return read_param(line, domain, &action->param[p], &order->arg[p]);
        US_TRY(us_line_int(line, x ? "\"x\"" : "\"y\"", INT16_MIN, INT16_MAX, &value));
        int32_t old = order->arg[p];
        order->arg[p] = x ? US_CELL(value, US_CELL_Y(old)) : US_CELL(US_CELL_X(old), value);
        return US_OK;
    }
    if (newer && us_pull_skip(&line->pull))
        return US_OK;
    us_str known;
    us_str_init(&known);
    for (int p = 0; p < action->param_count; p++)
        us_str_addf(&known, ", %s",
                    action->param[p].kind == US_VALUE_CELL ? "x, y" : action->param[p].name);
    us_line_fail(line, "\"%s\" takes no such argument: expected unit or units%s", action->name,
                 known.text);
    us_str_clear(&known);
    return US_BAD_INPUT;
}

us_status us_line_args(us_line *line, const us_domain *domain, bool newer, us_order *order,
                       us_id *units)
{
    const us_action_def *action = &domain->action[order->action];
    args_seen seen = {0};
    bool more = true;
    order->unit = units;
    order->unit_count = 0;
    order->queued = false;
    US_TRY(us_line_need(line, US_PULL_OBJECT, "\"args\", an object"));
    for (;;) {
        US_TRY(us_line_key(line, &more));
        if (!more)
            break;
        US_TRY(read_arg(line, domain, newer, order, units, &seen));
    }
    if (!seen.unit)
        return us_line_fail(line, "expected \"unit\" or \"units\" among the arguments");
    for (int p = 0; p < action->param_count; p++) {
        bool cell = action->param[p].kind == US_VALUE_CELL;
        if (cell ? !seen.x || !seen.y : !seen.param[p])
            return us_line_fail(line, "expected \"%s\" among the arguments",
                                !cell     ? action->param[p].name
                                : !seen.x ? "x"
                                          : "y");
    }
    return US_OK;
}
