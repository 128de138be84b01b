/* Arenas: memory that is freed all at once.
 *
 * An arena owns chunks. A mark remembers its fill level. Memory from us_arena_alloc is zeroed,
 * aligned for any type of that size, and never NULL. */
#ifndef US_BASE_ARENA_H
#define US_BASE_ARENA_H

#include "base/base.h"
#include "understudy/base.h"
typedef struct us_mark {
    int chunk;
    size_t used;
} us_mark;

us_arena *us_arena_new(void);
void us_arena_free(us_arena *arena); /* NULL is fine */
US_AUTOPTR_DEFINE(us_arena, us_arena_free);

void *us_arena_alloc(us_arena *arena, size_t count, size_t size);
char *us_arena_strndup(us_arena *arena, const char *text, size_t length); /* copy ended by '\0' */
char *us_arena_strdup(us_arena *arena, const char *text);                 /* copy; NULL for NULL */
/* Returns a copy of count items. items may be NULL if count is 0. */
void *us_arena_copy(us_arena *arena, const void *items, size_t count, size_t size);
#define US_ARENA_ARRAY(arena, type, count) \
    ((type *)us_arena_alloc((arena), (size_t)(count), sizeof(type)))

/* us_arena_release forgets everything allocated since the mark and keeps the chunks for reuse. A
 * loop of mark, alloc and release stops allocating after its largest round. Marks are released in
 * the reverse order of their creation, or not at all. */
us_mark us_arena_mark(const us_arena *arena);
void us_arena_release(us_arena *arena, us_mark mark);
size_t us_arena_size(const us_arena *arena); /* bytes held from the system */

#endif
