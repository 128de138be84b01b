/* What the experiment commands share. */
#ifndef US_CLI_EXPERIMENT_H
#define US_CLI_EXPERIMENT_H

#include "base/progress.h"
#include "cli/options.h"
#include "experiments/batch.h"
#include "experiments/results.h"

enum { US_JOBS_MAX = 256 };

/* Workers, by the option -j; else as many as there are cores that this process may use, at most
 * US_JOBS_MAX. */
#define US_OPTION_JOBS(about)                           \
    {                                                   \
        "-j", "N", about, US_OPTION_INT, 1, US_JOBS_MAX \
    }
int us_args_jobs(const us_args *args, int option);

/* Progress of a run on standard error: us_batch_def.tell with one of these as the context. */
typedef struct us_batch_bar {
    us_progress progress;
    bool begun, terminal, drawn, told;
} us_batch_bar;
void us_batch_bar_tell(void *context, const us_playing_state *state);
void us_batch_bar_end(us_batch_bar *bar); /* the cursor at the beginning of a line */

/* us_results_read, with a message of each thing in it that is not as it should be, of a sequential
 * test that has stopped, and of each player that did nothing of its own. */
us_status us_experiment_read(const char *folder, us_manifest *out, us_error *err);

/* Merges FOLDER's results and says how they stand, as a line. */
us_status us_experiment_merge(const char *folder, us_standing *tally, us_error *err);
void us_standing_line(const us_standing *tally, us_str *out);

/* "D0:D1", the value of --sprt. */
us_status us_take_sprt(const us_args *args, int option, us_sprt_def *out, us_error *err);
/* The value of --scope; *out stays where it is not given. */
us_status us_take_scope(const us_args *args, int option, us_map_scope *out, us_error *err);

/* All texts of an option given again and again. The caller frees the list, which may be NULL. */
const char **us_args_list(const us_args *args, int option, int *count);

#endif
