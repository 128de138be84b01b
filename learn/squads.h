/* Squads of a demonstration: how its fighters act together, inferred from the orders of a seat and
 * from the states in which they were given. The result is the settings of a squad node
 * (docs/NODE_REFERENCE.md).
 *
 * Fighters that are ordered to harm something nearer to an enemy's base than to their own are out.
 * An outing begins with the first of them, and ends when none is left, or when most of them were
 * ordered home. Fighters that went out within ten seconds set out together; later ones follow. */
#ifndef US_LEARN_SQUADS_H
#define US_LEARN_SQUADS_H

#include "behavior/template.h"
#include "domain/force.h"

typedef struct us_squad_watch us_squad_watch;

us_squad_watch *us_squad_watch_new(const us_domain *domain, us_seat seat);
void us_squad_watch_free(us_squad_watch *watch); /* NULL is fine */

/* Takes an accepted order of the seat, ascending by cycle. watch: NULL is fine. view is that of its
 * cycle, borrowed for the call; NULL: not known, and the order is skipped. */
void us_squad_watch_add_order(us_squad_watch *watch, const us_order *order, const us_view *view);

/* Fills the settings of a squad node. Settings of which nothing was seen keep their defaults.
 * Returns false if no two fighters set out together. Call it once, after the last order.
 *
 * - gather: half of the units set out at most so many steps before their base
 * - launch: three in four outings began with at least so much strength, in percent of the enemies'
 *   strength as the seat saw it (us_force_theirs), in steps of 10; at most the default: a larger
 *   value would be a guess, as the demonstrator never tried with less
 * - retreat: half of the outings that turned back did so at this percentage of the foes' strength
 *   around them of their own (us_force_around) or more, in steps of 10
 * - join: follow, if more fighters followed an outing than waited at home for its end; that of the
 *   last outing is the end of the demonstration
 * - workers: the most units that gather that the seat had at a time, at most 1000
 * - leash: nine in ten enemies that were attacked near an own building were at most so far away */
bool us_squad_watch_finish(us_squad_watch *watch, us_squad_rules *out);

#endif
