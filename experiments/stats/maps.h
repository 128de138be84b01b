/* Estimates over maps: the scope of a claim decides whether maps or games are repeated. A claim
 * about maps that nobody has played repeats the map: games on one map have the map in common and
 * show little of other maps. Each map is then one value, the families of maps are strata, and
 * Student's t counts maps. A claim about the very maps that were played repeats the game within
 * each map and opponent. */
#ifndef US_EXPERIMENTS_STATS_MAPS_H
#define US_EXPERIMENTS_STATS_MAPS_H

#include "experiments/stats/effect.h"
#include "understudy/statistics.h"

/* Values of maps: one for each map, or for each map and run. */
typedef struct us_map_values {
    double *value;
    int *family, *map, *run;
    int count;
    int maps, families; /* with values */
    bool single;        /* a family has only one map */
    const us_atlas *atlas;
    int runs;
} us_map_values;

/* Computes the values of maps. A map's value is the mean over its opponents of the mean of their
 * pairs, so that each opponent counts the same. The value is rounded to 1e-9: equal games give
 * equal values. runs: NULL for pairs without runs. Clear the result. */
us_map_values us_map_values_compute(const us_pairs *pairs, const us_runs *runs,
                                    const us_atlas *atlas);
void us_map_values_clear(us_map_values *values);

/* The values in the form of pairs, for the estimates of effect.h: a map stands for a pair, a family
 * for a cell. A family weighs as much as it has maps, so that each map counts the same. */
us_pairs us_map_values_pairs(const us_map_values *values);
us_runs us_map_values_runs(const us_map_values *values);

#endif
