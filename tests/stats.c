#include "tests/stats.h"

#include <math.h>

#include "base/base.h"

test_interval test_wilson(double points, double games, double z)
{
    if (games <= 0)
        return (test_interval){0, 1};
    double share = points / games, more = z * z / games;
    double middle = (share + more / 2) / (1 + more);
    double half = z * sqrt((share * (1 - share) + more / 4) / games) / (1 + more);
    return (test_interval){fmax(middle - half, 0), fmin(middle + half, 1)};
}

test_mean test_clustered(const double *value, const int *cluster, int count)
{
    int numbers = 0;
    double total = 0;
    test_mean mean = {.error = INFINITY, .count = count};
    for (int i = 0; i < count; i++) {
        us_assert(cluster[i] >= 0);
        numbers = cluster[i] >= numbers ? cluster[i] + 1 : numbers;
        total += value[i];
    }
    if (count == 0)
        return mean;
    mean.mean = total / count;
    double *sum = US_NEW_ARRAY(double, numbers);
    bool *there = US_NEW_ARRAY(bool, numbers);
    for (int i = 0; i < count; i++) {
        sum[cluster[i]] += value[i] - mean.mean;
        mean.clusters += !there[cluster[i]];
        there[cluster[i]] = true;
    }
    double squares = 0;
    for (int i = 0; i < numbers; i++)
        squares += sum[i] * sum[i];
    us_free(sum);
    us_free(there);
    if (mean.clusters > 1)
        mean.error = sqrt(squares * mean.clusters / (mean.clusters - 1)) / count;
    return mean;
}
