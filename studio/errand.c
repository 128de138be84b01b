#include "studio/errand.h"

#include <pthread.h>
#include <stdatomic.h>

#include "base/progress.h"

struct us_errand {
    us_errand_do *work, *drop;
    void *context;
    int64_t until; /* milliseconds; 0: for ever */
    atomic_bool over, stop;
    atomic_int holders; /* whoever began it, and its thread */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t fewer = PTHREAD_COND_INITIALIZER;
static int under_way; /* threads; guarded by the lock */

static _Thread_local const us_errand *own; /* in a thread: what it does */

bool us_errand_unwanted(void)
{
    return own && (atomic_load(&own->stop) || (own->until && us_clock_ms() > own->until));
}

static void let_go(us_errand *errand)
{
    if (atomic_fetch_sub(&errand->holders, 1) > 1)
        return;
    errand->drop(errand->context);
    us_free(errand);
}

/* One more; false: there are too many. */
static bool count_begun(void)
{
    pthread_mutex_lock(&lock);
    bool may = under_way < US_ERRANDS_MAX;
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
    us_errand *errand = context;
    own = errand;
    errand->work(errand->context);
    atomic_store(&errand->over, true);
    own = NULL;
    let_go(errand);
    count_ended();
    return NULL;
}

us_status us_errand_begin(us_errand_do *work, us_errand_do *drop, void *context, int longest,
                          us_errand **out, us_error *err)
{
    pthread_t thread;
    if (!count_begun())
        return us_fail(err, US_BAD_INPUT, NULL, 0, 0, "too much is under way: try again later");
    us_errand *errand = US_NEW(us_errand);
    errand->work = work;
    errand->drop = drop;
    errand->context = context;
    errand->until = longest ? us_clock_ms() + longest : 0;
    atomic_init(&errand->over, false);
    atomic_init(&errand->stop, false);
    atomic_init(&errand->holders, 2);
    int code = pthread_create(&thread, NULL, run, errand);
    if (code != 0) {
        count_ended();
        us_free(errand);
        return us_fail_system(err, US_BAD_INPUT, NULL, code, "cannot begin a thread");
    }
    pthread_detach(thread);
    *out = errand;
    return US_OK;
}

bool us_errand_is_over(const us_errand *errand)
{
    return atomic_load(&errand->over);
}

void us_errand_stop(us_errand *errand)
{
    atomic_store(&errand->stop, true);
}

bool us_errand_is_stopped(const us_errand *errand)
{
    return atomic_load(&errand->stop);
}

void us_errand_leave(us_errand *errand)
{
    if (!errand)
        return;
    us_errand_stop(errand);
    let_go(errand);
}

void us_errands_wait(void)
{
    pthread_mutex_lock(&lock);
    while (under_way > 0)
        pthread_cond_wait(&fewer, &lock);
    pthread_mutex_unlock(&lock);
}
