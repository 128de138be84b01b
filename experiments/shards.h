/* Shards: the parts of an experiment that are played apart. All games of one key (map, opponent,
 * seat, seed) are in one shard, so that a pair is played on one machine. Equal games follow the
 * first of them. Keys go to shards in turn, in the order of the manifest, and each round starts one
 * shard further. So no seat or opponent has a shard of its own. */
#ifndef US_EXPERIMENTS_SHARDS_H
#define US_EXPERIMENTS_SHARDS_H

#include "experiments/manifest.h"

typedef struct us_shard {
    int64_t games, played;
} us_shard;

/* Returns the shard of each game. The caller frees. */
int32_t *us_shards_assign(const us_manifest *manifest, int shards);

/* Returns the standing of each shard, by the rows of the manifest; equal games count once. The
 * caller frees. */
us_shard *us_shards_tally(const us_manifest *manifest, int shards);

#endif
