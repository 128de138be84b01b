/* What the outcomes of a behavior say for it or against it. Whole numbers, the same on every
 * machine; docs/RETRIEVAL.md has the formula. */
#ifndef US_RETRIEVE_CONFIDENCE_H
#define US_RETRIEVE_CONFIDENCE_H

#include <stdint.h>

enum {
    US_CONFIDENCE_USUAL = 4, /* tries that what is usual counts as */
};

typedef struct us_success_count { /* of a behavior, or of several together */
    int64_t tries, successes;
} us_success_count;

us_success_count us_success_count_sum(us_success_count a,
                                      us_success_count b); /* each number at most US_TRIES_MAX */

/* What part of tries succeeds, of US_SIMILARITY_ONE: as if one more had succeeded and one failed.
 * So it is neither 0 nor 1, and a half where nothing was tried. */
int64_t us_confidence_usual(us_success_count all);
/* The same of one behavior of which `prior` is expected: as if it had been tried
 * US_CONFIDENCE_USUAL times more and fared as expected. That is the prior where it was never
 * tried. */
int64_t us_confidence_rate(us_success_count record, int64_t prior);
/* What is expected of what adaptation made of a behavior of that rate: that it mends half of what
 * failed. */
int64_t us_confidence_child(int64_t rate);

#endif
