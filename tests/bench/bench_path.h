/* Times of path finding: a step, a field, a throng. Prints a line each to standard output. */
#ifndef US_TESTS_BENCH_PATH_H
#define US_TESTS_BENCH_PATH_H

void bench_path(void);

#endif
