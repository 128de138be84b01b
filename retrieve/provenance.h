/* The provenance of behaviors: the origins of cases and the ancestry of repairs. */
#ifndef US_RETRIEVE_PROVENANCE_H
#define US_RETRIEVE_PROVENANCE_H

#include "behavior/template.h"

/* ---- ancestry */

/* The ancestry of an adapted behavior, as a case records it: for each repair the parent, the modop
 * and the failure. docs/LIBRARY.md defines the entries. */
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

/* ---- in words */

/* Appends an origin: "demo.jsonl" seat 0 goal 3 at 137 in "ridge-1"; not reached; suggested. Or, of
 * an adapted behavior: from 3fa1b2c3d4e5f601, begun at 0 in "open-1"; 3 repairs (supply-blocked,
 * worker-idle). */
void us_provenance_print(const us_case *about, us_str *out);
/* Appends a descent: 3fa1b2c3d4e5f601, begun at 0 in "open-1"; 3 repairs. */
void us_ancestry_print(const us_case *about, const us_ancestry *from, us_str *out);
/* Appends a repair: worker-idle: 8 times in 2 of 2 games; so daemon: send idle workers ... */
void us_ancestry_print_repair(const char *modop, const char *failure, us_str *out);

#endif
