/* Graded scores, finer than won or lost: margins, shares, likeness. Each run has one score. */
#ifndef US_EXPERIMENTS_STATS_GRADED_H
#define US_EXPERIMENTS_STATS_GRADED_H

#include "experiments/stats/maps.h"

/* Estimates the interquartile mean: the mean of the middle half of all scores, without a quarter of
 * them (rounded down) at each end. With three scores or less it is their mean. Its error is the
 * error of the mean of winsorized scores, over the half that is kept (Tukey and McLaughlin): scores
 * beyond the quartiles count as if they lay at them. us_estimate_compute_in_scope estimates it.
 * Without scores nothing is known. */
us_estimate us_iqm_estimate(const us_pairs *scores, const us_runs *runs, const us_atlas *atlas,
                            const us_estimate_def *def);

/* Scores of two libraries in games of the same keys, by pair. */
typedef struct us_matched {
    const double *one, *other; /* finite */
    const int *cell;           /* from 0 to cells - 1; NULL: all pairs lie in one cell */
    int count, cells;
} us_matched;

/* Estimates the probability of improvement: a game of the one scores more than a game of the other
 * with another key, equal scores counting half. It is P(X > Y) + P(X = Y) / 2 by cell, each cell
 * counting the same. The two games of a pair share their luck, so they are not compared with each
 * other.
 *
 * Let a be the share of a pair's comparisons that the one wins, and U the mean of a. A pair of n in
 * a cell stands for the jackknife value U + 2 (n - 1) / (n - 2) (a - U).
 * us_estimate_compute_in_scope estimates these values like differences, within each run if runs is
 * not NULL; bounds end at 0 and
 * 1. Two pairs have one share in common and are one value. A cell in which a run has a single pair
 * is left out. Without cells, mean is NAN and bounds are 0 and 1.
 *
 * Bounds of 95% hold the truth in 95% to 97%. They hold it in up to 99% with 3 pairs a cell, or if
 * both games of a pair go nearly the same way (make proof T=stats). */
us_estimate us_improvement_estimate(const us_matched *scores, const us_runs *runs,
                                    const us_atlas *atlas, double level);

#endif
