/* Private to plan/: repairs in play. While the game goes on, the plan watches the failure patterns
 * of a repair book, and repairs the behavior that is to blame: docs/PLAY_REPAIRS.md.
 *
 * Each row of a pattern's defaults is tried at most once for a step, or for a behavior as a whole.
 * After 512 tries, a game has no more repairs. The repaired text counts for the rest of the game,
 * wherever the behavior runs or is retrieved. */
#ifndef US_PLAN_PLAY_REPAIR_H
#define US_PLAN_PLAY_REPAIR_H

#include "plan/repair_book.h"
#include "plan/task.h"

typedef struct us_play_repairs us_play_repairs;

us_play_repairs *us_play_repairs_new(const us_repair_book *book); /* borrowed */
void us_play_repairs_free(us_play_repairs *repairs);              /* NULL is fine */
/* Records that a step failed for good. Without repairs in play, does nothing. */
void us_play_repairs_on_failure(us_plan *plan, const us_task *task, const us_task_reason *why);
/* Puts edits in, and looks for failures from time to time, between two ticks of the run. Returns
 * the cycle of the next look. */
us_cycle us_play_repairs_update(us_plan *plan);

#endif
