/* Shares: how often of how many times. */
#ifndef US_EXPERIMENTS_STATS_PROPORTION_H
#define US_EXPERIMENTS_STATS_PROPORTION_H

#include "experiments/stats/bounds.h"

/* Wilson's interval of the share points / games, with 0 <= points <= games. Points need not be
 * whole; then it is too wide, if anything. All from 0 to 1 when there are no games. */
us_bounds us_wilson(double points, double games, double level);

/* The probability of at most k of n, each with probability p: for any n, to about 9 digits. 0 for
 * k < 0, 1 for k >= n. */
double us_binomial_at_most(int64_t k, int64_t n, double p);
double us_binomial_exactly(int64_t k, int64_t n, double p);

#endif
