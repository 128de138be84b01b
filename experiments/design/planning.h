/* Planning: it turns a spec into a folder in which an experiment can run. It learns the libraries,
 * makes the maps and writes the manifest.
 *
 *   FOLDER/spec.json         the spec, with values that were set from outside
 *   FOLDER/manifest.jsonl    the games, and the files that were made; it completes the plan
 *   FOLDER/planned-by.json   the build and the machine that planned it
 *   FOLDER/libraries/, maps/ the files that were made
 *   FOLDER/results/          journals of results, by the runs
 *   FOLDER/sequential.json   the sequential test that has begun
 *   FOLDER/stopped.json      the decision of a sequential test
 *   FOLDER/results.jsonl     the manifest with all results, by merging
 *   FOLDER/lock              held during planning and runs
 *   FOLDER/understudy-planning/  files in the making; removed afterwards
 *
 * Paths in a spec are relative to the spec's folder. */
#ifndef US_EXPERIMENTS_DESIGN_PLANNING_H
#define US_EXPERIMENTS_DESIGN_PLANNING_H

#include "experiments/design/manifest.h"
#include "experiments/design/spec.h"
#include "understudy/experiment.h"

/* Appends the path of the spec of the plan in place. */
void us_experiment_print_spec_path(const char *folder, us_str *out);

/* Appends this program's version and commit, as manifests have them. They do not have its build and
 * compiler, which change no byte of an experiment: see planned_by.h. */
void us_manifest_print_program(us_str *out);

/* Create a folder if it is missing; us_folder_make_parents also those above it. */
us_status us_folder_make(const char *path, us_error *err);
us_status us_folder_make_parents(const char *path, us_error *err);
/* Removes the files of a folder, and the folder if it is then empty. */
void us_folder_drop(const char *path);

/* Returns how many games of the manifest equal an earlier one of it. */
int64_t us_manifest_count_duplicates(const us_manifest *manifest);

/* Appends FOLDER/NAME; a name that begins with a slash is appended alone. */
void us_folder_print_path(const char *folder, const char *name, us_str *out);
/* The same path: us_folder_set_path replaces a text by it; us_folder_make_path returns it as a new
 * text, which the caller clears. */
void us_folder_set_path(const char *folder, const char *name, us_str *path);
us_str us_folder_make_path(const char *folder, const char *name);

#endif
