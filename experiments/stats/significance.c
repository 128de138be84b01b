#include "experiments/stats/significance.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdlib.h>

#include "base/sort.h"
#include "experiments/stats/numbers.h"
#include "understudy/statistics.h"

us_mcnemar us_mcnemar_test(int64_t b, int64_t c)
{
    us_assert(b >= 0 && c >= 0);
    int64_t less = b < c ? b : c;
    double tail = us_binomial_cdf(less, b + c, 0.5);
    double seen = us_binomial_pmf(less, b + c, 0.5);
    return (us_mcnemar){fmin(2 * tail, 1), fmin(2 * tail - seen, 1)};
}

/* ---- signed ranks */

/* Ways to reach each doubled sum of ranks, by how many are above 0: so that zeros, which lift every
 * rank alike, make the table no larger. Ranks here are those without zeros. */
typedef struct ways {
    double of[US_RANKS_COUNTED + 1][US_RANKS_COUNTED * (US_RANKS_COUNTED + 1) + 1];
} ways;

static void count_ways(const us_two_sides *s, ways *w)
{
    int taken = 0, sum = 0;
    w->of[0][0] = 1;
    for (int k = 0; k < s->kinds; k++) {
        int ties = s->plus[k] + s->minus[k], rank = 2 * taken + ties + 1;
        for (int t = 0; t < ties; t++) {
            for (int above = taken; above >= 0; above--)
                for (int at = sum; at >= 0; at--)
                    w->of[above + 1][at + rank] += w->of[above][at];
            taken++;
            sum += rank;
        }
    }
}

static double counted(const us_two_sides *s, int64_t plus, int64_t both)
{
    US_AUTOFREE ways *w = US_NEW(ways);
    count_ways(s, w);
    int64_t off = llabs(2 * plus - both);
    double far = 0;
    int most = s->others * (s->others + 1);
    for (int above = 0; above <= s->others; above++)
        for (int sum = 0; sum <= most; sum++)
            if (llabs(2 * (2LL * s->zeros * above + sum) - both) >= off)
                far += w->of[above][sum];
    return ldexp(far, -s->others);
}

us_signed_ranks us_signed_rank_test(const double *difference, int count)
{
    US_AUTO(us_two_sides_clear) us_two_sides s = us_two_sides_make(difference, count);
    us_signed_ranks r = {.zeros = s.zeros, .others = s.others, .p = 1};
    int64_t plus = 0, minus = 0, before = s.zeros; /* doubled */
    double squares = 0;
    for (int k = 0; k < s.kinds; k++) {
        int64_t ties = s.plus[k] + s.minus[k], rank = 2 * before + ties + 1;
        plus += rank * s.plus[k];
        minus += rank * s.minus[k];
        squares += (double)ties * (double)rank * (double)rank;
        before += ties;
    }
    r.plus = (double)plus / 2;
    r.minus = (double)minus / 2;
    if (s.others > US_RANKS_COUNTED) {
        r.how = US_P_VALUE_NORMAL;
        r.p = fmin(2 * gsl_cdf_ugaussian_Q(fabs((double)(plus - minus)) / sqrt(squares)), 1);
    } else if (s.others > 0) {
        r.p = counted(&s, plus, plus + minus);
    }
    return r;
}

/* ---- several at once */

typedef struct ranked {
    double p;
    int at;
} ranked;

static int by_p(const void *a, const void *b)
{
    const ranked *one = a, *other = b;
    if (one->p != other->p)
        return one->p < other->p ? -1 : 1;
    return (one->at > other->at) - (one->at < other->at);
}

void us_holm_adjust(const double *p, int m, double *adjusted)
{
    US_AUTOFREE ranked *r = US_NEW_ARRAY(ranked, m + 1);
    for (int i = 0; i < m; i++) {
        us_assert(p[i] >= 0 && p[i] <= 1);
        r[i] = (ranked){p[i], i};
    }
    us_array_sort(r, (size_t)m, sizeof(*r), by_p);
    double most = 0;
    for (int i = 0; i < m; i++) {
        most = fmin(fmax(most, r[i].p * (m - i)), 1);
        adjusted[r[i].at] = most;
    }
}

/* ---- flips */

enum { ENUMERATED = 20, SIZES_DRAWN = 4000 };

/* Returns the least sum that counts as large as the observed one, less a margin for rounding. */
static double bar_of(const us_two_sides *s)
{
    double sum = 0, all = 0;
    for (int k = 0; k < s->kinds; k++) {
        sum += s->size[k] * (s->plus[k] - s->minus[k]);
        all += s->size[k] * (s->plus[k] + s->minus[k]);
    }
    return fabs(sum) - 1e-9 * all;
}

