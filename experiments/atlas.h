/* The maps of a manifest, in the form that the statistics take. */
#ifndef US_EXPERIMENTS_ATLAS_H
#define US_EXPERIMENTS_ATLAS_H

#include "base/error.h"
#include "base/str.h"
#include "experiments/manifest.h"
#include "experiments/stats/maps.h"
#include "understudy/experiment.h"

/* Returns the scope `wanted`, else the manifest's, else US_MAP_SCOPE_MAPS. */
us_map_scope us_map_scope_resolve(const us_manifest *manifest, us_map_scope wanted);

/* Returns maps and their families, in the arena. */
us_atlas us_atlas_make(const us_manifest *manifest, us_arena *arena);

/* Ranks maps so that families take turns in proportion to their maps: any number of maps from the
 * first on is a fair share of each family. rank: by map. */
void us_atlas_rank(const us_atlas *atlas, int *rank);

/* ---- scope */

/* The scope of a verdict: the maps that it is about. */

/* Returns the value of the option --scope: "maps", "these-maps"; NULL if unsaid. */
const char *us_map_scope_option(us_map_scope scope);
/* Finds a scope by its name; a hyphen may stand for the space. Returns false if there is none. */
bool us_map_scope_find(const char *name, us_map_scope *out);

/* Appends the subject of a claim about so many maps: "on maps like these (24 maps)", "on these 3
 * maps alone", "on this map alone". */
void us_map_scope_print(us_map_scope scope, int maps, us_str *out);

#endif
