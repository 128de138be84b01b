#include "experiments/stats/components.h"

#include <math.h>

#include "base/rng.h"
#include "experiments/stats/numbers.h"
#include "tests/unit/near_equal.h"

#include <gsl/gsl_randist.h>

/* Two families of two maps, two places, two seeds. */
enum { MAPS = 4, PLACES = 2, SEEDS = 2, COUNT = MAPS * PLACES * SEEDS };
static const int families[] = {0, 0, 1, 1};
static const us_atlas atlas = {families, MAPS, 2, PLACES};

static us_components components(const double *of_map, const double *of_place, double apart)
{
    double value[COUNT];
    int map[COUNT], place[COUNT];
    for (int i = 0; i < COUNT; i++) {
        map[i] = i / (PLACES * SEEDS);
        place[i] = i / SEEDS % PLACES;
        value[i] = of_map[map[i]] + of_place[place[i]] + (i % SEEDS ? apart : -apart);
    }
    return us_components_estimate(&(us_observed){value, map, place, COUNT, PLACES}, &atlas);
}

TEST(each_level_has_its_variance)
{
    static const double of_map[] = {0.5, 0.1, -0.2, -0.6}, of_place[] = {0.3, -0.3};
    us_components c = components(of_map, of_place, 0);
    CHECK_NEAR(c.seeds, 0, 1e-12);
    CHECK_NEAR(c.places, 0, 1e-12); /* the places are the same on all maps */
    CHECK_NEAR(c.maps, 0.08, 1e-12);
    CHECK_NEAR(c.of_maps.freedom, 2, 1e-12);
    CHECK_NEAR(c.of_maps.excess, 0, 1e-12);
    CHECK(isnan(c.runs));
    c = components(of_map, of_place, 0.25);
    CHECK_NEAR(c.seeds, 0.125, 1e-12);
    CHECK_NEAR(c.places, 0, 1e-12);
}

TEST(without_a_second_seed_seeds_are_not_known)
{
    static const double value[] = {1, 0, 0, 1};
    static const int map[] = {0, 0, 1, 1}, place[] = {0, 1, 0, 1};
    us_components c = us_components_estimate(&(us_observed){value, map, place, 4, 2}, &atlas);
    CHECK(isnan(c.seeds));
    CHECK_NEAR(c.places, 1, 1e-12); /* (1/2)^2 * 4 over one degree */
    CHECK_NEAR(c.maps, 0, 1e-12);
}

TEST(one_map_tells_nothing_of_maps)
{
    static const double value[] = {1, 0, 0, 1};
    static const int map[] = {0, 0, 0, 0}, place[] = {0, 1, 0, 1};
    us_components c = us_components_estimate(&(us_observed){value, map, place, 4, 2}, &atlas);
    us_design design = {.maps = 12, .families = 2, .places = 2, .seeds = 1, .runs = 1};
    CHECK_NEAR(c.of_maps.freedom, 0, 1e-12);
    CHECK(isnan(us_detectable_compute(&c, &design, 0.95, 0.8).difference));
}

TEST(more_maps_tell_more_than_more_seeds)
{
    us_components c = {.maps = 0.05, .places = 0.1, .seeds = 0.2, .runs = NAN, .of_maps = {20, 0}};
    us_design few = {.maps = 6, .families = 1, .places = 4, .seeds = 4, .runs = 1},
              many = {.maps = 24, .families = 1, .places = 4, .seeds = 1, .runs = 1};
    us_detectable least = us_detectable_compute(&c, &few, 0.95, 0.8),
                  most = us_detectable_compute(&c, &many, 0.95, 0.8);
    CHECK(most.difference < 0.6 * least.difference);
    CHECK(most.bounds.low < most.difference && most.bounds.high > most.difference);
    few.maps = 5;
    CHECK(isinf(us_detectable_compute(&c, &few, 0.95, 0.8).difference));
    few.maps = 6;
    CHECK(isinf(us_detectable_compute(&c, &few, 0.99, 0.8).difference));
    few.runs = 3;
    CHECK(isnan(us_detectable_compute(&c, &few, 0.95, 0.8).difference));
    c.runs = 0;
    CHECK(us_detectable_compute(&c, &few, 0.95, 0.8).difference <= least.difference);
    c.runs = 0.1;
    CHECK(us_detectable_compute(&c, &few, 0.95, 0.8).difference > least.difference);
}

/* A claim about these maps repeats the pairs of a map and opponent: neither seats nor maps. */
TEST(of_these_maps_pairs_of_a_cell_are_what_varies)
{
    static const double value[] = {1, 0, 0.5, 0.5}; /* one map, two opponents, a seat, two seeds */
    static const int map[] = {0, 0, 0, 0}, place[] = {0, 0, 1, 1};
    us_components c = us_components_estimate(&(us_observed){value, map, place, 4, 2}, &atlas);
    us_design design = {.maps = 1, .families = 1, .places = 2, .seeds = 50, .runs = 1, .cells = 2};
    CHECK_NEAR(c.cells, 0.25, 1e-12);
    CHECK_NEAR(c.of_cells.freedom, 2, 1e-12);
    double reach = us_student_critical_value(0.95, 98) + us_student_critical_value(0.6, 98);
    CHECK_NEAR(us_detectable_compute(&c, &design, 0.95, 0.8).difference, reach * sqrt(0.25 / 100),
               1e-9);
}

