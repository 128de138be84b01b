/* Proportions: intervals of shares, and binomial probabilities. */
#ifndef US_EXPERIMENTS_STATS_PROPORTION_H
#define US_EXPERIMENTS_STATS_PROPORTION_H

#include "experiments/stats/bounds.h"
#include "understudy/statistics.h"

/* Return the probability of at most k, or exactly k, of n, each with probability p: for any n, to
 * about 9 digits. us_binomial_cdf returns 0 for k < 0 and 1 for k >= n. */
double us_binomial_cdf(int64_t k, int64_t n, double p);
double us_binomial_pmf(int64_t k, int64_t n, double p);

#endif
