/* Is a library what it should be? */
#ifndef US_RETRIEVE_LIBRARY_CHECK_H
#define US_RETRIEVE_LIBRARY_CHECK_H

#include "retrieve/library.h"

typedef struct us_library_faults { /* zero-initialized is empty */
    char **text;                   /* a phrase each; at most US_LIBRARY_FAULTS_MAX */
    int count, more;
} us_library_faults;
enum { US_LIBRARY_FAULTS_MAX = 100 };

/* SQLite's own checks; hashes computed anew; goals, their patterns and classes against the bodies;
 * bodies parsed and checked; cases against the features. What the domain has that the library has
 * not, or with another range, is no fault: such is a domain that grew. */
us_status us_library_check(us_library *library, us_library_faults *out, us_error *err);
void us_library_faults_clear(us_library_faults *faults);

#endif
