#include "domain/node.h"

/* ---- values of a world */

uint32_t us_seat_to_bits(const us_view *view, int64_t seat)
{
    uint32_t self = 1u << (view->self + 1);
    if (seat == US_SEAT_SELF)
        return self;
    if (seat == US_SEAT_ENEMY)
        return ((2u << view->world->seats) - 2) & ~self;
    return seat >= US_NEUTRAL && seat < view->world->seats ? 1u << (seat + 1) : 0;
}

static int64_t tally_sum(const us_view *view, int64_t seat, int tally)
{
    int64_t sum = 0;
    for (uint32_t bits = us_seat_to_bits(view, seat) >> 1; bits; bits &= bits - 1)
        sum += us_world_tally(view->world, (us_seat)__builtin_ctz(bits), tally);
    return sum;
}

static int64_t member_value(const us_world *world, int64_t id, int member)
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

/* ---- nodes */

/* Compares two values. None and the ids of dead entities equal nothing, not even each other. */
static bool same(const us_expr *expr, us_value_kind kind, int64_t a, int64_t b, const us_view *view)
{
    if (kind == US_VALUE_SEAT)
        return (us_seat_to_bits(view, a) & us_seat_to_bits(view, b)) != 0;
    if (kind == US_VALUE_TYPE) /* an abstract type equals all types below it */
        return us_type_is_a(expr->domain, (us_type)a, (us_type)b) ||
               us_type_is_a(expr->domain, (us_type)b, (us_type)a);
    if (kind == US_VALUE_ENTITY)
        return a == b && us_world_find(view->world, (us_id)a);
    return a == b && !us_value_is_none(kind, a);
}

static int64_t calculate(us_op op, int64_t a, int64_t b)
{
    int64_t out;
    bool over;
    switch (op) {
    case US_OP_ADD:
        over = __builtin_add_overflow(a, b, &out);
        return over ? (a < 0 ? INT64_MIN : INT64_MAX) : out;
    case US_OP_SUBTRACT:
        over = __builtin_sub_overflow(a, b, &out);
        return over ? (a < 0 ? INT64_MIN : INT64_MAX) : out;
    case US_OP_MULTIPLY:
        return us_expr_multiply(a, b);
    case US_OP_DIVIDE:
        return us_expr_divide(a, b);
    default:
        return b == 0 || b == -1 ? 0 : a % b;
    }
}

/* Most children are literals, which need no call. */
static inline int64_t eval_child(const us_expr *expr, int index, const us_view *view,
                                 const us_binding *binding)
{
    const us_expr_node *node = &expr->node[index];
    return node->op == US_OP_LITERAL ? node->value : us_expr_node_eval(expr, index, view, binding);
}

static int64_t eval_binary(const us_expr *expr, const us_expr_node *node, const us_view *view,
                           const us_binding *binding)
{
    const us_expr_node *left = &expr->node[node->first];
    int64_t a = eval_child(expr, node->first, view, binding);
    int64_t b = eval_child(expr, left->next, view, binding);
    us_value_kind kind = (us_value_kind)left->kind;
    switch ((us_op)node->op) {
    case US_OP_EQUAL:
        return same(expr, kind, a, b, view);
    case US_OP_DIFFERS:
        return !same(expr, kind, a, b, view);
    case US_OP_LESS:
        return a < b;
    case US_OP_AT_MOST:
        return a <= b;
    case US_OP_MORE:
        return a > b;
    case US_OP_AT_LEAST:
        return a >= b;
    default:
        return calculate((us_op)node->op, a, b);
    }
}

static int64_t eval_cell(const us_expr *expr, const us_expr_node *node, const us_view *view,
                         const us_binding *binding)
{
    int64_t x = us_expr_node_eval(expr, node->first, view, binding);
    return us_cell_from_xy(x, us_expr_node_eval(expr, expr->node[node->first].next, view, binding));
}

/* Groups stay in their slot: the value is the slot's index. */
static int64_t eval_slot(const us_expr_node *node, const us_binding *binding)
{
    return node->kind == US_VALUE_GROUP ? node->value : binding->value[node->value].number;
}

void us_call_eval_args(const us_expr *expr, int index, const us_view *view,
                       const us_binding *binding, us_call *call)
{
    call->domain = expr->domain;
    call->view = view;
    call->world = view->world;
    call->binding = binding;
    call->given = 0;
    for (int child = expr->node[index].first; child; child = expr->node[child].next) {
        const us_expr_node *arg = &expr->node[child];
        call->given |= 1u << arg->param;
        call->kind[arg->param] = arg->kind;
        call->arg[arg->param] = eval_child(expr, child, view, binding);
    }
}

static int64_t eval_call(const us_expr *expr, int index, const us_view *view,
                         const us_binding *binding)
{
    us_call call;
    us_call_eval_args(expr, index, view, binding, &call);
    return us_sensor_table[expr->node[index].value].eval(&call);
}

int64_t us_expr_node_eval(const us_expr *expr, int index, const us_view *view,
                          const us_binding *binding)
{
    const us_expr_node *node = &expr->node[index];
    int child = node->first;
    switch ((us_op)node->op) {
    case US_OP_LITERAL:
        return node->value;
    case US_OP_SLOT:
        return eval_slot(node, binding);
    case US_OP_CELL:
        return eval_cell(expr, node, view, binding);
    case US_OP_OR:
        while (child && !us_expr_node_eval(expr, child, view, binding))
            child = expr->node[child].next;
        return child != 0;
    case US_OP_AND:
        while (child && us_expr_node_eval(expr, child, view, binding))
            child = expr->node[child].next;
        return child == 0;
    case US_OP_NOT:
        return !us_expr_node_eval(expr, child, view, binding);
    case US_OP_NEGATE:
        return calculate(US_OP_SUBTRACT, 0, us_expr_node_eval(expr, child, view, binding));
    case US_OP_MEMBER:
        return member_value(view->world, us_expr_node_eval(expr, child, view, binding),
                            (int)node->value);
    case US_OP_TALLY:
        return tally_sum(view, eval_child(expr, child, view, binding), (int)node->value);
    case US_OP_CALL:
        return eval_call(expr, index, view, binding);
    case US_OP_GAINED:
        if (!binding || !binding->began)
            return 0;
        return calculate(US_OP_SUBTRACT, us_expr_node_eval(expr, child, view, binding),
                         binding->began[node->value]);
    default:
        return eval_binary(expr, node, view, binding);
    }
}

int64_t us_expr_eval(const us_expr *expr, const us_view *view, const us_binding *binding)
{
    return us_expr_node_eval(expr, expr->root, view, binding);
}

static void begin(const us_expr *expr, int index, const us_view *view, const us_binding *binding,
                  int64_t *began)
{
    const us_expr_node *node = &expr->node[index];
    for (int child = node->first; child; child = expr->node[child].next)
        begin(expr, child, view, binding, began);
    if (node->op == US_OP_GAINED)
        began[node->value] = us_expr_node_eval(expr, node->first, view, binding);
}

void us_expr_begin_gains(const us_expr *expr, const us_view *view, const us_binding *binding,
                         int64_t *began)
{
    begin(expr, expr->root, view, binding, began);
}
