/* Files of the pages, built into the program (tools/pages.sh). */
#ifndef US_STUDIO_PAGES_H
#define US_STUDIO_PAGES_H

#include <stddef.h>
#include <stdio.h>

#include "base/str.h"
#include "studio/folders.h"

typedef struct us_page_file {
    const char *name, *type; /* "map.js", "text/javascript" */
    const unsigned char *bytes;
    size_t length;
} us_page_file;

extern const us_page_file us_page_files[]; /* ends in a row without a name */
/* Finds a file by the first `length` bytes of a name; NULL if there is none. */
const us_page_file *us_page_file_find(const char *name, size_t length);

/* ---- bundle.c: pages of one file, which a browser opens without a server and without a network.
 * They hold the styles and modules of the pages. */

/* Appends the head of a page, from <html> to the end of <head>: title, these styles, and a policy
 * that forbids the page to load anything. The title is escaped; styles end in NULL. */
void us_bundle_head(us_str *out, const char *title, const char *const *styles);
/* Appends scripts that run the module with all modules that it imports. */
void us_bundle_modules(us_str *out, const char *module);
/* Appends a script element of that id that holds JSON as data. No text within the JSON can end the
 * element. */
void us_bundle_data(us_str *out, const char *id, const us_str *json);

/* ---- served_file.c: files of the folders that a browser may load directly, which are reports of
 * experiments and their figures. */

enum { US_SERVED_MAX = 64 << 20 }; /* bytes of a file */

typedef struct us_served_file {
    FILE *file;
    const char *type; /* "text/html; charset=utf-8" */
    size_t length;
} us_served_file;

/* Opens a regular file below the folders whose ending is that of a report or figure. The caller
 * closes it. Returns false if the file is not served, for any reason. */
bool us_served_file_open(const us_folders *folders, const char *file, us_served_file *out);

#endif
