/* The version of this program, and how it was built, to print and to store beside results. */
#ifndef US_BASE_VERSION_H
#define US_BASE_VERSION_H

#include "base/str.h"

typedef struct us_version {
    const char *number;   /* "0.1.0" */
    const char *date;     /* date of that number: "2026-11-21" */
    const char *commit;   /* "1234567890ab", "1234567890ab-dirty"; "" if git doesn't know it */
    const char *kind;     /* kind of build: "release", "asan" */
    const char *compiler; /* "gcc 12.2.0" */
} us_version;

const us_version *us_version_current(void);

/* Appends "commit 1234567890ab, release build by gcc 12.2.0", without the commit if it is "". */
void us_version_print(us_str *out);

#endif
