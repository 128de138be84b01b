#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local uint64_t alloc_count;

void us_assert_fail(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, condition);
    fflush(stderr);
    abort();
}

static void *counted(void *memory, size_t size)
{
    if (!memory) {
        fprintf(stderr, "out of memory: cannot allocate %zu bytes\n", size);
        fflush(stderr);
        abort();
    }
    alloc_count++;
    return memory;
}

void *us_mem_alloc(size_t size)
{
    return counted(calloc(1, size ? size : 1), size);
}

void *us_mem_alloc_array(size_t count, size_t size)
{
    us_assert(size == 0 || count <= SIZE_MAX / size);
    return us_mem_alloc(count * size);
}

void *us_mem_realloc(void *memory, size_t size)
{
    return counted(realloc(memory, size ? size : 1), size);
}

void *us_array_grow(void *items, int count, int *capacity, size_t size)
{
    if (count < *capacity)
        return items;
    *capacity = *capacity > 0 ? *capacity * 2 : 8;
    return us_mem_realloc(items, (size_t)*capacity * size);
}

void us_mem_free(void *memory)
{
    free(memory);
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
