/* Private to plan/: what units go on with (harvest, patrol). Who was needed for something more
 * urgent, or has nothing left to do it with, goes back to it, elsewhere if need be; unless it was
 * told to stop or to stand. */
#ifndef US_PLAN_STANDING_ORDER_H
#define US_PLAN_STANDING_ORDER_H

#include "domain/event.h"
#include "domain/order.h"
#include "domain/world.h"

struct us_plan;
typedef struct us_standing_orders us_standing_orders;

us_standing_orders *us_standing_orders_new(const us_domain *domain);
void us_standing_orders_free(us_standing_orders *standing_orders); /* NULL is fine */
/* The unit goes on with that from now on: it has been ordered to. */
void us_standing_orders_set(us_standing_orders *standing_orders, us_id unit, const us_order *order,
                            us_cycle now);
void us_standing_orders_forget(us_standing_orders *standing_orders, us_id unit);
bool us_standing_orders_joined(const us_standing_orders *standing_orders,
                               us_id unit); /* since it had nothing else to do */
/* What became of an order: back to a standing order, or to something after which there is none. */
void us_standing_orders_told(struct us_plan *plan, const us_order *order, us_reason reason);
void us_standing_orders_hear(us_standing_orders *standing_orders, const us_event *event,
                             us_cycle now); /* DONE, FAILED */
/* The cell nearest to the unit, by the rule of revision, where it may go on with the action, or -1.
 */
int32_t us_standing_order_place(struct us_plan *plan, const us_entity *unit, int action);
/* Orders back whoever is free and at something else. Looks now and then; when next. */
us_cycle us_standing_orders_keep(struct us_plan *plan);

#endif
