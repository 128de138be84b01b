#include "base/arena.h"

#include <stdalign.h>
#include <string.h>

enum { ALIGN = alignof(max_align_t), FIRST_CHUNK = 16 * 1024 };

typedef struct chunk {
    char *memory;
    size_t size;
} chunk;

/* chunks[current] is filled up to `used`; the chunks after it are free for reuse. */
struct us_arena {
    chunk *chunks;
    int count, capacity;
    int current;
    size_t used;
    size_t held;
};

us_arena *us_arena_new(void)
{
    us_arena *arena = US_NEW(us_arena);
    arena->current = -1;
    return arena;
}

void us_arena_free(us_arena *arena)
{
    if (!arena)
        return;
    for (int i = 0; i < arena->count; i++)
        us_mem_free(arena->chunks[i].memory);
    us_mem_free(arena->chunks);
    us_mem_free(arena);
}

static void append(us_arena *arena, size_t size)
{
    if (arena->count == arena->capacity)
        arena->chunks =
            us_array_grow(arena->chunks, arena->count, &arena->capacity, sizeof *arena->chunks);
    char *memory = us_mem_realloc(NULL, size); /* may leave for a guard: the arena is as it was */
    arena->chunks[arena->count++] = (chunk){memory, size};
    arena->held += size;
}

/* Moves on to a chunk with room for size bytes. */
static void advance(us_arena *arena, size_t size)
{
    int next = arena->current + 1;
    while (next < arena->count && arena->chunks[next].size < size)
        next++;
    /* Doubling keeps the number of chunks logarithmic. */
    size_t grown = arena->held > FIRST_CHUNK ? arena->held : FIRST_CHUNK;
    if (next == arena->count)
        append(arena, size > grown ? size : grown);
    arena->current = next;
    arena->used = 0;
}

/* Takes memory without zeroing it: the caller writes all of it. A type's alignment divides its
 * size, so texts lie side by side, without gaps. */
static void *take(us_arena *arena, size_t count, size_t size)
{
    us_assert(size == 0 || count <= (SIZE_MAX / 4) / size);
    size_t bytes = count * size, align = size & (~size + 1);
    align = align == 0 || align > ALIGN ? ALIGN : align;
    arena->used = (arena->used + align - 1) / align * align;
    if (arena->current < 0 || arena->chunks[arena->current].size < arena->used + bytes)
        advance(arena, bytes);
    void *memory = arena->chunks[arena->current].memory + arena->used;
    arena->used += bytes;
    return memory;
}

void *us_arena_alloc(us_arena *arena, size_t count, size_t size)
{
    return memset(take(arena, count, size), 0, count * size);
}

void *us_arena_copy(us_arena *arena, const void *items, size_t count, size_t size)
{
    void *copy = take(arena, count, size);
    if (count > 0)
        memcpy(copy, items, count * size);
    return copy;
}

char *us_arena_strndup(us_arena *arena, const char *text, size_t length)
{
    char *copy = take(arena, length + 1, 1);
    if (length > 0)
        memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *us_arena_strdup(us_arena *arena, const char *text)
{
    return text ? us_arena_strndup(arena, text, strlen(text)) : NULL;
}

us_mark us_arena_mark(const us_arena *arena)
{
    return (us_mark){.chunk = arena->current, .used = arena->used};
}

void us_arena_release(us_arena *arena, us_mark mark)
{
    us_assert(mark.chunk < arena->current ||
              (mark.chunk == arena->current && mark.used <= arena->used));
    arena->current = mark.chunk;
    arena->used = mark.used;
    if (arena->count - mark.chunk <= 2)
        return;
    /* Several free chunks become one of their total size. A later round of the same size then fits,
     * whatever the order of its allocations. */
    size_t total = mark.chunk < 0 ? 0 : arena->chunks[mark.chunk].size - mark.used;
    while (arena->count > mark.chunk + 1) {
        chunk *last = &arena->chunks[--arena->count];
        total += last->size;
        arena->held -= last->size;
        us_mem_free(last->memory);
    }
    append(arena, total);
}

size_t us_arena_size(const us_arena *arena)
{
    return arena->held;
}
