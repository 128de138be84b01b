#include "domain/watch.h"

#include <string.h>

/* Revisions: a fixed number, so that compilers vectorize the loops. */
enum { BLOCK = US_READS_BLOCK };

typedef struct watched {
    const us_expr *expr; /* NULL: free place */
    const us_binding *binding;
} watched;

/* The revisions of the last look, and for each revision the expressions that read it. An expression
 * is a bit of a mask; a plane of masks has room for 64 expressions. */
struct us_watch {
    watched *member;
    int count, members; /* places in use, and members among them */
    int planes, room;   /* planes in use, and planes with memory */
    int64_t *value;
    int *flip, flips;
    uint64_t *timed;   /* by plane: expressions that read the clock */
    uint64_t *stale;   /* by plane: expressions to evaluate */
    uint64_t *touched; /* by plane: expressions whose binding changed */
    uint64_t *moves;   /* by plane: expressions whose reads depend on entities */
    int revisions;     /* 0: nothing is remembered */
    uint32_t *seen;    /* by revision; of blocks that nobody reads, it may be old */
    uint8_t *block;    /* by block of revisions: bit 0 if some expression reads, or has read, it */
    uint64_t *reader;  /* by plane, then revision */
    size_t masks;      /* capacity of reader */
    int capacity;      /* capacity of seen */
    int evaluated;
};

static void *more(void *items, int from, int to, size_t size)
{
    char *grown = us_mem_realloc(items, (size_t)to * size);
    memset(grown + (size_t)from * size, 0, (size_t)(to - from) * size);
    return grown;
}

static void make_room(us_watch *watch, int planes)
{
    int from = watch->room, to = planes > 2 * from ? planes : 2 * from;
    watch->member = more(watch->member, 64 * from, 64 * to, sizeof *watch->member);
    watch->value = more(watch->value, 64 * from, 64 * to, sizeof *watch->value);
    watch->flip = more(watch->flip, 64 * from, 64 * to, sizeof *watch->flip);
    watch->timed = more(watch->timed, from, to, sizeof *watch->timed);
    watch->stale = more(watch->stale, from, to, sizeof *watch->stale);
    watch->touched = more(watch->touched, from, to, sizeof *watch->touched);
    watch->moves = more(watch->moves, from, to, sizeof *watch->moves);
    watch->room = to;
}

static uint64_t *readers(const us_watch *watch, int plane)
{
    return watch->reader + (size_t)plane * (size_t)watch->revisions;
}

static void more_masks(us_watch *watch, int revisions, int planes)
{
    size_t masks = (size_t)revisions * (size_t)planes;
    if (masks <= watch->masks)
        return;
    watch->masks = (size_t)revisions * (size_t)watch->room;
    watch->reader = us_mem_realloc(watch->reader, watch->masks * sizeof *watch->reader);
}

/* Adds an empty plane of members. */
static void open_plane(us_watch *watch)
{
    if (watch->planes == watch->room)
        make_room(watch, watch->planes + 1);
    int plane = watch->planes++;
    if (watch->revisions) {
        more_masks(watch, watch->revisions, watch->planes);
        memset(readers(watch, plane), 0, (size_t)watch->revisions * sizeof *watch->reader);
    }
}

static int place(us_watch *watch, const us_expr *expr, const us_binding *binding)
{
    int i = 0;
    while (watch->members < watch->count && watch->member[i].expr) /* one place is free */
        i++;
    i = watch->members < watch->count ? i : watch->count++;
    if (i / 64 == watch->planes)
        open_plane(watch);
    watch->members++;
    watch->member[i] = (watched){expr, binding};
    watch->moves[i / 64] |= (uint64_t)us_expr_has_dynamic_reads(expr) << (i % 64);
    return i;
}

us_watch *us_watch_new(const us_expr *const *expr, const us_binding *bindings, int count)
{
    us_watch *watch = US_NEW(us_watch);
    for (int i = 0; i < count; i++)
        place(watch, expr[i], bindings ? &bindings[i] : NULL);
    return watch;
}

void us_watch_free(us_watch *watch)
{
    if (!watch)
        return;
    us_mem_free(watch->member);
    us_mem_free(watch->value);
    us_mem_free(watch->flip);
    us_mem_free(watch->timed);
    us_mem_free(watch->stale);
    us_mem_free(watch->touched);
    us_mem_free(watch->moves);
    us_mem_free(watch->seen);
    us_mem_free(watch->block);
    us_mem_free(watch->reader);
    us_mem_free(watch);
}

void us_watch_reset(us_watch *watch)
{
    watch->revisions = 0;
}

int us_watch_evaluation_count(const us_watch *watch)
{
    return watch->evaluated;
}

int us_watch_member_count(const us_watch *watch)
{
    return watch->members;
}

const int *us_watch_changes(const us_watch *watch, int *count)
{
    *count = watch->flips;
    return watch->flip;
}

/* Clears the known reads of the expressions in the mask. */
static void forget_reads(us_watch *watch, int plane, uint64_t mask)
{
    uint64_t *reader = readers(watch, plane);
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
    us_reads reads = {readers(watch, i / 64), bit, &time, watch->block};
    us_expr_add_reads(watch->member[i].expr, view, watch->member[i].binding, &reads);
    if (time)
        watch->timed[i / 64] |= bit;
    for (int r = 0; r < watch->revisions; r += BLOCK) {
        int size = watch->revisions - r < BLOCK ? watch->revisions - r : BLOCK;
        if (watch->block[r / BLOCK] == 2) /* read for the first time */
            memcpy(watch->seen + r, view->world->revision + r, (size_t)size * sizeof *watch->seen);
        watch->block[r / BLOCK] = watch->block[r / BLOCK] != 0;
    }
}

