/* Progress of long work: a count, a rate, the time left. It formats; whoever runs the
 * program prints. On a terminal the line is meant to be redrawn, elsewhere to be appended. */
#ifndef US_BASE_PROGRESS_H
#define US_BASE_PROGRESS_H

#include "base/str.h"

typedef struct us_progress {
    const char *noun; /* "games"; borrowed */
    int64_t done, total;
    int64_t started, last; /* monotonic milliseconds */
} us_progress;

/* Monotonic: for progress, benchmarks and time-outs, never for decisions. */
int64_t us_clock_ms(void);
int64_t us_clock_us(void);

/* total < 0: nobody knows how many there will be. */
void us_progress_start(us_progress *progress, const char *noun, int64_t total, int64_t now_ms);
/* True when done reached total just now, or interval_ms passed since the last line; then line
 * holds e.g. "120/400 games  30%  41.2/s  7 s left", at the end "took 9.7 s" for the time left. */
bool us_progress_step(us_progress *progress, int64_t done, int64_t now_ms, int64_t interval_ms,
                      us_str *line);

#endif
