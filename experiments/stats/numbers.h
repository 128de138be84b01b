/* Intervals, and the quantiles that they are made of. A level is the share of intervals that should
 * hold the truth: above 0, below 1, such as 0.95. */
#ifndef US_EXPERIMENTS_STATS_NUMBERS_H
#define US_EXPERIMENTS_STATS_NUMBERS_H

#include <gsl/gsl_rng.h>

#include "base/base.h"
#include "base/rng.h"
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

/* Proportions: intervals of shares, and binomial probabilities. */

/* Return the probability of at most k, or exactly k, of n, each with probability p: for any n, to
 * about 9 digits. us_binomial_cdf returns 0 for k < 0 and 1 for k >= n. */
double us_binomial_cdf(int64_t k, int64_t n, double p);
double us_binomial_pmf(int64_t k, int64_t n, double p);

/* Tallies: values and the number of times that each occurs. Scores are few values many times over,
 * so a computation on a tally costs the same for a hundred games and for a million. */

typedef struct us_tally {
    double *value; /* in rising order */
    int *times;    /* of each value; 1 or more */
    int kinds, count;
} us_tally;

/* Counts finite numbers. It allocates nothing for no values. */
us_tally us_tally_make(const double *value, int count);
void us_tally_clear(us_tally *tally);

/* The sizes of differences from 0, to each side. */
typedef struct us_two_sides {
    double *size; /* above 0, in rising order */
    int *plus, *minus;
    int kinds;
    int zeros, others; /* differences that are 0, and all that are not */
} us_two_sides;
us_two_sides us_two_sides_make(const double *difference, int count);
void us_two_sides_clear(us_two_sides *sides);

/* GSL's random distributions on a random stream of this program. */

/* Returns a generator that draws from the stream. The stream must outlive it; there is nothing to
 * free. */
gsl_rng us_rng_to_gsl(us_rng *rng);
/* Returns how many of n tosses of a fair coin show heads. */
int us_rng_draw_heads(us_rng *rng, int n);

#endif
