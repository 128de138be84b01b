/* A check of a library. */
#ifndef US_RETRIEVE_LIBRARY_CHECK_H
#define US_RETRIEVE_LIBRARY_CHECK_H

#include "retrieve/library.h"

typedef struct us_library_faults { /* zero-initialized is empty */
    char **text;                   /* phrases; at most US_LIBRARY_FAULTS_MAX */
    int count, more;
} us_library_faults;
enum { US_LIBRARY_FAULTS_MAX = 100 };

/* Runs SQLite's own checks, computes hashes anew, compares goals, goal patterns and classes with
 * the bodies, parses and checks bodies, and compares cases with the features. A feature that only
 * the domain has, or has with another range, is no fault: the domain may have grown. */
us_status us_library_check(us_library *library, us_library_faults *out, us_error *err);
void us_library_faults_clear(us_library_faults *faults);

#endif
