/* Served files: files of the folders that a browser may load directly, which are reports of
 * experiments and their figures. */
#ifndef US_STUDIO_SERVED_FILE_H
#define US_STUDIO_SERVED_FILE_H

#include <stdio.h>

#include "studio/folders.h"

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
