/* The maps of a manifest, in the form that the statistics take. */
#ifndef US_EXPERIMENTS_ATLAS_H
#define US_EXPERIMENTS_ATLAS_H

#include "experiments/manifest.h"
#include "experiments/scope.h"
#include "experiments/stats/maps.h"

/* Returns the scope `asked`, else the manifest's, else US_MAP_SCOPE_MAPS. */
us_map_scope us_map_scope_resolve(const us_manifest *manifest, us_map_scope asked);

/* Returns maps and their families, in the arena. */
us_atlas us_atlas_make(const us_manifest *manifest, us_arena *arena);

/* Ranks maps so that families take turns in proportion to their maps: any number of maps from the
 * first on is a fair share of each family. rank: by map. */
void us_atlas_rank(const us_atlas *atlas, int *rank);

#endif
