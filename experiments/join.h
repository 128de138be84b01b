/* Experiments that were planned apart, compared as one. */
#ifndef US_EXPERIMENTS_JOIN_H
#define US_EXPERIMENTS_JOIN_H

#include "experiments/manifest.h"

/* Reads the results of each path, a folder or a file of results, as one manifest. Maps, opponents
 * and players are the same where their names and what they are is the same; a game that several
 * have is there once. A player, or a group, that has the name of another one is called
 * "NAME (PATH)". US_MISMATCH: other rules, limits, fog or factions, a map or an opponent that is
 * another one under the same name, a game that went otherwise. Clear after success. */
us_status us_results_join(const char *const *path, int count, us_manifest *out, us_error *err);

#endif
