/* Later points of a behavior, from which there is less to do. */
#ifndef US_LEARN_SUFFIX_H
#define US_LEARN_SUFFIX_H

#include "learn/lesson.h"

enum { US_SUFFIXES_MAX = 32 };

typedef struct us_suffix {
    int at;                 /* an ordinal: see us_suffix_done */
    us_cycle cycle;         /* the state there is that of the case */
    const int64_t *feature; /* values of the domain's features then; NULL: not known yet */
    const struct us_present *present; /* who was there; NULL: not known */
    const uint64_t *status;           /* see us_moment */
} us_suffix;

/* Steps that end there or before are done; but who was sent to harm is at it until the goal ends:
 * who came last wouldn't have done it alone. */
static inline bool us_suffix_done(const us_suffix *suffix, const us_step *step)
{
    return step->to <= suffix->at && !step->harms;
}

/* Where another step of the lesson, whose pairs are known, is done and some are not. The state is
 * that where the next step begins, or, if another one ends before, that of the seat's next order.
 * Between two there is at least a second of game time, also after the beginning; of more than
 * US_SUFFIXES_MAX so many are chosen, evenly. Returns how many, ascending. */
int us_lesson_suffixes(const us_lessons *lessons, int lesson, us_suffix out[US_SUFFIXES_MAX]);

#endif
