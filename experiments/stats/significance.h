/* Significance tests with two-sided p values: the probability of a difference as large as this one,
 * or larger, if there is none. Tests of paired games check whether each pair might as well have
 * been the other way around. */
#ifndef US_EXPERIMENTS_STATS_SIGNIFICANCE_H
#define US_EXPERIMENTS_STATS_SIGNIFICANCE_H

#include "base/base.h"

/* McNemar's test of pairs in which one side won and the other did not: b pairs are this side's, c
 * the other's. exact: twice the binomial tail, 1 at most; it errs on the side of 1. mid: counts
 * half of the probability of the observed result. Both are 1 without such pairs. Any b and c are
 * allowed. */
typedef struct us_mcnemar {
    double exact, mid;
} us_mcnemar;
us_mcnemar us_mcnemar_test(int64_t b, int64_t c);

/* The method that computed a p value. */
typedef enum us_p_value_method {
    US_P_VALUE_COUNTED, /* exactly, by counting all cases */
    US_P_VALUE_NORMAL,  /* by the normal distribution */
    US_P_VALUE_DRAWN,   /* (1 + as large) / (1 + draws), of US_FLIP_DRAWS */
} us_p_value_method;

/* Wilcoxon's signed rank test. Differences of 0 are ranked and then left out (Pratt); equal sizes
 * share the mean of their ranks. Up to US_RANKS_COUNTED differences other than 0 are counted
 * exactly, ties and zeros included. Above, p is the normal distribution's with the variance sum of
 * ranks^2 / 4, which includes the corrections for both, without one for continuity. p is 1 if all
 * differences are 0. */
enum { US_RANKS_COUNTED = 25 };
typedef struct us_signed_ranks {
    double plus, minus; /* sums of the ranks of differences above and below 0 */
    int zeros, others;
    double p;
    us_p_value_method how;
} us_signed_ranks;
us_signed_ranks us_signed_rank_test(const double *difference, int count);

/* Permutation test: compares the mean of differences with the means under other signs. It counts
 * exactly if at most 20 differences are not 0, or if these have no more than two sizes (as 1/2 and
 * 1), however many there are; else it draws. Sums that differ by less than rounding errors count as
 * equal. Above 4,000 sizes, the smaller ones are drawn together, as one normal number. p is 1 if
 * all differences are 0. */
enum { US_FLIP_DRAWS = 10000 };
typedef struct us_flips {
    double p;
    us_p_value_method how;
} us_flips;
us_flips us_flip_test(const double *difference, int count, uint64_t seed);

/* Applies Holm's correction for m comparisons: adjusted[i] below a level rejects the i-th null
 * hypothesis at that level for all of them together. p: each from 0 to 1; adjusted has the order of
 * p and may be p. */
void us_holm_adjust(const double *p, int m, double *adjusted);

#endif
