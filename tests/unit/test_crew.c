#include "base/crew.h"
#include "tests/unit/test.h"

enum { TASKS = 5000 };

static void count(void *context, int index)
{
    int *done = context;
    done[index] += index + 1;
}

static void each_task_is_done_once(void)
{
    static const int tasks[] = {0, 1, 7, 8, 100, TASKS};
    for (int t = 0; t < US_COUNT(tasks); t++) {
        int *done = US_NEW_ARRAY(int, TASKS);
        int wrong = 0;
        us_crew_run(tasks[t], count, done);
        for (int i = 0; i < TASKS; i++)
            wrong += done[i] != (i < tasks[t] ? i + 1 : 0);
        CHECK_INT(wrong, 0);
        us_free(done);
    }
}

static const us_test tests[] = {
    {"each task is done once", each_task_is_done_once},
    {0},
};
const us_test_suite suite_crew = {"crews", tests};
