#include "experiments/stats/effect.h"
#include "experiments/stats/numbers.h"

#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>

#include "base/rng.h"
#include "tests/unit/near_equal.h"

static void fill(us_rng *rng, double *score, int *cell, int count, int kinds, int cells)
{
    for (int i = 0; i < count; i++) {
        score[i] = us_rng_next_below(rng, (uint32_t)kinds) / 8.0;
        cell[i] = (int)us_rng_next_below(rng, (uint32_t)cells);
    }
}

static double iqm(const double *score, int count)
{
    double sorted[128];
    for (int i = 0; i < count; i++)
        sorted[i] = score[i];
    gsl_sort(sorted, 1, (size_t)count);
    return gsl_stats_trmean_from_sorted_data(0.25, sorted, 1, (size_t)count);
}

static double estimated_iqm(const double *score, int count)
{
    us_pairs scores = {score, NULL, count, 1, false};
    us_estimate_def how = {.level = 0.95, .low = -HUGE_VAL, .high = HUGE_VAL};
    return us_iqm_estimate(&scores, NULL, NULL, &how).mean;
}

TEST(the_middle_half_is_what_counts)
{
    static const double score[] = {12, 1, 11, 2, 10, 3, 9, 4, 8, 5, 7, 600};
    static const double few[] = {1, 4, 100};
    CHECK_NEAR(estimated_iqm(score, 12), 43.0 / 6, 1e-12);
    CHECK_NEAR(estimated_iqm(few, 3), 35, 1e-12);
    CHECK_NEAR(estimated_iqm(few, 1), 1, 0);
    CHECK_NEAR(estimated_iqm(NULL, 0), 0, 0);
}

/* Drawn score by score, sorted, and trimmed by GSL: the same bounds, up to chance. */
TEST(its_bounds_are_those_of_drawing_and_trimming)
{
    enum { COUNT = 90, DRAWS = 10000 };
    double score[COUNT], drawn[COUNT], mean[DRAWS];
    int cell[COUNT];
    us_rng rng = us_rng_derive(2, "test.graded", 0);
    fill(&rng, score, cell, COUNT, 200, 5);
    for (int d = 0; d < DRAWS; d++) {
        for (int i = 0; i < COUNT; i++) {
            int from = (int)us_rng_next_below(&rng, COUNT);
            while (cell[from] != cell[i])
                from = (int)us_rng_next_below(&rng, COUNT);
            drawn[i] = score[from];
        }
        mean[d] = iqm(drawn, COUNT);
    }
    us_doubles_sort(mean, DRAWS);
    us_pairs scores = {score, cell, COUNT, 5, false};
    us_estimate_def how = {.level = 0.95, .low = -HUGE_VAL, .high = HUGE_VAL};
    us_estimate e = us_iqm_estimate(&scores, NULL, NULL, &how);
    double wide = e.bounds.high - e.bounds.low;
    CHECK_NEAR(e.mean, iqm(score, COUNT), 1e-9);
    CHECK_NEAR(e.bounds.low, us_doubles_quantile(mean, DRAWS, 0.025), 0.1 * wide);
    CHECK_NEAR(e.bounds.high, us_doubles_quantile(mean, DRAWS, 0.975), 0.1 * wide);
}

TEST(equal_scores_are_no_certainty_and_none_tell_nothing)
{
    static const double score[] = {0.3, 0.3, 0.3, 0.3, 0.3};
    us_estimate_def how = us_estimate_def_default();
    us_estimate e = us_iqm_estimate(&(us_pairs){score, NULL, 5, 1, false}, NULL, NULL, &how);
    CHECK_NEAR(e.mean, 0.3, 1e-12);
    CHECK(e.bounds.low < 0 && e.bounds.high > 0.6);
    e = us_iqm_estimate(&(us_pairs){score, NULL, 0, 1, false}, NULL, NULL, &how);
    CHECK(e.bounds.low == -1 && e.bounds.high == 1 && e.pairs == 0);
}

/* Of three pairs (3, 0), (1, 2), (2, 2) those of different pairs meet: 4 1/2 of 6. The pairs'
 * shares are 1, 5/8, 5/8, so that they stand for 7/4, 1/4, 1/4, of which the variance is 3/4. */
TEST(improvement_has_the_interval_of_its_meetings)
{
    static const double one[] = {3, 1, 2}, other[] = {0, 2, 2};
    us_estimate e =
        us_improvement_estimate(&(us_matched){one, other, NULL, 3, 1}, NULL, NULL, 0.25);
    CHECK_NEAR(e.mean, 0.75, 1e-12);
    CHECK_NEAR(e.error, 0.5, 1e-12);
    /* With two degrees t is 1 / sqrt(7.5) at 5/8. */
    CHECK_NEAR(e.bounds.low, 0.75 - 0.5 / sqrt(7.5), 1e-9);
    CHECK_NEAR(e.bounds.high, 0.75 + 0.5 / sqrt(7.5), 1e-9);
    e = us_improvement_estimate(&(us_matched){one, other, NULL, 3, 1}, NULL, NULL, 0.95);
    CHECK(e.bounds.low == 0 && e.bounds.high == 1);
}

