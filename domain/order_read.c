#include "domain/order.h"

#include <stdio.h>

enum { NAME_SIZE = 128 };

enum { UNIT, UNITS, X, Y, QUEUED, PARAM, MEMBERS = PARAM + US_PARAMS_MAX };
#define BIT(member) (1u << (member))

typedef struct reading {
    us_line *line;
    const us_domain *domain;
    const us_action_def *action;
    bool given;
    const char *name[MEMBERS]; /* NULL: no such argument */
    int cell;                  /* the cell parameter, if any */
    unsigned seen;
    us_order *order;
    us_id *units;
} reading;

us_status us_order_read_action(us_line *line, const us_domain *domain, int8_t *out)
{
    char name[NAME_SIZE], hint[US_HINT_SIZE];
    US_TRY(us_line_read_text(line, "an action's name", name, sizeof(name)));
    int action = us_domain_find_action(domain, name);
    if (action < 0)
        return us_line_fail(line, "\"%s\" is not an action: expected one of domain \"%s\"%s", name,
                            domain->name, us_domain_hint_action(domain, name, hint));
    *out = (int8_t)action;
    return US_OK;
}

static us_status read_unit(reading *a)
{
    us_order *order = a->order;
    int64_t id;
    US_TRY(us_line_read_int(a->line, "a unit's id", a->given, UINT32_MAX, &id));
    if (order->unit_count == US_ORDER_UNITS_MAX)
        return us_line_fail(a->line, "expected at most %d units", US_ORDER_UNITS_MAX);
    for (int i = 0; a->given && i < order->unit_count; i++)
        if (a->units[i] == id)
            return us_line_fail(a->line, "unit %u stands here twice: expected it once",
                                (unsigned)id);
    a->units[order->unit_count++] = (us_id)id;
    return US_OK;
}

static us_status read_units(reading *a)
{
    us_line *line = a->line;
    US_TRY(us_line_expect(line, US_PULL_ARRAY, "\"units\", an array of ids"));
    while (!us_line_accept(line, US_PULL_ARRAY_END))
        US_TRY(read_unit(a));
    if (a->given && a->order->unit_count == 0)
        return us_line_fail(line, "expected \"units\", an array of 1 to %d ids, found none",
                            US_ORDER_UNITS_MAX);
    return US_OK;
}

static us_status read_name(reading *a, const us_param *param, int32_t *out)
{
    bool type = param->kind == US_VALUE_TYPE;
    const char *kind = type ? "type" : "resource";
    char name[NAME_SIZE], hint[US_HINT_SIZE] = "", what[NAME_SIZE];
    if (!a->given && us_line_accept(a->line, US_PULL_NULL)) {
        *out = -1;
        return US_OK;
    }
    snprintf(what, sizeof(what), "\"%.63s\", a %s's name", param->name, kind);
    US_TRY(us_line_read_text(a->line, what, name, sizeof(name)));
    *out = type ? us_domain_find_type(a->domain, name) : us_domain_find_resource(a->domain, name);
    if (*out >= 0)
        return US_OK;
    if (type)
        us_domain_hint_type(a->domain, name, hint);
    return us_line_fail(a->line, "\"%s\" is not a %s: expected one of domain \"%s\"%s", name, kind,
                        a->domain->name, hint);
}

static us_status read_number(reading *a, const us_param *param, int32_t *out)
{
    int64_t low = INT32_MIN, high = INT32_MAX, value;
    char what[NAME_SIZE];
    if (param->kind == US_VALUE_ENTITY) {
        low = a->given;
        high = UINT32_MAX;
    } else if (param->kind == US_VALUE_SEAT && a->given) {
        low = US_NEUTRAL;
        high = US_SEATS_MAX - 1;
    }
    snprintf(what, sizeof(what), "\"%.63s\"", param->name);
    US_TRY(us_line_read_int(a->line, what, low, high, &value));
    *out = (int32_t)(uint32_t)value;
    return US_OK;
}

static us_status read_cell(reading *a, int member)
{
    int64_t value;
    char what[] = {'"', a->name[member][0], '"', '\0'};
    int32_t *out = &a->order->arg[a->cell];
    US_TRY(us_line_read_int(a->line, what, a->given ? 0 : INT16_MIN, INT16_MAX, &value));
    *out = member == X ? US_CELL(value, US_CELL_Y(*out)) : US_CELL(US_CELL_X(*out), value);
    return US_OK;
}

static us_status read_queued(reading *a)
{
    us_pull_kind kind = us_pull_next(&a->line->pull);
    if (kind != US_PULL_TRUE && kind != US_PULL_FALSE)
        return us_line_reject(a->line, "\"queued\", true or false");
    a->order->queued = kind == US_PULL_TRUE;
    return US_OK;
}

/* Returns the member that the last key names, or MEMBERS. */
static int find_member(const reading *a)
{
    int member = 0;
    while (member < MEMBERS && !(a->name[member] && us_pull_equal(&a->line->pull, a->name[member])))
        member++;
    return member;
}

