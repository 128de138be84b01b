/* Makers of new entities and ends of orders, inferred from stored states. They complete the events
 * that the difference of two states shows.
 *
 * This file knows no particular game: it uses the domain's action definitions, and the action that
 * each state shows for a unit.
 *
 * - A new entity belongs to the nearest maker with an order for it, and to the oldest such order;
 *   if an order names a place, to the order for that place. A making order is done when the product
 *   is there and the action's `done` holds.
 * - An action that continues (harvest, patrol) is done when `done` holds.
 * - Any other order ends when its unit carries out another action, or none. It was done if `done`
 *   holds then and no other order had come; else it failed.
 * - A unit that makes things where it stands may hold several orders. It gives them up when it
 *   carries out no action, or when it gets an order that makes nothing there. */
#ifndef US_TRACES_ENDINGS_H
#define US_TRACES_ENDINGS_H

#include "traces/worlds.h"

typedef struct us_endings us_endings;

/* Borrows the log until free. */
us_endings *us_endings_new(const us_log *log);
void us_endings_free(us_endings *endings); /* NULL is fine */
/* Takes the next state; call it with the states in order. Appends its events, sorted by cycle:
 * those of the difference, with makers where they can be inferred, and DONE and FAILED of orders.
 * The reason of a FAILED is REASON_NONE if it can't be inferred. As in games, a change that a state
 * is the first to show has the cycle before that state. */
void us_endings_add_state(us_endings *endings, const us_state_change *shown, us_events *out);

#endif
