/* Guards: memory that runs out ends a part of a program, and not the whole.
 *
 * Where an allocation fails, the program ends, unless
 * - its thread is within us_guard_run: then only the work of that guard ends there, or
 * - its thread is within a section marked US_WHOLE, and a reserve is held: then the reserve is
 *   freed, and the allocation is tried again. From then on memory is short, until
 *   us_reserve_refill has a reserve again. While it is short, each allocation within a guard fails,
 *   so that guarded works give back their memory.
 *
 * A work that only reads, or builds what nothing else knows, is guarded. A change of what outlives
 * the work must be whole. Guards and sections nest; the innermost one decides. */
#ifndef US_BASE_GUARD_H
#define US_BASE_GUARD_H

#include <stdbool.h>
#include <stddef.h>

#include "understudy/base.h"

/* Runs work(context). Returns false if memory ran out within it: then the work has ended where it
 * was. Its variables of US_AUTO have been released, whether in this function or in those that it
 * called; what other code of it owned is lost. */
bool us_guard_run(void (*work)(void *context), void *context);

/* Marks the rest of the block as a section that may not end halfway. */
#define US_WHOLE US_AUTO(us_whole_end) int us_whole = us_whole_begin()
int us_whole_begin(void);
void us_whole_end(const int *before);

/* Holds a reserve of that many bytes, for all threads of the program. Further calls share it, until
 * us_reserve_close was called as often. */
void us_reserve_open(size_t bytes);
void us_reserve_close(void);
/* Allocates a freed reserve again. Returns whether there is a reserve, or none is open: false while
 * memory is short. */
bool us_reserve_refill(void);
bool us_memory_is_short(void);

/* ---- for base/base.c and base/parallel.c */

/* Returns whether the thread is within a guard, and not within a whole section. */
bool us_guard_is_active(void);
/* Ends the work of the thread's guard if memory is short. */
void us_guard_check(void);
/* Handles a failed allocation: ends the work of the thread's guard, or returns whether another try
 * may succeed. tries: how often this allocation was tried again. */
bool us_guard_rescue(int tries);

#endif
