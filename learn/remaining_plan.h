/* Remaining plans: later points of a behavior, for suffix cases. */
#ifndef US_LEARN_REMAINING_PLAN_H
#define US_LEARN_REMAINING_PLAN_H

#include "learn/goal_episode.h"

enum { US_SUFFIXES_MAX = 32 };

typedef struct us_remaining_plan {
    int at;                 /* an ordinal: see us_remaining_plan_is_done */
    us_cycle cycle;         /* of the case's state */
    const int64_t *feature; /* values of the domain's features then; NULL: not known yet */
    const struct us_present *present; /* entities present; NULL: not known */
    const uint64_t *status;           /* see us_moment */
} us_remaining_plan;

/* Returns whether the step is done at the suffix: it ended there or before. A step that harms is
 * not done until the goal ends, because the units that came last would not have done it alone. */
static inline bool us_remaining_plan_is_done(const us_remaining_plan *suffix, const us_step *step)
{
    return step->to <= suffix->at && !step->harms;
}

/* Lists the suffixes of a goal episode whose pairs are known, ascending, and returns their number.
 * A suffix is a point at which one more step is done, and some are not. Its state is that in which
 * the next step begins; if another step ends before that, it is the state of the seat's next order.
 * Suffixes lie at least a second of game time after the beginning and after each other. Of more
 * than US_SUFFIXES_MAX, that many are chosen evenly. */
int us_remaining_plan_list(const us_goal_episodes *episodes, int episode,
                           us_remaining_plan out[US_SUFFIXES_MAX]);

#endif
