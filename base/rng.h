/* Random streams: see understudy/base.h.
 *
 * Never draw twice in one argument list or expression: C leaves the order of the draws to the
 * compiler. Draw into variables first. */
#ifndef US_BASE_RNG_H
#define US_BASE_RNG_H

#include "base/base.h"
#include "understudy/base.h"
/* Returns a seed of 63 bits, which JSON can hold, from the same three as us_rng_derive. */
uint64_t us_rng_derive_seed(uint64_t seed, const char *name, uint64_t index);
/* Returns true with probability numerator / denominator. Draws at least once. denominator > 0. */
bool us_rng_next_bool(us_rng *rng, uint32_t numerator, uint32_t denominator);

#endif
