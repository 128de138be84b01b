#include "experiments/stats/effect.h"

#include "base/rng.h"
#include "experiments/stats/bootstrap.h"
#include "tests/unit/close.h"

static us_estimate_def boundless(void)
{
    us_estimate_def def = us_estimate_def_default();
    def.reach = INFINITY;
    return def;
}

/* Darwin's plants, as Fisher told of them in "The design of experiments", 1935: crossed less
 * self-fertilized, in eighths of an inch. t = 2.148 with 14 degrees. */
static const double darwin[] = {49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48};

static void one_cell_has_students_interval(void)
{
    us_estimate_def def = boundless();
    us_estimate by_pairs = us_estimate_of(&(us_pairs){darwin, NULL, US_COUNT(darwin), 1}, &def);
    us_estimate by_values = us_estimate_of_values(darwin, US_COUNT(darwin), &def);
    CHECK_NEAR(by_pairs.mean, 20.9333, 0.00005);
    CHECK_NEAR(by_pairs.mean / by_pairs.error, 2.148, 0.0005);
    CHECK_NEAR(by_pairs.bounds.low, 0.0312, 0.0001);
    CHECK_NEAR(by_pairs.bounds.high, 41.8355, 0.0001);
    CHECK_NEAR(by_pairs.freedom, 14, 0);
    CHECK_NEAR(by_values.bounds.low, by_pairs.bounds.low, 1e-12);
    CHECK_NEAR(by_values.variance, by_pairs.variance, 1e-9);
}

/* Cell 0: 1, 0, 1/2, 1/2: mean 1/2, s^2 1/6. Cell 2: 1, -1: mean 0, s^2 2. Cell 1 is empty. */
static void cells_count_the_same(void)
{
    static const double difference[] = {1, 1, 0, 0.5, -1, 0.5};
    static const int cell[] = {0, 2, 0, 0, 2, 0};
    us_estimate_def def = boundless();
    us_estimate e = us_estimate_of(&(us_pairs){difference, cell, 6, 3}, &def);
    CHECK_INT(e.cells, 2);
    CHECK_INT(e.pairs, 6);
    CHECK_INT(e.singles, 0);
    CHECK_NEAR(e.mean, 0.25, 1e-15);
    CHECK_NEAR(e.error, sqrt((1.0 / 6 / 4 + 2.0 / 2) / 4), 1e-15);
    CHECK_NEAR(e.freedom, 4, 0);
    CHECK_NEAR(e.bounds.high, 0.25 + us_student_reach(0.95, 4) * e.error, 1e-12);
    us_cell_summary summary[3];
    us_summarize_cells(&(us_pairs){difference, cell, 6, 3}, summary);
    CHECK_INT(summary[1].pairs, 0);
    CHECK_NEAR(summary[2].variance, 2, 1e-15);
    CHECK_NEAR(summary[2].least, -1, 0);
}

static void a_cell_of_one_pair_takes_the_pooled_variance(void)
{
    static const double difference[] = {1, 0, 0.5, 1, 0, 1};
    static const int cell[] = {0, 0, 0, 1, 1, 2};
    us_estimate_def def = boundless();
    us_estimate e = us_estimate_of(&(us_pairs){difference, cell, 6, 3}, &def);
    double pooled = (2 * 0.25 + 1 * 0.5) / 3;
    CHECK_INT(e.singles, 1);
    CHECK_NEAR(e.error, sqrt((0.25 / 3 + 0.5 / 2 + pooled) / 9), 1e-15);
    CHECK_NEAR(e.freedom, 3, 0);
}

static void cells_of_one_pair_each_are_as_one_cell(void)
{
    static const int cell[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};
    us_estimate_def def = boundless();
    us_estimate e = us_estimate_of(&(us_pairs){darwin, cell, US_COUNT(darwin), 15}, &def);
    us_estimate one = us_estimate_of(&(us_pairs){darwin, NULL, US_COUNT(darwin), 1}, &def);
    CHECK_INT(e.singles, 15);
    CHECK_NEAR(e.error, one.error, 1e-12);
    CHECK_NEAR(e.bounds.low, one.bounds.low, 1e-9);
}

