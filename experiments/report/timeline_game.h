/* A game of an experiment that is played again for its goal timeline. */
#ifndef US_EXPERIMENTS_REPORT_TIMELINE_GAME_H
#define US_EXPERIMENTS_REPORT_TIMELINE_GAME_H

#include "experiments/compare.h"
#include "experiments/report/bars.h"

/* Returns the first game of the first comparison that the challenger lost while the baseline won
 * its partner. If there is none, it returns the challenger's first game that was played to its end;
 * -1: there is none. */
int64_t us_timeline_game_choose(const us_comparison *comparison, const us_manifest *manifest);

/* Finds the game with that id, 16 hex digits. US_BAD_INPUT: no such game, or it was not played to
 * its end. */
us_status us_timeline_game_find(const us_manifest *manifest, const char *id, int64_t *out,
                                us_error *err);

/* Plays the game and reads its goals. `beside`: a path in a folder for a trace, which is removed.
 * US_MISMATCH: the game ends otherwise than its row. */
us_status us_timeline_game_play(const us_manifest *manifest, const char *folder, int64_t game,
                                const char *beside, bool (*stop)(void), us_bars *out,
                                us_error *err);

#endif
