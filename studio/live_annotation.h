/* The live annotation of a person who plays: which goals were pursued when, and with which orders.
 * What is said while playing is said late, so that beginnings and ends snap to orders: a goal holds
 * the orders of a stretch, and either edge may be moved back by some of them. A goal is judged by
 * the worlds in which it began and ended, not by those in which that was said.
 *
 * The first goal of a live annotation is the top: it is open from the beginning and holds all
 * orders. */
#ifndef US_STUDIO_LIVE_ANNOTATION_H
#define US_STUDIO_LIVE_ANNOTATION_H

#include "traces/annotation.h"

typedef struct us_live_annotation us_live_annotation;

enum { US_LIVE_ANNOTATION_GOALS_MAX = 4096 };

/* The domain is borrowed. view: of the person's seat, now; so everywhere. by: who labels; borrowed.
 * The top names no seat that isn't there. */
us_live_annotation *us_live_annotation_new(const us_domain *domain, const us_view *view,
                                           const us_goal *top, const char *by);
void us_live_annotation_free(us_live_annotation *annotation); /* NULL is fine */

/* The person gives an order: goals that are open now hold it, also where it waits for the next
 * cycle. Later, in the order in which they were given: its number, once it was applied or refused.
 */
void us_live_annotation_give(us_live_annotation *annotation, const us_view *view);
void us_live_annotation_order(us_live_annotation *annotation, uint32_t order, us_cycle cycle);
/* The goal that an order given now is for: of those that are open, the one opened last. */
uint32_t us_live_annotation_innermost(const us_live_annotation *annotation);

/* Open a goal; it holds the last `back` orders, too. Seats in its arguments are settled. An error:
 * one that is equal is open; it names a seat that isn't there; too many; not so many orders. */
us_status us_live_annotation_open(us_live_annotation *annotation, const us_goal *goal,
                                  const us_view *view, int back, uint32_t *id, us_error *err);
/* It ended, before the last `back` orders. The top ends with the live annotation alone. */
us_status us_live_annotation_close(us_live_annotation *annotation, uint32_t id, const us_view *view,
                                   int back, us_error *err);
/* Its beginning moves to before the kth last of the orders given so far; of none: to now. */
us_status us_live_annotation_back(us_live_annotation *annotation, uint32_t id, const us_view *view,
                                  int orders, us_error *err);
/* It was never meant. */
us_status us_live_annotation_drop(us_live_annotation *annotation, uint32_t id, us_error *err);
/* The game, or the recording, is over: all that is open is closed. */
void us_live_annotation_finish(us_live_annotation *annotation, const us_view *view);
/* Which open goals' tests hold now. True: that has changed. */
bool us_live_annotation_look(us_live_annotation *annotation, const us_view *view);

/* Adds the goals that hold orders to an annotation, each below the smallest that holds all of
 * its orders. What is open stays open. */
void us_live_annotation_tell(const us_live_annotation *annotation, us_annotation *out);
/* The member "goals" and what belongs to it, into the open object. */
void us_live_annotation_write(const us_live_annotation *annotation, us_json_writer *writer);

#endif
