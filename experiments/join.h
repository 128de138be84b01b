/* Experiments that were planned apart, compared as one. */
#ifndef US_EXPERIMENTS_JOIN_H
#define US_EXPERIMENTS_JOIN_H

#include "experiments/manifest.h"

/* Reads the results of each path, a folder or a file of results, as one manifest. Players are the
 * same where their names and what they are is the same; a game counts once (experiments/once.h). A
 * player, or a group, that has the name of another one is called "NAME (PATH)". US_MISMATCH:
 * another game, a map or an opponent that is another one under the same name, since no pair is of
 * both, a game that went otherwise, a sequential test; and, unless `differing` is taken, other
 * rules, limits, fog or factions. Where it is, out->differing says of each experiment that has
 * other games than those before it what differs, players of such
 * experiments are others, and out->max_cycles is the largest limit. Clear after success. */
us_status us_results_join(const char *const *path, int count, bool differing, us_manifest *out,
                          us_error *err);

#endif
