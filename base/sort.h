/* A stable sort: equal items keep their order, on every C library. Comparators should be total
 * all the same. */
#ifndef US_BASE_SORT_H
#define US_BASE_SORT_H

#include "base/base.h"

/* Sort count items of size bytes each. compare is as for qsort. Allocates as much again, once,
 * when there is more than one item. */
void us_sort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *));
void us_sort_ints(int *items, int count); /* ascending */

#endif
