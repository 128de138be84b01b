/* Nearest rows. Rows stand in blocks, and above them, if that pays, a tree of boxes. Box i of level
 * 0 bounds row block i; box i of a higher level bounds box block i of the level below: no pointers.
 * All bounds are exact whole numbers, so a box is left out only if none of its rows can be near
 * enough.
 *
 * A tree is as good as the order of its rows. States of one game, in order of time, make small
 * boxes: better ones than sorting finds if features move freely. Higher up, where a box holds
 * several games, sorting is better. So runs of 16, 256, ... rows are kept together as long as that
 * makes smaller boxes, and the runs are sorted. Sorting halves them again and again at the median
 * of the coordinate that varies most, at a power of two, so that a box's sixteen children lie in
 * one block. */
#include "retrieve/nearest_internal.h"

#include <string.h>

#include "base/progress.h"
#include "base/rng.h"

enum {
    TREE_ROWS = 1024, /* from here on a tree pays */
    LEVELS = 8,       /* 16^8 rows */
    SAMPLE = 256,     /* rows that decide which coordinate varies most */
    TRIED = 10,       /* rows that decide whether a tree pays */
    LINE = 64,        /* bytes of a cache line */
};

struct us_nearest {
    const us_kernel *kernel;
    int count, dimensions, pairs, levels;
    int *number;              /* row at each place; NULL: the place itself */
    uint16_t *row;            /* blocks */
    uint16_t *box[LEVELS];    /* blocks, by level */
    int boxes[LEVELS];        /* how many */
    void *memory[LEVELS + 1]; /* of all blocks, to be freed */
};

/* ---- making one */

static int blocks_of(int count)
{
    return (int)(((int64_t)count + US_BLOCK - 1) / US_BLOCK);
}

/* Allocates blocks, which begin with a cache line. */
static uint16_t *new_blocks(void **memory, int count, int coordinates)
{
    *memory = us_mem_alloc_array((size_t)blocks_of(count) * coordinates * US_BLOCK + LINE,
                                 sizeof(uint16_t));
    return (uint16_t *)(void *)(((uintptr_t)*memory + LINE - 1) & ~(uintptr_t)(LINE - 1));
}

/* Sorts runs. A run stands for rows that stay together; its middle is its position. */
typedef struct sorter {
    const uint16_t *middle;
    int dimensions;
    int *number;   /* run at each place */
    uint64_t *key; /* a coordinate, then the number: no two are equal */
    us_rng rng;
} sorter;

static const uint16_t *middle_of(const sorter *s, int place)
{
    return s->middle + (size_t)s->number[place] * s->dimensions;
}

/* Returns the coordinate that varies most, by an evenly spread sample. */
static int widest(const sorter *s, int from, int to)
{
    int step = (to - from - 1) / SAMPLE + 1, n = (to - from - 1) / step + 1, best = 0;
    uint64_t sum[US_DIMENSIONS_MAX] = {0}, squares[US_DIMENSIONS_MAX] = {0}, most = 0;
    for (int i = from; i < to; i += step) {
        const uint16_t *at = middle_of(s, i);
        for (int d = 0; d < s->dimensions; d++) {
            sum[d] += at[d];
            squares[d] += (uint32_t)at[d] * at[d];
        }
    }
    for (int d = 0; d < s->dimensions; d++) {
        uint64_t variance = squares[d] * n - sum[d] * sum[d];
        if (variance > most) {
            most = variance;
            best = d;
        }
    }
    return best;
}

/* Moves the lowest keys before `middle`. */
static void halve(uint64_t *key, int from, int to, int middle, us_rng *rng)
{
    while (to - from > 1) {
        uint64_t pivot = key[from + us_rng_next_below(rng, (uint32_t)(to - from))];
        int i = from, j = to - 1;
        while (i <= j) {
            while (key[i] < pivot)
                i++;
            while (key[j] > pivot)
                j--;
            if (i <= j) {
                uint64_t other = key[i];
                key[i++] = key[j];
                key[j--] = other;
            }
        }
        if (middle <= j)
            to = j + 1;
        else if (middle >= i)
            from = i;
        else
            return;
    }
}

enum { LONG = 4096 }; /* rows whose sorting takes long enough to look for an interrupt */

