/* Private to plan/: orders that are left to themselves. Nobody waits for them any more, but who is
 * at them is held, as are their cells and costs, until they end. */
#ifndef US_PLAN_LEFT_H
#define US_PLAN_LEFT_H

#include "domain/event.h"
#include "plan/reserve.h"

typedef struct us_left {
    uint32_t holder, order;
} us_left;

/* A list; zero-initialized is empty. */
typedef struct us_lefts {
    us_left *item;
    int count, capacity;
} us_lefts;

/* What holder holds is held until the order of that number has ended for all its units. */
void us_lefts_add(us_lefts *lefts, uint32_t holder, uint32_t order);
void us_lefts_hear(us_lefts *lefts, us_reserve *reserve, const us_event *event);
void us_lefts_clear(us_lefts *lefts);

#endif
