/* A player that measures another one: how long it thinks. */
#ifndef US_TESTS_BENCH_TIMED_H
#define US_TESTS_BENCH_TIMED_H

#include "understudy/game.h"

enum { TIMED_LONG = 1000000 }; /* ns */

typedef struct timed {
    us_player player; /* the match owns it */
    us_player *inner;
    int64_t total,
        longest;          /* ns of processor time of all thinks, and of one; without the clock's */
    int32_t thinks, over; /* over: thinks longer than TIMED_LONG */
    us_cycle at;          /* of the longest think */
} timed;

/* Ends the program if there is no such agent. */
timed *timed_open(const char *agent, const us_scenario *scenario, us_seat seat, uint64_t seed);
/* Returns what one call of the clock costs, in ns. */
int64_t timed_clock_cost(void);

#endif
