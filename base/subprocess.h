/* Another program, run once to its end, and what it said. */
#ifndef US_BASE_SUBPROCESS_H
#define US_BASE_SUBPROCESS_H

#include "base/error.h"
#include "base/str.h"

enum { US_SUBPROCESS_MAX = 64 << 20 }; /* bytes of what it says */

typedef struct us_subprocess_def {
    const char *const *argv; /* ends in NULL; argv[0] is searched in PATH where it has no slash */
    const char *folder;      /* where it runs; NULL: where we do */
    int64_t within;          /* milliseconds that it may take, all in all; 0: any time */
    bool (*stop)(void);      /* asked now and then; true: nobody wants it any more; or NULL */
} us_subprocess_def;

typedef enum us_subprocess_end {
    US_SUBPROCESS_EXITED,
    US_SUBPROCESS_KILLED, /* by a signal, not ours */
    US_SUBPROCESS_LATE,   /* ended by us: it took too long */
    US_SUBPROCESS_LOUD,   /* ended by us: it said too much */
} us_subprocess_end;

typedef struct us_subprocess {
    us_str said, complained; /* to its standard output and error */
    us_subprocess_end end;
    int code; /* its exit, or the signal's number; -1: it was ended by us */
} us_subprocess;

/* No shell is between; its input is empty; what interrupts a terminal's group does not reach it. It
 * has ended when it is gone and its outputs are closed; who is ended by us is with all of its
 * group. US_NO_ENGINE: there is no such program. US_FAILED: it can't be started. US_BAD_INPUT: it
 * can't run in that folder. US_INTERRUPTED: stop said so. Clear after success. */
us_status us_subprocess_run(const us_subprocess_def *def, us_subprocess *out, us_error *err);
void us_subprocess_clear(us_subprocess *subprocess);
/* Why it failed, as one line: its complaints, where it exited by itself; else how it ended. Returns
 * buffer. */
const char *us_subprocess_why(const us_subprocess *subprocess, char *buffer, size_t size);

#endif
