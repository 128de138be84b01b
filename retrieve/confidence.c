#include "retrieve/confidence.h"

#include "retrieve/library.h"
#include "retrieve/similarity.h"

enum { COUNTED = 1000000000 }; /* more tries are taken as so many, in proportion: products fit */

static int64_t sum(int64_t a, int64_t b)
{
    return a < US_TRIES_MAX - b ? a + b : US_TRIES_MAX;
}

us_record us_record_sum(us_record a, us_record b)
{
    return (us_record){sum(a.tries, b.tries), sum(a.successes, b.successes)};
}

static us_record scaled(us_record record)
{
    if (record.successes > record.tries)
        record.successes = record.tries;
    while (record.tries > COUNTED) {
        record.tries /= 2;
        record.successes /= 2;
    }
    return record;
}

int64_t us_confidence_usual(us_record all)
{
    all = scaled(all);
    return (all.successes + 1) * US_SIMILARITY_ONE / (all.tries + 2);
}

int64_t us_confidence_rate(us_record record, int64_t prior)
{
    record = scaled(record);
    return (record.successes * US_SIMILARITY_ONE + US_CONFIDENCE_USUAL * prior) /
           (record.tries + US_CONFIDENCE_USUAL);
}

int64_t us_confidence_child(int64_t rate)
{
    return (rate + US_SIMILARITY_ONE) / 2;
}
