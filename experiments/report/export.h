/* Export of results for other programs: a row a game, with all known facts, as CSV, JSON or a
 * database. docs/COMPARE_REFERENCE.md explains each column. */
#ifndef US_EXPERIMENTS_REPORT_EXPORT_H
#define US_EXPERIMENTS_REPORT_EXPORT_H

#include "experiments/compare/compare.h"
#include "understudy/experiment.h"

/* Writes the same as members of an open object, each table of us_comparison_make_sheets by its
 * name. */
void us_export_write_comparison(const us_manifest *manifest, const us_comparison *comparison,
                                us_sheet *const *sheet, int sheets, us_json_writer *writer);

enum { US_EXPORT_MARK = 0x55737452 /* application_id of a database of results: "UstR" */ };

#endif
