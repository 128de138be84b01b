/* A pool of worker processes. Each worker does one task after another, and the caller receives the
 * result of each task.
 *
 * A worker that crashes or is late loses only its current task; another worker replaces it. The
 * caller must have no other threads, and no open files that must not be shared. Tasks are numbers;
 * their meaning is the caller's. Their order of ending is not defined. */
#ifndef US_EXPERIMENTS_RUN_POOL_H
#define US_EXPERIMENTS_RUN_POOL_H

#include "base/str.h"

enum { US_POOL_MAX = 256 };

typedef enum us_pool_end {
    US_POOL_DONE,
    US_POOL_CRASHED,   /* what: "signal 11 (Segmentation fault)", "exit 3" */
    US_POOL_KILLED,    /* the same by SIGKILL: from outside, as the system does without memory */
    US_POOL_LATE,      /* over the time limit, and was ended */
    US_POOL_NO_MEMORY, /* memory ran out in the worker, which is no fault of the task */
} us_pool_end;

typedef struct us_pool_result {
    int64_t task;
    us_pool_end end;
    int64_t us;       /* wall clock time in microseconds, from dispatch to end */
    const char *what; /* reason of a crash or a kill; else "" */
    const char *text; /* output of a finished task; borrowed */
    size_t length;
} us_pool_result;

typedef struct us_pool_def {
    int workers;
    /* Time limit of one task; 0: none. Time in which the caller was stopped does not count. */
    int64_t timeout_ms;
    void *context;
    /* In the worker: does the task and appends its output. It must neither return to the caller of
     * us_pool_run nor write to the caller's files. A long task calls us_pool_is_abandoned now and
     * then, and returns once that is true. */
    void (*work)(void *context, int64_t task, us_str *out);
    /* In the caller's process: returns the next task, or -1 if there is none. */
    int64_t (*next)(void *context);
    /* Receives the result of a task. A status other than US_OK ends all, and us_pool_run returns
     * it. */
    us_status (*done)(void *context, const us_pool_result *result, us_error *err);
    /* At least each quarter of a second; may be NULL. */
    us_status (*tick)(void *context, us_error *err);
    bool (*stop)(void *context); /* true: dispatch no more, let running tasks end; or NULL */
} us_pool_def;

/* Runs until no task is left, or one of the functions ends it. Returns US_OK after a stop, too. */
us_status us_pool_run(const us_pool_def *def, us_error *err);

/* Returns, in a worker, whether no one waits for its work any more. */
bool us_pool_is_abandoned(void);

#endif
