/* Worker processes that do tasks, one by one each, and what became of each task.
 *
 * A worker that crashes or takes too long loses the one task that it was at; another takes its
 * place. Who calls has no other threads and no files open that must not be shared. Tasks are
 * numbers; what they mean is the caller's. The order in which they end is nobody's promise. */
#ifndef US_EXPERIMENTS_POOL_H
#define US_EXPERIMENTS_POOL_H

#include "base/error.h"
#include "base/str.h"

enum { US_POOL_MAX = 256 };

typedef enum us_pool_end {
    US_POOL_DONE,
    US_POOL_CRASHED, /* what: "signal 11 (Segmentation fault)", "exit 3" */
    US_POOL_LATE,    /* it took longer than it may, and was ended */
} us_pool_end;

typedef struct us_pool_result {
    int64_t task;
    us_pool_end end;
    int64_t us;       /* by the clock, microseconds, from when it was given to when it ended */
    const char *what; /* of a crash; else "" */
    const char *text; /* of a task that was done: what its work wrote; borrowed */
    size_t length;
} us_pool_result;

typedef struct us_pool_def {
    int workers;
    /* For one task; 0: none. Time in which the caller was stopped is not meant. */
    int64_t timeout_ms;
    void *context;
    /* In the worker: does the task and appends what is to be told of it. It must not return to
     * what called us_pool_run, nor write to its files. abandoned() tells that nobody waits any
     * more: a long task asks now and then, and returns. */
    void (*work)(void *context, int64_t task, us_str *out);
    /* In the caller's process: the next task, or -1: there is none. */
    int64_t (*next)(void *context);
    /* What became of one. A status other than US_OK ends all, and is what us_pool_run returns. */
    us_status (*done)(void *context, const us_pool_result *result, us_error *err);
    /* At least each quarter of a second; may be NULL. */
    us_status (*tick)(void *context, us_error *err);
    bool (*stop)(void *context); /* true: give out no more, let those under way end; or NULL */
} us_pool_def;

/* Until no task is left, or one of the functions says so. US_OK too after a stop. */
us_status us_pool_run(const us_pool_def *def, us_error *err);

/* In a worker: nobody waits for its work any more. */
bool us_pool_abandoned(void);

#endif
