/* Is a world sound? What holds in every world of every game, told without a test around it. */
#ifndef US_TESTS_WORLD_FAULTS_H
#define US_TESTS_WORLD_FAULTS_H

#include "base/str.h"
#include "domain/world.h"

/* Ids in order, everything in range, each thing on the map and alone on its cells, planes and
 * tallies in keeping. Returns how many faults; the first few are appended to report. */
int us_world_faults(const us_world *world, us_str *report);

#endif
