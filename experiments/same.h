/* Players that are the same, whatever they are called: of one identity. */
#ifndef US_EXPERIMENTS_SAME_H
#define US_EXPERIMENTS_SAME_H

#include "experiments/manifest.h"

/* Which runs of the group are the same player, as a sentence: appended, nothing where none are. */
void us_same_runs_say(const us_manifest *manifest, const char *group, us_str *out);

/* A sentence for each group with such runs, and for each player that is one of another name, group
 * apart. */
void us_same_tell(const us_manifest *manifest, void (*note)(const char *what));

#endif
