/* Private to plan/: standing orders, the work that units go on with (harvest, patrol). A unit that
 * was needed for something more urgent, or whose target is gone, is ordered back to its work,
 * elsewhere if need be; unless it was ordered to stop or to stand. */
#ifndef US_PLAN_STANDING_ORDER_H
#define US_PLAN_STANDING_ORDER_H

#include "domain/event.h"
#include "domain/order.h"
#include "domain/world.h"

struct us_plan;
typedef struct us_standing_orders us_standing_orders;

us_standing_orders *us_standing_orders_new(const us_domain *domain);
void us_standing_orders_free(us_standing_orders *standing_orders); /* NULL is fine */
/* Makes the order the unit's standing order from now on. */
void us_standing_orders_set(us_standing_orders *standing_orders, us_id unit, const us_order *order,
                            us_cycle now);
void us_standing_orders_remove(us_standing_orders *standing_orders, us_id unit);
bool us_standing_orders_is_joined(const us_standing_orders *standing_orders,
                                  us_id unit); /* it was idle, and the plan let it gather */
/* Takes the result of an order that sends a unit back to its standing order, or that ends it. */
void us_standing_orders_on_order(struct us_plan *plan, const us_order *order, us_reason reason);
void us_standing_orders_on_event(us_standing_orders *standing_orders, const us_event *event,
                                 us_cycle now); /* DONE, FAILED */
/* Returns the cell nearest to the unit, by the rule of revision, at which it may go on with the
 * action; or -1. */
int32_t us_standing_orders_find_cell(struct us_plan *plan, const us_entity *unit, int action);
/* Orders back units that are free and do something else. Looks from time to time; returns the cycle
 * of the next look. */
us_cycle us_standing_orders_update(struct us_plan *plan);

#endif
