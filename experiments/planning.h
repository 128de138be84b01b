/* From a spec to a folder in which an experiment can run: its libraries learned, its maps made, its
 * manifest written.
 *
 *   FOLDER/spec.json         the spec, with what was set in place
 *   FOLDER/manifest.jsonl    what is played, and what was made; with it the plan is in place
 *   FOLDER/libraries/, maps/ what was made
 *   FOLDER/results/          journals of results, by those who play
 *   FOLDER/sequential.json   the sequential test that has begun
 *   FOLDER/stopped.json      what a sequential test decided
 *   FOLDER/results.jsonl     the manifest with all results, by who merges them
 *   FOLDER/lock              held by who plans or plays
 *   FOLDER/understudy-planning/  what is being made; gone afterwards
 *
 * Paths in a spec are meant from where the spec lies. */
#ifndef US_EXPERIMENTS_PLANNING_H
#define US_EXPERIMENTS_PLANNING_H

#include "experiments/manifest.h"
#include "experiments/spec.h"

typedef struct us_planning {
    const char *spec;               /* its file */
    const char *folder;             /* is made where it is missing */
    int workers;                    /* for training games */
    void (*note)(const char *what); /* before each longer step; or NULL */
    bool (*stop)(void);             /* true: US_INTERRUPTED; or NULL */
} us_planning;

/* Where the folder has results, its manifest stays: US_FAILED, unless the new one is the same. So
 * it does where a run is at work: US_INCOMPLETE. A folder that is no experiment's and holds what
 * would be put there is refused: US_BAD_INPUT. Whatever fails, or ends it, leaves an older plan as
 * it was; what fails leaves nothing that it made. Of an older plan's files those that it made are
 * taken away once the new plan is in place, and nothing else. Clear *out after success. */
us_status us_experiment_plan(const us_planning *def, const us_spec *spec, us_manifest *out,
                             us_error *err);

/* The spec of the plan that is in place: its path, appended. */
void us_experiment_spec(const char *folder, us_str *out);

/* Takes away the results of a folder, where there are some; its plan and what else lies there
 * stays. US_INCOMPLETE where a run is at work. */
us_status us_experiment_forget(const char *folder, us_error *err);

/* What this program is, as manifests say it: appended. */
void us_program_print(us_str *out);

/* A folder where it is missing; and those above it. */
us_status us_folder_make(const char *path, us_error *err);
us_status us_folders_make(const char *path, us_error *err);
/* Takes away the files of a folder, and the folder if nothing else is in it. */
void us_folder_drop(const char *path);

/* How many games of the manifest are the same as an earlier one of it. */
int64_t us_manifest_twins(const us_manifest *manifest);

/* FOLDER/NAME, appended; a name that begins with a slash as it is. */
void us_folder_path(const char *folder, const char *name, us_str *out);
/* The same in place of what a text holds; and as a text of its own, which the caller clears. */
void us_folder_set(const char *folder, const char *name, us_str *path);
us_str us_folder_file(const char *folder, const char *name);

#endif
