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
    us_bounds bounds; /* -INFINITY and INFINITY of no pairs; a point of one */
    int draws;
    int limited; /* cells that were drawn from their limit, see below */
} us_bootstrap;

/* Of the mean over cells, as us_estimate_of has it. The same seed gives the same bounds. A draw
 * costs at most US_BOOTSTRAP_WORK: a cell of few kinds of values is drawn by how often each comes
 * up, which is exact and costs the same however many pairs there are; of cells that are too many or
 * too varied the largest are drawn from the normal distribution that their mean tends to, with the
 * mean and variance that drawing pair by pair would have. */
us_bootstrap us_bootstrap_effect(const us_pairs *pairs, double level, int draws, uint64_t seed);

#endif
