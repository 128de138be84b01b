/* Goals as the rooms of the library use them. understudy/goal.h declares the public part. */
#ifndef US_DOMAIN_GOAL_H
#define US_DOMAIN_GOAL_H

#include "domain/expr.h"
#include "understudy/goal.h"

/* Returns the test for the goal's kind, borrowed from the domain. Its slots are the arguments. */
const us_expr *us_goal_test(const us_domain *domain, const us_goal *goal);
/* Reads a goal that may lack arguments. */
us_status us_goal_parse_partial(const us_domain *domain, const us_source *source, us_goal *out,
                                us_error *err);

/* Write and read the form of annotations:
 *
 *     {"goal": "BuildUnits", "args": {"player": 0, "type": "footman", ...}}
 *
 * A "kind" stands before "args" if it is not the type's. A cell is written as "x" and "y". The
 * object may hold other members. */
void us_goal_write(const us_domain *domain, const us_goal *goal, us_json_writer *writer);
us_status us_goal_read_kind(const us_json_node *node, us_goal_kind *out, us_error *err);
us_status us_goal_read(const us_domain *domain, const us_json_node *object, us_goal *out,
                       us_error *err);

/* Returns what a numbered seat is to seat self: self, enemy or neutral. US_SEAT_NONE stays. */
int us_seat_to_relative(us_seat seat, us_seat self);
/* Returns a seat in the arguments that a game of `seats` seats lacks, or US_NEUTRAL. Call
 * us_goal_resolve_seats first: self and enemy count as lacking. */
us_seat us_goal_find_missing_seat(const us_domain *domain, const us_goal *goal, int seats);

#endif
