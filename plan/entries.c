#include "plan/entries.h"

#include <stdlib.h>
#include <string.h>

/* Of equals the earlier. */
static int compare_keyed(const void *a, const void *b)
{
    const us_entry *one = ((const us_keyed *)a)->entry, *two = ((const us_keyed *)b)->entry;
    int order = strcmp(one->key, two->key);
    return order ? order : one < two ? -1 : one > two;
}

us_entries us_entries_of(const us_case *seen, us_arena *arena)
{
    int count = seen ? seen->entry_count : 0;
    us_keyed *keyed = US_ARENA_ARRAY(arena, us_keyed, count);
    for (int i = 0; i < count; i++)
        keyed[i].entry = &seen->entry[i];
    if (count > 1)
        qsort(keyed, (size_t)count, sizeof *keyed, compare_keyed); /* a total order */
    return (us_entries){keyed, count};
}

/* As strcmp of the key and "first.rest". */
static int compare(const char *key, const char *first, const char *rest)
{
    size_t length = strlen(first);
    int order = strncmp(key, first, length);
    if (order == 0 && key[length] != '.')
        order = (unsigned char)key[length] < '.' ? -1 : 1;
    return order ? order : strcmp(key + length + 1, rest);
}

const us_entry *us_entries_find(const us_entries *entries, const char *first, const char *rest)
{
    int low = 0, high = entries->count; /* the first that stands behind it */
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (compare(entries->by_key[middle].entry->key, first, rest) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    const us_entry *last = low > 0 ? entries->by_key[low - 1].entry : NULL;
    return last && compare(last->key, first, rest) == 0 ? last : NULL;
}
