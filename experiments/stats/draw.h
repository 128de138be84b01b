/* GSL's random distributions on a stream of ours. */
#ifndef US_EXPERIMENTS_STATS_DRAW_H
#define US_EXPERIMENTS_STATS_DRAW_H

#include <gsl/gsl_rng.h>

#include "base/rng.h"

/* It draws from the stream, which must outlive it. There is nothing to free. */
gsl_rng us_gsl_rng(us_rng *rng);
/* How many of n show heads. */
int us_draw_heads(us_rng *rng, int n);

#endif
