/* What this program was built from and how: to be told, and to be kept beside results. */
#ifndef US_BASE_VERSION_H
#define US_BASE_VERSION_H

#include "base/str.h"

typedef struct us_version {
    const char *number;   /* "0.1.0" */
    const char *date;     /* of that number: "2026-11-21" */
    const char *commit;   /* "1234567890ab", "1234567890ab-dirty"; "" where git can't tell */
    const char *kind;     /* of build: "release", "asan" */
    const char *compiler; /* "gcc 12.2.0" */
} us_version;

const us_version *us_version_here(void);

/* Appends "commit 1234567890ab, release build by gcc 12.2.0"; no commit where it is "". */
void us_version_print(us_str *out);

#endif
