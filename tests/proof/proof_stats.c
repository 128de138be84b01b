/* Simulated experiments with known effects: do intervals hold the truth as often as they say, and
 * does the sequential test err as seldom, and is nobody called a stray who is none?
 *
 *   proof_stats [-n EXPERIMENTS] [-s SEED]
 *
 * A game is won, drawn or lost by a number drawn for its seed; its pair's other game takes the same
 * number or one of its own. Cells differ in how often the original wins and in what the adapted
 * library wins more. The headline's share must be in 94-96%; where hardly anything differs, most
 * cells are certain or of another size or variance than the rest, or runs are hardly any, it may be
 * more. Some worlds are printed without a promise. The other columns are there to compare with:
 * "all degrees" is Student's with pairs - cells of them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/rng.h"
#include "experiments/compare/workers.h"
#include "experiments/stats/effect.h"
#include "experiments/stats/numbers.h"
#include "experiments/stats/significance.h"
#include "tests/measured.h"
#include "understudy/statistics.h"

enum { EXPERIMENTS = 10000, PAIRS_MAX = 2000, CELLS_MAX = 40, RUNS_MAX = 8, DRAWS = 1000 };

/* Of 10,000 experiments whose interval holds the truth in 95% of all, 94% to 96% is 4.6 errors. */
static const double least = 0.94, level = 0.95;

/* How the cells of an experiment are drawn. */
typedef struct world {
    const char *name;
    int cells, fewest, pairs; /* pairs in a cell: from fewest to this */
    double weak, strong;      /* the original wins between so many games */
    double draw;
    double gain;          /* the adapted library wins up to twice as many more, by cell; just as
                             many where weak is strong */
    double alike;         /* so many pairs take one number for both games */
    double most;          /* the headline's share, at most; 0: nothing is promised */
    int certain;          /* the first cells: both win always */
    int calm;             /* the first cells: hardly any pair differs */
    int sizes[CELLS_MAX]; /* pairs in each cell, instead of fewest and pairs */
} world;

static const world worlds[] = {
    {"4 x 3 cells, 5 pairs", 12, 5, 5, 0.2, 0.6, 0.1, 0.05, 0.5, 0.96},
    {"4 x 3 cells, 5-10 pairs", 12, 5, 10, 0.2, 0.6, 0.1, 0.05, 0.5, 0.96},
    {"4 x 3 cells, 10 pairs", 12, 10, 10, 0.2, 0.6, 0.1, 0.05, 0.5, 0.96},
    {"no difference", 12, 5, 10, 0.2, 0.6, 0.1, 0, 0.3, 0.96},
    {"no draws, games unlike", 12, 5, 10, 0.2, 0.6, 0, 0.1, 0, 0.96},
    {"hardly ever won", 12, 5, 10, 0.02, 0.2, 0.05, 0.05, 0.5, 0.96},
    {"some cells of one pair", 12, 1, 5, 0.2, 0.6, 0.1, 0.05, 0.5, 0.96},
    {"40 cells of one pair", 40, 1, 1, 0.2, 0.6, 0.1, 0.05, 0.5, 0.96},
    {"30 cells, 30 pairs", 30, 30, 30, 0.2, 0.6, 0.1, 0.05, 0.5, 0.96},
    {"few pairs differ", 12, 10, 10, 0.2, 0.6, 0.1, 0.01, 0.97, 1},
    {"hardly any pair differs", 12, 10, 10, 0.2, 0.6, 0.1, 0.0025, 0.99, 1},
    {"one cell of 5 pairs", 1, 5, 5, 0.2, 0.6, 0.1, 0.05, 0.5, 1},
    {"12 cells of 4, 8 certain", 12, 4, 4, 0.4, 0.4, 0.1, 0.1, 0, 1, .certain = 8},
    {"12 cells of 4, 10 certain", 12, 4, 4, 0.4, 0.4, 0.1, 0.1, 0, 1, .certain = 10},
    {"12 cells of 4, 11 certain", 12, 4, 4, 0.4, 0.4, 0.1, 0.1, 0, 1, .certain = 11},
    {"12 cells of 10, 11 certain", 12, 10, 10, 0.4, 0.4, 0.1, 0.1, 0, 1, .certain = 11},
    {"30 cells of 4, 28 certain", 30, 4, 4, 0.4, 0.4, 0.1, 0.1, 0, 1, .certain = 28},
    {"cells of 3, 3, 300", 3, 0, 0, 0.4, 0.4, 0.1, 0.1, 0, 1, .sizes = {3, 3, 300}},
    {"cells of 2, 200", 2, 0, 0, 0.4, 0.4, 0.1, 0.1, 0, 1, .sizes = {2, 200}},
    {"cells of 5, 200", 2, 0, 0, 0.4, 0.4, 0.1, 0.1, 0, 1, .sizes = {5, 200}},
    {"6 of 3, 6 of 30", 12, 0, 0, 0.4, 0.4, 0.1, 0.1, 0, 1,
     .sizes = {3, 3, 3, 3, 3, 3, 30, 30, 30, 30, 30, 30}},
    {"6 calm of 20, 6 of 5", 12, 0, 0, 0.4, 0.4, 0.1, 0.1, 0, 1, .calm = 6,
     .sizes = {20, 20, 20, 20, 20, 20, 5, 5, 5, 5, 5, 5}},
    {"6 calm of 5, 6 of 20", 12, 0, 0, 0.4, 0.4, 0.1, 0.1, 0, 1, .calm = 6,
     .sizes = {5, 5, 5, 5, 5, 5, 20, 20, 20, 20, 20, 20}},
    {"4 of 10, never lost", 4, 10, 10, 0, 0, 0, 0.1, 1, 0},
    {"12 of 10, never lost", 12, 10, 10, 0, 0, 0, 0.1, 1, 0},
};

