/* Intervals, and the quantiles that they are made of. A level is the share of intervals that should
 * hold the truth: above 0, below 1, such as 0.95. */
#ifndef US_EXPERIMENTS_STATS_BOUNDS_H
#define US_EXPERIMENTS_STATS_BOUNDS_H

#include "base/base.h"
#include "understudy/statistics.h"

/* Returns the half width, in standard errors, of an interval of this level: 1.96 for 0.95. */
double us_normal_critical_value(double level);
/* The same if the error itself was estimated with so many degrees of freedom: 2.776 for 0.95 and 4.
 * freedom: 1 or more, need not be whole; INFINITY gives the normal distribution's half width. */
double us_student_critical_value(double level, double freedom);
/* Returns the distance, in standard errors, of a one-sided bound: 1.645 for 0.95. */
double us_normal_one_sided_critical_value(double level);

/* Returns the quantile of one or more values in rising order: a share (0 to 1) of them lies below
 * it. It interpolates between two values. */
double us_doubles_quantile(const double *sorted, int count, double share);
void us_doubles_sort(double *value, int count); /* in rising order; no value is NaN */

/* ---- proportion */

/* Proportions: intervals of shares, and binomial probabilities. */

/* Return the probability of at most k, or exactly k, of n, each with probability p: for any n, to
 * about 9 digits. us_binomial_cdf returns 0 for k < 0 and 1 for k >= n. */
double us_binomial_cdf(int64_t k, int64_t n, double p);
double us_binomial_pmf(int64_t k, int64_t n, double p);

#endif
