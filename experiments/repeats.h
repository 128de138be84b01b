/* Games that are the same again with another seed are no more evidence than one of them.
 *
 * A place is where what is counted stands apart from the seed: a map, an opponent, a seat, a run. A
 * cell is a map and an opponent. Where all that was seen at each place of a cell took one course,
 * nothing in it hangs on the seed: a place counts once there. Where two at a place differ, chance
 * plays, and each is a draw of it, however often one comes up: all of the cell count then. So no
 * mean moves because a course comes up more often than another. */
#ifndef US_EXPERIMENTS_REPEATS_H
#define US_EXPERIMENTS_REPEATS_H

#include "experiments/manifest.h"
#include "experiments/stats/sequential.h"

typedef struct us_repeats us_repeats;

us_repeats *us_repeats_new(int cells);
void us_repeats_free(us_repeats *repeats); /* NULL is fine */
/* Returns whether its place was there before. course: 0 where it is not known: then it is unlike
 * any other. value: what it counts as. */
bool us_repeats_add(us_repeats *repeats, int cell, int place, us_hash course, double value);
/* By all that was added: a place of the cell counts once. */
bool us_repeats_once(const us_repeats *repeats, int cell);

/* Adds it to a sequential test, too, which waits for what is a repeat as long as it is one. */
us_sprt_state us_repeats_test(us_repeats *repeats, us_sprt *sprt, int cell, int place,
                              us_hash course, double value);

/* Of two games; 0 where one is not known. */
us_hash us_course_of_pair(us_hash one, us_hash other);

/* Which of a manifest's played games are repeats of others of their player. The caller frees. */
bool *us_repeats_of(const us_manifest *manifest);

#endif
