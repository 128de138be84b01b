/* Goal patterns: what a behavior achieves, as retrieval compares it. A pattern is a goal type and
 * kind with the fixed arguments; a parameter with a slot fits any value. */
#ifndef US_RETRIEVE_GOAL_PATTERN_H
#define US_RETRIEVE_GOAL_PATTERN_H

#include "behavior/template.h"
#include "domain/goal.h"

typedef struct us_goal_pattern {
    us_goal goal;     /* given: the fixed arguments */
    uint32_t free;    /* bit per parameter: its argument is a slot, so any value fits */
    uint32_t unknown; /* bit per parameter: its argument's value depends on a state */
    us_type kind[US_GOAL_PARAMS_MAX]; /* of a free entity: the type of its slot, or US_NO_TYPE */
} us_goal_pattern;

/* Returns the pattern of a behavior, which must achieve a goal of the domain (asserted). */
us_goal_pattern us_goal_pattern_from_behavior(const us_template *behavior);
bool us_goal_pattern_equal(const us_domain *domain, const us_goal_pattern *a,
                           const us_goal_pattern *b);
/* Prints a pattern: "BuildUnits(player: self, type: infantry, number: 6)"; free parameters as
 * "unit: any hall" or "cell: any"; unknown ones as "unit: unknown". The text reads as an equal
 * pattern. */
void us_goal_pattern_print(const us_domain *domain, const us_goal_pattern *pattern, us_str *out);
us_status us_goal_pattern_parse(const us_domain *domain, const us_source *source,
                                us_goal_pattern *out, us_error *err);

/* Returns how well the behavior's goal serves a goal, of US_SIMILARITY_ONE. The result is the
 * likeness of the two goal types, times that of each type that both give, times 1 - the root of the
 * mean square of the distances between their other parameters. Parameters of the same name and kind
 * are compared. A value that one goal leaves out is far from a value that the other gives.
 * docs/RETRIEVAL.md has the distances. target: by parameter, the type of the goal's entity, or
 * US_NO_TYPE; NULL: no type is known. *kind gets the likeness of the types alone; NULL is fine. */
int64_t us_goal_pattern_similarity(const us_domain *domain, const us_goal *goal,
                                   const us_type *target, const us_goal_pattern *pattern,
                                   int64_t *kind);

#endif
