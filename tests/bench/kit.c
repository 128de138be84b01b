#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tests/bench/bench.h"

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

_Noreturn void bench_die(const us_error *err)
{
    char text[1024];
    fprintf(stderr, "bench: %s\n", us_error_print(err, text, sizeof(text)));
    exit(2);
}

void bench_need(us_status status, const us_error *err)
{
    if (status != US_OK)
        bench_die(err);
}

us_scenario *bench_open(const char *map, us_cycle max_cycles)
{
    us_scenario_def def = us_scenario_def_default();
    def.domain = "skirmish";
    def.map = map;
    def.max_cycles = max_cycles;
    us_scenario *scenario = NULL;
    us_error err = {0};
    bench_need(us_scenario_open(&def, &scenario, &err), &err);
    return scenario;
}
