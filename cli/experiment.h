/* Shared parts of the experiment commands. */
#ifndef US_CLI_EXPERIMENT_H
#define US_CLI_EXPERIMENT_H

#include "base/progress.h"
#include "cli/options.h"
#include "experiments/run/games.h"
#include "experiments/run/results.h"
#include "experiments/run/sequence.h"

enum { US_JOBS_MAX = 256 };

/* Workers: the value of -j; without it, the cores that this process may use, at most US_JOBS_MAX.
 */
#define US_OPTION_JOBS(about)                           \
    {                                                   \
        "-j", "N", about, US_OPTION_INT, 1, US_JOBS_MAX \
    }
int us_args_jobs(const us_args *args, int option);

/* Progress bar of a run on standard error, for us_batch_def.tell with the bar as context. */
typedef struct us_batch_bar {
    us_progress progress;
    bool begun, terminal, drawn, reported;
} us_batch_bar;
void us_batch_bar_on_progress(void *context, const us_game_pool_state *state);
void us_batch_bar_end(us_batch_bar *bar); /* moves the cursor to the beginning of a line */

/* Reads results as us_results_read does. Prints notes about faulty results, a stopped sequential
 * test, failed programs, and players that did nothing of their own. */
us_status us_experiment_read(const char *folder, us_manifest *out, us_error *err);

/* Merges FOLDER's results and counts them; the second function appends the counts as a line. */
us_status us_experiment_merge(const char *folder, us_standing *tally, us_error *err);
void us_standing_print(const us_standing *tally, us_str *out);

/* Reads "D0:D1", the value of --sprt. */
us_status us_args_read_sprt(const us_args *args, int option, us_sprt_def *out, us_error *err);
/* Reads the value of --scope; without one *out is unchanged. */
us_status us_args_read_scope(const us_args *args, int option, us_map_scope *out, us_error *err);

/* Lists all values of a repeatable option. The caller frees the list. */
const char **us_args_list(const us_args *args, int option, int *count);

#endif
