/* Which stretches of the games an expert should demonstrate again. */
#ifndef US_ADAPT_SUGGEST_H
#define US_ADAPT_SUGGEST_H

#include "adapt/adapt.h"

/* Where the cause was worst: the goal that its behavior was for, from shortly before the failure,
 * but not before the behavior began, to when it was over. */
typedef struct us_stretch {
    const us_mend *mend;
    const char *file; /* the trace */
    us_seat seat;
    us_cycle since, until;
    const char *goal; /* as the plan told it */
} us_stretch;

/* Zero-initialized is empty. */
typedef struct us_stretches {
    us_stretch *item; /* those of causes that were not repaired first; noise is left out */
    int count;
    us_arena *arena;
} us_stretches;

/* adapted is borrowed. Clear after success. */
us_status us_suggest_stretches(us_games *games, const us_adapted *adapted, us_stretches *out,
                               us_error *err);
void us_stretches_clear(us_stretches *stretches);

#endif
