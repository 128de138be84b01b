#include "experiments/stats/bounds.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sf_gamma.h>
#include <math.h>
#include <stdlib.h>

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
