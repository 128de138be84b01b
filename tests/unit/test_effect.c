#include "experiments/stats/effect.h"
#include "experiments/stats/numbers.h"

#include "base/rng.h"
#include "tests/unit/near_equal.h"
#include "understudy/statistics.h"

static us_estimate_def boundless(void)
{
    us_estimate_def def = us_estimate_def_default();
    def.low = -HUGE_VAL;
    def.high = HUGE_VAL;
    return def;
}

/* Darwin's plants, as Fisher told of them in "The design of experiments", 1935: crossed less
 * self-fertilized, in eighths of an inch. t = 2.148 with 14 degrees. */
static const double darwin[] = {49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48};

TEST(one_cell_has_students_interval)
{
    us_estimate_def def = boundless();
    us_estimate by_pairs =
        us_estimate_compute(&(us_pairs){darwin, NULL, US_COUNT(darwin), 1}, &def);
    us_estimate by_values = us_estimate_compute_values(darwin, US_COUNT(darwin), &def);
    CHECK_NEAR(by_pairs.mean, 20.9333, 0.00005);
    CHECK_NEAR(by_pairs.mean / by_pairs.error, 2.148, 0.0005);
    CHECK_NEAR(by_pairs.bounds.low, 0.0312, 0.0001);
    CHECK_NEAR(by_pairs.bounds.high, 41.8355, 0.0001);
    CHECK_NEAR(by_pairs.freedom, 14, 0);
    CHECK_NEAR(by_values.bounds.low, by_pairs.bounds.low, 1e-12);
    CHECK_NEAR(by_values.variance, by_pairs.variance, 1e-9);
}

/* Cell 0: 1, 0, 1/2, 1/2: mean 1/2, s^2 1/6. Cell 2: 1, -1: mean 0, s^2 2. Cell 1 is empty. */
TEST(cells_count_the_same)
{
    static const double difference[] = {1, 1, 0, 0.5, -1, 0.5};
    static const int cell[] = {0, 2, 0, 0, 2, 0};
    us_estimate_def def = boundless();
    us_estimate e = us_estimate_compute(&(us_pairs){difference, cell, 6, 3}, &def);
    CHECK_INT(e.cells, 2);
    CHECK_INT(e.pairs, 6);
    CHECK_INT(e.singles, 0);
    CHECK_NEAR(e.mean, 0.25, 1e-15);
    CHECK_NEAR(e.error, sqrt((1.0 / 6 / 4 + 2.0 / 2) / 4), 1e-15);
    /* Nearly all of the square is the second cell's, which has one degree. */
    double one = 1.0 / 24, other = 1;
    CHECK_NEAR(e.freedom, pow(one + other, 2) / (one * one / 5 + other * other / 3) - 2, 1e-12);
    CHECK(e.freedom > 1 && e.freedom < 2);
    CHECK_NEAR(e.bounds.high, 0.25 + us_student_critical_value(0.95, e.freedom) * e.error, 1e-12);
    us_cell_summary summary[3];
    us_pairs_summarize_cells(&(us_pairs){difference, cell, 6, 3}, summary);
    CHECK_INT(summary[1].pairs, 0);
    CHECK_NEAR(summary[2].variance, 2, 1e-15);
    CHECK_NEAR(summary[2].least, -1, 0);
}

TEST(a_cell_of_one_pair_takes_the_pooled_variance)
{
    static const double difference[] = {1, 0, 0.5, 1, 0, 1};
    static const int cell[] = {0, 0, 0, 1, 1, 2};
    us_estimate_def def = boundless();
    us_estimate e = us_estimate_compute(&(us_pairs){difference, cell, 6, 3}, &def);
    double pooled = (2 * 0.25 + 1 * 0.5) / 3;
    CHECK_INT(e.singles, 1);
    CHECK_NEAR(e.error, sqrt((0.25 / 3 + 0.5 / 2 + pooled) / 9), 1e-15);
    CHECK_NEAR(e.freedom, 3, 0); /* no more than all cells have */
}

/* Eleven cells in which nothing differs do not make the twelfth one surer: its four pairs have
 * three degrees. */
