/* make bench: what the games cost. Each figure is a median over windows or rounds of one run, in
 * processor time of one thread; the line says the map and the number of units. Names as arguments
 * choose parts. */
#include "tests/bench/bench.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    void (*run)(void);
} parts[] = {
    {"players", bench_players}, {"scale", bench_scale},         {"games", bench_games},
    {"path", bench_path},       {"expr", bench_expr},           {"trace", bench_trace},
    {"nearest", bench_nearest}, {"case-base", bench_case_base}, {"learn", bench_learn},
    {"run", bench_run},         {"revise", bench_revise},       {"stats", bench_stats},
    {"pool", bench_pool},       {"results", bench_results},     {"tables", bench_tables},
    {"arena", bench_arena},     {"query", bench_query},         {"characters", bench_characters},
    {"requery", bench_requery}, {"microrts", bench_microrts},   {"microrts-link", bench_link},
};

int main(int argc, char **argv)
{
    for (int a = 1; a < argc; a++) {
        int i = 0;
        while (i < US_COUNT(parts) && strcmp(argv[a], parts[i].name) != 0)
            i++;
        if (i == US_COUNT(parts)) {
            fprintf(stderr, "bench: no part '%s'\n", argv[a]);
            return 2;
        }
        parts[i].run();
    }
    for (int i = 0; argc < 2 && i < US_COUNT(parts); i++)
        parts[i].run();
    return 0;
}
