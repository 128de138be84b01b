/* Private to plan/: memory of failed tries, with their goals and states. A failed case is not tried
 * again until the state has clearly changed or the try has lapsed. */
#ifndef US_PLAN_MEMORY_H
#define US_PLAN_MEMORY_H

#include "retrieve/retrieve.h"

typedef struct us_failed_tries_memory us_failed_tries;

us_failed_tries *us_failed_tries_new(const us_domain *domain, const us_space *space, int cases);
void us_failed_tries_free(us_failed_tries *tries); /* NULL is fine */

/* Records that the case failed for the goal in that state. feature NULL: the state is unknown.
 * found -1: no case was found for the goal. */
void us_failed_tries_add(us_failed_tries *tries, const us_goal *goal, int found,
                         const int32_t *feature, us_cycle now);
/* Returns, by case, whether the case must not be tried for the goal in this state. Forgets tries
 * that have lapsed. Borrowed; the caller may set further entries until the next call. */
bool *us_failed_tries_excluded(us_failed_tries *tries, const us_goal *goal, const int32_t *feature,
                               us_cycle now);
/* Returns whether an earlier search in a state like this found no case for the goal. */
bool us_failed_tries_is_hopeless(us_failed_tries *tries, const us_goal *goal,
                                 const int32_t *feature, us_cycle now);

#endif
