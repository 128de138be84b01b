/* Private to traces/import/: functions and data for writing an importer. */
#ifndef US_TRACES_IMPORT_IMPORTER_H
#define US_TRACES_IMPORT_IMPORTER_H

#include "traces/import/import.h"

/* One line for each importer, as in the table of import.c. */
extern const us_importer us_import_stratagus, us_import_microrts;

struct us_import {
    const char *file; /* for errors */
    const char *bytes;
    size_t length;
    int game; /* number of the wanted game */
    const us_import_sink *sink;
    us_import_report *report;
    const us_domain *domain;
    us_error *err;
};

/* These call the sink and update the report. us_import_begin sets the header's domain and hash. */
us_status us_import_begin(us_import *import, us_trace_header *header);
us_status us_import_add_order(us_import *import, const us_import_order *order);
us_status us_import_add_world(us_import *import, const us_world *world);
us_status us_import_finish(us_import *import, const us_outcome *outcome); /* NULL: unknown */

/* Adds one to the row of that kind and name, which is cut and made printable. Returns the row. If
 * its count is 1, the caller may set its place. */
us_import_row *us_import_count(us_import *import, us_import_kind kind, const char *what);
void us_import_count_absent(us_import *import, const char *what);

us_status us_import_fail(us_import *import, int line, int column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
