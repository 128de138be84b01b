/* Many like tasks on the machine's cores. What a task does may depend on its index only, so that
 * the results are the same on any number of cores. */
#ifndef US_BASE_CREW_H
#define US_BASE_CREW_H

#include "base/base.h"

enum { US_CREW_MAX = 16 };

/* Calls work for each index in [0, tasks) and returns when all are done. The tasks are shared out
 * among a thread for each core, at most US_CREW_MAX, this one among them; where a thread can't be
 * had, fewer do it. So work runs several times at once: what it writes belongs to its index. */
void us_crew_run(int tasks, void (*work)(void *context, int index), void *context);

#endif