TEST(certain_cells_lend_no_degrees)
{
    double difference[48] = {0};
    int cell[48];
    us_estimate_def def = us_estimate_def_default();
    for (int i = 0; i < 48; i++) {
        cell[i] = i / 4;
        difference[i] = i < 4 ? i % 2 : 0;
    }
    us_estimate e = us_estimate_compute(&(us_pairs){difference, cell, 48, 12}, &def);
    double own = 1.0 / 3 / 4, pooled = 1.0 / 36, each = pooled / 4 / 4;
    CHECK_NEAR(e.error, sqrt(own + 11 * each) / 12, 1e-15);
    CHECK_NEAR(e.freedom, pow(own + 11 * each, 2) / (own * own / 5 + 11 * each * each / 5) - 2,
               1e-9);
    CHECK(e.freedom < 6);
}

TEST(a_large_cell_lends_no_degrees_to_a_small_one)
{
    double difference[303];
    int cell[303];
    us_estimate_def def = us_estimate_def_default();
    for (int i = 0; i < 303; i++) {
        cell[i] = i >= 3;
        difference[i] = i % 3 - 1;
    }
    us_estimate e = us_estimate_compute(&(us_pairs){difference, cell, 303, 2}, &def);
    CHECK(e.freedom >= 2 && e.freedom < 3);
}

TEST(cells_of_equal_size_and_variance_have_all_degrees)
{
    double difference[60];
    int cell[60];
    us_estimate_def def = us_estimate_def_default();
    for (int i = 0; i < 60; i++) {
        cell[i] = i / 5;
        difference[i] = i % 2;
    }
    us_estimate e = us_estimate_compute(&(us_pairs){difference, cell, 60, 12}, &def);
    CHECK_NEAR(e.freedom, 48, 0);
}

TEST(cells_of_one_pair_each_are_as_one_cell)
{
    static const int cell[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};
    us_estimate_def def = boundless();
    us_estimate e = us_estimate_compute(&(us_pairs){darwin, cell, US_COUNT(darwin), 15}, &def);
    us_estimate one = us_estimate_compute(&(us_pairs){darwin, NULL, US_COUNT(darwin), 1}, &def);
    CHECK_INT(e.singles, 15);
    CHECK_NEAR(e.error, one.error, 1e-12);
    CHECK_NEAR(e.bounds.low, one.bounds.low, 1e-9);
}

TEST(less_than_two_pairs_tell_no_error)
{
    us_estimate_def def = us_estimate_def_default();
    static const double one[] = {1};
    for (int count = 0; count < 2; count++) {
        us_estimate e = us_estimate_compute(&(us_pairs){one, NULL, count, 1}, &def);
        CHECK_INT(e.pairs, count);
        CHECK_NEAR(e.mean, count, 0);
        CHECK(isinf(e.error));
        CHECK(e.bounds.low == -1 && e.bounds.high == 1);
        CHECK_INT(us_conclusion_from_bounds(e.bounds, 0.05), US_INCONCLUSIVE);
        CHECK(isnan(us_estimate_p_value(&e)));
        e = us_estimate_compute_values(one, count, &def);
        CHECK(isinf(e.error) && e.bounds.low == -1 && e.bounds.high == 1);
    }
}

TEST(bounds_end_where_values_do)
{
    static const double share[] = {0, 0, 1, 1}, all[] = {1, 1, 1};
    us_estimate_def def = {.level = 0.95, .low = 0, .high = 1};
    us_estimate e = us_estimate_compute(&(us_pairs){share, NULL, 4, 1}, &def);
    CHECK(e.bounds.low == 0 && e.bounds.high == 1);
    e = us_estimate_compute(&(us_pairs){all, NULL, 3, 1}, &def);
    CHECK_NEAR(e.bounds.low, pow(0.025, 1.0 / 3), 1e-12);
    CHECK_NEAR(e.bounds.high, 1, 0);
}

/* Of n games without a loss, the exact interval of losses ends at 1 - 0.025^(1/n). */
TEST(equal_pairs_are_no_certainty)
{
    static const double zero[100] = {0}, all[4] = {1, 1, 1, 1}, tenths[3] = {0.1, 0.1, 0.1};
    us_estimate_def def = us_estimate_def_default(), open = boundless();
    us_estimate e = us_estimate_compute(&(us_pairs){zero, NULL, 100, 1}, &def);
    CHECK_NEAR(e.error, 0, 0);
    CHECK_NEAR(e.bounds.high, 0.0362, 0.00005);
    CHECK_NEAR(e.bounds.low, -0.0362, 0.00005);
    CHECK_INT(us_conclusion_from_bounds(e.bounds, 0.05), US_EQUIVALENT);
    e = us_estimate_compute(&(us_pairs){all, NULL, 4, 1}, &def);
    CHECK_NEAR(e.bounds.low, 1 - 2 * 0.6024, 0.0001);
    CHECK_NEAR(e.bounds.high, 1, 0);
    e = us_estimate_compute(&(us_pairs){tenths, NULL, 3, 1}, &open);
    CHECK(e.error == 0 && e.mean == 0.1);
    CHECK(isinf(e.bounds.low) && isinf(e.bounds.high));
    static const int cell[] = {0, 0, 1, 1};
    static const double apart[] = {1, 1, 0, 0};
    e = us_estimate_compute(&(us_pairs){apart, cell, 4, 2}, &def);
    CHECK(e.error == 0 && e.mean == 0.5 && e.bounds.high == 1);
    CHECK_NEAR(e.bounds.low, 0.5 - 2 * 0.6024, 0.0001);
}

