/* Background jobs: long work, each in a thread of its own. The context belongs to the thread until
 * the work is over. Stopping a job does not wait: the thread frees the context once it notices. */
#ifndef US_STUDIO_BACKGROUND_JOB_H
#define US_STUDIO_BACKGROUND_JOB_H

#include "base/error.h"

typedef struct us_background_job us_background_job;
typedef void us_background_job_work(void *context);

enum { US_BACKGROUND_JOBS_MAX = 128 }; /* running at once in the program; more are refused */

/* Starts work(context) in a new thread. drop(context) frees the context in the thread that releases
 * the job last: the caller's or the job's own. On failure drop is not called. longest: milliseconds
 * after which the job is unwanted; 0: never. */
us_status us_background_job_begin(us_background_job_work *work, us_background_job_work *drop,
                                  void *context, int longest, us_background_job **out,
                                  us_error *err);
bool us_background_job_is_over(
    const us_background_job *job); /* true: the context belongs to the job's creator */
void us_background_job_stop(us_background_job *job); /* the work ends soon */
bool us_background_job_is_stopped(const us_background_job *job);
/* Stops the job and releases it; the context is dropped once the work is over. NULL is fine. */
void us_background_job_release(us_background_job *job);

/* Returns true if the current job must end early. Called within the work. */
bool us_background_job_is_unwanted(void);

/* Waits until all jobs of the program are over. All of them must have been stopped. */
void us_background_jobs_wait(void);

#endif