TEST(pairs_that_are_all_equal_tell_no_power)
{
    static const double same[] = {0, 0, 0, 0};
    us_components c = components(same, same, 0);
    us_design design = {.maps = 12, .families = 2, .places = 2, .seeds = 1, .runs = 1};
    CHECK(isnan(us_detectable_compute(&c, &design, 0.95, 0.8).difference));
    design.cells = 24;
    design.seeds = 4;
    CHECK(isnan(us_detectable_compute(&c, &design, 0.95, 0.8).difference));
}

/* Experiments of that design are drawn, with the difference that it is said to tell. */
TEST(a_difference_that_is_told_8_times_in_10_is)
{
    enum { DRAWS = 1200, DRAWN = 10, EACH = 4 };
    us_components c = {.maps = 0.06, .places = 0.1, .seeds = 0.2, .runs = NAN, .of_maps = {50, 0}};
    us_design design = {.maps = DRAWN, .families = 1, .places = EACH, .seeds = 1, .runs = 1};
    static const int one[DRAWN] = {0};
    us_atlas of = {one, DRAWN, 1, EACH};
    us_estimate_def def = {.level = 0.95, .low = -HUGE_VAL, .high = HUGE_VAL};
    double truth = us_detectable_compute(&c, &design, 0.95, 0.8).difference;
    us_rng rng = us_rng_derive(1, "test.components", 0);
    gsl_rng gsl = us_rng_to_gsl(&rng);
    int told = 0;
    for (int d = 0; d < DRAWS; d++) {
        double value[DRAWN * EACH];
        int cell[DRAWN * EACH];
        for (int m = 0; m < DRAWN; m++) {
            double map = truth + gsl_ran_gaussian(&gsl, sqrt(c.maps));
            for (int p = 0; p < EACH; p++) {
                cell[m * EACH + p] = m * EACH + p;
                value[m * EACH + p] = map + gsl_ran_gaussian(&gsl, sqrt(c.places + c.seeds));
            }
        }
        us_pairs pairs = {value, cell, DRAWN * EACH, DRAWN * EACH, false};
        told += us_estimate_compute_in_scope(&pairs, NULL, &of, &def, NULL).bounds.low > 0;
    }
    CHECK(fabs((double)told / DRAWS - 0.8) < 0.05);
}

/* Of the draws in which something differs, in how many the range holds the truth. Maps have no
 * difference in 9 of 10 cases, else one of 1 or -1. */
static double share_held(int maps, int draws)
{
    enum { MOST = 24 };
    static const int one[MOST] = {0}, place[MOST] = {0};
    us_atlas of = {one, maps, 1, 1};
    us_design design = {.maps = maps, .families = 1, .places = 1, .seeds = 1, .runs = 1};
    us_components known = {.maps = 0.1, .places = NAN, .seeds = NAN, .of_maps = {maps - 1, 0}};
    double truth = us_detectable_compute(&known, &design, 0.95, 0.8).difference;
    us_rng rng = us_rng_derive(1, "test.components", 1);
    gsl_rng gsl = us_rng_to_gsl(&rng);
    int held = 0, told = 0;
    for (int d = 0; d < draws; d++) {
        double value[MOST];
        int map[MOST];
        for (int m = 0; m < maps; m++) {
            map[m] = m;
            double luck = gsl_ran_flat(&gsl, 0, 1);
            value[m] = luck < 0.05 ? -1 : luck < 0.1 ? 1 : 0;
        }
        us_components c = us_components_estimate(&(us_observed){value, map, place, maps, 1}, &of);
        us_detectable tells = us_detectable_compute(&c, &design, 0.95, 0.8);
        if (isnan(tells.difference)) /* nothing differs: no range is told */
            continue;
        told++;
        held += tells.bounds.low <= truth && truth <= tells.bounds.high;
    }
    return (double)held / told;
}

TEST(a_range_holds_where_few_maps_differ)
{
    CHECK(share_held(12, 3000) > 0.9);
    CHECK(share_held(24, 3000) > 0.9);
}

/* Of normal maps it is what a chi-squared interval is, or a little wider. */
TEST(a_range_of_even_maps_is_narrow)
{
    us_components c = {.maps = 0.1, .places = NAN, .seeds = NAN, .of_maps = {11, 0}};
    us_design design = {.maps = 12, .families = 1, .places = 1, .seeds = 1, .runs = 1};
    us_detectable normal = us_detectable_compute(&c, &design, 0.95, 0.8);
    CHECK_NEAR(normal.bounds.low / normal.difference, sqrt(11 / 21.9200), 1e-4);
    CHECK_NEAR(normal.bounds.high / normal.difference, sqrt(11 / 3.81575), 1e-4);
    c.of_maps.excess = 0.2;
    us_detectable heavy = us_detectable_compute(&c, &design, 0.95, 0.8);
    CHECK_NEAR(heavy.difference, normal.difference, 1e-12);
    CHECK(heavy.bounds.low < normal.bounds.low && heavy.bounds.high > normal.bounds.high);
}
