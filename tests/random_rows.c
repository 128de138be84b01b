#include "tests/random_rows.h"

#include <string.h>

#include "base/rng.h"
#include "retrieve/nearest.h"

enum { FACTORS = 16, MIDDLE = (US_COORDINATE_MAX + 1) / 2, STEP = 60, OWN_STEP = 30 };

/* Four draws: most steps are small. */
static int step(us_rng *rng, int size)
{
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += (int)us_rng_next_below(rng, 2 * (uint32_t)size + 1) - size;
    return sum;
}

static int limited(int x)
{
    return x < 0 ? 0 : x > US_COORDINATE_MAX ? US_COORDINATE_MAX : x;
}

void test_walks(const test_walk *kind, uint64_t seed, uint16_t *row, int count)
{
    static const int own_step[] = {STEP, OWN_STEP};
    int dimensions = kind->dimensions, share[US_DIMENSIONS_MAX][FACTORS];
    us_rng rng = us_rng_derive(0, "shares", 0);
    us_assert(kind->factors <= FACTORS);
    for (int d = 0; d < dimensions; d++) /* percent */
        for (int f = 0; f < FACTORS; f++)
            share[d][f] = (int)us_rng_next_below(&rng, 201) - 100;
    int factor[FACTORS], own[US_DIMENSIONS_MAX];
    for (int i = 0; i < count; i++, row += dimensions) {
        if (i % kind->length == 0) {
            rng = us_rng_derive(seed, "game", (uint64_t)(i / kind->length));
            memset(factor, 0, sizeof(factor));
            memset(own, 0, sizeof(own));
        }
        for (int f = 0; f < kind->factors; f++)
            factor[f] += step(&rng, STEP);
        for (int d = 0; d < dimensions; d++) {
            int sum = 0;
            own[d] = limited(MIDDLE + own[d] + step(&rng, own_step[kind->factors > 0])) - MIDDLE;
            for (int f = 0; f < kind->factors; f++)
                sum += share[d][f] * factor[f];
            row[d] = (uint16_t)limited(MIDDLE + own[d] + sum / 100);
        }
    }
}

void test_uniform(int dimensions, uint64_t seed, uint16_t *row, int count)
{
    us_rng rng = us_rng_derive(seed, "uniform", 0);
    for (size_t i = 0; i < (size_t)count * dimensions; i++)
        row[i] = (uint16_t)us_rng_next_below(&rng, US_COORDINATE_MAX + 1);
}

void test_shuffle(int dimensions, uint64_t seed, uint16_t *row, int count)
{
    us_rng rng = us_rng_derive(seed, "shuffle", 0);
    for (int i = count - 1; i > 0; i--) {
        uint16_t other[US_DIMENSIONS_MAX];
        size_t size = (size_t)dimensions * sizeof(*row);
        uint16_t *a = row + (size_t)i * dimensions;
        uint16_t *b = row + (size_t)us_rng_next_below(&rng, (uint32_t)i + 1) * dimensions;
        memcpy(other, a, size);
        memmove(a, b, size);
        memcpy(b, other, size);
    }
}
