#include "experiments/stats/screening.h"

#include <gsl/gsl_linalg.h>
#include <math.h>

/* The sums of a regression without the blocks' levels: products of the deviations from the means of
 * their block. */
struct us_screening {
    int changes, blocks, games;
    double *square; /* changes x changes: sums of products of two changes */
    double *cross;  /* by change: sums of its products with the values */
    double total;   /* sum of the values' squares */
    int *count;     /* by change: games */
    double *mean;   /* by change: expected before any game, */
    double *error;  /* with this error */
    /* the open block */
    int members;
    double sum;
    int *with; /* by change: games of the block */
};

us_screening *us_screening_new(int changes, double spread)
{
    us_screening *screen = US_NEW(us_screening);
    us_assert(changes > 0);
    screen->changes = changes;
    screen->square = US_NEW_ARRAY(double, changes *changes);
    screen->cross = US_NEW_ARRAY(double, changes);
    screen->count = US_NEW_ARRAY(int, changes);
    screen->with = US_NEW_ARRAY(int, changes);
    screen->mean = US_NEW_ARRAY(double, changes);
    screen->error = US_NEW_ARRAY(double, changes);
    for (int i = 0; i < changes; i++)
        us_screening_expect(screen, i, 0, spread);
    return screen;
}

void us_screening_free(us_screening *screen)
{
    if (!screen)
        return;
    us_mem_free(screen->square);
    us_mem_free(screen->cross);
    us_mem_free(screen->count);
    us_mem_free(screen->with);
    us_mem_free(screen->mean);
    us_mem_free(screen->error);
    us_mem_free(screen);
}

void us_screening_expect(us_screening *screen, int change, double mean, double error)
{
    us_assert(change >= 0 && change < screen->changes && error > 0);
    screen->mean[change] = mean;
    screen->error[change] = error;
}

void us_screening_begin_block(us_screening *screen)
{
    screen->members = 0;
    screen->sum = 0;
    for (int i = 0; i < screen->changes; i++)
        screen->with[i] = 0;
    screen->blocks++;
}

/* Adds the product of x and y to a sum of products, and the change that this makes to the means:
 * with n games, the sum of deviations' products grows by x y - (Sx + x)(Sy + y) / (n + 1) + Sx Sy /
 * n, with Sx and Sy the sums of the n games before. */
static double product(double n, double x, double y, double sum_x, double sum_y)
{
    double before = n > 0 ? sum_x * sum_y / n : 0;
    return x * y - (sum_x + x) * (sum_y + y) / (n + 1) + before;
}

static bool *mark(const us_screening *screen, const int *change, int count)
{
    bool *in = US_NEW_ARRAY(bool, screen->changes);
    for (int i = 0; i < count; i++) {
        us_assert(change[i] >= 0 && change[i] < screen->changes && !in[change[i]]);
        in[change[i]] = true;
    }
    return in;
}

void us_screening_add(us_screening *screen, const int *change, int count, double value)
{
    US_AUTOFREE bool *in = mark(screen, change, count);
    double n = screen->members;
    int changes = screen->changes;
    us_assert(screen->blocks > 0);
    for (int i = 0; i < changes; i++) {
        double *row = screen->square + (size_t)i * (size_t)changes;
        if (!in[i] && screen->with[i] == 0)
            continue; /* the products are 0: no game of the block has the change */
        for (int k = 0; k < changes; k++)
            row[k] += product(n, in[i], in[k], screen->with[i], screen->with[k]);
        screen->cross[i] += product(n, in[i], value, screen->with[i], screen->sum);
    }
    screen->total += product(n, value, value, screen->sum, screen->sum);
    for (int i = 0; i < changes; i++) {
        screen->with[i] += in[i];
        screen->count[i] += in[i];
    }
    screen->sum += value;
    screen->members++;
    screen->games++;
}

/* Returns the weight of what was expected of an effect. */
static double weight_of(const us_screening *screen, size_t i)
{
    return 1 / (screen->error[i] * screen->error[i]);
}

/* Solves for the effects at a variance of chance. inverse: gets the matrix of their covariances. */
static void solve(const us_screening *screen, double chance, gsl_matrix *inverse, double *mean)
{
    size_t n = (size_t)screen->changes;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            gsl_matrix_set(inverse, i, k,
                           screen->square[i * n + k] / chance +
                               (i == k ? weight_of(screen, i) : 0));
    gsl_linalg_cholesky_decomp1(inverse);
    gsl_linalg_cholesky_invert(inverse);
    for (size_t i = 0; i < n; i++) {
        mean[i] = 0;
        for (size_t k = 0; k < n; k++)
            mean[i] += gsl_matrix_get(inverse, i, k) *
                       (screen->cross[k] / chance + weight_of(screen, k) * screen->mean[k]);
    }
}

/* Returns the sum of squares that the effects leave unexplained. */
static double rest(const us_screening *screen, const double *mean)
{
    size_t n = (size_t)screen->changes;
    double sum = screen->total;
    for (size_t i = 0; i < n; i++) {
        double fitted = 0;
        for (size_t k = 0; k < n; k++)
            fitted += screen->square[i * n + k] * mean[k];
        sum += mean[i] * (fitted - 2 * screen->cross[i]);
    }
    return sum;
}

/* Returns how many effects the games have determined: an effect of which they say nothing counts 0,
 * one that they determine counts 1. */
static double count_fitted(const us_screening *screen, const gsl_matrix *inverse)
{
    double fitted = 0;
    for (size_t i = 0; i < inverse->size1; i++)
        fitted += 1 - gsl_matrix_get(inverse, i, i) * weight_of(screen, i);
    return fitted;
}

/* Returns the least variance of chance: without any, nothing could be solved. */
static double least_chance(const us_screening *screen)
{
    double widest = 0;
    for (int i = 0; i < screen->changes; i++)
        widest = fmax(widest, screen->error[i]);
    return 1e-6 * widest * widest;
}

void us_screening_estimate(const us_screening *screening, us_screening_effect *out)
{
    enum { ROUNDS = 5 }; /* chance and effects are estimated in turn */
    size_t n = (size_t)screening->changes;
    double freedom = screening->games - screening->blocks;
    double least = least_chance(screening);
    gsl_matrix *inverse = gsl_matrix_alloc(n, n);
    US_AUTOFREE double *mean = US_NEW_ARRAY(double, screening->changes);
    double chance = freedom > 0 ? fmax(screening->total / freedom, least) : 1;
    for (int round = 0; round < ROUNDS; round++) {
        solve(screening, chance, inverse, mean);
        double left = freedom - count_fitted(screening, inverse);
        if (left >= 1)
            chance = fmax(rest(screening, mean) / left, least);
    }
    for (size_t i = 0; i < n; i++)
        out[i] = (us_screening_effect){.mean = round(mean[i] * 1e9) / 1e9, /* equal everywhere */
                                       .error = sqrt(gsl_matrix_get(inverse, i, i)),
                                       .games = screening->count[i]};
    gsl_matrix_free(inverse);
}
