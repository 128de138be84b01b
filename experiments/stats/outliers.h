/* Outliers among workers that share a work: whether one worker gets other results than the rest.
 * Values lie in strata. Within a stratum any value could have fallen to any worker. */
#ifndef US_EXPERIMENTS_STATS_OUTLIERS_H
#define US_EXPERIMENTS_STATS_OUTLIERS_H

#include "base/base.h"

typedef struct us_worker_value {
    double value; /* finite */
    int stratum;  /* any number */
    int worker;   /* from 0 to workers - 1 */
} us_worker_value;

typedef struct us_outlier {
    int count;      /* the worker's values in strata where others have some too; no others count */
    double sum;     /* of these values */
    double others;  /* sum of as many means of the others in the same strata */
    double above;   /* excess of the sum over a random deal of values: 0 is usual */
    double error;   /* standard error of above in such a deal: the root of sum over strata of n (N -
                       n) / N * s^2, N values in all with the variance s^2 (N - 1) */
    double above_p; /* probability that a random deal puts it as far above, or further; NAN: not
                       judged */
    double p;       /* the same, to either side */
} us_outlier;

/* Computes the strays, by worker, without p values. Sorts the shares by stratum and worker. */
void us_outliers_compute(us_worker_value *share, int count, int workers, us_outlier *out);

/* Computes the p values of a stray, from the shares that us_outliers_compute has sorted.
 *
 * Within three errors p is the normal distribution's. Further out the normal distribution may give
 * far too small a p. There p is Chernoff's bound for dealing each value to the worker with the
 * chance n / N: the least, over all l > 0, of
 *     exp(-l above) times the product over values of 1 - n / N + n / N exp(l (value - mean)).
 * The bound is near the exact tail, and above it: among workers that are alike it finds fewer
 * outliers than its level allows (make proof T=stats). p is 1 if nothing varies. */
void us_outliers_test(const us_worker_value *share, int count, int workers, us_outlier *outlier);

#endif
