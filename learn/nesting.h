/* The nesting of goals, as a part of us_goal_episodes_new. */
#ifndef US_LEARN_NESTING_H
#define US_LEARN_NESTING_H

#include "learn/goal_episode.h"
#include "learn/relation.h"

/* A goal instance that has orders. */
typedef struct us_pursued {
    const us_goal_instance *instance;
    us_interval hull;         /* of its ranges */
    const us_interval *range; /* ordinals that are labeled with it: ascending, not touching */
    int ranges;
    int rank;    /* of its goal type */
    int parent;  /* index of the goal above, or -1 */
    int episode; /* index of its first goal episode */
} us_pursued;

typedef struct us_pursuits {
    us_pursued *item; /* the smaller first */
    int count;
    int *owner; /* by ordinal: index of the smallest goal that is labeled on it, or -1 */
} us_pursuits;

/* Returns all goal instances of the seat that have orders, nested, in the arena. order: by ordinal,
 * indexes into log->orders. */
us_pursuits us_pursuits_from_annotation(const us_log *log, const us_annotation *annotation,
                                        us_seat seat, const int *order, int orders,
                                        us_nesting nesting, us_arena *arena);

#endif