static void sort_runs(sorter *s, int from, int to)
{
    /* Once the user asked to stop, any order will do. */
    while (to - from > US_BLOCK && !(to - from >= LONG && us_long_work_is_stopped())) {
        int half = US_BLOCK, d = widest(s, from, to);
        while (to - from > 2 * half)
            half *= 2;
        for (int i = from; i < to; i++)
            s->key[i] = (uint64_t)middle_of(s, i)[d] << 32 | (uint32_t)s->number[i];
        halve(s->key, from, to, from + half, &s->rng);
        for (int i = from; i < to; i++)
            s->number[i] = (int)(uint32_t)s->key[i];
        sort_runs(s, from, from + half);
        from += half;
    }
}

/* Computes the box around sixteen runs, or the last few: its squared diagonal, and its middle
 * unless NULL. */
static uint64_t enclose(const sorter *s, int from, int to, uint16_t *middle)
{
    uint64_t diagonal = 0;
    for (int d = 0; d < s->dimensions; d++) {
        uint32_t low = UINT16_MAX, high = 0;
        for (int i = from; i < to && i < from + US_BLOCK; i++) {
            uint32_t x = middle_of(s, i)[d];
            low = x < low ? x : low;
            high = x > high ? x : high;
        }
        if (middle)
            middle[d] = (uint16_t)((low + high) / 2);
        diagonal += (high - low) * (high - low);
    }
    return diagonal;
}

/* Returns the sum of the boxes' sizes, and their middles unless NULL. */
static uint64_t enclose_all(const sorter *s, int count, uint16_t *middle)
{
    uint64_t sum = 0;
    for (int i = 0; i < count; i += US_BLOCK)
        sum +=
            enclose(s, i, count, middle ? middle + (size_t)(i / US_BLOCK) * s->dimensions : NULL);
    return sum;
}

/* Converts an order of runs to one of rows. Rows behind the last whole run stay at the end. */
static int *spell_out(const int *run_number, int run, int runs, int count)
{
    int *number = US_NEW_ARRAY(int, count);
    for (int i = 0; i < count; i++)
        number[i] = i / run < runs ? run_number[i / run] * run + i % run : i;
    return number;
}

/* Finds an order of the rows: the row at each place. NULL: the given order. */
static int *order_rows(const uint16_t *row, int count, int dimensions)
{
    /* Middles of the runs, and of the runs of the next size. */
    uint16_t *middle = US_NEW_ARRAY(uint16_t, (size_t)blocks_of(count) * dimensions);
    uint16_t *next = US_NEW_ARRAY(uint16_t, (size_t)blocks_of(count) * dimensions);
    sorter s = {row, dimensions, US_NEW_ARRAY(int, count), US_NEW_ARRAY(uint64_t, count),
                us_rng_derive(0, "nearest", 0)};
    int *number = NULL;
    for (int run = 1, runs = count; runs > US_BLOCK && !number; run *= US_BLOCK, runs /= US_BLOCK) {
        for (int i = 0; i < runs; i++)
            s.number[i] = i;
        uint64_t as_is = enclose_all(&s, runs, next);
        sort_runs(&s, 0, runs);
        if (enclose_all(&s, runs, NULL) < as_is)
            number = spell_out(s.number, run, runs, count);
        uint16_t *other = middle;
        s.middle = middle = next;
        next = other;
    }
    us_mem_free(middle);
    us_mem_free(next);
    us_mem_free(s.number);
    us_mem_free(s.key);
    return number;
}

/* Copies rows; places behind the last are 0. */
static void copy_rows(us_nearest *n, const uint16_t *row)
{
    for (int i = 0; i < n->count; i++) {
        const uint16_t *from = row + (size_t)(n->number ? n->number[i] : i) * n->dimensions;
        uint16_t *to =
            n->row + (size_t)(i / US_BLOCK) * n->pairs * 2 * US_BLOCK + (size_t)(i % US_BLOCK) * 2;
        for (int d = 0; d < n->dimensions; d++)
            to[(size_t)(d / 2) * 2 * US_BLOCK + d % 2] = from[d];
    }
}

/* Computes the box around `count` rows, or boxes, of a block. high: start of their highest
 * corners. */
static void bound(const us_nearest *n, int box, int level, const uint16_t *low,
                  const uint16_t *high, int step, int count)
{
    uint16_t *to = n->box[level] + (size_t)(box / US_BLOCK) * n->pairs * 4 * US_BLOCK +
                   (size_t)(box % US_BLOCK) * 2;
    for (int p = 0; p < n->pairs; p++, to += 4 * US_BLOCK, low += step, high += step) {
        for (int d = 0; d < 2; d++) {
            uint16_t least = low[d], most = high[d];
            for (int i = 1; i < count; i++) {
                least = low[2 * i + d] < least ? low[2 * i + d] : least;
                most = high[2 * i + d] > most ? high[2 * i + d] : most;
            }
            to[d] = least;
            to[2 * US_BLOCK + d] = most;
        }
    }
}

