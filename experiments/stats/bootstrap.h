/* Bootstrap bounds of an effect or a score. Each draw fills the same cells anew from their own
 * pairs; the bounds are quantiles of the resulting means. They supplement the bounds of effect.h:
 * with 5 to 10 pairs a cell they hold the truth too seldom. */
#ifndef US_EXPERIMENTS_STATS_BOOTSTRAP_H
#define US_EXPERIMENTS_STATS_BOOTSTRAP_H

#include "experiments/stats/effect.h"

enum {
    US_BOOTSTRAP_DRAWS = 10000, /* the usual number of draws */
    US_BOOTSTRAP_WORK = 4000,   /* approximate random numbers of one draw */
};

typedef struct us_bootstrap {
    us_bounds bounds; /* NAN if a cell has one pair, or if no cell has pairs that differ: then each
                         draw gives the same mean, which is no interval */
    int draws;
    int limited; /* cells drawn from their normal limit, see below */
    int singles; /* cells of one pair */
} us_bootstrap;

/* Bootstraps the mean over cells, as us_estimate_compute defines it. The same seed gives the same
 * bounds. A draw costs at most US_BOOTSTRAP_WORK. A cell with few kinds of values is drawn by how
 * often each kind comes up; this is exact and costs the same for any number of pairs. If the cells
 * are too many or too varied, the largest are drawn from the normal distribution that their mean
 * tends to, with the mean and variance that drawing pair by pair has. */
us_bootstrap us_bootstrap_compute(const us_pairs *pairs, double level, int draws, uint64_t seed);

/* Bootstraps the mean over runs, as us_estimate_compute_runs defines it. Two things are drawn
 * independently: the runs, and the games within each cell, each with its mean over the runs (all
 * pairs, if runs->game is NULL). Their deviations are added. run_mean: the result of
 * us_estimate_compute_runs. With few runs the bounds are too narrow: those of 2 runs hold the truth
 * in 83%, of 3 in 89% (make proof T=stats). */
us_bootstrap us_bootstrap_compute_runs(const us_pairs *pairs, const us_runs *runs,
                                       const double *run_mean, double level, int draws,
                                       uint64_t seed);

#endif
