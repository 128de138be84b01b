/* The check of an annotation against the game that it labels. */
#ifndef US_TRACES_LABEL_CHECK_H
#define US_TRACES_LABEL_CHECK_H

#include "traces/annotation.h"
#include "traces/review.h"

/* Checks the form of an annotation, then whether its goals were reached (us_review_answer).
 *
 * Errors: an order of a labeled seat without a goal; no goal over all orders of a seat; ranges
 * without an order of the seat; a seat that the game doesn't have; a parent that is missing, stands
 * below its child, or lacks orders of its child; an id that occurs twice. Warnings: orders shared
 * by two goals of which neither is above the other; orders of an earlier player of the seat; a goal
 * that was not reached before its parent's end. Remarks about the form come first.
 *
 * If an instance is not closed, its end becomes the cycle at which it was reached, or else its
 * parent's or the game's end. If us_review_answer fails, remarks hold everything about the form. */
us_status us_annotation_check(us_annotation *annotation, us_review *course, const char *trace,
                              const char *map, us_remarks *remarks, bool (*stop)(void),
                              us_error *err);
/* Checks the form alone, without the game. Fails only with US_INTERRUPTED. */
us_status us_annotation_check_form(const us_annotation *annotation, const us_review *course,
                                   us_remarks *remarks, bool (*stop)(void), us_error *err);

/* Returns the first seat in the instance or its goal that the game doesn't have; US_NEUTRAL:
 * none. */
us_seat us_review_find_absent_seat(const us_review *course, const us_goal_instance *instance);

#endif
