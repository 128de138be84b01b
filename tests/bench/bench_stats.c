/* What the statistics of a large experiment cost: its effect, bounds and tests. */
#include <stdio.h>

#include "base/rng.h"
#include "experiments/stats/effect.h"
#include "tests/bench/bench.h"
#include "understudy/statistics.h"

enum { PAIRS = 1000000, CELLS = 100 };

static double since(int64_t *then)
{
    int64_t now = bench_ns(), before = *then;
    *then = now;
    return (double)(now - before) / 1e6;
}

/* Scores of 0, 1/2 and 1, or of any share between; a little more for one side. */
static void fill(double *difference, int *cell, int values)
{
    us_rng rng = us_rng_derive(1, "bench.stats", (uint64_t)values);
    for (int i = 0; i < PAIRS; i++) {
        int one = (int)us_rng_next_below(&rng, (uint32_t)values);
        int other = (int)us_rng_next_below(&rng, (uint32_t)values);
        bool gains = one > other && one < values - 1 && us_rng_next_bool(&rng, 1, 300);
        cell[i] = (int)us_rng_next_below(&rng, CELLS);
        difference[i] = (double)((gains ? one + 1 : one) - other) / (values - 1);
    }
}

static void measure(const char *name, const double *difference, const int *cell)
{
    us_pairs pairs = {difference, cell, PAIRS, CELLS};
    us_estimate_def def = us_estimate_def_default();
    int64_t b = 0, c = 0, start = bench_ns(), at = start;
    us_estimate effect = us_estimate_compute(&pairs, &def);
    double took_effect = since(&at);
    us_bootstrap drawn = us_bootstrap_compute(&pairs, 0.95, US_BOOTSTRAP_DRAWS, 1);
    double took_bootstrap = since(&at);
    for (int i = 0; i < PAIRS; i++) {
        b += difference[i] > 0;
        c += difference[i] < 0;
    }
    us_mcnemar mcnemar = us_mcnemar_test(b, c);
    double took_mcnemar = since(&at);
    us_signed_ranks ranks = us_signed_rank_test(difference, PAIRS);
    double took_ranks = since(&at);
    us_flips flips = us_flip_test(difference, PAIRS, 1);
    double took_flips = since(&at);
    printf("stats    %-12s %8d %7.0f %9.0f %8.0f %6.0f %6.0f %6.0f  %+.5f [%+.5f, %+.5f] "
           "[%+.5f, %+.5f] p %.4f %.4f %.4f\n",
           name, PAIRS, took_effect, took_bootstrap, took_mcnemar, took_ranks, took_flips,
           (double)(at - start) / 1e6, effect.mean, effect.bounds.low, effect.bounds.high,
           drawn.bounds.low, drawn.bounds.high, mcnemar.exact, ranks.p, flips.p);
    at = bench_ns();
    us_estimate iqm = us_iqm_estimate(&pairs, NULL, NULL, &def);
    double took_iqm = since(&at);
    us_matched matched = {difference, difference, cell, PAIRS, CELLS};
    us_estimate better = us_improvement_estimate(&matched, NULL, NULL, 0.95);
    double took_better = since(&at);
    printf("stats    %-12s interquartile mean %.3f in %.0f ms, improvement %.3f in %.0f ms\n", name,
           iqm.mean, took_iqm, better.mean, took_better);
}

void bench_stats(void)
{
    double *difference = US_NEW_ARRAY(double, PAIRS);
    int *cell = US_NEW_ARRAY(int, PAIRS);
    printf("stats    %d cells, ms   pairs  effect bootstrap  McNemar  ranks  flips    all  what "
           "they say\n",
           CELLS);
    fill(difference, cell, 3);
    measure("half points", difference, cell);
    fill(difference, cell, 1000001);
    measure("shares", difference, cell);
    us_mem_free(difference);
    us_mem_free(cell);
}
