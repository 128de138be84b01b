#include "experiments/stats/graded.h"

#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>

#include "base/rng.h"
#include "tests/unit/close.h"

static void fill(us_rng *rng, double *score, int *cell, int count, int kinds, int cells)
{
    for (int i = 0; i < count; i++) {
        score[i] = us_rng_below(rng, (uint32_t)kinds) / 8.0;
        cell[i] = (int)us_rng_below(rng, (uint32_t)cells);
    }
}

static void the_middle_half_is_what_counts(void)
{
    static const double score[] = {12, 1, 11, 2, 10, 3, 9, 4, 8, 5, 7, 600};
    static const double few[] = {1, 4, 100};
    CHECK_NEAR(us_iqm(score, 12), 43.0 / 6, 1e-12);
    CHECK_NEAR(us_iqm(few, 3), 35, 1e-12);
    CHECK_NEAR(us_iqm(few, 1), 1, 0);
    CHECK_NEAR(us_iqm(NULL, 0), 0, 0);
}

static void it_is_the_trimmed_mean_of_gsl(void)
{
    us_rng rng = us_rng_derive(1, "test.graded", 0);
    for (int count = 1; count < 60; count++) {
        double score[60], sorted[60];
        int cell[60];
        fill(&rng, score, cell, count, 20, 1);
        for (int i = 0; i < count; i++)
            sorted[i] = score[i];
        gsl_sort(sorted, 1, (size_t)count);
        CHECK_NEAR(us_iqm(score, count),
                   gsl_stats_trmean_from_sorted_data(0.25, sorted, 1, (size_t)count), 1e-12);
    }
}

/* Drawn score by score, sorted, and trimmed by GSL: the same bounds, up to chance. */
static void its_bounds_are_those_of_drawing_and_trimming(void)
{
    enum { COUNT = 90, DRAWS = 10000 };
    double score[COUNT], drawn[COUNT], mean[DRAWS];
    int cell[COUNT];
    us_rng rng = us_rng_derive(2, "test.graded", 0);
    fill(&rng, score, cell, COUNT, 200, 5);
    for (int d = 0; d < DRAWS; d++) {
        for (int i = 0; i < COUNT; i++) {
            int from = (int)us_rng_below(&rng, COUNT);
            while (cell[from] != cell[i])
                from = (int)us_rng_below(&rng, COUNT);
            drawn[i] = score[from];
        }
        mean[d] = us_iqm(drawn, COUNT);
    }
    us_sort_doubles(mean, DRAWS);
    us_scores scores = {score, cell, COUNT, 5};
    us_iqm_estimate e = us_iqm_of(&scores, 0.95, DRAWS, 3);
    double wide = e.bounds.high - e.bounds.low;
    CHECK_NEAR(e.mean, us_iqm(score, COUNT), 0);
    CHECK_NEAR(e.bounds.low, us_quantile(mean, DRAWS, 0.025), 0.03 * wide);
    CHECK_NEAR(e.bounds.high, us_quantile(mean, DRAWS, 0.975), 0.03 * wide);
    CHECK_INT(e.draws, DRAWS);
}

static void equal_scores_and_none_have_bounds_too(void)
{
    static const double score[] = {0.3, 0.3, 0.3, 0.3, 0.3};
    us_iqm_estimate e = us_iqm_of(&(us_scores){score, NULL, 5, 1}, 0.95, 500, 1);
    CHECK_NEAR(e.bounds.low, 0.3, 1e-15);
    CHECK_NEAR(e.bounds.high, 0.3, 1e-15);
    e = us_iqm_of(&(us_scores){score, NULL, 0, 1}, 0.95, 500, 1);
    CHECK(isinf(e.bounds.low) && isinf(e.bounds.high));
}

static void many_scores_go_to_the_limit(void)
{
    enum { COUNT = 20000 };
    double *score = US_NEW_ARRAY(double, COUNT);
    int *cell = US_NEW_ARRAY(int, COUNT);
    us_rng rng = us_rng_derive(4, "test.graded", 0);
    fill(&rng, score, cell, COUNT, 1000, 7);
    for (int i = 0; i < COUNT; i++)
        score[i] = score[i] * score[i] + 100 * cell[i];
    us_scores scores = {score, cell, COUNT, 7};
    us_iqm_estimate drawn = us_iqm_of(&scores, 0.95, 2000, 1);
    us_iqm_estimate limit = us_iqm_of(&scores, 0.95, 2001, 1);
    CHECK_INT(drawn.draws, 2000);
    CHECK_INT(limit.draws, 0);
    double wide = drawn.bounds.high - drawn.bounds.low;
    CHECK_NEAR(limit.bounds.low, drawn.bounds.low, 0.05 * wide);
    CHECK_NEAR(limit.bounds.high, drawn.bounds.high, 0.05 * wide);
    us_free(score);
    us_free(cell);
}

static void improvement_is_that_of_all_meetings(void)
{
    us_rng rng = us_rng_derive(3, "test.graded", 0);
    for (int round = 0; round < 50; round++) {
        double one[40], other[40];
        int cell_one[40], cell_other[40], cells = 0;
        int n = (int)us_rng_below(&rng, 41), m = (int)us_rng_below(&rng, 41);
        fill(&rng, one, cell_one, n, 6, 4);
        fill(&rng, other, cell_other, m, 6, 4);
        double sum = 0;
        for (int c = 0; c < 4; c++) {
            double points = 0;
            int meetings = 0;
            for (int i = 0; i < n * m; i++) {
                double x = one[i / m], y = other[i % m];
                if (cell_one[i / m] != c || cell_other[i % m] != c)
                    continue;
                meetings++;
                points += x > y ? 1 : x == y ? 0.5 : 0;
            }
            cells += meetings > 0;
            sum += meetings ? points / meetings : 0;
        }
        us_improvement is = us_improvement_of(&(us_scores){one, cell_one, n, 4},
                                              &(us_scores){other, cell_other, m, 4});
        CHECK_INT(is.cells, cells);
        CHECK_NEAR(is.probability, cells ? sum / cells : 0.5, 1e-12);
    }
}

static const us_test tests[] = {
    {"the middle half is what counts", the_middle_half_is_what_counts},
    {"it is the trimmed mean of GSL", it_is_the_trimmed_mean_of_gsl},
    {"its bounds are those of drawing and trimming", its_bounds_are_those_of_drawing_and_trimming},
    {"equal scores and none have bounds too", equal_scores_and_none_have_bounds_too},
    {"many scores go to the limit", many_scores_go_to_the_limit},
    {"improvement is that of all meetings", improvement_is_that_of_all_meetings},
    {0},
};
const us_test_suite suite_graded = {"graded scores", tests};
