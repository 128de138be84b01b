/* Stopping early: pairs of two players are looked at in the order of the manifest, whoever finished
 * first, so that the decision, and what results it rests on, is the same on any number of
 * workers. */
#ifndef US_EXPERIMENTS_SEQUENCE_H
#define US_EXPERIMENTS_SEQUENCE_H

#include "experiments/manifest.h"
#include "experiments/stats/sequential.h"

typedef struct us_sequence us_sequence;

/* All pairs of the players of the wanted games, of whom there must be two: the first is the
 * baseline. */
us_status us_sequence_new(const us_manifest *manifest, const bool *wanted, const us_sprt_def *def,
                          us_sequence **out, us_error *err);
void us_sequence_free(us_sequence *sequence); /* NULL is fine */

/* Looks at pairs whose games have rows by now. True: it is decided, or the cap is reached. */
bool us_sequence_look(us_sequence *sequence);
/* Where it is decided: the first game of the manifest behind the pairs that were looked at. */
int64_t us_sequence_end(const us_sequence *sequence);
/* It has decided what that sentence says. */
bool us_sequence_is(const us_sequence *sequence, const char *stopped);

/* FOLDER/stopped.json: the two players, how many of their pairs count, what was decided. It stands
 * until somebody removes it. */
us_status us_sequence_write(const us_sequence *sequence, const char *folder, us_error *err);
/* Where that file is there: sets manifest->stopped, and takes the games of the two players behind
 * the pairs that count out of the manifest. Others' games stay. A file that says no such thing is
 * an error, and not none: else games would count that don't. */
us_status us_sequence_apply(const char *folder, us_manifest *manifest, us_error *err);

#endif
