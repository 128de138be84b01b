#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

/* Merges [from, middle) and [middle, to) of source into target. */
static void merge(const char *source, char *target, size_t from, size_t middle, size_t to,
                  size_t size, int (*compare)(const void *, const void *))
{
    size_t left = from, right = middle;
    /* Many lists are in order already. */
    if (middle == to || compare(source + (middle - 1) * size, source + middle * size) <= 0) {
        memcpy(target + from * size, source + from * size, (to - from) * size);
        return;
    }
    for (size_t at = from; at < to; at++) {
        bool take_left = left < middle &&
                         (right == to || compare(source + left * size, source + right * size) <= 0);
        size_t *next = take_left ? &left : &right;
        memcpy(target + at * size, source + *next * size, size);
        ++*next;
    }
}

void us_array_sort(void *items, size_t count, size_t size,
                   int (*compare)(const void *, const void *))
{
    if (count < 2)
        return;
    char *spare = us_mem_alloc_array(count, size);
    char *source = items, *target = spare;
    for (size_t run = 1; run < count; run *= 2) {
        for (size_t from = 0; from < count; from += 2 * run) {
            size_t middle = count - from < run ? count : from + run;
            size_t to = count - middle < run ? count : middle + run;
            merge(source, target, from, middle, to, size, compare);
        }
        char *swap = source;
        source = target;
        target = swap;
    }
    if (source != items)
        memcpy(items, source, count * size);
    us_mem_free(spare);
}

static int compare_ints(const void *one, const void *two)
{
    int a = *(const int *)one, b = *(const int *)two;
    return (a > b) - (a < b);
}

void us_array_sort_ints(int *items, int count)
{
    us_array_sort(items, (size_t)count, sizeof(*items), compare_ints);
}

void *us_array_find(const void *key, const void *items, int count, size_t size,
                    int (*compare)(const void *, const void *))
{
    return count > 0 ? bsearch(key, items, (size_t)count, size, compare) : NULL;
}

static uint32_t key_at(const void *items, int index, size_t size)
{
    uint32_t key;
    memcpy(&key, (const char *)items + (size_t)index * size, sizeof key);
    return key;
}

int us_array_lower_bound(uint32_t key, const void *items, int count, size_t size)
{
    return US_BISECT(i, count, key_at(items, i, size) < key);
}
