#include "experiments/stats/bounds.h"

#include <gsl/gsl_cdf.h>
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
