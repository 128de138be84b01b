/* The recorder: understudy/trace.h declares it. It writes each line whole and at once, so that a
 * killed program leaves a trace that reads up to its last whole line. A reader may read the file
 * meanwhile: it has all lines up to now. */
#ifndef US_TRACES_RECORDER_H
#define US_TRACES_RECORDER_H

#include "domain/goal.h"
#include "domain/note.h"
#include "traces/trace.h"
#include "understudy/game.h"
#include "understudy/trace.h"
/* Ends the recording within the game: writes the tags of the cycles up to now. */
void us_recorder_write_tags(us_recorder *recorder, us_game *game);
/* Waits until all lines up to now are on the disk. Returns the failure of a recorder that could not
 * write them. */
us_status us_recorder_sync(us_recorder *recorder, us_error *err);
/* Call it when the labels of the new game are saved. Returns the file that has the labels of the
 * replaced trace; NULL if it had none, or the same ones. Valid until close. */
const char *us_recorder_settle_kept(us_recorder *recorder);

#endif
