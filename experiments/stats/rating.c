#include "experiments/stats/rating.h"

#include <math.h>

enum { STEPS = 200, HALVED = 30 };

static const double scale = 400 / 2.302585092994046; /* Elo by unit of the logarithm */

us_rating_def us_rating_def_default(int players, const double *point)
{
    return (us_rating_def){players, point, 1, -1};
}

static double points(const us_rating_def *def, int i, int j)
{
    return i == j ? 0 : def->point[(size_t)i * def->players + j];
}

static double expected(double ahead)
{
    return 1 / (1 + exp(-ahead));
}

/* Its logarithm, which holds where the number itself is too small. */
static double log_expected(double ahead)
{
    return ahead > 0 ? -log1p(exp(-ahead)) : ahead - log1p(exp(ahead));
}

static double likelihood(const us_rating_def *def, const double *strength)
{
    double sum = 0;
    for (int i = 0; i < def->players; i++) {
        double to_mean = log_expected(strength[i]) + log_expected(-strength[i]);
        sum += def->prior / 2 * to_mean;
        for (int j = 0; j < def->players; j++)
            sum += points(def, i, j) * log_expected(strength[i] - strength[j]);
    }
    return sum;
}

/* The likelihood's slope, and how it bends down: a positive definite matrix, thanks to the prior.
 */
static void derive(const us_rating_def *def, const double *strength, double *slope, double *bend)
{
    int n = def->players;
    for (int i = 0; i < n; i++) {
        double here = expected(strength[i]), own = def->prior * here * (1 - here);
        slope[i] = def->prior * (0.5 - here);
        for (int j = 0; j < n; j++) {
            double share = expected(strength[i] - strength[j]);
            double games = points(def, i, j) + points(def, j, i);
            double both = games * share * (1 - share);
            slope[i] += points(def, i, j) - games * share;
            bend[(size_t)i * n + j] = -both;
            own += both;
        }
        bend[(size_t)i * n + i] = own;
    }
}

/* By Gauss and Jordan; such a matrix needs no pivots. */
static void invert(double *matrix, int n)
{
    for (int k = 0; k < n; k++) {
        double *row = matrix + (size_t)k * n, pivot = 1 / row[k];
        row[k] = 1;
        for (int j = 0; j < n; j++)
            row[j] *= pivot;
        for (int i = 0; i < n; i++) {
            double *at = matrix + (size_t)i * n, times = at[k];
            if (i == k)
                continue;
            at[k] = 0;
            for (int j = 0; j < n; j++)
                at[j] -= times * row[j];
        }
    }
}

/* One of Newton's steps, halved until it climbs. Returns how far it went. */
static double climb(const us_rating_def *def, double *strength, double *next, double *slope,
                    double *bend)
{
    int n = def->players;
    double was = likelihood(def, strength), far = 0;
    derive(def, strength, slope, bend);
    invert(bend, n);
    for (int halved = 0; halved < HALVED; halved++) {
        double part = ldexp(1, -halved);
        far = 0;
        for (int i = 0; i < n; i++) {
            double step = 0;
            for (int j = 0; j < n; j++)
                step += bend[(size_t)i * n + j] * slope[j];
            next[i] = strength[i] + part * step;
            far = fmax(far, fabs(part * step));
        }
        if (likelihood(def, next) >= was - 1e-12 * fabs(was))
            break;
    }
    for (int i = 0; i < n; i++)
        strength[i] = next[i];
    return far;
}

/* What is left of the errors of all where one place is held: an anchor, or the mean. */
static double error_of(const double *spread, int n, int anchor, int i)
{
    double own = spread[(size_t)i * n + i], to = 0, of = 0;
    if (i == anchor)
        return 0;
    if (anchor >= 0)
        return sqrt(own + spread[(size_t)anchor * n + anchor] - 2 * spread[(size_t)i * n + anchor]);
    for (int j = 0; j < n; j++) {
        to += spread[(size_t)i * n + j] / n;
        for (int k = 0; k < n; k++)
            of += spread[(size_t)j * n + k] / n / n;
    }
    return sqrt(fmax(own - 2 * to + of, 0));
}

static void join(const us_rating_def *def, int i, int group, us_rating *out)
{
    out[i].group = group;
    for (int j = 0; j < def->players; j++)
        if (out[j].group < 0 && points(def, i, j) + points(def, j, i) > 0)
            join(def, j, group, out);
}

static int tell_games(const us_rating_def *def, us_rating *out)
{
    int groups = 0;
    for (int i = 0; i < def->players; i++) {
        out[i] = (us_rating){.group = -1};
        for (int j = 0; j < def->players; j++) {
            us_assert(points(def, i, j) >= 0 && isfinite(points(def, i, j)));
            out[i].points += points(def, i, j);
            out[i].games += points(def, i, j) + points(def, j, i);
        }
        out[i].perfect = out[i].points <= 0 || out[i].points >= out[i].games;
    }
    for (int i = 0; i < def->players; i++)
        if (out[i].group < 0)
            join(def, i, groups++, out);
    return groups;
}

int us_rate(const us_rating_def *def, us_rating *out)
{
    int n = def->players;
    us_assert(n > 0 && def->prior > 0 && def->anchor >= -1 && def->anchor < n);
    int groups = tell_games(def, out);
    size_t square = (size_t)n * (size_t)n;
    double *strength = US_NEW_ARRAY(double, n), *next = US_NEW_ARRAY(double, n);
    double *slope = US_NEW_ARRAY(double, n), *bend = US_NEW_ARRAY(double, square);
    for (int step = 0; step < STEPS && climb(def, strength, next, slope, bend) > 1e-10;)
        step++;
    derive(def, strength, slope, bend);
    invert(bend, n);
    double zero = 0;
    for (int i = 0; i < n; i++)
        zero += def->anchor < 0 ? strength[i] / n : 0;
    if (def->anchor >= 0)
        zero = strength[def->anchor];
    for (int i = 0; i < n; i++) {
        out[i].elo = scale * (strength[i] - zero);
        out[i].error = scale * error_of(bend, n, def->anchor, i);
    }
    us_free(strength);
    us_free(next);
    us_free(slope);
    us_free(bend);
    return groups;
}
