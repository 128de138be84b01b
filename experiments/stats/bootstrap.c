#include "experiments/stats/bootstrap.h"

#include <gsl/gsl_randist.h>
#include <math.h>

#include "base/sort.h"
#include "experiments/stats/draw.h"
#include "experiments/stats/tally.h"

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
        stratum s = {us_tally_of(*value + start, count), *value + start, count, c, false};
        s.singly = count <= OF_A_BINOMIAL * (s.tally.kinds - 1);
        out[cells++] = s;
    }
    us_free(end);
    us_sort(out, (size_t)cells, sizeof(*out), by_size);
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
        sum += s->value[us_rng_below(rng, (uint32_t)s->pairs)];
    return sum;
}

static void add_draws(const stratum *s, double weight, us_rng rng, double *mean, int draws)
{
    gsl_rng gsl = us_gsl_rng(&rng);
    for (int d = 0; d < draws; d++) {
        double sum = s->singly ? draw_singly(s, &rng) : draw_kinds(&s->tally, &gsl);
        mean[d] += weight * sum / s->pairs;
    }
}

/* Of a mean of that many values drawn from these. */
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

us_bootstrap us_bootstrap_effect(const us_pairs *pairs, double level, int draws, uint64_t seed)
{
    us_assert(level > 0 && level < 1 && draws > 0);
    us_bootstrap b = {{-INFINITY, INFINITY}, draws, 0};
    stratum *s = US_NEW_ARRAY(stratum, pairs->cells + 1);
    double *value = NULL, *mean = US_NEW_ARRAY(double, draws), fixed = 0, variance = 0;
    int cells = stratify(pairs, s, &value), work = 0;
    double weight = 1.0 / (cells ? cells : 1);
    for (int c = 0; c < cells; c++) {
        double here;
        double spread = variance_of_mean(&s[c].tally, &here);
        int cost = work_of(&s[c]);
        if (cost > 0 && b.limited == 0 && work + cost <= US_BOOTSTRAP_WORK) {
            work += cost;
            add_draws(&s[c], weight, us_rng_derive(seed, "stats.bootstrap", (uint64_t)s[c].cell),
                      mean, draws);
            continue;
        }
        fixed += weight * here;
        variance += weight * weight * spread;
        b.limited += cost > 0;
    }
    us_rng rng = us_rng_derive(seed, "stats.bootstrap.limit", 0);
    gsl_rng gsl = us_gsl_rng(&rng);
    for (int d = 0; d < draws; d++) /* independent normal numbers add up to one */
        mean[d] += fixed + (b.limited ? gsl_ran_gaussian_ziggurat(&gsl, sqrt(variance)) : 0);
    us_sort_doubles(mean, draws);
    if (cells)
        b.bounds = (us_bounds){us_quantile(mean, draws, (1 - level) / 2),
                               us_quantile(mean, draws, (1 + level) / 2)};
    for (int c = 0; c < cells; c++)
        us_tally_clear(&s[c].tally);
    us_free(s);
    us_free(value);
    us_free(mean);
    return b;
}
