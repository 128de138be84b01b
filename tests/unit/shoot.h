/* A game for tests of labels: recorded in a file of its own, with what its players said of it. */
#ifndef US_TESTS_UNIT_SHOOT_H
#define US_TESTS_UNIT_SHOOT_H

#include "traces/suggest.h"

typedef struct shoot {
    const char *path; /* of the trace */
    us_scenario *scenario;
    us_annotation *said; /* NULL: nobody labels */
    us_review *course;
} shoot;

/* agent: by seat of that map of the skirmish, which has so many. */
void shoot_begin(shoot *s, const char *map, const char *const *agent, int seats, us_cycle cycles);
void shoot_pair(shoot *s, const char *first, const char *second, us_cycle cycles); /* on open-1 */
void shoot_end(shoot *s);

/* Of one seat's orders; the caller frees. */
us_annotation *shoot_suggest(const shoot *s, us_seat seat);

#endif
