/* By how much is one library better than another? Games are paired: the same map, opponent, side
 * and seed, played by both. A pair's difference is the score of the one minus that of the other, a
 * win being 1 and a draw 1/2: from -1 to 1. Pairs lie in cells (map x opponent); each cell counts
 * the same, however many pairs it has. */
#ifndef US_EXPERIMENTS_STATS_EFFECT_H
#define US_EXPERIMENTS_STATS_EFFECT_H

#include "experiments/stats/bounds.h"

typedef struct us_pairs {
    const double *difference; /* finite, by pair */
    const int *cell;          /* from 0 to cells - 1, by pair; NULL: all of one cell */
    int count, cells;         /* a cell may have no pairs: then it is as if it were not there */
    bool proportional;        /* a cell weighs as much as it has pairs; else each the same */
} us_pairs;

typedef struct us_estimate_def {
    double level;
    /* No value lies outside of these: -1 and 1 for differences of scores, -INFINITY and INFINITY
     * for what has no bound. Bounds end there, and they say what may lie behind pairs that are all
     * equal. */
    double low, high;
} us_estimate_def;
us_estimate_def us_estimate_def_default(void); /* 0.95, -1, 1 */

typedef struct us_estimate {
    double mean;    /* of the cells' means; 0 of no pairs */
    double error;   /* its standard error; INFINITY where nothing tells it */
    double freedom; /* degrees of Student's distribution; 0 where nothing tells the error */
    us_bounds bounds;
    double variance;           /* of a pair, as far as it adds to the error: error^2 * pairs */
    int pairs, cells, singles; /* cells with pairs, cells with one */
    int runs;                  /* adaptation runs with pairs */
    int maps;      /* independent values of us_estimate_widen_few; 0: it was not called */
    double common; /* the part of error^2 that the runs share: games, or maps */
} us_estimate;

/* Of one library against another:
 *     error^2 = sum over cells of w^2 s^2 / n, w = 1 / cells, s^2 the cell's variance (n - 1)
 * and bounds are mean +- t * error. Cells may differ in variance and in size, so that the degrees
 * of t are Satterthwaite's for such a sum, in Welch's form, with v = s^2 / n:
 *     (sum of v)^2 / sum of (v^2 / (n + 1)) - 2,
 * at least those of the cell with the fewest (n - 1), at most all together (pairs - cells).
 *
 * A cell whose pairs are all equal is near 0 or 1 by luck, as it may be: it takes 1 / n of the
 * pooled variance of all cells, as if one more observation of that variance were among its own;
 * where cells are proportional (families of maps), all of it. A
 * cell of one pair has no s^2: it takes all of the pooled one. Where every cell has one pair, the
 * error is that of a mean of independent values with cells - 1 degrees, which holds what lies
 * between cells too: too wide, if anything. Less than two pairs: error INFINITY, bounds low and
 * high.
 *
 * With 12 cells of 5 bounds hold the truth in 95%; so they do where 8 to 11 of 12 cells are
 * certain, or 28 of 30, and with cells of 3, 3 and 300 pairs, where the degrees pairs - cells would
 * do so in 90% to 95% (make proof T=stats). Where few pairs of all differ, and all to one side, the
 * distribution is too skew for any t: 91% with 4 cells of 10 pairs, one in ten of which is won.
 *
 * Where no pair differs from the others of its cell, error is 0. That is no certainty: with n pairs
 * a share of p = 1 - (a / 2)^(1 / n) may yet be otherwise, a = 1 - level, n the least of a cell's
 * pairs * cells. Bounds are as far as such a share could move the mean. */
us_estimate us_estimate_of(const us_pairs *pairs, const us_estimate_def *def);

/* So many values are enough for a test of signs to reach the level: 2 * (1 / 2)^n <= 1 - level. Six
 * for 95%. */
int us_estimate_enough(double level);
/* Widens bounds that stand on n independent values from least to most, where n is below that.
 * Bounds then hold those of n equal values, because so few values don't show how unlike others may
 * be. */
void us_estimate_widen_few(us_estimate *estimate, double least, double most, int n,
                           const us_estimate_def *def);

/* Libraries adapted more than once: the RUN is what is repeated, not the game. */
typedef struct us_runs {
    const int *run;  /* by pair, from 0 to runs - 1 */
    const int *game; /* by pair, from 0 to games - 1: which game of the other library it is with. A
                        game is of one cell. NULL: no two pairs have one in common. */
    int runs, games;
} us_runs;
/* The mean of the runs' effects, each as above; the error is that of a mean of so many values, and
 * bounds are Student's. Where pairs of several runs share a game, its luck does not show between
 * runs: what the games' means differ by beyond the rest (run x game) is added to error^2, the runs'
 * own part is at least that rest, and the degrees are Satterthwaite's. As if they shared none, the
 * bounds of 8 runs hold the truth in 87%, so in 95%; those of 2 runs in 97% (make proof T=stats).
 *
 * run_mean: each run's effect, where not NULL; NAN of a run without pairs, which is not counted. Of
 * the others each has pairs in each cell: see us_common_cells. Less than two runs: error INFINITY,
 * bounds low and high. Runs that are all equal: as above, with n = runs. */
us_estimate us_estimate_of_runs(const us_pairs *pairs, const us_runs *runs,
                                const us_estimate_def *def, double *run_mean);

/* Means of runs over other cells each are no replicates of one mean. keep: by pair, whether all
 * runs that have pairs have some in its cell. Returns how many cells are not kept. */
int us_common_cells(const us_pairs *pairs, const us_runs *runs, bool *keep);

/* One cell or one group of values alone, Student's bounds (for a row of a forest plot). */
us_estimate us_estimate_of_values(const double *value, int count, const us_estimate_def *def);

/* By cell: pairs, mean and variance; for pairs->cells of them. mean 0 of no pairs, variance 0 of
 * less than two. */
typedef struct us_cell_summary {
    int pairs;
    double mean, variance;
    double least, most;
} us_cell_summary;
void us_summarize_cells(const us_pairs *pairs, us_cell_summary *cell);

/* Degrees of Student's distribution, or NAN where the error is 0 or not known. */
double us_estimate_degrees(const us_estimate *estimate);
/* How probable an estimate as far from 0 is where there is no effect, by its error and degrees; of
 * few maps no less than a test of signs can give, 2 * (1 / 2)^maps. NAN where the error is 0 or not
 * known. */
double us_estimate_chance(const us_estimate *estimate);

/* How many pairs, all in all and cell by cell in the same proportions, tell a mean like this one
 * from 0 with this power (above 1/2, such as 0.8): the least n that is (t_a/2 + t_b)^2 s^2 / mean^2
 * or more, with the degrees that n pairs would have. More than the estimate's own where its bounds
 * of this level hold 0; of maps never fewer than us_estimate_enough. INFINITY where the mean is 0
 * or nearly, where the error is 0 or not known, and where runs are what is repeated. */
double us_pairs_needed(const us_estimate *estimate, double level, double power);

typedef enum us_conclusion {
    US_INCONCLUSIVE,
    US_BETTER,     /* all of the bounds above 0 */
    US_WORSE,      /* all of them below */
    US_EQUIVALENT, /* all of them within +-margin: said before the others */
    US_SAME,       /* both are one player: no bounds tell that */
} us_conclusion;
const char *us_conclusion_name(us_conclusion conclusion); /* "better" */
/* margin: the largest difference that does not matter, 0 where each does. */
us_conclusion us_conclude(us_bounds bounds, double margin);

#endif
