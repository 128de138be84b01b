#include "domain/watch.h"

#include <string.h>

enum { BLOCK = 16 }; /* revisions: a fixed number, so that compilers handle many at once */

/* The revisions as they were at the last look, and for each the expressions that read it: a bit
 * of a mask, in as many planes of masks as there are sixty-fours of expressions. */
struct us_watch {
    const us_expr *const *expr;
    const us_binding *bindings;
    int count, planes;
    int64_t *value;
    uint64_t *timed;  /* by plane: those that read the clock */
    uint64_t *stale;  /* by plane: to be evaluated */
    uint64_t *moves;  /* by plane: what they read depends on what is there */
    int revisions;    /* 0: nothing is remembered */
    uint32_t *seen;   /* by revision */
    uint64_t *reader; /* by plane, then revision */
    int capacity;     /* revisions that there is room for */
    int evaluated;
};

us_watch *us_watch_new(const us_expr *const *expr, const us_binding *bindings, int count)
{
    us_watch *watch = US_NEW(us_watch);
    watch->expr = expr;
    watch->bindings = bindings;
    watch->count = count;
    watch->planes = (count + 63) / 64;
    watch->value = US_NEW_ARRAY(int64_t, count + 1);
    watch->timed = US_NEW_ARRAY(uint64_t, watch->planes + 1);
    watch->stale = US_NEW_ARRAY(uint64_t, watch->planes + 1);
    watch->moves = US_NEW_ARRAY(uint64_t, watch->planes + 1);
    for (int i = 0; i < count; i++)
        watch->moves[i / 64] |= (uint64_t)us_expr_moves(expr[i]) << (i % 64);
    return watch;
}

void us_watch_free(us_watch *watch)
{
    if (!watch)
        return;
    us_free(watch->value);
    us_free(watch->timed);
    us_free(watch->stale);
    us_free(watch->moves);
    us_free(watch->seen);
    us_free(watch->reader);
    us_free(watch);
}

void us_watch_forget(us_watch *watch)
{
    watch->revisions = 0;
}

int us_watch_evaluated(const us_watch *watch)
{
    return watch->evaluated;
}

/* What the expressions of the mask read is not known any more. */
static void forget_reads(us_watch *watch, int plane, uint64_t mask)
{
    uint64_t *reader = watch->reader + (size_t)plane * (size_t)watch->revisions;
    int r = 0;
    for (; r + BLOCK <= watch->revisions; r += BLOCK)
        for (int i = 0; i < BLOCK; i++)
            reader[r + i] &= ~mask;
    for (; r < watch->revisions; r++)
        reader[r] &= ~mask;
    watch->timed[plane] &= ~mask;
}

static void note_reads(us_watch *watch, int i, const us_view *view)
{
    bool time = false;
    uint64_t bit = (uint64_t)1 << (i % 64);
    us_reads reads = {watch->reader + (size_t)(i / 64) * (size_t)watch->revisions, bit, &time};
    us_expr_reads(watch->expr[i], view, watch->bindings ? &watch->bindings[i] : NULL, &reads);
    if (time)
        watch->timed[i / 64] |= bit;
}

static void evaluate(us_watch *watch, int i, const us_view *view)
{
    const us_binding *binding = watch->bindings ? &watch->bindings[i] : NULL;
    watch->value[i] = us_expr_eval(watch->expr[i], view, binding);
    watch->evaluated++;
}

static void evaluate_all(us_watch *watch, const us_view *view)
{
    for (int i = 0; i < watch->count; i++)
        evaluate(watch, i, view);
}

static void begin(us_watch *watch, const us_view *view)
{
    const us_world *world = view->world;
    int revisions = us_revision_count(world->domain, world->seats);
    size_t masks = (size_t)revisions * (size_t)watch->planes;
    if (revisions > watch->capacity) {
        watch->seen = us_realloc(watch->seen, (size_t)revisions * sizeof(*watch->seen));
        watch->reader = us_realloc(watch->reader, (masks + 1) * sizeof(*watch->reader));
        watch->capacity = revisions;
    }
    watch->revisions = revisions;
    memset(watch->reader, 0, masks * sizeof(*watch->reader));
    memset(watch->timed, 0, (size_t)watch->planes * sizeof(*watch->timed));
    memcpy(watch->seen, world->revision, (size_t)revisions * sizeof(*watch->seen));
    evaluate_all(watch, view);
    for (int i = 0; i < watch->count; i++)
        note_reads(watch, i, view);
}

static void compare(us_watch *watch, const uint32_t *revision)
{
    for (int from = 0; from < watch->revisions; from += BLOCK) {
        int size = watch->revisions - from < BLOCK ? watch->revisions - from : BLOCK;
        if (memcmp(watch->seen + from, revision + from, (size_t)size * sizeof(*revision)) == 0)
            continue;
        for (int r = from; r < from + size; r++) {
            if (watch->seen[r] == revision[r])
                continue;
            watch->seen[r] = revision[r];
            for (int p = 0; p < watch->planes; p++)
                watch->stale[p] |= watch->reader[(size_t)p * (size_t)watch->revisions + (size_t)r];
        }
    }
}

const int64_t *us_watch_look(us_watch *watch, const us_view *view)
{
    watch->evaluated = 0;
    if (!view->world->revision) {
        evaluate_all(watch, view);
        return watch->value;
    }
    if (!watch->revisions) {
        begin(watch, view);
        return watch->value;
    }
    memcpy(watch->stale, watch->timed, (size_t)watch->planes * sizeof(*watch->stale));
    if (watch->seen[US_REVISION_ANY] != view->world->revision[US_REVISION_ANY])
        compare(watch, view->world->revision);
    for (int p = 0; p < watch->planes; p++) {
        uint64_t moved = watch->stale[p] & watch->moves[p];
        for (uint64_t left = watch->stale[p]; left; left &= left - 1)
            evaluate(watch, p * 64 + __builtin_ctzll(left), view);
        if (moved)
            forget_reads(watch, p, moved);
        for (; moved; moved &= moved - 1)
            note_reads(watch, p * 64 + __builtin_ctzll(moved), view);
    }
    return watch->value;
}
