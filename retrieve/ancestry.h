/* What a case tells of how its behavior was made of others, repair by repair: of which, what was
 * done, what had failed. docs/LIBRARY.md has the entries. */
#ifndef US_RETRIEVE_ANCESTRY_H
#define US_RETRIEVE_ANCESTRY_H

#include "behavior/template.h"

typedef struct us_ancestry {
    const us_entry *parent, *modop, *failure, *map, *seed; /* borrowed; NULL: not told */
    int repairs;
    int games;    /* whose map and seed are told */
    bool adapted; /* a failure led to it; else it was shuffled, or tells nothing */
} us_ancestry;

us_ancestry us_ancestry_of(const us_case *about);
/* Of the first case that tells it of adaptation; of no repairs where none does. */
us_ancestry us_ancestry_of_behavior(const us_template *behavior);
/* The hash of what the repair was made of. The last one told is that of all further repairs, so
 * that it is there without any. 0: none is told. */
us_hash us_ancestry_parent(const us_ancestry *of, int repair);
const char *us_ancestry_modop(const us_ancestry *of, int repair); /* borrowed; "": not told */
const char *us_ancestry_failure(const us_ancestry *of, int repair);

#endif
