#include "plan/part.h"

us_part *us_part_new(us_plan *plan, us_spot spot, us_node_kind kind)
{
    us_part *part = NULL;
    for (int i = 0; i < plan->parts && !part; i++)
        part = plan->part[i]->spot.frame ? NULL : plan->part[i];
    if (!part) {
        plan->part = us_grow(plan->part, plan->parts, &plan->part_capacity, sizeof(us_part *));
        part = plan->part[plan->parts++] = US_NEW(us_part);
    }
    us_id *unit = part->kind == US_NODE_ACT ? part->step.unit : NULL;
    int room = part->kind == US_NODE_ACT ? part->step.room : 0;
    if (unit && kind != US_NODE_ACT)
        us_free(unit);
    *part = (us_part){.spot = spot, .kind = kind, .born = plan->view->world->now};
    if (kind == US_NODE_ACT) {
        part->step.unit = unit;
        part->step.room = room;
    }
    return part;
}

us_part *us_part_find(const us_plan *plan, us_spot spot)
{
    for (int i = 0; i < plan->parts; i++) {
        us_part *part = plan->part[i];
        if (part->spot.frame == spot.frame && part->spot.node == spot.node)
            return part;
    }
    return NULL;
}

void us_part_free(us_plan *plan, us_part *part)
{
    if (!part->left)
        us_reserve_release(plan->reserve, part->node);
    for (int i = 0; i < plan->givens; i++)
        if (plan->given[i] == part)
            plan->given[i] = NULL;
    part->spot = (us_spot){0};
}

us_acting *us_acting_new(us_plan *plan, uint32_t frame)
{
    us_acting *acting = NULL;
    for (int i = 0; i < plan->actings && !acting; i++)
        acting = plan->acting[i].frame ? NULL : &plan->acting[i];
    if (!acting) {
        plan->acting =
            us_grow(plan->acting, plan->actings, &plan->acting_capacity, sizeof(us_acting));
        acting = &plan->acting[plan->actings++];
    }
    *acting = (us_acting){.frame = frame, .node = ++plan->nodes};
    return acting;
}

us_acting *us_acting_find(const us_plan *plan, uint32_t frame)
{
    for (int i = 0; frame && i < plan->actings; i++)
        if (plan->acting[i].frame == frame)
            return &plan->acting[i];
    return NULL;
}

void us_acting_free(us_acting *acting)
{
    us_arena_free(acting->arena);
    *acting = (us_acting){0};
}

void us_acting_end(us_plan *plan, us_spot hole, uint32_t *frame, us_note_kind kind,
                   const us_why *why)
{
    us_acting *acting = us_acting_find(plan, *frame);
    us_run_clear(plan->run, hole);
    if (acting) {
        us_tell_behavior(plan, acting, kind, why);
        us_acting_free(acting);
    }
    *frame = 0;
}

us_acting *us_acting_around(const us_plan *plan, us_spot spot)
{
    for (uint32_t frame = spot.frame; frame; frame = us_run_above(plan->run, frame).frame) {
        us_acting *acting = us_acting_find(plan, frame);
        if (acting)
            return acting;
    }
    return NULL;
}

uint32_t us_goal_around(const us_plan *plan, us_spot spot)
{
    const us_acting *acting = us_acting_around(plan, spot);
    while (acting && acting->asked)
        acting = us_acting_around(plan, us_run_above(plan->run, acting->frame));
    return !acting ? 0 : acting->above ? acting->above : acting->node;
}

const us_node *us_part_node(const us_plan *plan, const us_part *part)
{
    return &us_run_template(plan->run, part->spot.frame)->node[part->spot.node];
}

const us_arg *us_node_arg(const us_node *node, int param)
{
    for (int i = 0; i < node->arg_count; i++)
        if (node->arg[i].param == param)
            return &node->arg[i];
    return NULL;
}

void us_plan_troubled(us_plan *plan, const char *why)
{
    us_str_reset(&plan->trouble);
    us_str_add(&plan->trouble, why);
}

void us_plan_order(us_plan *plan, const us_order *order, us_part *part)
{
    us_orders_copy(plan->orders, order)->step = part ? part->node : 0;
    plan->given = us_grow(plan->given, plan->givens, &plan->given_capacity, sizeof(us_part *));
    plan->given[plan->givens++] = part;
    plan->counts.orders++;
}
