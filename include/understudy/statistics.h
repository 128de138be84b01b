/* Statistics of paired games: estimates with maps and runs as clusters, significance tests,
 * sequential tests, and ratings. docs/STATISTICS.md defines and justifies each number.
 *
 * All functions are pure: any threads may call them. Equal inputs give equal results on every
 * machine, up to rounding. */
#ifndef UNDERSTUDY_STATISTICS_H
#define UNDERSTUDY_STATISTICS_H

#include "understudy/base.h"

typedef struct us_bounds {
    double low, high; /* low <= high; -INFINITY and INFINITY if nothing is known */
} us_bounds;

/* ---- the effect: by how much one library is better than another
 *
 * Games are paired: both libraries play on the same map, against the same opponent, in the same
 * seat, with the same seed. A pair's difference is the score of the one minus the score of the
 * other, from -1 to 1; a win scores 1 and a draw 1/2. Pairs lie in cells (map x opponent). Each
 * cell counts the same, however many pairs it has. */

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
US_API us_estimate_def us_estimate_def_default(void); /* 0.95, -1, 1 */

typedef struct us_estimate {
    double mean;    /* of the cells' means; 0 without pairs */
    double error;   /* its standard error; INFINITY if it is unknown */
    double freedom; /* degrees of Student's distribution; 0 if the error is unknown */
    us_bounds bounds;
    double variance;           /* of a pair, as far as it adds to the error: error^2 * pairs */
    int pairs, cells, singles; /* cells: with pairs; singles: with one pair */
    int runs;                  /* adaptation runs with pairs */
    int maps;      /* independent values; if they are few, bounds are widened; 0: never widened */
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
 * A cell whose pairs are all equal has s^2 = 0, perhaps by luck. It takes 1 / n of the pooled
 * variance of all cells, as if one more observation of that variance were among its own. If cells
 * are proportional (families of maps), it takes all of the pooled variance. A cell of one pair has
 * no s^2: it takes all of the pooled variance. If every cell has one pair, the error is that of a
 * mean of independent values with cells - 1 degrees. This error includes the differences between
 * cells: it is too wide, if anything. With less than two pairs, the error is INFINITY and bounds
 * are low and high.
 *
 * With 12 cells of 5 pairs bounds hold the truth in 95%. They also do if both libraries always win
 * in 8 to 11 of 12 cells, or in 28 of 30, and with cells of 3, 3 and 300 pairs; there the degrees
 * pairs - cells give 90% to 95% (make proof T=stats). If few of all pairs differ, and all to one
 * side, the distribution is too skew for any t: 91% with 4 cells of 10 pairs, one in ten of which
 * is won.
 *
 * If no pair differs from the others of its cell, error is 0. That is no certainty. With n pairs a
 * share of p = 1 - (a / 2)^(1 / n) may yet be otherwise, with a = 1 - level, and n = cells * (pairs
 * of the smallest cell). Bounds are as far as such a share could move the mean. */
US_API us_estimate us_estimate_compute(const us_pairs *pairs, const us_estimate_def *def);

/* Adaptation runs: if a library is adapted more than once, the independent values are the runs, not
 * the games. */
typedef struct us_runs {
    const int *run;  /* by pair, from 0 to runs - 1 */
    const int *game; /* by pair, from 0 to games - 1: the game of the other library in the pair. A
                        game lies in one cell. NULL: no two pairs share a game */
    int runs, games;
} us_runs;

/* Estimates the mean of the runs' effects, each computed as above. The error is that of a mean of
 * so many values, and bounds are Student's. If pairs of several runs share a game, its luck does
 * not show between runs. So error^2 has a second part: the variation of the games' means, less the
 * residual (run x game). The part of the runs themselves is at least this residual. The degrees are
 * Satterthwaite's. The bounds of 8 runs then hold the truth in 95%, against 87% if sharing is
 * ignored; those of 2 runs in 97% (make proof T=stats).
 *
 * run_mean: each run's effect, if not NULL; NAN for a run without pairs, which is not counted. Each
 * other run must have pairs in each cell. With less than two runs, the error is INFINITY and bounds
 * are low and high. Runs that are all equal are treated as equal pairs above, with n = runs. */
US_API us_estimate us_estimate_compute_runs(const us_pairs *pairs, const us_runs *runs,
                                            const us_estimate_def *def, double *run_mean);

/* Estimates one cell or one group of values alone, with Student's bounds (for a row of a forest
 * plot). */
US_API us_estimate us_estimate_compute_values(const double *value, int count,
                                              const us_estimate_def *def);
/* Returns the p value: the probability of an estimate as far from 0 if there is no effect, by its
 * error and degrees. With few maps it is no less than the smallest p value of a test of signs, 2 *
 * (1 / 2)^maps. NAN if the error is 0 or unknown. */
US_API double us_estimate_p_value(const us_estimate *estimate);

/* Returns the total number of units, pairs or maps, that tell a mean like this one from 0 with this
 * power (above 1/2, such as 0.8), with the same proportions of cells. It is the least n that is
 * (t_a/2 + t_b)^2 s^2 / mean^2 or more, with the degrees that n pairs would have. If the estimate's
 * bounds of this level hold 0, it is more than the estimate's own pairs. For maps it is never fewer
 * than a test of signs takes (6 for 95%). INFINITY if the mean is 0 or nearly, if the error is 0 or
 * unknown, or if runs are repeated. */
US_API double us_estimate_compute_units_needed(const us_estimate *estimate, double level,
                                               double power);

typedef enum us_conclusion {
    US_INCONCLUSIVE,
    US_BETTER,     /* all of the bounds above 0 */
    US_WORSE,      /* all of the bounds below 0 */
    US_EQUIVALENT, /* all of them within +-margin: takes precedence over the others */
    US_SAME,       /* both are one player: not a conclusion from bounds */
} us_conclusion;
US_API const char *us_conclusion_name(us_conclusion conclusion); /* "better" */
/* margin: the largest difference that does not matter; 0 if each difference matters. */
US_API us_conclusion us_conclusion_from_bounds(us_bounds bounds, double margin);

/* The position of cells: cell = map * opponents + opponent. */
typedef struct us_atlas {
    const int *family; /* by map, from 0 to families - 1 */
    int maps, families, opponents;
} us_atlas;

/* Estimates a mean. atlas: the claim is about maps like those that were played; NULL: about those
 * maps alone, cell by cell. runs: adaptation runs are independent values like the maps, and crossed
 * with them; NULL: there are no runs. If all families have a single map, nothing separates families
 * from maps: the spread of all maps is taken. Bounds of few maps are widened: fewer than 6, at 95%.
 * run_mean: see us_estimate_compute_runs. */
US_API us_estimate us_estimate_compute_in_scope(const us_pairs *pairs, const us_runs *runs,
                                                const us_atlas *atlas, const us_estimate_def *def,
                                                double *run_mean);

/* The precision of an estimated variance: the variance of the estimate is (2 / freedom + excess)
 * times its square. A normal spread has no excess. The excess is large if most values are equal and
 * few differ by much. */
typedef struct us_precision {
    double freedom; /* degrees; 0: the variance is unknown */
    double excess;  /* excess kurtosis / number of values, at least 0 */
} us_precision;

/* Variances, each of one map, one place of a map (an opponent and a seat), one seed of a place, one
 * run; NAN: not known. */
typedef struct us_components {
    double maps, places, seeds, runs;
    double cells;          /* of a pair about the mean of its map and opponent, pooled */
    us_precision of_maps;  /* the spread of the maps' values about the means of their families */
    us_precision of_cells; /* the spread of pairs about the means of their cells */
} us_components;

enum {
    US_BOOTSTRAP_DRAWS = 10000, /* the usual number of draws */
    US_BOOTSTRAP_WORK = 4000,   /* at most about so many random numbers for one draw */
};

typedef struct us_bootstrap {
    us_bounds bounds; /* NAN if a cell has one pair, or if no cell has pairs that differ: then each
                         draw gives the same mean, which is no interval */
    int draws;
    int limited; /* cells drawn from their normal limit, see below */
    int singles; /* cells of one pair */
} us_bootstrap;

/* Bootstraps the mean over cells, as us_estimate_compute defines it. The same seed gives the same
 * bounds. A draw costs at most US_BOOTSTRAP_WORK. A cell with few kinds of values is drawn by how
 * often each kind comes up; this is exact and costs the same for any number of pairs. If the cells
 * are too many or too varied, the largest are drawn from the normal distribution that their mean
 * tends to, with the mean and variance that drawing pair by pair has. */
US_API us_bootstrap us_bootstrap_compute(const us_pairs *pairs, double level, int draws,
                                         uint64_t seed);

/* Bootstraps the mean over runs, as us_estimate_compute_runs defines it. Two things are drawn
 * independently: the runs, and the games within each cell, each with its mean over the runs (all
 * pairs, if runs->game is NULL). Their deviations are added. run_mean: the result of
 * us_estimate_compute_runs. With few runs the bounds are too narrow: those of 2 runs hold the truth
 * in 83%, of 3 in 89% (make proof T=stats). */
US_API us_bootstrap us_bootstrap_compute_runs(const us_pairs *pairs, const us_runs *runs,
                                              const double *run_mean, double level, int draws,
                                              uint64_t seed);

/* Returns Wilson's interval of the share points / games, with 0 <= points <= games. If points are
 * not whole, it is too wide, if anything. Without games it is 0 to 1. */
US_API us_bounds us_wilson_bounds(double points, double games, double level);

/* ---- tests, with two-sided p values: the probability of a difference as large as this one, or
 * larger, if there is none */

/* McNemar's test of pairs in which one side won and the other did not. b: pairs that the first side
 * won; c: those that the second side won. exact: twice the binomial tail, 1 at most; it errs on the
 * side of 1. mid: counts half of the probability of the observed result. Both are 1 without such
 * pairs. Any b and c are allowed. */
typedef struct us_mcnemar {
    double exact, mid;
} us_mcnemar;
US_API us_mcnemar us_mcnemar_test(int64_t b, int64_t c);

/* The method that computed a p value. */
typedef enum us_p_value_method {
    US_P_VALUE_COUNTED, /* exactly, by counting all cases */
    US_P_VALUE_NORMAL,  /* by the normal distribution */
    US_P_VALUE_DRAWN,   /* (1 + as large) / (1 + draws), of US_FLIP_DRAWS */
} us_p_value_method;

/* Wilcoxon's signed rank test. Differences of 0 are ranked and then left out (Pratt); equal sizes
 * share the mean of their ranks. Up to US_RANKS_COUNTED differences other than 0 are counted
 * exactly, ties and zeros included. Above, p is the normal distribution's with the variance sum of
 * ranks^2 / 4, which includes the corrections for both, without one for continuity. p is 1 if all
 * differences are 0. */
enum { US_RANKS_COUNTED = 25 };
typedef struct us_signed_ranks {
    double plus, minus; /* sums of the ranks of differences above and below 0 */
    int zeros, others;
    double p;
    us_p_value_method how;
} us_signed_ranks;
US_API us_signed_ranks us_signed_rank_test(const double *difference, int count);

/* Permutation test: compares the mean of differences with the means under other signs. It counts
 * exactly if at most 20 differences are not 0, or if these have no more than two sizes (as 1/2 and
 * 1), however many there are; else it draws. Sums that differ by less than rounding errors count as
 * equal. Above 4,000 sizes, the smaller ones are drawn together, as one normal number. p is 1 if
 * all differences are 0. */
enum { US_FLIP_DRAWS = 10000 };
typedef struct us_flips {
    double p;
    us_p_value_method how;
} us_flips;
US_API us_flips us_flip_test(const double *difference, int count, uint64_t seed);

/* Applies Holm's correction for m comparisons: adjusted[i] below a level rejects the i-th null
 * hypothesis at that level for all of them together. p: each from 0 to 1; adjusted has the order of
 * p and may be p. */
US_API void us_holm_adjust(const double *p, int m, double *adjusted);

/* ---- the sequential probability ratio test
 *
 * Pairs, or maps, are played until the test decides whether their mean difference is delta0 or
 * delta1. Stopping early biases the estimated effect away from the middle of the two, so the effect
 * is marked as sequential. */

typedef struct us_sprt_def {
    double delta0, delta1; /* mean differences, delta0 < delta1 */
    double alpha, beta; /* error rates: delta1 is taken if delta0 holds, and the other way around */
    int first, batch, cap; /* number of steps at the first look, between looks, and at the last */
    double reach;          /* the largest difference of a step, a pair or a map */
} us_sprt_def;

/* 0, 0.1; 0.05, 0.05; 30, 10, 100000; 1. */
US_API us_sprt_def us_sprt_def_default(void);
/* Turns the test into steps of whole maps: a map's effect is one observation. The test looks after
 * 6 maps and after each further map. */
US_API void us_sprt_def_set_by_map(us_sprt_def *def);

typedef enum us_sprt_state {
    US_SPRT_RUNNING,
    US_SPRT_DELTA0,
    US_SPRT_DELTA1,
    US_SPRT_CAPPED, /* undecided at the cap */
} us_sprt_state;
US_API const char *us_sprt_state_name(
    us_sprt_state state); /* "running", "delta0", "delta1", "capped" */

typedef struct us_sprt {
    us_sprt_def def;
    us_sprt_state state;
    int steps;            /* pairs or maps that the decision rests on; later ones do not count */
    int weighed;          /* of them, those in the mean: without pairs that only repeat others */
    double mean, squares; /* squares: sum of the squared distances to the mean */
    double ratio;         /* at the last look; 0 before the first */
    double lower, upper;  /* ln(beta / (1 - alpha)), ln((1 - beta) / alpha) */
} us_sprt;

/* Starts a test. The definition is copied. */
US_API us_sprt us_sprt_start(const us_sprt_def *def);
/* Adds a step. Steps must come in the order of the list of games, not in the order in which games
 * end. A state other than running stays. */
US_API us_sprt_state us_sprt_add(us_sprt *sprt, double difference);

/* ---- ratings: the strength of two or more libraries, by the games between them. The model is
 * Bradley and Terry's on Elo's scale: a player rated 400 above another scores 10 points for each of
 * the other's. */

typedef struct us_rating_def {
    int players;         /* 1 or more */
    const double *point; /* point[i * players + j]: i's score against j, 1/2 to both for a draw */
    /* Drawn games, above 0, that each player is credited with against a player of mean rating. They
     * give a rating to a player that won all games or none, and to players that no games
     * connect. */
    double prior;
    int anchor; /* player with rating 0; -1: the mean is 0 */
    /* The same points by cluster, because games on one map have the map in common. NULL: each game
     * is independent. */
    const struct us_rating_share *share;
    int shares, clusters;
} us_rating_def;

typedef struct us_rating_share {
    int one, other, cluster; /* players; from 0 to clusters - 1 */
    double games, points;    /* between the two in the cluster; points: the one's */
} us_rating_share;
US_API us_rating_def us_rating_def_default(int players,
                                           const double *point); /* prior 1, anchor -1 */

typedef struct us_rating {
    double elo, error; /* error: standard, of the distance to the anchor; 0 for the anchor */
    double points, games;
    int group;    /* from 0: a group of players that games connect, directly or through others. Only
                     the prior connects groups: ratings of different groups cannot be compared */
    bool perfect; /* all points or none: only the prior limits the rating */
} us_rating;

/* Computes the most probable rating of each player. Errors are those of games without draws: too
 * large, if anything. With two or more clusters there is a second error: the variation between
 * clusters beyond what the ratings expect (a sandwich estimate). The larger one is taken. Returns
 * the number of groups. */
US_API int us_ratings_compute(const us_rating_def *def, us_rating *out);

#endif
