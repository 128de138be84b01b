/* Reservations: which task may use which unit, cell and resource. Tasks of a plan that run at once
 * never command one unit, claim one cell, or spend what another waits for.
 *
 * A holder is a task of the plan, by its number. A unit is held firmly by the task that commands
 * it, or loosely for the goal whose step set it to something that goes on (harvest, patrol). A
 * loose hold can be taken over. A task requests its cost. Requests are served in the order of the
 * demonstration, and of equals in the order of requests. So a cheap step that was demonstrated
 * later can't keep an expensive one waiting for ever. An earlier one can, as often as it
 * repeats. */
#ifndef US_PLAN_RESERVATIONS_H
#define US_PLAN_RESERVATIONS_H

#include "domain/world.h"

typedef struct us_reservations us_reservations;

us_reservations *us_reservations_new(const us_domain *domain);
void us_reservations_free(us_reservations *reserve); /* NULL is fine */

/* Holders that are no tasks: no task has such a number. */
#define US_HOLDER_WAYS  UINT32_MAX       /* units that open ways */
#define US_HOLDER_SQUAD (UINT32_MAX - 1) /* the squad's units that are out, without a task */
#define US_HOLDER_HOME  (UINT32_MAX - 2) /* units that meet a threat to the seat's buildings */

typedef enum us_hold { US_HOLD_NONE, US_HOLD_LOOSE, US_HOLD_FIRM } us_hold;

/* Returns how another holder than `holder` holds the unit. */
us_hold us_reservations_hold(const us_reservations *reserve, us_id unit, uint32_t holder);
/* Takes the unit firmly, also from a loose hold. Returns false if another holder holds it
 * firmly. */
bool us_reservations_take_unit(us_reservations *reserve, us_id unit, uint32_t holder);
/* Passes the units of `holder` to `other`, which holds them loosely; drops the cells and request of
 * `holder`. */
void us_reservations_loosen(us_reservations *reserve, uint32_t holder, uint32_t other);
/* Return how many units holder holds, firmly or loosely, and the index-th of them. */
int us_reservations_count_units(const us_reservations *reserve, uint32_t holder);
us_id us_reservations_unit_at(const us_reservations *reserve, uint32_t holder, int index);
void us_reservations_drop_unit(us_reservations *reserve, us_id unit); /* from any holder */
uint64_t us_reservations_changes(
    const us_reservations *reserve); /* how often a unit was taken or released */

void us_reservations_add_box(us_reservations *reserve, us_box box, uint32_t holder);
bool us_reservations_has_overlap(const us_reservations *reserve, us_box box,
                                 uint32_t holder); /* another holder's box */

/* The demonstrated order of a task: when the steps that it belongs to begin, from the root down. */
enum { US_RANK_DEPTH = 8 };
typedef struct us_rank {
    us_cycle begin[US_RANK_DEPTH];
    int depth;
} us_rank;

/* Requests a cost, by resource. An earlier rank comes first; of equal ranks, the earlier request. A
 * second call of a holder replaces its cost and rank; with another rank, its request goes behind
 * its equals. */
void us_reservations_add_request(us_reservations *reserve, const int32_t *cost, const us_rank *rank,
                                 uint32_t holder);
/* Returns whether the request would be served now: the stock of the seat covers its cost and all
 * earlier requests of the same resources. *lacks: the first resource that is missing. */
bool us_reservations_can_serve(const us_reservations *reserve, const us_view *view, uint32_t holder,
                               int *lacks);
int64_t us_reservations_requested(const us_reservations *reserve,
                                  int resource); /* sum of all requests */
void us_reservations_remove_request(us_reservations *reserve,
                                    uint32_t holder); /* removes its request */

void us_reservations_release(us_reservations *reserve,
                             uint32_t holder); /* units, cells and request */

#endif
