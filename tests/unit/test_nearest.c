#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "retrieve/nearest_internal.h"
#include "tests/random_rows.h"
#include "tests/unit/test.h"

/* ---- rows of many kinds */

static void walks(int dimensions, uint64_t seed, uint16_t *row, int count)
{
    test_walks(&(test_walk){dimensions, 100, 0}, seed, row, count);
}

/* Around few places, mostly. */
static void clusters(int dimensions, uint64_t seed, uint16_t *row, int count)
{
    us_rng rng = us_rng_derive(seed, "clusters", 0);
    for (int i = 0; i < count; i++) {
        uint32_t place = us_rng_next_below(&rng, 5);
        for (int d = 0; d < dimensions; d++)
            row[(size_t)i * dimensions + d] =
                (uint16_t)(place * 3000 + us_rng_next_below(&rng, place == 4 ? 4000 : 20));
    }
}

static void fill_below(int dimensions, uint64_t seed, uint16_t *row, int count, uint32_t bound,
                       uint32_t factor)
{
    us_rng rng = us_rng_derive(seed, "few", 0);
    for (size_t i = 0; i < (size_t)count * dimensions; i++)
        row[i] = (uint16_t)(us_rng_next_below(&rng, bound) * factor);
}

static void duplicates(int dimensions, uint64_t seed, uint16_t *row, int count)
{
    fill_below(dimensions, seed, row, count, 2, 1);
    for (int i = 1; i < count; i += 2)
        memcpy(row + (size_t)i * dimensions, row + (size_t)(i / 3) * dimensions,
               (size_t)dimensions * sizeof(*row));
}

static void constant(int dimensions, uint64_t seed, uint16_t *row, int count)
{
    fill_below(dimensions, seed, row, count, 1, 1);
}

static void extremes(int dimensions, uint64_t seed, uint16_t *row, int count)
{
    fill_below(dimensions, seed, row, count, 2, US_COORDINATE_MAX);
}

/* All rows at one end; the queries are of the other. */
static void far_away(int dimensions, uint64_t seed, uint16_t *row, int count)
{
    for (size_t i = 0; i < (size_t)count * dimensions; i++)
        row[i] = seed == 1 ? US_COORDINATE_MAX : 0;
}

static const struct {
    const char *name;
    void (*fill)(int dimensions, uint64_t seed, uint16_t *row, int count);
} kinds[] = {
    {"uniform", test_uniform},  {"walks", walks},       {"clusters", clusters},
    {"duplicates", duplicates}, {"constant", constant}, {"extremes", extremes},
    {"far away", far_away},
};

/* ---- what is true */

static int by_distance(const void *a, const void *b)
{
    const us_neighbor *left = a, *right = b;
    if (left->distance != right->distance)
        return left->distance < right->distance ? -1 : 1;
    return (left->row > right->row) - (left->row < right->row);
}

/* All rows, the nearest first. */
static void all_rows(const uint16_t *row, int count, int dimensions, const uint16_t *query,
                     us_neighbor *out)
{
    for (int i = 0; i < count; i++) {
        out[i] = (us_neighbor){0, i};
        for (int d = 0; d < dimensions; d++) {
            int64_t x = (int64_t)row[(size_t)i * dimensions + d] - query[d];
            out[i].distance += (uint64_t)(x * x);
        }
    }
    if (count > 0)
        qsort(out, (size_t)count, sizeof(*out), by_distance);
}

static int differences(const us_neighbor *a, const us_neighbor *b, int count)
{
    int n = 0;
    for (int i = 0; i < count; i++)
        n += a[i].distance != b[i].distance || a[i].row != b[i].row;
    return n;
}

/* ---- finding */

enum { QUERIES = 3 };

static void check_find(const uint16_t *row, int count, int dimensions, const uint16_t *query,
                       us_nearest_kind kind, const us_kernel *kernel)
{
    US_AUTOPTR(us_nearest) nearest = us_nearest_new_kind(row, count, dimensions, kind, kernel);
    US_AUTOFREE us_neighbor *expected = US_NEW_ARRAY(us_neighbor, count + 8);
    US_AUTOFREE us_neighbor *found = US_NEW_ARRAY(us_neighbor, count + 8);
    const int sizes[] = {0, 1, 10, count, count + 7};
    for (int q = 0; q < QUERIES; q++) {
        all_rows(row, count, dimensions, query + (size_t)q * dimensions, expected);
        for (int i = 0; i < US_COUNT(sizes); i++) {
            int most = sizes[i] < count ? sizes[i] : count;
            int n = us_nearest_find(nearest, query + (size_t)q * dimensions, sizes[i], found);
            CHECK_INT(n, most);
            if (differences(found, expected, n) > 0)
                FAIL("%s, %s, %d rows of %d: wrong of the %d nearest", kernel->name,
                     kind == US_NEAREST_TREE ? "tree" : "scan", count, dimensions, sizes[i]);
        }
    }
}

