#include "experiments/stats/outliers.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

#include "base/sort.h"

static int by_stratum(const void *a, const void *b)
{
    const us_worker_value *x = a, *y = b;
    if (x->stratum != y->stratum)
        return x->stratum < y->stratum ? -1 : 1;
    if (x->worker != y->worker)
        return x->worker < y->worker ? -1 : 1;
    return (x->value > y->value) - (x->value < y->value);
}

static void add_stratum(const us_worker_value *share, int count, us_outlier *out)
{
    double total = 0, squares = 0;
    for (int i = 0; i < count; i++)
        total += share[i].value;
    double mean = total / count;
    for (int i = 0; i < count; i++) {
        double off = share[i].value - mean;
        squares += off * off;
    }
    for (int i = 0, end; i < count; i = end) {
        us_outlier *outlier = &out[share[i].worker];
        double sum = 0;
        for (end = i; end < count && share[end].worker == share[i].worker; end++)
            sum += share[end].value;
        int own = end - i, others = count - own;
        if (others == 0)
            return;
        outlier->count += own;
        outlier->sum += sum;
        outlier->others += own * (total - sum) / others;
        outlier->above += sum - own * mean;
        outlier->error += squares * own * others / count / (count - 1); /* its square, so far */
    }
}

/* A random deal of values to one worker, seen from one side: 1 or -1. */
typedef struct dealing {
    const us_worker_value *share;
    int count, worker;
    double side;
} dealing;

/* The logarithm of the product, and how steep it is. */
static double log_product(const dealing *d, double l, double *slope)
{
    double height = 0;
    *slope = 0;
    for (int i = 0, end; i < d->count; i = end) {
        double total = 0, own = 0;
        for (end = i; end < d->count && d->share[end].stratum == d->share[i].stratum; end++) {
            total += d->share[end].value;
            own += d->share[end].worker == d->worker;
        }
        double mean = total / (end - i), chance = own / (end - i);
        double factor = 0, part = 0; /* of a value: many are equal */
        for (int k = i; k < end && chance > 0 && chance < 1; k++) {
            if (k == i || d->share[k].value != d->share[k - 1].value) {
                double off = d->side * (d->share[k].value - mean), with = chance * exp(l * off);
                factor = log(1 - chance + with);
                part = off * with / (1 - chance + with);
            }
            height += factor;
            *slope += part;
        }
    }
    return height;
}

/* The bound is least where the logarithm is as steep as what is seen; it is one anywhere. */
static double bound_tail(const dealing *d, double above, double error)
{
    double low = 0, high = 1 / error, slope;
    while (log_product(d, high, &slope), slope < above && high * error < 1000)
        high *= 2;
    for (int i = 0; i < 12; i++) {
        double middle = (low + high) / 2;
        log_product(d, middle, &slope);
        *(slope < above ? &low : &high) = middle;
    }
    double height = log_product(d, low, &slope);
    return fmin(exp(height - low * above), 1);
}

static void test_share(const us_worker_value *share, int count, int worker, us_outlier *outlier)
{
    enum { FAR = 3 };
    outlier->above_p = outlier->p = 1;
    if (outlier->error <= 0)
        return;
    dealing d = {share, count, worker, outlier->above < 0 ? -1 : 1};
    double errors = outlier->above / outlier->error;
    double tail = fabs(errors) < FAR ? gsl_cdf_ugaussian_Q(fabs(errors))
                                     : bound_tail(&d, fabs(outlier->above), outlier->error);
    outlier->above_p = errors > 0 ? tail : 1 - tail;
    outlier->p = fmin(2 * tail, 1);
}

void us_outliers_compute(us_worker_value *share, int count, int workers, us_outlier *out)
{
    for (int w = 0; w < workers; w++)
        out[w] = (us_outlier){.above_p = (double)NAN, .p = (double)NAN};
    us_array_sort(share, (size_t)count, sizeof(*share), by_stratum);
    for (int i = 0, end; i < count; i = end) {
        for (end = i; end < count && share[end].stratum == share[i].stratum; end++)
            us_assert(isfinite(share[end].value) && share[end].worker >= 0 &&
                      share[end].worker < workers);
        add_stratum(share + i, end - i, out);
    }
    for (int w = 0; w < workers; w++)
        out[w].error = sqrt(out[w].error);
}

void us_outliers_test(const us_worker_value *share, int count, int workers, us_outlier *outlier)
{
    for (int w = 0; w < workers; w++)
        test_share(share, count, w, &outlier[w]);
}
