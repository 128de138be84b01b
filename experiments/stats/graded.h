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

/* How probable it is that a run of the one scores more than a run of the other, equal ones counting
 * half: P(X > Y) + P(X = Y) / 2 by cell, each cell counting the same. Runs are not paired. Cells
 * that either has no scores in are left out; 1/2 where none is left. */
typedef struct us_improvement {
    double probability;
    int cells;
} us_improvement;
us_improvement us_improvement_of(const us_scores *one, const us_scores *other);

#endif
