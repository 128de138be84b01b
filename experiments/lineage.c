#include "experiments/lineage.h"

#include <string.h>

#include "retrieve/provenance.h"

typedef struct reading {
    us_arena *arena;
    us_descendant *item; /* all behaviors, until those without a parent go */
    int count, capacity;
} reading;

static void add_behavior(void *context, const us_library_behavior *row)
{
    reading *r = context;
    if (row->kind != US_TEMPLATE_BEHAVIOR)
        return;
    r->item = us_array_grow(r->item, r->count, &r->capacity, sizeof *r->item);
    r->item[r->count++] =
        (us_descendant){.id = row->id, .goal = us_arena_strdup(r->arena, row->goal_text)};
}

typedef struct telling {
    us_arena *arena;
    us_descendant *of;
} telling;

/* All cases of a behavior have the same origin. A shuffled behavior has a parent, too, and never
 * failed. */
static void note_descent(void *context, const us_library_origin *row)
{
    const telling *t = context;
    us_ancestry from = us_ancestry_from_case(&row->about);
    if (t->of->parent != 0 || !from.adapted)
        return;
    const char **repair = US_ARENA_ARRAY(t->arena, const char *, from.repairs + 1);
    const char **failure = US_ARENA_ARRAY(t->arena, const char *, from.repairs + 1);
    for (int i = 0; i < from.repairs; i++) {
        repair[i] = us_arena_strdup(t->arena, us_ancestry_modop(&from, i));
        failure[i] = us_arena_strdup(t->arena, us_ancestry_failure(&from, i));
    }
    t->of->parent = us_ancestry_parent(&from, 0);
    t->of->repairs = from.repairs;
    t->of->repair = repair;
    t->of->failure = failure;
}

static us_status read_all(us_library *library, reading *r, us_lineage *out, us_error *err)
{
    US_TRY(us_library_visit_behaviors(library, add_behavior, r, err));
    out->item = US_ARENA_ARRAY(r->arena, us_descendant, r->count + 1);
    for (int i = 0; i < r->count; i++) {
        telling t = {r->arena, &r->item[i]};
        US_TRY(us_library_visit_origins(library, r->item[i].id, note_descent, &t, err));
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
    us_status status = us_library_begin_read(library, err);
    if (status == US_OK)
        status = us_library_end_read(library, read_all(library, &r, &made, err), err);
    us_mem_free(r.item);
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
