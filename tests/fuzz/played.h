/* What fuzz targets of microRTS do with a state: random orders of both players for a while, and all
 * that a state holds twice must agree. */
#ifndef US_TESTS_FUZZ_PLAYED_H
#define US_TESTS_FUZZ_PLAYED_H

#include "game/microrts/rules.h"

const mr_table *played_table(void);   /* the shipped one */
void played_check(const mr_state *s); /* asserts */
void played_for(mr_state *s, uint64_t seed, int cycles);

#endif
