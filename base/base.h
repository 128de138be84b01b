/* The basics that every file uses: assertions that are always on, and counted allocation.
 *
 * us_assert checks for programming errors and stays on in every build. Input from outside (files,
 * arguments, sockets) is never asserted: see base/error.h. The conventions of understudy/base.h
 * hold in all headers. */
#ifndef US_BASE_BASE_H
#define US_BASE_BASE_H

#include "understudy/base.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define US_COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

#define us_assert(condition) \
    ((condition) ? (void)0 : us_assert_fail(#condition, __FILE__, __LINE__))

_Noreturn void us_assert_fail(const char *condition, const char *file, int line);

/* Memory. All allocation of the project goes through these functions, so that tests can count it.
 * They never return NULL: if memory runs out, the handler of us_assert_set_handler is called. The
 * command line's handler removes temporary files and exits with the code of US_NO_MEMORY. Without a
 * handler, the program prints a message and aborts. A reader of hostile input bounds its size
 * first. us_mem_free(NULL) does nothing. Libraries such as SQLite and cJSON allocate for
 * themselves. */
void *us_mem_alloc(size_t size);                 /* zeroed */
void *us_mem_realloc(void *memory, size_t size); /* added bytes are not zeroed; NULL allocates */
/* Makes room for one more item behind the count items of a list, not zeroed. Returns the list's
 * address. Pointers to items are valid until the next item is added. A list holds at most INT_MAX
 * items: one more is a failed assertion. */
void *us_array_grow(void *items, int count, int *capacity, size_t size);
/* A growing list. Zero-initialized is empty; the owner frees `item` with us_mem_free. US_LIST_PUT
 * adds a value, and counts it once the value is there: memory may run out in `value`. US_LIST_ADD
 * adds an item with unset members and returns its address. */
#define US_LIST(type)        \
    struct {                 \
        type *item;          \
        int count, capacity; \
    }
#define US_LIST_PUT(list, value)                                                           \
    ((list).item =                                                                         \
         us_array_grow((list).item, (list).count, &(list).capacity, sizeof(*(list).item)), \
     (list).item[(list).count] = (value), (list).count++)
#define US_LIST_ADD(list)                                                                  \
    ((list).item =                                                                         \
         us_array_grow((list).item, (list).count, &(list).capacity, sizeof(*(list).item)), \
     &(list).item[(list).count++])
char *us_mem_strdup(const char *text);
/* Ends the program, or the work of a guard (base/guard.h), as a failed allocation does. For a
 * library below that ran out of memory where no error can be returned. what: the text after "out of
 * memory: ". */
void us_mem_fail(const char *what) __attribute__((noreturn));
/* Returns memory that is not zeroed, or NULL if there is none: for a request of unusual size. */
void *us_mem_try(size_t size);
#define US_NEW(type)              ((type *)us_mem_alloc(sizeof(type)))
#define US_NEW_ARRAY(type, count) ((type *)us_mem_alloc_array((size_t)(count), sizeof(type)))
void *us_mem_alloc_array(size_t count, size_t size); /* zeroed; checks the product for overflow */

const char *us_env_get(const char *name); /* environment variable, or NULL if unset or empty */

/* Returns how often this thread has called us_mem_alloc, us_mem_alloc_array, us_mem_realloc and
 * us_mem_strdup. */
uint64_t us_mem_alloc_count(void);

#endif
