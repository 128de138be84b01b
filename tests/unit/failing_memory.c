#include "tests/unit/failing_memory.h"

#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"

enum { BLOCKS = 1 << 20 };

/* The table keeps blocks that a failed work has lost within reach of leak checkers. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void **block; /* open addressing; freed: where a block was */
static char freed;
static int64_t live, left; /* left: allocations until one fails; 0: none does */
static failing_memory_mode how;
static bool failing, failed;

static size_t place_of(const void *memory)
{
    return (size_t)((uintptr_t)memory >> 4) * 0x9E3779B97F4A7C15u >> 20 & (BLOCKS - 1);
}

static void note(void *memory)
{
    size_t at = place_of(memory);
    for (int i = 0; block[at] && block[at] != &freed; i++) {
        us_assert(i < BLOCKS);
        at = (at + 1) & (BLOCKS - 1);
    }
    block[at] = memory;
    live += (int64_t)malloc_usable_size(memory);
}

static void forget(void *memory)
{
    size_t at = place_of(memory);
    for (int i = 0; block[at] && i < BLOCKS; i++) {
        if (block[at] == memory) {
            block[at] = &freed;
            live -= (int64_t)malloc_usable_size(memory);
            return;
        }
        at = (at + 1) & (BLOCKS - 1);
    }
}

static bool fails(void)
{
    if (left > 0 && --left == 0) {
        failed = true;
        failing = how == FAILING_MEMORY_FROM;
        return true;
    }
    return failing;
}

static void *allocate(void *context, void *memory, size_t size)
{
    void *got = NULL;
    (void)context;
    pthread_mutex_lock(&lock);
    if (size == 0) {
        if (malloc_usable_size(memory) >= FAILING_MEMORY_RESERVE)
            failing = false;
        forget(memory);
        free(memory);
    } else if (!fails()) {
        if (memory)
            forget(memory);
        got = realloc(memory, size);
        us_assert(got);
        if (!memory)
            memset(got, 0x55, size);
        note(got);
    }
    pthread_mutex_unlock(&lock);
    return got;
}

void failing_memory_begin(void)
{
    if (!block)
        block = calloc(BLOCKS, sizeof *block);
    us_assert(block);
    live = 0;
    failing_memory_disarm();
    us_mem_set_allocator(allocate, NULL);
}

void failing_memory_end(void)
{
    failing_memory_disarm();
    us_mem_set_allocator(NULL, NULL);
}

void failing_memory_arm(int64_t n, failing_memory_mode mode)
{
    pthread_mutex_lock(&lock);
    left = n;
    how = mode;
    failing = failed = false;
    pthread_mutex_unlock(&lock);
}

bool failing_memory_disarm(void)
{
    pthread_mutex_lock(&lock);
    bool was = failed;
    left = 0;
    failing = failed = false;
    pthread_mutex_unlock(&lock);
    return was;
}

int64_t failing_memory_live(void)
{
    return live;
}
