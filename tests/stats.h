/* Statistics of what benchmarks count. */
#ifndef US_TESTS_STATS_H
#define US_TESTS_STATS_H

/* Quantiles of the normal distribution: two-sided 95%, one-sided 95%. */
#define TEST_TWO_SIDED 1.9599639845400545
#define TEST_ONE_SIDED 1.6448536269514722

typedef struct test_interval {
    double low, high;
} test_interval;

/* Wilson's interval of the share points / games, with 0 <= points <= games. Points need not be
 * whole; then it is too wide, if anything. All from 0 to 1 when there are no games. */
test_interval test_wilson(double points, double games, double z);

/* A mean of values of which those of one cluster may depend on one another. */
typedef struct test_mean {
    double mean, error; /* error: its standard error; infinite with less than two clusters */
    int count, clusters;
} test_mean;

/* cluster: by value, from 0. The mean counts each value the same, however large its cluster. The
 * error is that of a ratio of sums over clusters: with sums S of what the values of a cluster lie
 * above the mean, error^2 = C / (C - 1) * sum of S^2 / count^2. */
test_mean test_clustered(const double *value, const int *cluster, int count);

#endif
