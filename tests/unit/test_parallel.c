#include <sched.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#include "base/parallel.h"
#include "tests/unit/test.h"

enum { TASKS = 5000 };

static void count(void *context, int index)
{
    int *done = context;
    done[index] += index + 1;
}

TEST(each_task_is_done_once)
{
    static const int tasks[] = {0, 1, 7, 8, 100, TASKS};
    for (int t = 0; t < US_COUNT(tasks); t++) {
        US_AUTOFREE int *done = US_NEW_ARRAY(int, TASKS);
        int wrong = 0;
        us_parallel_run(tasks[t], count, done);
        for (int i = 0; i < TASKS; i++)
            wrong += done[i] != (i < tasks[t] ? i + 1 : 0);
        CHECK_INT(wrong, 0);
    }
}

typedef struct meeting {
    atomic_int come;
    int expected;
} meeting;

static void meet(void *context, int index)
{
    meeting *m = context;
    (void)index;
    time_t until = time(NULL) + 5;
    atomic_fetch_add(&m->come, 1);
    while (atomic_load(&m->come) < m->expected && time(NULL) < until)
        sched_yield();
}

/* Two that wait for each other. */
TEST(a_few_tasks_go_on_at_once)
{
    meeting m = {.expected = 2};
    if (sysconf(_SC_NPROCESSORS_ONLN) < 2)
        us_test_skip("one core");
    time_t began = time(NULL);
    us_parallel_run(2, meet, &m);
    CHECK(time(NULL) - began < 4);
}
