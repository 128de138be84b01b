/* The steps of a sequential test: understudy/statistics.h declares it. */
#ifndef US_EXPERIMENTS_STATS_SIGNIFICANCE_H
#define US_EXPERIMENTS_STATS_SIGNIFICANCE_H

#include "base/base.h"
#include "understudy/statistics.h"

/* Returns whether the test looks after that many steps. */
bool us_sprt_def_is_due(const us_sprt_def *def, int64_t steps);
/* The two halves of us_sprt_add, for pairs that do not count, or count later. us_sprt_add_equal
 * adds so many equal pairs to the mean; us_sprt_test counts one more step and tests. The test
 * decides nothing before `first` of them count. */
void us_sprt_add_equal(us_sprt *sprt, double difference, int times);
us_sprt_state us_sprt_test(us_sprt *sprt);

/* Returns the logarithm of the likelihood ratio, each hypothesis with its own best variance:
 *     (pairs - 1) / 2 ln((v + (mean - delta0)^2) / (v + (mean - delta1)^2)),
 *     v = ((pairs - 1) variance + B reach^2) / pairs,
 * B the further bound (2.94 for errors of 5%). Beyond sqrt(v + half^2) from the middle of the two,
 * the formula would fall again; there the ratio stays at its largest. B prevents equal pairs from
 * deciding too early: if few pairs differ, the first such pair comes late. Errors stay below the
 * rates asked for if maps differ evenly, if few lie far off, and if each map is won or lost whole
 * (make proof T=maps, T=stats). A ratio with one variance for both errs in up to 7% there. Returns
 * 0 without pairs. */
double us_sprt_ratio(const us_sprt_def *def, int pairs, double mean, double variance);

/* Returns the least number of steps, all with that difference, that decides the test; the cap if
 * none does. No other steps of that mean decide it earlier. */
int us_sprt_compute_least_steps(const us_sprt_def *def, double difference);

#endif
