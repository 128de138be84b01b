/* The work of a worker: it plays games of a manifest one by one. */
#ifndef US_EXPERIMENTS_WORK_H
#define US_EXPERIMENTS_WORK_H

#include "experiments/manifest.h"

typedef struct us_work us_work;

/* Opens the work. Manifest and folder are borrowed until free. The files of players are checked
 * now, and again before each game. */
us_work *us_work_new(const us_manifest *manifest, const char *folder);
void us_work_free(us_work *work); /* NULL is fine */
US_AUTOPTR_DEFINE(us_work, us_work_free);

/* Returns true once for each program (exec:), or agent that plays outside, that has this seat in
 * the game. */
bool us_work_has_new_program(us_work *work, int64_t game, us_seat seat);
/* Starts the program in this seat, and ends it again; for an agent that plays outside, the game
 * begins. US_NO_ENGINE: it cannot start. */
us_status us_work_start_program(us_work *work, int64_t game, us_seat seat, us_error *err);

/* Plays a game. stop: called now and then; true ends the game with US_INTERRUPTED; or NULL. trace:
 * path of its trace, or NULL. The row's texts last until the next game. On failure out->failed
 * alone is set. US_MISMATCH: a library or tree has changed since the planning. */
us_status us_work_play(us_work *work, int64_t game, bool (*stop)(void), const char *trace,
                       us_row *out, us_error *err);

#endif
