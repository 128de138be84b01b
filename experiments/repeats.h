/* Repeated games: a game that is the same again with another seed is no more evidence than one
 * game.
 *
 * A place is a setting without its seed: a map, an opponent, a seat, a run. A cell is a map and an
 * opponent. If all games at each place of a cell took one course, the seed changes nothing in the
 * cell: each place counts once. If two games at a place differ, chance plays a part, and each game
 * is one draw: all games of the cell count, however often a course occurs. So no mean changes
 * because one course occurs more often than another. */
#ifndef US_EXPERIMENTS_REPEATS_H
#define US_EXPERIMENTS_REPEATS_H

#include "experiments/manifest.h"
#include "experiments/stats/sequential.h"

typedef struct us_repeats us_repeats;

us_repeats *us_repeats_new(int cells);
void us_repeats_free(us_repeats *repeats); /* NULL is fine */
/* Adds a game, and returns whether its place was there before. course: 0 if it is unknown; then it
 * differs from any other. value: the game's score or difference. */
bool us_repeats_add(us_repeats *repeats, int cell, int place, us_hash course, double value);
/* Returns whether each place of the cell counts once, by all games added so far. */
bool us_repeats_is_deterministic(const us_repeats *repeats, int cell);

/* Adds the game to a sequential test, too. The test holds repeats back until the cell turns out to
 * vary. */
us_sprt_state us_repeats_add_to_test(us_repeats *repeats, us_sprt *sprt, int cell, int place,
                                     us_hash course, double value);

/* Returns the course of a pair of games; 0 if the course of one is unknown. */
us_hash us_repeats_combine_courses(us_hash one, us_hash other);

/* Returns, for each game of the manifest, whether it was played and repeats another game of its
 * player. The caller frees. */
bool *us_repeats_find(const us_manifest *manifest);

#endif
