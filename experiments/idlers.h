/* Players that did nothing of their own: their results say nothing of what they hold. */
#ifndef US_EXPERIMENTS_IDLERS_H
#define US_EXPERIMENTS_IDLERS_H

#include "experiments/manifest.h"

/* Says a sentence of each player, then of each opponent, that idled in some of its finished games
 * (us_row.idle). */
void us_idlers_say(const us_manifest *manifest, void *context,
                   void (*say)(void *context, const char *sentence));

#endif
