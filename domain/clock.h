/* Sums of game time. A duration comes from a domain, a behavior or a case and may be as large as
 * us_cycle allows: a sum beyond that is US_NEVER. */
#ifndef US_DOMAIN_CLOCK_H
#define US_DOMAIN_CLOCK_H

#include "understudy/domain.h"

enum { US_NEVER = INT32_MAX }; /* a cycle that no game reaches */

/* Returns the cycle that comes a duration, at least 0, after `now`; at most US_NEVER. */
static inline us_cycle us_cycle_after(us_cycle now, us_cycle duration)
{
    return duration > US_NEVER - now ? US_NEVER : now + duration;
}

#endif
