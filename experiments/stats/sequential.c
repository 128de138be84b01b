#include "experiments/stats/sequential.h"

#include <math.h>

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

bool us_sprt_def_is_due(const us_sprt_def *def, int64_t pairs)
{
    return pairs == def->cap ||
           (pairs >= def->first && pairs < def->cap && (pairs - def->first) % def->batch == 0);
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
    if (sprt->state != US_SPRT_RUNNING || !us_sprt_def_is_due(def, ++sprt->pairs))
        return sprt->state;
    if (sprt->weighed >= def->first)
        sprt->ratio =
            us_sprt_ratio(def, sprt->weighed, sprt->mean, sprt->squares / (sprt->weighed - 1));
    if (sprt->ratio <= sprt->lower)
        sprt->state = US_SPRT_DELTA0;
    else if (sprt->ratio >= sprt->upper)
        sprt->state = US_SPRT_DELTA1;
    else if (sprt->pairs >= def->cap)
        sprt->state = US_SPRT_CAPPED;
    return sprt->state;
}

us_sprt_state us_sprt_add(us_sprt *sprt, double difference)
{
    us_sprt_add_equal(sprt, difference, 1);
    return us_sprt_test(sprt);
}

int us_sprt_compute_least_pairs(const us_sprt_def *def, double difference)
{
    for (int n = def->first; n < def->cap; n += def->batch) {
        double ratio = us_sprt_ratio(def, n, difference, 0);
        if (ratio <= lower_of(def) || ratio >= upper_of(def))
            return n;
    }
    return def->cap;
}
