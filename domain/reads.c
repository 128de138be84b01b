#include "domain/index.h"
#include "domain/node.h"

typedef struct us_reader {
    const us_expr *expr;
    const us_view *view;
    const us_binding *binding;
    const us_reads *reads;
} us_reader;

static void mark(const us_reader *r, int revision)
{
    r->reads->mark[revision] |= r->reads->bit;
    if (r->reads->block)
        r->reads->block[revision / US_READS_BLOCK] |= 2;
}

static void mark_type(const us_reader *r, us_seat owner, us_type type, bool states)
{
    mark(r, us_revision_members(r->view->world, owner, type));
    if (states)
        mark(r, us_revision_states(r->view->world, owner, type));
}

static void mark_types(const us_reader *r, uint32_t owners, us_types types, bool states)
{
    for (int owner = US_NEUTRAL; owner < r->view->world->seats; owner++)
        for (int i = 0; (owners >> (owner + 1) & 1) && i < types.count; i++)
            mark_type(r, (us_seat)owner, types.type[i], states);
}

/* The type of a missing entity is unknown, so any change counts. */
static void mark_entity(const us_reader *r, int64_t id, bool states)
{
    const us_entity *e = us_world_find(r->view->world, (us_id)id);
    if (e)
        mark_type(r, e->owner, e->type, states);
    else if (id)
        mark(r, US_REVISION_ANY);
}

static void mark_tallies(const us_reader *r, uint32_t seats)
{
    for (int seat = 0; seat < r->view->world->seats; seat++)
        if (seats >> (seat + 1) & 1)
            mark(r, US_REVISION_TALLY + seat);
}

static void mark_houses(const us_reader *r)
{
    const us_domain *domain = r->view->world->domain;
    us_types all = domain->index->all;
    for (int i = 0; i < all.count; i++) {
        us_type_kind kind = domain->type[all.type[i]].kind;
        for (int owner = US_NEUTRAL; (kind == US_KIND_BUILDING || kind == US_KIND_RESOURCE) &&
                                     owner < r->view->world->seats;
             owner++)
            mark_type(r, (us_seat)owner, all.type[i], false);
    }
}

/* Marks the requirements of the type, for each seat those of its faction's equivalent. */
static void mark_needs(const us_reader *r, const us_call *call)
{
    const us_world *world = r->view->world;
    uint32_t seats = us_seat_to_bits(r->view, call->arg[0]);
    for (int seat = 0; seat < world->seats; seat++) {
        us_type type = us_call_type(call, 1, (us_seat)seat);
        if (!(seats >> (seat + 1) & 1) || type < 0)
            continue;
        const us_type_def *def = &world->domain->type[type];
        for (int i = 0; i < def->requires_count; i++) {
            for (int k = 0; k < def->requires[i].count; k++) {
                us_type needed = def->requires[i].type[k];
                if (world->domain->type[needed].kind == US_KIND_UPGRADE)
                    mark(r, US_REVISION_TALLY + seat);
                else
                    mark_types(r, 2u << seat, us_domain_subtypes(world->domain, needed), false);
            }
        }
    }
}

static void mark_set(const us_reader *r, const us_call *call, unsigned reads)
{
    static const unsigned moving = 1u << US_SET_STATUS | 1u << US_SET_ACTION |
                                   1u << US_SET_PRODUCT | 1u << US_SET_TARGET | 1u << US_SET_NEAR;
    uint32_t owners = us_call_has_arg(call, US_SET_OWNER)
                          ? us_seat_to_bits(r->view, call->arg[US_SET_OWNER])
                          : ~0u;
    bool states = (reads & US_READS_STATES) || (call->given & moving);
    if (us_call_has_arg(call, US_SET_IN)) {
        const us_value *group = &call->binding->value[call->arg[US_SET_IN]];
        for (int i = 0; i < group->count; i++)
            mark_entity(r, group->id[i], states);
        return;
    }
    mark_types(r, owners, us_call_types(call), states);
}

static void read_call(const us_reader *r, int index)
{
    us_call call;
    unsigned reads = us_sensor_table[r->expr->node[index].value].reads;
    us_call_eval_args(r->expr, index, r->view, r->binding, &call);
    uint32_t seats = 0;
    for (int p = 0; p < US_CALL_ARGS; p++) {
        if (!us_call_has_arg(&call, p))
            continue;
        if (call.kind[p] == US_VALUE_SEAT)
            seats |= us_seat_to_bits(r->view, call.arg[p]);
        if (call.kind[p] == US_VALUE_ENTITY)
            mark_entity(r, call.arg[p], reads & US_READS_STATES || p == US_SET_NEAR);
    }
    if (reads & US_READS_TIME || (reads & US_READS_EVENT && r->view->event))
        *r->reads->time = true;
    if (reads & US_READS_TALLY)
        mark_tallies(r, seats);
    if (reads & US_READS_SEATS)
        mark_tallies(r, ~0u);
    if (reads & US_READS_TERRAIN)
        mark(r, US_REVISION_TERRAIN);
    if (reads & US_READS_HOUSES)
        mark_houses(r);
    if (reads & US_READS_MAKING)
        mark_types(r, seats, r->expr->domain->index->all, true);
    if (reads & US_READS_NEEDS)
        mark_needs(r, &call);
    if (reads & US_READS_ANY)
        mark(r, US_REVISION_ANY);
    if (reads & US_READS_SET)
        mark_set(r, &call, reads);
}

/* A dead entity equals nothing, so a comparison of entities reads whether they exist. */
static void read_same(const us_reader *r, const us_expr_node *node)
{
    for (int child = node->first; child; child = r->expr->node[child].next)
        if (r->expr->node[child].kind == US_VALUE_ENTITY)
            mark_entity(r, us_expr_node_eval(r->expr, child, r->view, r->binding), false);
}

static void read_node(const us_reader *r, int index)
{
    const us_expr_node *node = &r->expr->node[index];
    if (node->op == US_OP_CALL)
        read_call(r, index);
    if (node->op == US_OP_MEMBER)
        mark_entity(r, us_expr_node_eval(r->expr, node->first, r->view, r->binding),
                    node->value != US_MEMBER_TYPE && node->value != US_MEMBER_OWNER &&
                        node->value != US_MEMBER_FULL);
    if (node->op == US_OP_EQUAL || node->op == US_OP_DIFFERS)
        read_same(r, node);
    if (node->op == US_OP_TALLY)
        mark_tallies(r, us_seat_to_bits(
                            r->view, us_expr_node_eval(r->expr, node->first, r->view, r->binding)));
    for (int child = node->first; child; child = r->expr->node[child].next)
        read_node(r, child);
}

void us_expr_add_reads(const us_expr *expr, const us_view *view, const us_binding *binding,
                       const us_reads *reads)
{
    us_reader r = {expr, view, binding, reads};
    read_node(&r, expr->root);
}

bool us_expr_has_dynamic_reads(const us_expr *expr)
{
    return expr->moves;
}

bool us_expr_has_stock_reads(const us_expr *expr)
{
    for (int i = 1; i < expr->count; i++) {
        const us_expr_node *node = &expr->node[i];
        if ((node->op == US_OP_TALLY && node->value < expr->domain->resources.count) ||
            us_expr_node_calls(node, "affords"))
            return true;
    }
    return false;
}
