/* What it costs to share games among workers, and what it costs to merge and compare many results.
 * By the clock: of several rounds the fastest, since only others at work make them slower. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/progress.h"
#include "experiments/compare/compare.h"
#include "experiments/design/planning.h"
#include "experiments/run/pool.h"
#include "experiments/run/results.h"
#include "tests/bench/bench.h"
#include "tests/measured.h"

enum { TASKS = 300, TASK_US = 20000, ROUNDS = 3, RESULTS = 1000000 };

/* ---- the pool */

static int64_t given;

static int64_t next(void *context)
{
    (void)context;
    return given < TASKS ? given++ : -1;
}

/* So much of the processor's time, as a game takes. */
static void work(void *context, int64_t task, us_str *out)
{
    int64_t start = bench_ns();
    (void)context;
    while (bench_ns() - start < (int64_t)TASK_US * 1000)
        ;
    us_str_addf(out, "{\"game\":\"%016llx\",\"end\":\"win\"}", (unsigned long long)task);
}

static us_status done(void *context, const us_pool_result *result, us_error *err)
{
    (void)context;
    (void)result;
    (void)err;
    return US_OK;
}

static double by_pool(int workers)
{
    us_pool_def def = {.workers = workers, .work = work, .next = next, .done = done};
    double best = 0;
    for (int round = 0; round < ROUNDS; round++) {
        int64_t start = us_clock_us();
        given = 0;
        if (us_pool_run(&def, NULL) != US_OK)
            return 0;
        double took = (double)(us_clock_us() - start) / 1e6;
        best = round == 0 || took < best ? took : best;
    }
    return best;
}

static double by_hand(void)
{
    us_str out;
    double best = 0;
    us_str_init(&out);
    for (int round = 0; round < ROUNDS; round++) {
        int64_t start = us_clock_us();
        for (int i = 0; i < TASKS; i++) {
            us_str_reset(&out);
            work(NULL, i, &out);
        }
        double took = (double)(us_clock_us() - start) / 1e6;
        best = round == 0 || took < best ? took : best;
    }
    us_str_clear(&out);
    return best;
}

void bench_pool(void)
{
    double hand = by_hand(), one = by_pool(1), two = by_pool(2);
    printf("pool     %d tasks of %d ms: %.3f s without, %.3f s by one worker (%+.2f%%), %.3f s by "
           "two (%.2f times the tasks)\n",
           TASKS, TASK_US / 1000, hand, one, 100 * (one - hand) / hand, two, one / two);
    test_measured("workers", one / two, "%d tasks", TASKS);
    test_measured("pool", 100 * (one - hand) / hand, "%d tasks", TASKS);
}

/* ---- many results */

static void add_entrants(us_manifest *m)
{
    static const char *const player[] = {"original", "adapted"};
    static const char *const opponent[] = {"ai:rush", "ai:boom", "ai:turtle", "ai:raid"};
    static char map[25][16];
    for (int i = 0; i < US_COUNT(player); i++)
        *us_manifest_add_player(m) = (us_entrant){.name = player[i],
                                                  .agent = "random",
                                                  .run = -1,
                                                  .size = -1,
                                                  .identity = (us_hash)i + 1};
    for (int i = 0; i < US_COUNT(opponent); i++)
        *us_manifest_add_opponent(m) = (us_entrant){.name = opponent[i],
                                                    .agent = opponent[i],
                                                    .run = -1,
                                                    .size = -1,
                                                    .identity = (us_hash)i + 1};
    for (int i = 0; i < US_COUNT(map); i++) {
        snprintf(map[i], sizeof(map[i]), "m%d", i);
        *us_manifest_add_map(m) = (us_manifest_map){map[i], "open", map[i], (us_hash)i + 1};
    }
}

