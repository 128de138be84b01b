/* Standard output, and being asked to stop. */
#ifndef US_CLI_OUT_H
#define US_CLI_OUT_H

#include "base/error.h"
#include "base/str.h"

/* Write all of it, now. A reader that left is no error: what follows is dropped. */
us_status us_out(const us_str *text, us_error *err);
/* Move the text, which may hold what came from outside, to out as one printable line. */
void us_out_line(us_str *out, us_str *text);
/* The same of what the format says. */
void us_out_linef(us_str *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool us_out_closed(void); /* the reader left */
/* Characters in a line: as COLUMNS says; else of the terminal that is written to; else 120. */
int us_out_columns(void);

/* A printable line to standard error: remarks. */
void us_out_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
void us_out_say(const char *what);

/* From now on an interrupt (SIGINT, SIGTERM, and SIGHUP where it is not ignored) only sets a
 * flag; a second one ends the program. Writing to a closed pipe or beyond a file-size limit is an
 * error, no signal. */
void us_signals_set(void);
bool us_interrupted(void);
us_status us_interrupted_fail(us_error *err, const char *what); /* US_INTERRUPTED */

#endif
