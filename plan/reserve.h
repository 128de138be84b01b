/* Who may use what: tasks of a plan that run at once never command one unit, claim one cell, or
 * spend what another waits for.
 *
 * A holder is a task of the plan, by its number. A unit is held firmly by who commands it now, or
 * loosely by who set it to something that goes on (harvest, patrol): a loose hold can be taken
 * over. What costs is asked for; who was shown first, or of equals asked first, is served first, so
 * that something cheap that was shown later can't keep something dear waiting for ever. What was
 * shown first can: it comes first as often as it is done. */
#ifndef US_PLAN_RESERVE_H
#define US_PLAN_RESERVE_H

#include "domain/world.h"

typedef struct us_reserve us_reserve;

us_reserve *us_reserve_new(const us_domain *domain);
void us_reserve_free(us_reserve *reserve); /* NULL is fine */

typedef enum us_hold { US_HOLD_NONE, US_HOLD_LOOSE, US_HOLD_FIRM } us_hold;

/* How the unit is held by others than `holder`. */
us_hold us_reserve_held(const us_reserve *reserve, us_id unit, uint32_t holder);
/* Takes it, firmly; false where another holds it so. A loose hold goes over. */
bool us_reserve_unit(us_reserve *reserve, us_id unit, uint32_t holder);
/* What `holder` holds of units it now holds loosely for `other`; its cells and requests go. */
void us_reserve_loosen(us_reserve *reserve, uint32_t holder, uint32_t other);
/* How many units are held by holder, loosely or not; the index-th of them. */
int us_reserve_units(const us_reserve *reserve, uint32_t holder);
us_id us_reserve_unit_at(const us_reserve *reserve, uint32_t holder, int index);
void us_reserve_forget_unit(us_reserve *reserve, us_id unit); /* it is gone */
uint64_t us_reserve_changes(const us_reserve *reserve); /* how often somebody was taken or let go */

void us_reserve_box(us_reserve *reserve, us_box box, uint32_t holder);
bool us_reserve_overlaps(const us_reserve *reserve, us_box box, uint32_t holder); /* another's */

/* How early something was shown: when what it belongs to began, from the root down. */
enum { US_RANK_DEPTH = 8 };
typedef struct us_rank {
    us_cycle begin[US_RANK_DEPTH];
    int depth;
} us_rank;

/* Asks for a cost by resource. Who was shown earlier stands before who was shown later; of equals
 * who asked first. Again: the cost and the rank are those of now; with another rank it stands
 * behind its equals. */
void us_reserve_ask(us_reserve *reserve, const int32_t *cost, const us_rank *rank, uint32_t holder);
/* Would be served now: what the seat has covers the cost and all that were asked for before it of
 * the same resources. *lacks: the first resource that is missing. */
bool us_reserve_serves(const us_reserve *reserve, const us_view *view, uint32_t holder, int *lacks);
int64_t us_reserve_asked(const us_reserve *reserve, int resource); /* by all together */
void us_reserve_served(us_reserve *reserve, uint32_t holder);      /* its request goes */

void us_reserve_release(us_reserve *reserve, uint32_t holder); /* all of it */

#endif
