/* What the experiment commands share. */
#ifndef US_CLI_EXPERIMENT_H
#define US_CLI_EXPERIMENT_H

#include "base/progress.h"
#include "cli/options.h"
#include "experiments/results.h"
#include "experiments/run.h"

enum { US_JOBS_MAX = 256 };

/* Cores that this process may use, at most US_JOBS_MAX. */
int us_cores(void);

/* Progress of a run on standard error: us_run_def.tell with one of these as the context. */
typedef struct us_run_bar {
    us_progress progress;
    bool begun, terminal, drawn, told;
} us_run_bar;
void us_run_bar_tell(void *context, const us_run_state *state);
void us_run_bar_end(us_run_bar *bar); /* the cursor at the beginning of a line */

/* Merges FOLDER's results and says how they stand, as a line or members of an open object. */
us_status us_experiment_merge(const char *folder, us_tally *tally, us_error *err);
void us_tally_line(const us_tally *tally, us_str *out);
void us_tally_write(const us_tally *tally, us_json_writer *writer);

/* All texts of an option given again and again. The caller frees the list, which may be NULL. */
const char **us_args_list(const us_args *args, int option, int *count);

#endif