TEST(the_run_is_what_is_repeated)
{
    /* Three runs of two cells: effects 0.25, 0.5, 0.75, the second run with more games in a cell.
     */
    static const double difference[] = {0.5, 0, 1, 1, 1, 0, 1, 0.5};
    static const int cell[] = {0, 1, 0, 0, 0, 1, 0, 1};
    static const int run[] = {0, 0, 1, 1, 1, 1, 2, 2};
    us_estimate_def def = boundless();
    double mean[3];
    us_estimate e = us_estimate_compute_runs(&(us_pairs){difference, cell, 8, 2},
                                             &(us_runs){run, NULL, 3, 0}, &def, mean);
    CHECK_NEAR(mean[0], 0.25, 0);
    CHECK_NEAR(mean[1], 0.5, 0);
    CHECK_NEAR(mean[2], 0.75, 0);
    CHECK_NEAR(e.mean, 0.5, 1e-15);
    CHECK_NEAR(e.error, 0.25 / sqrt(3), 1e-15);
    CHECK_NEAR(e.bounds.high, 0.5 + 4.3027 * 0.25 / sqrt(3), 0.0001);
    CHECK_INT(e.runs, 3);
    CHECK_INT(e.cells, 2);
}

/* Otherwise a run that lacks the hard cell would be the better one for it. */
TEST(what_a_run_lacks_is_kept_of_none)
{
    static const double difference[] = {0.5, 0, 1, 0};
    static const int cell[] = {0, 1, 0, 2}, run[] = {0, 0, 2, 0};
    us_pairs pairs = {difference, cell, 4, 3};
    bool keep[4];
    CHECK_INT(us_pairs_find_common_cells(&pairs, &(us_runs){run, NULL, 3, 0}, keep), 2);
    CHECK(keep[0] && !keep[1] && keep[2] && !keep[3]);
    pairs.count = 2;
    CHECK_INT(us_pairs_find_common_cells(&pairs, &(us_runs){run, NULL, 3, 0}, keep), 0);
    CHECK(keep[0] && keep[1]);
}

TEST(a_run_may_lack_everything)
{
    static const double difference[] = {0.5, 0, 1, 0.5};
    static const int cell[] = {0, 1, 0, 1}, run[] = {0, 0, 2, 2};
    us_estimate_def def = us_estimate_def_default();
    double mean[3];
    us_pairs pairs = {difference, cell, 4, 2};
    us_estimate e = us_estimate_compute_runs(&pairs, &(us_runs){run, NULL, 3, 0}, &def, mean);
    CHECK(isnan(mean[1]));
    CHECK_INT(e.runs, 2);
    pairs.count = 2;
    e = us_estimate_compute_runs(&pairs, &(us_runs){run, NULL, 1, 0}, &def, NULL);
    CHECK(isinf(e.error) && e.mean == 0.25 && e.bounds.high == 1);
    pairs.count = 0;
    e = us_estimate_compute_runs(&pairs, &(us_runs){run, NULL, 0, 0}, &def, NULL);
    CHECK(isinf(e.error) && e.runs == 0);
}

