#include "experiments/stats/effect.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>

#include "base/arena.h"
#include "base/sort.h"
#include "experiments/stats/numbers.h"

static double *sorted(const double *score, int count)
{
    double *copy = US_NEW_ARRAY(double, count + 1);
    for (int i = 0; i < count; i++)
        copy[i] = score[i];
    us_doubles_sort(copy, count);
    return copy;
}

/* Beyond the quartiles a score moves nothing: it counts as one that lies at them. */
us_estimate us_iqm_estimate(const us_pairs *scores, const us_runs *runs, const us_atlas *atlas,
                            const us_estimate_def *def)
{
    int count = scores->count, cut = count / 4;
    if (count == 0)
        return us_estimate_compute(scores, def);
    US_AUTOFREE double *all = sorted(scores->difference, count),
                       *drawn_in = US_NEW_ARRAY(double, count);
    double low = all[cut], high = all[count - 1 - cut], kept = (double)(count - 2 * cut) / count;
    for (int i = 0; i < count; i++)
        drawn_in[i] = fmin(fmax(scores->difference[i], low), high);
    us_pairs pairs = *scores;
    pairs.difference = drawn_in;
    us_estimate e = us_estimate_compute_in_scope(&pairs, runs, atlas, def, NULL);
    double apart = gsl_stats_trmean_from_sorted_data(0.25, all, 1, (size_t)count) - e.mean;
    e.mean += apart;
    e.error /= kept;
    e.bounds.low = fmax(e.mean + (e.bounds.low + apart - e.mean) / kept, def->low);
    e.bounds.high = fmin(e.mean + (e.bounds.high + apart - e.mean) / kept, def->high);
    return e;
}

/* ---- improvement */

typedef struct contender {
    double score;
    int group; /* cell and run */
    int pair;
    bool one; /* of the one; else of the other */
} contender;

static int by_group(const void *a, const void *b)
{
    const contender *x = a, *y = b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    if (x->score != y->score)
        return x->score < y->score ? -1 : 1;
    return x->pair == y->pair ? x->one - y->one : x->pair < y->pair ? -1 : 1;
}

static double meet(double one, double other)
{
    return one > other ? 1 : one == other ? 0.5 : 0;
}

/* Computes for one group, in rising order, what each pair's two games gain in all comparisons of
 * the group. */
static void meet_all(const contender *c, int count, double *gain)
{
    double below = 0, ones = 0; /* of the other, of the one */
    for (int i = 0, end; i < count; i = end) {
        double here = 0;
        for (end = i; end < count && c[end].score == c[i].score; end++)
            here += c[end].one;
        double others = end - i - here, above = count / 2.0 - ones;
        for (int k = i; k < end; k++)
            gain[c[k].pair] += c[k].one ? below + others / 2 : above - here / 2;
        below += others;
        ones += here;
    }
}

/* Computes the jackknife value of each pair of one group. Returns the number of pairs. */
static int weigh(const us_matched *m, const contender *c, int count, double *value)
{
    int n = count / 2;
    double mean = 0;
    if (n < 2)
        return n;
    meet_all(c, count, value);
    for (int i = 0; i < count; i++) {
        int pair = c[i].pair;
        if (!c[i].one)
            continue;
        value[pair] = (value[pair] - 2 * meet(m->one[pair], m->other[pair])) / (2 * (n - 1));
        mean += value[pair] / n;
    }
    for (int i = 0; i < count && n > 2; i++)
        if (c[i].one)
            value[c[i].pair] = mean + 2 * (n - 1) * (value[c[i].pair] - mean) / (n - 2);
    return n;
}

/* The rows that statistics are of. */
typedef struct weighed {
    double *value;
    int *cell, *run, *game;
    int count;
} weighed;

static int cell_of_pair(const us_matched *m, int i)
{
    return m->cell ? m->cell[i] : 0;
}

static weighed weigh_all(const us_matched *m, const us_runs *runs, us_arena *arena)
{
    size_t room = (size_t)m->count + 1;
    int each = runs ? runs->runs : 1, count = 0;
    weighed w = {US_ARENA_ARRAY(arena, double, room), US_ARENA_ARRAY(arena, int, room),
                 US_ARENA_ARRAY(arena, int, room), US_ARENA_ARRAY(arena, int, room), 0};
    US_AUTOFREE contender *c = US_NEW_ARRAY(contender, 2 * room);
    US_AUTOFREE bool *single = US_NEW_ARRAY(bool, m->cells + 1), *second = US_NEW_ARRAY(bool, room);
    for (int i = 0; i < m->count; i++) {
        us_assert(isfinite(m->one[i]) && isfinite(m->other[i]));
        int group = cell_of_pair(m, i) * each + (runs ? runs->run[i] : 0);
        c[count++] = (contender){m->one[i], group, i, true};
        c[count++] = (contender){m->other[i], group, i, false};
    }
    us_array_sort(c, (size_t)count, sizeof(*c), by_group);
    for (int i = 0, end; i < count; i = end) {
        int last = c[i].pair;
        for (end = i; end < count && c[end].group == c[i].group; end++)
            last = c[end].pair > last ? c[end].pair : last;
        int pairs = weigh(m, c + i, end - i, w.value);
        single[cell_of_pair(m, last)] |= pairs == 1;
        second[last] = pairs == 2;
    }
    for (int i = 0; i < m->count; i++) {
        if (second[i] || single[cell_of_pair(m, i)])
            continue;
        w.value[w.count] = w.value[i];
        w.cell[w.count] = cell_of_pair(m, i);
        w.run[w.count] = runs ? runs->run[i] : 0;
        w.game[w.count++] = runs && runs->game ? runs->game[i] : 0;
    }
    return w;
}

us_estimate us_improvement_estimate(const us_matched *scores, const us_runs *runs,
                                    const us_atlas *atlas, double level)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    weighed w = weigh_all(scores, runs, arena);
    us_estimate_def how = {.level = level, .low = -HUGE_VAL, .high = HUGE_VAL};
    us_pairs pairs = {w.value, w.cell, w.count, scores->cells, false};
    us_runs of = runs ? *runs : (us_runs){0};
    of.run = w.run;
    of.game = of.game ? w.game : NULL;
    us_estimate e = us_estimate_compute_in_scope(&pairs, runs ? &of : NULL, atlas, &how, NULL);
    /* The values are then shares. A pair that may be otherwise has two games, and comparisons hold
     * both. */
    if (e.error == 0) {
        how.low = -1;
        how.high = 2;
        e = us_estimate_compute_in_scope(&pairs, runs ? &of : NULL, atlas, &how, NULL);
    }
    e.mean = w.count > 0 ? e.mean : (double)NAN;
    e.bounds = (us_bounds){fmax(e.bounds.low, 0), fmin(e.bounds.high, 1)};
    return e;
}
