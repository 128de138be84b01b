/* A shorter trace of the same game, with its stored states.
 *
 * Up to a cycle: orders, events and plan lines before it stay, hashes up to it, states up to it.
 * The end line stays when the game ended by then; else the trace is one of a game that was cut
 * off. It is replayed like any other.
 *
 * Of one seat: orders and plan lines of the others go, and the header says so in "left_out". Such
 * a game cannot be played again. So where no states are stored, and they can be had, the world of
 * each cycle in which the seat gave an order is stored with it.
 *
 * Lines that stay, stay as they are; annotations by order ids still fit. What is replaced, and
 * when, is in traces/output.h. */
#ifndef US_TRACES_TRIM_H
#define US_TRACES_TRIM_H

#include "traces/trace.h"

typedef struct us_trim_def {
    const char *path, *map; /* map: where it lies now, or NULL */
    const char *out;
    us_cycle to;        /* INT32_MAX: all */
    us_seat seat;       /* US_NEUTRAL: all */
    bool (*stop)(void); /* asked now and then; true: US_INTERRUPTED. NULL: never */
} us_trim_def;

typedef struct us_trim_report {
    int64_t orders, dropped; /* kept, and not */
    int64_t states;
    us_cycle cycles; /* of the last line kept */
} us_trim_report;

us_status us_trace_trim(const us_trim_def *def, us_trim_report *out, us_error *err);

#endif