static void make_boxes(us_nearest *n)
{
    for (int below = n->count, level = 0; below > US_BLOCK; below = n->boxes[level++]) {
        const uint16_t *from = level == 0 ? n->row : n->box[level - 1];
        int step = (level == 0 ? 2 : 4) * US_BLOCK, high = level == 0 ? 0 : 2 * US_BLOCK;
        us_assert(level < LEVELS);
        n->levels = level + 1;
        n->boxes[level] = blocks_of(below);
        n->box[level] = new_blocks(&n->memory[level + 1], n->boxes[level], 4 * n->pairs);
        for (int i = 0; i < n->boxes[level]; i++, from += (size_t)n->pairs * step) {
            int left = below - i * US_BLOCK;
            bound(n, i, level, from, from + high, step, left < US_BLOCK ? left : US_BLOCK);
        }
    }
}

/* Whether a tree visits less than half of what a scan visits, for some of its own rows. If it
 * cannot find those sooner, it finds nothing sooner. */
static bool pays(const us_nearest *n, const uint16_t *row)
{
    us_nearest_work work = {0};
    us_neighbor found[TRIED];
    for (int i = 0; i < TRIED; i++)
        us_nearest_find_counted(n, row + (size_t)(n->count / TRIED) * i * n->dimensions, TRIED,
                                found, &work);
    return work.row_blocks + 2 * work.box_blocks < (int64_t)TRIED * blocks_of(n->count) / 2;
}

us_nearest *us_nearest_new_kind(const uint16_t *row, int count, int dimensions,
                                us_nearest_kind kind, const us_kernel *kernel)
{
    us_assert(count >= 0 && dimensions > 0 && dimensions <= US_DIMENSIONS_MAX);
    for (size_t i = 0; i < (size_t)count * dimensions; i++)
        us_assert(row[i] <= US_COORDINATE_MAX);
    us_nearest *n = US_NEW(us_nearest);
    n->kernel = kernel;
    n->count = count;
    n->dimensions = dimensions;
    n->pairs = (dimensions + 1) / 2;
    n->row = new_blocks(&n->memory[0], count, 2 * n->pairs);
    bool tree = kind == US_NEAREST_TREE || (kind == US_NEAREST_ANY && count >= TREE_ROWS);
    if (tree)
        n->number = order_rows(row, count, dimensions);
    copy_rows(n, row);
    if (tree)
        make_boxes(n);
    if (kind == US_NEAREST_ANY && tree && !pays(n, row))
        n->levels = 0;
    return n;
}

us_nearest *us_nearest_new(const uint16_t *row, int count, int dimensions)
{
    return us_nearest_new_kind(row, count, dimensions, US_NEAREST_ANY, us_kernel_best());
}

void us_nearest_free(us_nearest *nearest)
{
    if (!nearest)
        return;
    for (int i = 0; i < US_COUNT(nearest->memory); i++)
        us_mem_free(nearest->memory[i]);
    us_mem_free(nearest->number);
    us_mem_free(nearest);
}

/* ---- searching */

typedef struct search {
    const us_nearest *nearest;
    uint16_t query[US_DIMENSIONS_MAX];
    uint64_t *bound;
    us_nearest_on_row *visit;
    void *context;
    us_nearest_work work;
} search;

/* Kernels compare signed numbers. */
static uint64_t limit_of(const search *s)
{
    return *s->bound < INT64_MAX / 2 ? *s->bound : INT64_MAX / 2;
}

static void search_rows(search *s, int from, int to)
{
    const us_nearest *n = s->nearest;
    uint64_t distance[US_BLOCK];
    s->work.row_blocks += to - from;
    for (int b = from; b < to; b++) {
        b = n->kernel->rows(n->row, s->query, n->pairs, b, to, limit_of(s), distance);
        for (int i = 0; b < to && i < US_BLOCK; i++) {
            int place = b * US_BLOCK + i;
            if (distance[i] <= *s->bound && place < n->count)
                s->visit(s->context, n->number ? n->number[place] : place, distance[i], s->bound);
        }
    }
}

