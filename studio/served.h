/* Files of the chosen folders that a browser may be given as they are: reports of experiments, and
 * what lies beside them. */
#ifndef US_STUDIO_SERVED_H
#define US_STUDIO_SERVED_H

#include <stdio.h>

#include "studio/folders.h"

enum { US_SERVED_MAX = 64 << 20 }; /* bytes of a file */

typedef struct us_served {
    FILE *file;
    const char *type; /* "text/html; charset=utf-8" */
    size_t length;
} us_served;

/* A regular file, below the folders, with an ending that reports and their figures have. The caller
 * closes it. false: it is not served, whatever the reason. */
bool us_served_open(const us_folders *folders, const char *file, us_served *out);

#endif
