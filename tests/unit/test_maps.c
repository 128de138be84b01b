#include <math.h>

#include "experiments/design/manifest.h"
#include "experiments/stats/effect.h"
#include "tests/unit/near_equal.h"
#include "understudy/statistics.h"

/* Four maps of two families, two opponents. */
static const int families[] = {0, 0, 1, 1};
static const us_atlas atlas = {families, 4, 2, 2};

/* The opponents of map 0 have three pairs and one: each counts the same. */
TEST(a_map_is_the_mean_over_its_opponents)
{
    static const double value[] = {1, 1, 1, 0, 0.5, -0.5, 1, 1, 0, 1};
    static const int cell[] = {0, 0, 0, 1, 2, 3, 4, 5, 6, 7};
    us_pairs pairs = {value, cell, 10, 8, false};
    us_map_values maps = us_map_values_compute(&pairs, NULL, &atlas);
    REQUIRE(maps.count == 4);
    CHECK_NEAR(maps.value[0], 0.5, 1e-12);
    CHECK_NEAR(maps.value[1], 0, 1e-12);
    CHECK_NEAR(maps.value[2], 1, 1e-12);
    CHECK_NEAR(maps.value[3], 0.5, 1e-12);
    CHECK_INT(maps.maps, 4);
    CHECK_INT(maps.families, 2);
    CHECK(!maps.single);
    us_map_values_clear(&maps);
    us_estimate_def def = us_estimate_def_default();
    us_estimate e = us_estimate_compute_in_scope(&pairs, NULL, &atlas, &def, NULL);
    /* Within families the maps differ by 1/2: a pooled variance of 1/8 with two degrees. */
    CHECK_NEAR(e.mean, 0.5, 1e-12);
    CHECK_NEAR(e.error, sqrt(0.125 / 4), 1e-12);
    CHECK_NEAR(e.freedom, 2, 1e-12);
    CHECK_INT(e.pairs, 4);
}

TEST(a_map_that_lacks_an_opponent_has_a_value)
{
    static const double value[] = {1, 0, 1};
    static const int cell[] = {0, 1, 4};
    us_pairs pairs = {value, cell, 3, 8, false};
    US_AUTO(us_map_values_clear) us_map_values maps = us_map_values_compute(&pairs, NULL, &atlas);
    CHECK_INT(maps.count, 2);
    CHECK(maps.single);
}

/* Any number of games on a map leaves it one value: what maps differ by stays. */
TEST(more_games_on_the_same_maps_do_not_narrow_the_interval)
{
    enum { MOST = 400 };
    static const double of_map[] = {0.5, -0.5, 0, 1};
    double value[MOST];
    int cell[MOST];
    us_estimate_def def = us_estimate_def_default();
    us_estimate few = {0}, many = {0}, alone = {0};
    for (int count = 8; count <= MOST; count = count == 8 ? MOST : MOST + 1) {
        for (int i = 0; i < count; i++) {
            cell[i] = i % 8;
            value[i] = of_map[i % 8 / 2];
        }
        us_pairs pairs = {value, cell, count, 8, false};
        *(count == 8 ? &few : &many) =
            us_estimate_compute_in_scope(&pairs, NULL, &atlas, &def, NULL);
        alone = us_estimate_compute_in_scope(&pairs, NULL, NULL, &def, NULL);
    }
    CHECK_NEAR(few.error, many.error, 1e-12);
    CHECK(many.bounds.high - many.bounds.low > 1.5);
    CHECK(alone.bounds.high - alone.bounds.low < 0.1);
}

TEST(families_of_one_map_each_are_compared_as_maps)
{
    static const int apart[] = {0, 1, 2, 3};
    static const us_atlas single = {apart, 4, 4, 1};
    static const double value[] = {1, 0, 0.5, -0.5};
    static const int cell[] = {0, 1, 2, 3};
    us_pairs pairs = {value, cell, 4, 4, false};
    us_estimate_def def = us_estimate_def_default();
    us_estimate e = us_estimate_compute_in_scope(&pairs, NULL, &single, &def, NULL);
    us_estimate plain = us_estimate_compute_values(value, 4, &def);
    CHECK_NEAR(e.mean, plain.mean, 1e-12);
    CHECK_NEAR(e.error, plain.error, 1e-12);
    CHECK_NEAR(e.freedom, 3, 1e-12);
}

TEST(equal_maps_are_no_certainty)
{
    static const double value[8] = {0};
    static const int cell[] = {0, 1, 2, 3, 4, 5, 6, 7};
    us_pairs pairs = {value, cell, 8, 8, false};
    us_estimate_def def = us_estimate_def_default();
    us_estimate e = us_estimate_compute_in_scope(&pairs, NULL, &atlas, &def, NULL);
    double share = 1 - pow(0.025, 0.25); /* of four maps, not of eight cells */
    CHECK_NEAR(e.bounds.low, -share, 1e-9);
    CHECK_NEAR(e.bounds.high, share, 1e-9);
}

/* Five maps of 1, or nearly so: even chance of 1 and -1 brings that about in one experiment of 16.
 */
