#include <gsl/gsl_randist.h>
#include <math.h>

#include "experiments/stats/bounds.h"
#include "experiments/stats/draw.h"
#include "experiments/stats/tally.h"
#include "understudy/statistics.h"

enum { ENUMERATED = 20, SIZES_DRAWN = 4000 };

/* Returns the least sum that counts as large as the observed one, less a margin for rounding. */
static double bar_of(const us_two_sides *s)
{
    double sum = 0, all = 0;
    for (int k = 0; k < s->kinds; k++) {
        sum += s->size[k] * (s->plus[k] - s->minus[k]);
        all += s->size[k] * (s->plus[k] + s->minus[k]);
    }
    return fabs(sum) - 1e-9 * all;
}

/* In the order of a Gray code each sum is one sign away from the one before it. The first sign
 * stays: the other half is the same with signs turned. */
static double enumerate(const us_two_sides *s, double bar)
{
    double size[ENUMERATED] = {0}, sum = 0;
    int n = 0;
    for (int k = 0; k < s->kinds; k++) {
        for (int t = s->plus[k] + s->minus[k]; t > 0; t--) {
            size[n++] = s->size[k];
            sum += s->size[k];
        }
    }
    us_assert(n > 0);
    uint32_t cases = UINT32_C(1) << (n - 1), turned = 0;
    int64_t far = sum >= bar;
    for (uint32_t i = 1; i < cases; i++) {
        int flip = __builtin_ctz(i);
        turned ^= UINT32_C(1) << flip;
        sum += turned >> flip & 1 ? -2 * size[flip + 1] : 2 * size[flip + 1];
        far += fabs(sum) >= bar;
    }
    return (double)far / cases;
}

/* Heads of n coins, as far from n / 2 as anything is probable at all. */
typedef struct coins {
    int n, first, count;
    double *exactly, *at_least; /* from first on */
} coins;

static coins coins_of(int n)
{
    int wide = (int)(20 * sqrt(n)) + 20, first = n / 2 > wide ? n / 2 - wide : 0;
    int last = n - first, middle = n / 2 - first;
    coins c = {.n = n, .first = first, .count = last - first + 1};
    c.exactly = US_NEW_ARRAY(double, c.count);
    c.at_least = US_NEW_ARRAY(double, c.count + 1);
    c.exactly[middle] = us_binomial_pmf(n / 2, n, 0.5);
    for (int i = middle; i > 0; i--)
        c.exactly[i - 1] = c.exactly[i] * (first + i) / (n - (first + i) + 1);
    for (int i = middle; i + 1 < c.count; i++)
        c.exactly[i + 1] = c.exactly[i] * (n - (first + i)) / (first + i + 1);
    for (int i = c.count - 1; i >= 0; i--)
        c.at_least[i] = c.at_least[i + 1] + c.exactly[i];
    double all = c.at_least[0]; /* 1, but for what logarithms lost */
    for (int i = 0; i < c.count; i++) {
        c.exactly[i] /= all;
        c.at_least[i] /= all;
    }
    return c;
}

static void coins_clear(coins *c)
{
    us_mem_free(c->exactly);
    us_mem_free(c->at_least);
}

static double at_least(const coins *c, double heads)
{
    double place = ceil(heads - 1e-9) - c->first;
    if (place <= 0)
        return 1;
    return place >= c->count ? 0 : c->at_least[(int)place];
}

/* Counts one or two sizes: for each number of signs of the one, the tail of the other's. */
static double count_two(const us_two_sides *s, double bar)
{
    if (bar <= 0)
        return 1;
    double far = 0;
    coins a = coins_of(s->plus[0] + s->minus[0]);
    coins b = coins_of(s->kinds > 1 ? s->plus[1] + s->minus[1] : 0);
    double other = s->size[s->kinds - 1];
    for (int i = 0; i < a.count; i++) {
        double sum = s->size[0] * (2.0 * (a.first + i) - a.n);
        far += a.exactly[i] * at_least(&b, ((bar - sum) / other + b.n) / 2);
    }
    coins_clear(&a);
    coins_clear(&b);
    return fmin(2 * far, 1);
}

static double draw(const us_two_sides *s, double bar, uint64_t seed)
{
    us_rng rng = us_rng_derive(seed, "stats.flips", 0);
    gsl_rng gsl = us_rng_to_gsl(&rng);
    int from = s->kinds > SIZES_DRAWN ? s->kinds - SIZES_DRAWN : 0, far = 1;
    double rest = 0;
    for (int k = 0; k < from; k++)
        rest += (s->plus[k] + s->minus[k]) * s->size[k] * s->size[k];
    for (int d = 0; d < US_FLIP_DRAWS; d++) {
        double sum = from > 0 ? gsl_ran_gaussian_ziggurat(&gsl, sqrt(rest)) : 0;
        for (int k = from; k < s->kinds; k++) {
            int n = s->plus[k] + s->minus[k];
            sum += s->size[k] * (2 * us_rng_draw_heads(&rng, n) - n);
        }
        far += fabs(sum) >= bar;
    }
    return (double)far / (1 + US_FLIP_DRAWS);
}

us_flips us_flip_test(const double *difference, int count, uint64_t seed)
{
    us_two_sides s = us_two_sides_make(difference, count);
    us_flips f = {1, US_P_VALUE_COUNTED};
    double bar = bar_of(&s);
    if (s.kinds > 0 && s.kinds <= 2)
        f.p = count_two(&s, bar);
    else if (s.kinds > 0 && s.others <= ENUMERATED)
        f.p = enumerate(&s, bar);
    else if (s.kinds > 0)
        f = (us_flips){draw(&s, bar, seed), US_P_VALUE_DRAWN};
    us_two_sides_clear(&s);
    return f;
}
