/* Learning from several demonstrations at once, into a library. */
#ifndef US_LEARN_LEARN_LIBRARY_H
#define US_LEARN_LEARN_LIBRARY_H

#include "learn/learn.h"
#include "retrieve/library.h"

/* The caller's report of what is learned. */
typedef struct us_learn_listener {
    void *context;
    /* Called for each trace when all its behaviors are in the library, before the commit. */
    void (*tell)(void *context, const char *trace, const us_learn_result *learned);
    us_library_added added; /* sum over all traces; added to */
} us_learn_listener;

/* Learns from each trace and adds all behaviors to the library at path, in one transaction or not
 * at all. If there is no library, it is created. Other programs can read the library meanwhile. An
 * error without a file of its own names the trace; traces of two domains are US_MISMATCH. With
 * def->pass a trace that leaves nothing to learn from is passed over; if all do, that is an error.
 * listener may be NULL. */
us_status us_learn_to_library(const char *const *trace, int traces, const us_learn_def *def,
                              const char *path, us_learn_listener *listener, us_error *err);

#endif
