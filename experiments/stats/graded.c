#include "experiments/stats/graded.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "base/sort.h"

static int cell_of(const us_scores *s, int i)
{
    int cell = s->cell ? s->cell[i] : 0;
    us_assert(cell >= 0 && cell < s->cells && isfinite(s->score[i]));
    return cell;
}

static double *sorted(const double *score, int count)
{
    double *copy = US_NEW_ARRAY(double, count + 1);
    for (int i = 0; i < count; i++)
        copy[i] = score[i];
    us_sort_doubles(copy, count);
    return copy;
}

double us_iqm(const double *score, int count)
{
    if (count == 0)
        return 0;
    double *all = sorted(score, count);
    double mean = gsl_stats_trmean_from_sorted_data(0.25, all, 1, (size_t)count);
    us_free(all);
    return mean;
}

/* ---- bounds of it */

typedef struct placed {
    double score;
    int at;
} placed;

static int by_score(const void *a, const void *b)
{
    const placed *one = a, *other = b;
    if (one->score != other->score)
        return one->score < other->score ? -1 : 1;
    return (one->at > other->at) - (one->at < other->at);
}

/* Scores in rising order, and by cell where in that order its scores stand. */
typedef struct standing {
    double *score;
    int *place, *start; /* start[cells] ends the last one */
    int *times;         /* by place: how often it was drawn */
    int count, cells;
} standing;

static standing standing_of(const us_scores *scores)
{
    standing s = {.score = US_NEW_ARRAY(double, scores->count + 1),
                  .place = US_NEW_ARRAY(int, scores->count + 1),
                  .start = US_NEW_ARRAY(int, scores->cells + 2),
                  .times = US_NEW_ARRAY(int, scores->count + 1),
                  .count = scores->count,
                  .cells = scores->cells};
    placed *p = US_NEW_ARRAY(placed, s.count + 1);
    for (int i = 0; i < s.count; i++) {
        p[i] = (placed){scores->score[i], i};
        s.start[cell_of(scores, i) + 2]++;
    }
    us_sort(p, (size_t)s.count, sizeof(*p), by_score);
    for (int c = 0; c < s.cells; c++)
        s.start[c + 1] += s.start[c];
    for (int i = 0; i < s.count; i++) {
        s.score[i] = p[i].score;
        s.place[s.start[cell_of(scores, p[i].at) + 1]++] = i;
    }
    us_free(p);
    return s;
}

static void standing_clear(standing *s)
{
    us_free(s->score);
    us_free(s->place);
    us_free(s->start);
    us_free(s->times);
}

static double drawn_iqm(standing *s, us_rng *rng)
{
    memset(s->times, 0, (size_t)s->count * sizeof(*s->times));
    for (int c = 0; c < s->cells; c++) {
        int size = s->start[c + 1] - s->start[c];
        for (int i = 0; i < size; i++)
            s->times[s->place[s->start[c] + (int)us_rng_below(rng, (uint32_t)size)]]++;
    }
    int cut = s->count / 4, from = cut, left = s->count - 2 * cut;
    double sum = 0;
    for (int i = 0; left > 0; i++) {
        int here = s->times[i], skipped = here < from ? here : from;
        from -= skipped;
        here -= skipped;
        here = here < left ? here : left;
        sum += here * s->score[i];
        left -= here;
    }
    return sum / (s->count - 2 * cut);
}

static us_bounds drawn_bounds(standing *s, double level, int draws, uint64_t seed)
{
    double *mean = US_NEW_ARRAY(double, draws);
    us_rng rng = us_rng_derive(seed, "stats.iqm", 0);
    for (int d = 0; d < draws; d++)
        mean[d] = drawn_iqm(s, &rng);
    us_sort_doubles(mean, draws);
    us_bounds bounds = {us_quantile(mean, draws, (1 - level) / 2),
                        us_quantile(mean, draws, (1 + level) / 2)};
    us_free(mean);
    return bounds;
}

