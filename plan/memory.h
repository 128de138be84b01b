/* Private to plan/: what was tried for a goal and didn't work, and in what state. It is not tried
 * again until the state has really changed. */
#ifndef US_PLAN_MEMORY_H
#define US_PLAN_MEMORY_H

#include "retrieve/retrieve.h"

typedef struct us_memory_of_tries us_tries;

us_tries *us_tries_new(const us_domain *domain, const us_space *space, int cases);
void us_tries_free(us_tries *tries); /* NULL is fine */

/* The case failed for the goal in that state; feature NULL: the state isn't known. found -1: there
 * was no case for it. */
void us_tries_add(us_tries *tries, const us_goal *goal, int found, const int32_t *feature,
                  us_cycle now);
/* By case: not to be tried for the goal in this state. What has lapsed is forgotten. The caller may
 * add to it, until the next call. */
bool *us_tries_excluded(us_tries *tries, const us_goal *goal, const int32_t *feature, us_cycle now);
/* Nothing was found for it in a state like this. */
bool us_tries_hopeless(us_tries *tries, const us_goal *goal, const int32_t *feature, us_cycle now);

#endif