TEST(every_kernel_and_the_tree_find_what_is_nearest)
{
    static const int dimensions[] = {1, 2, 3, 16, 17, 35, 56, 255, 256};
    static const int counts[] = {0, 1, 15, 16, 17, 257, 700};
    for (int k = 0; k < US_COUNT(kinds); k++) {
        us_test_row(kinds[k].name);
        for (int d = 0; d < US_COUNT(dimensions); d++) {
            US_AUTOFREE uint16_t *row = US_NEW_ARRAY(uint16_t, (700 + QUERIES) * dimensions[d]);
            uint16_t *query = row + (size_t)700 * dimensions[d];
            kinds[k].fill(dimensions[d], 1, row, 700);
            kinds[k].fill(dimensions[d], 2, query, QUERIES);
            /* One that is there. */
            memcpy(query, row + (size_t)7 * dimensions[d],
                   (size_t)dimensions[d] * sizeof(*row) * (k % 2));
            for (int c = 0; c < US_COUNT(counts); c++) {
                for (int i = 0; us_kernel_at(i); i++) {
                    check_find(row, counts[c], dimensions[d], query, US_NEAREST_SCAN,
                               us_kernel_at(i));
                    check_find(row, counts[c], dimensions[d], query, US_NEAREST_TREE,
                               us_kernel_at(i));
                }
            }
        }
    }
}

TEST(a_tree_of_four_levels_finds_what_is_nearest)
{
    enum { ROWS = 70001, DIMENSIONS = 5 };
    US_AUTOFREE uint16_t *row = US_NEW_ARRAY(uint16_t, (ROWS + QUERIES) * DIMENSIONS);
    for (int k = 0; k < US_COUNT(kinds); k++) {
        us_test_row(kinds[k].name);
        kinds[k].fill(DIMENSIONS, 1, row, ROWS);
        kinds[k].fill(DIMENSIONS, 2, row + (size_t)ROWS * DIMENSIONS, QUERIES);
        us_nearest *tree =
            us_nearest_new_kind(row, ROWS, DIMENSIONS, US_NEAREST_TREE, us_kernel_best());
        US_AUTOPTR(us_nearest) any = us_nearest_new(row, ROWS, DIMENSIONS);
        us_neighbor *expected = US_NEW_ARRAY(us_neighbor, ROWS), found[100];
        for (int q = 0; q < QUERIES; q++) {
            const uint16_t *query = row + (size_t)(ROWS + q) * DIMENSIONS;
            all_rows(row, ROWS, DIMENSIONS, query, expected);
            CHECK_INT(us_nearest_find(tree, query, US_COUNT(found), found), US_COUNT(found));
            CHECK_INT(differences(found, expected, US_COUNT(found)), 0);
            CHECK_INT(us_nearest_find(any, query, US_COUNT(found), found), US_COUNT(found));
            CHECK_INT(differences(found, expected, US_COUNT(found)), 0);
        }
        us_mem_free(expected);
        us_nearest_free(tree);
    }
}

TEST(the_longest_distance_is_exact)
{
    uint16_t row[US_DIMENSIONS_MAX], query[US_DIMENSIONS_MAX] = {0};
    for (int d = 0; d < US_DIMENSIONS_MAX; d++)
        row[d] = US_COORDINATE_MAX;
    for (int i = 0; us_kernel_at(i); i++) {
        us_test_row(us_kernel_at(i)->name);
        us_neighbor found = {0, -1};
        us_nearest *nearest =
            us_nearest_new_kind(row, 1, US_DIMENSIONS_MAX, US_NEAREST_SCAN, us_kernel_at(i));
        CHECK_INT(us_nearest_find(nearest, query, 1, &found), 1);
        CHECK_INT(found.distance,
                  (int64_t)US_DIMENSIONS_MAX * US_COORDINATE_MAX * US_COORDINATE_MAX);
        CHECK_INT(found.row, 0);
        us_nearest_free(nearest);
    }
}

/* ---- searching within a bound */

enum { ROWS = 3000, DIMENSIONS = 6 };

typedef struct visits {
    int count[ROWS];
    uint64_t *bound; /* the last given */
} visits;

static void count_visit(void *context, int row, uint64_t distance, uint64_t *bound)
{
    visits *v = context;
    CHECK(distance <= *bound);
    v->bound = bound;
    v->count[row]++;
}

TEST(a_search_comes_once_upon_each_row_within_the_bound)
{
    uint16_t row[(ROWS + 1) * DIMENSIONS];
    US_AUTOFREE us_neighbor *expected = US_NEW_ARRAY(us_neighbor, ROWS);
    US_AUTOFREE visits *v = US_NEW(visits);
    for (int k = 0; k < US_COUNT(kinds); k++) {
        us_test_row(kinds[k].name);
        kinds[k].fill(DIMENSIONS, 1, row, ROWS);
        kinds[k].fill(DIMENSIONS, 2, row + ROWS * DIMENSIONS, 1);
        all_rows(row, ROWS, DIMENSIONS, row + ROWS * DIMENSIONS, expected);
        for (int kind = US_NEAREST_SCAN; kind <= US_NEAREST_TREE; kind++) {
            us_nearest *nearest =
                us_nearest_new_kind(row, ROWS, DIMENSIONS, (us_nearest_kind)kind, us_kernel_best());
            const uint64_t bounds[] = {0, expected[0].distance, expected[ROWS / 3].distance,
                                       UINT64_MAX};
            for (int b = 0; b < US_COUNT(bounds); b++) {
                uint64_t bound = bounds[b];
                int wrong = 0;
                memset(v, 0, sizeof(*v));
                us_nearest_search(nearest, row + ROWS * DIMENSIONS, &bound, count_visit, v);
                CHECK(!v->bound || v->bound == &bound);
                for (int i = 0; i < ROWS; i++)
                    wrong += v->count[expected[i].row] != (expected[i].distance <= bounds[b]);
                CHECK_INT(wrong, 0);
            }
            us_nearest_free(nearest);
        }
    }
}

