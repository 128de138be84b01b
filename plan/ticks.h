/* Private to plan/: times of the plan in ticks, thirtieths of a second of the game's time, so that
 * they last as long in any game. */
#ifndef US_PLAN_TICKS_H
#define US_PLAN_TICKS_H

#include "domain/domain.h"

enum { US_TICKS = 30 }; /* a second */

/* Converts ticks to cycles, rounded up. */
static inline us_cycle us_ticks_to_cycles(const us_domain *domain, int ticks)
{
    return (ticks * domain->cycles_per_second + US_TICKS - 1) / US_TICKS;
}

#endif