static void less_than_two_pairs_tell_no_error(void)
{
    us_estimate_def def = us_estimate_def_default();
    static const double one[] = {1};
    for (int count = 0; count < 2; count++) {
        us_estimate e = us_estimate_of(&(us_pairs){one, NULL, count, 1}, &def);
        CHECK_INT(e.pairs, count);
        CHECK_NEAR(e.mean, count, 0);
        CHECK(isinf(e.error));
        CHECK(e.bounds.low == -1 && e.bounds.high == 1);
        CHECK_INT(us_conclude(e.bounds, 0.05), US_INCONCLUSIVE);
        e = us_estimate_of_values(one, count, &def);
        CHECK(isinf(e.error) && e.bounds.low == -1 && e.bounds.high == 1);
    }
}

/* Of n games without a loss, the exact interval of losses ends at 1 - 0.025^(1/n). */
static void equal_pairs_are_no_certainty(void)
{
    static const double zero[100] = {0}, all[4] = {1, 1, 1, 1}, tenths[3] = {0.1, 0.1, 0.1};
    us_estimate_def def = us_estimate_def_default(), open = boundless();
    us_estimate e = us_estimate_of(&(us_pairs){zero, NULL, 100, 1}, &def);
    CHECK_NEAR(e.error, 0, 0);
    CHECK_NEAR(e.bounds.high, 0.0362, 0.00005);
    CHECK_NEAR(e.bounds.low, -0.0362, 0.00005);
    CHECK_INT(us_conclude(e.bounds, 0.05), US_EQUIVALENT);
    e = us_estimate_of(&(us_pairs){all, NULL, 4, 1}, &def);
    CHECK_NEAR(e.bounds.low, 1 - 2 * 0.6024, 0.0001);
    CHECK_NEAR(e.bounds.high, 1, 0);
    e = us_estimate_of(&(us_pairs){tenths, NULL, 3, 1}, &open);
    CHECK(e.error == 0 && e.mean == 0.1);
    CHECK(isinf(e.bounds.low) && isinf(e.bounds.high));
    static const int cell[] = {0, 0, 1, 1};
    static const double apart[] = {1, 1, 0, 0};
    e = us_estimate_of(&(us_pairs){apart, cell, 4, 2}, &def);
    CHECK(e.error == 0 && e.mean == 0.5 && e.bounds.high == 1);
    CHECK_NEAR(e.bounds.low, 0.5 - 2 * 0.6024, 0.0001);
}

static void the_run_is_what_is_repeated(void)
{
    /* Three runs of two cells: effects 0.25, 0.5, 0.75, the second run with more games in a cell.
     */
    static const double difference[] = {0.5, 0, 1, 1, 1, 0, 1, 0.5};
    static const int cell[] = {0, 1, 0, 0, 0, 1, 0, 1};
    static const int run[] = {0, 0, 1, 1, 1, 1, 2, 2};
    us_estimate_def def = boundless();
    double mean[3];
    us_estimate e = us_estimate_of_runs(&(us_pairs){difference, cell, 8, 2},
                                        &(us_runs){run, NULL, 3, 0}, &def, mean);
    CHECK_NEAR(mean[0], 0.25, 0);
    CHECK_NEAR(mean[1], 0.5, 0);
    CHECK_NEAR(mean[2], 0.75, 0);
    CHECK_NEAR(e.mean, 0.5, 1e-15);
    CHECK_NEAR(e.error, 0.25 / sqrt(3), 1e-15);
    CHECK_NEAR(e.bounds.high, 0.5 + 4.3027 * 0.25 / sqrt(3), 0.0001);
    CHECK_INT(e.runs, 3);
    CHECK_INT(e.lacking, 0);
    CHECK_INT(e.cells, 2);
}

