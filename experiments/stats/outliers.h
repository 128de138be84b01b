/* Does one of those who shared out work get other results than the rest? Values lie in strata, in
 * each of which any of them could have fallen to any worker. */
#ifndef US_EXPERIMENTS_STATS_OUTLIERS_H
#define US_EXPERIMENTS_STATS_OUTLIERS_H

#include "base/base.h"

typedef struct us_worker_value {
    double value; /* finite */
    int stratum;  /* any number */
    int worker;   /* from 0 to workers - 1 */
} us_worker_value;

typedef struct us_stray {
    int count;     /* values of the worker in strata where others have some too: no other counts */
    double sum;    /* of them */
    double others; /* as many of the means that the others have in the same strata */
    double above;  /* by how much the sum is more than if values were dealt at random: 0 is usual */
    double error;  /* of that, by dealing: the root of sum over strata of
                      n (N - n) / N * s^2, N values in all with the variance s^2 (N - 1) */
    double above_p; /* how probable it is that dealing puts it as far above, or further; NAN: not
                       judged */
    double p;       /* as far to either side */
} us_stray;

/* By worker, not judged. Sorts the shares by stratum and worker. */
void us_outliers_of(us_worker_value *share, int count, int workers, us_stray *out);

/* Of shares that us_outliers_of has sorted, with what it said: how probable that is.
 *
 * Within three errors p is the normal distribution's. Further out, where that one may promise far
 * too much, it is Chernoff's bound for dealing each value to the worker with the chance n / N: the
 * least, over all l > 0, of
 *     exp(-l above) times the product over values of 1 - n / N + n / N exp(l (value - mean)),
 * which is near the exact tail, and above it: of outliers among workers that are alike it finds
 * fewer than it says (make proof T=stats). p 1 where nothing varies. */
void us_outliers_judge(const us_worker_value *share, int count, int workers, us_stray *stray);

#endif