/* Won or lost it is half the mean difference above 1/2, and so are its error and bounds. */
TEST(improvement_of_wins_is_half_their_effect)
{
    us_rng rng = us_rng_derive(5, "test.graded", 0);
    double one[60], other[60], half[60];
    int cell[60], run[60], game[60];
    for (int i = 0; i < 60; i++) {
        one[i] = us_rng_next_below(&rng, 2);
        other[i] = us_rng_next_below(&rng, 2);
        half[i] = 0.5 + (one[i] - other[i]) / 2;
        cell[i] = i / 15;
        run[i] = i % 3;
        game[i] = i / 3;
    }
    us_estimate_def how = {.level = 0.95, .low = 0, .high = 1};
    us_pairs pairs = {half, cell, 60, 4};
    us_runs runs = {run, game, 3, 20};
    us_matched scores = {one, other, cell, 60, 4};
    for (int grouped = 0; grouped < 2; grouped++) {
        us_estimate e = us_improvement_estimate(&scores, grouped ? &runs : NULL, NULL, 0.95);
        us_estimate effect = grouped ? us_estimate_compute_runs(&pairs, &runs, &how, NULL)
                                     : us_estimate_compute(&pairs, &how);
        CHECK_INT(e.runs, grouped ? 3 : 0);
        CHECK_NEAR(e.mean, effect.mean, 1e-12);
        CHECK_NEAR(e.error, effect.error, 1e-12);
        CHECK_NEAR(e.bounds.low, effect.bounds.low, 1e-9);
        CHECK_NEAR(e.bounds.high, effect.bounds.high, 1e-9);
    }
}

TEST(improvement_is_that_of_all_meetings)
{
    us_rng rng = us_rng_derive(3, "test.graded", 0);
    for (int round = 0; round < 50; round++) {
        double one[40], other[40], sum = 0;
        int cell[40], count = (int)us_rng_next_below(&rng, 41), cells = 0;
        fill(&rng, one, cell, count, 6, 4);
        fill(&rng, other, cell, count, 6, 4);
        for (int c = 0; c < 4; c++) {
            double points = 0;
            int meetings = 0;
            for (int i = 0; i < count * count; i++) {
                int x = i / count, y = i % count;
                if (cell[x] != c || cell[y] != c || x == y)
                    continue;
                meetings++;
                points += one[x] > other[y] ? 1 : one[x] == other[y] ? 0.5 : 0;
            }
            cells += meetings > 0;
            sum += meetings ? points / meetings : 0;
        }
        us_estimate is =
            us_improvement_estimate(&(us_matched){one, other, cell, count, 4}, NULL, NULL, 0.95);
        CHECK_INT(is.cells, cells);
        CHECK(cells ? fabs(is.mean - sum / cells) < 1e-12 : isnan(is.mean));
    }
}

TEST(improvement_is_not_told_of_pairs_that_meet_none)
{
    static const double one[] = {1, 1, 1, 1}, other[] = {0, 0, 0, 0};
    static const int apart[] = {0, 1, 2, 3}, run[] = {0, 0, 0, 1};
    us_estimate e =
        us_improvement_estimate(&(us_matched){one, other, apart, 4, 4}, NULL, NULL, 0.95);
    CHECK(isnan(e.mean) && e.bounds.low == 0 && e.bounds.high == 1);
    e = us_improvement_estimate(&(us_matched){one, other, NULL, 4, 1}, &(us_runs){run, NULL, 2, 0},
                                NULL, 0.95);
    CHECK(isnan(e.mean) && e.bounds.low == 0 && e.bounds.high == 1);
    /* All of four: one in 1 - (0.05 / 2)^(1/4) may be otherwise, in both of its games. */
    e = us_improvement_estimate(&(us_matched){one, other, NULL, 4, 1}, NULL, NULL, 0.95);
    CHECK(e.mean == 1 && e.bounds.high == 1 && e.bounds.low == 0);
    static const double much[20] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    static const double less[20] = {0};
    e = us_improvement_estimate(&(us_matched){much, less, NULL, 20, 1}, NULL, NULL, 0.95);
    CHECK_NEAR(e.bounds.low, 1 - 2 * (1 - pow(0.025, 1.0 / 20)), 1e-9);
}
