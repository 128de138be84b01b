/* Memory that goes all at once. An arena owns chunks; a mark remembers how full it was.
 * Memory from an arena is zeroed, aligned for any type of that size, and never NULL. */
#ifndef US_BASE_ARENA_H
#define US_BASE_ARENA_H

#include "base/base.h"

typedef struct us_arena us_arena;
typedef struct us_mark {
    int chunk;
    size_t used;
} us_mark;

us_arena *us_arena_new(void);
void us_arena_free(us_arena *arena); /* NULL is fine */

void *us_arena_alloc(us_arena *arena, size_t count, size_t size);
char *us_arena_text(us_arena *arena, const char *text, size_t length); /* copy, ends in '\0' */
char *us_arena_keep(us_arena *arena, const char *text);                /* of all; NULL: NULL */
/* A copy of so many; items may be NULL where there are none. */
void *us_arena_copy(us_arena *arena, const void *items, size_t count, size_t size);
#define US_ARENA_ARRAY(arena, type, count) \
    ((type *)us_arena_alloc((arena), (size_t)(count), sizeof(type)))

/* Release forgets everything allocated since the mark and keeps the chunks for reuse:
 * a loop of mark, alloc, release stops allocating once it has seen its largest round.
 * Marks are released in the reverse order of their making, or not at all. */
us_mark us_arena_mark(const us_arena *arena);
void us_arena_release(us_arena *arena, us_mark mark);
size_t us_arena_size(const us_arena *arena); /* bytes held from the system */

#endif
