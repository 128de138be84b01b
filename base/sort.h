/* A stable sort: equal items keep their order, on every C library. Comparators should be total
 * all the same. */
#ifndef US_BASE_SORT_H
#define US_BASE_SORT_H

#include "base/base.h"

/* Sort count items of size bytes each. compare is as for qsort. Allocates as much again, once,
 * when there is more than one item. */
void us_sort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *));
void us_sort_ints(int *items, int count); /* ascending */

/* The item that compares as equal to the key, of count in that order; NULL where there is none. */
void *us_find(const void *key, const void *items, int count, size_t size,
              int (*compare)(const void *, const void *));
/* Of items that begin with a uint32_t by which they stand in rising order: the index of the first
 * that is not below the key, or count. */
int us_sort_place(uint32_t key, const void *items, int count, size_t size);

#endif
