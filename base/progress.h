/* Progress of long work: a count, a rate, the time left. These functions format a line, and the
 * caller prints it. On a terminal the line replaces the previous one; elsewhere it is appended. */
#ifndef US_BASE_PROGRESS_H
#define US_BASE_PROGRESS_H

#include "base/str.h"

typedef struct us_progress {
    const char *noun; /* "games"; borrowed */
    int64_t done, total;
    int64_t started, last; /* monotonic milliseconds */
} us_progress;

/* Return the time of a monotonic clock, for progress, benchmarks and time-outs, never for
 * decisions. */
int64_t us_clock_ms(void);
int64_t us_clock_us(void);

/* Starts a count. total < 0: unknown. */
void us_progress_start(us_progress *progress, const char *noun, int64_t total, int64_t now_ms);
/* Returns true if done reached total just now, or interval_ms passed since the last line. The line
 * is then e.g. "120/400 games  30%  41.2/s  7 s left"; at the end "took 9.7 s" replaces the time
 * left. */
bool us_progress_update(us_progress *progress, int64_t done, int64_t now_ms, int64_t interval_ms,
                        us_str *line);

#endif
