/* A library from several demonstrations at once. */
#ifndef US_LEARN_TEACH_H
#define US_LEARN_TEACH_H

#include "learn/learn.h"
#include "retrieve/library.h"

/* Who wants to hear of it. */
typedef struct us_teach_listener {
    void *context;
    /* What a trace taught, once all of it was put into the library; before the step is whole. */
    void (*tell)(void *context, const char *trace, const us_learned *learned);
    us_library_added added; /* by all traces, counted on */
} us_teach_listener;

/* Learns from each trace and adds all to the library at path, which is made where nothing is: in
 * one step, or not at all. Others read the library meanwhile. An error without a file of its own
 * names the trace; traces of two domains are US_MISMATCH. With def->pass a trace that leaves
 * nothing to learn from is passed over, unless all do, which is an error. listener: or NULL. */
us_status us_teach(const char *const *trace, int traces, const us_learn_def *def, const char *path,
                   us_teach_listener *listener, us_error *err);

#endif
