/* Another program, told and heard by lines: its standard input and output are ours to write and
 * read. Its standard error stays what ours is. Never blocks longer than it is told to. */
#ifndef US_BASE_CHILD_H
#define US_BASE_CHILD_H

#include "base/error.h"

typedef struct us_child us_child;

/* Runs the command by the shell, in a process group of its own. */
us_status us_child_start(const char *command, us_child **out, us_error *err);

typedef enum us_child_state {
    US_CHILD_WELL,
    US_CHILD_ENDED, /* it closed its output, or is gone */
    US_CHILD_LATE,  /* it took longer than it may */
    US_CHILD_LONG,  /* its line is longer than it may be */
} us_child_state;
const char *us_child_state_about(us_child_state state);

/* All of it, within so many milliseconds in all. After anything but WELL only stop makes sense. */
us_child_state us_child_send(us_child *child, const char *bytes, size_t length, int within);
/* The next line, without its newline; borrowed until the next call. most: bytes. */
us_child_state us_child_hear(us_child *child, int within, size_t most, const char **line,
                             size_t *length);

/* Closes its input, and ends the whole group where it doesn't end by itself soon. NULL is fine. */
void us_child_stop(us_child *child);

#endif
