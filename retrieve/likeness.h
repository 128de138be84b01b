/* How much two behaviors do alike, to judge what retrieval found. */
#ifndef US_RETRIEVE_LIKENESS_H
#define US_RETRIEVE_LIKENESS_H

#include "behavior/template.h"

/* Returns whether the label is one of them. */
bool us_done_has(const char *const *done, int count, const char *label);

/* The acts and goals of a behavior, as a bag of hashes. An act counts by its action and the types
 * among its arguments, a goal by its name, its kind and the constants among its arguments. The
 * root's children that are done are left out. */
typedef struct us_deeds {
    uint64_t *deed; /* ascending */
    int count;
} us_deeds;
us_deeds us_deeds_of(const us_template *behavior, const char *const *done, int count);
void us_deeds_clear(us_deeds *deeds);

/* Returns the common part of both bags' union, of US_SIMILARITY_ONE; two empty bags are alike. */
int64_t us_deeds_likeness(const us_deeds *a, const us_deeds *b);

#endif
