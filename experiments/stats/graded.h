/* Scores that are more than won or lost: margins, shares, likeness. One score a run. */
#ifndef US_EXPERIMENTS_STATS_GRADED_H
#define US_EXPERIMENTS_STATS_GRADED_H

#include "experiments/stats/bootstrap.h"

/* Scores of one library, by cell as in us_pairs. */
typedef struct us_scores {
    const double *score; /* finite */
    const int *cell;     /* from 0 to cells - 1; NULL: all of one cell */
    int count, cells;
} us_scores;

/* Interquartile mean: of the middle half of all scores, a quarter of them (rounded down) cut off at
 * each end. 0 of none, the mean of three or less. */
double us_iqm(const double *score, int count);

enum { US_IQM_WORK = 40000000 }; /* random numbers for all draws */
/* The same with bounds by drawing scores anew within each cell. Where draws * count is above
 * US_IQM_WORK none are drawn: bounds are those of the normal distribution that the draws tend to,
 * by the scores' variance when those beyond the quartiles lie at them. -INFINITY and INFINITY of no
 * scores. */
typedef struct us_iqm_estimate {
    double mean;
    us_bounds bounds;
    int draws; /* 0: by their limit */
} us_iqm_estimate;
us_iqm_estimate us_iqm_of(const us_scores *scores, double level, int draws, uint64_t seed);

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
 * estimated as differences are, by us_estimate_of, or, where runs is not NULL, within each run by
 * us_estimate_of_runs; bounds end at 0 and 1. Two pairs have one share in common and are one value;
 * a cell in which a run has a single pair is left out. mean NAN of no cells, then bounds are 0 and
 * 1.
 *
 * Bounds of 95% hold the truth in 95% to 97%, and in up to 99% with 3 pairs a cell, or where both
 * games of a pair go nearly the same way (make proof T=stats). */
us_estimate us_improvement_of(const us_matched *scores, const us_runs *runs, double level);

#endif
