#include "domain/term.h"

#include "domain/node.h"

static const us_expr_node *node_of(us_term term)
{
    return &term.expr->node[term.node];
}

us_term us_term_from_expr(const us_expr *expr)
{
    return (us_term){expr, expr->root};
}

us_term us_term_first(us_term term)
{
    return (us_term){term.expr, node_of(term)->first};
}

us_term us_term_next(us_term term)
{
    return (us_term){term.expr, node_of(term)->next};
}

static const struct {
    us_op op;
    us_term_kind kind;
    const char *sign;
} kinds[] = {
    {US_OP_LITERAL, US_TERM_LITERAL, NULL},
    {US_OP_SLOT, US_TERM_SLOT, NULL},
    {US_OP_OR, US_TERM_OR, NULL},
    {US_OP_AND, US_TERM_AND, NULL},
    {US_OP_NOT, US_TERM_NOT, NULL},
    {US_OP_EQUAL, US_TERM_COMPARE, "=="},
    {US_OP_DIFFERS, US_TERM_COMPARE, "!="},
    {US_OP_LESS, US_TERM_COMPARE, "<"},
    {US_OP_AT_MOST, US_TERM_COMPARE, "<="},
    {US_OP_MORE, US_TERM_COMPARE, ">"},
    {US_OP_AT_LEAST, US_TERM_COMPARE, ">="},
    {US_OP_TALLY, US_TERM_TALLY, NULL},
    {US_OP_CALL, US_TERM_CALL, NULL},
};

us_term_info us_term_describe(us_term term)
{
    const us_expr_node *node = node_of(term);
    us_term_info about = {US_TERM_OTHER, (us_value_kind)node->kind, node->value, NULL};
    for (int i = 0; i < US_COUNT(kinds); i++) {
        if (kinds[i].op == (us_op)node->op) {
            about.kind = kinds[i].kind;
            about.sign = kinds[i].sign;
        }
    }
    return about;
}

bool us_term_is_call(us_term term, const char *name)
{
    return us_expr_node_calls(node_of(term), name);
}

bool us_term_find_arg(us_term call, const char *param, us_term *out)
{
    us_assert(node_of(call)->op == US_OP_CALL);
    int wanted = us_sensor_find_param(&us_sensor_table[node_of(call)->value], param);
    for (us_term arg = us_term_first(call); arg.node; arg = us_term_next(arg)) {
        if (node_of(arg)->param != wanted)
            continue;
        *out = arg;
        return true;
    }
    return false;
}

bool us_term_has_slot(us_term term, int slot)
{
    const us_expr_node *node = node_of(term);
    if (node->op == US_OP_SLOT && node->value == slot)
        return true;
    for (us_term part = us_term_first(term); part.node; part = us_term_next(part))
        if (us_term_has_slot(part, slot))
            return true;
    return false;
}

bool us_term_is_dynamic(us_term term)
{
    const us_expr_node *node = node_of(term);
    if (node->op == US_OP_MEMBER && node->value != US_MEMBER_TYPE && node->value != US_MEMBER_OWNER)
        return true;
    if (node->op == US_OP_CALL &&
        (us_sensor_table[node->value].reads & (US_READS_STATES | US_READS_TIME)))
        return true;
    for (us_term part = us_term_first(term); part.node; part = us_term_next(part))
        if (us_term_is_dynamic(part))
            return true;
    return false;
}

/* Returns whether the sensor reads nothing of a world, not even the size of the map. */
static bool reads_nothing(us_term call)
{
    static const char *const names[] = {"cost", "concrete", "min", "max", "abs", "percent"};
    for (int i = 0; i < US_COUNT(names); i++)
        if (us_term_is_call(call, names[i]))
            return true;
    return false;
}

bool us_term_is_constant(us_term term)
{
    const us_expr_node *node = node_of(term);
    switch ((us_op)node->op) {
    case US_OP_SLOT:
    case US_OP_MEMBER:
    case US_OP_TALLY:
    case US_OP_GAINED:
        return false;
    case US_OP_CALL:
        if (!reads_nothing(term))
            return false;
        break;
    default:
        break;
    }
    for (us_term part = us_term_first(term); part.node; part = us_term_next(part))
        if (!us_term_is_constant(part))
            return false;
    return true;
}
