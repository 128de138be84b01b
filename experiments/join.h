/* Joining of experiments that were planned apart, for one comparison. */
#ifndef US_EXPERIMENTS_JOIN_H
#define US_EXPERIMENTS_JOIN_H

#include "experiments/manifest.h"

/* Reads the results of each path, a folder or a file of results, as one manifest. Players with the
 * same name and identity are the same. A game counts once (experiments/duplicates.h). If a player
 * or a group has the name of another one, it is renamed "NAME (PATH)".
 *
 * US_MISMATCH: another domain; a map or an opponent that differs under the same name, since no pair
 * has both; a game that went otherwise; or a sequential test. Without `differing` also other rules,
 * limits, fog or factions. With `differing`, out->differing lists for each experiment the
 * differences from the games of those before it, players of such experiments are separate, and
 * out->max_cycles is the largest limit. Clear after success. */
us_status us_results_join(const char *const *path, int count, bool differing, us_manifest *out,
                          us_error *err);

/* ---- shards */

/* Shards: the parts of an experiment that are played apart. All games of one key (map, opponent,
 * seat, seed) are in one shard, so that a pair is played on one machine. Equal games follow the
 * first of them. Keys go to shards in turn, in the order of the manifest, and each round starts one
 * shard further. So no seat or opponent has a shard of its own. */
typedef struct us_shard {
    int64_t games, played;
} us_shard;

/* Returns the shard of each game. The caller frees. */
int32_t *us_shards_assign(const us_manifest *manifest, int shards);

/* Returns the standing of each shard, by the rows of the manifest; equal games count once. The
 * caller frees. */
us_shard *us_shards_tally(const us_manifest *manifest, int shards);

#endif
