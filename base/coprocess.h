/* Coprocesses: another program that answers each line on its input with a line on its output.
 *
 * The shell runs the program in a process group of its own. The program inherits our standard error
 * and no other file of ours. If our process ends without us_coprocess_stop, for whatever reason,
 * the program's group is killed. Every wait has a limit: the caller's, or at most half a second
 * where a function takes none. */
#ifndef US_BASE_COPROCESS_H
#define US_BASE_COPROCESS_H

#include "base/error.h"

typedef struct us_coprocess us_coprocess;

/* Starts a program. US_NO_ENGINE: the shell cannot be run. A command that the shell does not find
 * shows in the first answer. */
us_status us_coprocess_start(const char *command, us_coprocess **out, us_error *err);

typedef enum us_coprocess_state {
    US_COPROCESS_OK,
    US_COPROCESS_ENDED,      /* the program ended, or closed its input or output */
    US_COPROCESS_TIMEOUT,    /* the program took longer than allowed */
    US_COPROCESS_TOO_LONG,   /* the answer is longer than allowed */
    US_COPROCESS_UNEXPECTED, /* the program wrote before it was asked, or more than one line */
} us_coprocess_state;

/* Writes the line, which ends in a newline, and reads the next line as the answer. The answer lacks
 * its newline, has at most `most` bytes, and is borrowed until the next call. Writing and reading
 * together take at most `within` milliseconds.
 *
 * Only the very first answer may come before its question is written, so that a program may greet.
 * The greeting counts even if the program has ended since. After any state but WELL, only
 * us_coprocess_describe and us_coprocess_stop may follow. */
us_coprocess_state us_coprocess_request(us_coprocess *coprocess, const char *line, size_t length,
                                        int within, size_t most, const char **answer,
                                        size_t *answer_length);
/* Returns the present state without waiting: WELL, ENDED or UNASKED. */
us_coprocess_state us_coprocess_poll(us_coprocess *coprocess);
/* Writes a line that has no answer, within `within` milliseconds. */
us_coprocess_state us_coprocess_write(us_coprocess *coprocess, const char *line, size_t length,
                                      int within);

/* Describes the state as a clause: "it ended with status 127: the shell found no such command".
 * Waits up to half a second for the exit status of an ended program. Returns buffer. */
const char *us_coprocess_describe(us_coprocess *coprocess, us_coprocess_state state, char *buffer,
                                  size_t size);

/* Closes the program's input and waits up to `patience` milliseconds for its end, reading what it
 * still writes. Then sends SIGTERM, and half a second later SIGKILL, to the program and to the rest
 * of its group. Frees the coprocess. NULL is fine. */
void us_coprocess_stop(us_coprocess *coprocess, int patience);

#endif
