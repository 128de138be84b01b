#include "base/base.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"

static _Thread_local uint64_t alloc_count;

/* The hooks of the program that embeds the library; NULL: those of the system. */
static us_allocator *allocator;
static us_assert_handler *handler;
static void *allocator_context, *handler_context;

void us_mem_set_allocator(us_allocator *allocate, void *context)
{
    allocator = allocate;
    allocator_context = context;
}

void us_assert_set_handler(us_assert_handler *handle, void *context)
{
    handler = handle;
    handler_context = context;
}

void us_assert_fail(const char *condition, const char *file, int line)
{
    if (handler)
        handler(handler_context, condition, file, line);
    fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, condition);
    fflush(stderr);
    abort();
}

void us_mem_fail(const char *what)
{
    char text[128];
    if (us_guard_is_active())
        us_guard_rescue(0);
    snprintf(text, sizeof text, "out of memory: %s", what);
    if (handler)
        handler(handler_context, text, NULL, 0);
    fprintf(stderr, "%s\n", text);
    fflush(stderr);
    abort();
}

static void *counted(void *memory, size_t size)
{
    if (!memory) {
        char text[64];
        snprintf(text, sizeof text, "cannot allocate %zu bytes", size);
        us_mem_fail(text);
    }
    alloc_count++;
    return memory;
}

void *us_mem_try(size_t size)
{
    return allocator ? allocator(allocator_context, NULL, size) : malloc(size);
}

static void *zeroed(size_t bytes)
{
    if (!allocator)
        return calloc(1, bytes);
    void *memory = allocator(allocator_context, NULL, bytes);
    return memory ? memset(memory, 0, bytes) : NULL;
}

void *us_mem_alloc(size_t size)
{
    size_t bytes = size ? size : 1;
    us_guard_check();
    void *memory = zeroed(bytes);
    for (int tries = 0; !memory && us_guard_rescue(tries); tries++)
        memory = zeroed(bytes);
    return counted(memory, size);
}

void *us_mem_alloc_array(size_t count, size_t size)
{
    us_assert(size == 0 || count <= SIZE_MAX / size);
    return us_mem_alloc(count * size);
}

static void *resized(void *memory, size_t bytes)
{
    return allocator ? allocator(allocator_context, memory, bytes) : realloc(memory, bytes);
}

void *us_mem_realloc(void *memory, size_t size)
{
    size_t bytes = size ? size : 1;
    us_guard_check();
    void *grown = resized(memory, bytes);
    for (int tries = 0; !grown && us_guard_rescue(tries); tries++)
        grown = resized(memory, bytes);
    return counted(grown, size);
}

void *us_array_grow(void *items, int count, int *capacity, size_t size)
{
    if (count < *capacity)
        return items;
    us_assert(*capacity < INT_MAX); /* a count of items is an int */
    int wanted = *capacity > INT_MAX / 2 ? INT_MAX : *capacity > 0 ? *capacity * 2 : 8;
    us_assert(size == 0 || (size_t)wanted <= SIZE_MAX / size);
    void *grown = us_mem_realloc(items, (size_t)wanted * size);
    *capacity = wanted; /* not before: a guard may have ended the call (base/guard.h) */
    return grown;
}

void us_mem_free(void *memory)
{
    if (!allocator)
        free(memory);
    else if (memory)
        allocator(allocator_context, memory, 0);
}

char *us_mem_strdup(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(us_mem_realloc(NULL, size), text, size);
}

const char *us_env_get(const char *name)
{
    const char *value = getenv(name);
    return value && value[0] ? value : NULL;
}

uint64_t us_mem_alloc_count(void)
{
    return alloc_count;
}
