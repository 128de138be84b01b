/* Idle players, which gave no orders of their own: their results show nothing of what they hold. */
#ifndef US_EXPERIMENTS_IDLE_PLAYERS_H
#define US_EXPERIMENTS_IDLE_PLAYERS_H

#include "experiments/manifest.h"

/* Calls say with a sentence for each player, then for each opponent, that idled in some of its
 * finished games (us_row.idle). */
void us_idle_players_report(const us_manifest *manifest, void *context,
                            void (*say)(void *context, const char *sentence));

#endif
