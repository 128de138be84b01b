/* Which stretches of the games an expert should demonstrate again. */
#ifndef US_ADAPT_SUGGEST_H
#define US_ADAPT_SUGGEST_H

#include "adapt/adapt.h"

/* Where causes were worst: the goal that the blamed behavior was for, from shortly before the
 * failure, but not before the behavior began, to when it was over. */
typedef struct us_stretch {
    const us_mend **mend; /* why: those that were not repaired first */
    int mends;
    int64_t game;
    uint32_t node;    /* of the goal, in the seat's plan */
    const char *file; /* the trace */
    us_seat seat;
    us_cycle since, until;
    const char *goal;                 /* as the plan told it */
    const char *about;                /* the same, with the types of its units: "peasant #50" */
    const char *player[US_SEATS_MAX]; /* agents of the seats, as recorded; "": nobody */
    int players;
} us_stretch;

/* Zero-initialized is empty. */
typedef struct us_stretches {
    us_stretch *item; /* those of causes that were not repaired first */
    int count;
    int left; /* more, beyond as many as were asked for */
    us_arena *arena;
} us_stretches;

/* No two have the same trace, seat, goal and beginning. Noise is left out, and so are random
 * repairs. most: at most so many; 0: all. adapted is borrowed. Clear after success. */
us_status us_suggest_stretches(us_games *games, const us_adapted *adapted, int most,
                               us_stretches *out, us_error *err);
void us_stretches_clear(us_stretches *stretches);

#endif