typedef struct share {
    int held, of;
    double width;
} share;

static void note(share *s, us_bounds bounds, double truth)
{
    if (isnan(bounds.low)) /* there is none */
        return;
    s->held += bounds.low <= truth && truth <= bounds.high;
    s->width += bounds.high - bounds.low;
    s->of++;
}

static double held(const share *s)
{
    return s->of ? (double)s->held / s->of : 0;
}

static bool right(const share *s, double most)
{
    return most <= 0 || (held(s) >= least && held(s) <= most);
}

static const char *judged(const share *s, double most)
{
    return most <= 0 ? "no promise" : right(s, most) ? "right" : "WRONG";
}

static double uniform(us_rng *rng)
{
    return (us_rng_next(rng) + 0.5) / 4294967296.0;
}

static double score(double number, double wins, double draws)
{
    return number < wins ? 1 : number < wins + draws ? 0.5 : 0;
}

static us_bounds around(double mean, double half)
{
    return (us_bounds){mean - half, mean + half};
}

/* ---- one library against another */

static double play(const world *w, us_rng *rng, double *difference, int *cell, int *count)
{
    double truth = 0;
    *count = 0;
    for (int c = 0; c < w->cells; c++) {
        double wins = w->weak + uniform(rng) * (w->strong - w->weak);
        double some = uniform(rng) * 2 * w->gain, gain = w->weak < w->strong ? some : w->gain;
        double same = c < w->calm ? 0.9 : w->alike;
        int pairs = w->fewest + (int)us_rng_next_below(rng, (uint32_t)(w->pairs - w->fewest + 1));
        pairs = w->sizes[0] > 0 ? w->sizes[c] : pairs;
        if (c < w->certain) {
            wins = 1;
            gain = 0;
        }
        truth += gain / w->cells;
        for (int i = 0; i < pairs; i++) {
            double one = uniform(rng), other = uniform(rng), alike = uniform(rng);
            other = alike < same ? one : other;
            cell[*count] = c;
            difference[(*count)++] = score(other, wins + gain, w->draw) - score(one, wins, w->draw);
        }
    }
    return truth;
}

