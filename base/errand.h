/* Another program, run once to its end, and what it said. */
#ifndef US_BASE_ERRAND_H
#define US_BASE_ERRAND_H

#include "base/error.h"
#include "base/str.h"

enum { US_ERRAND_MAX = 64 << 20 }; /* bytes of what it says */

typedef struct us_errand_def {
    const char *const *argv; /* ends in NULL; argv[0] is searched in PATH where it has no slash */
    const char *folder;      /* where it runs; NULL: where we do */
    int64_t within;          /* milliseconds that it may take, all in all; 0: any time */
    bool (*stop)(void);      /* asked now and then; true: nobody wants it any more; or NULL */
} us_errand_def;

typedef enum us_errand_end {
    US_ERRAND_EXITED,
    US_ERRAND_KILLED, /* by a signal, not ours */
    US_ERRAND_LATE,   /* ended by us: it took too long */
    US_ERRAND_LOUD,   /* ended by us: it said too much */
} us_errand_end;

typedef struct us_errand {
    us_str said, complained; /* to its standard output and error */
    us_errand_end end;
    int code; /* its exit, or the signal's number; -1: it was ended by us */
} us_errand;

/* No shell is between; its input is empty; what interrupts a terminal's group does not reach it. It
 * has ended when it is gone and its outputs are closed; who is ended by us is with all of its
 * group. US_NO_ENGINE: there is no such program. US_FAILED: it can't be started. US_BAD_INPUT: it
 * can't run in that folder. US_INTERRUPTED: stop said so. Clear after success. */
us_status us_errand_run(const us_errand_def *def, us_errand *out, us_error *err);
void us_errand_clear(us_errand *errand);
/* Why it failed, as one line: its complaints, where it exited by itself; else how it ended. Returns
 * buffer. */
const char *us_errand_why(const us_errand *errand, char *buffer, size_t size);

#endif