static bool evaluate(us_watch *watch, int i, const us_view *view)
{
    int64_t before = watch->value[i];
    watch->value[i] = us_expr_eval(watch->member[i].expr, view, watch->member[i].binding);
    watch->evaluated++;
    return watch->value[i] != before;
}

static void update_flip(us_watch *watch, int i, const us_view *view)
{
    if (evaluate(watch, i, view))
        watch->flip[watch->flips++] = i;
}

static void evaluate_all(us_watch *watch, const us_view *view)
{
    for (int i = 0; i < watch->count; i++)
        if (watch->member[i].expr)
            update_flip(watch, i, view);
    for (int p = 0; p < watch->planes; p++)
        watch->touched[p] = 0;
}

/* Remembers the revisions of this world, but no reads. */
static void start(us_watch *watch, const us_world *world)
{
    int revisions = us_revision_count(world->domain, world->seats);
    if (revisions > watch->capacity) {
        watch->seen = us_mem_realloc(watch->seen, (size_t)revisions * sizeof(*watch->seen));
        watch->block = us_mem_realloc(watch->block, (size_t)(revisions / BLOCK + 1));
        watch->capacity = revisions;
    }
    more_masks(watch, revisions, watch->planes);
    watch->revisions = revisions;
    for (int p = 0; p < watch->planes; p++) {
        memset(readers(watch, p), 0, (size_t)revisions * sizeof(*watch->reader));
        watch->timed[p] = 0;
    }
    memcpy(watch->seen, world->revision, (size_t)revisions * sizeof(*watch->seen));
    memset(watch->block, 0, (size_t)(revisions / BLOCK + 1));
    watch->block[US_REVISION_ANY / BLOCK] = 1;
}

static void begin(us_watch *watch, const us_view *view)
{
    start(watch, view->world);
    evaluate_all(watch, view);
    for (int i = 0; i < watch->count; i++)
        if (watch->member[i].expr)
            note_reads(watch, i, view);
}

static bool is_same(const uint32_t *a, const uint32_t *b)
{
    uint32_t differ = 0;
    for (int i = 0; i < BLOCK; i++)
        differ |= a[i] ^ b[i];
    return !differ;
}

static void compare(us_watch *watch, const uint32_t *revision)
{
    for (int from = 0; from < watch->revisions; from += BLOCK) {
        int size = watch->revisions - from < BLOCK ? watch->revisions - from : BLOCK;
        if (!watch->block[from / BLOCK])
            continue;
        if (size == BLOCK && is_same(watch->seen + from, revision + from))
            continue;
        for (int r = from; r < from + size; r++) {
            if (watch->seen[r] == revision[r])
                continue;
            watch->seen[r] = revision[r];
            for (int p = 0; p < watch->planes; p++)
                watch->stale[p] |= readers(watch, p)[r];
        }
    }
}

/* Evaluates the stale expressions of a plane. A new binding may change what they read. */
static void update_plane(us_watch *watch, int p, const us_view *view)
{
    uint64_t moved = (watch->stale[p] & watch->moves[p]) | watch->touched[p];
    for (uint64_t left = watch->stale[p] | watch->touched[p]; left; left &= left - 1)
        update_flip(watch, p * 64 + __builtin_ctzll(left), view);
    watch->touched[p] = 0;
    if (moved)
        forget_reads(watch, p, moved);
    for (; moved; moved &= moved - 1)
        note_reads(watch, p * 64 + __builtin_ctzll(moved), view);
}

const int64_t *us_watch_update(us_watch *watch, const us_view *view)
{
    watch->evaluated = watch->flips = 0;
    if (watch->members == 0) { /* the next member starts anew */
        watch->revisions = 0;
        return watch->value;
    }
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
    for (int p = 0; p < watch->planes; p++)
        update_plane(watch, p, view);
    return watch->value;
}

/* ---- dynamic members */

int us_watch_add(us_watch *watch, const us_expr *expr, const us_binding *binding,
                 const us_view *view, int64_t value)
{
    if (watch->members == 0 && view->world->revision)
        start(watch, view->world);
    int i = place(watch, expr, binding);
    watch->value[i] = value;
    if (watch->revisions)
        note_reads(watch, i, view);
    return i;
}

void us_watch_remove(us_watch *watch, int member)
{
    uint64_t bit = (uint64_t)1 << (member % 64);
    us_assert(watch->member[member].expr);
    if (watch->revisions)
        forget_reads(watch, member / 64, bit);
    watch->moves[member / 64] &= ~bit;
    watch->touched[member / 64] &= ~bit;
    watch->member[member].expr = NULL;
    watch->members--;
    while (watch->count > 0 && !watch->member[watch->count - 1].expr)
        watch->count--;
}

void us_watch_touch(us_watch *watch, int member)
{
    watch->touched[member / 64] |= (uint64_t)1 << (member % 64);
}

static bool any(const uint64_t *mask, int planes)
{
    for (int p = 0; p < planes; p++)
        if (mask[p])
            return true;
    return false;
}

bool us_watch_has_timed(const us_watch *watch)
{
    return any(watch->timed, watch->planes);
}

bool us_watch_has_touched(const us_watch *watch)
{
    return any(watch->touched, watch->planes);
}

int64_t us_watch_value(us_watch *watch, int member, const us_view *view)
{
    uint64_t bit = (uint64_t)1 << (member % 64);
    if (watch->touched[member / 64] & bit) {
        watch->touched[member / 64] &= ~bit;
        evaluate(watch, member, view);
        if (watch->revisions) {
            forget_reads(watch, member / 64, bit);
            note_reads(watch, member, view);
        }
    }
    return watch->value[member];
}
