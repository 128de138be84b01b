#include <string.h>

#include "adapt/story.h"
#include "base/file.h"
#include "base/leftovers.h"
#include "base/sort.h"
#include "behavior/keys.h"
#include "retrieve/outcomes.h"
#include "retrieve/store.h"

/* The behaviors of a library by their hashes. */
typedef struct listed {
    us_hash hash;
    int64_t id;
} listed;

typedef US_LIST(listed) list;

static void clear_list(list *of)
{
    us_mem_free(of->item);
}

static int by_hash(const void *left, const void *right)
{
    const listed *a = left, *b = right;
    return (a->hash > b->hash) - (a->hash < b->hash);
}

static void add_row(void *context, const us_library_behavior *row)
{
    list *to = context;
    US_LIST_PUT(*to, ((listed){row->hash, row->id}));
}

static void sort(list *of)
{
    if (of->count > 0)
        us_array_sort(of->item, (size_t)of->count, sizeof *of->item, by_hash);
}

static const listed *find(const list *of, us_hash hash)
{
    listed wanted = {hash, 0};
    return us_array_find(&wanted, of->item, of->count, sizeof wanted, by_hash);
}

static bool has(const list *of, us_hash hash)
{
    return find(of, hash) != NULL;
}

static int64_t count_texts(const us_template *behavior, const char *key)
{
    const us_entry *entry =
        behavior->case_count > 0 ? us_case_find_entry(&behavior->cases[0], key) : NULL;
    return entry ? (int64_t)entry->texts : 0;
}

/* Puts a behavior if the library lacks it, or some of its cases or outcomes. */
static us_status put(us_library *library, const us_template *behavior, const list *had,
                     bool *outcomes, us_error *err)
{
    us_library_added added = {0};
    us_library_counts counts = {0};
    const listed *old = find(had, us_template_hash(behavior));
    if (old)
        US_TRY(us_library_count(library, old->id, &counts, err));
    bool more = count_texts(behavior, US_KEY_GAMES) > counts.games ||
                count_texts(behavior, US_KEY_ATTEMPTS) > counts.attempts;
    *outcomes = *outcomes || more;
    if (!old || behavior->case_count > counts.origins)
        return us_library_put(library, behavior, &added, err);
    return more ? us_library_put_outcomes_of(library, behavior, err) : US_OK;
}

/* What a library gets: behaviors and games, and stories. */
typedef struct wanting {
    const us_brl *brl;
    const us_story *story;
    int stories;
} wanting;

static us_status put_stories(us_library *library, const wanting *wanted, us_error *err)
{
    US_AUTOSTR(text);
    for (int i = 0; i < wanted->stories; i++) {
        us_json_writer writer;
        us_str_reset(&text);
        us_json_writer_init(&writer, &text);
        us_story_write(&wanted->story[i], &writer);
        US_TRY(us_library_put_story(library, text.text, err));
    }
    return US_OK;
}

/* Adds new behaviors, cases and outcomes, drops the behaviors that are not wanted, and leaves the
 * rest. */
static us_status change(us_library *library, const wanting *wants, const list *had,
                        const list *have, us_error *err)
{
    const us_brl *wanted = wants->brl;
    bool outcomes = false;
    US_TRY(us_library_import_features(library, wanted, err));
    for (int i = 0; i < wanted->count; i++)
        US_TRY(put(library, wanted->item[i], had, &outcomes, err));
    for (int i = 0; i < had->count; i++)
        if (!has(have, had->item[i].hash))
            US_TRY(us_library_drop_behavior(library, had->item[i].id, err));
    for (int i = 0; i < wanted->games; i++)
        US_TRY(us_library_put_game(library, &wanted->game[i], err));
    if (outcomes)
        US_TRY(us_library_fit_worth(library, NULL, err));
    return put_stories(library, wants, err);
}

/* Checks that the behaviors are those that were read. */
static us_status check_read(const us_library *library, const us_brl *read, const list *had,
                            us_error *err)
{
    bool same = !read || read->count == had->count;
    for (int i = 0; same && read && i < read->count; i++)
        same = has(had, us_template_hash(read->item[i]));
    return same ? US_OK
                : us_error_set(err, US_MISMATCH, us_library_path(library), 0, 0,
                               "another program has changed its behaviors meanwhile: nothing was "
                               "written; run this again");
}

static us_status list_behaviors(us_library *library, list *had, us_error *err)
{
    US_TRY(us_library_visit_behaviors(library, add_row, had, err));
    sort(had);
    return US_OK;
}

static us_status change_in_one(us_library *library, const us_brl *read, const wanting *wanted,
                               us_error *err)
{
    US_AUTO(clear_list) list had = {0}, have = {0};
    for (int i = 0; i < wanted->brl->count; i++)
        US_LIST_PUT(have, ((listed){us_template_hash(wanted->brl->item[i]), i}));
    sort(&have);
    US_TRY(us_library_begin(library, err));
    US_TRY(us_library_check_pages(library, err));
    US_TRY(list_behaviors(library, &had, err));
    US_TRY(check_read(library, read, &had, err));
    US_TRY(change(library, wanted, &had, &have, err));
    return us_library_commit(library, err);
}

/* Changes the library; closing it without a commit leaves it unchanged. */
static us_status change_in_place(const us_brl *read, const wanting *wanted, const char *path,
                                 us_error *err)
{
    US_AUTOPTR(us_library) library = NULL;
    US_TRY(us_library_open(path, US_LIBRARY_WRITE, wanted->brl->domain, &library, err));
    return change_in_one(library, read, wanted, err);
}

/* ---- to another file */

/* Checks and copies the library while holding it, so that no change comes between. */
static us_status copy_held(us_library *library, const us_brl *read, const char *to, us_error *err)
{
    list had = {0};
    US_TRY(us_library_begin_read(library, err));
    us_status status = us_library_check_pages(library, err);
    if (status == US_OK)
        status = list_behaviors(library, &had, err);
    if (status == US_OK)
        status = check_read(library, read, &had, err);
    if (status == US_OK)
        status = us_library_copy(library, to, err);
    us_mem_free(had.item);
    return us_library_end_read(library, status, err);
}

static us_status copy(const us_brl *read, const us_domain *domain, const char *from, const char *to,
                      us_error *err)
{
    US_AUTOPTR(us_library) library = NULL;
    US_TRY(us_library_open(from, US_LIBRARY_READ, domain, &library, err));
    return copy_held(library, read, to, err);
}

static us_status make(const us_brl *read, const wanting *wanted, const char *from, const char *path,
                      us_error *err)
{
    us_error fault = {0};
    US_AUTOSTR(beside);
    us_file_temp_path(path, &beside);
    us_leftovers_add(beside.text);
    us_status status = copy(read, wanted->brl->domain, from, beside.text, &fault);
    if (status == US_OK)
        status = change_in_place(NULL, wanted, beside.text, &fault);
    if (status == US_OK)
        status = us_file_rename_exclusive(beside.text, path, &fault);
    if (status != US_OK) {
        us_store_remove(beside.text);
        us_error_rename_file(&fault, beside.text, path);
        if (err)
            *err = fault;
    }
    return status;
}

us_status us_stories_write(const us_brl *read, const us_brl *wanted, const us_story *story,
                           int stories, const char *from, const char *path, us_error *err)
{
    wanting all = {wanted, story, stories};
    return path ? make(read, &all, from, path, err) : change_in_place(read, &all, from, err);
}

us_status us_adaptation_write(const us_brl *read, const us_brl *wanted, const char *from,
                              const char *path, us_error *err)
{
    return us_stories_write(read, wanted, NULL, 0, from, path, err);
}