static bool prove_world(const world *w, int experiments, uint64_t seed)
{
    static double difference[PAIRS_MAX];
    static int cell[PAIRS_MAX];
    share student = {0}, all_degrees = {0}, bootstrap = {0};
    us_estimate_def def = us_estimate_def_default();
    for (int e = 0; e < experiments; e++) {
        us_rng rng = us_rng_derive(seed, "proof.stats.effect", (uint64_t)e);
        us_pairs pairs = {difference, cell, 0, w->cells};
        double truth = play(w, &rng, difference, cell, &pairs.count);
        us_estimate is = us_estimate_compute(&pairs, &def);
        note(&student, is.bounds, truth);
        double all = pairs.count > w->cells ? pairs.count - w->cells : w->cells - 1;
        if (is.error > 0)
            note(&all_degrees, around(is.mean, us_student_critical_value(level, all) * is.error),
                 truth);
        else
            note(&all_degrees, is.bounds, truth);
        if (e % 10 == 0)
            note(&bootstrap, us_bootstrap_compute(&pairs, level, DRAWS, seed).bounds, truth);
    }
    printf("  %-26s %8.4f %8.3f %11.4f %10.4f  %s\n", w->name, held(&student),
           student.width / student.of, held(&all_degrees), held(&bootstrap),
           judged(&student, w->most));
    test_measured("interval", 100 * held(&student), "%s", w->name);
    fflush(stdout);
    return right(&student, w->most);
}

/* ---- adaptation runs */

/* What a run gains: as much as all of its cells, and each cell for itself. */
typedef struct adaptations {
    const char *name;
    int runs, pairs; /* pairs: of each cell in each run */
    double apart, cell_apart;
    bool shared; /* all runs are paired with the same games of the original */
    double most;
    int certain; /* cells that both win always */
} adaptations;

static const adaptations many_runs[] = {
    {"2 runs", 2, 5, 0.15, 0.1, false, 1},
    {"3 runs", 3, 5, 0.15, 0.1, false, 0.96},
    {"5 runs", 5, 5, 0.15, 0.1, false, 0.96},
    {"8 runs", 8, 5, 0.15, 0.1, false, 0.96},
    {"5 runs alike", 5, 5, 0, 0, false, 0.96},
    {"2 runs, games shared", 2, 5, 0.15, 0.1, true, 1},
    {"3 runs, games shared", 3, 5, 0.15, 0.1, true, 0.96},
    {"5 runs, games shared", 5, 5, 0.15, 0.1, true, 0.96},
    {"8 runs, games shared", 8, 5, 0.15, 0.1, true, 0.96},
    {"5 runs alike, games shared", 5, 5, 0, 0, true, 1},
    {"8 a little apart, shared", 8, 5, 0.05, 0.05, true, 0.96},
    {"3 runs, 11 cells certain", 3, 5, 0.15, 0.1, true, 1, 11},
    {"5 runs, 11 cells certain", 5, 5, 0.15, 0.1, true, 1, 11},
    {"8 runs, 11 cells certain", 8, 5, 0.15, 0.1, true, 0, 11},
};

typedef struct table {
    double difference[PAIRS_MAX];
    int cell[PAIRS_MAX], run[PAIRS_MAX], game[PAIRS_MAX];
    int count, games;
} table;

/* As far apart as if uniform up to reach, but nearly normal. */
static double apart(us_rng *rng, double reach)
{
    double sum = -2;
    for (int i = 0; i < 4; i++)
        sum += uniform(rng);
    return reach * sum;
}

