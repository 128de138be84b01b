/* Private to plan/: behaviors with another text than in the library, after a repair in play
 * (plan/play_repair.h) or an edit (us_plan_edit). docs/PLAY_REPAIRS.md is the manual. */
#ifndef US_PLAN_REPLACEMENT_H
#define US_PLAN_REPLACEMENT_H

#include "plan/task.h"

/* Returns the present program of a behavior; NULL: it can't be read, see plan->failure. */
const us_program *us_plan_program(us_plan *plan, int behavior);
/* Returns the hash of the behavior as the library has it. */
us_hash us_plan_behavior_hash(us_plan *plan, int behavior);
void us_plan_free_replaced(us_plan *plan); /* and the edits to come */
/* Whether the behavior has not ended. An ended one stays among the active behaviors, without a
 * frame in the run, while its goal waits for an effect or for its turn. */
bool us_plan_is_at_work(const us_plan *plan, const us_active_behavior *active);

/* Checks that the library has behaviors for the goals that the new text adds. The behavior itself
 * does not count, because it is at work above them. US_FAILED: the error has the place of the goal.
 */
us_status us_plan_check_goals(const us_plan *plan, int behavior, const us_template *before,
                              const us_template *after, us_error *err);
/* Gives a behavior of the case base another template, between two ticks of the run. After success,
 * the plan owns the template. Frames that run the behavior go on with it. frame and label: in this
 * frame, the step of that label begins anew; label "": no step does. told: gets what became of the
 * steps of the frame that has run longest; or NULL. Failure: see us_run_check_replace. */
us_status us_plan_replace(us_plan *plan, int behavior, us_template *template, uint32_t frame,
                          const char *label, us_str *told, us_error *err);
/* Puts the texts of us_plan_edit in whose cycle has come, and notes each. Drops a text that no
 * longer fits after an earlier one. Only traces of players with `repairs=on`, and of games that may
 * be edited, have these notes. */
void us_plan_put_edits(us_plan *plan);

#endif
