/* What an effect or a score might have been had other games been drawn: the same cells, each filled
 * anew from its own pairs, many times over; bounds are the quantiles of what comes out. It stands
 * beside the bounds of effect.h: with 5 to 10 pairs a cell it holds the truth too seldom. */
#ifndef US_EXPERIMENTS_STATS_BOOTSTRAP_H
#define US_EXPERIMENTS_STATS_BOOTSTRAP_H

#include "experiments/stats/effect.h"

enum {
    US_BOOTSTRAP_DRAWS = 10000, /* what is usual */
    US_BOOTSTRAP_WORK = 4000,   /* random numbers for one draw, more or less */
};

typedef struct us_bootstrap {
    us_bounds bounds; /* NAN where a cell has one pair, or no cell pairs that differ: drawing anew
                         gives back what was there, which is no interval */
    int draws;
    int limited; /* cells that were drawn from their limit, see below */
    int singles; /* cells of one pair */
} us_bootstrap;

/* Of the mean over cells, as us_estimate_of has it. The same seed gives the same bounds. A draw
 * costs at most US_BOOTSTRAP_WORK: a cell of few kinds of values is drawn by how often each comes
 * up, which is exact and costs the same however many pairs there are; of cells that are too many or
 * too varied the largest are drawn from the normal distribution that their mean tends to, with the
 * mean and variance that drawing pair by pair would have. */
us_bootstrap us_bootstrap_effect(const us_pairs *pairs, double level, int draws, uint64_t seed);

/* Of the mean over runs, as us_estimate_of_runs has it: runs are drawn anew, and for themselves the
 * games within each cell, each with its mean over the runs (all pairs, where runs->game is NULL);
 * what both are off by is added. run_mean: as us_estimate_of_runs gave it. Of few runs bounds are
 * too narrow: those of 2 hold the truth in 83%, of 3 in 89% (make proof T=stats). */
us_bootstrap us_bootstrap_runs(const us_pairs *pairs, const us_runs *runs, const double *run_mean,
                               double level, int draws, uint64_t seed);

#endif