/* The truth is the mean effect of all runs that there could be. */
static double adapt(const adaptations *a, us_rng *rng, table *t)
{
    enum { CELLS = 12 };
    double truth = 0, whole[RUNS_MAX] = {0};
    t->count = t->games = 0;
    for (int r = 0; r < a->runs; r++)
        whole[r] = apart(rng, a->apart);
    for (int c = 0; c < CELLS; c++) {
        double wins = 0.3 + uniform(rng) * 0.25, gain = uniform(rng) * 0.1, one = 0;
        double run_gain[RUNS_MAX] = {0};
        bool certain = c < a->certain;
        gain = certain ? 0 : gain;
        truth += gain / CELLS;
        for (int r = 0; r < a->runs; r++)
            run_gain[r] = gain + whole[r] + apart(rng, a->cell_apart);
        for (int i = 0; i < a->pairs * a->runs; i++) {
            int r = i % a->runs;
            if (r == 0 || !a->shared) {
                one = uniform(rng);
                t->games++;
            }
            double other = uniform(rng), alike = uniform(rng);
            other = alike < 0.5 ? one : other;
            t->cell[t->count] = c;
            t->run[t->count] = r;
            t->game[t->count] = t->games - 1;
            double gained = score(other, wins + run_gain[r], 0.1) - score(one, wins, 0.1);
            t->difference[t->count++] = certain ? 0 : gained;
        }
    }
    return truth;
}

static bool prove_runs(const adaptations *a, int experiments, uint64_t seed)
{
    static table t;
    share student = {0}, runs_alone = {0}, naive = {0}, bootstrap = {0};
    us_estimate_def def = us_estimate_def_default();
    for (int e = 0; e < experiments; e++) {
        us_rng rng = us_rng_derive(seed, "proof.stats.runs", (uint64_t)e);
        double truth = adapt(a, &rng, &t);
        us_pairs pairs = {t.difference, t.cell, t.count, 12};
        us_runs runs = {t.run, t.game, a->runs, t.games};
        double mean[RUNS_MAX];
        note(&student, us_estimate_compute_runs(&pairs, &runs, &def, mean).bounds, truth);
        if (e % 10 == 0)
            note(&bootstrap,
                 us_bootstrap_compute_runs(&pairs, &runs, mean, level, DRAWS, seed).bounds, truth);
        runs.game = NULL;
        note(&runs_alone, us_estimate_compute_runs(&pairs, &runs, &def, NULL).bounds, truth);
        note(&naive, us_estimate_compute(&pairs, &def).bounds, truth);
    }
    printf("  %-26s %8.4f %8.3f %11.4f %10.4f %10.4f  %s\n", a->name, held(&student),
           student.width / student.of, held(&runs_alone), held(&bootstrap), held(&naive),
           judged(&student, a->most));
    test_measured("interval-runs", 100 * held(&student), "%s", a->name);
    fflush(stdout);
    return right(&student, a->most);
}

/* ---- improvement: margins of twenty levels */

typedef struct margins {
    const char *name;
    int cells, fewest, pairs; /* pairs in a cell: from fewest to this; of runs in each */
    double gain;              /* to what power more the adapted library's are drawn: up to twice */
    double alike, most;
    int certain; /* the first cells: both always reach the top */
    int runs;
    double apart; /* runs gain by a factor of up to exp(2 apart) */
} margins;

static const margins graded[] = {
    {"12 cells of 2 pairs", 12, 2, 2, 0.3, 0.5, 1},
    {"12 cells of 3", 12, 3, 3, 0.3, 0.5, 1},
    {"12 cells of 5", 12, 5, 5, 0.3, 0.5, 1},
    {"12 of 5, games unlike", 12, 5, 5, 0.3, 0, 0.98},
    {"12 of 5, games alike", 12, 5, 5, 0.3, 1, 1},
    {"12 of 5, no difference", 12, 5, 5, 0, 0.5, 0.98},
    {"12 of 5, much better", 12, 5, 5, 10, 0.5, 0.98},
    {"12 of 1-5", 12, 1, 5, 0.3, 0.5, 1},
    {"12 of 5-10", 12, 5, 10, 0.3, 0.5, 0.98},
    {"30 of 30", 30, 30, 30, 0.3, 0.5, 0.96},
    {"12 of 5, 11 certain", 12, 5, 5, 1, 0.5, 1, .certain = 11},
    {"2 runs of 5, shared", 12, 5, 5, 0.3, 0.5, 1, .runs = 2, .apart = 0.4},
    {"5 runs of 5, shared", 12, 5, 5, 0.3, 0.5, 0.96, .runs = 5, .apart = 0.4},
    {"8 runs of 5, shared", 12, 5, 5, 0.3, 0.5, 0.97, .runs = 8, .apart = 0.4},
    {"5 runs of 2, shared", 12, 2, 2, 0.3, 0.5, 1, .runs = 5, .apart = 0.4},
    {"5 runs alike, shared", 12, 5, 5, 0.3, 0.5, 1, .runs = 5},
};
enum { LEVELS = 20, GAINS = 4, TRUTHS = 1000 };

