/* Files of the pages, built into the program (tools/pages.sh). */
#ifndef US_STUDIO_PAGES_H
#define US_STUDIO_PAGES_H

#include <stddef.h>

typedef struct us_page_file {
    const char *name, *type; /* "map.js", "text/javascript" */
    const unsigned char *bytes;
    size_t length;
} us_page_file;

extern const us_page_file us_page_files[]; /* ends in a row without a name */
/* Finds a file by the first `length` bytes of a name; NULL if there is none. */
const us_page_file *us_page_file_find(const char *name, size_t length);

#endif
