/* Private to plan/: who gathers what. Where a step waits for one resource while there is more of
 * another than anybody asks for, one who gathers that one is set to the other. */
#ifndef US_PLAN_GAIN_H
#define US_PLAN_GAIN_H

#include "domain/order.h"
#include "domain/world.h"

struct us_plan;
struct us_part;

typedef struct us_gains {
    uint32_t holder[US_RESOURCES_MAX]; /* who is waited with: a part's node */
    us_cycle called[US_RESOURCES_MAX]; /* when it last did */
    us_cycle next[US_RESOURCES_MAX];   /* nobody is set to it before */
} us_gains;

/* The part waits for the resource; what is ordered for that bears its goal. */
void us_gain_ask(struct us_plan *plan, int resource, const struct us_part *part);
/* The unit gathers what is nearest, if it can. */
bool us_gain_nearest(struct us_plan *plan, const us_entity *unit);

#endif
