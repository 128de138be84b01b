/* What a behavior achieves, as retrieval compares it: a goal type and kind with the arguments that
 * are fixed; where it has a slot, any value fits. */
#ifndef US_RETRIEVE_GOAL_PATTERN_H
#define US_RETRIEVE_GOAL_PATTERN_H

#include "behavior/template.h"
#include "domain/goal.h"

typedef struct us_goal_pattern {
    us_goal goal;     /* given: what is fixed */
    uint32_t free;    /* bit per parameter: its argument is a slot, and any value fits */
    uint32_t unknown; /* bit per parameter: its argument is a value that only a state tells */
    us_type kind[US_GOAL_PARAMS_MAX]; /* of a free entity: the type of its slot, or US_NO_TYPE */
} us_goal_pattern;

/* Of a behavior that achieves a goal the domain has (asserted). */
us_goal_pattern us_goal_pattern_of(const us_template *behavior);
bool us_goal_pattern_equal(const us_domain *domain, const us_goal_pattern *a,
                           const us_goal_pattern *b);
/* "BuildUnits(player: self, type: infantry, number: 6)"; what is free: "unit: any hall", "cell:
 * any"; what is not known: "unit: unknown". The text reads as an equal pattern. */
void us_goal_pattern_print(const us_domain *domain, const us_goal_pattern *pattern, us_str *out);
us_status us_goal_pattern_parse(const us_domain *domain, const us_source *source,
                                us_goal_pattern *out, us_error *err);

/* How well what the behavior achieves serves a goal, of US_SIMILARITY_ONE: the likeness of the two
 * goal types, times that of each type that both give, times 1 - the root of the mean square of the
 * distances between their other parameters. Those of the same name and kind are compared; what one
 * leaves out is far from what the other gives. docs/RETRIEVAL.md has the distances. target: by
 * parameter, the type of the goal's entity, or US_NO_TYPE; NULL: none is known. */
int64_t us_goal_pattern_similarity(const us_domain *domain, const us_goal *goal,
                                   const us_type *target, const us_goal_pattern *pattern);

#endif