/* Two runs, four games of one cell: an analysis of variance by run, by game and what is left. */
TEST(games_that_runs_share_add_their_luck)
{
    static const double difference[] = {1, 0.5, 0, -0.5, 0.5, 0.5, -0.5, 0};
    static const int run[] = {0, 0, 0, 0, 1, 1, 1, 1}, game[] = {3, 1, 2, 0, 3, 1, 2, 0};
    double of_run[2] = {0}, of_game[4] = {0}, mean = 0, runs = 0, games = 0, rest = 0;
    for (int i = 0; i < 8; i++) {
        of_run[run[i]] += difference[i] / 4;
        of_game[game[i]] += difference[i] / 2;
        mean += difference[i] / 8;
    }
    for (int i = 0; i < 8; i++) {
        runs += pow(of_run[run[i]] - mean, 2) / 4 / 1 / 2;
        games += pow(of_game[game[i]] - mean, 2) / 2 / 3 / 4;
        rest += pow(difference[i] - of_run[run[i]] - of_game[game[i]] + mean, 2) / 3 / 8;
    }
    us_estimate_def def = boundless();
    us_pairs pairs = {difference, NULL, 8, 1};
    us_estimate e = us_estimate_compute_runs(&pairs, &(us_runs){run, game, 2, 4}, &def, NULL);
    double own = fmax(runs, rest), shared = games - rest;
    CHECK(shared > 0 && rest > runs);
    CHECK_NEAR(e.mean, mean, 1e-15);
    CHECK_NEAR(e.error, sqrt(own + shared), 1e-12);
    CHECK_NEAR(
        e.freedom,
        fmax(pow(own + shared, 2) / (own * own / 1 + games * games / 3 + rest * rest / 3), 1),
        1e-9);
    CHECK_NEAR(e.bounds.high, mean + us_student_critical_value(0.95, e.freedom) * e.error, 1e-9);

    static const int apart[] = {0, 1, 2, 3, 4, 5, 6, 7};
    us_estimate alone = us_estimate_compute_runs(&pairs, &(us_runs){run, NULL, 2, 0}, &def, NULL);
    e = us_estimate_compute_runs(&pairs, &(us_runs){run, apart, 2, 8}, &def, NULL);
    CHECK_NEAR(e.error, sqrt(runs), 1e-12);
    CHECK_NEAR(e.error, alone.error, 0);
    CHECK_NEAR(e.bounds.low, alone.bounds.low, 0);
}

TEST(one_game_that_all_runs_share_tells_nothing)
{
    static const double difference[] = {1, 0.5};
    static const int run[] = {0, 1}, game[] = {0, 0};
    us_estimate_def def = us_estimate_def_default();
    us_pairs pairs = {difference, NULL, 2, 1};
    us_estimate e = us_estimate_compute_runs(&pairs, &(us_runs){run, game, 2, 1}, &def, NULL);
    CHECK(isinf(e.error) && e.bounds.low == -1 && e.bounds.high == 1);
}

/* The same mean of thirds, summed in another order. */
TEST(runs_that_rounding_sets_apart_are_equal)
{
    static const double difference[] = {0.1, 0.2, 0.3, 0.3, 0.2, 0.1};
    static const int cell[] = {0, 1, 2, 0, 1, 2}, run[] = {0, 0, 0, 1, 1, 1};
    us_estimate_def def = us_estimate_def_default();
    us_estimate e = us_estimate_compute_runs(&(us_pairs){difference, cell, 6, 3},
                                             &(us_runs){run, NULL, 2, 0}, &def, NULL);
    CHECK(e.bounds.low < -0.5 && e.bounds.high > 0.8);
}

TEST(conclusions_follow_from_the_bounds)
{
    static const struct {
        us_bounds bounds;
        double margin;
        us_conclusion conclusion;
    } row[] = {
        {{0.01, 0.2}, 0.05, US_BETTER},        {{-0.2, -0.01}, 0.05, US_WORSE},
        {{-0.04, 0.05}, 0.05, US_EQUIVALENT},  {{0.01, 0.04}, 0.05, US_EQUIVALENT},
        {{-0.1, 0.04}, 0.05, US_INCONCLUSIVE}, {{0, 0.2}, 0, US_INCONCLUSIVE},
        {{0, 0}, 0, US_INCONCLUSIVE},          {{0.01, 0.04}, 0, US_BETTER},
    };
    for (int i = 0; i < US_COUNT(row); i++)
        CHECK_STR(us_conclusion_name(us_conclusion_from_bounds(row[i].bounds, row[i].margin)),
                  us_conclusion_name(row[i].conclusion));
}

/* Darwin's t of 2.148 with 14 degrees. */
TEST(the_chance_of_an_estimate_is_students)
{
    us_estimate_def def = boundless();
    us_estimate e = us_estimate_compute(&(us_pairs){darwin, NULL, US_COUNT(darwin), 1}, &def);
    CHECK_NEAR(us_estimate_p_value(&e), 0.0497, 0.00005);
    e.error = 0;
    CHECK(isnan(us_estimate_p_value(&e)));
}

static us_estimate estimated(double mean, double variance, int pairs)
{
    return (us_estimate){.mean = mean,
                         .error = sqrt(variance / pairs),
                         .freedom = pairs - 1,
                         .variance = variance,
                         .pairs = pairs};
}

