#include "understudy/statistics.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

#include "base/sort.h"
#include "experiments/stats/bounds.h"
#include "experiments/stats/tally.h"

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
    ways *w = US_NEW(ways);
    count_ways(s, w);
    int64_t off = llabs(2 * plus - both);
    double far = 0;
    int most = s->others * (s->others + 1);
    for (int above = 0; above <= s->others; above++)
        for (int sum = 0; sum <= most; sum++)
            if (llabs(2 * (2LL * s->zeros * above + sum) - both) >= off)
                far += w->of[above][sum];
    us_mem_free(w);
    return ldexp(far, -s->others);
}

us_signed_ranks us_signed_rank_test(const double *difference, int count)
{
    us_two_sides s = us_two_sides_make(difference, count);
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
    us_two_sides_clear(&s);
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
    ranked *r = US_NEW_ARRAY(ranked, m + 1);
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
    us_mem_free(r);
}
