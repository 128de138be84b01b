/* The reader of traces: understudy/trace.h declares it. */
#ifndef US_TRACES_READER_H
#define US_TRACES_READER_H

#include "domain/note.h"
#include "traces/trace.h"
#include "understudy/trace.h"
const char *us_trace_file(const us_trace *trace);

#endif
