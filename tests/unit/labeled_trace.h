/* A game for tests of labels: recorded in a file of its own, with what its players said of it. */
#ifndef US_TESTS_UNIT_LABELED_TRACE_H
#define US_TESTS_UNIT_LABELED_TRACE_H

#include "traces/suggest.h"

typedef struct labeled_trace {
    const char *path; /* of the trace */
    us_scenario *scenario;
    us_annotation *said; /* NULL: nobody labels */
    us_review *course;
} labeled_trace;

/* agent: by seat of that map of the skirmish, which has so many. */
void labeled_trace_begin(labeled_trace *s, const char *map, const char *const *agent, int seats,
                         us_cycle cycles);
void labeled_trace_pair(labeled_trace *s, const char *first, const char *second,
                        us_cycle cycles); /* on open-1 */
void labeled_trace_end(labeled_trace *s);

/* Of one seat's orders; the caller frees. */
us_annotation *labeled_trace_suggest(const labeled_trace *s, us_seat seat);

#endif
