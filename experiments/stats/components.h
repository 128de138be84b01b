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

/* Variances, each of one map, one place of a map, one seed of a place, one run; NAN: not known. */
typedef struct us_components {
    double maps, places, seeds, runs;
    double cells;    /* of a pair about the mean of its map and opponent, pooled */
    int map_freedom; /* degrees of freedom that the spread of maps was estimated with; 0: unknown */
    int cell_freedom; /* the same of cells */
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
 * pair that differs from another. bounds: what it may be, as the spread of maps or cells was
 * estimated of few: by the chi-squared interval of that level. */
typedef struct us_detectable {
    double difference;
    us_bounds bounds;
} us_detectable;
us_detectable us_design_tells(const us_components *components, const us_design *design,
                              double level, double power);

#endif
