/* Private to plan/: who fights for a step gets company. Of what costs nothing that anybody asks
 * for, more of their kind are made by who has nothing else to do, and join the fight. */
#ifndef US_PLAN_REINFORCE_H
#define US_PLAN_REINFORCE_H

#include "base/base.h"
#include "domain/event.h"
#include "domain/order.h"

struct us_plan;

/* Somebody who makes one more. */
typedef struct us_reinforcement {
    us_id maker;
    uint32_t order; /* what it makes it by; 0: nobody has answered that yet */
    uint32_t fight; /* the step, as it counts in notes */
    us_id made;     /* 0: nobody yet */
} us_reinforcement;
typedef US_LIST(us_reinforcement) us_reinforcements;

/* What became of an order that no step gave; what happened. */
void us_reinforce_told(struct us_plan *plan, const us_order *order, us_reason reason);
void us_reinforce_hear(struct us_plan *plan, const us_event *event); /* CREATED, FAILED, GONE */
/* Looks now and then; when next. */
us_cycle us_reinforce(struct us_plan *plan);

#endif
