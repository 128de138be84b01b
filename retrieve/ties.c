#include "retrieve/ties.h"

#include "base/rng.h"

us_ties us_ties_make(uint64_t seed, us_hash map, int seat)
{
    us_rng rng =
        us_rng_derive(us_hash_add(us_hash_add(US_HASH_START, seed), map), "ties", (uint64_t)seat);
    uint64_t high = us_rng_next(&rng), low = us_rng_next(&rng);
    return high << 32 | low | 1;
}
