/* The parts of an experiment that are played apart: of so many shards, shard i has the games at
 * i, i + shards, ... of the manifest, each of equal games once. */
#ifndef US_EXPERIMENTS_SHARDS_H
#define US_EXPERIMENTS_SHARDS_H

#include "experiments/manifest.h"

typedef struct us_shard {
    int64_t games, played;
} us_shard;

/* How each of them stands, by the rows of the manifest. The caller frees. */
us_shard *us_shards_tally(const us_manifest *manifest, int shards);

#endif
