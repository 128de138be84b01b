/* A trimmed trace of the same game, with its stored states.
 *
 * Trimmed at a cycle: orders, events and plan lines before the cycle stay, hashes and states up to
 * it. The end line stays if the game had ended by then; else the trace is that of a game that was
 * cut off. It can be replayed like any other.
 *
 * Trimmed to one seat: orders and plan lines of other seats go, and the header lists these seats in
 * "left_out". Such a game cannot be played again. So if no states are stored and the game can still
 * be played, the new trace gets stored states: the world of each cycle in which the seat gave an
 * order.
 *
 * Lines that stay do not change, so that annotations by order ids still fit. traces/output.h
 * describes which files are replaced, and when. */
#ifndef US_TRACES_TRIM_H
#define US_TRACES_TRIM_H

#include "traces/trace.h"

typedef struct us_trim_def {
    const char *path, *map; /* map: its present path, or NULL */
    const char *out;
    us_cycle to;        /* INT32_MAX: all */
    us_seat seat;       /* US_NEUTRAL: all */
    bool (*stop)(void); /* called repeatedly; true ends with US_INTERRUPTED. NULL: no stop */
    us_str *kept;       /* gets the path at which labels of a replaced trace are kept; or NULL */
} us_trim_def;

typedef struct us_trim_report {
    int64_t orders, dropped; /* orders that were kept, and removed */
    int64_t states;
    us_cycle cycles; /* cycle of the last line kept */
} us_trim_report;

us_status us_trace_trim(const us_trim_def *def, us_trim_report *out, us_error *err);

#endif
