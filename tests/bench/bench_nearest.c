#include "tests/bench/bench.h"

#include "retrieve/nearest_internal.h"
#include "tests/measured.h"
#include "tests/random_rows.h"
#include "tests/temp_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FEATURES = 35, K = 10, QUERIES = 500, GAME = 1000 };

static const struct {
    const char *name;
    int factors; /* -1: uniform */
    bool shuffled;
} kinds[] = {
    {"uniform", -1, false},   {"games", 6, false},         {"games, shuffled", 6, true},
    {"free walks", 0, false}, {"free, shuffled", 0, true},
};

static const int sizes[] = {1000, 10000, 100000, 1000000};

/* Wall time, as FAISS is measured; bench_ns takes longer to ask than some queries. */
static double microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

/* Rows, then queries: states of other games, far apart. */
static uint16_t *make(int kind, int count)
{
    uint16_t *row = US_NEW_ARRAY(uint16_t, (size_t)(count + QUERIES) * FEATURES);
    uint16_t *query = row + (size_t)count * FEATURES;
    test_walk walk = {FEATURES, GAME, kinds[kind].factors};
    if (walk.factors < 0) {
        test_uniform(FEATURES, 1, row, count + QUERIES);
        return row;
    }
    int apart = 37;
    uint16_t *others = US_NEW_ARRAY(uint16_t, (size_t)QUERIES * apart * FEATURES);
    test_walks(&walk, 1, row, count);
    test_walks(&walk, 2, others, QUERIES * apart);
    for (int q = 0; q < QUERIES; q++)
        memcpy(query + (size_t)q * FEATURES, others + (size_t)q * apart * FEATURES,
               FEATURES * sizeof(*row));
    us_mem_free(others);
    if (kinds[kind].shuffled)
        test_shuffle(FEATURES, 1, row, count);
    return row;
}

/* The median; what was found. The first round warms up. */
static double ask(const us_nearest *nearest, const uint16_t *query, int queries,
                  us_neighbor (*found)[K])
{
    double took[QUERIES];
    for (int round = 0; round < 2; round++) {
        for (int q = 0; q < queries; q++) {
            double start = microseconds();
            us_nearest_find(nearest, query + (size_t)q * FEATURES, K, found[q]);
            took[q] = microseconds() - start;
        }
    }
    return bench_median(took, queries);
}

static void write_floats(FILE *file, const uint16_t *value, size_t count)
{
    float buffer[FEATURES];
    for (size_t i = 0; i < count; i += FEATURES) {
        for (int d = 0; d < FEATURES; d++)
            buffer[d] = value[i + d];
        fwrite(buffer, sizeof(buffer), 1, file);
    }
}

/* The program beside this one, where it could be built; -1 where not. */
static double ask_faiss(const uint16_t *row, int count, int queries, us_neighbor (*found)[K])
{
    char program[400], command[1024], path[] = "/tmp/bench_nearest.XXXXXX";
    ssize_t length = readlink("/proc/self/exe", program, sizeof(program) - 8);
    while (length > 0 && program[length - 1] != '/')
        length--;
    if (length <= 0)
        return -1;
    memcpy(program + length, "faiss", sizeof("faiss"));
    int fd = access(program, X_OK) == 0 ? mkstemp(path) : -1;
    if (fd < 0)
        return -1;
    FILE *file = fdopen(fd, "wb");
    const float head[] = {(float)count, FEATURES, (float)queries, K};
    fwrite(head, sizeof(head), 1, file);
    write_floats(file, row, (size_t)(count + queries) * FEATURES);
    for (int q = 0; q < queries; q++)
        fwrite(&(float){(float)found[q][0].row}, sizeof(float), 1, file);
    fclose(file);
    snprintf(command, sizeof(command), "'%s' %s", program, path);
    FILE *answer = popen(command, "r");
    char line[100] = "", *end = line;
    bool told = answer && fgets(line, sizeof(line), answer);
    double median = strtod(line, &end);
    long same = strtol(end, NULL, 10);
    if (!told || median <= 0) {
        fprintf(stderr, "bench: %s failed\n", program);
        median = -1;
    } else if (same < queries * 98L / 100) { /* floats round, so close ones may change places */
        fprintf(stderr, "bench: FAISS finds another nearest row for %ld of %d\n", queries - same,
                queries);
    }
    if (answer)
        pclose(answer);
    unlink(path);
    return median;
}

/* Of the trees those of a million rows that come in the order of their games. */
static void print_result(int kind, int count, double scan, double tree, double faiss)
{
    static const char *const name[] = {"scan-1e3", "scan-1e4", "scan-1e5"};
    for (int i = 0; i < US_COUNT(name); i++)
        if (count == sizes[i])
            test_measured(name[i], scan, "%s", kinds[kind].name);
    if (count == 1000000 && kinds[kind].factors >= 0 && !kinds[kind].shuffled)
        test_measured("tree", tree, "%s", kinds[kind].name);
    if (faiss >= 0)
        test_measured("faiss", faiss / scan, "%d rows", count);
}

/* Whether FAISS answered. */
static bool measure(int kind, int count, const us_kernel *kernel, bool with_faiss)
{
    uint16_t *row = make(kind, count);
    const uint16_t *query = row + (size_t)count * FEATURES;
    static us_neighbor found[2][QUERIES][K];
    int queries = count >= 1000000 ? QUERIES / 5 : QUERIES;
    double took[2], start, built = 0;
    for (int i = 0; i < 2; i++) {
        start = microseconds();
        us_nearest *nearest = us_nearest_new_kind(
            row, count, FEATURES, i == 0 ? US_NEAREST_SCAN : US_NEAREST_TREE, kernel);
        built = microseconds() - start;
        took[i] = ask(nearest, query, queries, found[i]);
        us_nearest_free(nearest);
    }
    for (int i = 0; i < queries * K; i++) {
        const us_neighbor *scan = &found[0][i / K][i % K], *tree = &found[1][i / K][i % K];
        us_assert(scan->row == tree->row && scan->distance == tree->distance);
    }
    double faiss = with_faiss ? ask_faiss(row, count, queries, found[0]) : -1;
    printf("nearest  %-15s %-6s %8d %8.1f %8.1f %8.0f", kinds[kind].name, kernel->name, count,
           took[0], took[1], built / 1000);
    if (faiss < 0)
        printf("        -      -\n");
    else
        printf(" %8.1f %6.1f\n", faiss, faiss / took[0]);
    if (kernel == us_kernel_best())
        print_result(kind, count, took[0], took[1], faiss);
    fflush(stdout);
    us_mem_free(row);
    return faiss >= 0;
}

void bench_nearest(void)
{
    const us_kernel *best = us_kernel_best();
    printf("nearest  medians in us a query of %d features, the %d nearest; ratio: FAISS to scan\n"
           "nearest  rows            kernel        n     scan     tree build,ms    FAISS"
           "  ratio\n",
           FEATURES, K);
    int compared = 0;
    for (int k = 0; k < US_COUNT(kinds); k++)
        for (int i = 0; i < US_COUNT(sizes); i++)
            compared += measure(k, sizes[i], best, k == 0);
    for (int k = 0; us_kernel_at(k) != best; k++)
        measure(0, 10000, us_kernel_at(k), false);
    if (compared == 0)
        printf("nearest  FAISS is not here (libfaiss-dev): nothing to compare with\n");
}
