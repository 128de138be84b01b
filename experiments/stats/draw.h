/* GSL's random distributions on a random stream of this program. */
#ifndef US_EXPERIMENTS_STATS_DRAW_H
#define US_EXPERIMENTS_STATS_DRAW_H

#include <gsl/gsl_rng.h>

#include "base/rng.h"

/* Returns a generator that draws from the stream. The stream must outlive it; there is nothing to
 * free. */
gsl_rng us_rng_to_gsl(us_rng *rng);
/* Returns how many of n tosses of a fair coin show heads. */
int us_rng_draw_heads(us_rng *rng, int n);

#endif
