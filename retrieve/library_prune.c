#include "retrieve/library_prune.h"

#include <string.h>

#include "base/progress.h"
#include "base/sort.h"
#include "retrieve/library_internal.h"
#include "retrieve/nearest.h"
#include "retrieve/outcomes.h"

typedef struct judged {
    int64_t id, goal, tries, successes;
    bool goes;
} judged;

typedef struct held { /* a case */
    int64_t id, behavior, above, goal;
    us_hash done;
    bool known;      /* some feature is known */
    int at;          /* its row of coordinates */
    uint64_t unlike; /* distance to the nearest case with another answer */
    int covers, rank;
    bool goes;
} held;

typedef struct pruning {
    us_library *library;
    const us_prune_def *def;
    US_LIST(judged) behaviors; /* by goal, then the better first; at last by id */
    US_LIST(held) rows;
    us_space space;
    uint16_t *coordinate; /* by row, as many as the list has room for */
    us_long_work work;    /* three passes over the cases */
} pruning;

static void pruning_clear(pruning *p)
{
    us_mem_free(p->behaviors.item);
    us_mem_free(p->rows.item);
    us_mem_free(p->coordinate);
    us_space_clear(&p->space);
    us_long_work_end(&p->work);
}

/* ---- behaviors that fail */

static void note_behavior(void *context, const us_library_behavior *row)
{
    pruning *p = context;
    if (row->kind == US_TEMPLATE_BEHAVIOR)
        US_LIST_PUT(p->behaviors,
                    ((judged){row->id, row->goal, row->tries, row->successes, false}));
}

/* Scales counts down, so that rates can be compared crosswise in 64 bits. */
static judged halved(judged b)
{
    for (; b.tries > INT32_MAX; b.tries /= 2)
        b.successes /= 2;
    return b;
}

static int by_goal(const void *left, const void *right)
{
    const judged *a = left, *b = right;
    if (a->goal != b->goal)
        return a->goal < b->goal ? -1 : 1;
    judged one = halved(*a), other = halved(*b);
    int64_t mine = one.successes * (other.tries ? other.tries : 1);
    int64_t theirs = other.successes * (one.tries ? one.tries : 1);
    if (mine != theirs)
        return mine > theirs ? -1 : 1;
    if (a->tries != b->tries)
        return a->tries > b->tries ? -1 : 1;
    return (a->id > b->id) - (a->id < b->id);
}

static bool fails(const us_prune_def *def, const judged *b)
{
    if (def->tries == 0 || b->tries < def->tries || b->tries == 0)
        return false;
    int64_t tries = b->tries, successes = b->successes;
    for (; def->sure && tries > 1 << 20; tries /= 2)
        successes /= 2; /* the products below fit 64 bits */
    int64_t lacking = def->below * tries - 100 * successes;
    if (lacking <= 0 || !def->sure)
        return lacking > 0;
    /* (below - rate)^2 > z^2 below (1 - below) / tries, z = 1.96 */
    return lacking * lacking > 38416 * (int64_t)def->below * (100 - def->below) * tries / 10000;
}

static int by_behavior_id(const void *left, const void *right)
{
    const judged *a = left, *b = right;
    return (a->id > b->id) - (a->id < b->id);
}

static us_status choose_behaviors(pruning *p, us_error *err)
{
    US_TRY(us_library_visit_behaviors(p->library, note_behavior, p, err));
    judged *row = p->behaviors.item;
    int count = p->behaviors.count;
    for (int i = 0; i < count; i++)
        if (row[i].successes < 0 || row[i].tries < row[i].successes)
            return us_library_fail_damaged(p->library, err, "a behavior tried beyond belief");
    us_array_sort(row, (size_t)count, sizeof *row, by_goal);
    for (int from = 0, to; from < count; from = to) {
        bool stays = false;
        for (to = from; to < count && row[to].goal == row[from].goal; to++) {
            row[to].goes = fails(p->def, &row[to]);
            stays |= !row[to].goes;
        }
        if (!stays)
            row[from].goes = false; /* the best of the goal */
    }
    us_array_sort(row, (size_t)count, sizeof *row, by_behavior_id);
    return US_OK;
}

/* ---- the footprint */

static const judged *find_behavior(const pruning *p, int64_t id)
{
    judged wanted = {.id = id};
    return us_array_find(&wanted, p->behaviors.item, p->behaviors.count, sizeof wanted,
                         by_behavior_id);
}

