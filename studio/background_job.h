/* Work that takes long, in a thread of its own. What it works on belongs to the thread until it is
 * over; nobody waits for one that is not wanted any more: it is put away once it has noticed. */
#ifndef US_STUDIO_BACKGROUND_JOB_H
#define US_STUDIO_BACKGROUND_JOB_H

#include "base/error.h"

typedef struct us_background_job us_background_job;
typedef void us_background_job_do(void *context);

enum { US_BACKGROUND_JOBS_MAX = 128 }; /* of the program, at once: more are refused */

/* drop frees the context, in whichever thread lets go of it last; on failure it is not called.
 * longest: milliseconds until it is unwanted; 0: never. */
us_status us_background_job_begin(us_background_job_do *work, us_background_job_do *drop,
                                  void *context, int longest, us_background_job **out,
                                  us_error *err);
bool us_background_job_is_over(
    const us_background_job *job);                   /* the context is whoever's who began it */
void us_background_job_stop(us_background_job *job); /* it is over soon */
bool us_background_job_is_stopped(const us_background_job *job);
/* Stops it, and drops the context: not before it is over. NULL is fine. */
void us_background_job_leave(us_background_job *job);

/* Asked within the work: it is to end early. */
bool us_background_job_unwanted(void);

/* Waits for all of the program that are under way, which nobody wants any more. */
void us_background_jobs_wait(void);

#endif
