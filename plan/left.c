#include "plan/left.h"

void us_lefts_add(us_lefts *lefts, uint32_t holder, uint32_t order)
{
    lefts->item = us_grow(lefts->item, lefts->count, &lefts->capacity, sizeof *lefts->item);
    lefts->item[lefts->count++] = (us_left){holder, order};
}

static bool holds(const us_reserve *reserve, uint32_t holder, us_id unit)
{
    for (int i = 0; i < us_reserve_units(reserve, holder); i++)
        if (us_reserve_unit_at(reserve, holder, i) == unit)
            return true;
    return false;
}

void us_lefts_hear(us_lefts *lefts, us_reserve *reserve, const us_event *event)
{
    bool ends = event->kind == US_EVENT_DONE || event->kind == US_EVENT_FAILED;
    int kept = 0;
    for (int i = 0; i < lefts->count; i++) {
        us_left left = lefts->item[i];
        bool over = event->kind == US_EVENT_GONE || (ends && (uint32_t)event->value == left.order);
        if (event->kind == US_EVENT_CREATED && holds(reserve, left.holder, event->other))
            us_reserve_served(reserve, left.holder);
        if (over && holds(reserve, left.holder, event->entity))
            us_reserve_forget_unit(reserve, event->entity);
        if (us_reserve_units(reserve, left.holder) > 0)
            lefts->item[kept++] = left;
        else
            us_reserve_release(reserve, left.holder);
    }
    lefts->count = kept;
}

void us_lefts_clear(us_lefts *lefts)
{
    us_free(lefts->item);
    *lefts = (us_lefts){0};
}
