/* Export of results for other programs: a row a game, with all known facts, as CSV, JSON or a
 * database. docs/COMPARE_REFERENCE.md explains each column. */
#ifndef US_EXPERIMENTS_EXPORT_H
#define US_EXPERIMENTS_EXPORT_H

#include "experiments/compare.h"

/* Append all games. Games that were not played are included, with end "none" and no facts about
 * their end. Games that a sequential test left out are not. */
void us_export_print_csv(const us_manifest *manifest, us_str *out); /* RFC 4180, with a head */
void us_export_print_json(const us_manifest *manifest,
                          us_str *out); /* one array, an object a line */

/* Appends the verdicts, notes and tables of a comparison. form: US_FORM_MARKDOWN, US_FORM_LATEX. */
void us_export_print_paper(const us_manifest *manifest, const us_comparison *comparison,
                           us_sheet_form form, us_str *out);

/* Writes the same as members of an open object, each table of us_comparison_make_sheets by its
 * name. */
void us_export_write_comparison(const us_manifest *manifest, const us_comparison *comparison,
                                us_sheet *const *sheet, int sheets, us_json_writer *writer);

enum { US_EXPORT_MARK = 0x55737452 /* application_id of a database of results: "UstR" */ };

/* Writes a SQLite file beside path and renames it: an older file stays until then. US_BAD_INPUT:
 * the existing file is no such database; it is not replaced. stop: called now and then; true ends
 * it with US_INTERRUPTED; or NULL. */
us_status us_export_write_sqlite(const us_manifest *manifest, const char *path, bool (*stop)(void),
                                 us_error *err);

#endif
