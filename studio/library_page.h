/* Libraries for pages: what a library holds, and how two libraries differ. Each call reads one
 * consistent snapshot and never writes. Each appends members to the open object. */
#ifndef US_STUDIO_LIBRARY_PAGE_H
#define US_STUDIO_LIBRARY_PAGE_H

#include "base/json.h"
#include "studio/folders.h"

enum {
    US_LIBRARY_PAGE_CASES_MAX = 200, /* of a behavior; also of its origins */
    US_LIBRARY_PAGE_GAMES_MAX = 60,  /* of an origin */
    US_LIBRARY_PAGE_CHANGES_MAX = 2000,
    US_LIBRARY_PAGE_TOLD_MAX = 8000, /* parts of stories */
};

/* Writes the domain and a row for each behavior (us_library_list_write) of the library at `path`.
 */
us_status us_library_page_write_list(const char *path, us_json_writer *ok, us_error *err);

/* Writes the stories of the library's adaptations: all parts of us_stories_tell, in full. */
us_status us_library_page_write_stories(const char *path, us_json_writer *ok, us_error *err);

/* Writes one behavior: text, tree, cases, and origins with their recorded games found in the
 * folders. */
us_status us_library_page_write_behavior(const us_folders *folders, const char *path, us_hash hash,
                                         us_json_writer *ok, us_error *err);

/* Writes the behaviors that only one library has, and those that differ (us_library_change_write).
 * A repaired behavior also has both trees, the reasons, and the games that led to the repair. */
us_status us_library_page_write_diff(const us_folders *folders, const char *const path[2],
                                     us_json_writer *ok, us_error *err);

#endif
