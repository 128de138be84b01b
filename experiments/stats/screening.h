/* Screening: the effects of many changes at once, from games with random combinations of them.
 *
 * Games lie in blocks: those of a block have the same setting and differ in the changes alone.
 * Within a block, the value of a game is the block's own level plus the effects of its changes plus
 * chance, whose variance is estimated from the same games. The effects are estimated by ridge
 * regression, which is Bayes' estimate if effects are
 * normal around 0 with a known spread: an effect of few games stays near 0, and its error near that
 * spread. */
#ifndef US_EXPERIMENTS_STATS_SCREENING_H
#define US_EXPERIMENTS_STATS_SCREENING_H

#include "base/base.h"

typedef struct us_screening us_screening;

typedef struct us_screening_effect {
    double mean, error;
    int games; /* with the change */
} us_screening_effect;

us_screening *us_screening_new(int changes);
void us_screening_free(us_screening *screen); /* NULL is fine */
US_AUTOPTR_DEFINE(us_screening, us_screening_free);

/* Begins the next block. */
void us_screening_begin_block(us_screening *screen);
/* Adds a game of the block. change: `count` indices, each once. */
void us_screening_add(us_screening *screen, const int *change, int count, double value);
/* Estimates all effects. spread: the standard deviation of effects before any game, in the
 * unit of the values. out: by change; errors are standard deviations, means are rounded to 1e-9. */
void us_screening_estimate(const us_screening *screen, double spread, us_screening_effect *out);

#endif
