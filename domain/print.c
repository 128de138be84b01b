#include <string.h>

#include "domain/node.h"
#include "domain/term.h"

typedef struct us_printer {
    const us_expr *expr;
    us_str *out;
    const char *const *text; /* by slot; or NULL */
} us_printer;

/* How tightly an operator binds, and how tightly its children must bind. */
static const struct {
    const char *sign;
    int rank, left, right;
} forms[] = {
    [US_OP_LITERAL] = {"", 8, 0, 0},      [US_OP_NAME] = {"", 8, 0, 0},
    [US_OP_SLOT] = {"", 8, 0, 0},         [US_OP_CELL] = {"", 8, 1, 1},
    [US_OP_OR] = {" or ", 1, 2, 2},       [US_OP_AND] = {" and ", 2, 3, 3},
    [US_OP_NOT] = {"not ", 3, 3, 3},      [US_OP_EQUAL] = {" == ", 4, 5, 5},
    [US_OP_DIFFERS] = {" != ", 4, 5, 5},  [US_OP_LESS] = {" < ", 4, 5, 5},
    [US_OP_AT_MOST] = {" <= ", 4, 5, 5},  [US_OP_MORE] = {" > ", 4, 5, 5},
    [US_OP_AT_LEAST] = {" >= ", 4, 5, 5}, [US_OP_ADD] = {" + ", 5, 5, 6},
    [US_OP_SUBTRACT] = {" - ", 5, 5, 6},  [US_OP_MULTIPLY] = {" * ", 6, 6, 7},
    [US_OP_DIVIDE] = {" / ", 6, 6, 7},    [US_OP_REMAINDER] = {" % ", 6, 6, 7},
    [US_OP_NEGATE] = {"-", 7, 7, 7},      [US_OP_MEMBER] = {".", 8, 8, 8},
    [US_OP_TALLY] = {"", 8, 1, 1},        [US_OP_CALL] = {"", 8, 1, 1},
    [US_OP_GAINED] = {"gained", 8, 1, 1},
};

static void print(us_printer *p, int index, int rank);

static const char *slot_name(const us_expr *expr, int slot)
{
    for (int i = 0; i < expr->names; i++)
        if (expr->name[i].slot == slot)
            return expr->name[i].name;
    return "";
}

static bool is_word(const char *name)
{
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
    return !name[length] && !(name[0] >= '0' && name[0] <= '9');
}

/* Returns whether the name is read back as a name without quotes: it has no sign and no other
 * meaning. expr may be NULL. */
static bool is_bare(const us_expr *expr, const char *name, bool called)
{
    static const char *const words[] = {"and",   "or",      "not",  "self",
                                        "enemy", "neutral", "true", "false"};
    if (!is_word(name))
        return false;
    if (US_ROW_FIND(words, called ? 3 : US_COUNT(words), name) >= 0 ||
        (expr && !called && US_ROW_FIND(expr->name, expr->names, name) >= 0))
        return false;
    int sensor = us_sensor_find(name);
    return sensor < 0 || (!called && us_sensor_table[sensor].form[strlen(name)] == '(');
}

static void print_name(us_str *out, const char *name, bool bare)
{
    const char *quote = bare ? "" : "\"";
    us_str_addf(out, "%s%s%s", quote, name, quote);
}

void us_expr_print_name(const char *name, us_str *out)
{
    print_name(out, name, is_word(name));
}

static void print_value(const us_domain *domain, const us_expr *expr, us_value_kind kind,
                        int64_t value, us_str *out)
{
    switch (kind) {
    case US_VALUE_NUMBER:
        us_str_add_int(out, value);
        break;
    case US_VALUE_BOOL:
        us_str_add(out, value ? "true" : "false");
        break;
    case US_VALUE_SEAT:
        if (value == US_SEAT_SELF || value == US_SEAT_ENEMY || value == US_NEUTRAL)
            us_str_add(out, value == US_NEUTRAL     ? "neutral"
                            : value == US_SEAT_SELF ? "self"
                                                    : "enemy");
        else
            us_str_add_int(out, value);
        break;
    case US_VALUE_ENTITY:
        us_str_addf(out, "#%lld", (long long)value);
        break;
    case US_VALUE_CELL:
        us_str_addf(out, "(%d, %d)", US_CELL_X(value), US_CELL_Y(value));
        break;
    case US_VALUE_TYPE:
        print_name(out, domain->type[value].name, false);
        break;
    default: {
        const char *name = us_row_name(us_kind_rows(domain, kind), value);
        print_name(out, name, is_bare(expr, name, false));
    }
    }
}