static us_bounds limit_of_bounds(const standing *s, double level, double iqm)
{
    int cut = s->count / 4;
    double low = s->score[cut], high = s->score[s->count - 1 - cut], squares = 0;
    for (int c = 0; c < s->cells; c++) {
        int first = s->start[c], size = s->start[c + 1] - first;
        double mean = 0;
        for (int i = 0; i < size; i++)
            mean += fmin(fmax(s->score[s->place[first + i]], low), high) / size;
        for (int i = 0; i < size; i++)
            squares += pow(fmin(fmax(s->score[s->place[first + i]], low), high) - mean, 2);
    }
    double half = us_normal_reach(level) * sqrt(squares) / (s->count - 2 * cut);
    return (us_bounds){iqm - half, iqm + half};
}

us_iqm_estimate us_iqm_of(const us_scores *scores, double level, int draws, uint64_t seed)
{
    us_assert(level > 0 && level < 1 && draws > 0);
    us_iqm_estimate e = {us_iqm(scores->score, scores->count), {-HUGE_VAL, HUGE_VAL}, 0};
    if (scores->count == 0)
        return e;
    standing s = standing_of(scores);
    if (scores->count <= US_IQM_WORK / draws) {
        e.draws = draws;
        e.bounds = drawn_bounds(&s, level, draws, seed);
    } else {
        e.bounds = limit_of_bounds(&s, level, e.mean);
    }
    standing_clear(&s);
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

/* Of one group, in rising order: what each pair's two games gain in all meetings of the group. */
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

/* What each pair of one group stands for. Returns how many pairs those are. */
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

static weighed weigh_all(const us_matched *m, const us_runs *runs)
{
    size_t room = (size_t)m->count + 1;
    int each = runs ? runs->runs : 1, count = 0;
    weighed w = {US_NEW_ARRAY(double, room), US_NEW_ARRAY(int, room), US_NEW_ARRAY(int, room),
                 US_NEW_ARRAY(int, room), 0};
    contender *c = US_NEW_ARRAY(contender, 2 * room);
    bool *single = US_NEW_ARRAY(bool, m->cells + 1), *second = US_NEW_ARRAY(bool, room);
    for (int i = 0; i < m->count; i++) {
        us_assert(isfinite(m->one[i]) && isfinite(m->other[i]));
        int group = cell_of_pair(m, i) * each + (runs ? runs->run[i] : 0);
        c[count++] = (contender){m->one[i], group, i, true};
        c[count++] = (contender){m->other[i], group, i, false};
    }
    us_sort(c, (size_t)count, sizeof(*c), by_group);
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
    us_free(c);
    us_free(single);
    us_free(second);
    return w;
}

us_estimate us_improvement_of(const us_matched *scores, const us_runs *runs, double level)
{
    weighed w = weigh_all(scores, runs);
    us_estimate_def how = {.level = level, .low = -HUGE_VAL, .high = HUGE_VAL};
    us_pairs pairs = {w.value, w.cell, w.count, scores->cells};
    us_runs of = runs ? *runs : (us_runs){0};
    of.run = w.run;
    of.game = of.game ? w.game : NULL;
    us_estimate e =
        runs ? us_estimate_of_runs(&pairs, &of, &how, NULL) : us_estimate_of(&pairs, &how);
    if (e.error == 0) { /* shares then: what might be otherwise has two games, which both meet */
        how.low = -1;
        how.high = 2;
        e = runs ? us_estimate_of_runs(&pairs, &of, &how, NULL) : us_estimate_of(&pairs, &how);
    }
    e.mean = w.count > 0 ? e.mean : (double)NAN;
    e.bounds = (us_bounds){fmax(e.bounds.low, 0), fmin(e.bounds.high, 1)};
    us_free(w.value);
    us_free(w.cell);
    us_free(w.run);
    us_free(w.game);
    return e;
}
