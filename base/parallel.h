/* Parallel loops: many tasks of one kind on the machine's cores. The result of a task may depend on
 * its index only, so that results are the same on any number of cores. */
#ifndef US_BASE_PARALLEL_H
#define US_BASE_PARALLEL_H

#include "base/base.h"

enum { US_PARALLEL_MAX = 16 };

/* Calls task for each index in [0, tasks) and returns when all are done. The tasks are shared among
 * one thread for each core, at most US_PARALLEL_MAX, including the caller's. If a thread can't be
 * started, the others do its tasks. A loop within a task runs on the task's thread alone. Calls of
 * task overlap in time: a call may write only data that belongs to its index. Within a guard
 * (base/guard.h), memory that runs out in any thread ends the work of the caller's guard. */
void us_parallel_run(int tasks, void (*task)(void *context, int index), void *context);

#endif
