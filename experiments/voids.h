/* Void games, which have no result because another program than the player's failed. */
#ifndef US_EXPERIMENTS_VOIDS_H
#define US_EXPERIMENTS_VOIDS_H

#include "experiments/manifest.h"

/* Calls say with one sentence for each opponent that has void games (us_row_void): the number of
 * games, the program that failed, and the reason of the first of them. */
void us_voids_say(const us_manifest *manifest, void *context,
                  void (*say)(void *context, const char *sentence));

#endif
