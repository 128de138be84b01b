/* Private to plan/: reinforcements. While a step fights, idle units make more units of the
 * fighters' type, as long as that costs nothing that a task requests. The new units join the
 * fight. */
#ifndef US_PLAN_REINFORCE_H
#define US_PLAN_REINFORCE_H

#include "base/base.h"
#include "domain/event.h"
#include "domain/order.h"

struct us_plan;

/* A unit that makes one more fighter. */
typedef struct us_reinforcement {
    us_id maker;
    uint32_t order; /* number of its order; 0: not known yet */
    uint32_t fight; /* the fighting step's number in notes */
    us_id made;     /* the new unit; 0: not yet */
} us_reinforcement;
typedef US_LIST(us_reinforcement) us_reinforcements;

/* Take the result of an order that no step gave, and an event. */
void us_reinforcements_on_order(struct us_plan *plan, const us_order *order, us_reason reason);
void us_reinforcements_on_event(struct us_plan *plan,
                                const us_event *event); /* CREATED, FAILED, GONE */
/* Looks from time to time. Returns the cycle of the next look. */
us_cycle us_reinforcements_update(struct us_plan *plan);

#endif
