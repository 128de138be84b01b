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

#endif