static double reach_level(double number, double power)
{
    double reached = floor(pow(number, 1 / power) * LEVELS);
    return fmin(reached, LEVELS - 1);
}

/* How probable it is that a number to the one power reaches a higher level. */
static double chance_to_pass(double one, double other)
{
    double sum = 0;
    for (int k = 0; k < LEVELS; k++) {
        double low = (double)k / LEVELS, high = (k + 1.0) / LEVELS;
        sum += (pow(high, one) - pow(low, one)) * (pow(low, other) + pow(high, other)) / 2;
    }
    return sum;
}

static double power_of(const margins *g, int gain)
{
    return 1 + 2 * g->gain * gain / (GAINS - 1);
}

/* By gain: over all runs that there could be. */
static void find_truths(const margins *g, double *truth)
{
    us_rng rng = us_rng_derive(1, "proof.stats.truth", 0);
    int draws = g->runs ? TRUTHS : 1;
    for (int d = 0; d < draws; d++) {
        double factor = exp(apart(&rng, g->apart));
        for (int k = 0; k < GAINS; k++)
            truth[k] += chance_to_pass(power_of(g, k) * factor, 1) / draws;
    }
}

static double draw_margins(const margins *g, const double *truths, us_rng *rng, double *one,
                           double *other, table *t)
{
    double truth = 0, factor[RUNS_MAX] = {1};
    int runs = g->runs ? g->runs : 1;
    t->count = t->games = 0;
    for (int r = 0; r < g->runs; r++)
        factor[r] = exp(apart(rng, g->apart));
    for (int c = 0; c < g->cells; c++) {
        int gain = (int)us_rng_next_below(rng, GAINS);
        int pairs = g->fewest + (int)us_rng_next_below(rng, (uint32_t)(g->pairs - g->fewest + 1));
        bool certain = c < g->certain;
        truth += (certain ? 0.5 : truths[gain]) / g->cells;
        double number = 0;
        for (int i = 0; i < pairs * runs; i++) {
            if (i % runs == 0) {
                number = uniform(rng);
                t->games++;
            }
            double own = uniform(rng), alike = uniform(rng);
            own = alike < g->alike ? number : own;
            one[t->count] = certain ? 1 : reach_level(own, power_of(g, gain) * factor[i % runs]);
            other[t->count] = certain ? 1 : reach_level(number, 1);
            t->cell[t->count] = c;
            t->run[t->count] = i % runs;
            t->game[t->count++] = t->games - 1;
        }
    }
    return truth;
}

static bool prove_improvement(const margins *g, int experiments, uint64_t seed)
{
    static table t;
    static double one[PAIRS_MAX], other[PAIRS_MAX];
    double truths[GAINS] = {0};
    share student = {0};
    find_truths(g, truths);
    for (int e = 0; e < experiments; e++) {
        us_rng rng = us_rng_derive(seed, "proof.stats.improvement", (uint64_t)e);
        double truth = draw_margins(g, truths, &rng, one, other, &t);
        us_matched scores = {one, other, t.cell, t.count, g->cells};
        us_runs runs = {t.run, t.game, g->runs, t.games};
        note(&student, us_improvement_estimate(&scores, g->runs ? &runs : NULL, NULL, level).bounds,
             truth);
    }
    printf("  %-26s %8.4f %8.3f  %s\n", g->name, held(&student), student.width / student.of,
           judged(&student, g->most));
    fflush(stdout);
    return right(&student, g->most);
}

/* ---- the sequential test */

