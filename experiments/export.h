/* Results for other programs: a row a game, with all that is known of it, as CSV, JSON or a
 * database. docs/COMPARE_REFERENCE.md explains each column. */
#ifndef US_EXPERIMENTS_EXPORT_H
#define US_EXPERIMENTS_EXPORT_H

#include "experiments/compare.h"

/* Games that were not played are in it, too: end "none", and nothing of how they ended. Those that
 * a sequential test left out are not. Appended. */
void us_export_csv(const us_manifest *manifest, us_str *out);  /* RFC 4180, with a head */
void us_export_json(const us_manifest *manifest, us_str *out); /* one array, an object a line */

/* Verdicts, notes and tables of a comparison. */
void us_export_markdown(const us_manifest *manifest, const us_comparison *comparison, us_str *out);

/* The same as members of an object that is open, each table of us_comparison_sheets by its name. */
void us_export_comparison(const us_manifest *manifest, const us_comparison *comparison,
                          us_sheet *const *sheet, int sheets, us_json_writer *writer);

enum { US_EXPORT_MARK = 0x55737452 /* application_id of a database of results: "UstR" */ };

/* A SQLite file, made beside path and renamed: what was there before stays until then. A file that
 * is no such database is not replaced: US_BAD_INPUT. stop: asked now and then; true ends it with
 * US_INTERRUPTED; or NULL. */
us_status us_export_sqlite(const us_manifest *manifest, const char *path, bool (*stop)(void),
                           us_error *err);

#endif