/* Tables of Student's test: a difference of one deviation takes 10 or 11 pairs, of a half 34, where
 * the normal distribution would have 8 and 32; of a tenth 787, (1.96 + 0.8416)^2 = 7.849 being 785.
 */
TEST(the_pairs_needed_are_those_of_students_test)
{
    us_estimate e = estimated(1, 1, 5);
    CHECK_NEAR(us_estimate_compute_units_needed(&e, 0.95, 0.8), 10.5, 0.5);
    e = estimated(-0.5, 1, 5);
    CHECK_NEAR(us_estimate_compute_units_needed(&e, 0.95, 0.8), 34, 1);
    e = estimated(-0.1, 1, 100);
    CHECK_NEAR(us_estimate_compute_units_needed(&e, 0.95, 0.8), 787, 1);
}

TEST(more_pairs_are_needed_where_those_there_did_not_do)
{
    us_rng rng = us_rng_derive(1, "test.needed", 0);
    us_estimate_def def = us_estimate_def_default();
    for (int round = 0; round < 200; round++) {
        double difference[24];
        int cell[24], count = 4 + (int)us_rng_next_below(&rng, 21);
        for (int i = 0; i < count; i++) {
            cell[i] = i % 2;
            difference[i] = ((int)us_rng_next_below(&rng, 5) - 2) * 0.5;
        }
        us_estimate e = us_estimate_compute(&(us_pairs){difference, cell, count, 2}, &def);
        if (us_conclusion_from_bounds(e.bounds, 0) == US_INCONCLUSIVE)
            CHECK(us_estimate_compute_units_needed(&e, 0.95, 0.8) > count);
    }
}

TEST(no_number_of_pairs_is_told_where_none_would_do)
{
    us_estimate e = estimated(0, 1, 10);
    CHECK(isinf(us_estimate_compute_units_needed(&e, 0.95, 0.8)));
    e = estimated(1e-15, 1, 10);
    CHECK(isinf(us_estimate_compute_units_needed(&e, 0.95, 0.8)));
    e = estimated(0.1, 0, 10);
    CHECK(isinf(us_estimate_compute_units_needed(&e, 0.95, 0.8)));
    e = estimated(0.1, HUGE_VAL, 1);
    CHECK(isinf(us_estimate_compute_units_needed(&e, 0.95, 0.8)));
    e = estimated(0.1, 1, 10);
    e.runs = 2;
    CHECK(isinf(us_estimate_compute_units_needed(&e, 0.95, 0.8)));
}

/* ---- the bootstrap */

/* Three pairs have 27 draws: -1 in one of them, -1/3 in six or fewer, ... */
TEST(drawing_anew_meets_each_draw_as_often_as_it_is_probable)
{
    static const double difference[] = {1, 0, -1};
    static const struct {
        double level, high;
    } row[] = {{0.99, 1}, {0.9, 2.0 / 3}, {0.6, 1.0 / 3}, {0.2, 0}};
    us_pairs pairs = {difference, NULL, 3, 1};
    for (int i = 0; i < US_COUNT(row); i++) {
        us_bootstrap b = us_bootstrap_compute(&pairs, row[i].level, 20000, 5);
        CHECK_NEAR(b.bounds.high, row[i].high, 1e-12);
        CHECK_NEAR(b.bounds.low, -row[i].high, 1e-12);
        CHECK_INT(b.limited, 0);
    }
}

