#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "adapt/adapt.h"
#include "base/file.h"
#include "base/sort.h"
#include "retrieve/library.h"

enum { LIBRARY_MAX = 1 << 30 }; /* bytes */

/* The behaviors of a library by their hashes. */
typedef struct listed {
    us_hash hash;
    int64_t id;
} listed;

typedef struct list {
    listed *item;
    int count, capacity;
} list;

static int by_hash(const void *left, const void *right)
{
    const listed *a = left, *b = right;
    return (a->hash > b->hash) - (a->hash < b->hash);
}

static void add(list *to, us_hash hash, int64_t id)
{
    to->item = us_grow(to->item, to->count, &to->capacity, sizeof *to->item);
    to->item[to->count++] = (listed){hash, id};
}

static void add_row(void *context, const us_library_behavior *row)
{
    add(context, row->hash, row->id);
}

static void sort(list *of)
{
    if (of->count > 0)
        us_sort(of->item, (size_t)of->count, sizeof *of->item, by_hash);
}

static bool has(const list *of, us_hash hash)
{
    listed wanted = {hash, 0};
    return us_find(&wanted, of->item, of->count, sizeof wanted, by_hash) != NULL;
}

/* What is new comes, what is gone goes, and the rest stays as it lies there. */
static us_status change(us_library *library, const us_brl *wanted, const list *had,
                        const list *have, us_error *err)
{
    us_library_added added = {0};
    for (int i = 0; i < wanted->count; i++)
        if (!has(had, us_template_hash(wanted->item[i])))
            US_TRY(us_library_put(library, wanted->item[i], &added, err));
    for (int i = 0; i < had->count; i++)
        if (!has(have, had->item[i].hash))
            US_TRY(us_library_drop_behavior(library, had->item[i].id, err));
    for (int i = 0; i < wanted->games; i++)
        US_TRY(us_library_saw(library, &wanted->game[i], err));
    return US_OK;
}

static us_status change_in_one(us_library *library, const us_brl *wanted, us_error *err)
{
    list had = {0}, have = {0};
    us_status status = us_library_behaviors(library, add_row, &had, err);
    for (int i = 0; i < wanted->count; i++)
        add(&have, us_template_hash(wanted->item[i]), i);
    sort(&had);
    sort(&have);
    if (status == US_OK)
        status = us_library_begin(library, err);
    if (status == US_OK)
        status = change(library, wanted, &had, &have, err);
    if (status == US_OK)
        status = us_library_commit(library, err);
    us_free(had.item);
    us_free(have.item);
    return status;
}

static us_status copy(const char *from, const char *to, us_error *err)
{
    char *bytes;
    size_t length;
    US_TRY(us_file_read(from, LIBRARY_MAX, &bytes, &length, err));
    us_status status = us_file_write(to, bytes, length, err);
    us_free(bytes);
    return status;
}

static us_status make(const us_brl *wanted, const char *from, const char *to, us_error *err)
{
    us_library *library;
    US_TRY(copy(from, to, err));
    US_TRY(us_library_open(to, US_LIBRARY_WRITE, wanted->domain, &library, err));
    us_status status = change_in_one(library, wanted, err);
    us_library_close(library);
    return status;
}

us_status us_adapt_write(const us_brl *wanted, const char *from, const char *path, us_error *err)
{
    us_str beside;
    us_str_init(&beside);
    us_file_beside(path, &beside);
    us_status status = make(wanted, from, beside.text, err);
    if (status == US_OK && rename(beside.text, path) != 0)
        status = us_fail(err, US_BAD_INPUT, path, 0, 0, "can't be written: %s", strerror(errno));
    if (status == US_OK)
        us_file_sync_folder(path);
    else
        remove(beside.text);
    us_str_clear(&beside);
    return status;
}
