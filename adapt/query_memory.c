#include "adapt/query_memory.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

/* The allocator that SQLite would use without this file. */
static sqlite3_mem_methods plain;

static _Thread_local int64_t used, most_used; /* most_used 0: no limit */
static _Thread_local bool refused;            /* an allocation, since the limit was set */

static bool fits(int more)
{
    bool fit = most_used == 0 || used + more <= most_used;
    refused = refused || !fit;
    return fit;
}

static void *allocate(int size)
{
    void *memory = fits(size) ? plain.xMalloc(size) : NULL;
    used += memory ? plain.xSize(memory) : 0;
    return memory;
}

static void release(void *memory)
{
    used -= plain.xSize(memory);
    plain.xFree(memory);
}

static void *resize(void *memory, int size)
{
    int before = plain.xSize(memory);
    void *moved = fits(size - before) ? plain.xRealloc(memory, size) : NULL;
    used += moved ? plain.xSize(moved) - before : 0;
    return moved;
}

/* Runs before main, because SQLite takes an allocator only before its first use. If the program
 * chose another allocator or loaded the library later, SQLite keeps that one: nothing is counted
 * then, and no limit holds. */
__attribute__((constructor)) static void count_memory(void)
{
    if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &plain) != SQLITE_OK)
        return;
    sqlite3_mem_methods counting = plain;
    counting.xMalloc = allocate;
    counting.xFree = release;
    counting.xRealloc = resize;
    (void)sqlite3_config(SQLITE_CONFIG_MALLOC, &counting);
}

int64_t us_query_memory_used(void)
{
    return used;
}

void us_query_memory_limit(int64_t most)
{
    most_used = most > 0 ? used + most : 0;
    refused = refused && most == 0;
}

bool us_query_memory_is_refused(void)
{
    return refused;
}
