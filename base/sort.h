/* A stable sort: equal items keep their order, with every C library. Comparators should be total
 * nevertheless. */
#ifndef US_BASE_SORT_H
#define US_BASE_SORT_H

#include "base/base.h"

/* Sorts count items of size bytes each; compare is as for qsort. For more than one item it
 * allocates as much memory again, once. */
void us_array_sort(void *items, size_t count, size_t size,
                   int (*compare)(const void *, const void *));
void us_array_sort_ints(int *items, int count); /* ascending */

/* Returns the item that compares equal to the key in a list of count items in that order, or
 * NULL. */
void *us_array_find(const void *key, const void *items, int count, size_t size,
                    int (*compare)(const void *, const void *));
/* Returns how many of the indexes i from 0 to count satisfy the condition, if it holds for the
 * first ones and for none behind them. Evaluates it for few of them. */
#define US_BISECT(i, count, condition)                                        \
    __extension__({                                                           \
        int us_low = 0, us_high = (count);                                    \
        while (us_low < us_high) {                                            \
            int i = us_low + (us_high - us_low) / 2; /* NOLINT: declares i */ \
            if (condition)                                                    \
                us_low = (i) + 1;                                             \
            else                                                              \
                us_high = i;                                                  \
        }                                                                     \
        us_low;                                                               \
    })
/* Returns the index of the first item that is not below the key, or count. Each item begins with a
 * uint32_t, and the items ascend by it. */
int us_array_lower_bound(uint32_t key, const void *items, int count, size_t size);

#endif
