#include "base/base.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static void *counted(void *memory, size_t size)
{
    if (!memory) {
        char text[64];
        snprintf(text, sizeof text, "out of memory: cannot allocate %zu bytes", size);
        if (handler)
            handler(handler_context, text, NULL, 0);
        fprintf(stderr, "%s\n", text);
        fflush(stderr);
        abort();
    }
    alloc_count++;
    return memory;
}

void *us_mem_alloc(size_t size)
{
    size_t bytes = size ? size : 1;
    if (!allocator)
        return counted(calloc(1, bytes), size);
    return memset(counted(allocator(allocator_context, NULL, bytes), size), 0, bytes);
}

void *us_mem_alloc_array(size_t count, size_t size)
{
    us_assert(size == 0 || count <= SIZE_MAX / size);
    return us_mem_alloc(count * size);
}

void *us_mem_realloc(void *memory, size_t size)
{
    size_t bytes = size ? size : 1;
    return counted(allocator ? allocator(allocator_context, memory, bytes) : realloc(memory, bytes),
                   size);
}

void *us_array_grow(void *items, int count, int *capacity, size_t size)
{
    if (count < *capacity)
        return items;
    us_assert(*capacity < INT_MAX); /* a count of items is an int */
    *capacity = *capacity > INT_MAX / 2 ? INT_MAX : *capacity > 0 ? *capacity * 2 : 8;
    us_assert(size == 0 || (size_t)*capacity <= SIZE_MAX / size);
    return us_mem_realloc(items, (size_t)*capacity * size);
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
