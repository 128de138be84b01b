/* Functions that the estimates of an effect share. understudy/statistics.h declares the estimates.
 */
#ifndef US_EXPERIMENTS_STATS_EFFECT_H
#define US_EXPERIMENTS_STATS_EFFECT_H

#include "experiments/stats/bounds.h"
#include "understudy/statistics.h"

/* Returns the least number of values with which a test of signs can reach the level: 2 * (1 / 2)^n
 * <= 1 - level. Six for 95%. */
int us_estimate_min_count(double level);
/* Widens the bounds of n independent values from least to most, if n is below
 * us_estimate_min_count. The bounds then include those of n equal values, because so few values do
 * not show how much other values may differ. */
void us_estimate_widen_few(us_estimate *estimate, double least, double most, int n,
                           const us_estimate_def *def);

/* Marks the pairs in cells that all runs share: means over different cells are no replicates of one
 * mean. keep: by pair, whether all runs that have pairs have some in its cell. Returns the number
 * of cells that are not kept. */
int us_pairs_find_common_cells(const us_pairs *pairs, const us_runs *runs, bool *keep);

/* Summarizes pairs->cells cells: pairs, mean and variance of each. mean is 0 without pairs,
 * variance is 0 with less than two. */
typedef struct us_cell_summary {
    int pairs;
    double mean, variance;
    double least, most;
} us_cell_summary;
void us_pairs_summarize_cells(const us_pairs *pairs, us_cell_summary *cell);

/* Returns the degrees of Student's distribution, or NAN if the error is 0 or unknown. */
double us_estimate_degrees(const us_estimate *estimate);

#endif
