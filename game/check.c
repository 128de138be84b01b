#include "game/check.h"

us_reason us_order_check_unit(const us_scenario *scenario, const us_view *view,
                              const us_order *order, us_id id, us_unit_check *why_not)
{
    const us_entity *unit = us_world_find(view->world, id);
    if (!unit || unit->owner != order->seat)
        return unit ? US_REASON_NOT_YOURS : US_REASON_NO_UNIT;
    if (!us_type_can_do(view->world->domain, unit->type, order->action))
        return US_REASON_CANNOT;
    us_reason reason = us_order_check_args(view->world, order);
    return reason == US_REASON_NONE ? why_not(scenario, view, order, unit) : reason;
}

us_reason us_order_check_units(const us_scenario *scenario, const us_view *view,
                               const us_order *order, us_unit_check *why_not)
{
    us_reason first = us_order_check_shape(view->world, order);
    for (int i = 0; i < order->unit_count && (i > 0 || first == US_REASON_NONE); i++) {
        us_reason reason = us_order_check_unit(scenario, view, order, order->unit[i], why_not);
        if (reason == US_REASON_NONE)
            return reason;
        first = i == 0 ? reason : first;
    }
    return first;
}

bool us_order_is_duplicate(const us_order *order, int at)
{
    for (int i = 0; i < at; i++)
        if (order->unit[i] == order->unit[at])
            return true;
    return false;
}
