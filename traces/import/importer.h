/* Private to traces/import/: what an importer is written with. */
#ifndef US_TRACES_IMPORT_IMPORTER_H
#define US_TRACES_IMPORT_IMPORTER_H

#include "traces/import/import.h"

/* One line a file, in the table of import.c. */
extern const us_importer us_import_stratagus, us_import_microrts;

struct us_import {
    const char *file; /* for errors */
    const char *bytes;
    size_t length;
    int game; /* the one that is wanted */
    const us_import_sink *sink;
    us_import_report *report;
    const us_domain *domain;
    us_error *err;
};

/* These call the sink and keep the report. Header: domain and its hash are filled in here. */
us_status us_import_begin(us_import *import, us_trace_header *header);
us_status us_import_order_add(us_import *import, const us_import_order *order);
us_status us_import_world(us_import *import, const us_world *world);
us_status us_import_finish(us_import *import, const us_outcome *outcome); /* NULL: unknown */

/* Count one more of a kind. The text is cut and made printable. Returns the row, so that whoever
 * has a place sets it when the count is 1. */
us_import_row *us_import_count(us_import *import, us_import_kind kind, const char *what);
void us_import_absent(us_import *import, const char *what);

us_status us_import_fail(us_import *import, int line, int column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
