/* Games of a manifest, played one by one: what a worker does. */
#ifndef US_EXPERIMENTS_WORK_H
#define US_EXPERIMENTS_WORK_H

#include "experiments/manifest.h"

typedef struct us_work us_work;

/* Manifest and folder are borrowed until free. Files that players are made from are looked at now,
 * and again before each game. */
us_work *us_work_new(const us_manifest *manifest, const char *folder);
void us_work_free(us_work *work); /* NULL is fine */

/* A program (exec:), or one that plays outside, has this seat in the game: true once for each. */
bool us_work_program(us_work *work, int64_t game, us_seat seat);
/* Starts who has this seat, and ends it again; of one that plays outside the game begins. What
 * can't be started is US_NO_ENGINE. */
us_status us_work_start(us_work *work, int64_t game, us_seat seat, us_error *err);

/* stop: asked now and then; true ends the game with US_INTERRUPTED; or NULL. trace: where to record
 * it, or NULL. The row's texts last until the next game. On failure out->failed alone is set. A
 * library or tree that is not what it was at the planning is US_MISMATCH. */
us_status us_work_play(us_work *work, int64_t game, bool (*stop)(void), const char *trace,
                       us_row *out, us_error *err);

#endif
