/* Where behaviors come from, in words, from the origins of cases. */
#ifndef US_RETRIEVE_PROVENANCE_H
#define US_RETRIEVE_PROVENANCE_H

#include "retrieve/ancestry.h"

/* Appends an origin: "demo.jsonl" seat 0 goal 3 at 137 in "ridge-1"; not reached; suggested. Or, of
 * an adapted behavior: from 3fa1b2c3d4e5f601, begun at 0 in "open-1"; 3 repairs (supply-blocked,
 * worker-idle). */
void us_provenance_print(const us_case *about, us_str *out);
/* Appends a descent: 3fa1b2c3d4e5f601, begun at 0 in "open-1"; 3 repairs. */
void us_ancestry_print(const us_case *about, const us_ancestry *from, us_str *out);
/* Appends a repair: worker-idle: 8 times in 2 of 2 games; so daemon: send idle workers ... */
void us_ancestry_print_repair(const char *modop, const char *failure, us_str *out);

#endif
