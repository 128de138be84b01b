/* make bench: what the games cost. Each figure is a median over windows or rounds of one run, in
 * processor time of one thread; the line says the map and the number of units. Names as arguments
 * choose parts. */
#include "tests/bench/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const struct {
    const char *name;
    void (*run)(void);
} parts[] = {
    {"players", bench_players},
    {"scale", bench_scale},
    {"games", bench_games},
    {"path", bench_path},
};

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_median(double *value, int count)
{
    if (count == 0)
        return 0;
    qsort(value, (size_t)count, sizeof(*value), by_value);
    return count % 2 ? value[count / 2] : (value[count / 2 - 1] + value[count / 2]) / 2;
}

int64_t bench_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

us_scenario *bench_open(const char *map, us_cycle max_cycles)
{
    us_scenario_def def = us_scenario_def_default();
    def.domain = "skirmish";
    def.map = map;
    def.max_cycles = max_cycles;
    us_scenario *scenario = NULL;
    us_error err = {0};
    if (us_scenario_open(&def, &scenario, &err) != US_OK) {
        char text[1024];
        fprintf(stderr, "bench: %s\n", us_error_print(&err, text, sizeof(text)));
        exit(2);
    }
    return scenario;
}

int main(int argc, char **argv)
{
    for (int i = 0; i < US_COUNT(parts); i++) {
        bool wanted = argc < 2;
        for (int a = 1; a < argc; a++)
            wanted |= strcmp(argv[a], parts[i].name) == 0;
        if (wanted)
            parts[i].run();
    }
    return 0;
}
