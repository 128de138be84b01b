/* Private to plan/: the gather balance. If a step waits for a resource and more of another resource
 * is in stock than all steps request, a worker that gathers the other is reassigned to the
 * first. */
#ifndef US_PLAN_GATHER_BALANCE_H
#define US_PLAN_GATHER_BALANCE_H

#include "domain/order.h"
#include "domain/world.h"

struct us_plan;
struct us_task;

typedef struct us_gather_balance {
    uint32_t holder[US_RESOURCES_MAX]; /* node of the task that waits */
    us_cycle called[US_RESOURCES_MAX]; /* when that task last called */
    us_cycle next[US_RESOURCES_MAX];   /* no worker is reassigned before */
} us_gather_balance;

/* Reports that the task waits for the resource. A resulting order bears the task's goal. */
void us_gather_balance_request(struct us_plan *plan, int resource, const struct us_task *task);
/* Orders the unit to gather the resource of the nearest source; false: it cannot. */
bool us_gather_balance_assign(struct us_plan *plan, const us_entity *unit);

#endif
