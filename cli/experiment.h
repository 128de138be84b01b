/* Shared parts of the experiment commands. */
#ifndef US_CLI_EXPERIMENT_H
#define US_CLI_EXPERIMENT_H

#include "base/progress.h"
#include "cli/options.h"
#include "experiments/compare/compare.h"
#include "experiments/run/games.h"
#include "experiments/run/results.h"
#include "experiments/run/sequence.h"

enum { US_JOBS_MAX = 256 };

/* Workers: the value of -j; without it, the cores that this process may use, at most US_JOBS_MAX.
 */
#define US_OPTION_JOBS(about)            \
    {                                    \
        "-j", "N", about, 1, US_JOBS_MAX \
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

/* experiment_jobs.c: states of the Slurm jobs, for experiment status. */

/* Append lines, or a member "slurm" to the open object; nothing if the experiment was never
 * submitted. States that Slurm does not report are left out. */
void us_jobs_print(const char *folder, const us_manifest *manifest, us_str *out);
void us_jobs_write_json(const char *folder, const us_manifest *manifest, us_json_writer *writer);

/* Reads "D0:D1", the value of --sprt. */
us_status us_args_read_sprt(const us_args *args, int option, us_sprt_def *out, us_error *err);
/* Reads the value of --scope; without one *out is unchanged. */
us_status us_args_read_scope(const us_args *args, int option, us_map_scope *out, us_error *err);

/* Lists all values of a repeatable option. The caller frees the list. */
const char **us_args_list(const us_args *args, int option, int *count);

/* ---- options of comparisons, shared by experiment compare, report and export --md */

/* A table of options begins with US_COMPARING_TABLE; the command's own options start at
 * US_COMPARING_OPTIONS. */
enum {
    US_COMPARING_BASELINE,
    US_COMPARING_PLAYER,
    US_COMPARING_LEVEL,
    US_COMPARING_MARGIN,
    US_COMPARING_SCOPE,
    US_COMPARING_SPRT,
    US_COMPARING_SEED,
    US_COMPARING_UNMATCHED,
    US_COMPARING_LEAKY,
    US_COMPARING_OPTIONS,
};

#define US_COMPARING_TABLE                                                                        \
    [US_COMPARING_BASELINE] = {"--baseline", "NAME",                                              \
                               "the player or group to compare with; else the first player"},     \
    [US_COMPARING_PLAYER] = {"--player", "NAME",                                                  \
                             "the player to compare with it; else all others"},                   \
    [US_COMPARING_LEVEL] = {"--level", "SHARE", "level of confidence intervals",                  \
                            .preset = "0.95"},                                                    \
    [US_COMPARING_MARGIN] = {"--margin", "D",                                                     \
                             "the largest difference that counts as none, as a share of a game",  \
                             .preset = "0"},                                                      \
    [US_COMPARING_SCOPE] =                                                                        \
        {"--scope", "SCOPE",                                                                      \
         "verdicts on maps (like these) or on these-maps (alone); else the spec's"},              \
    [US_COMPARING_SPRT] = {"--sprt", "D0:D1", "sequential test whether the effect is D0 or D1"},  \
    [US_COMPARING_SEED] = {"--seed", "N", "seed of bootstrap and sign flips", 0, INT64_MAX, "1"}, \
    [US_COMPARING_UNMATCHED] = {"--unmatched", NULL,                                              \
                                "leave out games that the other player has not played"},          \
    [US_COMPARING_LEAKY] = {"--leaky", NULL,                                                      \
                            "include maps and seeds that a library was learned on"}

/* Reads the options. sprt: storage for the sequential test of `out`, used with --sprt; it must live
 * as long as *out. */
us_status us_args_read_comparison(const us_args *args, us_sprt_def *sprt, us_comparison_def *out,
                                  us_error *err);

#endif
