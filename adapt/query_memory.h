/* Private to adapt/query.c: the memory that SQLite takes in one thread. SQLite's own limits of
 * memory hold for the whole process, so that queries in two threads, and connections of the program
 * around the library, would be limited together. */
#ifndef US_ADAPT_QUERY_MEMORY_H
#define US_ADAPT_QUERY_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/* Returns the bytes that SQLite allocated in this thread, less those that it freed there. */
int64_t us_query_memory_used(void);
/* From now on, SQLite's allocations in this thread fail if they would take more than so many bytes
 * in addition. 0: no limit. */
void us_query_memory_limit(int64_t most);
/* Returns whether the last limit made an allocation fail. If not, the system's memory ran out. */
bool us_query_memory_is_refused(void);

#endif
