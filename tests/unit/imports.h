/* What the tests of imports share: converting texts, and traces of microRTS to convert. */
#ifndef US_TESTS_UNIT_IMPORTS_H
#define US_TESTS_UNIT_IMPORTS_H

#include "traces/import/import.h"

typedef struct us_imported {
    us_status status;
    us_error err;
    us_import_report report;
    us_import_text trace;
} us_imported;

/* Converts bytes; clear it after use. The domains are the shipped ones. */
us_imported us_imported_from(const char *importer, const char *bytes, size_t length, int game);
us_imported us_imported_file(const char *importer, const char *path, int game);
void us_imported_clear(us_imported *imported);

/* The count of a row of the report; -1: there is none of that name. */
int64_t us_imported_count(const us_imported *imported, us_import_kind kind, const char *what);

/* The path of a sample beside the checkout. False where there is none. */
bool us_sample(const char *name, us_str *path);

/* A whole trace of microRTS around entries: the shipped domain's unit type table, with " written
 * as '. Appends. */
void us_microrts_json(const char *entries, us_str *out);
void us_microrts_xml(const char *entries, us_str *out);

/* An archive of files of this name and content, as archivers write it. */
typedef struct us_zipped {
    const char *name, *bytes;
    size_t length;
    bool stored;       /* else deflated */
    uint32_t says;     /* 0: the truth about its size */
    uint32_t checksum; /* 0: the truth */
    uint32_t flags;
} us_zipped;
void us_zip(const us_zipped *file, int files, us_str *out);

#endif
