#include "retrieve/confidence.h"

#include "retrieve/library.h"
#include "retrieve/similarity.h"

enum { COUNTED = 1000000000 }; /* more tries are scaled down to at most this: products fit */

static int64_t sum(int64_t a, int64_t b)
{
    return a < US_TRIES_MAX - b ? a + b : US_TRIES_MAX;
}

us_success_count us_success_count_add(us_success_count a, us_success_count b)
{
    return (us_success_count){sum(a.tries, b.tries), sum(a.successes, b.successes)};
}

static us_success_count scaled(us_success_count record)
{
    if (record.successes > record.tries)
        record.successes = record.tries;
    while (record.tries > COUNTED) {
        record.tries /= 2;
        record.successes /= 2;
    }
    return record;
}

int64_t us_confidence_prior(us_success_count all)
{
    all = scaled(all);
    return (all.successes + 1) * US_SIMILARITY_ONE / (all.tries + 2);
}

int64_t us_confidence_rate(us_success_count record, int64_t prior)
{
    record = scaled(record);
    return (record.successes * US_SIMILARITY_ONE + US_CONFIDENCE_USUAL * prior) /
           (record.tries + US_CONFIDENCE_USUAL);
}

int64_t us_confidence_adapted_rate(int64_t rate)
{
    return (rate + US_SIMILARITY_ONE) / 2;
}
