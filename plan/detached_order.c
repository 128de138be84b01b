#include "plan/detached_order.h"

void us_detached_orders_add(us_detached_orders *detached, uint32_t holder, uint32_t order)
{
    detached->item =
        us_array_grow(detached->item, detached->count, &detached->capacity, sizeof *detached->item);
    detached->item[detached->count++] = (us_detached_order){holder, order};
}

static bool holds(const us_reservations *reserve, uint32_t holder, us_id unit)
{
    for (int i = 0; i < us_reservations_count_units(reserve, holder); i++)
        if (us_reservations_unit_at(reserve, holder, i) == unit)
            return true;
    return false;
}

void us_detached_orders_on_event(us_detached_orders *detached, us_reservations *reserve,
                                 const us_event *event)
{
    bool ends = event->kind == US_EVENT_DONE || event->kind == US_EVENT_FAILED;
    int kept = 0;
    for (int i = 0; i < detached->count; i++) {
        us_detached_order left = detached->item[i];
        bool over = event->kind == US_EVENT_GONE || (ends && (uint32_t)event->value == left.order);
        if (event->kind == US_EVENT_CREATED && holds(reserve, left.holder, event->other))
            us_reservations_remove_request(reserve, left.holder);
        if (over && holds(reserve, left.holder, event->entity))
            us_reservations_drop_unit(reserve, event->entity);
        if (us_reservations_count_units(reserve, left.holder) > 0)
            detached->item[kept++] = left;
        else
            us_reservations_release(reserve, left.holder);
    }
    detached->count = kept;
}

void us_detached_orders_clear(us_detached_orders *detached)
{
    us_mem_free(detached->item);
    *detached = (us_detached_orders){0};
}
