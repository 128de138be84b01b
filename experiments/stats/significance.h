/* Could it be chance? p values, all two-sided: how probable a difference as large as this one, or
 * larger, is where there is none. Tests of paired games ask whether each pair might as well have
 * been the other way around. */
#ifndef US_EXPERIMENTS_STATS_SIGNIFICANCE_H
#define US_EXPERIMENTS_STATS_SIGNIFICANCE_H

#include "base/base.h"

/* McNemar's test: of pairs where one side won and the other did not, b are this side's, c the
 * other's. Exact: twice the binomial tail, 1 at most. mid: half of the probability of what was seen
 * is left out; the exact one errs on the side of 1. Both 1 of no such pairs. Any b and c. */
typedef struct us_mcnemar {
    double exact, mid;
} us_mcnemar;
us_mcnemar us_mcnemar_test(int64_t b, int64_t c);

/* How a p value was come by. */
typedef enum us_how {
    US_HOW_COUNTED, /* all cases, each counted */
    US_HOW_NORMAL,  /* by the normal distribution */
    US_HOW_DRAWN,   /* (1 + as large) / (1 + draws), of US_FLIP_DRAWS */
} us_how;

/* Wilcoxon's signed ranks. Differences of 0 are ranked and then left out (Pratt), equal sizes share
 * the mean of their ranks. Up to US_RANKS_COUNTED differences that are not 0 are counted, ties and
 * zeros and all; above, the normal distribution with the variance sum of ranks^2 / 4, which holds
 * the corrections for both, without one for continuity. p is 1 where all are 0. */
enum { US_RANKS_COUNTED = 25 };
typedef struct us_signed_ranks {
    double plus, minus; /* sums of the ranks of differences above and below 0 */
    int zeros, others;
    double p;
    us_how how;
} us_signed_ranks;
us_signed_ranks us_signed_rank_test(const double *difference, int count);

/* The mean of differences against the means that other signs would give. Counted where at most 20
 * differ from 0, or where these have no more than two sizes (as 1/2 and 1) however many there are;
 * else drawn. Sums that differ by less than rounding might are taken for equal. Of more than 4,000
 * sizes the smaller ones are drawn together, as one normal number. p is 1 where all are 0. */
enum { US_FLIP_DRAWS = 10000 };
typedef struct us_flips {
    double p;
    us_how how;
} us_flips;
us_flips us_flip_test(const double *difference, int count, uint64_t seed);

/* Holm's correction for m comparisons: adjusted[i] below a level refuses the i-th at that level for
 * all of them together. In the order of p, each from 0 to 1; adjusted may be p. */
void us_holm(const double *p, int m, double *adjusted);

#endif
