/* What the program alone uses of results: understudy/experiment.h declares them. */
#ifndef US_EXPERIMENTS_RESULTS_H
#define US_EXPERIMENTS_RESULTS_H

#include "base/json.h"
#include "experiments/manifest.h"
#include "understudy/experiment.h"

/* Returns US_BAD_INPUT if the folder has no manifest. */
us_status us_results_check_folder(const char *folder, us_error *err);
/* Writes the members of an open object: "games", "played", "missing", "win", ..., "no_result". */
void us_standing_write(const us_standing *tally, us_json_writer *writer);

#endif