static void a_run_may_lack_a_cell_or_everything(void)
{
    static const double difference[] = {0.5, 0, 1};
    static const int cell[] = {0, 1, 0}, run[] = {0, 0, 2};
    us_estimate_def def = us_estimate_def_default();
    double mean[3];
    us_pairs pairs = {difference, cell, 3, 2};
    us_estimate e = us_estimate_of_runs(&pairs, &(us_runs){run, NULL, 3, 0}, &def, mean);
    CHECK(isnan(mean[1]));
    CHECK_INT(e.runs, 2);
    CHECK_INT(e.lacking, 1);
    pairs.count = 2;
    e = us_estimate_of_runs(&pairs, &(us_runs){run, NULL, 1, 0}, &def, NULL);
    CHECK(isinf(e.error) && e.mean == 0.25 && e.bounds.high == 1);
    pairs.count = 0;
    e = us_estimate_of_runs(&pairs, &(us_runs){run, NULL, 0, 0}, &def, NULL);
    CHECK(isinf(e.error) && e.runs == 0);
}

/* Two runs, four games of one cell: an analysis of variance by run, by game and what is left. */
static void games_that_runs_share_add_their_luck(void)
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
    us_estimate e = us_estimate_of_runs(&pairs, &(us_runs){run, game, 2, 4}, &def, NULL);
    double own = fmax(runs, rest), shared = games - rest;
    CHECK(shared > 0 && rest > runs);
    CHECK_NEAR(e.mean, mean, 1e-15);
    CHECK_NEAR(e.error, sqrt(own + shared), 1e-12);
    CHECK_NEAR(e.freedom, pow(own + shared, 2) / (own * own / 1 + shared * shared / 3), 1e-9);
    CHECK_NEAR(e.bounds.high, mean + us_student_reach(0.95, e.freedom) * e.error, 1e-9);

    static const int apart[] = {0, 1, 2, 3, 4, 5, 6, 7};
    us_estimate alone = us_estimate_of_runs(&pairs, &(us_runs){run, NULL, 2, 0}, &def, NULL);
    e = us_estimate_of_runs(&pairs, &(us_runs){run, apart, 2, 8}, &def, NULL);
    CHECK_NEAR(e.error, sqrt(runs), 1e-12);
    CHECK_NEAR(e.error, alone.error, 0);
    CHECK_NEAR(e.bounds.low, alone.bounds.low, 0);
}

static void one_game_that_all_runs_share_tells_nothing(void)
{
    static const double difference[] = {1, 0.5};
    static const int run[] = {0, 1}, game[] = {0, 0};
    us_estimate_def def = us_estimate_def_default();
    us_pairs pairs = {difference, NULL, 2, 1};
    us_estimate e = us_estimate_of_runs(&pairs, &(us_runs){run, game, 2, 1}, &def, NULL);
    CHECK(isinf(e.error) && e.bounds.low == -1 && e.bounds.high == 1);
}

/* The same mean of thirds, summed in another order. */
static void runs_that_rounding_sets_apart_are_equal(void)
{
    static const double difference[] = {0.1, 0.2, 0.3, 0.3, 0.2, 0.1};
    static const int cell[] = {0, 1, 2, 0, 1, 2}, run[] = {0, 0, 0, 1, 1, 1};
    us_estimate_def def = us_estimate_def_default();
    us_estimate e = us_estimate_of_runs(&(us_pairs){difference, cell, 6, 3},
                                        &(us_runs){run, NULL, 2, 0}, &def, NULL);
    CHECK(e.bounds.low < -0.5 && e.bounds.high > 0.8);
}

static void conclusions_follow_from_the_bounds(void)
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
        CHECK_STR(us_conclusion_name(us_conclude(row[i].bounds, row[i].margin)),
                  us_conclusion_name(row[i].conclusion));
}

/* (1.96 + 0.8416)^2 = 7.849: of one deviation 7.8 pairs, of a tenth a hundred times as many. */
static void the_pairs_needed_are_those_of_the_formula(void)
{
    CHECK_NEAR(us_pairs_needed(1, 1, 0.95, 0.8), 8, 0);
    CHECK_NEAR(us_pairs_needed(1, -0.1, 0.95, 0.8), 785, 0);
    CHECK_NEAR(us_pairs_needed(0, 0.1, 0.95, 0.8), 2, 0);
    CHECK(isinf(us_pairs_needed(1, 0, 0.95, 0.8)));
    CHECK(isinf(us_pairs_needed(INFINITY, 0.1, 0.95, 0.8)));
}

