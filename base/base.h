/* The few things every file uses: assertions that are always on, and counted allocation.
 *
 * us_assert is for errors of the programmer. It stays on in every build.
 * What comes from outside (files, arguments, sockets) is never asserted: see base/error.h.
 *
 * All headers mean the following, and say only where something differs:
 *
 * - X_new and X_free, X_open and X_close, X_init and X_clear go together. What new returns is never
 *   NULL. A function that returns us_status changes its outputs on US_OK only; then the caller has
 *   them, and frees, closes or clears them.
 * - What a function returns as a const pointer is borrowed: it lives as long as what it was asked
 *   of. Names of enumerators and of tables' rows are static.
 * - Arguments are borrowed for the call. find may return NULL, and NULL may be passed only where a
 *   comment says so.
 * - "Appended" is to a us_str that was initialized. A count that is returned beside *out is that of
 *   the items there.
 * - What is immutable may be shared by threads; all else is for one thread at a time.
 * - Time is in cycles of the game; places are cells, from 0 at the upper left; parts of a whole are
 *   whole numbers, of what a comment names. */
#ifndef US_BASE_BASE_H
#define US_BASE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define US_COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

#define us_assert(condition) \
    ((condition) ? (void)0 : us_assert_failed(#condition, __FILE__, __LINE__))

_Noreturn void us_assert_failed(const char *condition, const char *file, int line);

/* Memory. All allocation of the project goes through these, so that tests can count it.
 * They never return NULL: running out of memory ends the program with a message.
 * Whoever reads hostile input bounds its size first. us_free(NULL) does nothing. */
void *us_alloc(size_t size);                 /* zeroed */
void *us_realloc(void *memory, size_t size); /* what is new is not zeroed; NULL: anew */
void us_free(void *memory);
/* Room for one more behind the count items of a list, not zeroed. Returns where they stand now:
 * pointers to items hold until the next one is added. */
void *us_grow(void *items, int count, int *capacity, size_t size);
/* A list that grows, zero-initialized; whoever has it frees its items. The first adds a value, the
 * second an item whose members are still to be set, and gives its address. */
#define US_LIST(type)        \
    struct {                 \
        type *item;          \
        int count, capacity; \
    }
#define US_LIST_PUT(list, value)                                                               \
    ((list).item = us_grow((list).item, (list).count, &(list).capacity, sizeof(*(list).item)), \
     (list).item[(list).count++] = (value))
#define US_LIST_ADD(list)                                                                      \
    ((list).item = us_grow((list).item, (list).count, &(list).capacity, sizeof(*(list).item)), \
     &(list).item[(list).count++])
char *us_strdup(const char *text);
#define US_NEW(type)              ((type *)us_alloc(sizeof(type)))
#define US_NEW_ARRAY(type, count) ((type *)us_alloc_array((size_t)(count), sizeof(type)))
void *us_alloc_array(size_t count, size_t size); /* zeroed; the product is checked */

const char *us_env(const char *name); /* of the environment; NULL when unset or empty */

/* Calls of us_alloc, us_alloc_array, us_realloc and us_strdup by this thread so far. */
uint64_t us_alloc_count(void);

#endif