void us_expr_print_value(const us_domain *domain, us_value_kind kind, int64_t value, us_str *out)
{
    print_value(domain, NULL, kind, value, out);
}

/* Prints positional arguments until one is left out; roles and later arguments have names. */
static void print_args(us_printer *p, const us_expr_node *call)
{
    us_sensor_param param[US_CALL_ARGS];
    us_sensor_parse_params(&us_sensor_table[call->value], param);
    int next = 0;
    const char *comma = "";
    for (int child = call->first; child; child = p->expr->node[child].next) {
        const us_expr_node *arg = &p->expr->node[child];
        while (next < US_CALL_OWN && !param[next].kinds)
            next++;
        bool role = param[arg->param].kinds == US_KIND_BIT(US_VALUE_ROLE);
        bool placed = arg->param == next && next <= US_SET_TYPE && !role;
        us_str_add(p->out, comma);
        comma = ", ";
        next = placed ? next + 1 : US_CALL_ARGS;
        if (!placed)
            us_str_addf(p->out, "%s: ", param[arg->param].name);
        if (placed && arg->op == US_OP_CELL) {
            print(p, arg->first, 1);
            us_str_add(p->out, ", ");
            print(p, p->expr->node[arg->first].next, 1);
        } else {
            print(p, child, 1);
        }
    }
}

static void print_call(us_printer *p, const us_expr_node *node)
{
    const us_sensor *sensor = &us_sensor_table[node->value];
    size_t length = us_sensor_name_length(sensor);
    us_str_add_bytes(p->out, sensor->form, length);
    if (!sensor->form[length])
        return;
    us_str_add_char(p->out, '(');
    print_args(p, node);
    us_str_add_char(p->out, ')');
}

static void print_member(us_printer *p, const us_expr_node *node)
{
    const us_domain *domain = p->expr->domain;
    const char *name = node->value < US_MEMBERS ? us_member_rows[node->value].name
                                                : domain->attribute[node->value - US_MEMBERS].name;
    print(p, node->first, 8);
    us_str_add_char(p->out, '.');
    us_expr_print_name(name, p->out);
}

static void print_list(us_printer *p, const us_expr_node *node, const char *between, int left,
                       int right)
{
    for (int child = node->first; child; child = p->expr->node[child].next) {
        if (child != node->first)
            us_str_add(p->out, between);
        print(p, child, child == node->first ? left : right);
    }
}

static void print(us_printer *p, int index, int rank)
{
    const us_expr_node *node = &p->expr->node[index];
    const char *sign = forms[node->op].sign;
    bool bracket = forms[node->op].rank < rank || node->op == US_OP_CELL;
    if (bracket)
        us_str_add_char(p->out, '(');
    switch ((us_op)node->op) {
    case US_OP_LITERAL:
        print_value(p->expr->domain, p->expr, (us_value_kind)node->kind, node->value, p->out);
        break;
    case US_OP_SLOT:
        us_str_add(p->out, p->text && p->text[node->value] ? p->text[node->value]
                                                           : slot_name(p->expr, (int)node->value));
        break;
    case US_OP_CELL:
        print_list(p, node, ", ", 1, 1);
        break;
    case US_OP_NOT:
    case US_OP_NEGATE:
        us_str_add(p->out, sign);
        print(p, node->first, forms[node->op].left);
        break;
    case US_OP_MEMBER:
        print_member(p, node);
        break;
    case US_OP_TALLY: {
        const char *name = p->expr->domain->tallies.name[node->value];
        print_name(p->out, name, is_bare(p->expr, name, true));
        us_str_add_char(p->out, '(');
        print(p, node->first, 1);
        us_str_add_char(p->out, ')');
        break;
    }
    case US_OP_CALL:
        print_call(p, node);
        break;
    case US_OP_GAINED:
        us_str_add(p->out, "gained(");
        print(p, node->first, 1);
        us_str_add_char(p->out, ')');
        break;
    default:
        print_list(p, node, sign, forms[node->op].left, forms[node->op].right);
    }
    if (bracket)
        us_str_add_char(p->out, ')');
}

void us_expr_print(const us_expr *expr, us_str *out)
{
    us_printer p = {expr, out, NULL};
    print(&p, expr->root, 1);
}

void us_term_print(us_term term, const char *const *text, us_str *out)
{
    us_printer p = {term.expr, out, text};
    print(&p, term.node, 1);
}
