/* A whole trace in memory: understudy/trace.h declares it. */
#ifndef US_TRACES_LOG_H
#define US_TRACES_LOG_H

#include "traces/reader.h"
#include "understudy/trace.h"
/* Reads a trace that is open and still unread. The log owns the trace after success. */
us_status us_log_read_trace(us_log *log, us_trace *trace, const char *map, us_error *err);

/* Returns whether the order came before its seat was taken over, from a former player. */
bool us_log_is_earlier(const us_log *log, int order);

#endif
