/* The effect: by how much one library is better than another. Games are paired: both libraries play
 * the same map, opponent, side and seed. A pair's difference is the score of the one minus the
 * score of the other, from -1 to 1; a win scores 1 and a draw 1/2. Pairs lie in cells (map x
 * opponent). Each cell counts the same, however many pairs it has. */
#ifndef US_EXPERIMENTS_STATS_EFFECT_H
#define US_EXPERIMENTS_STATS_EFFECT_H

#include "experiments/stats/bounds.h"

typedef struct us_pairs {
    const double *difference; /* finite, by pair */
    const int *cell;          /* from 0 to cells - 1, by pair; NULL: all pairs lie in one cell */
    int count, cells;         /* cells without pairs are ignored */
    bool proportional;        /* a cell weighs as much as it has pairs; else all weigh the same */
} us_pairs;

typedef struct us_estimate_def {
    double level;
    /* The range of the values: -1 and 1 for differences of scores, -INFINITY and INFINITY for
     * values without a limit. Bounds end there. The range also limits the possible effect behind
     * pairs that are all equal. */
    double low, high;
} us_estimate_def;
us_estimate_def us_estimate_def_default(void); /* 0.95, -1, 1 */

typedef struct us_estimate {
    double mean;    /* of the cells' means; 0 without pairs */
    double error;   /* its standard error; INFINITY if it is unknown */
    double freedom; /* degrees of Student's distribution; 0 if the error is unknown */
    us_bounds bounds;
    double variance;           /* of a pair, as far as it adds to the error: error^2 * pairs */
    int pairs, cells, singles; /* cells: with pairs; singles: with one pair */
    int runs;                  /* adaptation runs with pairs */
    int maps;      /* independent values of us_estimate_widen_few; 0: it was not called */
    double common; /* the part of error^2 that the runs share: games, or maps */
} us_estimate;

/* Estimates the effect of one library against another:
 *     error^2 = sum over cells of w^2 s^2 / n, w = 1 / cells, s^2 the cell's variance (n - 1)
 * and bounds are mean +- t * error. Cells may differ in variance and in size. So the degrees of t
 * are Satterthwaite's for such a sum, in Welch's form, with v = s^2 / n:
 *     (sum of v)^2 / sum of (v^2 / (n + 1)) - 2,
 * at least the degrees of the cell with the fewest pairs (n - 1), at most the degrees of all cells
 * together (pairs - cells).
 *
 * A cell whose pairs are all equal may be near 0 or 1 by luck. It takes 1 / n of the pooled
 * variance of all cells, as if one more observation of that variance were among its own. If cells
 * are proportional (families of maps), it takes all of the pooled variance. A cell of one pair has
 * no s^2: it takes all of the pooled variance. If every cell has one pair, the error is that of a
 * mean of independent values with cells - 1 degrees. This error includes the differences between
 * cells: it is too wide, if anything. With less than two pairs, the error is INFINITY and bounds
 * are low and high.
 *
 * With 12 cells of 5 pairs bounds hold the truth in 95%. They also do if 8 to 11 of 12 cells are
 * certain, or 28 of 30, and with cells of 3, 3 and 300 pairs; there the degrees pairs - cells give
 * 90% to 95% (make proof T=stats). If few of all pairs differ, and all to one side, the
 * distribution is too skew for any t: 91% with 4 cells of 10 pairs, one in ten of which is won.
 *
 * If no pair differs from the others of its cell, error is 0. That is no certainty. With n pairs a
 * share of p = 1 - (a / 2)^(1 / n) may yet be otherwise, a = 1 - level, n the least of a cell's
 * pairs * cells. Bounds are as far as such a share could move the mean. */
us_estimate us_estimate_compute(const us_pairs *pairs, const us_estimate_def *def);

/* Returns the least number of values with which a test of signs can reach the level: 2 * (1 / 2)^n
 * <= 1 - level. Six for 95%. */
int us_estimate_min_count(double level);
/* Widens the bounds of n independent values from least to most, if n is below
 * us_estimate_min_count. The bounds then include those of n equal values, because so few values do
 * not show how much other values may differ. */
