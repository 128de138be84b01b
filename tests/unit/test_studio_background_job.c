#include <stdatomic.h>
#include <time.h>

#include "studio/background_job.h"
#include "tests/unit/test.h"

/* Work that goes on until it may end, whatever is wanted. */
typedef struct task {
    atomic_bool may_end, noticed, dropped;
} task;

static void rest(void)
{
    struct timespec pause = {.tv_nsec = 100000};
    nanosleep(&pause, NULL);
}

static void work(void *context)
{
    task *c = context;
    while (!atomic_load(&c->may_end)) {
        if (us_background_job_is_unwanted())
            atomic_store(&c->noticed, true);
        rest();
    }
}

static void drop(void *context)
{
    atomic_store(&((task *)context)->dropped, true);
}

static us_background_job *begin(task *c, int longest)
{
    us_background_job *chore;
    REQUIRE(us_background_job_begin(work, drop, c, longest, &chore, NULL) == US_OK);
    return chore;
}

TEST(nobody_waits_for_what_is_left)
{
    task c = {0};
    us_background_job *chore = begin(&c, 0);
    CHECK(!us_background_job_is_over(chore) && !us_background_job_is_stopped(chore));
    us_background_job_release(chore); /* comes back, though the work goes on */
    while (!atomic_load(&c.noticed))
        rest();
    CHECK(!atomic_load(&c.dropped));
    atomic_store(&c.may_end, true);
    us_background_jobs_wait();
    CHECK(atomic_load(&c.dropped));
}

TEST(what_is_over_stays_until_it_is_left)
{
    task c = {0};
    us_background_job *chore = begin(&c, 0);
    atomic_store(&c.may_end, true);
    us_background_jobs_wait();
    CHECK(us_background_job_is_over(chore) && !us_background_job_is_stopped(chore));
    CHECK(!atomic_load(&c.noticed) && !atomic_load(&c.dropped));
    us_background_job_release(chore);
    CHECK(atomic_load(&c.dropped));
}

TEST(what_takes_too_long_is_unwanted)
{
    task c = {0};
    us_background_job *chore = begin(&c, 1);
    while (!atomic_load(&c.noticed))
        rest();
    CHECK(!us_background_job_is_stopped(chore));
    atomic_store(&c.may_end, true);
    us_background_job_release(chore);
    us_background_jobs_wait();
    CHECK(!us_background_job_is_unwanted()); /* nothing is, outside */
}

TEST(too_many_are_refused)
{
    static task c[US_BACKGROUND_JOBS_MAX + 1];
    us_background_job *chore[US_BACKGROUND_JOBS_MAX], *more;
    us_error err;
    for (int i = 0; i < US_BACKGROUND_JOBS_MAX; i++)
        chore[i] = begin(&c[i], 0);
    CHECK_INT(us_background_job_begin(work, drop, &c[US_BACKGROUND_JOBS_MAX], 0, &more, &err),
              US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "too much is under way");
    CHECK(!atomic_load(&c[US_BACKGROUND_JOBS_MAX].dropped));
    for (int i = 0; i < US_BACKGROUND_JOBS_MAX; i++) {
        atomic_store(&c[i].may_end, true);
        us_background_job_release(chore[i]);
    }
    us_background_jobs_wait();
    for (int i = 0; i < US_BACKGROUND_JOBS_MAX; i++)
        CHECK(atomic_load(&c[i].dropped));
    us_background_job_release(NULL);
}
