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
    int cell;
    int one; /* 1: of the one, 0: of the other */
} contender;

static int by_cell(const void *a, const void *b)
{
    const contender *x = a, *y = b;
    if (x->cell != y->cell)
        return x->cell < y->cell ? -1 : 1;
    if (x->score != y->score)
        return x->score < y->score ? -1 : 1;
    return x->one - y->one;
}

static int add(const us_scores *s, int one, contender *out)
{
    for (int i = 0; i < s->count; i++)
        out[i] = (contender){s->score[i], cell_of(s, i), one};
    return s->count;
}

/* Of one cell. Returns whether both have scores in it. */
static bool improvement(const contender *c, int count, double *probability)
{
    int64_t below = 0, ones = 0;
    double above = 0;
    for (int i = 0, end; i < count; i = end) {
        int64_t here = 0, others = 0;
        for (end = i; end < count && c[end].score == c[i].score; end++) {
            here += c[end].one;
            others += !c[end].one;
        }
        above += (double)here * ((double)below + (double)others / 2);
        below += others;
        ones += here;
    }
    if (below == 0 || ones == 0)
        return false;
    *probability = above / (double)below / (double)ones;
    return true;
}

us_improvement us_improvement_of(const us_scores *one, const us_scores *other)
{
    size_t room = (size_t)one->count + (size_t)other->count;
    contender *c = US_NEW_ARRAY(contender, room + 1);
    int count = add(one, 1, c);
    count += add(other, 0, c + count);
    us_sort(c, (size_t)count, sizeof(*c), by_cell);
    us_improvement sum = {0};
    for (int i = 0, end; i < count; i = end) {
        double here = 0;
        for (end = i; end < count && c[end].cell == c[i].cell;)
            end++;
        sum.cells += improvement(c + i, end - i, &here);
        sum.probability += here;
    }
    sum.probability = sum.cells ? sum.probability / sum.cells : 0.5;
    us_free(c);
    return sum;
}
