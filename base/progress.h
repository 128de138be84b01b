/* Progress of long work, and whether the user asked to stop it: one place for all rooms.
 *
 * Each loop over data of unknown size is a us_long_work: it asks for interruption and shows
 * progress. */
#ifndef US_BASE_PROGRESS_H
#define US_BASE_PROGRESS_H

#include "base/error.h"
#include "base/str.h"

/* ---- a line: a count, a rate, the time left */

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

/* ---- the host: the program that can be interrupted and that shows lines */

typedef struct us_long_work_host {
    bool (*stop)(void); /* Returns true once the user asked to stop. NULL: never. */
    /* Shows a line, which replaces the previous one on a terminal; "": the work has ended. NULL:
     * nothing is shown. */
    void (*show)(const char *line);
    int64_t interval_ms; /* between lines; the first one comes after US_LONG_WORK_SILENT_MS */
} us_long_work_host;
enum { US_LONG_WORK_SILENT_MS = 2000 };

/* Sets the host of this process. Lines are shown only for work of the calling thread. NULL: no
 * host, as at the start; a worker process that only its parent may stop calls this. */
void us_long_work_set_host(const us_long_work_host *host);
bool us_long_work_is_stopped(void); /* the user asked to stop */
/* Returns US_INTERRUPTED with the text "interrupted" and the file, which may be NULL, once the user
 * asked to stop; else US_OK. */
us_status us_long_work_check(const char *file, us_error *err);

/* ---- work */

typedef struct us_long_work {
    us_progress progress;
    int64_t done, asked;
    bool outer; /* the outermost work of the thread: only this one is shown */
    const char *file;
} us_long_work;

/* Begins work on a file, or NULL. Both texts are borrowed. total: of what is counted; below 0:
 * unknown. End it with us_long_work_end, for which US_AUTO serves. The work must not move
 * meanwhile. */
void us_long_work_begin(us_long_work *work, const char *file, const char *noun, int64_t total);
/* Counts more of the work as done, which may be 0. Asks for interruption, and shows a line if it is
 * due. Returns US_INTERRUPTED or US_OK. */
us_status us_long_work_add(us_long_work *work, int64_t more, us_error *err);
void us_long_work_end(us_long_work *work); /* zero-initialized is fine */
/* Shows the line of the thread's outermost work again if it is due. Returns whether the user asked
 * to stop. For callbacks of other libraries, such as SQLite. */
bool us_long_work_beat(void);

#endif
