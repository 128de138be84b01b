/* Players of one identity, under any names. */
#ifndef US_EXPERIMENTS_SAME_PLAYERS_H
#define US_EXPERIMENTS_SAME_PLAYERS_H

#include "experiments/manifest.h"

/* Appends a sentence about the runs of the group that are the same player; nothing if there are
 * none. */
void us_same_players_print_runs(const us_manifest *manifest, const char *group, us_str *out);

/* Calls note with a sentence for each group with such runs, and for each player that is the same as
 * one of another name, groups apart. */
void us_same_players_report(const us_manifest *manifest, void (*note)(const char *what));

#endif
