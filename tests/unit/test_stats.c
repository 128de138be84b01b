#include "tests/stats.h"

#include <math.h>
#include <stdbool.h>

#include "tests/unit/test.h"

static bool near(double a, double b, double within)
{
    return fabs(a - b) <= within;
}

/* Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I. */
static void wilson_is_that_of_the_tables(void)
{
    static const struct {
        double points, games, low, high;
    } known[] = {
        {81, 263, 0.2553, 0.3662},
        {15, 148, 0.0624, 0.1605},
        {0, 20, 0, 0.1611},
        {1, 29, 0.0061, 0.1718},
    };
    for (int i = 0; i < (int)(sizeof(known) / sizeof(known[0])); i++) {
        test_interval is = test_wilson(known[i].points, known[i].games, TEST_TWO_SIDED);
        CHECK(near(is.low, known[i].low, 0.00005));
        CHECK(near(is.high, known[i].high, 0.00005));
        is = test_wilson(known[i].games - known[i].points, known[i].games, TEST_TWO_SIDED);
        CHECK(near(is.low, 1 - known[i].high, 0.00005));
        CHECK(near(is.high, 1 - known[i].low, 0.00005));
    }
}

static void half_points_lie_between_whole_ones(void)
{
    test_interval less = test_wilson(10, 22, TEST_TWO_SIDED);
    test_interval half = test_wilson(10.5, 22, TEST_TWO_SIDED);
    test_interval more = test_wilson(11, 22, TEST_TWO_SIDED);
    CHECK(less.low < half.low && half.low < more.low);
    CHECK(less.high < half.high && half.high < more.high);
}

static void no_games_say_nothing(void)
{
    test_interval is = test_wilson(0, 0, TEST_TWO_SIDED);
    CHECK(is.low == 0 && is.high == 1);
    test_mean mean = test_clustered(NULL, NULL, 0);
    CHECK(isinf(mean.error) && mean.clusters == 0);
}

/* Then it is the error of the mean of independent values: the deviation over the root. */
static void clusters_of_one_are_independent_values(void)
{
    static const double value[] = {1, 2, 3, 4};
    static const int cluster[] = {3, 0, 7, 1};
    test_mean mean = test_clustered(value, cluster, 4);
    CHECK_INT(mean.clusters, 4);
    CHECK(near(mean.mean, 2.5, 1e-12));
    CHECK(near(mean.error, 0.6454972243679028, 1e-12));
}

/* The same value twice in each cluster: twice the values, not twice the knowledge. */
static void what_a_cluster_repeats_counts_once(void)
{
    static const double value[] = {1, 2, 3, 4, 1, 2, 3, 4};
    static const int cluster[] = {0, 1, 2, 3, 0, 1, 2, 3};
    test_mean mean = test_clustered(value, cluster, 8);
    CHECK_INT(mean.clusters, 4);
    CHECK_INT(mean.count, 8);
    CHECK(near(mean.error, 0.6454972243679028, 1e-12));
}

/* Sums above the mean of 0.4: 1.2, -0.8, -0.4; 3/2 * (1.44 + 0.64 + 0.16) / 25. */
static void clusters_may_differ_in_size(void)
{
    static const double value[] = {1, 1, 0, 0, 0};
    static const int cluster[] = {0, 0, 1, 1, 2};
    test_mean mean = test_clustered(value, cluster, 5);
    CHECK(near(mean.mean, 0.4, 1e-12));
    CHECK(near(mean.error, sqrt(0.1344), 1e-12));
}

static void one_cluster_tells_no_error(void)
{
    static const double value[] = {1, 0, 1};
    static const int cluster[] = {5, 5, 5};
    test_mean mean = test_clustered(value, cluster, 3);
    CHECK_INT(mean.clusters, 1);
    CHECK(isinf(mean.error));
}

static const us_test tests[] = {
    {"Wilson's interval is that of the tables", wilson_is_that_of_the_tables},
    {"half points lie between whole ones", half_points_lie_between_whole_ones},
    {"no games say nothing", no_games_say_nothing},
    {"clusters of one are independent values", clusters_of_one_are_independent_values},
    {"what a cluster repeats counts once", what_a_cluster_repeats_counts_once},
    {"clusters may differ in size", clusters_may_differ_in_size},
    {"one cluster tells no error", one_cluster_tells_no_error},
    {0},
};
const us_test_suite suite_stats = {"statistics of benchmarks", tests};
