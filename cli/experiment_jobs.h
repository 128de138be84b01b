/* How the jobs of an experiment stand, for experiment status. */
#ifndef US_CLI_EXPERIMENT_JOBS_H
#define US_CLI_EXPERIMENT_JOBS_H

#include "base/json.h"
#include "experiments/manifest.h"

/* Appends lines, or a member "slurm" to the open object of the writer; nothing where it was never
 * submitted. What Slurm doesn't tell is left out. */
void us_jobs_tell(const char *folder, const us_manifest *manifest, us_str *out);
void us_jobs_tell_json(const char *folder, const us_manifest *manifest, us_json_writer *writer);

#endif
