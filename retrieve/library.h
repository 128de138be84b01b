/* A library: one SQLite file of behaviors and their cases, with where each came from and how often
 * it was tried. Playing only reads it. docs/LIBRARY.md is the manual.
 *
 * Behaviors are known by the hash of their body, cases by what they hold: putting one twice adds
 * nothing but where it came from, and that once, too. Whatever writes does so in one transaction: a
 * crash leaves the library as before or as after. */
#ifndef US_RETRIEVE_LIBRARY_H
#define US_RETRIEVE_LIBRARY_H

#include "behavior/brl.h"

typedef struct us_library us_library;

typedef enum us_library_mode {
    US_LIBRARY_READ,   /* must be there; never written to */
    US_LIBRARY_WRITE,  /* must be there */
    US_LIBRARY_CREATE, /* is made where nothing is */
} us_library_mode;

/* The domain is borrowed until close; a library of another domain is US_MISMATCH. A file that is
 * no library, newer, truncated or locked is an error that says so; it is left as it is. */
us_status us_library_open(const char *path, us_library_mode mode, const us_domain *domain,
                          us_library **out, us_error *err);
void us_library_close(us_library *library); /* what was not committed is forgotten; NULL is fine */

/* What follows is written by commit, or not at all. */
us_status us_library_begin(us_library *library, us_error *err);
us_status us_library_commit(us_library *library, us_error *err);

typedef struct us_library_added {
    int behaviors, cases, origins; /* that were not there */
} us_library_added;
/* A behavior with its cases, within begin and commit. *added is added to. */
us_status us_library_put(us_library *library, const us_template *behavior, us_library_added *added,
                         us_error *err);

/* All as a file of behaviors, by goal, name and hash; us_library_put of each gives an equal
 * library. The caller frees. */
us_status us_library_get(us_library *library, us_brl **out, us_error *err);

#endif
