/* The ancestry of an adapted behavior, as a case records it: for each repair the parent, the modop
 * and the failure. docs/LIBRARY.md defines the entries. */
#ifndef US_RETRIEVE_ANCESTRY_H
#define US_RETRIEVE_ANCESTRY_H

#include "behavior/template.h"

typedef struct us_ancestry {
    const us_entry *parent, *modop, *failure, *map, *seed; /* borrowed; NULL: not recorded */
    int repairs;
    int games;    /* with recorded map and seed */
    bool adapted; /* a failure led to it; else it was shuffled, or nothing is recorded */
} us_ancestry;

us_ancestry us_ancestry_from_case(const us_case *about);
/* Returns the ancestry in the first case that records an adaptation; without repairs if no case
 * does. */
us_ancestry us_ancestry_from_behavior(const us_template *behavior);
/* Returns the hash of the behavior that the repair was made from. Repairs behind the last recorded
 * parent have that parent, and so has an ancestry without repairs. 0: no parent is recorded. */
us_hash us_ancestry_parent(const us_ancestry *of, int repair);
const char *us_ancestry_modop(const us_ancestry *of, int repair); /* borrowed; "": not recorded */
const char *us_ancestry_failure(const us_ancestry *of, int repair);

#endif