static us_status refuse_member(const reading *a)
{
    us_str known;
    us_str_init(&known);
    for (int i = 0; i < MEMBERS; i++)
        if (a->name[i])
            us_str_addf(&known, "%s%s", i > 0 ? ", " : "", a->name[i]);
    us_str_reset(a->line->scratch);
    us_pull_unescape(&a->line->pull, a->line->scratch);
    us_line_fail(a->line, "\"%s\" takes no such argument: expected %s, found \"%.40s\"",
                 a->action->name, known.text, a->line->scratch->text);
    us_str_clear(&known);
    return US_BAD_INPUT;
}

static us_status read_arg(reading *a, int member)
{
    bool units = member == UNIT || member == UNITS;
    unsigned same = units ? BIT(UNIT) | BIT(UNITS) : BIT(member);
    if (a->seen & same)
        return us_line_fail(a->line, units ? "found the units again, expected them once"
                                           : "found this argument again, expected it once");
    a->seen |= same;
    if (units)
        return member == UNIT ? read_unit(a) : read_units(a);
    if (member == QUEUED)
        return read_queued(a);
    if (member < PARAM)
        return read_cell(a, member);
    const us_param *param = &a->action->param[member - PARAM];
    int32_t *out = &a->order->arg[member - PARAM];
    return param->kind == US_VALUE_TYPE || param->kind == US_VALUE_RESOURCE
               ? read_name(a, param, out)
               : read_number(a, param, out);
}

static us_status check_whole(const reading *a)
{
    if (!(a->seen & BIT(UNIT)))
        return us_line_fail(a->line, "expected \"unit\"%s among the arguments",
                            a->name[UNITS] ? " or \"units\"" : "");
    for (int i = X; i < MEMBERS; i++)
        if (a->name[i] && !(a->seen & BIT(i)) && i != QUEUED)
            return us_line_fail(a->line, "expected \"%s\" among the arguments", a->name[i]);
    return US_OK;
}

static void name_members(reading *a)
{
    const us_action_def *action = a->action;
    a->name[UNIT] = "unit";
    if (action->group || !a->given)
        a->name[UNITS] = "units";
    if (action->queues || !a->given)
        a->name[QUEUED] = "queued";
    for (int p = 0; p < action->param_count; p++) {
        if (action->param[p].kind != US_VALUE_CELL) {
            a->name[PARAM + p] = action->param[p].name;
            continue;
        }
        a->cell = p;
        a->name[X] = "x";
        a->name[Y] = "y";
    }
}

us_status us_order_read_args(us_line *line, const us_domain *domain, us_order_source source,
                             us_order *order, us_id *units)
{
    reading a = {.line = line,
                 .domain = domain,
                 .action = &domain->action[order->action],
                 .given = source == US_ORDER_GIVEN,
                 .order = order};
    bool more = true;
    a.units = units;
    order->unit = units;
    order->unit_count = 0;
    order->queued = false;
    name_members(&a);
    US_TRY(us_line_expect(line, US_PULL_OBJECT, "\"args\", an object"));
    for (;;) {
        US_TRY(us_line_next_key(line, &more));
        if (!more)
            return check_whole(&a);
        int member = find_member(&a);
        if (member < MEMBERS)
            US_TRY(read_arg(&a, member));
        else if (source != US_ORDER_RECORDED_LATER || !us_pull_skip(&line->pull))
            return refuse_member(&a);
    }
}

us_status us_order_read(us_line *line, const us_domain *domain, us_seat seat, us_orders *orders)
{
    static const char *const names[] = {"order", "args"};
    us_order order = {.seat = seat};
    us_id units[US_ORDER_UNITS_MAX];
    us_pull args = {0};
    unsigned seen = 0;
    bool more = true;
    US_TRY(us_line_expect(line, US_PULL_OBJECT, "an order, an object"));
    for (;;) {
        int member;
        US_TRY(us_line_next_key(line, &more));
        if (!more)
            break;
        US_TRY(us_line_find_member(line, names, US_COUNT(names), "an order", &seen, &member));
        if (member == 0) {
            US_TRY(us_order_read_action(line, domain, &order.action));
            continue;
        }
        /* The arguments are read once the action is known. */
        args = line->pull;
        if (!us_pull_skip(&line->pull))
            return us_pull_fail(&line->pull, line->err, line->file, line->number);
    }
    for (int i = 0; i < US_COUNT(names); i++)
        if (!(seen & BIT(i)))
            return us_line_fail(line, "expected \"%s\" in an order", names[i]);
    us_pull end = line->pull;
    line->pull = args;
    US_TRY(us_order_read_args(line, domain, US_ORDER_GIVEN, &order, units));
    line->pull = end;
    us_orders_add_copy(orders, &order);
    return US_OK;
}
