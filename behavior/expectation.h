/* Expectations: the probability and time of a tree's success, computed from its leaves. Many runs
 * on a stage approach the same numbers (behavior/stage.h). Play does not use them. */
#ifndef US_BEHAVIOR_EXPECTATION_H
#define US_BEHAVIOR_EXPECTATION_H

#include "behavior/timeline.h"

typedef struct us_expectation {
    double success, failure;           /* shares; the rest hasn't ended */
    double success_time, failure_time; /* mean cycles from its beginning; 0 if the share is 0 */
} us_expectation;

enum { US_EXPECT_MOST = 10000 };
/* Computes the ends up to cycle `most`, which is at most US_EXPECT_MOST. The timeline gives each
 * leaf one answer for all times, by chance or not. An act without a line succeeds after a cycle.
 * Nodes that can't be computed exactly are rejected by name: those that ask the world, choose, or
 * remember something from one beginning to the next. Computations of more than some seconds, or 256
 * MB, are rejected too. script may be NULL. */
us_status us_expectation_compute(const us_brl *brl, const us_template *root,
                                 const us_timeline *script, us_cycle most, us_expectation *out,
                                 us_error *err);

#endif
