/* What a demonstration teaches, before it becomes behaviors: for each goal instance the child goals
 * and the steps that belong to it, and which came before which.
 *
 * Time is counted in the seat's own orders here: ordinal i is its order of the i-th lowest number.
 * Intervals are half-open ranges of ordinals. */
#ifndef US_LEARN_LESSON_H
#define US_LEARN_LESSON_H

#include "traces/annotation.h"
#include "traces/log.h"

typedef enum us_step_kind {
    US_STEP_GOAL, /* a child goal */
    US_STEP_ACT,  /* an order, or some that are one */
} us_step_kind;

typedef struct us_step {
    us_step_kind kind;
    int from, to; /* ordinals */
    int lesson;   /* GOAL: of the child; else -1 */
    /* ACT. The order's action and arguments are those of its first source that was taken. */
    const us_order *order; /* borrowed from the log */
    const us_id *unit;     /* who did it, ascending: of all its sources */
    int units;
    us_cycle cycle;    /* given */
    const int *source; /* ordinals of the orders it stands for, ascending */
    int sources;
} us_step;

typedef struct us_step_pair {
    int first, then; /* indexes into us_lesson.step */
} us_step_pair;

typedef struct us_lesson {
    const us_goal_instance *instance; /* borrowed from the annotation */
    int parent;                       /* index of the lesson above, or -1 */
    int from, to;                     /* ordinals: the hull of its orders */
    us_cycle began;                   /* of its first order */
    us_step *step;                    /* by from, then the longer, then id */
    int steps;
    us_step_pair *before; /* the fewest that say all */
    int pairs;
    const int *spare; /* ordinals of its orders that are in no step: refused, and nothing like
                         them was taken; of child goals without any step, too */
    int spares;
} us_lesson;

typedef struct us_lessons {
    const us_log *log; /* borrowed */
    us_seat seat;
    const int *order; /* by ordinal: index into log->orders */
    int orders;
    const int *owner;  /* by ordinal: the lesson that the order belongs to; -1: none */
    us_lesson *lesson; /* parents before children; by from, then the longer, then id */
    int count;
    us_arena *arena; /* holds all */
} us_lessons;

#endif
