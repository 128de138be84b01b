/* Where behaviors come from, in words: what the origins of cases tell. */
#ifndef US_RETRIEVE_PROVENANCE_H
#define US_RETRIEVE_PROVENANCE_H

#include "retrieve/ancestry.h"

/* "demo.jsonl" seat 0 goal 3 at 137 in "ridge-1"; not reached; suggested. Of an adapted behavior:
 * from 3fa1b2c3d4e5f601, begun at 0 in "open-1"; 3 repairs (supply-blocked, worker-idle).
 * Appended. */
void us_origin_print(const us_case *about, us_str *out);
/* 3fa1b2c3d4e5f601, begun at 0 in "open-1"; 3 repairs. Appended. */
void us_descent_print(const us_case *about, const us_ancestry *from, us_str *out);
/* worker-idle: 8 times in 2 of 2 games; so daemon: send idle workers ... Appended. */
void us_repair_print(const char *modop, const char *failure, us_str *out);

#endif
