/* Confidence in a behavior, from its outcomes. All numbers are whole, the same on every machine;
 * docs/RETRIEVAL.md has the formula. */
#ifndef US_RETRIEVE_CONFIDENCE_H
#define US_RETRIEVE_CONFIDENCE_H

#include <stdint.h>

enum {
    US_CONFIDENCE_USUAL = 4, /* tries that the expected rate counts as */
};

typedef struct us_success_count { /* of a behavior, or of several together */
    int64_t tries, successes;
} us_success_count;

us_success_count us_success_count_add(us_success_count a,
                                      us_success_count b); /* each number at most US_TRIES_MAX */

/* Returns the rate of success, of US_SIMILARITY_ONE, as if one more try had succeeded and one
 * failed. The rate is neither 0 nor 1; without tries it is a half. */
int64_t us_confidence_prior(us_success_count all);
/* Returns the rate of one behavior, of which `prior` is expected: as if US_CONFIDENCE_USUAL more
 * tries had that rate. Without tries, the rate is the prior. */
int64_t us_confidence_rate(us_success_count record, int64_t prior);
/* Returns the expected rate of a behavior that was adapted from one of that rate: adaptation is
 * expected to mend half of the failures. */
int64_t us_confidence_adapted_rate(int64_t rate);

#endif
