/* Duplicate games: a game is one observation, under any names of its map and opponent. */
#ifndef US_EXPERIMENTS_DUPLICATES_H
#define US_EXPERIMENTS_DUPLICATES_H

#include "experiments/manifest.h"

/* Returns the family of a map that has two, in any order: the one that names the start,
 * "open/nomad" and not "open", which an older version wrote. */
const char *us_map_family_merge(const char *one, const char *other);

/* Removes duplicates before results are compared. Maps with the same content, and opponents that
 * are the same, become the first of them in the games, with the family of both; manifest->alike
 * lists them. Of a player's games of one id the first stays, with all that is known of them. path:
 * for errors. US_MISMATCH: games of one id that differ, or ended otherwise, or two games of one
 * player, opponent, map, seat and seed. */
us_status us_results_remove_duplicates(us_manifest *manifest, const char *path, us_error *err);

#endif
