#include "retrieve/library_prune.h"

#include <string.h>

#include "base/sort.h"
#include "retrieve/inside.h"

enum { ONE = 10000 }; /* a feature's whole range */

typedef struct judged {
    int64_t id, goal, tries, successes;
    bool goes;
} judged;

typedef struct held { /* a case */
    int64_t id, behavior, above, goal;
    us_hash done;
    int at;          /* its row of coordinates */
    uint64_t unlike; /* distance to the nearest case that answers otherwise */
    int covers;
    bool goes;
} held;

typedef struct pruning {
    us_library *library;
    const us_prune_def *def;
    judged *behavior; /* by goal, then the better */
    int behaviors, behavior_capacity;
    held *row;
    int rows, capacity;
    uint16_t *coordinate;
    const us_library_feature *feature;
    int features;
} pruning;

/* ---- behaviors that fail */

static void note_behavior(void *context, const us_library_behavior *row)
{
    pruning *p = context;
    if (row->kind != US_TEMPLATE_BEHAVIOR)
        return;
    p->behavior = us_grow(p->behavior, p->behaviors, &p->behavior_capacity, sizeof *p->behavior);
    p->behavior[p->behaviors++] = (judged){row->id, row->goal, row->tries, row->successes, false};
}

/* Rates are compared crosswise; tries fit 32 bits as long as a file is sound. */
static int by_goal(const void *left, const void *right)
{
    const judged *a = left, *b = right;
    if (a->goal != b->goal)
        return a->goal < b->goal ? -1 : 1;
    int64_t mine = a->successes * (b->tries ? b->tries : 1);
    int64_t theirs = b->successes * (a->tries ? a->tries : 1);
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
        successes /= 2; /* what follows fits 64 bits */
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

static us_status judge_behaviors(pruning *p, us_error *err)
{
    US_TRY(us_library_behaviors(p->library, note_behavior, p, err));
    for (int i = 0; i < p->behaviors; i++)
        if (p->behavior[i].tries > INT32_MAX || p->behavior[i].tries < 0)
            return us_library_damaged(p->library, err, "a behavior tried beyond belief");
    us_sort(p->behavior, (size_t)p->behaviors, sizeof *p->behavior, by_goal);
    for (int from = 0, to; from < p->behaviors; from = to) {
        bool stays = false;
        for (to = from; to < p->behaviors && p->behavior[to].goal == p->behavior[from].goal; to++) {
            p->behavior[to].goes = fails(p->def, &p->behavior[to]);
            stays |= !p->behavior[to].goes;
        }
        if (!stays)
            p->behavior[from].goes = false; /* the best of them */
    }
    us_sort(p->behavior, (size_t)p->behaviors, sizeof *p->behavior, by_behavior_id);
    return US_OK;
}

/* ---- the footprint */

static const judged *find_behavior(const pruning *p, int64_t id)
{
    int low = 0, high = p->behaviors;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (p->behavior[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < p->behaviors && p->behavior[low].id == id ? &p->behavior[low] : NULL;
}

static uint16_t scale(const us_library_feature *feature, int32_t value)
{
    if (value == US_FEATURE_MISSING)
        return UINT16_MAX;
    int64_t range = feature->high - feature->low, above = (int64_t)value - feature->low;
    if (range == 0 || above <= 0)
        return 0;
    return (uint16_t)(above >= range ? ONE : above * ONE / range);
}

static void note_case(void *context, const us_library_case *row)
{
    pruning *p = context;
    const judged *behavior = find_behavior(p, row->behavior);
    if (!behavior || behavior->goes)
        return;
    int capacity = p->capacity;
    p->row = us_grow(p->row, p->rows, &p->capacity, sizeof *p->row);
    if (p->capacity > capacity)
        p->coordinate = us_realloc(p->coordinate, (size_t)p->capacity * (size_t)(p->features + 1) *
                                                      sizeof *p->coordinate);
    uint16_t *at = p->coordinate + (size_t)p->rows * (size_t)p->features;
    for (int i = 0; i < p->features; i++)
        at[i] = scale(&p->feature[i], row->feature[i]);
    p->row[p->rows] = (held){.id = row->id,
                             .behavior = row->behavior,
                             .above = row->above,
                             .goal = behavior->goal,
                             .done = us_hash_text(US_HASH_START, row->done),
                             .at = p->rows,
                             .unlike = UINT64_MAX};
    p->rows++;
}

static uint64_t distance(const pruning *p, const held *a, const held *b)
{
    const uint16_t *x = p->coordinate + (size_t)a->at * (size_t)p->features;
    const uint16_t *y = p->coordinate + (size_t)b->at * (size_t)p->features;
    uint64_t all = 0;
    for (int i = 0; i < p->features; i++) {
        bool lacking = x[i] == UINT16_MAX || y[i] == UINT16_MAX;
        int64_t apart = x[i] == y[i] ? 0 : lacking ? ONE : (int64_t)x[i] - y[i];
        all += (uint64_t)(apart * apart) * (uint64_t)(p->feature[i].weight & 0xffff);
    }
    return all;
}

static bool alike(const held *a, const held *b)
{
    return a->behavior == b->behavior && a->done == b->done;
}

static int by_case_goal(const void *left, const void *right)
{
    const held *a = left, *b = right;
    if (a->goal != b->goal)
        return a->goal < b->goal ? -1 : 1;
    return (a->id > b->id) - (a->id < b->id);
}

static int by_cover(const void *left, const void *right)
{
    const held *a = left, *b = right;
    if (a->covers != b->covers)
        return a->covers > b->covers ? -1 : 1;
    return (a->id > b->id) - (a->id < b->id);
}

/* Cases of one goal: those that answer for most stay, and each that none of them answers for. */
static void find_footprint(const pruning *p, held *row, int count)
{
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            if (!alike(&row[i], &row[k])) {
                uint64_t apart = distance(p, &row[i], &row[k]);
                row[i].unlike = apart < row[i].unlike ? apart : row[i].unlike;
            }
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            if (alike(&row[i], &row[k]) && distance(p, &row[i], &row[k]) < row[k].unlike)
                row[i].covers++;
    us_sort(row, (size_t)count, sizeof *row, by_cover);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i && !row[i].goes; k++)
            row[i].goes = !row[k].goes && alike(&row[i], &row[k]) &&
                          distance(p, &row[i], &row[k]) < row[i].unlike;
}

static int by_id(const void *left, const void *right)
{
    const held *a = left, *b = right;
    return (a->id > b->id) - (a->id < b->id);
}

/* A whole case stays as long as a suffix case of it does. */
static void keep_whole(pruning *p)
{
    us_sort(p->row, (size_t)p->rows, sizeof *p->row, by_id);
    for (int i = 0; i < p->rows; i++) {
        held wanted = {.id = p->row[i].above};
        if (p->row[i].goes || wanted.id == 0)
            continue;
        int low = 0, high = p->rows;
        while (low < high) {
            int middle = low + (high - low) / 2;
            if (p->row[middle].id < wanted.id)
                low = middle + 1;
            else
                high = middle;
        }
        if (low < p->rows && p->row[low].id == wanted.id)
            p->row[low].goes = false;
    }
}

static us_status judge_cases(pruning *p, us_error *err)
{
    p->feature = us_library_features(p->library, &p->features);
    US_TRY(us_library_cases(p->library, note_case, p, err));
    us_sort(p->row, (size_t)p->rows, sizeof *p->row, by_case_goal);
    for (int from = 0, to = 0; from < p->rows; from = to) {
        while (to < p->rows && p->row[to].goal == p->row[from].goal)
            to++;
        find_footprint(p, &p->row[from], to - from);
    }
    keep_whole(p);
    return US_OK;
}

/* ---- all of it */

us_status us_prune_find(us_library *library, const us_prune_def *def, us_prune_plan *out,
                        us_error *err)
{
    pruning p = {.library = library, .def = def};
    us_status status = judge_behaviors(&p, err);
    if (status == US_OK && def->footprint)
        status = judge_cases(&p, err);
    if (status == US_OK) {
        *out = (us_prune_plan){.behavior = US_NEW_ARRAY(int64_t, p.behaviors + 1),
                               .cases = US_NEW_ARRAY(int64_t, p.rows + 1)};
        for (int i = 0; i < p.behaviors; i++)
            if (p.behavior[i].goes)
                out->behavior[out->behaviors++] = p.behavior[i].id;
        for (int i = 0; i < p.rows; i++)
            if (p.row[i].goes)
                out->cases[out->case_count++] = p.row[i].id;
    }
    us_free(p.behavior);
    us_free(p.row);
    us_free(p.coordinate);
    return status;
}

us_status us_prune_do(us_library *library, const us_prune_plan *plan, us_error *err)
{
    for (int i = 0; i < plan->case_count; i++)
        US_TRY(us_library_drop_case(library, plan->cases[i], err));
    for (int i = 0; i < plan->behaviors; i++)
        US_TRY(us_library_drop_behavior(library, plan->behavior[i], err));
    return US_OK;
}

void us_prune_clear(us_prune_plan *plan)
{
    us_free(plan->behavior);
    us_free(plan->cases);
    *plan = (us_prune_plan){0};
}