/* ---- clusters */

/* Then it is the error of the mean of independent values: the deviation over the root. */
static void clusters_of_one_are_independent_values(void)
{
    static const double value[] = {1, 2, 3, 4};
    static const int cluster[] = {3, 0, 7, 1};
    us_clustered mean = us_clustered_mean(value, cluster, 4);
    CHECK_INT(mean.clusters, 4);
    CHECK_NEAR(mean.mean, 2.5, 1e-12);
    CHECK_NEAR(mean.error, 0.6454972243679028, 1e-12);
}

/* The same value twice in each cluster: twice the values, not twice the knowledge. */
static void what_a_cluster_repeats_counts_once(void)
{
    static const double value[] = {1, 2, 3, 4, 1, 2, 3, 4};
    static const int cluster[] = {0, 1, 2, 3, 0, 1, 2, 3};
    us_clustered mean = us_clustered_mean(value, cluster, 8);
    CHECK_INT(mean.clusters, 4);
    CHECK_INT(mean.count, 8);
    CHECK_NEAR(mean.error, 0.6454972243679028, 1e-12);
}

/* Sums above the mean of 0.4: 1.2, -0.8, -0.4; 3/2 * (1.44 + 0.64 + 0.16) / 25. */
static void clusters_may_differ_in_size(void)
{
    static const double value[] = {1, 1, 0, 0, 0};
    static const int cluster[] = {0, 0, 1, 1, 2};
    us_clustered mean = us_clustered_mean(value, cluster, 5);
    CHECK_NEAR(mean.mean, 0.4, 1e-12);
    CHECK_NEAR(mean.error, sqrt(0.1344), 1e-12);
}

static void one_cluster_tells_no_error(void)
{
    static const double value[] = {1, 0, 1};
    static const int cluster[] = {5, 5, 5};
    us_clustered mean = us_clustered_mean(value, cluster, 3);
    CHECK_INT(mean.clusters, 1);
    CHECK(isinf(mean.error));
    mean = us_clustered_mean(NULL, NULL, 0);
    CHECK(isinf(mean.error) && mean.clusters == 0);
}

/* ---- the bootstrap */

/* Three pairs have 27 draws: -1 in one of them, -1/3 in six or fewer, ... */
static void drawing_anew_meets_each_draw_as_often_as_it_is_probable(void)
{
    static const double difference[] = {1, 0, -1};
    static const struct {
        double level, high;
    } row[] = {{0.99, 1}, {0.9, 2.0 / 3}, {0.6, 1.0 / 3}, {0.2, 0}};
    us_pairs pairs = {difference, NULL, 3, 1};
    for (int i = 0; i < US_COUNT(row); i++) {
        us_bootstrap b = us_bootstrap_effect(&pairs, row[i].level, 20000, 5);
        CHECK_NEAR(b.bounds.high, row[i].high, 1e-12);
        CHECK_NEAR(b.bounds.low, -row[i].high, 1e-12);
        CHECK_INT(b.limited, 0);
    }
}

