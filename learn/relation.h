/* Allen's thirteen relations between the intervals of two goals. Intervals are half-open, [from,
 * to), and not empty (from < to). Exactly one relation holds between any two. */
#ifndef US_LEARN_RELATION_H
#define US_LEARN_RELATION_H

#include "base/base.h"

typedef struct us_interval {
    int from, to;
} us_interval;

typedef enum us_relation {
    US_BEFORE,      /* a.to < b.from */
    US_MEETS,       /* a.to == b.from */
    US_OVERLAPS,    /* a.from < b.from < a.to < b.to */
    US_STARTS,      /* a.from == b.from, a.to < b.to */
    US_DURING,      /* b.from < a.from, a.to < b.to */
    US_FINISHES,    /* b.from < a.from, a.to == b.to */
    US_EQUALS,      /* from and to */
    US_FINISHED_BY, /* from here on: the converses, in reverse order */
    US_CONTAINS,
    US_STARTED_BY,
    US_OVERLAPPED_BY,
    US_MET_BY,
    US_AFTER,
    US_RELATIONS,
} us_relation;

us_relation us_relation_compute(us_interval a, us_interval b);

/* The position of two goals a and b of one seat, by their relation. */
typedef enum us_position {
    US_FIRST,  /* before, meets: a comes first, then b */
    US_BELOW,  /* starts, during, finishes: a is a subgoal of b */
    US_EQUAL,  /* equals: the goal whose type ranks higher is above; of equal ranks: beside */
    US_ABOVE,  /* the converses: b is a subgoal of a */
    US_THEN,   /* b comes first, then a */
    US_BESIDE, /* overlaps and its converse: in parallel */
} us_position;
us_position us_relation_position(us_relation relation);

#endif
