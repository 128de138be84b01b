/* A million random queries: the tree finds exactly what the scan finds, with every kernel.
 *
 *   proof_nearest [-n QUERIES] [-s SEED]
 *
 * A round makes rows of some kind, number and width, and asks a tree for the k nearest of each of
 * its queries; a scan by another kernel must give the same. Every 64th query is held against a
 * plain sum over all rows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/rng.h"
#include "retrieve/nearest_internal.h"
#include "tests/measured.h"
#include "tests/random_rows.h"

enum { QUERIES = 1000000, ROUND = 5000, ROWS = 6000, NEAREST = 20, DOUBT_ONE_IN = 64 };

typedef struct trial {
    uint16_t *row, *query;
    int count, dimensions;
    int64_t asked, wrong;
    us_nearest_work work;
    int64_t row_blocks; /* that the scan looked at */
} trial;

static const char *const kinds[] = {"uniform", "walks", "walks alike", "few values", "few rows"};

static void fill(us_rng *rng, int kind, trial *r)
{
    uint64_t seed = us_rng_next(rng);
    int length = 1 + (int)us_rng_next_below(rng, 1000);
    uint32_t few = 2 + us_rng_next_below(rng, 6);
    size_t width = (size_t)r->dimensions;
    switch (kind) {
    case 0:
        test_uniform(r->dimensions, seed, r->row, r->count);
        test_uniform(r->dimensions, seed + 1, r->query, ROUND);
        break;
    case 1:
    case 2:
        test_walks(&(test_walk){r->dimensions, length, kind == 1 ? 0 : 5}, seed, r->row, r->count);
        test_walks(&(test_walk){r->dimensions, length, kind == 1 ? 0 : 5}, seed + 1, r->query,
                   ROUND);
        if (us_rng_next_bool(rng, 1, 2))
            test_shuffle(r->dimensions, seed, r->row, r->count);
        break;
    default:
        for (size_t i = 0; i < (size_t)r->count * width; i++)
            r->row[i] = (uint16_t)(us_rng_next_below(rng, few) * (US_COORDINATE_MAX / (few - 1)));
        for (size_t i = 0; i < ROUND * width; i++)
            r->query[i] = (uint16_t)us_rng_next_below(rng, US_COORDINATE_MAX + 1);
        for (int i = (int)few; kind == 4 && i < r->count; i++)
            memcpy(r->row + (size_t)i * width, r->row + us_rng_next_below(rng, few) * width,
                   width * sizeof(*r->row));
    }
}

/* How many rows are nearer than the last found, or as near with a lower number: all but itself that
 * were found. */
static bool doubt(const trial *r, const uint16_t *query, const us_neighbor *found, int count)
{
    int before = 0;
    for (int i = 0; i < r->count; i++) {
        uint64_t distance = 0;
        for (int d = 0; d < r->dimensions; d++) {
            int64_t x = (int64_t)r->row[(size_t)i * r->dimensions + d] - query[d];
            distance += (uint64_t)(x * x);
        }
        us_neighbor last = found[count - 1];
        before += distance < last.distance || (distance == last.distance && i < last.row);
    }
    return before != count - 1;
}

static void run(us_rng *rng, int number, trial *r)
{
    int kernels = 1, kind = number % US_COUNT(kinds);
    while (us_kernel_at(kernels))
        kernels++;
    r->dimensions =
        1 + (int)us_rng_next_below(rng, us_rng_next_bool(rng, 1, 4) ? US_DIMENSIONS_MAX : 48);
    r->count = 1 + (int)us_rng_next_below(rng, ROWS);
    r->row = US_NEW_ARRAY(uint16_t, (size_t)r->count * r->dimensions);
    r->query = US_NEW_ARRAY(uint16_t, (size_t)ROUND * r->dimensions);
    fill(rng, kind, r);
    us_nearest *tree = us_nearest_new_kind(r->row, r->count, r->dimensions, US_NEAREST_TREE,
                                           us_kernel_at(number % kernels));
    us_nearest *scan =
        us_nearest_new_kind(r->row, r->count, r->dimensions, US_NEAREST_SCAN, us_kernel_best());
    for (int q = 0; q < ROUND; q++) {
        const uint16_t *query = r->query + (size_t)q * r->dimensions;
        us_neighbor a[NEAREST], b[NEAREST];
        us_nearest_work scanned = {0};
        int k = 1 + (int)us_rng_next_below(rng, NEAREST);
        int n = us_nearest_find_counted(tree, query, k, a, &r->work);
        bool right = n == us_nearest_find_counted(scan, query, k, b, &scanned);
        for (int i = 0; i < n && right; i++)
            right = a[i].distance == b[i].distance && a[i].row == b[i].row;
        if (right && q % DOUBT_ONE_IN == 0)
            right = !doubt(r, query, a, n);
        if (!right && r->wrong++ == 0)
            printf("  wrong: round %d, query %d: %s, %d rows of %d, %d nearest\n", number, q,
                   kinds[kind], r->count, r->dimensions, k);
        r->row_blocks += scanned.row_blocks;
        r->asked++;
    }
    us_nearest_free(tree);
    us_nearest_free(scan);
    us_mem_free(r->row);
    us_mem_free(r->query);
}

int main(int argc, char **argv)
{
    uint64_t queries = QUERIES, seed = 1;
    trial r = {0};
    for (int option; (option = getopt(argc, argv, "n:s:")) != -1;) {
        if (option == '?')
            return 2;
        *(option == 'n' ? &queries : &seed) = strtoull(optarg, NULL, 10);
    }
    for (int number = 0; (uint64_t)r.asked < queries; number++) {
        us_rng rng = us_rng_derive(seed, "proof.nearest", (uint64_t)number);
        run(&rng, number, &r);
    }
    printf("%lld queries, %lld wrong; blocks of rows looked at: %lld by trees, %lld by scans\n",
           (long long)r.asked, (long long)r.wrong, (long long)r.work.row_blocks,
           (long long)r.row_blocks);
    test_measured("queries", (double)r.asked, "seed %llu", (unsigned long long)seed);
    test_measured("queries-wrong", (double)r.wrong, "of all kernels");
    return r.wrong > 0;
}
