/* A library from several demonstrations at once. */
#ifndef US_LEARN_TEACH_H
#define US_LEARN_TEACH_H

#include "learn/learn.h"

/* Learns from each trace and adds all to the library at path, which is made where nothing is: in
 * one step, or not at all. An error without a file of its own names the trace. */
us_status us_teach(const char *const *trace, int traces, const us_learn_def *def, const char *path,
                   us_error *err);

#endif
