/* Experiments in memory, of pairs whose differences are given. */
#ifndef US_TESTS_UNIT_PAIRED_GAMES_H
#define US_TESTS_UNIT_PAIRED_GAMES_H

#include "experiments/design/manifest.h"

/* An experiment about maps: the baseline "a", and "b". Clear the manifest. */
void paired_games_begin(us_manifest *m);
/* The same with so many runs of the group "g" in place of "b". */
void paired_games_begin_runs(us_manifest *m, int runs);
/* Names are borrowed. */
void paired_games_add_foe(us_manifest *m, const char *name);
void paired_games_add_map(us_manifest *m, const char *name, const char *family, us_hash hash);

/* A pair for each sign, of each player against the baseline: '+' won, '-' lost, '0' drawn. Each
 * pair has a seed of its own. */
void paired_games_play(us_manifest *m, int map, int opponent, const char *signs);
/* Adds an opponent and up to 8 maps, of the families "open" and "ridge" in turn, and plays the
 * first `pairs` signs of each. */
void paired_games_play_maps(us_manifest *m, const char *const *signs, int maps, int pairs);

#endif
