/* Experiments for pages: the plan, the progress, the results so far, and the report. */
#ifndef US_STUDIO_EXPERIMENT_H
#define US_STUDIO_EXPERIMENT_H

#include "base/json.h"
#include "studio/folders.h"

enum {
    US_EXPERIMENT_LISTED_MAX = 500, /* players, opponents, maps */
    US_EXPERIMENT_ROWS_MAX = 5000,  /* of a table; a longer table is left out */
};

/* Appends the folder of an experiment that a page names by its manifest,
 * FOLDER/PATH/manifest.jsonl. write: the folder must be writable. */
us_status us_experiment_find(const us_folders *folders, const char *file, bool write,
                             us_str *folder, us_error *err);

/* Appends members to the open object. since: the "stamp" of an earlier answer, or "". If nothing
 * has changed since then, only stamp, same and running are written. */
us_status us_experiment_write(const us_folders *folders, const char *folder, const char *since,
                              us_json_writer *ok, us_error *err);

/* Writes or replaces the folder's report. stop: true ends it early, with US_INTERRUPTED. Appends
 * members. */
us_status us_experiment_report(const us_folders *folders, const char *folder, bool (*stop)(void),
                               us_json_writer *ok, us_error *err);

#endif