static void note_case(void *context, const us_library_case *row)
{
    pruning *p = context;
    const judged *behavior = find_behavior(p, row->behavior);
    size_t features = (size_t)p->space.count;
    if (!behavior || behavior->goes)
        return;
    int capacity = p->rows.capacity, at = p->rows.count;
    held made = {.id = row->id,
                 .behavior = row->behavior,
                 .above = row->above,
                 .goal = behavior->goal,
                 .done = us_hash_add_text(US_HASH_START, row->done),
                 .known = us_space_has_known(&p->space, row->feature),
                 .at = at,
                 .unlike = UINT64_MAX};
    US_LIST_PUT(p->rows, made);
    if (p->rows.capacity > capacity)
        p->coordinate = us_mem_realloc(p->coordinate, (size_t)p->rows.capacity * (features + 1) *
                                                          sizeof *p->coordinate);
    us_space_compute_coordinates(&p->space, row->feature, p->coordinate + (size_t)at * features);
}

static bool alike(const held *a, const held *b)
{
    return a->behavior == b->behavior && a->done == b->done;
}

/* Sorts the cases of one goal: known states first, by id; then unknown ones, by answer. */
static int by_case_goal(const void *left, const void *right)
{
    const held *a = left, *b = right;
    if (a->goal != b->goal)
        return a->goal < b->goal ? -1 : 1;
    if (a->known != b->known)
        return a->known ? -1 : 1;
    if (!a->known && a->behavior != b->behavior)
        return a->behavior < b->behavior ? -1 : 1;
    if (!a->known && a->done != b->done)
        return a->done < b->done ? -1 : 1;
    return (a->id > b->id) - (a->id < b->id);
}

typedef struct ranked {
    int covers, index; /* rows of one goal stand by id */
} ranked;

