/* Scores that are more than won or lost: margins, shares, likeness. One score a run. */
#ifndef US_EXPERIMENTS_STATS_GRADED_H
#define US_EXPERIMENTS_STATS_GRADED_H

#include "experiments/stats/maps.h"

/* Interquartile mean: of the middle half of all scores, a quarter of them (rounded down) cut off at
 * each end; the mean of three or less. Scores beyond the quartiles count as if they lay at them;
 * the error of the mean of such scores, over the half that is kept, is that of the interquartile
 * mean (Tukey and McLaughlin). It is estimated as us_estimate_within does it. No scores: nothing is
 * known. */
us_estimate us_iqm_of(const us_pairs *scores, const us_runs *runs, const us_atlas *atlas,
                      const us_estimate_def *def);

/* Scores of two libraries in games of the same keys, by pair. */
typedef struct us_matched {
    const double *one, *other; /* finite */
    const int *cell;           /* from 0 to cells - 1; NULL: all of one cell */
    int count, cells;
} us_matched;

/* How probable it is that a game of the one scores more than a game of the other with another key,
 * equal ones counting half: P(X > Y) + P(X = Y) / 2 by cell, each cell counting the same. The two
 * games of a pair share their luck, so that they do not meet each other.
 *
 * With a the share of its meetings that go to the one, a pair of n in a cell stands for
 * U + 2 (n - 1) / (n - 2) (a - U), U the mean of a: what a jackknife makes of it. These values are
 * estimated as differences are, by us_estimate_within, where runs is not NULL within each run;
 * bounds end at 0 and 1. Two pairs have one share in common and are one value;
 * a cell in which a run has a single pair is left out. mean NAN of no cells, then bounds are 0 and
 * 1.
 *
 * Bounds of 95% hold the truth in 95% to 97%, and in up to 99% with 3 pairs a cell, or where both
 * games of a pair go nearly the same way (make proof T=stats). */
us_estimate us_improvement_of(const us_matched *scores, const us_runs *runs, const us_atlas *atlas,
                              double level);

#endif
