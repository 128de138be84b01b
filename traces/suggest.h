/* Suggesting annotations: which goals the orders of a recorded game may have been given for.
 *
 * Nothing here knows a game, a goal or a unit by name. What it goes by: the goals' tests, which
 * name measures and the numbers that those must reach; the effects that actions declare; the
 * taxonomy; and the course of the game. docs/TRACES.md tells how. */
#ifndef US_TRACES_SUGGEST_H
#define US_TRACES_SUGGEST_H

#include "traces/annotation.h"
#include "traces/review.h"

/* Suggestions for all orders of a seat (since it was taken over), each with its reason, nested by
 * the orders they cover; one of them spans all. Goes over the course by us_review_ask: what gaps
 * between its states hide is dated by the state behind them. A seat without orders gets none.
 * out: an annotation of the course's domain without goals. Errors as in us_review_ask. */
us_status us_suggest(us_review *course, const char *trace, const char *map, us_seat seat,
                     us_annotation *out, bool (*stop)(void), us_error *err);

/* Those of an earlier run are replaced by what us_suggest made; what people and players said stays,
 * and is not suggested once more. Returns how many were added. */
int us_suggestions_take(us_annotation *annotation, const us_review *course, us_seat seat,
                        const us_annotation *made);

/* ---- suggestions that are there: goals that nobody has accepted (us_goal_instance.suggested) */

/* The goal is a label made by hand from now on. A suggestion also finds its place anew, since it
 * yields to labels no longer. */
void us_suggestion_accept(us_annotation *annotation, us_goal_instance *goal);

/* Of a seat, those whose ids lie in a range; these are all. Each returns how many there were. */
#define US_SUGGESTIONS_ALL ((us_span){0, UINT32_MAX})
int us_suggestions_count(const us_annotation *annotation, us_seat seat, us_span ids);
int us_suggestions_accept(us_annotation *annotation, us_seat seat, us_span ids);
/* Removes them; a label below one goes to the nearest goal above that stays. */
int us_suggestions_drop(us_annotation *annotation, us_seat seat, us_span ids);

#endif
