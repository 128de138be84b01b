/* Another program, asked and answered by lines: its standard input and output are ours to write and
 * read; its standard error stays what ours is. It is run by the shell, in a process group beside
 * ours, with no file of ours open. When we are gone without having stopped it, however that came,
 * its group is ended. Nothing here waits longer than it is told to. */
#ifndef US_BASE_COPROCESS_H
#define US_BASE_COPROCESS_H

#include "base/error.h"

typedef struct us_coprocess us_coprocess;

/* Fails when the shell cannot be run. That it finds no such command shows in the first answer. */
us_status us_coprocess_start(const char *command, us_coprocess **out, us_error *err);

typedef enum us_coprocess_state {
    US_COPROCESS_WELL,
    US_COPROCESS_ENDED,   /* it ended, or closed its input or output */
    US_COPROCESS_LATE,    /* it took longer than it may */
    US_COPROCESS_LONG,    /* its line is longer than it may be */
    US_COPROCESS_UNASKED, /* it wrote before it was asked, or more than one line */
} us_coprocess_state;

/* Writes the line, which ends in a newline, and reads the next one, without its newline; borrowed
 * until the next call. Both together within so many milliseconds. It may hold so many bytes. Only
 * the very first answer may come before its question was written: a program may greet, and is heard
 * even if it has left since. After anything but WELL only us_coprocess_why and us_coprocess_stop
 * make sense. */
us_coprocess_state us_coprocess_ask(us_coprocess *coprocess, const char *line, size_t length,
                                    int within, size_t most, const char **answer,
                                    size_t *answer_length);
/* What can be seen of it without waiting: it does well, has ended, or has written unasked. */
us_coprocess_state us_coprocess_look(us_coprocess *coprocess);
/* Writes a line that wants no answer. */
us_coprocess_state us_coprocess_tell(us_coprocess *coprocess, const char *line, size_t length,
                                     int within);

/* A clause that says what happened: "it ended with status 127: the shell found no such command". */
const char *us_coprocess_why(us_coprocess *coprocess, us_coprocess_state state, char *buffer,
                             size_t size);

/* Closes its input and gives it so many milliseconds to end by itself, reading what it still
 * writes; then ends it, first politely, and all of its group that is left. Frees. NULL is fine. */
void us_coprocess_stop(us_coprocess *coprocess, int patience);

#endif
