/* Goal timelines: when each player of a game pursued which goals, read from the game's trace. */
#ifndef US_EXPERIMENTS_REPORT_TIMELINE_H
#define US_EXPERIMENTS_REPORT_TIMELINE_H

#include "experiments/compare/compare.h"
#include "experiments/report/sheet.h"

/* One pursuit of a goal. */
typedef struct us_bar {
    int seat;
    const char *type; /* of the goal */
    int32_t from, to; /* cycles */
    int reached;      /* 1 reached, 0 not reached, -1 not known */
} us_bar;

typedef struct us_bars {
    us_arena *arena;
    us_bar *bar; /* by seat; in a seat by the first cycle of the type, then by type and cycle */
    int count, capacity;
    int32_t cycles;      /* of the game */
    const char *seat[2]; /* names of the players */
} us_bars;

void us_bars_clear(us_bars *bars);

/* Returns a sheet with the number of pursuits of each type of goal, by seat. The caller frees
 * it. */
us_sheet *us_bars_make_sheet(const us_bars *bars, us_arena *arena);

/* A game of an experiment that is played again for its goal timeline. */

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
