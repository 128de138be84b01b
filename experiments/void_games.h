/* Void games, which have no result because another program than the player's failed. */
#ifndef US_EXPERIMENTS_VOID_GAMES_H
#define US_EXPERIMENTS_VOID_GAMES_H

#include "experiments/manifest.h"

/* Calls say with one sentence for each opponent that has void games (us_row_is_void): the number of
 * games, the program that failed, and the reason of the first of them. */
void us_void_games_report(const us_manifest *manifest, void *context,
                          void (*say)(void *context, const char *sentence));

#endif
