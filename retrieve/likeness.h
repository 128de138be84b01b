/* How much of what two behaviors do is the same: for judging what retrieval found. */
#ifndef US_RETRIEVE_LIKENESS_H
#define US_RETRIEVE_LIKENESS_H

#include "behavior/template.h"

/* The label is one of them. */
bool us_done_has(const char *const *done, int count, const char *label);

/* What is done, as a bag of hashes: one for each act (its action and the types among its arguments)
 * and each goal (its name, its kind and the constants among its arguments), below the root's
 * children that are not done. */
typedef struct us_deeds {
    uint64_t *deed; /* ascending */
    int count;
} us_deeds;
us_deeds us_deeds_of(const us_template *behavior, const char *const *done, int count);
void us_deeds_clear(us_deeds *deeds);

/* What both have of what either has, of US_SIMILARITY_ONE; two that do nothing are alike. */
int64_t us_deeds_likeness(const us_deeds *a, const us_deeds *b);

#endif
