/* Check of an annotation: it belongs to the trace, and is sound enough to learn from. */
#ifndef US_LEARN_FIT_H
#define US_LEARN_FIT_H

#include "traces/annotation.h"
#include "traces/log.h"

/* Sorts the annotation, and checks it against the log. path is the annotation's file. If seat is
 * not -1, only that seat's goals are checked. An error names the file and the line of the first
 * wrong goal:
 * - US_MISMATCH, since the annotation may be of another trace: a seat that is not there, ranges
 *   that end behind the last order, a beginning after the end of the game;
 * - US_BAD_INPUT: a beginning after the first order or an end before it, ranges without an order of
 *   the seat, a duplicate id, no goals at all.
 * Orders from before a takeover of the seat, and orders that the domain has no words for, suffice
 * for a range; neither counts as the first order. */
us_status us_annotation_check_fit(us_annotation *annotation, const us_log *log, const char *path,
                                  int seat, us_error *err);

/* Returns the number of the goal's orders that were given before a takeover of its seat. */
int us_goal_instance_count_earlier(const us_log *log, const us_goal_instance *instance);

#endif
