/* Stopping early: pairs of two players are looked at in the order of the manifest, whoever finished
 * first, so that the decision, and what results it rests on, is the same on any number of
 * workers. */
#ifndef US_EXPERIMENTS_SEQUENCE_H
#define US_EXPERIMENTS_SEQUENCE_H

#include "experiments/manifest.h"
#include "experiments/stats/sequential.h"

typedef struct us_sequence us_sequence;

/* The players of the wanted games, of which there must be two: the first is the baseline. */
us_status us_sequence_new(const us_manifest *manifest, const bool *wanted, const us_sprt_def *def,
                          us_sequence **out, us_error *err);
void us_sequence_free(us_sequence *sequence); /* NULL is fine */

/* Looks at pairs whose games have rows by now. True: it is decided, or the cap is reached. */
bool us_sequence_look(us_sequence *sequence);
const us_sprt *us_sequence_state(const us_sequence *sequence);

/* FOLDER/stopped.json: what was decided and the number of games that it rests on, the first of the
 * manifest. */
us_status us_sequence_write(const us_sequence *sequence, const char *folder, us_error *err);
/* *games: that many count, all where the file is not there; *text: a sentence, in the arena, or
 * NULL. */
us_status us_sequence_read(const char *folder, us_arena *arena, int64_t *games, const char **text,
                           us_error *err);
/* Forgets what was decided: all games count again. */
us_status us_sequence_forget(const char *folder, us_error *err);

#endif
