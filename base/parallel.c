#include "base/parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

typedef struct parallel {
    int tasks;
    void (*work)(void *context, int index);
    void *context;
    atomic_int next;
} parallel;

static void *run(void *of)
{
    parallel *c = of;
    for (int i = atomic_fetch_add(&c->next, 1); i < c->tasks; i = atomic_fetch_add(&c->next, 1))
        c->work(c->context, i);
    return NULL;
}

void us_parallel_run(int tasks, void (*work)(void *context, int index), void *context)
{
    parallel c = {.tasks = tasks, .work = work, .context = context};
    pthread_t thread[US_PARALLEL_MAX];
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int wanted = tasks, others = 0;
    wanted = wanted > cores ? (int)cores : wanted;
    wanted = wanted > US_PARALLEL_MAX ? US_PARALLEL_MAX : wanted;
    while (others < wanted - 1 && pthread_create(&thread[others], NULL, run, &c) == 0)
        others++;
    run(&c);
    for (int i = 0; i < others; i++)
        pthread_join(thread[i], NULL);
}
