#include "base/rng.h"

#include "base/hash.h"

static const uint64_t golden = 0x9e3779b97f4a7c15u;

/* The finalizer of SplitMix64. */
static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

us_rng us_rng_derive(uint64_t seed, const char *name, uint64_t index)
{
    uint64_t key = mix(seed + golden);
    key = mix((key ^ us_hash_add_text(US_HASH_START, name)) + golden);
    key = mix((key ^ index) + golden);
    us_rng rng = {.state = mix(key + golden), .stream = mix(key + 2 * golden) | 1};
    us_rng_next(&rng);
    return rng;
}

uint64_t us_rng_derive_seed(uint64_t seed, const char *name, uint64_t index)
{
    us_rng rng = us_rng_derive(seed, name, index);
    uint64_t high = us_rng_next(&rng), low = us_rng_next(&rng);
    return (high << 32 | low) >> 1;
}

/* PCG32 (XSH-RR 64/32). */
uint32_t us_rng_next(us_rng *rng)
{
    uint64_t old = rng->state;
    rng->state = old * 6364136223846793005u + rng->stream;
    uint32_t shifted = (uint32_t)(((old >> 18) ^ old) >> 27);
    uint32_t turn = (uint32_t)(old >> 59);
    return (shifted >> turn) | (shifted << ((32 - turn) & 31));
}

/* This is Lemire's method: the high half of a product. The few uneven low halves are drawn
 * again. */
uint32_t us_rng_next_below(us_rng *rng, uint32_t bound)
{
    us_assert(bound > 0);
    uint64_t product = (uint64_t)us_rng_next(rng) * bound;
    if ((uint32_t)product < bound) {
        uint32_t uneven = (0 - bound) % bound;
        while ((uint32_t)product < uneven)
            product = (uint64_t)us_rng_next(rng) * bound;
    }
    return (uint32_t)(product >> 32);
}

bool us_rng_next_bool(us_rng *rng, uint32_t numerator, uint32_t denominator)
{
    return us_rng_next_below(rng, denominator) < numerator;
}