static void search_boxes(search *s, int level, int block);

static void search_children(search *s, int level, int from, int to)
{
    if (level == 0)
        search_rows(s, from, to);
    for (int i = from; level > 0 && i < to; i++)
        search_boxes(s, level - 1, i);
}

/* Visits the nearest box first, since it lowers the bound for the others. The others come in the
 * order of memory: in order of distance fewer would be visited, but not sooner. */
static void search_boxes(search *s, int level, int block)
{
    const us_nearest *n = s->nearest;
    uint64_t distance[US_BLOCK];
    int from = block * US_BLOCK, first = 0, count = n->boxes[level] - from;
    s->work.box_blocks++;
    if (n->kernel->boxes(n->box[level], s->query, n->pairs, block, block + 1, limit_of(s),
                         distance) > block)
        return;
    if (count > US_BLOCK)
        count = US_BLOCK;
    for (int i = 1; i < count; i++)
        if (distance[i] < distance[first])
            first = i;
    if (distance[first] > *s->bound)
        return;
    search_children(s, level, from + first, from + first + 1);
    for (int i = 0; i < count; i++) {
        int end = i;
        while (end < count && end != first && distance[end] <= *s->bound &&
               (end == i || level == 0))
            end++;
        if (end == i)
            continue;
        search_children(s, level, from + i, from + end);
        i = end - 1;
    }
}

static void run(search *s, const us_nearest *nearest, const uint16_t *query)
{
    s->nearest = nearest;
    for (int d = 0; d < nearest->dimensions; d++)
        us_assert(query[d] <= US_COORDINATE_MAX);
    memcpy(s->query, query, (size_t)nearest->dimensions * sizeof(*query));
    if (nearest->dimensions % 2)
        s->query[nearest->dimensions] = 0;
    if (nearest->levels > 0)
        search_boxes(s, nearest->levels - 1, 0);
    else
        search_rows(s, 0, blocks_of(nearest->count));
}

void us_nearest_search(const us_nearest *nearest, const uint16_t *query, uint64_t *bound,
                       us_nearest_on_row *visit, void *context)
{
    search s;
    s.bound = bound;
    s.visit = visit;
    s.context = context;
    s.work = (us_nearest_work){0};
    run(&s, nearest, query);
}

/* ---- the k nearest: a heap, the farthest on top */

typedef struct heap {
    us_neighbor *item;
    int count, most;
} heap;

static bool farther(us_neighbor a, us_neighbor b)
{
    return a.distance > b.distance || (a.distance == b.distance && a.row > b.row);
}

/* Replaces the top by an item. */
static void sink(heap *h, us_neighbor item)
{
    int i = 0;
    for (int child = 1; child < h->count; child = 2 * i + 1) {
        if (child + 1 < h->count && farther(h->item[child + 1], h->item[child]))
            child++;
        if (!farther(h->item[child], item))
            break;
        h->item[i] = h->item[child];
        i = child;
    }
    h->item[i] = item;
}

static void keep(void *context, int row, uint64_t distance, uint64_t *bound)
{
    heap *h = context;
    us_neighbor item = {distance, row};
    if (h->count < h->most) {
        int i = h->count++;
        for (; i > 0 && farther(item, h->item[(i - 1) / 2]); i = (i - 1) / 2)
            h->item[i] = h->item[(i - 1) / 2];
        h->item[i] = item;
    } else if (farther(h->item[0], item)) {
        sink(h, item);
    }
    if (h->count == h->most)
        *bound = h->item[0].distance;
}

int us_nearest_find_counted(const us_nearest *nearest, const uint16_t *query, int k,
                            us_neighbor *out, us_nearest_work *work)
{
    heap h = {out, 0, k};
    uint64_t bound = UINT64_MAX;
    search s;
    if (k <= 0)
        return 0;
    s.bound = &bound;
    s.visit = keep;
    s.context = &h;
    s.work = *work;
    run(&s, nearest, query);
    *work = s.work;
    int count = h.count;
    while (h.count > 1) {
        us_neighbor last = out[--h.count];
        us_neighbor top = out[0];
        sink(&h, last);
        out[h.count] = top;
    }
    return count;
}

int us_nearest_find(const us_nearest *nearest, const uint16_t *query, int k, us_neighbor *out)
{
    us_nearest_work work = {0};
    return us_nearest_find_counted(nearest, query, k, out, &work);
}
