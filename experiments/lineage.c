#include "experiments/lineage.h"

#include <string.h>

typedef struct reading {
    us_arena *arena;
    us_descendant *item; /* all behaviors, until those without a parent go */
    int count, capacity;
} reading;

static const char *keep(us_arena *arena, const char *text)
{
    return us_arena_text(arena, text, strlen(text));
}

static void add_behavior(void *context, const us_library_behavior *row)
{
    reading *r = context;
    if (row->kind != US_TEMPLATE_BEHAVIOR)
        return;
    r->item = us_grow(r->item, r->count, &r->capacity, sizeof *r->item);
    r->item[r->count++] = (us_descendant){.id = row->id,
                                          .behavior = row->hash,
                                          .name = keep(r->arena, row->name),
                                          .goal = keep(r->arena, row->goal_text)};
}

typedef struct telling {
    us_arena *arena;
    us_descendant *of;
} telling;

static const char *const *texts_of(us_arena *arena, const us_entry *entry, int count)
{
    const char **kept = US_ARENA_ARRAY(arena, const char *, count + 1);
    for (int i = 0; i < count; i++)
        kept[i] = keep(arena, entry && i < entry->texts ? entry->text[i] : "");
    return kept;
}

/* All cases of a behavior tell the same. What was shuffled has a parent, too, and never failed. */
static void note_descent(void *context, const us_library_origin *row)
{
    const telling *t = context;
    us_hash parent;
    const us_entry *from = us_case_find(&row->about, "parent");
    const us_entry *repair = us_case_find(&row->about, "modop");
    const us_entry *failure = us_case_find(&row->about, "failure");
    if (t->of->parent != 0 || !failure || !from || from->texts == 0 ||
        !us_hash_parse(from->text[0], &parent))
        return;
    t->of->parent = parent;
    t->of->repairs = repair ? repair->texts : 0;
    t->of->repair = texts_of(t->arena, repair, t->of->repairs);
    t->of->failure = texts_of(t->arena, failure, t->of->repairs);
}

static us_status read_all(us_library *library, reading *r, us_lineage *out, us_error *err)
{
    US_TRY(us_library_behaviors(library, add_behavior, r, err));
    out->item = US_ARENA_ARRAY(r->arena, us_descendant, r->count + 1);
    for (int i = 0; i < r->count; i++) {
        telling t = {r->arena, &r->item[i]};
        US_TRY(us_library_origins(library, r->item[i].id, note_descent, &t, err));
        if (r->item[i].parent == 0)
            continue;
        out->item[out->count++] = r->item[i];
        out->repairs += r->item[i].repairs;
    }
    return US_OK;
}

us_status us_lineage_read(us_library *library, us_lineage *out, us_error *err)
{
    us_lineage made = {.arena = us_arena_new()};
    reading r = {.arena = made.arena};
    us_status status = us_library_hold(library, err);
    if (status == US_OK)
        status = us_library_release(library, read_all(library, &r, &made, err), err);
    us_free(r.item);
    if (status == US_OK)
        *out = made;
    else
        us_arena_free(made.arena);
    return status;
}

void us_lineage_clear(us_lineage *lineage)
{
    us_arena_free(lineage->arena);
    *lineage = (us_lineage){0};
}