TEST(few_maps_that_hardly_differ_are_no_certainty)
{
    enum { FEW = 5 };
    static const double value[FEW] = {1, 0.95, 1, 1, 0.95};
    static const int cell[] = {0, 1, 2, 3, 4}, family[FEW + 1] = {0};
    static const double six[FEW + 1] = {1, 0.95, 1, 1, 0.95, 1};
    static const int cells[] = {0, 1, 2, 3, 4, 5};
    us_pairs pairs = {value, cell, FEW, FEW, false}, more = {six, cells, FEW + 1, FEW + 1, false};
    us_atlas five = {family, FEW, 1, 1}, next = {family, FEW + 1, 1, 1};
    us_estimate_def def = us_estimate_def_default();
    us_estimate e = us_estimate_compute_in_scope(&pairs, NULL, &five, &def, NULL);
    double share = 1 - pow(0.025, 0.2);
    CHECK_INT(us_estimate_min_count(def.level), FEW + 1);
    CHECK_NEAR(us_estimate_p_value(&e), 2 * pow(0.5, FEW), 1e-12);
    CHECK_NEAR(us_estimate_compute_units_needed(&e, 0.95, 0.8), FEW + 1, 0);
    CHECK_NEAR(e.bounds.low, e.mean - share * 2, 1e-9);
    CHECK(us_estimate_compute_in_scope(&more, NULL, &next, &def, NULL).bounds.low > 0.9);
    def.level = 0.99;
    CHECK_INT(us_estimate_min_count(def.level), 8);
    CHECK(us_estimate_compute_in_scope(&more, NULL, &next, &def, NULL).bounds.low < 0);
}

/* Runs that have the maps in common: their luck does not show between runs, and is added. */
TEST(maps_and_runs_are_crossed)
{
    enum { RUNS = 3, COUNT = RUNS * 8 };
    static const double of_map[] = {0.5, -0.5, 0.25, -0.25}, of_run[] = {0.02, -0.02, 0};
    double value[COUNT], run_mean[RUNS];
    int cell[COUNT], run[COUNT];
    for (int i = 0; i < COUNT; i++) {
        run[i] = i / 8;
        cell[i] = i % 8;
        value[i] = of_map[i % 8 / 2] + of_run[i / 8];
    }
    us_pairs pairs = {value, cell, COUNT, 8, false};
    us_runs runs = {run, NULL, RUNS, 0};
    us_estimate_def def = us_estimate_def_default();
    us_estimate e = us_estimate_compute_in_scope(&pairs, &runs, &atlas, &def, run_mean);
    /* Within families: 1/2 and 1/8, so 5/16 pooled; of 4 maps 5/64. Between runs 0.0004 / 3. */
    CHECK_NEAR(e.error * e.error, 5.0 / 64 + 0.0004 / 3, 1e-6);
    CHECK_NEAR(e.common, 5.0 / 64, 1e-6);
    CHECK_NEAR(run_mean[0], 0.02, 1e-9);
    CHECK_INT(e.runs, RUNS);
    for (int i = 0; i < COUNT; i++)
        value[i] = of_map[i % 8 / 2];
    e = us_estimate_compute_in_scope(&pairs, &runs, &atlas, &def,
                                     NULL); /* all of the error is the maps' */
    CHECK_NEAR(e.error * e.error, 5.0 / 64, 1e-6);
    CHECK_NEAR(e.common, 5.0 / 64, 1e-6);
}

TEST(the_bootstrap_draws_maps)
{
    static const double value[] = {0.5, -0.5, 0, 1};
    us_pairs maps = {value, families, 4, 2, true};
    us_bootstrap b = us_bootstrap_compute(&maps, 0.95, 4000, 1);
    /* Each family is drawn from its own two: both at their lowest in 1 of 16. */
    CHECK_NEAR(b.bounds.low, -0.25, 1e-9);
    CHECK_NEAR(b.bounds.high, 0.75, 1e-9);
}

TEST(families_take_turns_in_proportion)
{
    static const int family[] = {0, 0, 0, 0, 0, 0, 1, 1, 2};
    us_atlas of = {family, 9, 3, 1};
    int rank[9], order[9];
    us_atlas_rank(&of, rank);
    for (int i = 0; i < 9; i++)
        order[rank[i]] = family[i];
    for (int n = 1; n <= 9; n++) {
        int count[3] = {0};
        for (int i = 0; i < n; i++)
            count[order[i]]++;
        CHECK(fabs(count[0] - 6 * n / 9.0) <= 1);
        CHECK(fabs(count[1] - 2 * n / 9.0) <= 1);
        CHECK(fabs(count[2] - 1 * n / 9.0) <= 1);
    }
}

TEST(a_scope_is_said_in_words)
{
    us_map_scope scope = US_MAP_SCOPE_UNSAID;
    us_str text;
    us_str_init(&text);
    us_map_scope_print(US_MAP_SCOPE_MAPS, 24, &text);
    CHECK_STR(text.text, "on maps like these (24 maps)");
    us_str_reset(&text);
    us_map_scope_print(US_MAP_SCOPE_THESE, 3, &text);
    CHECK_STR(text.text, "on these 3 maps alone");
    us_str_reset(&text);
    us_map_scope_print(US_MAP_SCOPE_MAPS, 1, &text);
    CHECK_STR(text.text, "on this map alone");
    us_str_clear(&text);
    CHECK(us_map_scope_find("these-maps", &scope) && scope == US_MAP_SCOPE_THESE);
    CHECK(us_map_scope_find("these maps", &scope) && scope == US_MAP_SCOPE_THESE);
    CHECK(us_map_scope_find("maps", &scope) && scope == US_MAP_SCOPE_MAPS);
    CHECK(!us_map_scope_find("map", &scope) && scope == US_MAP_SCOPE_MAPS);
}
