/* Private to traces/import/: the one file in a zip archive, piece by piece. Memory does not grow
 * with what it unpacks to; no more than a limit is unpacked, and no more than it said. */
#ifndef US_TRACES_IMPORT_UNZIP_H
#define US_TRACES_IMPORT_UNZIP_H

#include "base/error.h"

typedef struct us_unzip us_unzip;

bool us_unzip_is(const char *bytes, size_t length); /* by its first bytes */
/* The bytes are the caller's and stay as long. An archive of several files, an encrypted one,
 * one of several parts or above 4 GiB, and one that says it unpacks to more than limit bytes is
 * refused. */
us_status us_unzip_open(const char *file, const char *bytes, size_t length, size_t limit,
                        us_unzip **out, us_error *err);
/* *length 0: no more, and the checksum was right. Borrowed until the next call. */
us_status us_unzip_next(us_unzip *zip, const char **text, size_t *length, us_error *err);
void us_unzip_close(us_unzip *zip); /* NULL is fine */

#endif
