/* States of an experiment's Slurm jobs, for experiment status. */
#ifndef US_CLI_EXPERIMENT_JOBS_H
#define US_CLI_EXPERIMENT_JOBS_H

#include "base/json.h"
#include "experiments/design/manifest.h"

/* Append lines, or a member "slurm" to the open object; nothing if the experiment was never
 * submitted. States that Slurm does not report are left out. */
void us_jobs_print(const char *folder, const us_manifest *manifest, us_str *out);
void us_jobs_write_json(const char *folder, const us_manifest *manifest, us_json_writer *writer);

#endif
