/* An experiment as pages are told it: what is planned, how far it is, what it found so far, its
 * report. */
#ifndef US_STUDIO_EXPERIMENT_H
#define US_STUDIO_EXPERIMENT_H

#include "base/json.h"
#include "studio/folders.h"

enum {
    US_EXPERIMENT_LISTED_MAX = 500, /* players, opponents, maps */
    US_EXPERIMENT_ROWS_MAX = 5000,  /* of a table: a longer one is left out */
};

/* What pages call an experiment is its manifest, FOLDER/PATH/manifest.jsonl: appends the path of
 * the folder that it lies in. write: it is to be written there. */
us_status us_experiment_find(const us_folders *folders, const char *file, bool write,
                             us_str *folder, us_error *err);

/* Appends members to an object that is open. since: the "stamp" of an earlier answer, or "": where
 * nothing has changed since then, that is all that is told. */
us_status us_experiment_tell(const us_folders *folders, const char *folder, const char *since,
                             us_json_writer *ok, us_error *err);

/* Writes the folder's report, or a newer one in its place. stop: true ends it early, with
 * US_INTERRUPTED. Appends members. */
us_status us_experiment_report(const us_folders *folders, const char *folder, bool (*stop)(void),
                               us_json_writer *ok, us_error *err);

#endif
