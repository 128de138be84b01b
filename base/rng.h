/* Random numbers as values. A stream is derived from (seed, name, index), so a new consumer changes
 * no other stream. A stream is plain data: copy it to save it.
 *
 * Never draw twice in one argument list or expression: C leaves the order of the draws to the
 * compiler. Draw into variables first. */
#ifndef US_BASE_RNG_H
#define US_BASE_RNG_H

#include "base/base.h"

typedef struct us_rng {
    uint64_t state;
    uint64_t stream; /* odd */
} us_rng;

us_rng us_rng_derive(uint64_t seed, const char *name, uint64_t index);
uint32_t us_rng_next(us_rng *rng);
uint32_t us_rng_next_below(us_rng *rng,
                           uint32_t bound); /* uniform in [0, bound), no bias; bound > 0 */
/* Returns true with probability numerator / denominator. Draws at least once. denominator > 0. */
bool us_rng_next_bool(us_rng *rng, uint32_t numerator, uint32_t denominator);

#endif
