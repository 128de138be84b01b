/* What the benchmarks of whole games share. */
#ifndef US_TESTS_BENCH_GAMES_H
#define US_TESTS_BENCH_GAMES_H

#include "base/str.h"
#include "game/game.h"
#include "game/maps.h"

enum { BENCH_RESULT_MAX = 128 };

/* "NAME VALUE": a number from 0 to 1,000,000, or a text that is borrowed from the arguments. */
typedef struct bench_option {
    const char *name;
    int *number;
    const char **text;
} bench_option;

/* Ends in a row without a name. An unknown option ends the program. command: what is given is
 * appended to it. */
void bench_read(const bench_option *options, int argc, char **argv, us_str *command);

/* Runs the tasks 0 to tasks - 1 by the workers of experiments/run/pool.h, and writes the result of
 * each task, of size bytes (at most BENCH_RESULT_MAX), to its place in results. A task may depend
 * on its number only. Progress goes to standard error. Ends the program when a result is missing.
 */
typedef void bench_task(const void *context, int task, void *result);
void bench_share(int workers, int tasks, bench_task *play, const void *context, void *results,
                 size_t size);

/* The scenario of a map: the one of the last call where that was of the same map, which is closed
 * else. */
us_scenario *bench_scenario(const char *path, us_cycle max_cycles);

/* Writes a generated map of skirmish. Its folder is there. */
void bench_generate(const us_map_request *request, const char *path);

typedef struct bench_score {
    int games, wins, draws;
} bench_score;

void bench_count(bench_score *score, int winner, int seat); /* winner: a seat, or -1 */
int bench_points(bench_score score); /* tenths of a percent; a draw is half a win */
void bench_add_percent(us_str *out, bench_score score); /* a cell of a table */

#endif
