/* Suggested annotations: goals that the orders of a recorded game may have been given for.
 *
 * This file knows no game, goal or unit by name. It uses the goals' tests, with their measures and
 * the numbers to reach, the declared effects of actions, the taxonomy, and the course of the game.
 * docs/TRACES.md describes the rules. */
#ifndef US_TRACES_SUGGEST_H
#define US_TRACES_SUGGEST_H

#include "traces/annotation.h"
#include "traces/review.h"

/* Suggests goals for all orders of a seat (since it was taken over), each with its reason. The
 * suggestions are nested by the orders that they cover; one spans all orders. Goes through the game
 * with us_review_answer; a change hidden between two states gets the cycle of the later state. A
 * seat without orders gets no suggestions. out: an annotation of the course's domain without goals.
 * Errors as in us_review_answer. */
us_status us_suggestions_make(us_review *course, const char *trace, const char *map, us_seat seat,
                              us_annotation *out, bool (*stop)(void), us_error *err);

/* Replaces the seat's suggestions of an earlier run by those of us_suggestions_make. Labels of
 * people and players stay; a suggestion that matches a label is skipped. Returns the number of
 * added ones. */
int us_suggestions_replace(us_annotation *annotation, const us_review *course, us_seat seat,
                           const us_annotation *made);

/* ---- existing suggestions: goals that nobody has accepted (us_goal_instance.suggested) */

/* Makes the goal a label made by hand. If it was a suggestion, it also gets a new place in the
 * tree: unlike a suggestion, a label may stand above labels. */
void us_suggestion_accept(us_annotation *annotation, us_goal_instance *goal);

/* Counts, accepts or removes the seat's suggestions in a range of ids; this range holds all ids.
 * Each function returns the number of such suggestions. */
#define US_SUGGESTIONS_ALL ((us_span){0, UINT32_MAX})
int us_suggestions_count(const us_annotation *annotation, us_seat seat, us_span ids);
int us_suggestions_accept(us_annotation *annotation, us_seat seat, us_span ids);
/* A label below a removed suggestion moves to the nearest goal above that stays. */
int us_suggestions_remove(us_annotation *annotation, us_seat seat, us_span ids);

#endif
