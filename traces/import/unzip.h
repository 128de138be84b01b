/* Private to traces/import/: the one file in a zip archive, piece by piece. The memory does not
 * depend on the unpacked size. Unpacking stops at a limit, and at the size that the archive states
 * for the file. */
#ifndef US_TRACES_IMPORT_UNZIP_H
#define US_TRACES_IMPORT_UNZIP_H

#include "base/error.h"

typedef struct us_unzip us_unzip;

bool us_unzip_is_archive(const char *bytes, size_t length); /* checks the first bytes */
/* Borrows the bytes until close. Fails on an archive of several files, of several parts or above 4
 * GiB, on an encrypted one, and on one that states more than limit unpacked bytes. */
us_status us_unzip_open(const char *file, const char *bytes, size_t length, size_t limit,
                        us_unzip **out, us_error *err);
/* Unpacks the next piece. *length 0: the file ended, and its checksum was right. The text is
 * borrowed until the next call. */
us_status us_unzip_next(us_unzip *zip, const char **text, size_t *length, us_error *err);
void us_unzip_close(us_unzip *zip); /* NULL is fine */

#endif