static void lower(void *context, int row, uint64_t distance, uint64_t *bound)
{
    us_neighbor *nearest = context;
    *nearest = (us_neighbor){distance, row};
    *bound = distance;
}

TEST(a_bound_that_sinks_leaves_the_nearest)
{
    uint16_t row[(ROWS + 1) * DIMENSIONS];
    us_neighbor expected[ROWS], last = {0, -1};
    uint64_t bound = UINT64_MAX;
    walks(DIMENSIONS, 1, row, ROWS + 1);
    us_nearest *tree =
        us_nearest_new_kind(row, ROWS, DIMENSIONS, US_NEAREST_TREE, us_kernel_best());
    all_rows(row, ROWS, DIMENSIONS, row + ROWS * DIMENSIONS, expected);
    us_nearest_search(tree, row + ROWS * DIMENSIONS, &bound, lower, &last);
    CHECK_INT(last.distance, expected[0].distance);
    CHECK_INT(bound, expected[0].distance);
    us_nearest_free(tree);
}

/* ---- how much work it is */

/* Rows looked at, in a thousandth, and blocks of boxes. */
static us_nearest_work work_of(const test_walk *walk, bool shuffled, us_nearest_kind kind)
{
    enum { MANY = 20000, ASKED = 20 };
    uint16_t *row = US_NEW_ARRAY(uint16_t, MANY * walk->dimensions);
    uint16_t *query = US_NEW_ARRAY(uint16_t, MANY * walk->dimensions);
    us_nearest_work work = {0};
    us_neighbor found[10];
    test_walks(walk, 1, row, MANY);
    test_walks(walk, 2, query, MANY); /* of other games */
    if (shuffled)
        test_shuffle(walk->dimensions, 1, row, MANY);
    us_nearest *nearest = us_nearest_new_kind(row, MANY, walk->dimensions, kind, us_kernel_best());
    for (int q = 0; q < ASKED; q++)
        us_nearest_find_counted(nearest, query + (size_t)q * 997 * walk->dimensions, 10, found,
                                &work);
    us_nearest_free(nearest);
    us_mem_free(row);
    us_mem_free(query);
    work.row_blocks = work.row_blocks * US_BLOCK * 1000 / (MANY * ASKED);
    work.box_blocks /= ASKED;
    return work;
}

/* The same numbers everywhere: a tree depends on its rows only. */
TEST(a_tree_looks_at_few_of_the_states_of_games)
{
    static const test_walk free = {35, 1000, 0}, alike = {35, 1000, 6};
    us_nearest_work work = work_of(&free, false, US_NEAREST_TREE);
    CHECK_INT(work.row_blocks, 74);
    CHECK_INT(work.box_blocks, 57);
    work = work_of(&alike, false, US_NEAREST_TREE);
    CHECK_INT(work.row_blocks, 27);
    CHECK_INT(work.box_blocks, 30);
    work = work_of(&alike, true, US_NEAREST_TREE);
    CHECK_INT(work.row_blocks, 41);
    CHECK_INT(work.box_blocks, 37);
}

static bool has_tree(const uint16_t *row, int count, int dimensions)
{
    us_nearest_work work = {0};
    us_neighbor found;
    US_AUTOPTR(us_nearest) nearest = us_nearest_new(row, count, dimensions);
    us_nearest_find_counted(nearest, row, 1, &found, &work);
    return work.box_blocks > 0;
}

TEST(a_tree_is_used_where_it_pays)
{
    enum { MANY = 2000, WIDE = 35 };
    US_AUTOFREE uint16_t *row = US_NEW_ARRAY(uint16_t, MANY * WIDE);
    walks(WIDE, 1, row, MANY);
    CHECK(has_tree(row, MANY, WIDE));
    CHECK(!has_tree(row, 1000, WIDE));
    test_uniform(WIDE, 1, row, MANY);
    CHECK(!has_tree(row, MANY, WIDE));
}

TEST(a_search_allocates_nothing)
{
    uint16_t row[ROWS * DIMENSIONS];
    us_neighbor found[10];
    walks(DIMENSIONS, 1, row, ROWS);
    us_nearest *tree =
        us_nearest_new_kind(row, ROWS, DIMENSIONS, US_NEAREST_TREE, us_kernel_best());
    uint64_t before = us_mem_alloc_count();
    us_nearest_find(tree, row, US_COUNT(found), found);
    CHECK_INT(us_mem_alloc_count(), before);
    us_nearest_free(tree);
    us_nearest_free(NULL);
}