static const struct {
    double delta1, alpha, beta, alike, draw;
} sequences[] = {
    {0.1, 0.05, 0.05, 0.5, 0.1}, {0.2, 0.05, 0.05, 0.5, 0.1}, {0.05, 0.05, 0.1, 0.5, 0.1},
    {0.4, 0.1, 0.05, 0.5, 0.1},  {0.1, 0.05, 0.05, 0.95, 0},  {0.1, 0.05, 0.05, 1, 0},
    {0.05, 0.05, 0.05, 1, 0},    {0.05, 0.05, 0.05, 0.98, 0}, {0.02, 0.05, 0.05, 0.99, 0},
    {0.05, 0.01, 0.01, 0.98, 0},
};

static bool prove_sequences(int index, int experiments, uint64_t seed)
{
    us_sprt_def def = us_sprt_def_default();
    int wrong[2] = {0}, capped = 0;
    double pairs[2] = {0};
    double same = sequences[index].alike, draw = sequences[index].draw;
    def.delta1 = sequences[index].delta1;
    def.alpha = sequences[index].alpha;
    def.beta = sequences[index].beta;
    for (int e = 0; e < experiments * 2; e++) {
        bool gains = e & 1;
        us_rng rng = us_rng_derive(seed, "proof.stats.sprt", (uint64_t)e);
        us_sprt s = us_sprt_start(&def);
        while (s.state == US_SPRT_RUNNING) {
            double one = uniform(&rng), other = uniform(&rng), alike = uniform(&rng);
            double wins = 0.1 + 0.1 * (s.steps % 5), gain = gains ? def.delta1 : 0;
            other = alike < same ? one : other;
            us_sprt_add(&s, score(other, wins + gain, draw) - score(one, wins, draw));
        }
        wrong[gains] += s.state == (gains ? US_SPRT_DELTA0 : US_SPRT_DELTA1);
        capped += s.state == US_SPRT_CAPPED;
        pairs[gains] += s.steps;
    }
    double first = (double)wrong[0] / experiments, second = (double)wrong[1] / experiments;
    bool fine = first <= def.alpha && second <= def.beta;
    printf("  0 or %.2f, alike %-10.2f %8.4f (<= %.2f) %8.4f (<= %.2f) %6.0f %6.0f %6d%s\n",
           def.delta1, same, first, def.alpha, second, def.beta, pairs[0] / experiments,
           pairs[1] / experiments, capped, fine ? "  right" : "  WRONG");
    test_measured("sprt", 100 * first / def.alpha, "type I, 0 or %.2f, alike %.2f", def.delta1,
                  same);
    test_measured("sprt", 100 * second / def.beta, "type II, 0 or %.2f, alike %.2f", def.delta1,
                  same);
    fflush(stdout);
    return fine;
}

/* ---- workers: nobody is called a stray who is none, and who loses games is */

static const struct {
    const char *name;
    int workers, keys; /* keys of each map and seat */
    double wins, lost; /* of games: won, where not lost to a crash or a time-out */
    double alike;      /* games of one key go by the same number */
    double bad;        /* so many games of the first worker time out */
    double least;      /* so often that is found */
} shared[] = {
    {"2 workers", 2, 20, 0.5, 0, 0.5, 0, 0},
    {"4 workers", 4, 20, 0.5, 0.02, 0.5, 0, 0},
    {"4, games of a key alike", 4, 20, 0.5, 0.02, 1, 0, 0},
    {"16 workers", 16, 20, 0.5, 0.02, 0.5, 0, 0},
    {"4, hardly ever won or lost", 4, 20, 0.03, 0.01, 0.5, 0, 0},
    {"4, of which one is late", 4, 20, 0.5, 0.02, 0.5, 0.3, 0.85},
    {"4, of which one loses all", 4, 20, 0.5, 0, 0.5, 1, 0.999},
};