static int by_cover(const void *left, const void *right)
{
    const ranked *a = left, *b = right;
    if (a->covers != b->covers)
        return a->covers > b->covers ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

typedef struct around {
    held *row; /* all rows of one goal */
    held *of;  /* the row in the center */
} around;

static void find_unlike(void *context, int row, uint64_t distance, uint64_t *bound)
{
    around *a = context;
    if (!alike(&a->row[row], a->of) && distance < a->of->unlike)
        a->of->unlike = *bound = distance;
}

/* A case that is nearer than the nearest case with another answer has the same answer. */
static void count_cover(void *context, int row, uint64_t distance, uint64_t *bound)
{
    around *a = context;
    (void)distance;
    a->row[row].covers++;
    *bound = a->of->unlike - 1; /* unchanged */
}

static void find_cover(void *context, int row, uint64_t distance, uint64_t *bound)
{
    around *a = context;
    (void)distance;
    if (a->row[row].rank < a->of->rank && !a->row[row].goes) {
        a->of->goes = true;
        *bound = 0; /* one is enough */
    }
}

static void visit_neighbors(const pruning *p, const us_nearest *nearest, held *row, held *of,
                            uint64_t bound, us_nearest_on_row *visit)
{
    around a = {row, of};
    const uint16_t *place = p->coordinate + (size_t)of->at * (size_t)p->space.count;
    us_nearest_search(nearest, place, &bound, visit, &a);
}

/* Takes each case once, those that cover the most first. A case that stays is nearer to the cases
 * it covers than any case with another answer. */
static us_status choose(pruning *p, const us_nearest *nearest, held *row, int count, us_error *err)
{
    US_AUTOFREE ranked *order = US_NEW_ARRAY(ranked, count + 1);
    for (int i = 0; i < count; i++) {
        US_TRY(us_long_work_add(&p->work, 1, err));
        if (row[i].unlike > 0)
            visit_neighbors(p, nearest, row, &row[i], row[i].unlike - 1, count_cover);
    }
    for (int i = 0; i < count; i++)
        order[i] = (ranked){row[i].covers, i};
    us_array_sort(order, (size_t)count, sizeof *order, by_cover);
    for (int i = 0; i < count; i++)
        row[order[i].index].rank = i;
    for (int i = 0; i < count; i++) {
        held *next = &row[order[i].index];
        US_TRY(us_long_work_add(&p->work, 1, err));
        if (next->unlike > 0)
            visit_neighbors(p, nearest, row, next, next->unlike - 1, find_cover);
    }
    return US_OK;
}

static us_nearest *index_rows(const pruning *p, const held *row, int count)
{
    size_t features = (size_t)p->space.count;
    US_AUTOFREE uint16_t *place = US_NEW_ARRAY(uint16_t, (size_t)count * features + 1);
    for (int i = 0; i < count; i++)
        memcpy(place + (size_t)i * features, p->coordinate + (size_t)row[i].at * features,
               features * sizeof *place);
    us_nearest *nearest = us_nearest_new(place, count, p->space.count);
    return nearest;
}

/* Finds the footprint among cases of one goal with known states: cases that cover the most stay,
 * and so does each case that none of them covers. */
static us_status find_footprint(pruning *p, held *row, int count, us_error *err)
{
    bool otherwise = false;
    for (int i = 1; i < count; i++)
        otherwise |= !alike(&row[i], &row[0]);
    for (int i = 1; i < count && !otherwise; i++)
        row[i].goes = true; /* all states have one answer */
    if (!otherwise)
        return US_OK;
    us_nearest *nearest = index_rows(p, row, count);
    us_status status = US_OK;
    for (int i = 0; i < count && status == US_OK; i++) {
        visit_neighbors(p, nearest, row, &row[i], UINT64_MAX, find_unlike);
        status = us_long_work_add(&p->work, 1, err);
    }
    if (status == US_OK)
        status = choose(p, nearest, row, count, err);
    us_nearest_free(nearest);
    return status;
}

static int by_id(const void *left, const void *right)
{
    const held *a = left, *b = right;
    return (a->id > b->id) - (a->id < b->id);
}

/* Keeps a whole case as long as one of its suffix cases stays. */
static void keep_whole(pruning *p)
{
    held *row = p->rows.item;
    int count = p->rows.count;
    us_array_sort(row, (size_t)count, sizeof *row, by_id);
    for (int i = 0; i < count; i++) {
        held wanted = {.id = row[i].above}, *whole = NULL;
        if (!row[i].goes && wanted.id != 0)
            whole = us_array_find(&wanted, row, count, sizeof wanted, by_id);
        if (whole)
            whole->goes = false;
    }
}

static us_status choose_cases(pruning *p, us_error *err)
{
    p->space = us_library_make_space(p->library);
    US_TRY(us_library_visit_cases(p->library, note_case, p, err));
    held *row = p->rows.item;
    int count = p->rows.count;
    us_array_sort(row, (size_t)count, sizeof *row, by_case_goal);
    us_long_work_begin(&p->work, NULL, "visits of cases", (int64_t)3 * count);
    for (int from = 0, to = 0; from < count; from = to) {
        int64_t goal = row[from].goal;
        while (to < count && row[to].goal == goal && row[to].known)
            to++;
        US_TRY(find_footprint(p, &row[from], to - from, err));
        for (; to < count && row[to].goal == goal; to++)
            row[to].goes = to > from && !row[to - 1].known && alike(&row[to], &row[to - 1]);
    }
    keep_whole(p);
    return US_OK;
}

/* ---- the plan */

us_status us_prune_plan_make(us_library *library, const us_prune_def *def, us_prune_plan *out,
                             us_error *err)
{
    US_AUTO(pruning_clear) pruning p = {.library = library, .def = def};
    US_TRY(choose_behaviors(&p, err));
    if (def->footprint)
        US_TRY(choose_cases(&p, err));
    *out = (us_prune_plan){.behavior = US_NEW_ARRAY(int64_t, p.behaviors.count + 1),
                           .cases = US_NEW_ARRAY(int64_t, p.rows.count + 1)};
    for (int i = 0; i < p.behaviors.count; i++)
        if (p.behaviors.item[i].goes)
            out->behavior[out->behaviors++] = p.behaviors.item[i].id;
    for (int i = 0; i < p.rows.count; i++)
        if (p.rows.item[i].goes)
            out->cases[out->case_count++] = p.rows.item[i].id;
    return US_OK;
}

us_status us_prune_plan_apply(us_library *library, const us_prune_plan *plan, us_error *err)
{
    US_AUTO(us_long_work_end) us_long_work work = {.file = NULL};
    us_long_work_begin(&work, us_library_path(library), "rows removed",
                       (int64_t)plan->case_count + plan->behaviors);
    for (int i = 0; i < plan->case_count; i++) {
        US_TRY(us_long_work_add(&work, 1, err));
        US_TRY(us_library_drop_case(library, plan->cases[i], err));
    }
    for (int i = 0; i < plan->behaviors; i++) {
        US_TRY(us_long_work_add(&work, 1, err));
        US_TRY(us_library_drop_behavior(library, plan->behavior[i], err));
    }
    us_long_work_end(&work);
    return plan->behaviors > 0 ? us_library_fit_worth(library, us_long_work_is_stopped, err)
                               : US_OK;
}

void us_prune_plan_clear(us_prune_plan *plan)
{
    us_mem_free(plan->behavior);
    us_mem_free(plan->cases);
    *plan = (us_prune_plan){0};
}
