#include "experiments/stats/effect.h"

#include <gsl/gsl_randist.h>
#include <math.h>

#include "base/sort.h"
#include "experiments/stats/numbers.h"
#include "understudy/statistics.h"

enum { OF_A_BINOMIAL = 8 }; /* about as costly as so many uniform numbers */

typedef struct stratum {
    us_tally tally;
    const double *value; /* of its pairs */
    int pairs, cell;
    bool singly; /* its pairs are few beside their kinds */
} stratum;

static int work_of(const stratum *s)
{
    if (s->tally.kinds <= 1)
        return 0;
    int by_kind = OF_A_BINOMIAL * (s->tally.kinds - 1);
    return s->singly ? s->pairs : by_kind;
}

static int by_size(const void *a, const void *b)
{
    const stratum *one = a, *other = b;
    if (one->pairs != other->pairs)
        return one->pairs < other->pairs ? -1 : 1;
    return (one->cell > other->cell) - (one->cell < other->cell);
}

/* Cells with pairs, the small ones first. *value: the differences cell by cell, to be freed. */
static int stratify(const us_pairs *pairs, stratum *out, double **value)
{
    int *end = US_NEW_ARRAY(int, pairs->cells + 1), cells = 0;
    *value = US_NEW_ARRAY(double, pairs->count + 1);
    for (int i = 0; i < pairs->count; i++) {
        us_assert(!pairs->cell || (pairs->cell[i] >= 0 && pairs->cell[i] < pairs->cells));
        end[(pairs->cell ? pairs->cell[i] : 0) + 1]++;
    }
    for (int c = 0; c < pairs->cells; c++)
        end[c + 1] += end[c];
    for (int i = 0; i < pairs->count; i++)
        (*value)[end[pairs->cell ? pairs->cell[i] : 0]++] = pairs->difference[i];
    for (int c = 0; c < pairs->cells; c++) {
        int start = c > 0 ? end[c - 1] : 0, count = end[c] - start;
        if (count == 0)
            continue;
        stratum s = {us_tally_make(*value + start, count), *value + start, count, c, false};
        s.singly = count <= OF_A_BINOMIAL * (s.tally.kinds - 1);
        out[cells++] = s;
    }
    us_mem_free(end);
    us_array_sort(out, (size_t)cells, sizeof(*out), by_size);
    return cells;
}

static double draw_kinds(const us_tally *t, gsl_rng *gsl)
{
    int of = t->count, left = of;
    double sum = 0;
    for (int k = 0; k < t->kinds && left > 0; k++) {
        bool last = k == t->kinds - 1;
        int here =
            last ? left : (int)gsl_ran_binomial(gsl, (double)t->times[k] / of, (unsigned)left);
        sum += t->value[k] * here;
        left -= here;
        of -= t->times[k];
    }
    return sum;
}

static double draw_singly(const stratum *s, us_rng *rng)
{
    double sum = 0;
    for (int i = 0; i < s->pairs; i++)
        sum += s->value[us_rng_next_below(rng, (uint32_t)s->pairs)];
    return sum;
}

static void add_draws(const stratum *s, double weight, us_rng rng, double *mean, int draws)
{
    gsl_rng gsl = us_rng_to_gsl(&rng);
    for (int d = 0; d < draws; d++) {
        double sum = s->singly ? draw_singly(s, &rng) : draw_kinds(&s->tally, &gsl);
        mean[d] += weight * sum / s->pairs;
    }
}

/* Returns the variance of a mean of that many values drawn from these. */
static double variance_of_mean(const us_tally *t, double *mean)
{
    double sum = 0, squares = 0;
    for (int k = 0; k < t->kinds; k++)
        sum += t->value[k] * t->times[k];
    *mean = t->kinds == 1 ? t->value[0] : sum / t->count;
    for (int k = 0; k < t->kinds; k++)
        squares += t->times[k] * pow(t->value[k] - *mean, 2);
    return squares / t->count / t->count;
}

