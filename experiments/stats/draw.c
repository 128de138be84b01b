#include "experiments/stats/draw.h"

#include <gsl/gsl_randist.h>

static unsigned long next(void *state)
{
    return us_rng_next(state);
}

static double next_double(void *state)
{
    return us_rng_next(state) / 4294967296.0;
}

static void set(void *state, unsigned long seed)
{
    *(us_rng *)state = us_rng_derive(seed, "stats.gsl", 0);
}

static const gsl_rng_type stream = {
    .name = "us_rng",
    .max = UINT32_MAX,
    .size = sizeof(us_rng),
    .set = set,
    .get = next,
    .get_double = next_double,
};

gsl_rng us_rng_to_gsl(us_rng *rng)
{
    return (gsl_rng){.type = &stream, .state = rng};
}

int us_rng_draw_heads(us_rng *rng, int n)
{
    us_assert(n >= 0);
    if (n <= 32)
        return n == 0 ? 0 : __builtin_popcount(us_rng_next(rng) >> (32 - n));
    gsl_rng gsl = us_rng_to_gsl(rng);
    return (int)gsl_ran_binomial(&gsl, 0.5, (unsigned)n);
}
