/* Where the variance of paired differences comes from, and what a design can tell of a difference
 * before it is played. Places lie in maps, a place being an opponent and a seat: opponent * seats +
 * seat. Seeds lie in places. */
#ifndef US_EXPERIMENTS_STATS_COMPONENTS_H
#define US_EXPERIMENTS_STATS_COMPONENTS_H

#include "experiments/stats/maps.h"

typedef struct us_observed {
    const double *difference;
    const int *map;    /* from 0 to atlas->maps - 1, by pair */
    const int *place;  /* from 0 to places - 1, by pair */
    int count, places; /* places: a multiple of atlas->opponents */
} us_observed;

/* How well the estimate of a variance is known: its own variance is (2 / freedom + excess) times
 * its square. A normal spread has no excess; where most values are equal and few differ by much, it
 * is large. */
typedef struct us_precision {
    double freedom; /* degrees; 0: nothing tells the variance */
    double excess;  /* excess kurtosis / number of values, at least 0 */
} us_precision;

/* Variances, each of one map, one place of a map, one seed of a place, one run; NAN: not known. */
typedef struct us_components {
    double maps, places, seeds, runs;
    double cells;          /* of a pair about the mean of its map and opponent, pooled */
    us_precision of_maps;  /* the spread of the maps' values about the means of their families */
    us_precision of_cells; /* that of pairs about the means of their cells */
} us_components;

/* By the method of moments, nested, never below 0. Maps within their families; where every family
 * has one map, among all. What places have in common on all maps is no variance where each map has
 * each place. Without two pairs of one place seeds are not known, and places hold what they add.
 * runs: NAN. */
us_components us_components_of(const us_observed *observed, const us_atlas *atlas);

/* A design: so many maps of so many families, places on each, seeds in each, runs (1: none). */
typedef struct us_design {
    int maps, families, places, seeds, runs;
    int cells; /* 0: the claim is about maps; else about these maps alone, with so many cells */
} us_design;

/* The smallest difference that a two-sided test of this level tells from 0 with this power (above
 * 1/2), by Student's t over maps; of these maps alone, over the pairs of cells. NAN where
 * components or design do not tell: less than two maps, runs whose variance is not known, or no
 * pair that differs from another; INFINITY where the maps are fewer than us_estimate_enough, so
 * that no difference is told. bounds: what it may be, as the spread of maps or cells was estimated
 * of few: the chi-squared interval of US_DETECTABLE_LEVEL, on the degrees that the estimate's own
 * variance gives. If 9 of 10 maps have no difference and the others one of 1 or -1, the bounds of
 * 12 maps hold in 93%, those of 24 in 97%; on the degrees of a normal spread it is 85% and 56%. */
#define US_DETECTABLE_LEVEL 0.95
typedef struct us_detectable {
    double difference;
    us_bounds bounds;
} us_detectable;
us_detectable us_design_tells(const us_components *components, const us_design *design,
                              double level, double power);

#endif
