#include "base/parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "base/guard.h"

typedef struct parallel {
    int tasks;
    void (*work)(void *context, int index);
    void *context;
    atomic_int next;
    bool guarded;       /* the caller is within a guard */
    atomic_bool failed; /* memory ran out in a guarded task */
} parallel;

static void work(void *of)
{
    parallel *c = of;
    for (int i = atomic_fetch_add(&c->next, 1); i < c->tasks && !atomic_load(&c->failed);
         i = atomic_fetch_add(&c->next, 1))
        c->work(c->context, i);
}

static _Thread_local bool within; /* a task: its own loops have no threads */

/* The caller's guard is of its own thread, so each thread has another. */
static void *run(void *of)
{
    parallel *c = of;
    bool outer = within;
    within = true;
    if (!c->guarded)
        work(c);
    else if (!us_guard_run(work, c))
        atomic_store(&c->failed, true);
    within = outer;
    return NULL;
}

void us_parallel_run(int tasks, void (*task)(void *context, int index), void *context)
{
    parallel c = {
        .tasks = tasks, .work = task, .context = context, .guarded = us_guard_is_active()};
    pthread_t thread[US_PARALLEL_MAX];
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int wanted = within ? 1 : tasks, others = 0;
    wanted = wanted > cores ? (int)cores : wanted;
    wanted = wanted > US_PARALLEL_MAX ? US_PARALLEL_MAX : wanted;
    while (others < wanted - 1 && pthread_create(&thread[others], NULL, run, &c) == 0)
        others++;
    run(&c);
    for (int i = 0; i < others; i++)
        pthread_join(thread[i], NULL);
    if (atomic_load(&c.failed))
        us_guard_rescue(0);
}