/* In the order of a Gray code each sum is one sign away from the one before it. The first sign
 * stays: the other half is the same with signs turned. */
static double enumerate(const us_two_sides *s, double bar)
{
    double size[ENUMERATED] = {0}, sum = 0;
    int n = 0;
    for (int k = 0; k < s->kinds; k++) {
        for (int t = s->plus[k] + s->minus[k]; t > 0; t--) {
            size[n++] = s->size[k];
            sum += s->size[k];
        }
    }
    us_assert(n > 0);
    uint32_t cases = UINT32_C(1) << (n - 1), turned = 0;
    int64_t far = sum >= bar;
    for (uint32_t i = 1; i < cases; i++) {
        int flip = __builtin_ctz(i);
        turned ^= UINT32_C(1) << flip;
        sum += turned >> flip & 1 ? -2 * size[flip + 1] : 2 * size[flip + 1];
        far += fabs(sum) >= bar;
    }
    return (double)far / cases;
}

/* Heads of n coins, as far from n / 2 as anything is probable at all. */
typedef struct coins {
    int n, first, count;
    double *exactly, *at_least; /* from first on */
} coins;

static coins coins_of(int n)
{
    int wide = (int)(20 * sqrt(n)) + 20, first = n / 2 > wide ? n / 2 - wide : 0;
    int last = n - first, middle = n / 2 - first;
    coins c = {.n = n, .first = first, .count = last - first + 1};
    c.exactly = US_NEW_ARRAY(double, c.count);
    c.at_least = US_NEW_ARRAY(double, c.count + 1);
    c.exactly[middle] = us_binomial_pmf(n / 2, n, 0.5);
    for (int i = middle; i > 0; i--)
        c.exactly[i - 1] = c.exactly[i] * (first + i) / (n - (first + i) + 1);
    for (int i = middle; i + 1 < c.count; i++)
        c.exactly[i + 1] = c.exactly[i] * (n - (first + i)) / (first + i + 1);
    for (int i = c.count - 1; i >= 0; i--)
        c.at_least[i] = c.at_least[i + 1] + c.exactly[i];
    double all = c.at_least[0]; /* 1, but for what logarithms lost */
    for (int i = 0; i < c.count; i++) {
        c.exactly[i] /= all;
        c.at_least[i] /= all;
    }
    return c;
}

static void coins_clear(coins *c)
{
    us_mem_free(c->exactly);
    us_mem_free(c->at_least);
}

static double at_least(const coins *c, double heads)
{
    double place = ceil(heads - 1e-9) - c->first;
    if (place <= 0)
        return 1;
    return place >= c->count ? 0 : c->at_least[(int)place];
}

/* Counts one or two sizes: for each number of signs of the one, the tail of the other's. */
static double count_two(const us_two_sides *s, double bar)
{
    if (bar <= 0)
        return 1;
    double far = 0;
    US_AUTO(coins_clear) coins a = coins_of(s->plus[0] + s->minus[0]);
    US_AUTO(coins_clear) coins b = coins_of(s->kinds > 1 ? s->plus[1] + s->minus[1] : 0);
    double other = s->size[s->kinds - 1];
    for (int i = 0; i < a.count; i++) {
        double sum = s->size[0] * (2.0 * (a.first + i) - a.n);
        far += a.exactly[i] * at_least(&b, ((bar - sum) / other + b.n) / 2);
    }
    return fmin(2 * far, 1);
}

static double draw(const us_two_sides *s, double bar, uint64_t seed)
{
    us_rng rng = us_rng_derive(seed, "stats.flips", 0);
    gsl_rng gsl = us_rng_to_gsl(&rng);
    int from = s->kinds > SIZES_DRAWN ? s->kinds - SIZES_DRAWN : 0, far = 1;
    double rest = 0;
    for (int k = 0; k < from; k++)
        rest += (s->plus[k] + s->minus[k]) * s->size[k] * s->size[k];
    for (int d = 0; d < US_FLIP_DRAWS; d++) {
        double sum = from > 0 ? gsl_ran_gaussian_ziggurat(&gsl, sqrt(rest)) : 0;
        for (int k = from; k < s->kinds; k++) {
            int n = s->plus[k] + s->minus[k];
            sum += s->size[k] * (2 * us_rng_draw_heads(&rng, n) - n);
        }
        far += fabs(sum) >= bar;
    }
    return (double)far / (1 + US_FLIP_DRAWS);
}

