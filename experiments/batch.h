/* A run of an experiment: a pool of workers plays the games of a manifest that have no result yet,
 * and a journal keeps the results. However a run ends, it keeps all results, and another run
 * continues from there. */
#ifndef US_EXPERIMENTS_BATCH_H
#define US_EXPERIMENTS_BATCH_H

#include "experiments/game_pool.h"
#include "experiments/scope.h"
#include "experiments/sequence.h"
#include "understudy/experiment.h"

enum { US_SHARDS_MAX = 100000 };

#endif
