/* Suggestions: stretches of games that an expert should demonstrate again. */
#ifndef US_ADAPT_SUGGEST_H
#define US_ADAPT_SUGGEST_H

#include "adapt/adapt.h"

/* A stretch of a game around the worst failure of one or more causes. It begins shortly before the
 * failure, but not before the blamed behavior, and lasts until the failures are over. Its goal is
 * that of the blamed behavior. */
typedef struct us_stretch {
    const us_repair_result **reason; /* reasons: causes that were not repaired first */
    int reasons;
    int64_t game;
    uint32_t node;    /* of the goal, in the seat's plan */
    const char *file; /* the trace */
    us_seat seat;
    us_cycle since, until;
    const char *goal;                 /* text of the goal in the plan */
    const char *about;                /* the goal with the types of its units: "peasant #50" */
    const char *player[US_SEATS_MAX]; /* agents of the seats, as recorded; "": none */
    int players;
} us_stretch;

/* Zero-initialized is empty. */
typedef struct us_stretches {
    us_stretch *item; /* those of causes that were not repaired first */
    int count;
    int left; /* stretches beyond `most`, left out */
    us_arena *arena;
} us_stretches;

/* Lists stretches for the causes of an adaptation, at most `most`; 0: all. Each has another trace,
 * seat, goal or beginning. Noise and random repairs are left out. adapted is borrowed. Clear out
 * after success. */
us_status us_stretches_find(us_games *games, const us_adaptation *adapted, int most,
                            us_stretches *out, us_error *err);
void us_stretches_clear(us_stretches *stretches);

#endif
