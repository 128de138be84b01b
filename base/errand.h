/* Another program, run once to its end, and what it said. */
#ifndef US_BASE_ERRAND_H
#define US_BASE_ERRAND_H

#include "base/error.h"
#include "base/str.h"

enum { US_ERRAND_MAX = 64 << 20 }; /* bytes of what it says */

typedef struct us_errand {
    us_str said, complained; /* to its standard output and error */
    int code;                /* its exit; -1: a signal ended it, or it was ended */
} us_errand;

/* argv ends in NULL; argv[0] is searched in PATH. No shell is between; its input is empty; what
 * interrupts a terminal's group does not reach it. Who takes longer than `within` milliseconds (0:
 * any time), or says too much, is ended. US_NO_ENGINE: it can't be started. Clear after success. */
us_status us_errand_run(const char *const *argv, int64_t within, us_errand *out, us_error *err);
void us_errand_clear(us_errand *errand);
/* Why it failed, as one line: its complaints, else how it ended. Returns buffer. */
const char *us_errand_why(const us_errand *errand, char *buffer, size_t size);

#endif