static void add_results(us_manifest *m, us_str *journal)
{
    us_rng rng = us_rng_derive(1, "bench.results", 0);
    for (int i = 0; m->games < RESULTS; i++) {
        us_fixture *game = us_manifest_add_game(m);
        *game = (us_fixture){.seed = (uint64_t)(i / (2 * 2 * 4 * 25)),
                             .player = (uint16_t)(i % 2),
                             .opponent = (uint16_t)(i / 4 % 4),
                             .map = (uint16_t)(i / 16 % 25),
                             .seat = (uint8_t)(i / 2 % 2)};
        game->id = us_fixture_id(m, game);
        us_row row = {.game = game->id, .reason = "defeat", .us = 25000};
        row.end = US_ROW_WIN + (int)us_rng_next_below(&rng, 3);
        row.cycles = (int32_t)us_rng_next_below(&rng, 54000);
        row.hash = us_hash_add(game->id, 1);
        row.orders = us_rng_next_below(&rng, 400);
        us_row_write(&row, journal);
        us_str_add_char(journal, '\n');
    }
}

static bool prepare(const char *folder)
{
    us_manifest m;
    us_str journal, path;
    us_manifest_init(&m);
    m.name = "bench";
    m.domain = "skirmish";
    m.max_cycles = 54000;
    us_str_init(&journal);
    us_str_init(&path);
    add_entrants(&m);
    add_results(&m, &journal);
    us_folder_print_path(folder, "results", &path);
    bool good = mkdir(path.text, 0777) == 0;
    us_str_add(&path, "/run.jsonl");
    good = good && us_file_write(path.text, journal.text, journal.length, NULL) == US_OK;
    us_str_reset(&path);
    us_folder_print_path(folder, "manifest.jsonl", &path);
    good = good && us_manifest_write(&m, NULL, 0, path.text, NULL) == US_OK;
    us_str_clear(&path);
    us_str_clear(&journal);
    us_manifest_clear(&m);
    return good;
}

static void measure(const char *folder, int round)
{
    us_manifest m;
    us_comparison c;
    us_comparison_def def = us_comparison_def_default();
    int64_t missing, start = us_clock_us();
    us_str path;
    if (us_results_read(folder, &m, NULL, NULL) != US_OK ||
        us_results_merge(folder, &m, &missing, NULL) != US_OK)
        return;
    us_manifest_clear(&m);
    int64_t merged = us_clock_us();
    us_str_init(&path);
    us_folder_print_path(folder, "results.jsonl", &path);
    us_status status = us_results_read_path(path.text, &m, NULL);
    us_str_clear(&path);
    if (status != US_OK || us_comparison_compute(&m, &def, &c, NULL) != US_OK)
        return;
    int64_t compared = us_clock_us();
    double merging = (double)(merged - start) / 1e6, comparing = (double)(compared - merged) / 1e6;
    printf("results  %d: merged in %.2f s, compared in %.2f s (%d pairs)\n", RESULTS, merging,
           comparing, c.versus[0].effect.pairs);
    test_measured("merge", merging, "round %d", round + 1);
    test_measured("compare", comparing, "round %d", round + 1);
    us_comparison_clear(&c);
    us_manifest_clear(&m);
}

static void forget(const char *folder)
{
    static const char *const file[] = {"results/run.jsonl", "manifest.jsonl", "results.jsonl"};
    us_str path;
    us_str_init(&path);
    for (int i = 0; i < US_COUNT(file); i++) {
        us_str_reset(&path);
        us_folder_print_path(folder, file[i], &path);
        unlink(path.text);
    }
    us_str_reset(&path);
    us_folder_print_path(folder, "results", &path);
    rmdir(path.text);
    rmdir(folder);
    us_str_clear(&path);
}

void bench_results(void)
{
    char folder[] = "/tmp/understudy-bench-XXXXXX";
    if (!mkdtemp(folder))
        return;
    if (prepare(folder))
        for (int round = 0; round < 3; round++)
            measure(folder, round);
    forget(folder);
}
