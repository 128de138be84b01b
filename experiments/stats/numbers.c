#include "experiments/stats/numbers.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_sf_gamma.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

double us_normal_critical_value(double level)
{
    us_assert(level > 0 && level < 1);
    return gsl_cdf_ugaussian_Pinv(0.5 + level / 2);
}

double us_normal_one_sided_critical_value(double level)
{
    us_assert(level > 0 && level < 1);
    return gsl_cdf_ugaussian_Pinv(level);
}

/* By bisection: GSL's own inverse aborts the program if it does not converge. */
double us_student_critical_value(double level, double freedom)
{
    us_assert(level > 0 && level < 1 && freedom >= 1);
    if (freedom > 1e8)
        return us_normal_critical_value(level);
    double tail = (1 - level) / 2, low = 0, high = 1;
    while (gsl_cdf_tdist_Q(high, freedom) > tail && high < 1e300) {
        low = high;
        high *= 2;
    }
    double middle = (low + high) / 2;
    while (middle > low && middle < high) {
        *(gsl_cdf_tdist_Q(middle, freedom) > tail ? &low : &high) = middle;
        middle = (low + high) / 2;
    }
    return high;
}

double us_doubles_quantile(const double *sorted, int count, double share)
{
    us_assert(count > 0 && share >= 0 && share <= 1);
    double place = share * (count - 1);
    int below = (int)place;
    if (below >= count - 1)
        return sorted[count - 1];
    return sorted[below] + (place - below) * (sorted[below + 1] - sorted[below]);
}

static int compare(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

void us_doubles_sort(double *value, int count)
{
    if (count > 1)
        qsort(value, (size_t)count, sizeof(*value), compare);
}

/* ---- proportion */

us_bounds us_wilson_bounds(double points, double games, double level)
{
    us_assert(points >= 0 && points <= games);
    if (games <= 0)
        return (us_bounds){0, 1};
    double z = us_normal_critical_value(level);
    double share = points / games, more = z * z / games;
    double middle = (share + more / 2) / (1 + more);
    double half = z * sqrt((share * (1 - share) + more / 4) / games) / (1 + more);
    return (us_bounds){fmax(middle - half, 0), fmin(middle + half, 1)};
}

double us_binomial_pmf(int64_t k, int64_t n, double p)
{
    us_assert(n >= 0 && p >= 0 && p <= 1);
    if (k < 0 || k > n)
        return 0;
    if (p <= 0 || p >= 1)
        return k == (p <= 0 ? 0 : n);
    double ways = gsl_sf_lngamma((double)n + 1) - gsl_sf_lngamma((double)k + 1) -
                  gsl_sf_lngamma((double)(n - k) + 1);
    return exp(ways + (double)k * log(p) + (double)(n - k) * log1p(-p));
}

/* From k downward: below the mean each term is smaller than the one before it. */
static double sum_down(int64_t k, int64_t n, double p)
{
    double term = us_binomial_pmf(k, n, p), sum = 0;
    for (; k >= 0 && term > sum * 1e-18; k--) {
        sum += term;
        term *= (double)k * (1 - p) / ((double)(n - k + 1) * p);
    }
    return fmin(sum, 1);
}

double us_binomial_cdf(int64_t k, int64_t n, double p)
{
    us_assert(n >= 0 && p >= 0 && p <= 1);
    if (k < 0)
        return 0;
    if (k >= n || p <= 0)
        return 1;
    if (p >= 1)
        return 0;
    return (double)k <= (double)n * p ? sum_down(k, n, p) : 1 - sum_down(n - k - 1, n, 1 - p);
}

/* ---- tally */

enum { FEW = 64 };

/* Returns whether there are few kinds: for many, sorting is faster. */
static bool count_few(const double *value, int count, us_tally *t)
{
    int last = 0;
    for (int i = 0; i < count; i++) {
        us_assert(isfinite(value[i]));
        if (last < t->kinds && t->value[last] == value[i]) {
            t->times[last]++;
            continue;
        }
        for (last = 0; last < t->kinds && t->value[last] < value[i];)
            last++;
        if (last < t->kinds && t->value[last] == value[i]) {
            t->times[last]++;
            continue;
        }
        if (t->kinds == FEW)
            return false;
        size_t behind = (size_t)(t->kinds - last);
        memmove(t->value + last + 1, t->value + last, behind * sizeof(*t->value));
        memmove(t->times + last + 1, t->times + last, behind * sizeof(*t->times));
        t->value[last] = value[i];
        t->times[last] = 1;
        t->kinds++;
    }
    return true;
}

us_tally us_tally_make(const double *value, int count)
{
    us_tally t = {.count = count};
    if (count == 0)
        return t;
    t.value = US_NEW_ARRAY(double, FEW);
    t.times = US_NEW_ARRAY(int, FEW);
    if (count_few(value, count, &t))
        return t;
    us_tally_clear(&t);
    t.count = count;
    t.value = US_NEW_ARRAY(double, count);
    t.times = US_NEW_ARRAY(int, count);
    for (int i = 0; i < count; i++) {
        us_assert(isfinite(value[i]));
        t.value[i] = value[i];
    }
    us_doubles_sort(t.value, count);
    for (int i = 0; i < count; i++) {
        if (t.kinds == 0 || t.value[t.kinds - 1] != t.value[i])
            t.value[t.kinds++] = t.value[i];
        t.times[t.kinds - 1]++;
    }
    return t;
}

void us_tally_clear(us_tally *tally)
{
    us_mem_free(tally->value);
    us_mem_free(tally->times);
    *tally = (us_tally){0};
}

us_two_sides us_two_sides_make(const double *difference, int count)
{
    US_AUTO(us_tally_clear) us_tally t = us_tally_make(difference, count);
    us_two_sides s = {.size = US_NEW_ARRAY(double, t.kinds + 1),
                      .plus = US_NEW_ARRAY(int, t.kinds + 1),
                      .minus = US_NEW_ARRAY(int, t.kinds + 1)};
    int above = 0;
    while (above < t.kinds && t.value[above] <= 0)
        above++;
    int below = above - 1;
    if (below >= 0 && t.value[below] == 0)
        s.zeros = t.times[below--];
    while (below >= 0 || above < t.kinds) {
        double left = below >= 0 ? -t.value[below] : (double)HUGE_VAL;
        double right = above < t.kinds ? t.value[above] : (double)HUGE_VAL;
        s.size[s.kinds] = fmin(left, right);
        s.minus[s.kinds] = left <= right ? t.times[below--] : 0;
        s.plus[s.kinds] = right <= left ? t.times[above++] : 0;
        s.others += s.minus[s.kinds] + s.plus[s.kinds];
        s.kinds++;
    }
    return s;
}

void us_two_sides_clear(us_two_sides *sides)
{
    us_mem_free(sides->size);
    us_mem_free(sides->plus);
    us_mem_free(sides->minus);
    *sides = (us_two_sides){0};
}

/* ---- draw */

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