/* Means of all cells, drawn anew. Returns what there is to draw: 0 where all stays as it was. */
static double draw_cells(const us_pairs *pairs, uint64_t seed, double *mean, us_bootstrap *b)
{
    US_AUTOFREE stratum *s = US_NEW_ARRAY(stratum, pairs->cells + 1);
    US_AUTOFREE double *value = NULL;
    double fixed = 0, variance = 0, all = 0;
    int cells = stratify(pairs, s, &value), work = 0;
    for (int c = 0; c < cells; c++) {
        double here;
        double weight = pairs->proportional ? (double)s[c].pairs / pairs->count : 1.0 / cells;
        double spread = variance_of_mean(&s[c].tally, &here);
        int cost = work_of(&s[c]);
        all += spread;
        b->singles += s[c].pairs == 1;
        if (cost > 0 && b->limited == 0 && work + cost <= US_BOOTSTRAP_WORK) {
            work += cost;
            add_draws(&s[c], weight, us_rng_derive(seed, "stats.bootstrap", (uint64_t)s[c].cell),
                      mean, b->draws);
            continue;
        }
        fixed += weight * here;
        variance += weight * weight * spread;
        b->limited += cost > 0;
    }
    us_rng rng = us_rng_derive(seed, "stats.bootstrap.limit", 0);
    gsl_rng gsl = us_rng_to_gsl(&rng);
    for (int d = 0; d < b->draws; d++) /* independent normal numbers add up to one */
        mean[d] += fixed + (b->limited ? gsl_ran_gaussian_ziggurat(&gsl, sqrt(variance)) : 0);
    for (int c = 0; c < cells; c++)
        us_tally_clear(&s[c].tally);
    return all;
}

static us_bounds bounds_of(double *mean, int draws, double level)
{
    us_doubles_sort(mean, draws);
    return (us_bounds){us_doubles_quantile(mean, draws, (1 - level) / 2),
                       us_doubles_quantile(mean, draws, (1 + level) / 2)};
}

us_bootstrap us_bootstrap_compute(const us_pairs *pairs, double level, int draws, uint64_t seed)
{
    us_assert(level > 0 && level < 1 && draws > 0);
    us_bootstrap b = {{(double)NAN, (double)NAN}, draws, 0, 0};
    US_AUTOFREE double *mean = US_NEW_ARRAY(double, draws);
    if (draw_cells(pairs, seed, mean, &b) > 0 && b.singles == 0)
        b.bounds = bounds_of(mean, draws, level);
    return b;
}

/* ---- runs */

/* Replaces the middle of the draws by that of runs that are drawn anew. Returns the spread of the
 * runs. */
static double draw_runs(const double *run_mean, int runs, double middle, uint64_t seed,
                        double *mean, int draws)
{
    double *there = US_NEW_ARRAY(double, runs + 1), least = HUGE_VAL, most = -HUGE_VAL;
    us_rng rng = us_rng_derive(seed, "stats.bootstrap.runs", 0);
    int count = 0;
    for (int r = 0; r < runs; r++) {
        if (isnan(run_mean[r]))
            continue;
        there[count++] = run_mean[r];
        least = fmin(least, run_mean[r]);
        most = fmax(most, run_mean[r]);
    }
    for (int d = 0; d < draws && count > 0; d++) {
        double sum = 0;
        for (int i = 0; i < count; i++)
            sum += there[us_rng_next_below(&rng, (uint32_t)count)];
        mean[d] += sum / count - middle;
    }
    us_mem_free(there);
    return count > 1 ? most - least : 0;
}

us_bootstrap us_bootstrap_compute_runs(const us_pairs *pairs, const us_runs *runs,
                                       const double *run_mean, double level, int draws,
                                       uint64_t seed)
{
    us_assert(level > 0 && level < 1 && draws > 0);
    us_bootstrap b = {{(double)NAN, (double)NAN}, draws, 0, 0};
    US_AUTOFREE double *value = US_NEW_ARRAY(double, pairs->count + 1),
                       *mean = US_NEW_ARRAY(double, draws);
    US_AUTOFREE int *cell = US_NEW_ARRAY(int, pairs->count + 1),
                    *place = US_NEW_ARRAY(int, runs->games + 1);
    us_estimate_def def = {.level = level, .low = -HUGE_VAL, .high = HUGE_VAL};
    us_pairs games = us_pairs_average_games(pairs, runs, value, cell, place);
    double middle = us_estimate_compute(&games, &def).mean;
    double apart = draw_cells(&games, seed, mean, &b);
    apart += draw_runs(run_mean, runs->runs, middle, seed, mean, draws);
    if (apart > 0 && b.singles == 0)
        b.bounds = bounds_of(mean, draws, level);
    return b;
}
