/* How much two behaviors do alike, to judge what retrieval found. */
#ifndef US_RETRIEVE_STEP_BAG_H
#define US_RETRIEVE_STEP_BAG_H

#include "behavior/template.h"

/* Returns whether the label is one of them. */
bool us_done_labels_has_label(const char *const *done, int count, const char *label);

/* The acts and goals of a behavior, as a bag of hashes. An act counts by its action and the types
 * among its arguments, a goal by its name, its kind and the constants among its arguments. The
 * root's children that are done are left out. */
typedef struct us_step_bag {
    uint64_t *action; /* ascending */
    int count;
} us_step_bag;
us_step_bag us_step_bag_from_behavior(const us_template *behavior, const char *const *done,
                                      int count);
void us_step_bag_clear(us_step_bag *bag);

/* Returns the common part of both bags' union, of US_SIMILARITY_ONE; two empty bags are alike. */
int64_t us_step_bag_similarity(const us_step_bag *a, const us_step_bag *b);

#endif
