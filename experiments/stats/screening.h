/* Screening: the effects of many changes at once, from games with random combinations of them.
 *
 * Games lie in blocks: those of a block have the same setting and differ in the changes alone.
 * Within a block, the value of a game is the block's own level plus the effects of its changes plus
 * chance, whose variance is estimated from the same games. The effects are estimated by ridge
 * regression. This is Bayes' estimate if each effect is normal with a mean and an error that are
 * known before any game: an effect of few games stays near that mean, and its error near that
 * error. */
#ifndef US_EXPERIMENTS_STATS_SCREENING_H
#define US_EXPERIMENTS_STATS_SCREENING_H

#include "base/base.h"

typedef struct us_screening us_screening;

typedef struct us_screening_effect {
    double mean, error;
    int games; /* with the change */
} us_screening_effect;

/* spread: all effects are expected at 0 with this error, in the unit of the values. */
us_screening *us_screening_new(int changes, double spread);
void us_screening_free(us_screening *screen); /* NULL is fine */
US_AUTOPTR_DEFINE(us_screening, us_screening_free);

/* Sets what is expected of an effect before any game: an estimate of earlier games. error > 0. */
void us_screening_expect(us_screening *screen, int change, double mean, double error);
/* Begins the next block. */
void us_screening_begin_block(us_screening *screen);
/* Adds a game of the block. change: `count` indices, each once. */
void us_screening_add(us_screening *screen, const int *change, int count, double value);
/* Estimates all effects. out: by change; errors are standard deviations, means are rounded to
 * 1e-9. */
void us_screening_estimate(const us_screening *screen, us_screening_effect *out);

#endif