void us_estimate_widen_few(us_estimate *estimate, double least, double most, int n,
                           const us_estimate_def *def);

/* Adaptation runs: if a library is adapted more than once, the RUN is repeated, not the game. */
typedef struct us_runs {
    const int *run;  /* by pair, from 0 to runs - 1 */
    const int *game; /* by pair, from 0 to games - 1: the game of the other library in the pair. A
                        game lies in one cell. NULL: no two pairs share a game */
    int runs, games;
} us_runs;
/* Estimates the mean of the runs' effects, each computed as above. The error is that of a mean of
 * so many values, and bounds are Student's. If pairs of several runs share a game, its luck does
 * not show between runs. So the variation of the games' means beyond the rest (run x game) is added
 * to error^2, the runs' own part is at least that rest, and the degrees are Satterthwaite's. The
 * bounds of 8 runs then hold the truth in 95%, against 87% if sharing is ignored; those of 2 runs
 * in 97% (make proof T=stats).
 *
 * run_mean: each run's effect, if not NULL; NAN for a run without pairs, which is not counted. Each
 * other run must have pairs in each cell: see us_pairs_find_common_cells. With less than two runs,
 * the error is INFINITY and bounds are low and high. Runs that are all equal are treated as equal
 * pairs above, with n = runs. */
us_estimate us_estimate_compute_runs(const us_pairs *pairs, const us_runs *runs,
                                     const us_estimate_def *def, double *run_mean);

/* Marks the pairs in cells that all runs share: means over different cells are no replicates of one
 * mean. keep: by pair, whether all runs that have pairs have some in its cell. Returns the number
 * of cells that are not kept. */
int us_pairs_find_common_cells(const us_pairs *pairs, const us_runs *runs, bool *keep);

/* Estimates one cell or one group of values alone, with Student's bounds (for a row of a forest
 * plot). */
us_estimate us_estimate_compute_values(const double *value, int count, const us_estimate_def *def);

/* Summarizes pairs->cells cells: pairs, mean and variance of each. mean is 0 without pairs,
 * variance is 0 with less than two. */
typedef struct us_cell_summary {
    int pairs;
    double mean, variance;
    double least, most;
} us_cell_summary;
void us_pairs_summarize_cells(const us_pairs *pairs, us_cell_summary *cell);

/* Returns the degrees of Student's distribution, or NAN if the error is 0 or unknown. */
double us_estimate_degrees(const us_estimate *estimate);
/* Returns the p value: the probability of an estimate as far from 0 if there is no effect, by its
 * error and degrees. With few maps it is no less than the smallest p value of a test of signs, 2 *
 * (1 / 2)^maps. NAN if the error is 0 or unknown. */
double us_estimate_p_value(const us_estimate *estimate);

/* Returns the total number of pairs that tell a mean like this one from 0 with this power (above
 * 1/2, such as 0.8), with the same proportions of cells. It is the least n that is (t_a/2 + t_b)^2
 * s^2 / mean^2 or more, with the degrees that n pairs would have. If the estimate's bounds of this
 * level hold 0, it is more than the estimate's own pairs. For maps it is never fewer than
 * us_estimate_min_count. INFINITY if the mean is 0 or nearly, if the error is 0 or unknown, or if
 * runs are repeated. */
double us_estimate_compute_pairs_needed(const us_estimate *estimate, double level, double power);

typedef enum us_conclusion {
    US_INCONCLUSIVE,
    US_BETTER,     /* all of the bounds above 0 */
    US_WORSE,      /* all of the bounds below 0 */
    US_EQUIVALENT, /* all of them within +-margin: takes precedence over the others */
    US_SAME,       /* both are one player: not a conclusion from bounds */
} us_conclusion;
const char *us_conclusion_name(us_conclusion conclusion); /* "better" */
/* margin: the largest difference that does not matter; 0 if each difference matters. */
us_conclusion us_conclusion_from_bounds(us_bounds bounds, double margin);

#endif