static void share_out(int index, us_rng *rng, us_manifest *m)
{
    enum { PLAYERS = 3, PLACES = 4 };
    static const char *const host[] = {"a", "b", "c", "d", "e", "f", "g", "h",
                                       "i", "j", "k", "l", "m", "n", "o", "p"};
    for (int p = 0; p < PLAYERS; p++)
        us_manifest_add_player(m);
    for (int key = 0; key < shared[index].keys * PLACES; key++) {
        int worker = (int)us_rng_next_below(rng, (uint32_t)shared[index].workers);
        double number = uniform(rng), broken = uniform(rng);
        for (int p = 0; p < PLAYERS; p++) {
            us_fixture *game = us_manifest_add_game(m);
            us_row *row = &m->row[m->games - 1];
            bool alike = uniform(rng) < shared[index].alike;
            double own = alike ? number : uniform(rng), fails = alike ? broken : uniform(rng);
            bool late = worker == 0 && uniform(rng) < shared[index].bad;
            game->id = (us_hash)m->games;
            game->seed = (uint64_t)(key / PLACES);
            game->map = (uint16_t)(key % PLACES / 2);
            game->seat = (uint8_t)(key % 2);
            game->player = (uint16_t)p;
            row->host = host[worker];
            row->end = late                                 ? US_ROW_TIMEOUT
                       : fails < shared[index].lost         ? US_ROW_CRASH
                       : own < shared[index].wins + 0.1 * p ? US_ROW_WIN
                                                            : US_ROW_LOSS;
        }
    }
}

static bool prove_workers(int index, int experiments, uint64_t seed)
{
    int wrong = 0, found = 0;
    bool bad = shared[index].bad > 0;
    for (int e = 0; e < experiments; e++) {
        us_rng rng = us_rng_derive(seed, "proof.stats.workers", (uint64_t)e);
        us_manifest m;
        us_manifest_init(&m);
        share_out(index, &rng, &m);
        us_workers all = us_workers_compare(&m, m.arena);
        found += bad && all.count > 0 && all.worker[0].outlier;
        wrong += all.outliers > (bad && all.count > 0 && all.worker[0].outlier);
        us_manifest_clear(&m);
    }
    /* Of 10,000 that are alike it is 10, and 20 in one of 700. */
    bool fine =
        wrong <= US_OUTLIER_BELOW * experiments + 3.2 * sqrt(US_OUTLIER_BELOW * experiments) &&
        found >= shared[index].least * experiments;
    printf("  %-26s %8.4f %8.4f  %s\n", shared[index].name, (double)wrong / experiments,
           (double)found / experiments, fine ? "right" : "WRONG");
    fflush(stdout);
    return fine;
}

int main(int argc, char **argv)
{
    uint64_t experiments = EXPERIMENTS, seed = 1;
    for (int option; (option = getopt(argc, argv, "n:s:")) != -1;) {
        if (option == '?')
            return 2;
        *(option == 'n' ? &experiments : &seed) = strtoull(optarg, NULL, 10);
    }
    bool fine = true;
    int count = (int)experiments;
    test_measured("experiments", count, "seed %llu", (unsigned long long)seed);
    printf("%d experiments each; share of intervals of 95%% that hold the truth\n", count);
    printf("  %-26s %8s %8s %11s %10s\n", "one library each", "headline", "width", "all degrees",
           "bootstrap");
    for (int i = 0; i < US_COUNT(worlds); i++)
        fine &= prove_world(&worlds[i], count, seed);
    printf("  %-26s %8s %8s %11s %10s %10s\n", "adaptation runs", "headline", "width", "runs alone",
           "bootstrap", "naive");
    for (int i = 0; i < US_COUNT(many_runs); i++)
        fine &= prove_runs(&many_runs[i], count, seed);
    printf("  %-26s %8s %8s\n", "improvement", "headline", "width");
    for (int i = 0; i < US_COUNT(graded); i++)
        fine &= prove_improvement(&graded[i], count, seed);
    printf("  %-26s %18s %18s %13s %6s\n", "sequential", "type I", "type II", "pairs at 0, 1",
           "capped");
    for (int i = 0; i < US_COUNT(sequences); i++)
        fine &= prove_sequences(i, count, seed);
    printf("  %-26s %8s %8s\n", "workers", "wrongly", "found");
    for (int i = 0; i < US_COUNT(shared); i++)
        fine &= prove_workers(i, count, seed);
    return !fine;
}
