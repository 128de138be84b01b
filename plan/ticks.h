/* Private to plan/: what a plan waits for is told in ticks, thirtieths of a second of the game's
 * time, so that it lasts as long in any game. */
#ifndef US_PLAN_TICKS_H
#define US_PLAN_TICKS_H

#include "domain/domain.h"

enum { US_TICKS = 30 }; /* a second */

/* So many cycles, at least one. */
static inline us_cycle us_ticks(const us_domain *domain, int ticks)
{
    return (ticks * domain->cycles_per_second + US_TICKS - 1) / US_TICKS;
}

#endif
