/* The variance components of paired differences, and the difference that a design can detect,
 * computed before it is played. Places are nested in maps: a place is an opponent and a seat,
 * opponent * seats + seat. Seeds are nested in places. */
#ifndef US_EXPERIMENTS_STATS_COMPONENTS_H
#define US_EXPERIMENTS_STATS_COMPONENTS_H

#include "experiments/stats/effect.h"
#include "understudy/statistics.h"

typedef struct us_observed {
    const double *difference;
    const int *map;    /* from 0 to atlas->maps - 1, by pair */
    const int *place;  /* from 0 to places - 1, by pair */
    int count, places; /* places: a multiple of atlas->opponents */
} us_observed;

/* Estimates the components by the method of moments, nested, never below 0. Maps vary within their
 * families; if every family has one map, among all maps. If each map has each place, the common
 * part of places on all maps is no variance. Without two pairs of one place, the variance of seeds
 * is unknown, and that of places includes it. runs: NAN. */
us_components us_components_estimate(const us_observed *observed, const us_atlas *atlas);

/* A design: so many maps of so many families, places on each map, seeds in each place, runs (1:
 * none). */
typedef struct us_design {
    int maps, families, places, seeds, runs;
    int cells; /* 0: the claim is about maps; else it is about these maps alone, with so many cells
                */
} us_design;

/* Computes the smallest difference that a two-sided test of this level distinguishes from 0 with
 * this power (above 1/2). The test is Student's t over maps; for these maps alone, over the pairs
 * of cells. The difference is NAN if components or design do not determine it: with less than two
 * maps, with runs of unknown variance, or if no pair differs from another. It is INFINITY if the
 * maps are fewer than us_estimate_min_count, so that no difference can be detected.
 *
 * bounds: the range of the difference, since the spread of maps or cells was estimated from few. It
 * is the chi-squared interval of US_DETECTABLE_LEVEL, on the degrees that the estimate's own
 * variance gives. If 9 of 10 maps have no difference and the others one of 1 or -1, the bounds of
 * 12 maps hold in 93%, those of 24 in 97%; on the degrees of a normal spread it is 85% and 56%. */
#define US_DETECTABLE_LEVEL 0.95
typedef struct us_detectable {
    double difference;
    us_bounds bounds;
} us_detectable;
us_detectable us_detectable_compute(const us_components *components, const us_design *design,
                                    double level, double power);

#endif
