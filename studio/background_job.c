#include "studio/background_job.h"

#include <pthread.h>
#include <stdatomic.h>

#include "base/guard.h"
#include "base/progress.h"

struct us_background_job {
    us_background_job_work *work, *drop;
    void *context;
    int64_t until; /* milliseconds; 0: no limit */
    atomic_bool over, stop;
    atomic_int holders; /* the creator and the thread */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t fewer = PTHREAD_COND_INITIALIZER;
static int under_way; /* threads; guarded by the lock */

static _Thread_local const us_background_job *own; /* the job of the current thread */

bool us_background_job_is_unwanted(void)
{
    return own && (atomic_load(&own->stop) || (own->until && us_clock_ms() > own->until));
}

static void release(us_background_job *job)
{
    if (atomic_fetch_sub(&job->holders, 1) > 1)
        return;
    job->drop(job->context);
    us_mem_free(job);
}

/* Counts one more thread; false: there are too many. */
static bool count_begun(void)
{
    pthread_mutex_lock(&lock);
    bool may = under_way < US_BACKGROUND_JOBS_MAX;
    under_way += may;
    pthread_mutex_unlock(&lock);
    return may;
}

static void count_ended(void)
{
    pthread_mutex_lock(&lock);
    under_way--;
    pthread_cond_broadcast(&fewer);
    pthread_mutex_unlock(&lock);
}

static void *run(void *context)
{
    us_background_job *job = context;
    own = job;
    job->work(job->context);
    atomic_store(&job->over, true);
    own = NULL;
    release(job);
    count_ended();
    return NULL;
}

us_status us_background_job_begin(us_background_job_work *work, us_background_job_work *drop,
                                  void *context, int longest, us_background_job **out,
                                  us_error *err)
{
    US_WHOLE;
    pthread_t thread;
    if (!count_begun())
        return us_error_refuse(err, "too much is under way: try again later");
    us_background_job *job = US_NEW(us_background_job);
    job->work = work;
    job->drop = drop;
    job->context = context;
    job->until = longest ? us_clock_ms() + longest : 0;
    atomic_init(&job->over, false);
    atomic_init(&job->stop, false);
    atomic_init(&job->holders, 2);
    int code = pthread_create(&thread, NULL, run, job);
    if (code != 0) {
        count_ended();
        us_mem_free(job);
        return us_error_set_system(err, US_BAD_INPUT, NULL, code, "cannot begin a thread");
    }
    pthread_detach(thread);
    *out = job;
    return US_OK;
}

bool us_background_job_is_over(const us_background_job *job)
{
    return atomic_load(&job->over);
}

void us_background_job_stop(us_background_job *job)
{
    atomic_store(&job->stop, true);
}

bool us_background_job_is_stopped(const us_background_job *job)
{
    return atomic_load(&job->stop);
}

void us_background_job_release(us_background_job *job)
{
    if (!job)
        return;
    us_background_job_stop(job);
    release(job);
}

void us_background_jobs_wait(void)
{
    pthread_mutex_lock(&lock);
    while (under_way > 0)
        pthread_cond_wait(&fewer, &lock);
    pthread_mutex_unlock(&lock);
}
