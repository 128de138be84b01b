/* Later points of a behavior, from which there is less to do. */
#ifndef US_LEARN_REMAINING_PLAN_H
#define US_LEARN_REMAINING_PLAN_H

#include "learn/goal_episode.h"

enum { US_SUFFIXES_MAX = 32 };

typedef struct us_remaining_plan {
    int at;                 /* an ordinal: see us_remaining_plan_done */
    us_cycle cycle;         /* the state there is that of the case */
    const int64_t *feature; /* values of the domain's features then; NULL: not known yet */
    const struct us_present *present; /* who was there; NULL: not known */
    const uint64_t *status;           /* see us_moment */
} us_remaining_plan;

/* Steps that end there or before are done; but who was sent to harm is at it until the goal ends:
 * who came last wouldn't have done it alone. */
static inline bool us_remaining_plan_done(const us_remaining_plan *suffix, const us_step *step)
{
    return step->to <= suffix->at && !step->harms;
}

/* Where another step of the goal episode, whose pairs are known, is done and some are not. The
 * state is that where the next step begins, or, if another one ends before, that of the seat's next
 * order. Between two there is at least a second of game time, also after the beginning; of more
 * than US_SUFFIXES_MAX so many are chosen, evenly. Returns how many, ascending. */
int us_goal_episode_suffixes(const us_goal_episodes *episodes, int episode,
                             us_remaining_plan out[US_SUFFIXES_MAX]);

#endif
