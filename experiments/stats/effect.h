/* Functions that the estimates of an effect share. understudy/statistics.h declares the estimates.
 */
#ifndef US_EXPERIMENTS_STATS_EFFECT_H
#define US_EXPERIMENTS_STATS_EFFECT_H

#include "base/base.h"
#include "understudy/statistics.h"

/* Returns the least number of values with which a test of signs can reach the level: 2 * (1 / 2)^n
 * <= 1 - level. Six for 95%. */
int us_estimate_min_count(double level);

/* Marks the pairs in cells that all runs share: means over different cells are no replicates of one
 * mean. keep: by pair, whether all runs that have pairs have some in its cell. Returns the number
 * of cells that are not kept. */
int us_pairs_find_common_cells(const us_pairs *pairs, const us_runs *runs, bool *keep);

/* Summarizes pairs->cells cells: pairs, mean and variance of each. mean is 0 without pairs,
 * variance is 0 with less than two. */
typedef struct us_cell_summary {
    int pairs;
    double mean, variance;
    double least, most;
} us_cell_summary;
void us_pairs_summarize_cells(const us_pairs *pairs, us_cell_summary *cell);

/* Averages each game over its runs: *value and *cell, room for all pairs and zeroed, take a pair
 * for each game, in order of appearance. Without runs->game each pair is a game. place: by game,
 * takes 1 + its pair; zeroed, with room for runs->games. */
us_pairs us_pairs_average_games(const us_pairs *pairs, const us_runs *runs, double *value,
                                int *cell, int *place);

/* Returns the degrees of Student's distribution, or NAN if the error is 0 or unknown. */
double us_estimate_degrees(const us_estimate *estimate);

/* Estimates over maps: the scope of a claim decides whether maps or games are repeated. A claim
 * about maps that nobody has played repeats the map: games on one map have the map in common and
 * show little of other maps. Each map is then one value, the families of maps are strata, and
 * Student's t counts maps. A claim about the very maps that were played repeats the game within
 * each map and opponent. */

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

/* Graded scores, finer than won or lost: margins, shares, likeness. Each run has one score. */

/* Estimates the interquartile mean: the mean of the middle half of all scores, without a quarter of
 * them (rounded down) at each end. With three scores or less it is their mean. Its error is the
 * error of the mean of winsorized scores, over the half that is kept (Tukey and McLaughlin): scores
 * beyond the quartiles count as if they lay at them. us_estimate_compute_in_scope estimates it.
 * Without scores nothing is known. */
us_estimate us_iqm_estimate(const us_pairs *scores, const us_runs *runs, const us_atlas *atlas,
                            const us_estimate_def *def);

/* Scores of two libraries in games of the same keys, by pair. */
typedef struct us_matched {
    const double *one, *other; /* finite */
    const int *cell;           /* from 0 to cells - 1; NULL: all pairs lie in one cell */
    int count, cells;
} us_matched;

/* Estimates the probability of improvement: a game of the one scores more than a game of the other
 * with another key, equal scores counting half. It is P(X > Y) + P(X = Y) / 2 by cell, each cell
 * counting the same. The two games of a pair share their luck, so they are not compared with each
 * other.
 *
 * Let a be the share of a pair's comparisons that the one wins, and U the mean of a. A pair of n in
 * a cell stands for the jackknife value U + 2 (n - 1) / (n - 2) (a - U).
 * us_estimate_compute_in_scope estimates these values like differences, within each run if runs is
 * not NULL; bounds end at 0 and
 * 1. Two pairs have one share in common and are one value. A cell in which a run has a single pair
 * is left out. Without cells, mean is NAN and bounds are 0 and 1.
 *
 * Bounds of 95% hold the truth in 95% to 97%. They hold it in up to 99% with 3 pairs a cell, or if
 * both games of a pair go nearly the same way (make proof T=stats). */
us_estimate us_improvement_estimate(const us_matched *scores, const us_runs *runs,
                                    const us_atlas *atlas, double level);

#endif
