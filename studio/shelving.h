/* What libraries hold, and what two of them differ in, as pages are told it. Libraries are read of
 * one moment, and never written. Each appends members to an object that is open. */
#ifndef US_STUDIO_SHELVING_H
#define US_STUDIO_SHELVING_H

#include "base/json.h"
#include "studio/folders.h"

enum {
    US_SHELVING_CASES_MAX = 200, /* of a behavior; origins, too */
    US_SHELVING_GAMES_MAX = 60,  /* of an origin */
    US_SHELVING_CHANGES_MAX = 2000,
};

/* path: of the library. domain, behaviors: a row each, as us_listed_write has it. */
us_status us_shelving_list(const char *path, us_json_writer *ok, us_error *err);

/* One behavior: text, tree, cases, origins with the games that are found in the folders. */
us_status us_shelving_behavior(const us_folders *folders, const char *path, us_hash hash,
                               us_json_writer *ok, us_error *err);

/* What only one has, and what both have differently: as us_library_change_write tells it, with both
 * trees of what was repaired, its reasons, and the games that led to it. */
us_status us_shelving_diff(const us_folders *folders, const char *const path[2], us_json_writer *ok,
                           us_error *err);

#endif
