/* A game is one observation, whatever its map and opponent are called. */
#ifndef US_EXPERIMENTS_ONCE_H
#define US_EXPERIMENTS_ONCE_H

#include "experiments/manifest.h"

/* Before results are compared: maps that hold the same, and opponents that are the same, become the
 * first of them in the games, and manifest->alike says so; of a player's games of one id the first
 * stays, with what is known of them. path: of errors. US_MISMATCH: games of one id that are not the
 * same, or ended otherwise; two of one player, opponent, map, seat and seed. */
us_status us_results_once(us_manifest *manifest, const char *path, us_error *err);

#endif
