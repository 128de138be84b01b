/* Private to plan/: who gathers what. Where a step waits for one resource while there is more of
 * another than anybody asks for, one who gathers that one is set to the other. */
#ifndef US_PLAN_GATHER_BALANCE_H
#define US_PLAN_GATHER_BALANCE_H

#include "domain/order.h"
#include "domain/world.h"

struct us_plan;
struct us_task;

typedef struct us_gather_balance {
    uint32_t holder[US_RESOURCES_MAX]; /* who is waited with: a task's node */
    us_cycle called[US_RESOURCES_MAX]; /* when it last did */
    us_cycle next[US_RESOURCES_MAX];   /* nobody is set to it before */
} us_gather_balance;

/* The task waits for the resource; what is ordered for that bears its goal. */
void us_gather_balance_ask(struct us_plan *plan, int resource, const struct us_task *task);
/* The unit gathers what is nearest, if it can. */
bool us_gather_balance_nearest(struct us_plan *plan, const us_entity *unit);

#endif
