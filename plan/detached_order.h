/* Private to plan/: detached orders, which go on although no task waits for them any more. Their
 * units, cells and requests stay reserved until they end. */
#ifndef US_PLAN_DETACHED_ORDER_H
#define US_PLAN_DETACHED_ORDER_H

#include "domain/event.h"
#include "plan/reserve.h"

typedef struct us_detached_order {
    uint32_t holder, order;
} us_detached_order;

/* A list; zero-initialized is empty. */
typedef struct us_detached_orders {
    us_detached_order *item;
    int count, capacity;
} us_detached_orders;

/* Keeps the holder's reservations until the order of that number has ended for all its units. */
void us_detached_orders_add(us_detached_orders *detached, uint32_t holder, uint32_t order);
void us_detached_orders_on_event(us_detached_orders *detached, us_reservations *reserve,
                                 const us_event *event);
void us_detached_orders_clear(us_detached_orders *detached);

#endif