us_flips us_flip_test(const double *difference, int count, uint64_t seed)
{
    US_AUTO(us_two_sides_clear) us_two_sides s = us_two_sides_make(difference, count);
    us_flips f = {1, US_P_VALUE_COUNTED};
    double bar = bar_of(&s);
    if (s.kinds > 0 && s.kinds <= 2)
        f.p = count_two(&s, bar);
    else if (s.kinds > 0 && s.others <= ENUMERATED)
        f.p = enumerate(&s, bar);
    else if (s.kinds > 0)
        f = (us_flips){draw(&s, bar, seed), US_P_VALUE_DRAWN};
    return f;
}

/* ---- sequential */

us_sprt_def us_sprt_def_default(void)
{
    return (us_sprt_def){.delta1 = 0.1,
                         .alpha = 0.05,
                         .beta = 0.05,
                         .first = 30,
                         .batch = 10,
                         .cap = 100000,
                         .reach = 1};
}

void us_sprt_def_set_by_map(us_sprt_def *def)
{
    def->first = 6;
    def->batch = 1;
}

const char *us_sprt_state_name(us_sprt_state state)
{
    static const char *const names[] = {"running", "delta0", "delta1", "capped"};
    return names[state];
}

static double lower_of(const us_sprt_def *def)
{
    return log(def->beta / (1 - def->alpha));
}

static double upper_of(const us_sprt_def *def)
{
    return log((1 - def->beta) / def->alpha);
}

bool us_sprt_def_is_due(const us_sprt_def *def, int64_t steps)
{
    return steps == def->cap ||
           (steps >= def->first && steps < def->cap && (steps - def->first) % def->batch == 0);
}

us_sprt us_sprt_start(const us_sprt_def *def)
{
    us_assert(def->delta0 < def->delta1 && def->first >= 2 && def->batch >= 1);
    us_assert(def->alpha > 0 && def->beta > 0 && def->alpha + def->beta < 1 && def->reach > 0);
    return (us_sprt){
        .def = *def,
        .lower = lower_of(def),
        .upper = upper_of(def),
    };
}

double us_sprt_ratio(const us_sprt_def *def, int pairs, double mean, double variance)
{
    if (pairs == 0)
        return 0;
    double far = fmax(upper_of(def), -lower_of(def));
    double spread = (variance * (pairs - 1) + far * def->reach * def->reach) / pairs;
    double half = (def->delta1 - def->delta0) / 2, middle = (def->delta0 + def->delta1) / 2;
    double most = sqrt(spread + half * half), off = fmin(fmax(mean - middle, -most), most);
    return (pairs - 1) / 2.0 *
           log((spread + (off + half) * (off + half)) / (spread + (off - half) * (off - half)));
}

void us_sprt_add_equal(us_sprt *sprt, double difference, int times)
{
    us_assert(isfinite(difference));
    for (int i = 0; i < times && sprt->state == US_SPRT_RUNNING; i++) {
        double off = difference - sprt->mean;
        sprt->weighed++;
        sprt->mean += off / sprt->weighed;
        sprt->squares += off * (difference - sprt->mean);
    }
}

us_sprt_state us_sprt_test(us_sprt *sprt)
{
    const us_sprt_def *def = &sprt->def;
    if (sprt->state != US_SPRT_RUNNING || !us_sprt_def_is_due(def, ++sprt->steps))
        return sprt->state;
    if (sprt->weighed >= def->first)
        sprt->ratio =
            us_sprt_ratio(def, sprt->weighed, sprt->mean, sprt->squares / (sprt->weighed - 1));
    if (sprt->ratio <= sprt->lower)
        sprt->state = US_SPRT_DELTA0;
    else if (sprt->ratio >= sprt->upper)
        sprt->state = US_SPRT_DELTA1;
    else if (sprt->steps >= def->cap)
        sprt->state = US_SPRT_CAPPED;
    return sprt->state;
}

us_sprt_state us_sprt_add(us_sprt *sprt, double difference)
{
    us_sprt_add_equal(sprt, difference, 1);
    return us_sprt_test(sprt);
}

int us_sprt_compute_least_steps(const us_sprt_def *def, double difference)
{
    for (int n = def->first; n < def->cap; n += def->batch) {
        double ratio = us_sprt_ratio(def, n, difference, 0);
        if (ratio <= lower_of(def) || ratio >= upper_of(def))
            return n;
    }
    return def->cap;
}
