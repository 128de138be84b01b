/* A reader of traces, line by line, without keeping them. It checks every line: its members, their
 * order in the game, and the domain's names. Errors name file, line and column.
 *
 * A last line that was cut off, as by a killed program, is no error: the reader stops before it. A
 * last line that lacks only its newline counts. */
#ifndef US_TRACES_READER_H
#define US_TRACES_READER_H

#include "domain/note.h"
#include "traces/trace.h"
#include "understudy/trace.h"
const char *us_trace_file(const us_trace *trace);

#endif
