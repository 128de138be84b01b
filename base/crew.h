/* Many like tasks on the machine's cores. What a task does may depend on its index only, so that
 * the results are the same on any number of cores. */
#ifndef US_BASE_CREW_H
#define US_BASE_CREW_H

#include "base/base.h"

enum { US_CREW_MAX = 16 };

/* Calls work for each index in [0, tasks), each worth a thread, on a thread for each core, at
 * most US_CREW_MAX, this one among them, and returns when all are done. Where a thread can't be
 * had, fewer do it. */
void us_crew_run(int tasks, void (*work)(void *context, int index), void *context);

#endif
