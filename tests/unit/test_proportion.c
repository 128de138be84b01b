#include "experiments/stats/numbers.h"

#include <gsl/gsl_cdf.h>

#include "tests/unit/near_equal.h"

/* Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I, method 3.
 */
static const struct {
    int wins, games;
    us_bounds wilson;
} known[] = {
    {81, 263, {0.2553, 0.3662}}, {15, 148, {0.0624, 0.1605}}, {0, 20, {0, 0.1611}},
    {1, 29, {0.0061, 0.1718}},   {58, 100, {0.4821, 0.6720}},
};

TEST(intervals_are_those_of_the_tables)
{
    for (int i = 0; i < US_COUNT(known); i++) {
        int wins = known[i].wins, games = known[i].games;
        us_bounds is = us_wilson_bounds(wins, games, 0.95);
        CHECK_NEAR(is.low, known[i].wilson.low, 0.00005);
        CHECK_NEAR(is.high, known[i].wilson.high, 0.00005);
        is = us_wilson_bounds(games - wins, games, 0.95);
        CHECK_NEAR(is.low, 1 - known[i].wilson.high, 0.00005);
        CHECK_NEAR(is.high, 1 - known[i].wilson.low, 0.00005);
    }
}

TEST(half_points_lie_between_whole_ones)
{
    us_bounds less = us_wilson_bounds(10, 22, 0.95);
    us_bounds half = us_wilson_bounds(10.5, 22, 0.95);
    us_bounds more = us_wilson_bounds(11, 22, 0.95);
    CHECK(less.low < half.low && half.low < more.low);
    CHECK(less.high < half.high && half.high < more.high);
}

TEST(no_games_say_nothing)
{
    us_bounds is = us_wilson_bounds(0, 0, 0.95);
    CHECK(is.low == 0 && is.high == 1);
}

TEST(tails_are_those_of_gsl)
{
    static const double p[] = {0, 0.01, 0.3, 0.5, 0.9, 1};
    for (int n = 0; n < 120; n += 7)
        for (int k = -1; k <= n + 1; k++)
            for (int i = 0; i < US_COUNT(p); i++) {
                double is = us_binomial_cdf(k, n, p[i]);
                double other = k < 0 ? 0 : gsl_cdf_binomial_P((unsigned)k, p[i], (unsigned)n);
                CHECK_NEAR(is, other, 1e-12);
            }
}

/* There the binomial distribution is the normal one, half a step added. */
TEST(a_thousand_million_games_are_no_trouble)
{
    double is = us_binomial_cdf(499980000, 1000000000, 0.5);
    CHECK_NEAR(is, gsl_cdf_ugaussian_P((500000.0 - 520000 + 0.5) / sqrt(250000000)), 1e-4);
}

TEST(reaches_are_those_of_the_tables)
{
    static const struct {
        double level, freedom, reach;
    } row[] = {
        {0.95, 1, 12.7062}, {0.95, 2, 4.3027},  {0.95, 4, 2.7764},        {0.95, 20, 2.0860},
        {0.99, 10, 3.1693}, {0.90, 30, 1.6973}, {0.95, HUGE_VAL, 1.9600}, {0.999, 120, 3.3735},
    };
    for (int i = 0; i < US_COUNT(row); i++)
        CHECK_NEAR(us_student_critical_value(row[i].level, row[i].freedom), row[i].reach, 0.00005);
    CHECK_NEAR(us_normal_critical_value(0.95), 1.9599639845400545, 1e-14);
    CHECK_NEAR(us_normal_one_sided_critical_value(0.95), 1.6448536269514722, 1e-14);
    for (int f = 0; f < 50; f++)
        for (int l = 0; l < 11; l++) {
            double freedom = pow(1.37, f), level = 0.05 + 0.09 * l;
            CHECK_NEAR(us_student_critical_value(level, freedom),
                       gsl_cdf_tdist_Pinv(0.5 + level / 2, freedom), 1e-6);
        }
}
