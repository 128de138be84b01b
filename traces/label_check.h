/* Is an annotation sound? Held against the game that it is about. */
#ifndef US_TRACES_LABEL_CHECK_H
#define US_TRACES_LABEL_CHECK_H

#include "traces/annotation.h"
#include "traces/review.h"

/* Its form, and, where the game can be played again, whether goals were reached.
 *
 * Errors: an order of a labeled seat without a goal; no goal over all orders of a seat; ranges
 * without an order of the seat; a seat that the game doesn't have; a parent that is not there,
 * stands below, or lacks orders of its child; an id that is there twice. Warnings: orders that two
 * goals share of which neither is above the other; a goal that was not reached before its parent's
 * end. Errors of form come first, then the warnings.
 *
 * Plays the course again, and notes in each instance that is not closed yet when it was reached
 * or its parent ended. On failure, that of us_review_ask, remarks hold all that is about the
 * form. */
us_status us_annotation_check(us_annotation *annotation, us_review *course, const char *trace,
                              const char *map, us_remarks *remarks, bool (*stop)(void),
                              us_error *err);
/* The first half: what needs no game. Fails only with US_INTERRUPTED. */
us_status us_annotation_check_form(const us_annotation *annotation, const us_review *course,
                                   us_remarks *remarks, bool (*stop)(void), us_error *err);

/* The first seat that the instance or its goal names and the game doesn't have; US_NEUTRAL: none.
 */
us_seat us_instance_stranger(const us_review *course, const us_goal_instance *instance);

#endif