/* Pairs of cells with many kinds of values, with few, and of a size that must go to the limit. */
static void each_way_of_drawing_has_the_variance_of_the_formula(void)
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
        double *difference = US_NEW_ARRAY(double, count);
        int *cell = US_NEW_ARRAY(int, count);
        us_rng rng = us_rng_derive(1, "test.bootstrap", (uint64_t)i);
        us_test_row(row[i].name);
        for (int k = 0; k < count; k++) {
            cell[k] = k % row[i].cells;
            double share = us_rng_below(&rng, (uint32_t)row[i].kinds) / (row[i].kinds - 1.0);
            difference[k] = 2 * share * share - 1;
        }
        us_pairs pairs = {difference, cell, count, row[i].cells};
        us_cell_summary *summary = US_NEW_ARRAY(us_cell_summary, row[i].cells);
        us_summarize_cells(&pairs, summary);
        double square = 0, mean = 0;
        for (int c = 0; c < row[i].cells; c++) { /* drawing has the variance by n, not n - 1 */
            int n = summary[c].pairs;
            square += summary[c].variance * (n - 1) / n / n / row[i].cells / row[i].cells;
            mean += summary[c].mean / row[i].cells;
        }
        us_bootstrap b = us_bootstrap_effect(&pairs, 0.95, US_BOOTSTRAP_DRAWS, 7);
        double wide = 2 * us_normal_reach(0.95) * sqrt(square);
        CHECK_NEAR((b.bounds.high - b.bounds.low) / wide, 1, 0.03);
        CHECK_NEAR((b.bounds.high + b.bounds.low) / 2, mean, 0.02 * wide);
        CHECK_INT(b.limited, row[i].limited);
        us_free(difference);
        us_free(cell);
        us_free(summary);
    }
}

static void the_same_seed_draws_the_same(void)
{
    us_pairs pairs = {darwin, NULL, US_COUNT(darwin), 1};
    us_bootstrap a = us_bootstrap_effect(&pairs, 0.95, 1000, 1);
    us_bootstrap b = us_bootstrap_effect(&pairs, 0.95, 1000, 1);
    us_bootstrap c = us_bootstrap_effect(&pairs, 0.95, 1000, 2);
    CHECK(a.bounds.low == b.bounds.low && a.bounds.high == b.bounds.high);
    CHECK(a.bounds.low != c.bounds.low || a.bounds.high != c.bounds.high);
}

static void there_is_little_to_draw_from_few_pairs(void)
{
    static const double one[] = {0.5, 0.5};
    for (int count = 0; count < 3; count++) {
        us_bootstrap b = us_bootstrap_effect(&(us_pairs){one, NULL, count, 1}, 0.95, 100, 1);
        CHECK(count ? b.bounds.low == 0.5 && b.bounds.high == 0.5
                    : isinf(b.bounds.low) && isinf(b.bounds.high));
    }
}

static const us_test tests[] = {
    {"one cell has Student's interval", one_cell_has_students_interval},
    {"cells count the same", cells_count_the_same},
    {"a cell of one pair takes the pooled variance", a_cell_of_one_pair_takes_the_pooled_variance},
    {"cells of one pair each are as one cell", cells_of_one_pair_each_are_as_one_cell},
    {"less than two pairs tell no error", less_than_two_pairs_tell_no_error},
    {"equal pairs are no certainty", equal_pairs_are_no_certainty},
    {"the run is what is repeated", the_run_is_what_is_repeated},
    {"a run may lack a cell, or everything", a_run_may_lack_a_cell_or_everything},
    {"games that runs share add their luck", games_that_runs_share_add_their_luck},
    {"one game that all runs share tells nothing", one_game_that_all_runs_share_tells_nothing},
    {"runs that rounding sets apart are equal", runs_that_rounding_sets_apart_are_equal},
    {"conclusions follow from the bounds", conclusions_follow_from_the_bounds},
    {"the pairs needed are those of the formula", the_pairs_needed_are_those_of_the_formula},
    {"clusters of one are independent values", clusters_of_one_are_independent_values},
    {"what a cluster repeats counts once", what_a_cluster_repeats_counts_once},
    {"clusters may differ in size", clusters_may_differ_in_size},
    {"one cluster tells no error", one_cluster_tells_no_error},
    {"drawing anew meets each draw as often as it is probable",
     drawing_anew_meets_each_draw_as_often_as_it_is_probable},
    {"each way of drawing has the variance of the formula",
     each_way_of_drawing_has_the_variance_of_the_formula},
    {"the same seed draws the same", the_same_seed_draws_the_same},
    {"there is little to draw from few pairs", there_is_little_to_draw_from_few_pairs},
    {0},
};
const us_test_suite suite_effect = {"effects and their bounds", tests};
