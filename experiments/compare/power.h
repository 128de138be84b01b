/* The power of a design before its games are played, computed from the variance of pairs in earlier
 * results or in a sample of its own games. */
#ifndef US_EXPERIMENTS_COMPARE_POWER_H
#define US_EXPERIMENTS_COMPARE_POWER_H

#include "experiments/compare/compare.h"

/* A design with as many games, divided otherwise over maps and seeds. */
typedef struct us_split {
    us_design design;
    us_detectable detectable;
} us_split;

enum { US_POWER_SPLITS = 6 };

typedef struct us_power {
    double level, power; /* level of the verdicts; probability of detecting the difference */
    us_map_scope scope;
    us_components components;
    us_split own; /* tells.difference NAN: not known */
    us_split split[US_POWER_SPLITS];
    int splits;
    int pairs, maps;    /* from which the components were estimated */
    bool runs_left_out; /* the design has runs, but their variance is unknown */
    bool others; /* the results compare no players of the plan: all their comparisons are taken */
} us_power;

/* Computes the power of a plan. Both manifests hold each game once (us_results_remove_duplicates).
 * results may be the plan's own. It takes the comparisons of the plan's players, by their names and
 * groups; if there are none, all. If the design has runs, comparisons with a known variance of runs
 * come first. Of the remaining ones it takes the one with the largest variance. out->pairs is 0 if
 * plan or results compare no players. Fails as us_comparison_compute does. */
us_status us_power_compute(const us_manifest *plan, const us_manifest *results, us_power *out,
                           us_error *err);

/* Write the power as lines of text, appended, or as members of an object. source: "its sample", or
 * a folder. */
void us_power_print(const us_power *power, const char *source, us_str *out);
void us_power_write(const us_power *power, const char *source, us_json_writer *writer);

#endif
