#include "understudy/statistics.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "experiments/stats/numbers.h"

enum { STEPS = 200, HALVED = 30 };

static const double scale = 400 / 2.302585092994046; /* Elo by unit of the logarithm */

us_rating_def us_rating_def_default(int players, const double *point)
{
    return (us_rating_def){.players = players, .point = point, .prior = 1, .anchor = -1};
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
            if (points(def, i, j) > 0)
                sum += points(def, i, j) * log_expected(strength[i] - strength[j]);
    }
    return sum;
}

/* Computes the likelihood's slope and curvature: a symmetric matrix, positive definite thanks to
 * the prior. Players that have not met have a 0 in it. */
static void derive(const us_rating_def *def, const double *strength, double *slope, double *bend)
{
    int n = def->players;
    for (int i = 0; i < n; i++) {
        double here = expected(strength[i]), own = def->prior * here * (1 - here);
        slope[i] = def->prior * (0.5 - here);
        for (int j = 0; j < n; j++) {
            double games = points(def, i, j) + points(def, j, i);
            bend[(size_t)i * n + j] = 0;
            if (games <= 0)
                continue;
            double share = expected(strength[i] - strength[j]);
            double both = games * share * (1 - share);
            slope[i] += points(def, i, j) - games * share;
            bend[(size_t)i * n + j] = -both;
            own += both;
        }
        bend[(size_t)i * n + i] = own;
    }
}

/* Factors by Cholesky: the upper triangle becomes U, with U'U the matrix. Zeros cost nothing: if
 * players meet opponents alone, only the opponents' rows fill up. room: for n. */
static void factor(double *matrix, int n, int *room)
{
    for (int k = 0; k < n; k++) {
        double *row = matrix + (size_t)k * n;
        int count = 0;
        row[k] = sqrt(row[k]);
        for (int j = k + 1; j < n; j++) {
            if (row[j] == 0)
                continue;
            row[j] /= row[k];
            room[count++] = j;
        }
        for (int a = 0; a < count; a++) {
            double *other = matrix + (size_t)room[a] * n, times = row[room[a]];
            for (int b = a; b < count; b++)
                other[room[b]] -= times * row[room[b]];
        }
    }
}

/* U' y = x, in place; all of x before first is 0. */
static void solve_down(const double *upper, int n, int first, double *x)
{
    for (int k = first; k < n; k++) {
        const double *row = upper + (size_t)k * n;
        if (x[k] == 0)
            continue;
        x[k] /= row[k];
        for (int j = k + 1; j < n; j++)
            x[j] -= row[j] * x[k];
    }
}

static void solve(const double *upper, int n, double *x)
{
    solve_down(upper, n, 0, x);
    for (int k = n - 1; k >= 0; k--) {
        const double *row = upper + (size_t)k * n;
        for (int j = k + 1; j < n; j++)
            x[k] -= row[j] * x[j];
        x[k] /= row[k];
    }
}

typedef struct ascent {
    double *strength, *next, *slope, *bend;
    int *room;
} ascent;

/* One of Newton's steps, halved until it climbs. Returns how far it went. */
static double climb(const us_rating_def *def, ascent *at)
{
    int n = def->players;
    double was = likelihood(def, at->strength), far = 0;
    derive(def, at->strength, at->slope, at->bend);
    factor(at->bend, n, at->room);
    solve(at->bend, n, at->slope);
    for (int halved = 0; halved < HALVED; halved++) {
        double part = ldexp(1, -halved);
        far = 0;
        for (int i = 0; i < n; i++) {
            at->next[i] = at->strength[i] + part * at->slope[i];
            far = fmax(far, fabs(part * at->slope[i]));
        }
        if (likelihood(def, at->next) >= was - 1e-12 * fabs(was))
            break;
    }
    memcpy(at->strength, at->next, (size_t)n * sizeof(*at->next));
    return far;
}

/* Returns the square of the error of a difference of ratings, by the clusters' effect on it. u is
 * what each point of a player adds to the difference. */
static double cluster_square(const us_rating_def *def, const double *strength, const double *u,
                             double *moved)
{
    double squares = 0;
    memset(moved, 0, (size_t)def->clusters * sizeof(*moved));
    for (int i = 0; i < def->shares; i++) {
        const us_rating_share *s = &def->share[i];
        double share = expected(strength[s->one] - strength[s->other]);
        moved[s->cluster] += (s->points - s->games * share) * (u[s->one] - u[s->other]);
    }
    for (int c = 0; c < def->clusters; c++)
        squares += moved[c] * moved[c];
    return squares * def->clusters / (def->clusters - 1);
}

/* The same for each player relative to one held place, by the factored curvature. */
static void compute_cluster_errors(const us_rating_def *def, const ascent *at, us_rating *out)
{
    int n = def->players;
    double *u = at->next;
    US_AUTOFREE double *moved = US_NEW_ARRAY(double, def->clusters);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++)
            u[k] = (k == i) - (def->anchor < 0 ? 1.0 / n : k == def->anchor);
        solve(at->bend, n, u);
        double error = scale * sqrt(cluster_square(def, at->strength, u, moved));
        out[i].error = fmax(out[i].error, error);
    }
}

/* Computes the errors of all players relative to one held place, an anchor or the mean. With c the
 * player less the held place, the square is c' (U'U)^-1 c, the length of U'^-1 c. */
static void compute_errors(const us_rating_def *def, ascent *at, us_rating *out)
{
    int n = def->players;
    double *held = at->slope, *own = at->next;
    derive(def, at->strength, at->slope, at->bend);
    factor(at->bend, n, at->room);
    for (int i = 0; i < n; i++)
        held[i] = def->anchor < 0 ? 1.0 / n : i == def->anchor;
    solve_down(at->bend, n, 0, held);
    for (int i = 0; i < n; i++) {
        double square = 0;
        memset(own, 0, (size_t)n * sizeof(*own));
        own[i] = 1;
        solve_down(at->bend, n, i, own);
        for (int k = 0; k < n; k++)
            square += (own[k] - held[k]) * (own[k] - held[k]);
        out[i].error = scale * sqrt(square);
    }
    if (def->share && def->clusters > 1)
        compute_cluster_errors(def, at, out);
}

static void join(const us_rating_def *def, int i, int group, us_rating *out)
{
    out[i].group = group;
    for (int j = 0; j < def->players; j++)
        if (out[j].group < 0 && points(def, i, j) + points(def, j, i) > 0)
            join(def, j, group, out);
}

static int count_games(const us_rating_def *def, us_rating *out)
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

int us_ratings_compute(const us_rating_def *def, us_rating *out)
{
    int n = def->players;
    us_assert(n > 0 && def->prior > 0 && def->anchor >= -1 && def->anchor < n);
    int groups = count_games(def, out);
    size_t square = (size_t)n * (size_t)n;
    US_AUTOPTR(us_arena) arena = us_arena_new();
    ascent at = {US_ARENA_ARRAY(arena, double, n), US_ARENA_ARRAY(arena, double, n),
                 US_ARENA_ARRAY(arena, double, n), US_ARENA_ARRAY(arena, double, square),
                 US_ARENA_ARRAY(arena, int, n)};
    for (int step = 0; step < STEPS && climb(def, &at) > 1e-10;)
        step++;
    double zero = 0;
    for (int i = 0; i < n; i++)
        zero += def->anchor < 0 ? at.strength[i] / n : i == def->anchor ? at.strength[i] : 0;
    for (int i = 0; i < n; i++)
        out[i].elo = scale * (at.strength[i] - zero);
    compute_errors(def, &at, out);
    return groups;
}
