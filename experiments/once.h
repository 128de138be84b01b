/* A game is one observation, whatever its map and opponent are called. */
#ifndef US_EXPERIMENTS_ONCE_H
#define US_EXPERIMENTS_ONCE_H

#include "experiments/manifest.h"

/* The family of a map that has two: the one that names the start, "open/nomad" and not "open",
 * which an older version wrote; in whatever order they come. */
const char *us_family_of_both(const char *one, const char *other);

/* Before results are compared: maps that hold the same, and opponents that are the same, become the
 * first of them in the games, of the family of both, and manifest->alike says so; of a player's
 * games of one id the first stays, with what is known of them. path: of errors. US_MISMATCH: games
 * of one id that are not the same, or ended otherwise; two of one player, opponent, map, seat and
 * seed. */
us_status us_results_once(us_manifest *manifest, const char *path, us_error *err);

#endif
