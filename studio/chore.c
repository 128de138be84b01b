#include "studio/chore.h"

#include <pthread.h>
#include <stdatomic.h>

#include "base/progress.h"

struct us_chore {
    us_chore_do *work, *drop;
    void *context;
    int64_t until; /* milliseconds; 0: for ever */
    atomic_bool over, stop;
    atomic_int holders; /* whoever began it, and its thread */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t fewer = PTHREAD_COND_INITIALIZER;
static int under_way; /* threads; guarded by the lock */

static _Thread_local const us_chore *own; /* in a thread: what it does */

bool us_chore_unwanted(void)
{
    return own && (atomic_load(&own->stop) || (own->until && us_clock_ms() > own->until));
}

static void let_go(us_chore *chore)
{
    if (atomic_fetch_sub(&chore->holders, 1) > 1)
        return;
    chore->drop(chore->context);
    us_free(chore);
}

/* One more; false: there are too many. */
static bool count_begun(void)
{
    pthread_mutex_lock(&lock);
    bool may = under_way < US_CHORES_MAX;
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
    us_chore *chore = context;
    own = chore;
    chore->work(chore->context);
    atomic_store(&chore->over, true);
    own = NULL;
    let_go(chore);
    count_ended();
    return NULL;
}

us_status us_chore_begin(us_chore_do *work, us_chore_do *drop, void *context, int longest,
                         us_chore **out, us_error *err)
{
    pthread_t thread;
    if (!count_begun())
        return us_fail(err, US_BAD_INPUT, NULL, 0, 0, "too much is under way: try again later");
    us_chore *chore = US_NEW(us_chore);
    chore->work = work;
    chore->drop = drop;
    chore->context = context;
    chore->until = longest ? us_clock_ms() + longest : 0;
    atomic_init(&chore->over, false);
    atomic_init(&chore->stop, false);
    atomic_init(&chore->holders, 2);
    int code = pthread_create(&thread, NULL, run, chore);
    if (code != 0) {
        count_ended();
        us_free(chore);
        return us_fail_system(err, US_BAD_INPUT, NULL, code, "cannot begin a thread");
    }
    pthread_detach(thread);
    *out = chore;
    return US_OK;
}

bool us_chore_is_over(const us_chore *chore)
{
    return atomic_load(&chore->over);
}

void us_chore_stop(us_chore *chore)
{
    atomic_store(&chore->stop, true);
}

bool us_chore_is_stopped(const us_chore *chore)
{
    return atomic_load(&chore->stop);
}

void us_chore_leave(us_chore *chore)
{
    if (!chore)
        return;
    us_chore_stop(chore);
    let_go(chore);
}

void us_chores_wait(void)
{
    pthread_mutex_lock(&lock);
    while (under_way > 0)
        pthread_cond_wait(&fewer, &lock);
    pthread_mutex_unlock(&lock);
}
