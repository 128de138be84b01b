/* Pruning: which behaviors and cases of a library may go. docs/LIBRARY.md defines the rules. */
#ifndef US_RETRIEVE_LIBRARY_PRUNE_H
#define US_RETRIEVE_LIBRARY_PRUNE_H

#include "retrieve/library.h"

typedef struct us_prune_def {
    /* Drops behaviors with at least so many tries, of which less than so many percent succeeded; of
     * each goal the best stays. tries 0: drops none. sure: drops only if the rate is below with 95
     * percent confidence (a score test, in whole numbers). */
    int64_t tries;
    int below;
    bool sure;
    /* Drops cases without which each stored state would still be answered by the same behavior with
     * the same children done: the footprint stays. Distances are those of retrieval. */
    bool footprint;
} us_prune_def;

typedef struct us_prune_plan { /* zero-initialized is empty */
    int64_t *behavior;         /* ids, ascending */
    int behaviors;
    int64_t *cases; /* others than those of these behaviors; ids, ascending */
    int case_count;
} us_prune_plan;

/* Clear after success. */
us_status us_prune_plan_make(us_library *library, const us_prune_def *def, us_prune_plan *out,
                             us_error *err);
/* Within begin and commit. If behaviors go, and their attempts with them, the bandwidths are chosen
 * anew (us_library_fit_worth). */
us_status us_prune_plan_apply(us_library *library, const us_prune_plan *plan, us_error *err);
void us_prune_plan_clear(us_prune_plan *plan);

#endif
