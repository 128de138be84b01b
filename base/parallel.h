/* Many like tasks on the machine's cores. What a task does may depend on its index only, so that
 * the results are the same on any number of cores. */
#ifndef US_BASE_PARALLEL_H
#define US_BASE_PARALLEL_H

#include "base/base.h"

enum { US_PARALLEL_MAX = 16 };

/* Calls work for each index in [0, tasks) and returns when all are done. The tasks are shared out
 * among a thread for each core, at most US_PARALLEL_MAX, this one among them; where a thread can't
 * be had, fewer do it. So work runs several times at once: what it writes belongs to its index. */
void us_parallel_run(int tasks, void (*work)(void *context, int index), void *context);

#endif
