/* A run of an experiment: understudy/experiment.h declares it. */
#ifndef US_EXPERIMENTS_BATCH_H
#define US_EXPERIMENTS_BATCH_H

#include "experiments/atlas.h"
#include "experiments/game_pool.h"
#include "experiments/sequence.h"
#include "understudy/experiment.h"

enum { US_SHARDS_MAX = 100000 };

#endif