/* Pairs of cells with many kinds of values, with few, and of a size that must go to the limit. */
TEST(each_way_of_drawing_has_the_variance_of_the_formula)
{
    static const struct {
        const char *name;
        int cells, in_each, kinds, limited;
    } row[] = {
        {"singly", 4, 50, 1000, 0},
        {"by kinds", 4, 500, 3, 0},
        {"limit", 4, 5000, 1000, 4},
        {"many cells", 3000, 5, 1000, 2200},
    };
    for (int i = 0; i < US_COUNT(row); i++) {
        int count = row[i].cells * row[i].in_each;
        US_AUTOFREE double *difference = US_NEW_ARRAY(double, count);
        US_AUTOFREE int *cell = US_NEW_ARRAY(int, count);
        us_rng rng = us_rng_derive(1, "test.bootstrap", (uint64_t)i);
        us_test_row(row[i].name);
        for (int k = 0; k < count; k++) {
            cell[k] = k % row[i].cells;
            double share = us_rng_next_below(&rng, (uint32_t)row[i].kinds) / (row[i].kinds - 1.0);
            difference[k] = 2 * share * share - 1;
        }
        us_pairs pairs = {difference, cell, count, row[i].cells};
        US_AUTOFREE us_cell_summary *summary = US_NEW_ARRAY(us_cell_summary, row[i].cells);
        us_pairs_summarize_cells(&pairs, summary);
        double square = 0, mean = 0;
        for (int c = 0; c < row[i].cells; c++) { /* drawing has the variance by n, not n - 1 */
            int n = summary[c].pairs;
            square += summary[c].variance * (n - 1) / n / n / row[i].cells / row[i].cells;
            mean += summary[c].mean / row[i].cells;
        }
        us_bootstrap b = us_bootstrap_compute(&pairs, 0.95, US_BOOTSTRAP_DRAWS, 7);
        double wide = 2 * us_normal_critical_value(0.95) * sqrt(square);
        CHECK_NEAR((b.bounds.high - b.bounds.low) / wide, 1, 0.03);
        CHECK_NEAR((b.bounds.high + b.bounds.low) / 2, mean, 0.02 * wide);
        CHECK_INT(b.limited, row[i].limited);
    }
}

TEST(the_same_seed_draws_the_same)
{
    us_pairs pairs = {darwin, NULL, US_COUNT(darwin), 1};
    us_bootstrap a = us_bootstrap_compute(&pairs, 0.95, 1000, 1);
    us_bootstrap b = us_bootstrap_compute(&pairs, 0.95, 1000, 1);
    us_bootstrap c = us_bootstrap_compute(&pairs, 0.95, 1000, 2);
    CHECK(a.bounds.low == b.bounds.low && a.bounds.high == b.bounds.high);
    CHECK(a.bounds.low != c.bounds.low || a.bounds.high != c.bounds.high);
}

/* What is drawn anew is what was there: that is no interval. */
TEST(nothing_is_told_where_there_is_nothing_to_draw)
{
    static const double same[] = {0.5, 0.5, 0.5}, apart[] = {0, 1, 0.5};
    static const int cell[] = {0, 0, 1};
    for (int count = 0; count < 4; count++) {
        us_bootstrap b = us_bootstrap_compute(&(us_pairs){same, NULL, count, 1}, 0.95, 100, 1);
        CHECK(isnan(b.bounds.low) && isnan(b.bounds.high));
    }
    us_bootstrap b = us_bootstrap_compute(&(us_pairs){apart, cell, 3, 2}, 0.95, 100, 1);
    CHECK(isnan(b.bounds.low) && b.singles == 1);
    b = us_bootstrap_compute(&(us_pairs){apart, cell, 2, 2}, 0.95, 100, 1);
    CHECK(b.bounds.low == 0 && b.bounds.high == 1 && b.singles == 0);
}

/* Runs far apart, games that say the same in each: what is drawn is the runs. */
TEST(runs_are_drawn_anew)
{
    enum { RUNS = 4, GAMES = 50 };
    double difference[RUNS * GAMES], run_mean[RUNS], square = 0;
    int run[RUNS * GAMES], game[RUNS * GAMES];
    for (int i = 0; i < RUNS * GAMES; i++) {
        run[i] = i % RUNS;
        game[i] = i / RUNS;
        difference[i] = run[i] / 3.0 - 0.5 + (game[i] % 2 ? 0.01 : -0.01);
    }
    us_pairs pairs = {difference, NULL, RUNS * GAMES, 1};
    us_runs runs = {run, game, RUNS, GAMES};
    us_estimate_def def = us_estimate_def_default();
    us_estimate_compute_runs(&pairs, &runs, &def, run_mean);
    for (int r = 0; r < RUNS; r++)
        square += run_mean[r] * run_mean[r] / RUNS / RUNS;
    us_bootstrap b = us_bootstrap_compute_runs(&pairs, &runs, run_mean, 0.95, 10000, 1);
    us_bootstrap games = us_bootstrap_compute(&pairs, 0.95, 10000, 1);
    CHECK_NEAR(b.bounds.high, us_normal_critical_value(0.95) * sqrt(square), 0.04);
    CHECK_NEAR(b.bounds.low, -b.bounds.high, 0.02);
    CHECK(games.bounds.high < b.bounds.high / 3);
    runs.game = NULL;
    b = us_bootstrap_compute_runs(&pairs, &runs, run_mean, 0.95, 10000, 1);
    CHECK(games.bounds.high < b.bounds.high / 3);
}
