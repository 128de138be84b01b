/* Live annotations: the goals that a person pursues while playing, with their time spans and
 * orders.
 *
 * People label late, so beginnings and ends snap to orders: a goal holds the orders of a stretch,
 * and each edge can move back by some orders. A goal is judged by the worlds at its beginning and
 * end, not by the worlds at which the person labeled it.
 *
 * The first goal is the top: it is open from the beginning and holds all orders. */
#ifndef US_STUDIO_LIVE_ANNOTATION_H
#define US_STUDIO_LIVE_ANNOTATION_H

#include "traces/annotation.h"

typedef struct us_live_annotation us_live_annotation;

enum { US_LIVE_ANNOTATION_GOALS_MAX = 4096 };

/* Starts an annotation with the top goal open. The domain and `by`, the labeler, are borrowed.
 * view: the person's seat, now; the same in all calls below. The top must name only seats that
 * exist. */
us_live_annotation *us_live_annotation_new(const us_domain *domain, const us_view *view,
                                           const us_goal *top, const char *by);
void us_live_annotation_free(us_live_annotation *annotation); /* NULL is fine */

/* Notes an order of the person; all open goals hold it, also while it waits for the next cycle.
 * Once the order was applied or refused, the second call notes its id; these calls come in the
 * order in which the orders were given. */
void us_live_annotation_add_order(us_live_annotation *annotation, const us_view *view);
void us_live_annotation_set_order_id(us_live_annotation *annotation, uint32_t order,
                                     us_cycle cycle);
/* Returns the goal that a new order belongs to: the open goal that was opened last. */
uint32_t us_live_annotation_innermost(const us_live_annotation *annotation);

/* Opens a goal that also holds the last `back` orders; settles the seats in its arguments. Errors:
 * an equal goal is open; the goal names a missing seat; too many goals; fewer orders than `back`.
 */
us_status us_live_annotation_open_goal(us_live_annotation *annotation, const us_goal *goal,
                                       const us_view *view, int back, uint32_t *id, us_error *err);
/* Closes a goal before the last `back` orders. The top goal cannot be closed. */
us_status us_live_annotation_close_goal(us_live_annotation *annotation, uint32_t id,
                                        const us_view *view, int back, us_error *err);
/* Moves a goal's beginning to before the last `orders` orders; 0: to now. */
us_status us_live_annotation_move_begin(us_live_annotation *annotation, uint32_t id,
                                        const us_view *view, int orders, us_error *err);
/* Removes a goal that was labeled by mistake. */
us_status us_live_annotation_drop(us_live_annotation *annotation, uint32_t id, us_error *err);
/* Closes all open goals, at the end of the game or recording. */
void us_live_annotation_finish(us_live_annotation *annotation, const us_view *view);
/* Tests which open goals are reached now. Returns true if that changed. */
bool us_live_annotation_update(us_live_annotation *annotation, const us_view *view);

/* Adds the goals that hold orders to an annotation. A goal's parent is the smallest goal that holds
 * all its orders. Open goals stay open. */
void us_live_annotation_export(const us_live_annotation *annotation, us_annotation *out);
/* Writes the member "goals" and its companions into the open object. */
void us_live_annotation_write(const us_live_annotation *annotation, us_json_writer *writer);

#endif
