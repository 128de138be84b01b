#include "domain/action.h"

#include "domain/node.h"
#include "domain/term.h"

int us_action_slots(const us_action_def *action, us_slot slot[US_ACTION_SLOTS])
{
    int count = 0;
    bool cell = false;
    slot[count++] = (us_slot){"unit", US_VALUE_ENTITY};
    for (int i = 0; i < action->param_count; i++) {
        slot[count++] = (us_slot){action->param[i].name, action->param[i].kind};
        cell = cell || action->param[i].kind == US_VALUE_CELL;
    }
    if (cell) {
        slot[count++] = (us_slot){"x", US_VALUE_NUMBER};
        slot[count++] = (us_slot){"y", US_VALUE_NUMBER};
    }
    slot[count++] = (us_slot){"product", US_VALUE_ENTITY};
    return count;
}

static int64_t value_of(us_value_kind kind, int32_t arg, int types)
{
    if (kind == US_VALUE_ENTITY)
        return (us_id)arg;
    return kind == US_VALUE_TYPE && (arg < 0 || arg >= types) ? US_NO_TYPE : arg;
}

static void bind_slots(const us_domain *domain, const us_order *order, us_id unit, us_id product,
                       us_value value[US_ACTION_SLOTS])
{
    const us_action_def *action = &domain->action[order->action];
    int count = 0, cell = -1;
    value[count++] = (us_value){.number = unit};
    for (int i = 0; i < action->param_count; i++) {
        us_value_kind kind = action->param[i].kind;
        value[count++] = (us_value){.number = value_of(kind, order->arg[i], domain->type_count)};
        cell = kind == US_VALUE_CELL ? i : cell;
    }
    if (cell >= 0) {
        value[count++] = (us_value){.number = US_CELL_X(order->arg[cell])};
        value[count++] = (us_value){.number = US_CELL_Y(order->arg[cell])};
    }
    value[count++] = (us_value){.number = product};
}

bool us_action_is_allowed(const us_view *view, const us_order *order, us_id unit)
{
    const us_domain *domain = view->world->domain;
    const us_entity *entity = us_world_find(view->world, unit);
    if (!entity || entity->owner != view->self ||
        !us_type_can_do(domain, entity->type, order->action))
        return false;
    us_value value[US_ACTION_SLOTS];
    bind_slots(domain, order, unit, 0, value);
    return us_expr_is_true(domain->action[order->action].when, view, &(us_binding){value, NULL});
}

/* Returns whether the term asks about the unit, and uses no unknown entity, cell or product. */
static bool is_of_unit(const us_action_def *action, us_term term)
{
    us_slot slot[US_ACTION_SLOTS];
    int count = us_action_slots(action, slot);
    for (int i = 1; i < count; i++) {
        bool known = i <= action->param_count && slot[i].kind != US_VALUE_ENTITY &&
                     slot[i].kind != US_VALUE_CELL;
        if (!known && us_term_has_slot(term, i))
            return false;
    }
    return us_term_has_slot(term, 0);
}

static bool suits(const us_action_def *action, us_term term, const us_view *view,
                  const us_binding *binding)
{
    if (us_term_describe(term).kind != US_TERM_AND)
        return !is_of_unit(action, term) ||
               us_expr_node_eval(term.expr, term.node, view, binding) != 0;
    for (us_term part = us_term_first(term); part.node; part = us_term_next(part))
        if (!suits(action, part, view, binding))
            return false;
    return true;
}

bool us_action_is_suitable(const us_view *view, const us_order *order, us_id unit)
{
    const us_domain *domain = view->world->domain;
    const us_action_def *action = &domain->action[order->action];
    us_value value[US_ACTION_SLOTS];
    bind_slots(domain, order, unit, 0, value);
    return suits(action, us_term_from_expr(action->when), view, &(us_binding){value, NULL});
}

bool us_action_is_done(const us_view *view, const us_order *order, us_id unit, us_id product)
{
    const us_domain *domain = view->world->domain;
    us_value value[US_ACTION_SLOTS];
    bind_slots(domain, order, unit, product, value);
    return us_expr_is_true(domain->action[order->action].done, view, &(us_binding){value, NULL});
}

int us_action_find_param(const us_action_def *action, us_value_kind kind)
{
    for (int p = 0; p < action->param_count; p++)
        if (action->param[p].kind == kind)
            return p;
    return -1;
}

bool us_action_has_effect(const us_action_def *action, us_effect_kind kind)
{
    for (int i = 0; i < action->effect_count; i++)
        if (action->effect[i].kind == kind)
            return true;
    return false;
}

bool us_action_can_harm(const us_action_def *action)
{
    return us_action_has_effect(action, US_EFFECT_HARM);
}

us_type us_order_product(const us_domain *domain, const us_order *order, us_effect_kind *kind)
{
    const us_action_def *action = &domain->action[order->action];
    for (int i = 0; i < action->effect_count; i++) {
        const us_effect *effect = &action->effect[i];
        bool makes = effect->kind == US_EFFECT_CREATE || effect->kind == US_EFFECT_CONVERT ||
                     effect->kind == US_EFFECT_LEARN;
        if (makes && effect->param >= 0 && order->arg[effect->param] >= 0 &&
            order->arg[effect->param] < domain->type_count) {
            if (kind)
                *kind = effect->kind;
            return (us_type)order->arg[effect->param];
        }
    }
    return US_NO_TYPE;
}

bool us_order_box(const us_domain *domain, const us_world *world, const us_order *order,
                  us_box *out)
{
    const us_action_def *def = &domain->action[order->action];
    us_type made = us_order_product(domain, order, NULL);
    for (int p = 0; p < def->param_count; p++) {
        int32_t value = order->arg[p];
        const us_entity *e =
            def->param[p].kind == US_VALUE_ENTITY ? us_world_find(world, (us_id)value) : NULL;
        if (e) {
            *out = us_entity_box(domain, e);
            return true;
        }
        if (def->param[p].kind == US_VALUE_CELL && value >= 0) {
            *out = (us_box){US_CELL_X(value), US_CELL_Y(value), 1, 1};
            if (made != US_NO_TYPE) {
                out->width = domain->type[made].width;
                out->height = domain->type[made].height;
            }
            return true;
        }
    }
    return false;
}
